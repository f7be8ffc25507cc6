from django.db import migrations, models


def renamed(old, new):
    """Returns a migration step that renames a key in each table's ``settled`` and ``fared``."""

    def rename(apps, schema_editor):
        tables = apps.get_model("companion", "Table").objects.using(schema_editor.connection.alias)
        for table in tables.only("settled", "fared").iterator():
            for kept in (table.settled, table.fared):
                if old in kept:
                    kept[new] = kept.pop(old)
            table.save(update_fields=["settled", "fared"])

    return rename


class Migration(migrations.Migration):
    dependencies = [("companion", "0003_history")]

    operations = [
        migrations.RemoveConstraint("event", "one_event_per_form"),
        migrations.RenameField("event", "form", "idempotency_key"),
        migrations.AddConstraint(
            "event",
            models.UniqueConstraint(fields=("table", "idempotency_key"), name="one_event_per_key"),
        ),
        migrations.RenameField("table", "version", "revision"),
        migrations.RunPython(renamed("version", "revision"), renamed("revision", "version")),
    ]
