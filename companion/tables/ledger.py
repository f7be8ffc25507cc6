"""The ledger of a table: an append-only list of events, any of which can be undone.

An event sets cells to values; the table's state has each cell's last value. An undo is itself an
event: it names an earlier event, which then no longer counts. Undoing the undo makes that count
again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from django.core.exceptions import SuspiciousOperation
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone

from companion.http import prometheus_metrics
from companion.tables import compiled_sql
from companion.tables.models import Device, Event, Notice, Table
from scoring import game as find_game
from scoring.evaluation import Scored
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.plan import State
from scoring.model.sheet import Sheet
from scoring.model.sheet_fields import OWN, SEATS, SHARED, sheet_of

CORRECTED = CellPath.to("play", "corrected")
"""Cell that marks a table as corrected after the end of its game.

Each change after the end sets it; undoing the last such change clears it.
"""


class Unrecordable(SuspiciousOperation):
    """Raised if a cell is written that the sheet does not have, or with a value it cannot hold.

    Answered with HTTP status 400.
    """


class Changed(Exception):
    """Raised if a write's condition on the table's state does not hold; nothing was written."""


class SeatTaken(Exception):
    """Raised if a seat cannot be removed, since a phone holds it or something is entered for it."""


class Written(Protocol):
    """An event (change) of a table's ledger: number, cells, and number of the event that it undoes.

    Real ``Event`` rows have these attributes, and so may any other object.
    """

    @property
    def number(self) -> int: ...
    @property
    def cells(self) -> Mapping[str, Value | None]: ...
    @property
    def undoes(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a write to a table's ledger.

    - ``event``: the event written, or the earlier one with the same key.
    - ``table``: the table after it.
    - ``conflicts``: path to refused value, of cells that another phone had changed meanwhile.
    - ``scores``: the scores after the write; None if they were not computed in advance.
    - ``repeated``: the event had been written before.
    """

    event: Event
    table: Table
    conflicts: Mapping[str, Value | None]
    scores: Scored | None = None
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """State and scores of a table after a change, computed before the change is written.

    They are computed before the table is locked, since a solver may be slow. They only hold if the
    number of the table's last event still is ``revision`` when the change is written.
    """

    table: Table
    revision: int
    state: State
    scores: Scored


def surviving(events: Sequence[Written]) -> set[int]:
    """Returns the numbers of the events that count: not undone, or only by an undo that is undone.

    ``events``: all of a table, in the order of their numbers.
    """
    gone: set[int] = set()
    for event in reversed(events):
        if event.undoes is not None and event.number not in gone:
            gone.add(event.undoes)
    return {event.number for event in events} - gone


def writes(events: Sequence[Written]) -> dict[str, tuple[int, Value | None]]:
    """Returns, by cell path, event number and value of the last write that is not undone.

    ``events``: in the order of their numbers. The mapping is in the order of these writes, since a
    cell of an older version of the app may be a part of a cell of the present one.
    """
    alive = surviving(events)
    table: dict[str, tuple[int, Value | None]] = {}
    for event in events:
        if event.number in alive:
            for path, value in event.cells.items():
                table.pop(path, None)
                table[path] = (event.number, value)
    return table


def fold(sheet: Sheet, first: State, events: Sequence[Written]) -> State:
    """Returns the table's state after ``events``; ``first`` is the state before them."""
    return sheet.put(first, {path: value for path, (_, value) in writes(events).items()})


def write(
    table_key: str,
    device: Device | None,
    seat: str,
    cells: Mapping[str, Value | None],
    base: int,
    key: str,
    drafted: Draft | None = None,
    still: Callable[[State], bool] | None = None,
) -> Outcome:
    """Appends one change to a table's ledger. All writes of cells go through here.

    - ``table_key``: the table's key. ``device``, ``seat``: the author's phone and seat; on a pad
      (sheet without a table) no phone is stored. ``cells``: path to new value, None for blank.
    - ``base``: number of the last event that the author's page showed. A cell that another phone
      has set to a different value since is refused, and stored with the event as a conflict.
    - ``key``: identifies the change; a change whose key was written before is not written again.
    - ``drafted``: state and scores after the change, used if the table has not changed since.
    - ``still``: condition on the current state; raises ``Changed`` if it returns false.

    Raises ``Unrecordable`` for a cell or value that the sheet cannot hold.
    """
    if drafted and (done := _at_once(device, seat, cells, base, key, drafted, still)):
        return done
    with locked(table_key) as table:
        if strange := _unrecordable(table, cells):
            raise Unrecordable(strange)
        if before := _written_before(table, key):
            return Outcome(before, table, before.refused, repeated=True)
        if still and not still(table.state):
            raise Changed
        refused = _refused(table, device, cells, base)
        fresh = {path: value for path, value in cells.items() if path not in refused}
        prometheus_metrics.measure("conflicts", value=len(refused))
        if drafted and (refused or drafted.revision != table.revision):
            drafted = None
        if table.finished and fresh:
            if not table.state.get("play", {}).get("corrected"):
                note(table, "corrected", seat)
            fresh[CORRECTED] = True
            if drafted:
                drafted = replace(drafted, state=marked(table, drafted.state))
        event = _append(table, device, seat, base, key, drafted, cells=fresh, refused=refused)
        return Outcome(event, table, refused, drafted.scores if drafted else None)


