"""Lists what a player has as drawn pieces, for the table's page."""

from __future__ import annotations

from companion.games import game_templates
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.text.localised import Text

MOST_SECTIONS, MOST_PIECES = 3, 7
"""Limits to the room below the table on a phone; the sheet shows all pieces."""


def own_pieces(game: Game, state: State, seat: str) -> list[tuple[Text, list[tuple[str, int]]]]:
    """Returns a seat's pieces by section of the sheet: its label, and id and number of each piece.

    Only pieces that the game draws, at most ``MOST_PIECES`` of a section.
    """
    cells = game.sheet.cells(state)
    found: list[tuple[Text, list[tuple[str, int]]]] = []
    for section in game.sheet.sections:
        pieces: dict[str, int] = {}
        for field in section.fields:
            for rows in field.paths():
                value = cells.get(CellPath.to(seat, *rows))
                piece = next(
                    (id_ for id_ in (*reversed(rows), str(value)) if _drawn(game, id_)), ""
                )
                if value and piece:
                    pieces[piece] = int(value) if isinstance(value, int) else 1
        if pieces:
            found.append((section.label, list(pieces.items())[:MOST_PIECES]))
    return found[:MOST_SECTIONS]


def _drawn(game: Game, id_: str) -> bool:
    return bool(game_templates.piece(game.slug, id_, inline=True))
