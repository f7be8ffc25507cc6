"""Lists what a player has as drawn pieces, for the table's page."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games import game_templates
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.text.localised import Text

MOST_SECTIONS, MOST_PIECES = 3, 7
"""Limits to the room below the table on a phone; the sheet shows all pieces."""


@dataclass(frozen=True, slots=True)
class OwnPiece:
    """A sort of pieces that a player has; ``id``: that of its drawing."""

    id: str
    name: Text
    number: int


def own_pieces(game: Game, state: State, seat: str) -> list[tuple[Text, list[OwnPiece]]]:
    """Returns a seat's pieces by section of the sheet, with the section's label.

    Only pieces that the game draws: the first ``MOST_PIECES`` of the first ``MOST_SECTIONS``.
    """
    cells = game.sheet.cells(state)
    listed = []
    for section in game.sheet.sections:
        pieces: dict[str, OwnPiece] = {}
        for field in section.fields:
            for rows in field.paths():
                value = cells.get(CellPath.to(seat, *rows))
                ids = (*reversed(rows), str(value)) if value else ()
                piece = next((id_ for id_ in ids if game_templates.piece(game.slug, id_, True)), "")
                if piece:
                    name = game.catalogue[piece].name if piece in game.catalogue else field.label
                    pieces[piece] = OwnPiece(piece, name, value if isinstance(value, int) else 1)
        if pieces:
            listed.append((section.label, list(pieces.values())[:MOST_PIECES]))
    return listed[:MOST_SECTIONS]
