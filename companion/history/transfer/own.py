"""Whole tables in a file of our own: every event, so that undo still works after the move.

Phones, links, codes and groups stay behind, and so does the table's key: a file opens nothing.
A table comes back only if its events, played again, give the state that the file says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from companion.history.records import Record, RecordSeat, seats_json
from companion.history.transfer.reading import (
    MOST_BYTES,
    Unusable,
    add,
    loads,
    moment,
    shown,
    whole,
    words,
)
from companion.tables import ledger
from companion.tables.models import Event, Table
from companion.web.forms import RULINGS
from companion.web.words import say
from scoring import game as find_game
from scoring import games
from scoring.core.cells import Value
from scoring.core.game import Game
from scoring.core.plan import State
from scoring.core.problem import CellError, Unreadable
from scoring.core.rulings import PRESET
from scoring.core.sheet import SHARED, Sheet

FORMAT = "boardgame-companion"
VERSION = 2
MOST_TABLES = 500
MOST_EVENTS = 2000
MOST_PLAYS = 20_000
MOST_POINTS = 10**9

_SEAT = re.compile(r"p[1-9]\Z")
_PLAY_SEAT = re.compile(r"p[1-9][0-9]?\Z")

OBJECT = say("import-object")
LIST = say("import-list")
TIME = say("import-time")
YES_NO = say("import-true-or-false")
TWICE = say("import-twice")


@dataclass(frozen=True, slots=True)
class WholeEvent:
    """An event as a file holds it; ``ledger.fold`` takes it as it is."""

    number: int
    at: datetime
    seat: str
    base: int
    idempotency_key: str
    cells: Mapping[str, Value | None]
    refused: Mapping[str, Value | None]
    undoes: int | None


@dataclass(frozen=True, slots=True)
class WholeTable:
    """A table as a file holds it, checked: ``state`` is what its events say."""

    uid: UUID
    game: str
    made: datetime
    finished: datetime | None
    screens: bool
    revealed: tuple[str, ...]
    state: State
    events: tuple[WholeEvent, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file holds, and why the rest of it stays out."""

    tables: tuple[WholeTable, ...]
    plays: tuple[Record, ...]
    faults: list[CellError]


# ── leaving ────────────────────────────────────────────────────────────────────────────


def screened(table: Table) -> bool:
    """Whether a seat's sheet is still behind its screen; the ledger would tell it to all."""
    return table.screens and not set(table.state["seats"]) <= set(table.revealed)


