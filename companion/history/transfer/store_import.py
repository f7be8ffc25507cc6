"""Stores the games of an imported file. Existing ones are counted and not changed."""

from collections.abc import Iterable
from time import monotonic, sleep
from uuid import UUID

from django.db import IntegrityError, transaction

from companion.history.models import Group, Play
from companion.history.played_games import ABOUT, Record, results_json
from companion.history.transfer.bgstats_export import play_uid
from companion.history.transfer.companion_json_rows import TableRow
from companion.history.transfer.untrusted_json import by_name
from companion.tables.models import Event, Table
from companion.tables.saved_results import keep_result
from companion.tables.turn_clock import TurnClock
from scoring import game as find_game

PAUSE = 0.05
"""Maximum pause between two tables, in seconds, in which others may write to the database."""


def keep_tables(tables: Iterable[TableRow], group: Group | None = None) -> tuple[Table, ...]:
    """Stores imported tables with all their events under new keys; returns those stored.

    ``group``: the group into whose history they go, if any. A table whose uid exists here is
    skipped and not returned: that a file names one gives no access to it.
    """
    stored: list[Table] = []
    for table in tables:
        if exists(table.uid):
            continue
        started = monotonic()
        try:
            with transaction.atomic():
                stored.append(_create_table(table, group))
        except IntegrityError:  # another phone imported the same file at the same moment
            continue
        # Other writers of SQLite retry only now and then: pause as long as this table took.
        sleep(min(PAUSE, monotonic() - started))
    return tuple(stored)


def exists(uid: UUID) -> bool:
    """True if a table with this uid exists, even a removed one."""
    return Table.everywhere.filter(uid=uid).exists()


def _create_table(whole: TableRow, group: Group | None) -> Table:
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
        played_on=whole.held,
        place=whole.place,
        note=whole.note,
        turns=TurnClock(**by_name(whole.turns)).stored(),
    )
    rows = map(by_name, whole.events)
    events = Event.objects.bulk_create(
        Event(table=table, idempotency_key=row.pop("form"), **row) for row in rows
    )
    # creating rows sets the current time; the file has the original one
    for event, original in zip(events, whole.events, strict=True):
        event.at = original.at
    Event.objects.bulk_update(events, ["at"])
    Table.objects.filter(key=table.key).update(made=whole.made)
    table.made = whole.made
    return table


def keep_plays(records: Iterable[Record], owner: str) -> int:
    """Stores imported games without a table in a history; returns the number of new ones.

    ``owner``: hash of the secret of the phone or group whose history it is. Games of it that were
    removed are restored.
    """
    records = tuple(records)
    with transaction.atomic():
        uids = [uid for record in records for uid in _uids(record)]
        Play.everywhere.filter(owner=owner, uid__in=uids).update(removed=None)
        rows = [
            Play(
                uid=UUID(record.key),
                owner=owner,
                sheet=keep_result(find_game(record.game), record.state) if record.state else None,
                **{name: getattr(record, name) for name in ABOUT},
                **results_json(record),
            )
            for record in new_plays(records, owner).values()
        ]
        Play.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)
    return len(rows)


def new_plays(records: Iterable[Record], owner: str) -> dict[str, Record]:
    """Returns those imported games without a table that a history does not have yet, by key.

    ``owner``: hash of the secret of the phone or group whose history it is.
    """
    existing = set(Play.everywhere.filter(owner=owner).values_list("uid", flat=True))
    return {r.key: r for r in records if r.source != "table" and not existing & _uids(r)}


def _uids(record: Record) -> set[UUID]:
    """Returns the ids of a game without a table: its own uid, and that in BG Stats' files."""
    return {UUID(record.key), play_uid(record)}
