"""Reads files of the companion's own format, of any version, and checks every value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from companion.history.record_seats import RecordSeat
from companion.history.records import Record
from companion.history.transfer.companion_json import (
    AT_A_TIME,
    FORMAT,
    LIST,
    MOST_MERGED,
    MOST_NAME,
    MOST_NOTE,
    MOST_NUMBER,
    MOST_PATH,
    MOST_PHASE,
    MOST_PHASES,
    MOST_PLACE,
    MOST_PLAYS,
    MOST_POINTS,
    MOST_TABLES,
    MOST_VALUE,
    OBJECT,
    PLAY_SEAT,
    PLAY_SEAT_FIELDS,
    SEAT,
    TIME,
    TWICE,
    UUID_TEXT,
    VERSION,
    YES_NO,
    WholeEvent,
    WholeTable,
    event_key,
    to_json_bytes,
)
from companion.history.transfer.companion_json_versions import (
    know_no_range,
    say_none,
    say_nothing_beside,
    spell_out_presets,
    stop_no_turns,
)
from companion.history.transfer.reading import (
    Unusable,
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


@dataclass(frozen=True, slots=True)
class Reading:
    """The valid contents of a file, and the errors in what was left out.

    ``there``: number of tables that exist already
    ``left``: number of tables not read for lack of time
    ``merged``: aliases as pairs (spelling, name)
    """

    tables: tuple[WholeTable, ...]
    plays: tuple[Record, ...]
    faults: list[CellError]
    there: int = 0
    left: int = 0
    merged: tuple[tuple[str, str], ...] = ()


def read(data: bytes, there: Callable[[UUID], bool] = lambda _: False) -> Reading:
    """Returns all valid games of a file; raises no error, for any bytes.

    Tables for which ``there`` returns true are skipped, so that importing a large file again
    continues where it stopped.
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
        if isinstance(uid, str) and UUID_TEXT.match(uid) and there(UUID(uid)):
            known += 1
            return None
        try:
            with deadline.within():
                return _whole_table(path, row, faults)
        except deadline.OutOfTime:
            left += 1
            return None

    with deadline.within(AT_A_TIME):
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
    version = integer(raw.get("version"))
    if version == 1:
        spell_out_presets(raw)
    if version in (1, 2):
        say_nothing_beside(raw)
    if version in (1, 2, 3):
        stop_no_turns(raw)
    if version in (1, 2, 3, 4):
        say_none(raw)
    if version in (1, 2, 3, 4, 5):
        know_no_range(raw)
    elif version != VERSION:
        raise Unusable(
            "version",
            say("import-version", n=printable(raw.get("version")), known=VERSION),
        )


def _merged(path: str, raw: object) -> tuple[str, str]:
    row = _object(path, raw, ("spelling", "name"))
    return _line(f"{path}/spelling", row["spelling"], 60 * 18), _line(
        f"{path}/name", row["name"], 60
    )


