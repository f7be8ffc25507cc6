"""Export of whole tables in the companion's own format, with all events (changes of cells).

Phones, links, codes, groups and the table's key are left out: a file grants no access. An import
computes the sheets from the events, also cells that only another version of the app knows; undo
still works there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any

from companion.history.record_seats import seats_json
from companion.history.records import Record
from companion.history.transfer.reading import MOST_BYTES
from companion.tables import ledger
from companion.tables.models import Event, Table
from companion.tables.turn_clock import TurnClock
from scoring import game as find_game
from scoring import games
from scoring.model.plan import State

FORMAT = "boardgame-companion"
VERSION = 6
MOST_TABLES = 500
MOST_PATH = 200
MOST_KEY = 40
MOST_PLAYS = 20_000
MOST_PLACE, MOST_NOTE = 60, 500
MOST_NAME = 60


def screened(table: Table) -> bool:
    """True if some seat's sheet is still hidden from other players by a screen.

    Such a table is not exported, as its events contain all cells.
    """
    return table.screens and not set(table.state["seats"]) <= set(table.revealed)


def parts(
    tables: Iterable[Table],
    plays: Iterable[Record] = (),
    aliases: Iterable[tuple[str, str]] = (),
    *,
    now: datetime,
) -> list[bytes]:
    """Returns tables, finished games and aliases of players as files for an import; mostly one.

    ``plays``: games without a table. ``aliases``: pairs (spelling, name). ``now``: time
        of the export. Tables with a sheet hidden by a screen are left out; ``behind_screens`` in
        the file is their number. A single table beyond the limits is still written, but cannot be
        imported.
    """
    open_tables, hidden = [], 0
    for table in tables:
        if screened(table):
            hidden += 1
        else:
            open_tables.append(table)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "exported": now.isoformat(),
        "behind_screens": hidden,
        "merged": [{"spelling": spelling, "name": name} for spelling, name in aliases],
    }
    rows = [("tables", compact_json(_table(table, now))) for table in open_tables]
    rows += [("plays", compact_json(_play(play))) for play in plays]
    room = MOST_BYTES - len(compact_json(head)) - 100
    files: list[dict[str, list[str]]] = [{"tables": [], "plays": []}]
    size = 0
    for kind, row in rows:
        length = len(row.encode()) + 1
        full = len(files[-1]["tables"]) >= MOST_TABLES or len(files[-1]["plays"]) >= MOST_PLAYS
        if size and (full or size + length > room):
            files.append({"tables": [], "plays": []})
            size = 0
        files[-1][kind].append(row)
        size += length
    return [_file(head, each["tables"], each["plays"]) for each in files]


def _file(head: Mapping[str, object], tables: list[str], plays: list[str]) -> bytes:
    """Returns a file's content: the head, then tables and games, which are JSON texts already."""
    opening = compact_json(head).removesuffix("}")
    rows = f'"tables":[{",".join(tables)}],"plays":[{",".join(plays)}]'
    return f"{opening},{rows}}}\n".encode()


def compact_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _table(table: Table, now: datetime) -> dict[str, Any]:
    events = list(table.events.all())
    return {
        "uid": str(table.uid),
        "game": table.game,
        "made": table.made.isoformat(),
        "finished": table.finished and table.finished.isoformat(),
        "held": table.played_on and table.played_on.isoformat(),
        "place": table.place,
        "note": table.note,
        "screens": table.screens,
        "revealed": [seat for seat in table.revealed if seat in table.state["seats"]],
        "turns": _turns(TurnClock.read(table.turns), now),
        "first": _first(table, events),
        "state": table.state,
        "events": [_event(event) for event in events],
    }


def _turns(clock: TurnClock, now: datetime) -> dict[str, Any]:
    """Returns each seat's time so far, with the clock paused, since no turn runs on in a file."""
    still = clock.paused(round(now.timestamp() * 1000))
    return {"times": still.times, "turns": still.turns, "shown": still.shown}


def _first(table: Table, events: list[Event]) -> State:
    """Returns the table's state before its first event.

    Only the seats if the game is not installed.
    """
    if table.game in games():
        return ledger.opening(find_game(table.game).sheet, table.state, events)
    return {"game": table.game, "seats": {seat: {} for seat in table.state["seats"]}}


def event_key(key: str) -> str:
    """Returns an event's key, or a hash of it if the key does not fit every database."""
    fits = len(key) <= MOST_KEY and "\0" not in key
    return key if fits else sha256(key.encode()).hexdigest()[:MOST_KEY]


def _event(event: Event) -> dict[str, Any]:
    return {
        "number": event.number,
        "at": event.at.isoformat(),
        "seat": event.seat,
        "base": event.base,
        "form": event_key(event.idempotency_key),
        "cells": event.cells,
        "refused": event.refused,
        "undoes": event.undoes,
    }


OPEN_FIELDS = ("best", "worst", "known", "least", "most")
"""Fields of a seat whose place or total is open: the places and totals still possible."""
PLAY_SEAT_FIELDS = ("seat", "name", "place", "total", "first", *OPEN_FIELDS)
"""Fields of a seat in a game without a sheet."""


def _play(record: Record) -> dict[str, Any]:
    return {
        "uid": record.key,
        "game": record.game,
        "played": record.played.isoformat(),
        "minutes": record.minutes,
        "place": record.place,
        "note": record.note,
        "seats": [
            {key: seat[key] for key in PLAY_SEAT_FIELDS} for seat in seats_json(record.seats)
        ],
    }
