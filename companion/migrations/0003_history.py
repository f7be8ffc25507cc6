import uuid

import django.db.models.deletion
from django.db import migrations, models


def name_tables(apps, schema_editor):
    """Gives each existing table a random ``uid``."""
    tables = apps.get_model("companion", "Table")
    for table in tables.objects.using(schema_editor.connection.alias).filter(uid=None):
        table.uid = uuid.uuid4()
        table.save(update_fields=["uid"])


class Migration(migrations.Migration):
    dependencies = [("companion", "0002_tables")]

    operations = [
        migrations.CreateModel(
            name="Group",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(blank=True, max_length=40)),
                ("made", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.AddField(
            "device",
            "phone",
            models.CharField(blank=True, db_index=True, max_length=64, default=""),
            preserve_default=False,
        ),
        migrations.AddField("table", "beat", models.PositiveIntegerField(default=0)),
        migrations.AddField("table", "settled", models.JSONField(default=dict)),
        migrations.AddField("table", "fared", models.JSONField(default=dict)),
        migrations.AddField("table", "timers", models.JSONField(default=list)),
        migrations.AddField("table", "uid", models.UUIDField(null=True, editable=False)),
        migrations.RunPython(name_tables, migrations.RunPython.noop),
        migrations.AlterField(
            "table", "uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)
        ),
        migrations.AddField(
            "table",
            "group",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="tables",
                to="companion.group",
            ),
        ),
        migrations.AddField(
            "table",
            "next",
            models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="before",
                to="companion.table",
            ),
        ),
        migrations.CreateModel(
            name="Play",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.UUIDField()),
                ("game", models.CharField(max_length=40)),
                ("played", models.DateTimeField()),
                ("minutes", models.PositiveIntegerField(blank=True, null=True)),
                ("seats", models.JSONField()),
                ("owner", models.CharField(db_index=True, max_length=64)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("uid", "owner"), name="one_play_per_history")
                ],
            },
        ),
    ]
