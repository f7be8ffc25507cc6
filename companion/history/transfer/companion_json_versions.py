"""Upgrades rows of older versions of the companion's own format to the current one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.history.transfer.contents import EventRow, TableRow
from companion.sheet_pages.page_names import RULINGS
from scoring import game as find_game
from scoring.model.rulings import PRESET

DETAILS = {"place": "", "note": ""}
OPEN_RANGE = dict.fromkeys(("best", "worst", "known", "least", "most"))
"""A seat's places and total still possible while cells are blank."""


def add_table_fields(row: dict[str, Any], version: int) -> None:
    """Adds the fields that a table did not have yet in an older version."""
    if version < 3:
        row |= DETAILS | {"held": None}
    if version < 4:
        row["turns"] = {"times": {}, "turns": {}, "shown": False}


def add_play_fields(row: dict[str, Any], version: int) -> None:
    """Adds the fields that a game without a table did not have yet in an older version."""
    if version < 3:
        row |= DETAILS
    if version < 6 and isinstance(row.get("seats"), list):
        row["seats"] = [s | OPEN_RANGE if isinstance(s, dict) else s for s in row["seats"]]


def add_cells(table: TableRow, version: int) -> TableRow:
    """Adds the cells that events of an older version implied and did not write."""
    if version < 2:
        table = _spell_out_presets(table)
    return _fill_in_none(table) if version < 5 and table.finished else table


def _spell_out_presets(table: TableRow) -> TableRow:
    """Adds blank rulings to events that chose a preset (a set of rulings).

    A ruling is a table's answer to an open rules question. Choosing a preset clears them all, but
    version 1 did not write these cells.
    """
    paths = {path: None for event in table.events for path in event.cells}
    answered = {path: None for path in paths if path.startswith(f"{RULINGS}/")}
    events = [
        replace(event, cells=answered | event.cells)
        if f"{RULINGS}/{PRESET}" in event.cells
        else event
        for event in table.events
    ]
    return replace(table, events=tuple(events))


def _fill_in_none(table: TableRow) -> TableRow:
    """Adds an event to a finished game that fills in “none” where cells are blank.

    Until version 4 a blank counted as none.
    """
    sheet = find_game(table.game).sheet
    taken = sheet.take(table.state)
    if table.finished is None or taken.errors:
        return table  # an error is reported later; or the total is open anyhow
    cells, number = sheet.rest_none(taken.state), len(table.events)
    none = EventRow(
        number + 1, table.finished, "", number, "the-rest-was-none", dict(cells), {}, None
    )
    state = sheet.put(table.state, dict(cells))
    return replace(table, state=state, events=(*table.events, none))