def _at_once(
    device: Device | None,
    seat: str,
    cells: Mapping[str, Value | None],
    base: int,
    key: str,
    drafted: Draft,
    still: Callable[[State], bool] | None,
) -> Outcome | None:
    """Appends a change whose state and scores are known, ``drafted``, without locking the table.

    Returns None, and writes nothing, if the table has changed since then or is finished, if ``key``
    was written before, if the condition ``still`` fails, or if a cell must be refused. ``device``,
    ``seat``: the author's. ``base``: number of the last event that the author saw.
    """
    table = drafted.table
    if table.finished or table.revision != drafted.revision or (still and not still(table.state)):
        return None
    if _unrecordable(table, cells) or _refused(table, device, cells, base):
        return None
    event = _event(table, device, seat, base, key, cells=dict(cells))
    after = {
        "revision": event.number,
        "state": drafted.state,
        "changed": event.at,
        **_best_plan_fields(drafted, event),
        "last_event_by_seat": _last_events(table, event),
    }
    unmoved = {"revision": drafted.revision, "finished": None, "removed": None}
    moves, appends = (
        compiled_sql.update(table, unmoved, after),
        compiled_sql.insert(event),
    )
    with suppress(IntegrityError), transaction.atomic():
        if not moves.run():
            return None
        appends.run()
        for name, value in after.items():
            setattr(table, name, value)
        return Outcome(event, table, {}, drafted.scores)
    return None


def _refused(
    table: Table, device: Device | None, cells: Mapping[str, Value | None], base: int
) -> dict[str, Value | None]:
    """Returns those of ``cells`` to refuse: another phone set them differently after ``base``.

    As path to refused value. ``base``: number of the last event that the author, ``device``, saw.
    """
    if base >= table.revision:
        return {}
    # later events are enough: if an earlier one was undone does not matter here
    history = list(table.events.filter(number__gt=base))
    authors = {event.number: event.device_id for event in history}
    return {
        path: cells[path]
        for path, (number, value) in writes(history).items()
        if path in cells and cells[path] != value
        if device is None or authors[number] != device.pk
    }


def _written_before(table: Table, key: str) -> Event | None:
    found = Event.objects.filter(table=table, idempotency_key=key)
    return found.get() if found.exists() else None


def marked(table: Table, state: State) -> State:
    return find_game(table.game).sheet.put(state, {CORRECTED: True})


def _unrecordable(table: Table, cells: Mapping[str, Value | None]) -> str:
    """Returns the path of the first of ``cells`` that the sheet cannot hold; "" if it can hold all.

    For a wrong cell that adds or removes a seat, returns the seat's id.
    """
    sheet = find_game(table.game).sheet
    told = {CellPath(path).field: v for path, v in cells.items() if path.startswith(f"{SEATS}/")}
    for seat, value in told.items():
        if not sheet.is_seat(seat) or value not in (True, None):
            return seat
    seats = {*table.state["seats"], *(seat for seat, value in told.items() if value)}
    for path, value in cells.items():
        if CellPath(path).holder == SEATS:
            continue
        if CellPath(path).holder not in (*SHARED, *seats) or not sheet.records(path, value):
            return path
    return ""


def undo(table_key: str, device: Device | None, seat: str, number: int, key: str) -> Outcome:
    """Appends an event that undoes event ``number``; undoing an undo restores what it took back.

    ``table_key`` is the table's key, ``device`` and ``seat`` are the author's. ``key`` identifies
    the new event: an undo that arrives twice is written once.

    Raises ``Event.DoesNotExist`` for a number that the table does not have, and ``SeatTaken`` if
    the undo would remove a seat that is not empty.
    """
    with locked(table_key) as table:
        if done := _written_before(table, key):
            return Outcome(done, table, done.refused, repeated=True)
        undone, before = table.events.get(number=number), table.state
        late = table.finished and undone.at <= table.finished
        cells = {CORRECTED: True} if late else {}
        event = _append(table, device, seat, table.revision, key, None, undoes=number, cells=cells)
        gone = before["seats"].keys() - table.state["seats"].keys()
        if any(not empty(table, each, before["seats"][each]) for each in gone):
            raise SeatTaken
        return Outcome(event, table, {})


