"""The log of a table as texts: author, old and new value of each change that a phone may see."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import prefetch_related_objects

from companion.messages import say
from companion.sheet_pages.cell_messages import cell_name, value_name
from companion.tables import access, ledger, set_up_draws
from companion.tables.models import Device, Event, Notice, Table
from companion.tables.new_table import CODE
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.drawing_by_lot import LOTS, WORDS
from scoring.model.plan import State
from scoring.model.sheet_fields import SEATS
from scoring.text.localised import EMPTY, Text, Verbatim

SHOWN_EVENTS = 60
SHOWN_NOTES = 2


def lines(game: Game, table: Table, who: Device) -> list[dict[str, Any]]:
    """Returns a table's last changes and notices as dicts, newest first, at most ``SHOWN_EVENTS``.

    Both have the time, ``at``; a notice its text, ``note``; a change its ``event``, ``author`` and
    ``changes``: dicts of the cell's name (``what``), its value before (``was``) and after
    (``now``), and if it was ``refused``; ``digits`` is a random number for draws, else "". True or
    false are ``mine`` (the phone may undo it), ``alive`` (not undone), ``correction`` (made after
    the end) and ``code`` (from another phone's QR code). ``again``: how often this draw was made.
    ``taken_back``: of an undo, the changes that it takes back, or with ``redone`` brings back.
    Cells that the phone ``who`` may not see are left out.
    """
    events = list(table.events.all())
    alive = ledger.surviving(events)
    visible: set[int] = set()
    for event in events:
        code = event.idempotency_key.startswith(CODE) and not event.cells
        if code or event.undoes in visible or any(_visible_paths(who, event)):
            visible.add(event.number)
    shown = [event for event in events if event.number in visible][-SHOWN_EVENTS:]
    prefetch_related_objects(shown, "device")
    listed: list[dict[str, Any]] = [_noted(game, table, each) for each in table.notes.all()]
    first = events.index(shown[0]) if shown else len(events)
    before = _values_after(events[:first])
    again = set_up_draws.drawn_before(events)
    told: dict[int | None, Sequence[dict[str, Any]]] = {}
    undos: set[int | None] = set()
    for n, event in enumerate(events[first:], first):
        if event.undoes is not None:  # an undo may bring back values that were overwritten
            before = _values_after(events[: n + 1])
        # the name comes from the phone's present seat; the event stores a seat for deleted phones
        writer = event.device.seat if event.device else event.seat
        changes = _changes(game, table.state, who, event, writer, before)
        before |= event.cells
        taken_back, redone = told.get(event.undoes, ()), event.undoes in undos
        told[event.number] = changes or taken_back
        if event.undoes is not None and not redone:
            undos.add(event.number)
        if event.number in visible:
            seated = writer in table.state["seats"]
            author = game.sheet.name(table.state, writer) if seated else Verbatim("–")
            listed.append(
                {
                    "event": event,
                    "code": event.idempotency_key.startswith(CODE),
                    "at": event.at,
                    "mine": access.may_change(who, ledger.target(table, event)),
                    "author": author,
                    "changes": changes,
                    "taken_back": taken_back,
                    "redone": redone,
                    "again": again.get(event.number, 0) + 1,
                    "correction": ledger.CORRECTED in event.cells,
                    "alive": event.number in alive,
                }
            )
    listed.sort(key=lambda each: each["at"])
    return list(reversed(listed[-SHOWN_EVENTS:]))


def _changes(
    game: Game, state: State, who: Device, event: Event, writer: str, before: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Returns the changes of an event that the phone ``who`` may see, as in ``lines``.

    ``writer``: the seat that made it. ``before``: the cells' values before it, by path.
    """
    changes = []
    for path in _visible_paths(who, event):
        value = event.cells[path] if path in event.cells else event.refused[path]
        what = cell_name(game, state, path, writer)
        was = value_name(game, path, before.get(path), before)
        now = value_name(game, path, value, {**before, **event.cells})
        if path.holder == SEATS:  # a seat is added or removed: no old value
            what, was, now = say("owner", who=what, what=now), EMPTY, EMPTY
        refused = path in event.refused
        digits = value if path.startswith(f"play/{WORDS}/") else ""
        changes.append({"what": what, "was": was, "now": now, "refused": refused, "digits": digits})
    return changes


def _visible_paths(who: Device, event: Event) -> Iterator[CellPath]:
    drawn = [f"play/{LOTS}/{id_}" for id_ in set_up_draws.draws_of(event)]  # says what it entered
    for name in drawn or (*event.cells, *event.refused):
        path = CellPath(name)
        if path != ledger.CORRECTED and access.may_read(who, path):
            yield path


def _values_after(events: Sequence[Event]) -> dict[str, Any]:
    """Returns the cells' values after these events, by path, for the old values that the log shows.

    After an undo these are the values then in force; a change that is undone later still counts.
    """
    undo = max((n for n, event in enumerate(events, 1) if event.undoes is not None), default=0)
    values = {path: value for path, (_, value) in ledger.writes(events[:undo]).items()}
    for event in events[undo:]:
        values |= event.cells
    return values


def newest(table: Table) -> tuple[Notice, ...]:
    """Returns the last ``SHOWN_NOTES`` notices to a table's phones, newest first."""
    return tuple(table.notes.order_by("-pk")[:SHOWN_NOTES])


def notice_texts(game: Game, table: Table, notes: Iterable[Notice]) -> list[Text]:
    """Returns the texts of a table's notices, such as *Aki handed the table over to Ben.*"""
    return [_noted(game, table, each)["note"] for each in notes]


def _noted(game: Game, table: Table, note: Notice) -> dict[str, Any]:
    def called(seat: str) -> Text:
        return game.sheet.name(table.state, seat) if seat in table.state["seats"] else EMPTY

    who, about = called(note.seat), called(note.about)
    id_ = f"note-{note.what}" if note.seat else f"note-{note.what}-unnamed"
    given = {"who": who, "about": about}
    return {"at": note.at, "note": say(id_, **{arg: given[arg] for arg in say.arguments[id_]})}
