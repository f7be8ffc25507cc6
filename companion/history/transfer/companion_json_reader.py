"""Reads files of the companion's own format, of any version, and checks every value.

A reader is a function of a value and its path in the file. It returns the checked value, or raises
``Unusable``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from companion.history.record_seats import RecordSeat
from companion.history.records import Record
from companion.history.transfer.companion_json import (
    FORMAT,
    MOST_NAME,
    MOST_NOTE,
    MOST_PATH,
    MOST_PLACE,
    MOST_PLAYS,
    MOST_TABLES,
    VERSION,
    compact_json,
    event_key,
)
from companion.history.transfer.companion_json_versions import UPGRADES
from companion.history.transfer.reading import (
    FileContents,
    Unusable,
    WholeEvent,
    WholeTable,
    add,
    integer,
    loads,
    moment,
    one_line,
    printable,
)
from companion.messages import say
from companion.tables import ledger
from companion.tables.turn_clock import TurnClock
from scoring import game as find_game
from scoring import games
from scoring.game import Game
from scoring.model.breakdown import TotalRange
from scoring.model.plan import State
from scoring.model.validation import CellError, Value
from scoring.solving import deadline
from scoring.text.localised import Text

MOST_VALUE = 2000
"""Maximum length of a cell's value as JSON; more than any version ever recorded."""
MOST_NUMBER = 2**31 - 1
MOST_PHASES, MOST_PHASE = 60, 40
MOST_ALIASES, MOST_SPELLING = 500, 60 * 18
"""Maximum number, and length of a spelling: normalising can turn one character into eighteen."""
MOST_POINTS = 10**9

AT_A_TIME = 1.8
"""Seconds for reading the tables of one file; the rest of the request stores them."""

UUID_TEXT = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\Z")
SEAT = re.compile(r"p[1-9]\Z")
SEAT_OR_NONE = re.compile(r"(p[1-9])?\Z")
PLAY_SEAT = re.compile(r"p[1-9][0-9]?\Z")

OBJECT = say("import-object")
LIST = say("import-list")
TWICE = say("import-twice")
NO_SEAT = say("no-such-seat")

type Reader[T] = Callable[[str, object], T]


def read(data: bytes, exists: Callable[[UUID], bool] = lambda _: False) -> FileContents:
    """Returns all valid games of a file; raises no error, for any bytes.

    Tables for which ``exists`` returns true are skipped, so that importing a large file again
    continues where it stopped.
    """
    try:
        raw = loads(data)
        _upgrade(raw)
    except Unusable as error:
        return FileContents(faults=[error.fault])
    faults: list[CellError] = []
    there = left = 0

    def table(path: str, row: object) -> WholeTable | None:
        nonlocal there, left
        uid = row.get("uid") if isinstance(row, dict) else None
        if isinstance(uid, str) and UUID_TEXT.match(uid) and exists(UUID(uid)):
            there += 1
            return None
        try:
            with deadline.within():
                return _table(path, row, faults)
        except deadline.OutOfTime:
            left += 1
            return None

    with deadline.within(AT_A_TIME):
        rows = _each(raw, "tables", MOST_TABLES, table, faults)
    plays = _each(raw, "plays", MOST_PLAYS, _play, faults)
    tables: dict[UUID, WholeTable] = {}
    for n, each in enumerate(rows):
        if each and tables.setdefault(each.uid, each) is not each:
            add(faults, f"tables/{n}", TWICE)
    return FileContents(
        tables=tuple(tables.values()),
        plays=tuple({play.key: play for play in plays}.values()),
        aliases=tuple(_each(raw, "merged", MOST_ALIASES, _alias, faults)),
        faults=faults,
        there=there,
        left=left,
    )


def _upgrade(raw: dict[str, Any]) -> None:
    """Upgrades a file's content to the present version. Raises ``Unusable`` for other formats."""
    if raw.get("format") != FORMAT:
        raise Unusable("format", say("import-not-ours"))
    version = integer(raw.get("version"))
    if version is None or not 0 < version <= VERSION:
        message = say("import-version", n=printable(raw.get("version")), known=VERSION)
        raise Unusable("version", message)
    for upgrade in UPGRADES[version - 1 :]:
        upgrade(raw)


def _each[T](
    raw: dict[str, Any], key: str, most: int, read: Reader[T], faults: list[CellError]
) -> list[T]:
    """Returns the valid rows of a list, ``most`` at most; errors are added to ``faults``."""
    rows = raw.get(key, [])
    if not isinstance(rows, list):
        add(faults, key, LIST)
        return []
    if len(rows) > most:
        add(faults, key, say("import-cut-off", n=most))
    valid = []
    for n, row in enumerate(rows[:most]):
        try:
            valid.append(read(f"{key}/{n}", row))
        except Unusable as error:
            add(faults, error.fault.path, error.fault.message)
    return valid


# ── single values ──────────────────────────────────────────────────────────────────────


def _any(path: str, value: object) -> Any:
    return value


