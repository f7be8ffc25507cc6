"""States of a seat's sheet limited to what is public by the game's rules.

A screen hides a seat's sheet in the app, but what lies openly on the real table is no secret.
"""

from __future__ import annotations

from collections.abc import Set

from companion.sheet_pages.value_names import cell_name, value_name
from companion.tables.access import visible
from companion.tables.models import Table
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.text.localised import Text


def lying_open(game: Game, table: Table, seat: str, seen: Set[str]) -> State:
    """Returns the table's state limited to what calculators may use for a seat.

    Of other seats it has only what is public by the game's rules: a screen hides what a player
    writes down, not what lies visibly on the real table. After the end of the game it is the same
    as ``visible``. ``seen`` are the seats whose sheets the phone may see.
    """
    shown_seats = visible(table, seen)
    if table.finished:
        return shown_seats
    open_ = game.sheet.lying_open(table.state, seat)["seats"]
    less = game.sheet.lying_open(table.state, seat, with_decisions=False)["seats"]
    seats = {s: open_[s] if s in seen else less[s] for s in open_}
    if seat not in seen:
        seats[seat] = shown_seats["seats"][seat]
    return shown_seats | {"seats": seats}


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
