"""Whole tables in a file of our own: every event, so that undo still works after the move.

Phones, links, codes and groups stay behind, and so does the table's key: a file opens nothing.
Its events are what counts: a table comes back as they say, cells of other versions included.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
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
from companion.tables.turnclock import TurnClock
from companion.web.forms import RULINGS
from companion.web.words import say
from scoring import game as find_game
from scoring import games
from scoring.core import clock
from scoring.core.cells import Value
from scoring.core.game import Game
from scoring.core.plan import State
from scoring.core.problem import CellError
from scoring.core.rulings import PRESET

FORMAT = "boardgame-companion"
VERSION = 5
MOST_TABLES = 500
MOST_PATH = 200
MOST_VALUE = 2000
"""Characters of a value as JSON: more than any version ever recorded."""
MOST_KEY = 40
MOST_NUMBER = 2**31 - 1
MOST_PLAYS = 20_000
MOST_PHASES, MOST_PHASE = 60, 40
MOST_MERGED = 500
MOST_PLACE, MOST_NOTE = 60, 500
MOST_NAME, MOST_SPELLING = 60, 60 * 18
"""One character can be compared as eighteen."""
MOST_POINTS = 10**9

AT_A_TIME = 1.8
"""Seconds for the tables of one file: the rest of a request's is for keeping and showing them."""

_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\Z")
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
    held: datetime | None = None
    place: str = ""
    note: str = ""
    turns: TurnClock = field(default_factory=TurnClock)


@dataclass(frozen=True, slots=True)
class Reading:
    """The contents of a file, and why the rest of it stays out.

    Of its tables so many are there already, and so many are left: there was no time for them.
    ``merged`` are spellings with the names that they count as.
    """

    tables: tuple[WholeTable, ...]
    plays: tuple[Record, ...]
    faults: list[CellError]
    there: int = 0
    left: int = 0
    merged: tuple[tuple[str, str], ...] = ()


# ── leaving ────────────────────────────────────────────────────────────────────────────


def screened(table: Table) -> bool:
    """True if a seat's sheet is still behind its screen; the ledger would tell it to all."""
    return table.screens and not set(table.state["seats"]) <= set(table.revealed)


def parts(
    tables: Iterable[Table],
    plays: Iterable[Record] = (),
    merged: Iterable[tuple[str, str]] = (),
    *,
    now: datetime,
) -> list[bytes]:
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
        "merged": [{"spelling": spelling, "name": name} for spelling, name in merged],
    }
    rows = [("tables", _dumped(_table(table, now))) for table in open_tables]
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


def _table(table: Table, now: datetime) -> dict[str, Any]:
    events = list(table.events.all())
    return {
        "uid": str(table.uid),
        "game": table.game,
        "made": table.made.isoformat(),
        "finished": table.finished and table.finished.isoformat(),
        "held": table.held and table.held.isoformat(),
        "place": table.place,
        "note": table.note,
        "screens": table.screens,
        "revealed": [seat for seat in table.revealed if seat in table.state["seats"]],
        "turns": _turns(TurnClock.read(table.turns), now),
        "first": _first(table, events),
        "state": table.state,
        "events": [_event(event) for event in events],
    }


def _turns(kept: TurnClock, now: datetime) -> dict[str, Any]:
    """Time that each seat took so far. The clock stands still: a file has no current turn."""
    still = kept.paused(round(now.timestamp() * 1000))
    return {"times": still.times, "turns": still.turns, "shown": still.shown}


def _first(table: Table, events: list[Event]) -> State:
    """The table as it was opened; of a game that is not here any more its seats alone."""
    if table.game in games():
        return ledger.opening(find_game(table.game).sheet, table.state, events)
    return {"game": table.game, "seats": {seat: {} for seat in table.state["seats"]}}


def _form(key: str) -> str:
    """The key of an event as every database holds it; an odd one gets another that is as good."""
    fits = len(key) <= MOST_KEY and "\0" not in key
    return key if fits else sha256(key.encode()).hexdigest()[:MOST_KEY]


