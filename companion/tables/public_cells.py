"""Lists what is public of a seat's sheet by the game's rules.

A screen hides a seat's sheet in the app, but what lies openly on the real table is no secret.
"""

from __future__ import annotations

from companion.sheet_pages.cell_messages import cell_name, value_name
from companion.tables.models import Table
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.text.localised import Text


def open_by_the_rules(
    game: Game, table: Table, seat: str
) -> list[tuple[Text, list[tuple[Text, Text]]]]:
    """Returns what is public by the game's rules about a seat whose sheet a phone may not see.

    For each section of the sheet: its label, and name and value of each public cell. Neither the
    seat's decisions (how it would use its pieces best) nor anything that the rules hide are
    included.
    """
    state = game.sheet.lying_open(game.sheet.known_part(table.state), "", with_decisions=False)
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
