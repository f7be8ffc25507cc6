"""Pads become tables: their last changes become events, so that undo goes as far back as before."""

import uuid

from django.db import migrations

SHARED = ("table", "play", "rulings")
OPENED = "opened"


def become_tables(apps, schema_editor):
    alias = schema_editor.connection.alias
    tables = apps.get_model("companion", "Table").objects.using(alias)
    events = apps.get_model("companion", "Event").objects.using(alias)
    copies = apps.get_model("companion", "Copy").objects.using(alias)
    for pad in apps.get_model("companion", "Pad").objects.using(alias).iterator():
        first, changes = history(pad.state, pad.before)
        told = [(OPENED, first), *with_keys(changes, pad.forms)]
        table = tables.create(
            key=pad.key,
            pad=True,
            game=pad.game,
            state=pad.state,
            revision=len(told),
            last_event_by_seat={"": len(told)},
            merge_conflicts=pad.merge_conflicts,
        )
        events.bulk_create(
            events.model(table=table, number=n, base=n - 1, idempotency_key=key, cells=cells)
            for n, (key, cells) in enumerate(told, 1)
        )
        # creating rows sets the present time
        tables.filter(key=pad.key).update(made=pad.made, changed=pad.changed)
        events.filter(table=table).update(at=pad.changed)
        copies.filter(pad=pad).update(table=table, pad=None)


def history(state, replaced):
    """Returns a pad's cells before its changes that can be undone, and the cells of each change.

    ``replaced``: for each change, the values that it replaced, by path. Cells of players who are
    gone are left out.
    """
    there = {*SHARED, *state.get("seats", {})}
    now, changes = cells(state), []
    for old in reversed(replaced):
        old = {path: value for path, value in old.items() if path.partition("/")[0] in there}
        changes.insert(0, {path: now.get(path) for path in old})
        now |= old
    return {path: value for path, value in now.items() if value is not None}, changes


def cells(state):
    """Returns the filled-in cells of a sheet's ``state`` as path to value."""
    found = {}

    def walk(path, value):
        if isinstance(value, dict):
            for key, each in value.items():
                walk(f"{path}/{key}", each)
        elif value is not None:
            found[path] = value

    for holder, held in (state.get("seats", {}) | {h: state.get(h, {}) for h in SHARED}).items():
        walk(holder, held)
    return found


def with_keys(changes, forms):
    """Yields (form's key, cells) for each of ``changes``, the latest with the latest of ``forms``.

    Older keys get a change without cells, so that such a form sent again still counts once.
    """
    keys = list(dict.fromkeys(key for key in forms if key != OPENED))
    surplus = max(len(keys) - len(changes), 0)
    keys = [uuid.uuid4().hex for _ in range(len(changes) - len(keys))] + keys
    yield from zip(keys, [*({} for _ in range(surplus)), *changes], strict=True)


def become_pads(apps, schema_editor):
    """Turns tables back into pads with their present cells, without changes to undo."""
    alias = schema_editor.connection.alias
    pads = apps.get_model("companion", "Pad").objects.using(alias)
    events = apps.get_model("companion", "Event").objects.using(alias)
    copies = apps.get_model("companion", "Copy").objects.using(alias)
    tables = apps.get_model("companion", "Table").objects.using(alias).filter(pad=True)
    for table in tables.iterator():
        keys = events.filter(table=table, undoes=None).order_by("-number")[:40]
        forms = [key for key in keys.values_list("idempotency_key", flat=True) if key != OPENED]
        pad = pads.create(
            key=table.key,
            game=table.game,
            state=table.state,
            forms=forms[::-1],
            merge_conflicts=table.merge_conflicts,
        )
        pads.filter(key=pad.key).update(made=table.made, changed=table.changed)
        copies.filter(table=table).update(table=None, pad=pad)
    tables.delete()


class Migration(migrations.Migration):
    dependencies = [("companion", "0017_table_pad")]
    operations = [migrations.RunPython(become_tables, become_pads)]