def parts(tables: Iterable[Table], plays: Iterable[Record] = (), *, now: datetime) -> list[bytes]:
    """Files that hold all of this, each small enough to be taken in again; mostly one.

    Tables with a screen up are left out, and the file says how many. A lone table beyond the
    limits is still written: its file can be read by people and by nobody else's program.
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
    }
    rows = [("tables", _dumped(_table(table))) for table in open_tables]
    rows += [("plays", _dumped(_play(play))) for play in plays]
    room = MOST_BYTES - len(_dumped(head)) - 100
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
    """The rows are JSON already: joined, not written a second time."""
    opening = _dumped(head).removesuffix("}")
    rows = f'"tables":[{",".join(tables)}],"plays":[{",".join(plays)}]'
    return f"{opening},{rows}}}\n".encode()


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _table(table: Table) -> dict[str, Any]:
    return {
        "uid": str(table.uid),
        "game": table.game,
        "made": table.made.isoformat(),
        "finished": table.finished and table.finished.isoformat(),
        "screens": table.screens,
        "revealed": list(table.revealed),
        "first": ledger.opening(find_game(table.game).sheet, table.state),
        "state": table.state,
        "events": [_event(event) for event in table.events.all()],
    }


def _event(event: Event) -> dict[str, Any]:
    return {
        "number": event.number,
        "at": event.at.isoformat(),
        "seat": event.seat,
        "base": event.base,
        "form": event.idempotency_key,
        "cells": event.cells,
        "refused": event.refused,
        "undoes": event.undoes,
    }


def _play(record: Record) -> dict[str, Any]:
    return {
        "uid": record.key,
        "game": record.game,
        "played": record.played.isoformat(),
        "minutes": record.minutes,
        "seats": seats_json(record.seats),
    }


# ── coming back ────────────────────────────────────────────────────────────────────────


def read(data: bytes) -> Reading:
    """Everything in the file that is whole; never raises, whatever the bytes are."""
    try:
        raw = loads(data)
        _recognised(raw)
    except Unusable as error:
        return Reading((), (), [error.fault])
    faults: list[CellError] = []
    tables = _each(raw, "tables", MOST_TABLES, _whole_table, faults)
    plays = _each(raw, "plays", MOST_PLAYS, _whole_play, faults)
    once = {table.uid: table for table in reversed(tables)}
    for n, table in enumerate(tables):
        if once[table.uid] is not table:
            add(faults, f"tables/{n}", TWICE)
    kept = tuple(table for table in tables if once[table.uid] is table)
    return Reading(kept, tuple({play.key: play for play in plays}.values()), faults)


def _recognised(raw: dict[str, Any]) -> None:
    if raw.get("format") != FORMAT:
        raise Unusable(
            "format",
            say("import-not-ours"),
        )
    version = whole(raw.get("version"))
    if version == 1:
        _spell_out_presets(raw)
    elif version != VERSION:
        raise Unusable(
            "version",
            say("import-version", n=shown(raw.get("version")), known=VERSION),
        )


def _spell_out_presets(raw: dict[str, Any]) -> None:
    """In version 1 a preset answered every ruling without saying so; now its event blanks them."""
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


def _each[Whole](
    raw: dict[str, Any],
    key: str,
    most: int,
    take: Callable[[str, object], Whole],
    faults: list[CellError],
) -> list[Whole]:
    rows = raw.get(key, [])
    if not isinstance(rows, list):
        add(faults, key, LIST)
        return []
    if len(rows) > most:
        add(faults, key, say("import-cut-off", n=most))
    found = []
    for n, row in enumerate(rows[:most]):
        try:
            found.append(take(f"{key}/{n}", row))
        except Unusable as error:
            add(faults, error.fault.path, error.fault.message)
    return found


def _whole_table(path: str, raw: object) -> WholeTable:
    """The table in a row of the file. Raises ``Unusable`` naming the first thing wrong."""
    row = _object(
        path,
        raw,
        ("uid", "game", "made", "finished", "screens", "revealed", "first", "state", "events"),
    )
    game = _scoring_game(f"{path}/game", row["game"])
    if not isinstance(row["screens"], bool):
        raise Unusable(f"{path}/screens", YES_NO)
    first = _opening(path, game, row)
    seats = tuple(first["seats"])
    revealed = row["revealed"]
    if not isinstance(revealed, list) or not all(seat in seats for seat in revealed):
        raise Unusable(f"{path}/revealed", say("import-list-of-seats"))
    finished = None if row["finished"] is None else _time(f"{path}/finished", row["finished"])
    events = _events(f"{path}/events", row["events"], game, seats)
    state = ledger.fold(game.sheet, first, events)
    if state != row["state"]:
        raise Unusable(
            f"{path}/state",
            say("import-sum"),
        )
    return WholeTable(
        uid=_uid(f"{path}/uid", row["uid"]),
        game=game.slug,
        made=_time(f"{path}/made", row["made"]),
        finished=finished,
        screens=row["screens"],
        revealed=tuple(dict.fromkeys(revealed)),
        state=state,
        events=events,
    )


def _opening(path: str, game: Game, row: dict[str, Any]) -> State:
    """The state that the table was opened with: its seats are all that a file may choose."""
    given = row["first"]
    seats = given.get("seats") if isinstance(given, dict) else None
    if not isinstance(seats, dict) or not seats:
        raise Unusable(f"{path}/first", say("sheet-no-seat"))
    for seat in seats:
        if not _SEAT.match(seat) or int(seat[1:]) > game.sheet.most_seats:
            raise Unusable(
                f"{path}/first/seats/{shown(seat)}", say("sheet-seats", n=game.sheet.most_seats)
            )
    first = ledger.opening(game.sheet, {"seats": dict.fromkeys(seats)})
    if first != given:
        raise Unusable(
            f"{path}/first",
            say("import-other-start"),
        )
    return first


def _events(path: str, raw: object, game: Game, seats: tuple[str, ...]) -> tuple[WholeEvent, ...]:
    if not isinstance(raw, list):
        raise Unusable(path, LIST)
    if len(raw) > MOST_EVENTS:
        raise Unusable(path, say("import-at-most", n=MOST_EVENTS))
    found: list[WholeEvent] = []
    forms: set[str] = set()
    for n, each in enumerate(raw, 1):
        event = _whole_event(f"{path}/{n - 1}", n, each, game, seats)
        if event.idempotency_key in forms:
            raise Unusable(f"{path}/{n - 1}/form", TWICE)
        forms.add(event.idempotency_key)
        found.append(event)
    return tuple(found)


def _whole_event(
    path: str, number: int, raw: object, game: Game, seats: tuple[str, ...]
) -> WholeEvent:
    row = _object(path, raw, ("number", "at", "seat", "base", "form", "cells", "refused", "undoes"))
    if whole(row["number"]) != number:
        message = say("import-event-number")
        raise Unusable(f"{path}/number", message)
    base = whole(row["base"])
    # a browser may claim to have seen more than there was; the ledger keeps what it claimed
    if base is None or not 0 <= base < MOST_POINTS:
        raise Unusable(f"{path}/base", say("import-base"))
    form = row["form"]
    if not isinstance(form, str) or not 0 < len(form) <= 40 or "\0" in form:
        message = say("import-key")
        raise Unusable(f"{path}/form", message)
    if row["seat"] not in ("", *seats):
        raise Unusable(f"{path}/seat", say("no-such-seat"))
    cells = _cells(f"{path}/cells", row["cells"], game, seats)
    refused = _cells(f"{path}/refused", row["refused"], game, seats)
    undoes = row["undoes"]
    if undoes is not None:
        earlier = whole(undoes)
        if earlier is None or not 0 < earlier < number or cells or refused:
            message = say("import-undo")
            raise Unusable(f"{path}/undoes", message)
    return WholeEvent(
        number=number,
        at=_time(f"{path}/at", row["at"]),
        seat=row["seat"],
        base=base,
        idempotency_key=form,
        cells=cells,
        refused=refused,
        undoes=undoes,
    )


def _cells(path: str, raw: object, game: Game, seats: tuple[str, ...]) -> dict[str, Value | None]:
    """Cells with values that their sheet would have recorded just so, under any limit."""
    if not isinstance(raw, dict):
        raise Unusable(path, OBJECT)
    for cell, value in raw.items():
        where = f"{path}/{shown(cell)}"
        _checked(where, game.sheet, cell, value, seats)
    return raw


def _checked(where: str, sheet: Sheet, path: str, value: object, seats: tuple[str, ...]) -> None:
    cell = sheet.cell(path)
    if cell is None or path.partition("/")[0] not in (*SHARED, *seats):
        raise Unusable(where, say("no-such-cell"))
    if value is None:
        return
    try:
        read = cell.stored(value)
    except Unreadable as error:
        raise Unusable(where, error.message) from None
    # 1 is not true, and 0 would have been recorded as blank
    if type(read) is not type(value) or read != value:
        raise Unusable(
            where,
            say("import-not-recordable"),
        )


def _whole_play(path: str, raw: object) -> Record:
    row = _object(path, raw, ("uid", "game", "played", "minutes", "seats"))
    if not isinstance(row["game"], str) or row["game"] not in games():
        raise _no_game(f"{path}/game", row["game"])
    if not isinstance(row["seats"], list) or not 0 < len(row["seats"]) < 100:
        raise Unusable(f"{path}/seats", LIST)
    return Record(
        key=str(_uid(f"{path}/uid", row["uid"])),
        game=row["game"],
        played=_time(f"{path}/played", row["played"]),
        seats=tuple(_play_seat(f"{path}/seats/{n}", s) for n, s in enumerate(row["seats"])),
        state={},
        source="import",
        minutes=_number(f"{path}/minutes", row["minutes"], 0),
    )


def _play_seat(path: str, raw: object) -> RecordSeat:
    row = _object(path, raw, ("seat", "name", "place", "total", "first"))
    if not isinstance(row["seat"], str) or not _PLAY_SEAT.match(row["seat"]):
        raise Unusable(f"{path}/seat", say("no-such-seat"))
    name = words(row["name"], 60)
    if name != row["name"]:
        raise Unusable(f"{path}/name", say("import-name"))
    place = _number(f"{path}/place", row["place"], 1)
    total = _number(f"{path}/total", row["total"], -MOST_POINTS)
    if not isinstance(row["first"], bool):
        raise Unusable(f"{path}/first", YES_NO)
    return RecordSeat(row["seat"], name, place, total, row["first"])


def _number(path: str, value: object, least: int) -> int | None:
    if value is None:
        return None
    number = whole(value)
    if number is None or not least <= number <= MOST_POINTS:
        raise Unusable(path, say("needs-number"))
    return number


def _object(path: str, raw: object, keys: tuple[str, ...]) -> dict[str, Any]:
    """``raw`` with exactly these keys. Raises ``Unusable``."""
    if not isinstance(raw, dict):
        raise Unusable(path, OBJECT)
    for key in keys:
        if key not in raw:
            raise Unusable(f"{path}/{key}", say("import-missing"))
    for key in raw:
        if key not in keys:
            raise Unusable(f"{path}/{shown(key)}", say("import-not-known"))
    return raw


def _time(path: str, value: object) -> datetime:
    found = moment(value)
    if found is None:
        raise Unusable(path, TIME)
    return found


def _uid(path: str, value: object) -> UUID:
    try:
        found = UUID(value) if isinstance(value, str) else None
    except ValueError:
        found = None
    if found is None or str(found) != value:
        raise Unusable(path, say("import-uuid"))
    return found


def _scoring_game(path: str, slug: object) -> Game:
    if not isinstance(slug, str) or slug not in games():
        raise _no_game(path, slug)
    game = find_game(slug)
    if game.stage == "draft" or not game.sheet.sections:
        raise _no_game(path, slug)
    return game


def _no_game(path: str, slug: object) -> Unusable:
    return Unusable(path, say("import-no-game", slug=shown(slug)))
