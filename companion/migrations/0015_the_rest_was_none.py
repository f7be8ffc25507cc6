"""Confirms the blank cells of finished games as none, so that their totals stay.

Before, blanks counted as none; now a player has to confirm this for each section. A finished table
gets an event that does so, and a stored result its cells. Unfinished sheets are not changed.
"""

from django.db import migrations
from django.utils import timezone

from scoring import NoSuchGame
from scoring import game as find_game
from scoring.registry import BrokenGame

KEY = "the-rest-was-none"


def say_none(apps, schema_editor):
    alias = schema_editor.connection.alias
    for result in apps.get_model("companion", "Result").objects.using(alias).iterator():
        if sheet := known(result.game, result.state):
            result.state = sheet.with_rest_none(result.state)
            result.save(update_fields=["state"])
    events = apps.get_model("companion", "Event").objects.using(alias)
    tables = apps.get_model("companion", "Table").objects.using(alias)
    for table in tables.filter(finished__isnull=False).iterator():
        sheet = known(table.game, table.state)
        if not sheet or not (cells := sheet.rest_none(table.state)):
            continue
        table.revision += 1
        event = events.create(
            table=table,
            number=table.revision,
            idempotency_key=KEY,
            base=table.revision - 1,
            cells=cells,
        )
        events.filter(pk=event.pk).update(at=table.finished or timezone.now())
        table.state = sheet.put(table.state, dict(cells))
        if table.settled.get("state"):
            settled = sheet.put(table.settled["state"], dict(cells))
            table.settled = {"revision": table.revision, "state": settled}
        table.tops |= dict.fromkeys(("", *table.state["seats"]), table.revision)
        table.save(update_fields=["revision", "state", "settled", "tops"])


def known(slug, state):
    """Returns the game's score sheet; None without seats, or if the game is unknown or broken."""
    try:
        return find_game(slug).sheet if state.get("seats") else None
    except (NoSuchGame, BrokenGame):
        return None


def forget(apps, schema_editor):
    alias = schema_editor.connection.alias
    said = apps.get_model("companion", "Event").objects.using(alias).filter(idempotency_key=KEY)
    for event in said.select_related("table"):
        event.table.revision = event.number - 1
        event.table.save(update_fields=["revision"])
    said.delete()


class Migration(migrations.Migration):
    dependencies = [("companion", "0014_asking")]
    operations = [migrations.RunPython(say_none, forget)]