def _line(path: str, value: object, most: int) -> str:
    """Returns one line of text. Raises ``Unusable`` if ``value`` is too long or not printable.

    ``path``: place in the file, for the error. ``most``: number of characters.
    """
    found = one_line(value, most)
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
    """Returns the table that a row of the file describes. Raises ``Unusable`` for the first error.

    ``path``: place in the file, for errors. Errors that do not invalidate the table are added to
        ``faults``.
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
        played_on=None if row["held"] is None else _time(f"{path}/held", row["held"]),
        place=_line(f"{path}/place", row["place"], MOST_PLACE),
        note=_line(f"{path}/note", row["note"], MOST_NOTE),
        turns=_whole_turns(f"{path}/turns", row["turns"]),
    )


def _whole_turns(path: str, raw: object) -> TurnClock:
    """Returns a paused turn clock with the times of the file. Raises ``Unusable``."""
    row = _object(path, raw, ("times", "turns", "shown"))
    if not isinstance(row["shown"], bool):
        raise Unusable(f"{path}/shown", YES_NO)
    times = {}
    for seat, phases in _seated(f"{path}/times", row["times"]):
        where = f"{path}/times/{seat}"
        if not isinstance(phases, dict) or len(phases) > MOST_PHASES:
            raise Unusable(where, OBJECT)
        for phase in phases:
            if one_line(phase, MOST_PHASE) != phase:
                raise Unusable(where, say("import-line", n=MOST_PHASE))
        times[seat] = {phase: _sum(where, spent) for phase, spent in phases.items()}
    begun = {seat: _sum(f"{path}/turns", n) for seat, n in _seated(f"{path}/turns", row["turns"])}
    return TurnClock(times=times, turns=begun, shown=row["shown"])


def _seated(path: str, raw: object) -> Iterable[tuple[str, object]]:
    """Returns the items of a JSON object whose keys are seat ids. Raises ``Unusable``."""
    if not isinstance(raw, dict):
        raise Unusable(path, OBJECT)
    for seat in raw:
        if not SEAT.match(seat):
            raise Unusable(path, say("no-such-seat"))
    return raw.items()


def _sum(path: str, value: object) -> int:
    found = _number(path, value, 0)
    if found is None:
        raise Unusable(path, say("needs-number"))
    return found


def _opening(path: str, game: Game, row: dict[str, Any]) -> State:
    """Returns the table's state before its first event: its seats, without any cell.

    ``path``: place in the file, for errors. ``row`` names the seats; its cells are not used, as the
        events contain them. A seat beyond the box's maximum is accepted: another version may have
        allowed it. Raises ``Unusable``.
    """
    given = row["first"]
    seats = given.get("seats") if isinstance(given, dict) else None
    if not isinstance(seats, dict) or not any(map(game.sheet.is_seat, seats)):
        raise Unusable(f"{path}/first", say("sheet-no-seat"))
    for seat in seats:
        if not SEAT.match(seat):
            raise Unusable(
                f"{path}/first/seats/{printable(seat)}", say("sheet-seats", n=game.sheet.most_seats)
            )
    return ledger.opening(game.sheet, {"seats": dict.fromkeys(seats)}, ())


def _events(path: str, raw: object) -> tuple[WholeEvent, ...]:
    if not isinstance(raw, list):
        raise Unusable(path, LIST)
    found: list[WholeEvent] = []
    forms: set[str] = set()
    for n, each in enumerate(raw, 1):
        deadline.check()
        event = _whole_event(f"{path}/{n - 1}", n, each)
        if event.idempotency_key in forms:
            raise Unusable(f"{path}/{n - 1}/form", TWICE)
        forms.add(event.idempotency_key)
        found.append(event)
    return tuple(found)


def _whole_event(path: str, number: int, raw: object) -> WholeEvent:
    row = _object(path, raw, ("number", "at", "seat", "base", "form", "cells", "refused", "undoes"))
    if integer(row["number"]) != number:
        message = say("import-event-number")
        raise Unusable(f"{path}/number", message)
    base = integer(row["base"])
    # a browser may claim to have seen more events than there were; the ledger stores the claim
    if base is None or not 0 <= base <= MOST_NUMBER:
        raise Unusable(f"{path}/base", say("import-base"))
    form = row["form"]
    if not isinstance(form, str) or form != event_key(form):
        message = say("import-key")
        raise Unusable(f"{path}/form", message)
    if not isinstance(row["seat"], str) or (row["seat"] and not SEAT.match(row["seat"])):
        raise Unusable(f"{path}/seat", say("no-such-seat"))
    cells = _cells(f"{path}/cells", row["cells"])
    refused = _cells(f"{path}/refused", row["refused"])
    undoes = row["undoes"]
    if undoes is not None:
        earlier = integer(undoes)
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
    """Returns the cells of an event, also those that this version does not know.

    Raises ``Unusable`` for paths or values beyond the limits.
    """
    if not isinstance(raw, dict):
        raise Unusable(path, OBJECT)
    for cell, value in raw.items():
        where = f"{path}/{printable(cell)}"
        if len(cell) > MOST_PATH or "\0" in cell:
            raise Unusable(where, say("no-such-cell"))
        said = to_json_bytes(value)
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
    row = _object(path, raw, PLAY_SEAT_FIELDS)
    if not isinstance(row["seat"], str) or not PLAY_SEAT.match(row["seat"]):
        raise Unusable(f"{path}/seat", say("no-such-seat"))
    name = one_line(row["name"], MOST_NAME)
    if name != row["name"]:
        raise Unusable(f"{path}/name", say("import-name"))
    place = _number(f"{path}/place", row["place"], 1)
    total = _number(f"{path}/total", row["total"], -MOST_POINTS)
    if not isinstance(row["first"], bool):
        raise Unusable(f"{path}/first", YES_NO)
    best, worst = (_number(f"{path}/{key}", row[key], 1) for key in ("best", "worst"))
    known, least, most = (
        _number(f"{path}/{key}", row[key], -MOST_POINTS) for key in ("known", "least", "most")
    )
    span = None if total is not None or known is None else TotalRange(known, least, most)
    return RecordSeat(
        row["seat"], name, place, total, row["first"],
        best=best, worst=worst, known=known, least=least, most=most,
        brief=span.brief if span else "",
    )  # fmt: skip


def _number(path: str, value: object, least: int) -> int | None:
    if value is None:
        return None
    number = integer(value)
    if number is None or not least <= number <= MOST_POINTS:
        raise Unusable(path, say("needs-number"))
    return number


def _object(path: str, raw: object, keys: tuple[str, ...]) -> dict[str, Any]:
    """Returns ``raw`` if it is a JSON object with exactly these keys. Raises ``Unusable``."""
    if not isinstance(raw, dict):
        raise Unusable(path, OBJECT)
    for key in keys:
        if key not in raw:
            raise Unusable(f"{path}/{key}", say("import-missing"))
    for key in raw:
        if key not in keys:
            raise Unusable(f"{path}/{printable(key)}", say("import-not-known"))
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
    return Unusable(path, say("import-no-game", slug=printable(slug)))
