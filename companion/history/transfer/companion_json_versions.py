"""Upgrades the content of files of older versions to the current format, in place."""

from __future__ import annotations

from typing import Any

from companion.history.transfer.companion_json import OPEN_FIELDS
from companion.sheet_pages.sheet_sections import RULINGS
from scoring import game as find_game
from scoring import games
from scoring.model.rulings import PRESET


def spell_out_presets(raw: dict[str, Any]) -> None:
    """Adds blank rulings to events that chose a preset (a set of rulings), in version 1 files.

    A ruling is a table's answer to an open rules question. Choosing a preset clears them all, but
    version 1 did not write these cells.
    """
    tables = raw.get("tables")
    for table in tables if isinstance(tables, list) else ():
        events = table.get("events") if isinstance(table, dict) else None
        held = [
            event["cells"]
            for event in (events if isinstance(events, list) else ())
            if isinstance(event, dict) and isinstance(event.get("cells"), dict)
        ]
        answered = {path for cells in held for path in cells if path.startswith(f"{RULINGS}/")}
        for cells in held:
            if f"{RULINGS}/{PRESET}" in cells:
                cells |= {path: None for path in answered - set(cells)}


def say_nothing_beside(raw: dict[str, Any]) -> None:
    """Adds empty date, place and note, for files of version 2 or older."""
    for key, blank in (
        ("tables", {"held": None, "place": "", "note": ""}),
        ("plays", {"place": "", "note": ""}),
    ):
        rows = raw.get(key)
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict):
                row |= blank


def stop_no_turns(raw: dict[str, Any]) -> None:
    """Adds an empty turn clock, for files of version 3 or older."""
    rows = raw.get("tables")
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict):
            row["turns"] = {"times": {}, "turns": {}, "shown": False}


def know_no_range(raw: dict[str, Any]) -> None:
    """Adds blank ranges of totals left open by blank cells, for files of version 5 or older."""
    plays = raw.get("plays")
    for play in plays if isinstance(plays, list) else ():
        seats = play.get("seats") if isinstance(play, dict) else None
        for seat in seats if isinstance(seats, list) else ():
            if isinstance(seat, dict):
                seat |= dict.fromkeys(OPEN_FIELDS)


def say_none(raw: dict[str, Any]) -> None:
    """Adds an event to each finished game that fills in “none” where cells are blank.

    For files of version 4 or older, where a blank counted as none.
    """
    rows = raw.get("tables")
    for row in rows if isinstance(rows, list) else ():
        if not isinstance(row, dict) or not row.get("finished") or row.get("game") not in games():
            continue
        state, events = row.get("state"), row.get("events")
        sheet = find_game(str(row["game"])).sheet
        taken = sheet.take(state)
        if taken.errors or not isinstance(events, list) or not isinstance(state, dict):
            continue  # the reader reports what is wrong with it; or its total is open anyhow
        cells = sheet.rest_none(taken.state)
        row["state"] = sheet.put(state, dict(cells))
        event = {"number": len(events) + 1, "at": row["finished"], "seat": "", "base": len(events)}
        event |= {"form": "the-rest-was-none", "cells": cells, "refused": {}, "undoes": None}
        row["events"] = [*events, event]
