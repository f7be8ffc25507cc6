"""What happened at a table, in order. Nothing is overwritten, anything can be undone.

State is the last surviving write of each cell. An undo is an event that takes another event
out of the reckoning; undoing the undo brings it back. Any event can go, not only the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from django.db import transaction

from companion.models import Device, Event, Table
from scoring import game as find_game
from scoring.core.plan import State
from scoring.core.sheet import Sheet, Value

RULINGS = "rulings/"
PRESET = "rulings/preset"


class Written(Protocol):
    """What the fold needs to know of an event."""

    @property
    def number(self) -> int: ...
    @property
    def cells(self) -> Mapping[str, Value | None]: ...
    @property
    def undoes(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """The event that was written, or was there already; its refused cells are conflicts."""

    event: Event
    table: Table
    repeated: bool

    @property
    def conflicts(self) -> Mapping[str, Value | None]:
        refused: Mapping[str, Value | None] = self.event.refused
        return refused


def surviving(events: Sequence[Written]) -> set[int]:
    """Numbers of the events that no surviving undo takes out.

    An undo can only name an earlier event, so the last event always survives and the rest
    follow backwards.
    """
    gone: set[int] = set()
    for event in reversed(events):
        if event.undoes is not None and event.number not in gone:
            gone.add(event.undoes)
    return {event.number for event in events} - gone


def writes(events: Sequence[Written]) -> dict[str, tuple[int, Value | None]]:
    """The last surviving write of every cell: its event's number, and the value."""
    alive = surviving(events)
    found: dict[str, tuple[int, Value | None]] = {}
    for event in events:
        if event.number in alive:
            for path, value in event.cells.items():
                found[path] = (event.number, value)
    return found


def fold(sheet: Sheet, first: State, events: Sequence[Written]) -> State:
    """The state after all events, from the state that the table was opened with."""
    cells: dict[str, Value | None] = {}
    state = first
    # in the order they were made: a preset answers every ruling that was answered before it
    found = writes(events)
    for path in sorted(found, key=lambda path: (found[path][0], path != PRESET)):
        value = found[path][1]
        if path.startswith(RULINGS):
            state = sheet.answer(state, path.removeprefix(RULINGS), str(value)).state
        else:
            cells[path] = value
    return sheet.put(state, cells)


def write(
    table: str,
    device: Device | None,
    seat: str,
    cells: Mapping[str, Value | None],
    base: int,
    form: str,
    settle: Callable[[Mapping[str, Value | None]], tuple[State, State]] | None = None,
) -> Outcome:
    """Append one change. A form that was written before is not written again.

    A cell that somebody else wrote after ``base``, with another value, is refused and kept
    in the event as a conflict; the other cells of the change count. ``settle`` is asked before
    the table is locked for the state that this change is expected to make and for the same with
    every best plan in it; that is kept if it turns out so.
    """
    plan = settle(cells) if settle else None
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(key=table)
        if done := Event.objects.filter(table=locked, form=form).first():
            return Outcome(done, locked, True)
        fresh, refused = dict(cells), {}
        if base < locked.version:
            # what came after the author looked is enough: an earlier event's fate does not matter
            history = list(locked.events.filter(number__gt=base))
            for path, (number, value) in writes(history).items():
                if path not in fresh or fresh[path] == value:
                    continue
                author = next(e.device_id for e in history if e.number == number)
                if device is None or author != device.pk:
                    refused[path] = fresh.pop(path)
        event = _append(locked, device, seat, base, form, plan, cells=fresh, refused=refused)
        return Outcome(event, locked, False)


def undo(table: str, device: Device | None, seat: str, number: int, form: str) -> Outcome:
    """Take an event out of the reckoning, or bring it back by naming the undo.

    Raises ``Event.DoesNotExist`` for a number that the table does not have.
    """
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(key=table)
        if done := Event.objects.filter(table=locked, form=form).first():
            return Outcome(done, locked, True)
        locked.events.get(number=number)
        event = _append(locked, device, seat, locked.version, form, None, undoes=number)
        return Outcome(event, locked, False)


@contextmanager
def locked(table: str) -> Iterator[Table]:
    """The table, for as long as nobody else may change it."""
    with transaction.atomic():
        yield Table.objects.select_for_update().get(key=table)


def _append(
    table: Table,
    device: Device | None,
    seat: str,
    base: int,
    form: str,
    plan: tuple[State, State] | None,
    **what: object,
) -> Event:
    event = Event.objects.create(
        table=table,
        number=table.version + 1,
        form=form,
        device=device,
        seat=seat,
        base=base,
        **what,
    )
    sheet = find_game(table.game).sheet
    table.version = event.number
    if event.undoes is None:
        table.state = after(sheet, table.state, event.cells)
    else:
        table.state = fold(sheet, opening(sheet, table.state), list(table.events.all()))
    changed = ["version", "state", "changed"]
    if plan is not None and plan[0] == table.state:
        table.settled = {"version": table.version, "state": plan[1]}
        changed.append("settled")
    table.save(update_fields=changed)
    return event


def after(sheet: Sheet, state: State, cells: Mapping[str, Value | None]) -> State:
    """The state with these cells written, answers to rulings first."""
    for path in sorted(cells, key=lambda path: path != PRESET):
        if path.startswith(RULINGS):
            state = sheet.answer(state, path.removeprefix(RULINGS), str(cells[path])).state
    return sheet.put(state, {p: v for p, v in cells.items() if not p.startswith(RULINGS)})


def opening(sheet: Sheet, state: State) -> State:
    """The state that a table started from: its seats, nothing entered."""
    first = sheet.blank(1)
    return first | {"seats": {seat: {} for seat in state["seats"]}}