def _optional[T](read: Reader[T]) -> Reader[T | None]:
    return lambda path, value: None if value is None else read(path, value)


def _checked(valid: Callable[[Any], object], message: Text) -> Reader[Any]:
    """Returns a reader of the values for which ``valid`` is true."""

    def read(path: str, value: object) -> Any:
        if not valid(value):
            raise Unusable(path, message)
        return value

    return read


def _line(most: int) -> Reader[str]:
    """Returns a reader of one line of at most ``most`` printable characters."""
    return _checked(lambda value: one_line(value, most) == value, say("import-line", n=most))


def _integer(least: int, most: int, message: Text) -> Reader[int]:
    return _checked(lambda value: integer(value) is not None and least <= value <= most, message)


_yes_no = _checked(lambda value: isinstance(value, bool), say("import-true-or-false"))
_count = _integer(0, MOST_POINTS, say("needs-number"))


def _time(path: str, value: object) -> datetime:
    time = moment(value)
    if time is None:
        raise Unusable(path, say("import-time"))
    return time


def _uid(path: str, value: object) -> UUID:
    try:
        uid = UUID(value) if isinstance(value, str) else None
    except ValueError:
        uid = None
    if uid is None or str(uid) != value:
        raise Unusable(path, say("import-uuid"))
    return uid


def _scoring_game(path: str, slug: object) -> Game:
    game = find_game(_known_game(path, slug))
    if game.stage == "draft" or not game.sheet.sections:
        raise _no_game(path, slug)
    return game


def _known_game(path: str, slug: object) -> str:
    if not isinstance(slug, str) or slug not in games():
        raise _no_game(path, slug)
    return slug


def _no_game(path: str, slug: object) -> Unusable:
    return Unusable(path, say("import-no-game", slug=printable(slug)))


def _object(path: str, raw: object, readers: Mapping[str, Reader[Any]]) -> dict[str, Any]:
    """Reads a JSON object with exactly these fields, in the order of their readers."""
    if not isinstance(raw, dict):
        raise Unusable(path, OBJECT)
    for key in readers:
        if key not in raw:
            raise Unusable(f"{path}/{key}", say("import-missing"))
    for key in raw:
        if key not in readers:
            raise Unusable(f"{path}/{printable(key)}", say("import-not-known"))
    return {key: read(f"{path}/{key}", raw[key]) for key, read in readers.items()}


# ── tables ─────────────────────────────────────────────────────────────────────────────


def _by_seat[T](read: Reader[T]) -> Reader[dict[str, T]]:
    """Returns a reader of a JSON object whose keys are seat ids."""

    def by_seat(path: str, raw: object) -> dict[str, T]:
        if not isinstance(raw, dict):
            raise Unusable(path, OBJECT)
        if not all(map(SEAT.match, raw)):
            raise Unusable(path, NO_SEAT)
        return {seat: read(f"{path}/{seat}", value) for seat, value in raw.items()}

    return by_seat


def _phases(path: str, raw: object) -> dict[str, int]:
    """Reads the milliseconds of one seat in each phase."""
    if not isinstance(raw, dict) or len(raw) > MOST_PHASES:
        raise Unusable(path, OBJECT)
    phase = _line(MOST_PHASE)
    return {phase(path, name): _count(path, spent) for name, spent in raw.items()}


TURNS: Mapping[str, Reader[Any]] = {
    "times": _by_seat(_phases),
    "turns": _by_seat(_count),
    "shown": _yes_no,
}


def _turns(path: str, raw: object) -> TurnClock:
    """Returns a paused turn clock with the times of the file."""
    return TurnClock(**_object(path, raw, TURNS))


def _opening(path: str, game: Game, raw: object) -> State:
    """Returns the table's state before its first event: its seats, without any cell.

    ``raw`` names the seats; its cells are not used, as the events contain them. A seat beyond the
    box's maximum is accepted: another version may have allowed it.
    """
    seats = raw.get("seats") if isinstance(raw, dict) else None
    if not isinstance(seats, dict) or not any(map(game.sheet.is_seat, seats)):
        raise Unusable(path, say("sheet-no-seat"))
    for seat in seats:
        if not SEAT.match(seat):
            message = say("sheet-seats", n=game.sheet.most_seats)
            raise Unusable(f"{path}/seats/{printable(seat)}", message)
    return ledger.opening(game.sheet, {"seats": dict.fromkeys(seats)}, ())


def _cells(path: str, raw: object) -> dict[str, Value | None]:
    """Returns the cells of an event, also those that this version does not know.

    Raises ``Unusable`` for paths or values beyond the limits.
    """
    if not isinstance(raw, dict):
        raise Unusable(path, OBJECT)
    for cell, value in raw.items():
        where = f"{path}/{printable(cell)}"
        if len(cell) > MOST_PATH or "\0" in cell:
            raise Unusable(where, say("no-such-cell"))
        text = compact_json(value)
        most = MOST_PATH if isinstance(value, list | dict) else MOST_VALUE
        if len(text) > most or "\\u0000" in text:
            raise Unusable(where, say("import-not-recordable"))
    return raw


