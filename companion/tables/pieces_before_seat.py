"""Lists what lies before a seat: its own pieces, drawn, and what the rules make public of it."""

from dataclasses import dataclass

from companion.games import game_templates
from companion.sheet_pages.cell_messages import cell_name, value_name
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.sheet_fields import NONE, leaves
from scoring.text.localised import Text

MOST_SECTIONS = 3
"""Most sections whose pieces are shown below the table, where a phone has little room."""


@dataclass(frozen=True, slots=True)
class OwnPiece:
    """Pieces of one sort that a player has. ``id``: of the card, tile or symbol that draws them.

    ``face``: id of the side that is up, of a tile with two; else "".
    """

    id: str
    name: Text
    number: int
    face: str = ""


def own_pieces(
    game: Game, state: State, seat: str
) -> tuple[tuple[Text, tuple[OwnPiece, ...]], ...]:
    """Returns pairs: a section's label, and the pieces entered for the seat in this section.

    Only pieces that have a drawing, and only of the first ``MOST_SECTIONS`` sections with any.
    """
    held = state["seats"][seat]
    listed = []
    for section in game.sheet.sections:
        pieces: dict[str, OwnPiece] = {}
        for field in section.fields:
            cells = dict(leaves(field.id, held[field.id])) if field.id in held else {}
            for rows in field.paths() if cells else ():
                value = cells.get("/".join(rows))
                stack = (field.piece,) if field.entered_by == "stack" else ()
                # a question may be answered with *no*: then there is no piece
                ids = (str(value), *reversed(rows), *stack) if value and value != NONE else ()
                piece = next((id_ for id_ in ids if game_templates.piece(game.slug, id_, True)), "")
                if piece:
                    name = game.catalogue[piece].name if piece in game.catalogue else field.label
                    number = value if isinstance(value, int) else 1
                    face = value if isinstance(value, str) and value != piece else ""
                    pieces[piece] = OwnPiece(piece, name, number, face)
        if pieces:
            listed.append((section.label, tuple(pieces.values())))
    return tuple(listed[:MOST_SECTIONS])


def open_by_the_rules(
    game: Game, stored_state: State, seat: str
) -> list[tuple[Text, list[tuple[Text, Text]]]]:
    """Returns in words what the game's rules let everybody know of a seat, even if screens hide it.

    As pairs of a section's label and its cells, each cell as name and value. A seat's decisions
    (how to use its pieces best) are left out.
    """
    state = game.sheet.lying_open(game.sheet.known_part(stored_state), "", with_decisions=False)
    cells = game.sheet.cells(state)
    listed = []
    for section in game.sheet.sections:
        paths = [CellPath.to(seat, *path) for field in section.fields for path in field.paths()]
        told = [
            (cell_name(game, state, path, seat), value_name(game, path, cells[path], cells))
            for path in paths
            if path in cells
        ]
        listed += [(section.label, told)] if told else []
    return listed
