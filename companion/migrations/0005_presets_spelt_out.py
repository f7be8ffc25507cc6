"""Adds to each event that chose a preset the blanking of all rulings answered at that table.

Before, choosing a preset (a set of rulings) implied that. Rulings are now cells like all others:
the last write that is not undone counts.
"""

from django.db import migrations

PRESET = "rulings/preset"


def spell_out(apps, schema_editor):
    written = apps.get_model("companion", "Event").objects.using(schema_editor.connection.alias)
    tables = written.filter(cells__has_key=PRESET).values_list("table", flat=True)
    for table in sorted(set(tables)):
        events = list(written.filter(table=table).order_by("number"))
        answered = {path for event in events for path in event.cells if path.startswith("rulings/")}
        for event in events:
            if PRESET in event.cells:
                event.cells |= {path: None for path in answered - set(event.cells)}
                event.save(update_fields=["cells"])


def forget(apps, schema_editor):
    written = apps.get_model("companion", "Event").objects.using(schema_editor.connection.alias)
    for event in written.filter(cells__has_key=PRESET):
        blanked = {p for p, v in event.cells.items() if p.startswith("rulings/") and v is None}
        event.cells = {path: value for path, value in event.cells.items() if path not in blanked}
        event.save(update_fields=["cells"])


class Migration(migrations.Migration):
    dependencies = [("companion", "0004_words_of_the_field")]
    operations = [migrations.RunPython(spell_out, forget)]