def _event(event: Event) -> dict[str, Any]:
    return {
        "number": event.number,
        "at": event.at.isoformat(),
        "seat": event.seat,
        "base": event.base,
        "form": _form(event.idempotency_key),
        "cells": event.cells,
        "refused": event.refused,
        "undoes": event.undoes,
    }


PLAY_SEAT = ("seat", "name", "place", "total", "first")
"""What a file says of a seat without a sheet: what is settled, no more."""


def _play(record: Record) -> dict[str, Any]:
    return {
        "uid": record.key,
        "game": record.game,
        "played": record.played.isoformat(),
        "minutes": record.minutes,
        "place": record.place,
        "note": record.note,
        "seats": [{key: seat[key] for key in PLAY_SEAT} for seat in seats_json(record.seats)],
    }


# ── coming back ────────────────────────────────────────────────────────────────────────


def read(data: bytes, there: Callable[[UUID], bool] = lambda _: False) -> Reading:
    """Everything in the file that is whole; never raises, whatever the bytes are.

    Tables that are ``there`` are not read again, so that a file too long for one time goes on
    where it stopped.
    """
    try:
        raw = loads(data)
        _recognised(raw)
    except Unusable as error:
        return Reading((), (), [error.fault])
    faults: list[CellError] = []
    known = left = 0

    def whole_table(path: str, row: object) -> WholeTable | None:
        nonlocal known, left
        uid = row.get("uid") if isinstance(row, dict) else None
        if isinstance(uid, str) and _UUID.match(uid) and there(UUID(uid)):
            known += 1
            return None
        try:
            with clock.within():
                return _whole_table(path, row, faults)
        except clock.OutOfTime:
            left += 1
            return None

    with clock.within(AT_A_TIME):
        found = _each(raw, "tables", MOST_TABLES, whole_table, faults)
    tables = [table for table in found if table]
    plays = _each(raw, "plays", MOST_PLAYS, _whole_play, faults)
    once = {table.uid: table for table in reversed(tables)}
    for n, table in enumerate(found):
        if table and once[table.uid] is not table:
            add(faults, f"tables/{n}", TWICE)
    kept = tuple(table for table in tables if once[table.uid] is table)
    once_each = tuple({play.key: play for play in plays}.values())
    merged = tuple(_each(raw, "merged", MOST_MERGED, _merged, faults))
    return Reading(kept, once_each, faults, known, left, merged)


def _recognised(raw: dict[str, Any]) -> None:
    if raw.get("format") != FORMAT:
        raise Unusable(
            "format",
            say("import-not-ours"),
        )
    version = whole(raw.get("version"))
    if version == 1:
        _spell_out_presets(raw)
    if version in (1, 2):
        _say_nothing_beside(raw)
    if version in (1, 2, 3):
        _stop_no_turns(raw)
    if version in (1, 2, 3, 4):
        _say_none(raw)
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


def _say_nothing_beside(raw: dict[str, Any]) -> None:
    """Until version 2 nobody could write anything about a game that was over."""
    for key, blank in (
        ("tables", {"held": None, "place": "", "note": ""}),
        ("plays", {"place": "", "note": ""}),
    ):
        rows = raw.get(key)
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict):
                row |= blank


def _stop_no_turns(raw: dict[str, Any]) -> None:
    """Until version 3 a file did not say how long anybody took."""
    rows = raw.get("tables")
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict):
            row["turns"] = {"times": {}, "turns": {}, "shown": False}


