"""Upgrades the content of files of older versions to the current format, in place."""

from __future__ import annotations

from typing import Any

from companion.history.transfer.companion_json import OPEN_FIELDS
from companion.sheet_pages.page_names import RULINGS
from scoring import game as find_game
from scoring import games
from scoring.model.rulings import PRESET


def spell_out_presets(raw: dict[str, Any]) -> None:
    """Adds blank rulings to events that chose a preset (a set of rulings), in version 1 files.

    A ruling is a table's answer to an open rules question. Choosing a preset clears them all, but
    version 1 did not write these cells.
    """
    for table in _objects(raw, "tables"):
        events = [event.get("cells") for event in _objects(table, "events")]
        changes = [cells for cells in events if isinstance(cells, dict)]
        answered = {path for cells in changes for path in cells if path.startswith(f"{RULINGS}/")}
        for cells in changes:
            if f"{RULINGS}/{PRESET}" in cells:
                cells |= {path: None for path in answered - set(cells)}


def add_details(raw: dict[str, Any]) -> None:
    """Adds empty date, place and note, for files of version 2 or older."""
    for table in _objects(raw, "tables"):
        table |= {"held": None, "place": "", "note": ""}
    for play in _objects(raw, "plays"):
        play |= {"place": "", "note": ""}


def add_turn_clock(raw: dict[str, Any]) -> None:
    """Adds an empty turn clock, for files of version 3 or older."""
    for table in _objects(raw, "tables"):
        table["turns"] = {"times": {}, "turns": {}, "shown": False}


def fill_in_none(raw: dict[str, Any]) -> None:
    """Adds an event to each finished game that fills in “none” where cells are blank.

    For files of version 4 or older, where a blank counted as none.
    """
    for table in _objects(raw, "tables"):
        if not table.get("finished") or table.get("game") not in games():
            continue
        state, events = table.get("state"), table.get("events")
        sheet = find_game(str(table["game"])).sheet
        taken = sheet.take(state)
        if taken.errors or not isinstance(events, list) or not isinstance(state, dict):
            continue  # the reader reports what is wrong with it; or its total is open anyhow
        cells = sheet.rest_none(taken.state)
        table["state"] = sheet.put(state, dict(cells))
        number = len(events) + 1
        event = {"number": number, "at": table["finished"], "seat": "", "base": len(events)}
        event |= {"form": "the-rest-was-none", "cells": cells, "refused": {}, "undoes": None}
        table["events"] = [*events, event]


def add_open_ranges(raw: dict[str, Any]) -> None:
    """Adds blank ranges of totals left open by blank cells, for files of version 5 or older."""
    for play in _objects(raw, "plays"):
        for seat in _objects(play, "seats"):
            seat |= dict.fromkeys(OPEN_FIELDS)


UPGRADES = (spell_out_presets, add_details, add_turn_clock, fill_in_none, add_open_ranges)
"""Upgrades from each version to the next, from version 1 on."""


def _objects(raw: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """Returns the JSON objects in a list of ``raw``; the reader reports everything else."""
    rows = raw.get(key)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
