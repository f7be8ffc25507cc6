"""Lists what a player has as drawn pieces, for the table's page."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games import game_templates
from scoring.game import Game
from scoring.model.plan import State
from scoring.model.sheet_fields import leaves
from scoring.text.localised import Text

MOST_SECTIONS, MOST_PIECES = 3, 7
"""Limits to the room below the table on a phone; the sheet shows all pieces."""


@dataclass(frozen=True, slots=True)
class OwnPiece:
    """A sort of pieces that a player has; ``id``: that of its drawing."""

    id: str
    name: Text
    number: int


def own_pieces(
    game: Game, state: State, seat: str
) -> tuple[tuple[Text, tuple[OwnPiece, ...]], ...]:
    """Returns a seat's pieces by section of the sheet, with the section's label.

    Only pieces that the game draws: the first ``MOST_PIECES`` of the first ``MOST_SECTIONS``.
    """
    held = state["seats"][seat]
    listed = []
    for section in game.sheet.sections:
        pieces: dict[str, OwnPiece] = {}
        for field in section.fields:
            cells = dict(leaves(field.id, held[field.id])) if field.id in held else {}
            for rows in field.paths() if cells else ():
                value = cells.get("/".join(rows))
                ids = (*reversed(rows), str(value)) if value else ()
                piece = next((id_ for id_ in ids if game_templates.piece(game.slug, id_, True)), "")
                if piece:
                    name = game.catalogue[piece].name if piece in game.catalogue else field.label
                    pieces[piece] = OwnPiece(piece, name, value if isinstance(value, int) else 1)
        if pieces:
            listed.append((section.label, tuple(pieces.values())[:MOST_PIECES]))
    return tuple(listed[:MOST_SECTIONS])