def _say_none(raw: dict[str, Any]) -> None:
    """Until version 4 a blank counted as none; now an event says so of games that were over."""
    rows = raw.get("tables")
    for row in rows if isinstance(rows, list) else ():
        if not isinstance(row, dict) or not row.get("finished") or row.get("game") not in games():
            continue
        state, events = row.get("state"), row.get("events")
        sheet = find_game(str(row["game"])).sheet
        read = sheet.take(state)
        if read.errors or not isinstance(events, list) or not isinstance(state, dict):
            continue  # what is wrong with it is said where it is read, or its total is open anyhow
        cells = sheet.rest_none(read.state)
        row["state"] = sheet.put(state, dict(cells))
        event = {"number": len(events) + 1, "at": row["finished"], "seat": "", "base": len(events)}
        event |= {"form": "the-rest-was-none", "cells": cells, "refused": {}, "undoes": None}
        row["events"] = [*events, event]


def _merged(path: str, raw: object) -> tuple[str, str]:
    row = _object(path, raw, ("spelling", "name"))
    return _line(f"{path}/spelling", row["spelling"], 60 * 18), _line(
        f"{path}/name", row["name"], 60
    )


def _line(path: str, value: object, most: int) -> str:
    """A line in somebody's own words. Raises ``Unusable`` for one that could not be shown."""
    found = words(value, most)
    if found != value:
        raise Unusable(path, say("import-line", n=most))
    return found


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


def _whole_table(path: str, raw: object, faults: list[CellError]) -> WholeTable:
    """The table in a row of the file. Raises ``Unusable`` naming the first thing wrong.

    What is odd but no reason to leave the table out is added to ``faults``.
    """
    row = _object(
        path,
        raw,
        ("uid", "game", "made", "finished", "held", "place", "note", "screens", "revealed", "turns",
         "first", "state", "events"),
    )  # fmt: skip
    game = _scoring_game(f"{path}/game", row["game"])
    if not isinstance(row["screens"], bool):
        raise Unusable(f"{path}/screens", YES_NO)
    first = _opening(path, game, row)
    finished = None if row["finished"] is None else _time(f"{path}/finished", row["finished"])
    events = _events(f"{path}/events", row["events"])
    state = ledger.fold(game.sheet, first, events)
    revealed = row["revealed"]
    if not isinstance(revealed, list) or not all(str(s) in state["seats"] for s in revealed):
        raise Unusable(f"{path}/revealed", say("import-list-of-seats"))
    if state != row["state"]:
        add(faults, f"{path}/state", say("import-sum"))
    return WholeTable(
        uid=_uid(f"{path}/uid", row["uid"]),
        game=game.slug,
        made=_time(f"{path}/made", row["made"]),
        finished=finished,
        screens=row["screens"],
        revealed=tuple(dict.fromkeys(revealed)),
        state=state,
        events=events,
        held=None if row["held"] is None else _time(f"{path}/held", row["held"]),
        place=_line(f"{path}/place", row["place"], MOST_PLACE),
        note=_line(f"{path}/note", row["note"], MOST_NOTE),
        turns=_whole_turns(f"{path}/turns", row["turns"]),
    )


def _whole_turns(path: str, raw: object) -> TurnClock:
    """A clock that stands still, with what everybody took before."""
    row = _object(path, raw, ("times", "turns", "shown"))
    if not isinstance(row["shown"], bool):
        raise Unusable(f"{path}/shown", YES_NO)
    times = {}
    for seat, phases in _seated(f"{path}/times", row["times"]):
        where = f"{path}/times/{seat}"
        if not isinstance(phases, dict) or len(phases) > MOST_PHASES:
            raise Unusable(where, OBJECT)
        for phase in phases:
            if words(phase, MOST_PHASE) != phase:
                raise Unusable(where, say("import-line", n=MOST_PHASE))
        times[seat] = {phase: _sum(where, spent) for phase, spent in phases.items()}
    begun = {seat: _sum(f"{path}/turns", n) for seat, n in _seated(f"{path}/turns", row["turns"])}
    return TurnClock(times=times, turns=begun, shown=row["shown"])


def _seated(path: str, raw: object) -> Iterable[tuple[str, object]]:
    """The seats as the file has them."""
    if not isinstance(raw, dict):
        raise Unusable(path, OBJECT)
    for seat in raw:
        if not _SEAT.match(seat):
            raise Unusable(path, say("no-such-seat"))
    return raw.items()