def _append(
    table: Table,
    device: Device | None,
    seat: str,
    base: int,
    key: str,
    drafted: Draft | None,
    **what: object,
) -> Event:
    event = _event(table, device, seat, base, key, **what)
    event.save(force_insert=True)
    sheet = find_game(table.game).sheet
    table.revision = event.number
    if drafted is not None:
        table.state = drafted.state
        table.settled = _best_plan_fields(drafted, event).get("settled", table.settled)
    elif event.undoes is None:
        table.state = sheet.put(table.state, event.cells)
    else:
        events = list(table.events.all())
        table.state = fold(sheet, opening(sheet, table.state, events), events)
    table.last_event_by_seat = _last_events(table, event)
    table.save(update_fields=["revision", "state", "settled", "last_event_by_seat", "changed"])
    return event


def _event(
    table: Table, device: Device | None, seat: str, base: int, key: str, **what: Any
) -> Event:
    return Event(
        table=table,
        number=table.revision + 1,
        idempotency_key=key,
        device_id=device.pk if device else None,
        seat=seat,
        at=timezone.now(),
        base=base,
        **what,
    )


def _best_plan_fields(drafted: Draft, event: Event) -> dict[str, Any]:
    """Returns ``{"settled": ...}``: all seats' best plans, for that field of the table's row.

    ``drafted``: state and scores after the ``event``. {} if the time for a plan ran out, or if the
    state has cells that the game does not know.
    """
    if drafted.scores.hurried or drafted.scores.unknown:
        return {}
    found = drafted.scores
    rises = {"rises": dict(found.rises)} if found.rises else {}
    spans = {"spans": dict(found.spans)} if found.spans else {}
    return {"settled": {"revision": event.number, "state": found.solved} | rises | spans}


def _last_events(table: Table, event: Event) -> dict[str, int]:
    """Returns the number of the last event by seat, after one more, for that field of the table.

    An event counts for each seat on whose sheet it changes cells that screens may hide; for "" if
    it changes a cell that all may see, such as a name, or none at all.
    """
    about = target(table, event)
    touched = {sheet_of(path) for path in (*about.cells, *about.refused)} or {""}
    last: dict[str, int] = table.last_event_by_seat | dict.fromkeys(touched, event.number)
    return last


def target(table: Table, event: Event) -> Event:
    """Returns the event whose cells an undo takes back or restores; for no undo, the event itself.

    For example, for the undo of an undo of event 5: event 5.
    """
    while event.undoes is not None and event.undoes < event.number:
        earlier = table.events.filter(number=event.undoes).first()
        if earlier is None:
            break
        event = earlier
    return event


def opening(sheet: Sheet, state: State, events: Sequence[Written]) -> State:
    """Returns the state before a table's first event: the seats of that time, with no cells.

    ``state`` is the present one, ``events`` are all of the table. A seat whose first event adds it
    was not there yet; one whose first event removes it was.
    """
    seats = dict.fromkeys(state["seats"], True)
    told: dict[str, Value | None] = {}
    for event in events:
        for path, value in event.cells.items():
            if path.startswith(f"{SEATS}/"):
                told.setdefault(CellPath(path).field, value)
    seats |= {seat: not value for seat, value in told.items()}
    return sheet.blank(1) | {"seats": {seat: {} for seat, there in sorted(seats.items()) if there}}


def empty(table: Table, seat: str, cells: Mapping[str, object] | None = None) -> bool:
    """True if no phone holds a seat, and nothing but its name and colour is entered for it.

    ``cells``: the seat's cells, by default the present ones. Cells behind a screen (hidden from
    other phones) are not read: such a seat counts as empty only if no phone ever held it or wrote
    on it.
    """
    if table.devices.filter(seat=seat).exists():
        return False
    if table.screens and seat not in table.revealed:
        had = Q(seat=seat) | Q(about=seat)
        return not (table.notes.filter(had).exists() or table.events.filter(seat=seat).exists())
    entered = table.state["seats"].get(seat, {}) if cells is None else cells
    return entered.keys() <= {field.id for field in OWN}


# ── outside the ledger: locks, notices, the side revision ──────────────────────────────


@contextmanager
def locked(table: str) -> Iterator[Table]:
    """Yields the table with the key ``table``, locked until the end of the transaction.

    Other changes wait. Raises ``Table.DoesNotExist``.
    """
    with transaction.atomic():
        yield Table.objects.select_for_update().get(key=table)


def note(table: Table, what: str, seat: str = "", detail: str = "") -> None:
    """Adds a notice for everybody at a table on something that is no change of cells.

    ``what`` is the suffix of the message's id (``note-<what>``), such as *finished*; ``seat`` the
    seat that did it, ``detail`` the seat that it concerns.
    """
    Notice.objects.create(table=table, what=what, seat=seat, about=detail)
    increment_side_revision(table.key)


def increment_side_revision(table: str) -> None:
    """Adds 1 to a table's ``side_revision``, so that phones fetch a change outside the ledger.

    ``table`` is the table's key.
    """
    Table.objects.filter(key=table).update(side_revision=F("side_revision") + 1)
