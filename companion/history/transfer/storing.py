"""Stores the games of an imported file. Existing ones are counted and not changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from time import monotonic, sleep
from uuid import UUID

from django.db import IntegrityError, transaction

from companion.history.models import Group, Play
from companion.history.record_seats import seats_json
from companion.history.records import Record, rows_json
from companion.history.transfer.companion_json import WholeTable
from companion.tables.models import Event, Table

PAUSE = 0.05
"""Maximum pause between two tables, in seconds."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """Result of storing tables: the ``new`` ones, and ``there``, uids of those stored before.

    Only the new ones may admit the importing phone: that a file names a uid gives no access.
    """

    new: tuple[Table, ...]
    there: tuple[UUID, ...]


def keep_tables(tables: Iterable[WholeTable], group: Group | None = None) -> Arrived:
    """Stores each table with all its events under a new key; existing uids are skipped.

    ``group``: the group in which new tables are filed.
    """
    new: list[Table] = []
    known: list[UUID] = []
    for table in tables:
        kept, started = None, monotonic()
        if not exists(table.uid):
            try:
                with transaction.atomic():
                    kept = _create_table(table, group)
            except IntegrityError:  # another phone imported the same file at the same moment
                kept = None
        if kept is None:
            known.append(table.uid)
        else:
            new.append(kept)
            # Other writers of SQLite retry only now and then: pause as long as this table took.
            sleep(min(PAUSE, monotonic() - started))
    return Arrived(tuple(new), tuple(known))


def exists(uid: UUID) -> bool:
    """True if a table with this uid exists, even a removed one."""
    return Table.everywhere.filter(uid=uid).exists()


def _create_table(whole: WholeTable, group: Group | None) -> Table:
    table = Table.objects.create(
        uid=whole.uid,
        group=group,
        game=whole.game,
        state=whole.state,
        revision=len(whole.events),
        last_event_by_seat={"": len(whole.events)},
        screens=whole.screens,
        revealed=list(whole.revealed),
        finished=whole.finished,
        played_on=whole.played_on,
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
    # creating rows sets the current time; the file has the original one
    for event, told in zip(events, whole.events, strict=True):
        event.at = told.at
    Event.objects.bulk_update(events, ["at"])
    Table.objects.filter(key=table.key).update(made=whole.made)
    table.made = whole.made
    return table


def keep_plays(records: Iterable[Record], owner: str) -> int:
    """Stores imported records in the history of ``owner`` and returns the number of new ones.

    Existing ones that had been removed are restored.
    """
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
    """Returns the number of records that ``keep_plays`` would add."""
    keys = {record.key for record in records if record.source != "table"}
    kept = Play.everywhere.filter(owner=owner).values_list("uid", flat=True)
    return len(keys - set(map(str, kept)))
