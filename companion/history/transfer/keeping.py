"""Writes what a file brought. What is there already stays as it is and is counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from time import monotonic, sleep
from uuid import UUID

from django.db import IntegrityError, transaction

from companion.history.models import Group, Play
from companion.history.records import Record, rows_json, seats_json
from companion.history.transfer.companion_json import WholeTable
from companion.tables.models import Event, Table

PAUSE = 0.05
"""Seconds at most between two tables."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """Tables that are new here, and the uids of those that were here already.

    Knowing a uid is no right to a table: whoever brought the file may be let into the new ones
    only.
    """

    new: tuple[Table, ...]
    there: tuple[UUID, ...]


def keep_tables(tables: Iterable[WholeTable], group: Group | None = None) -> Arrived:
    """Each table with its whole ledger, under a new secret key; the same uid never twice."""
    new: list[Table] = []
    known: list[UUID] = []
    for table in tables:
        kept, started = None, monotonic()
        if not there(table.uid):
            try:
                with transaction.atomic():
                    kept = _kept(table, group)
            except IntegrityError:  # the same file at the same moment from another phone
                kept = None
        if kept is None:
            known.append(table.uid)
        else:
            new.append(kept)
            # SQLite's waiting writers look only now and then: leave them as long as this took.
            sleep(min(PAUSE, monotonic() - started))
    return Arrived(tuple(new), tuple(known))


def there(uid: UUID) -> bool:
    """Is the table of that uid here already?"""
    return Table.everywhere.filter(uid=uid).exists()


def _kept(whole: WholeTable, group: Group | None) -> Table:
    table = Table.objects.create(
        uid=whole.uid,
        group=group,
        game=whole.game,
        state=whole.state,
        revision=len(whole.events),
        tops={"": len(whole.events)},
        screens=whole.screens,
        revealed=list(whole.revealed),
        finished=whole.finished,
        held=whole.held,
        place=whole.place,
        note=whole.note,
        turns=whole.turns.stored(),
    )
    events = Event.objects.bulk_create(
        Event(
            table=table,
            number=event.number,
            idempotency_key=event.idempotency_key,
            seat=event.seat,
            base=event.base,
            cells=dict(event.cells),
            refused=dict(event.refused),
            undoes=event.undoes,
        )
        for event in whole.events
    )
    # creating stamps the present moment; the file knows better
    for event, told in zip(events, whole.events, strict=True):
        event.at = told.at
    Event.objects.bulk_update(events, ["at"])
    Table.objects.filter(key=table.key).update(made=whole.made)
    table.made = whole.made
    return table


def keep_plays(records: Iterable[Record], owner: str) -> int:
    """Imported records in the history of ``owner``; how many of them were new to it."""
    rows = {
        record.key: Play(
            uid=UUID(record.key),
            game=record.game,
            played=record.played,
            minutes=record.minutes,
            seats=seats_json(record.seats),
            rows=rows_json(record.rows),
            place=record.place,
            note=record.note,
            owner=owner,
        )
        for record in records
        if record.source != "table"
    }
    with transaction.atomic():
        kept = Play.everywhere.filter(owner=owner)
        kept.filter(uid__in=[row.uid for row in rows.values()]).update(removed=None)
        for uid in kept.values_list("uid", flat=True):
            rows.pop(str(uid), None)
        Play.objects.bulk_create(rows.values(), batch_size=500, ignore_conflicts=True)
    return len(rows)


def new_plays(records: Iterable[Record], owner: str) -> int:
    """The number of these that ``keep_plays`` would add."""
    keys = {record.key for record in records if record.source != "table"}
    kept = Play.everywhere.filter(owner=owner).values_list("uid", flat=True)
    return len(keys - set(map(str, kept)))