EVENT: Mapping[str, Reader[Any]] = {
    "number": _any,
    "at": _time,
    "seat": _checked(lambda seat: isinstance(seat, str) and SEAT_OR_NONE.match(seat), NO_SEAT),
    # a browser may claim to have seen more events than there were; the ledger stores the claim
    "base": _integer(0, MOST_NUMBER, say("import-base")),
    "form": _checked(lambda key: isinstance(key, str) and key == event_key(key), say("import-key")),
    "cells": _cells,
    "refused": _cells,
    "undoes": _any,
}


def _event(path: str, number: int, raw: object) -> WholeEvent:
    row = _object(path, raw, EVENT)
    if integer(row["number"]) != number:
        raise Unusable(f"{path}/number", say("import-event-number"))
    undone = integer(row["undoes"])
    if row["undoes"] is not None and (undone is None or not 0 < undone < number):
        raise Unusable(f"{path}/undoes", say("import-undo"))
    return WholeEvent(idempotency_key=row.pop("form"), **row)


def _events(path: str, raw: object) -> tuple[WholeEvent, ...]:
    if not isinstance(raw, list):
        raise Unusable(path, LIST)
    events: dict[str, WholeEvent] = {}
    for n, row in enumerate(raw):
        deadline.check()
        event = _event(f"{path}/{n}", n + 1, row)
        if events.setdefault(event.idempotency_key, event) is not event:
            raise Unusable(f"{path}/{n}/form", TWICE)
    return tuple(events.values())


TABLE: Mapping[str, Reader[Any]] = {
    "uid": _uid,
    "game": _scoring_game,
    "made": _time,
    "finished": _optional(_time),
    "held": _optional(_time),
    "place": _line(MOST_PLACE),
    "note": _line(MOST_NOTE),
    "screens": _yes_no,
    "revealed": _any,
    "turns": _turns,
    "first": _any,
    "state": _any,
    "events": _events,
}


def _table(path: str, raw: object, faults: list[CellError]) -> WholeTable:
    """Returns the table that a row of the file describes. Raises ``Unusable`` for the first error.

    Errors that do not invalidate the table are added to ``faults``.
    """
    row = _object(path, raw, TABLE)
    game, revealed, written = row.pop("game"), row["revealed"], row["state"]
    first = _opening(f"{path}/first", game, row.pop("first"))
    state = ledger.fold(game.sheet, first, row["events"])
    if not isinstance(revealed, list) or not all(str(s) in state["seats"] for s in revealed):
        raise Unusable(f"{path}/revealed", say("import-list-of-seats"))
    if state != written:
        add(faults, f"{path}/state", say("import-sum"))
    row |= {"state": state, "revealed": tuple(dict.fromkeys(revealed))}
    return WholeTable(game=game.slug, played_on=row.pop("held"), **row)


# ── games without a table, aliases ─────────────────────────────────────────────────────


_rank = _optional(_integer(1, MOST_POINTS, say("needs-number")))
_points = _optional(_integer(-MOST_POINTS, MOST_POINTS, say("needs-number")))

PLAY_SEAT_READERS: Mapping[str, Reader[Any]] = {
    "seat": _checked(lambda seat: isinstance(seat, str) and PLAY_SEAT.match(seat), NO_SEAT),
    "name": _checked(lambda name: one_line(name, MOST_NAME) == name, say("import-name")),
    "place": _rank,
    "total": _points,
    "first": _yes_no,
    "best": _rank,
    "worst": _rank,
    "known": _points,
    "least": _points,
    "most": _points,
}


def _play_seat(path: str, raw: object) -> RecordSeat:
    row = _object(path, raw, PLAY_SEAT_READERS)
    open_ = row["total"] is None and row["known"] is not None
    brief = TotalRange(row["known"], row["least"], row["most"]).brief if open_ else ""
    return RecordSeat(**row, brief=brief)


def _play_seats(path: str, raw: object) -> tuple[RecordSeat, ...]:
    if not isinstance(raw, list) or not 0 < len(raw) < 100:
        raise Unusable(path, LIST)
    return tuple(_play_seat(f"{path}/{n}", seat) for n, seat in enumerate(raw))


PLAY: Mapping[str, Reader[Any]] = {
    "uid": _uid,
    "game": _known_game,
    "played": _time,
    "minutes": _optional(_count),
    "place": _line(MOST_PLACE),
    "note": _line(MOST_NOTE),
    "seats": _play_seats,
}


def _play(path: str, raw: object) -> Record:
    row = _object(path, raw, PLAY)
    return Record(key=str(row.pop("uid")), state={}, source="import", **row)


ALIAS: Mapping[str, Reader[Any]] = {"spelling": _line(MOST_SPELLING), "name": _line(MOST_NAME)}


def _alias(path: str, raw: object) -> tuple[str, str]:
    row = _object(path, raw, ALIAS)
    return row["spelling"], row["name"]