def _sum(path: str, value: object) -> int:
    found = _number(path, value, 0)
    if found is None:
        raise Unusable(path, say("needs-number"))
    return found


def _opening(path: str, game: Game, row: dict[str, Any]) -> State:
    """The state that the table was opened with: its seats are all that a file may choose.

    A seat that the box has no player for stays: another version's box may have had one.
    """
    given = row["first"]
    seats = given.get("seats") if isinstance(given, dict) else None
    if not isinstance(seats, dict) or not any(map(game.sheet.is_seat, seats)):
        raise Unusable(f"{path}/first", say("sheet-no-seat"))
    for seat in seats:
        if not _SEAT.match(seat):
            raise Unusable(
                f"{path}/first/seats/{shown(seat)}", say("sheet-seats", n=game.sheet.most_seats)
            )
    return ledger.opening(game.sheet, {"seats": dict.fromkeys(seats)}, ())


def _events(path: str, raw: object) -> tuple[WholeEvent, ...]:
    if not isinstance(raw, list):
        raise Unusable(path, LIST)
    found: list[WholeEvent] = []
    forms: set[str] = set()
    for n, each in enumerate(raw, 1):
        clock.check()
        event = _whole_event(f"{path}/{n - 1}", n, each)
        if event.idempotency_key in forms:
            raise Unusable(f"{path}/{n - 1}/form", TWICE)
        forms.add(event.idempotency_key)
        found.append(event)
    return tuple(found)


def _whole_event(path: str, number: int, raw: object) -> WholeEvent:
    row = _object(path, raw, ("number", "at", "seat", "base", "form", "cells", "refused", "undoes"))
    if whole(row["number"]) != number:
        message = say("import-event-number")
        raise Unusable(f"{path}/number", message)
    base = whole(row["base"])
    # a browser may claim to have seen more than there was; the ledger keeps what it claimed
    if base is None or not 0 <= base <= MOST_NUMBER:
        raise Unusable(f"{path}/base", say("import-base"))
    form = row["form"]
    if not isinstance(form, str) or form != _form(form):
        message = say("import-key")
        raise Unusable(f"{path}/form", message)
    if not isinstance(row["seat"], str) or (row["seat"] and not _SEAT.match(row["seat"])):
        raise Unusable(f"{path}/seat", say("no-such-seat"))
    cells = _cells(f"{path}/cells", row["cells"])
    refused = _cells(f"{path}/refused", row["refused"])
    undoes = row["undoes"]
    if undoes is not None:
        earlier = whole(undoes)
        if earlier is None or not 0 < earlier < number:
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


def _cells(path: str, raw: object) -> dict[str, Value | None]:
    """Cells as some version recorded them; what this one does not know is kept, and shown so."""
    if not isinstance(raw, dict):
        raise Unusable(path, OBJECT)
    for cell, value in raw.items():
        where = f"{path}/{shown(cell)}"
        if len(cell) > MOST_PATH or "\0" in cell:
            raise Unusable(where, say("no-such-cell"))
        said = _dumped(value)
        most = MOST_PATH if isinstance(value, list | dict) else MOST_VALUE
        if len(said) > most or "\\u0000" in said:
            raise Unusable(where, say("import-not-recordable"))
    return raw


def _whole_play(path: str, raw: object) -> Record:
    row = _object(path, raw, ("uid", "game", "played", "minutes", "place", "note", "seats"))
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
        place=_line(f"{path}/place", row["place"], MOST_PLACE),
        note=_line(f"{path}/note", row["note"], MOST_NOTE),
    )


def _play_seat(path: str, raw: object) -> RecordSeat:
    row = _object(path, raw, PLAY_SEAT)
    if not isinstance(row["seat"], str) or not _PLAY_SEAT.match(row["seat"]):
        raise Unusable(f"{path}/seat", say("no-such-seat"))
    name = words(row["name"], MOST_NAME)
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
