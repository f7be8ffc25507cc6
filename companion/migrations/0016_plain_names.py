"""Models and fields take plain names; tables and columns of the database keep theirs."""

from django.db import migrations, models

FIELDS = (
    ("table", "fared", "result_cache", models.JSONField(default=dict, db_column="fared")),
    ("table", "tops", "last_event_by_seat", models.JSONField(default=dict, db_column="tops")),
    ("table", "beat", "side_revision", models.PositiveIntegerField(default=0, db_column="beat")),
    ("table", "ending", "end_votes", models.JSONField(default=list, db_column="ending")),
    (
        "table",
        "held",
        "played_on",
        models.DateTimeField(null=True, blank=True, db_column="held"),
    ),
    ("table", "differing", "merge_conflicts", models.JSONField(default=dict, db_column="differing")),
    ("pad", "differing", "merge_conflicts", models.JSONField(default=dict, db_column="differing")),
    ("copy", "said", "content", models.JSONField(default=dict, db_column="said")),
)
MODELS = (
    ("Note", "Notice", "companion_note"),
    ("Wish", "SeatRequest", "companion_wish"),
    ("Arrival", "PendingImport", "companion_arrival"),
)


class Migration(migrations.Migration):
    dependencies = [("companion", "0015_the_rest_was_none")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                operation
                for model, old, new, field in FIELDS
                for operation in (
                    migrations.RenameField(model, old, new),
                    migrations.AlterField(model, new, field),
                )
            ]
            + [
                operation
                for old, new, table in MODELS
                for operation in (
                    migrations.RenameModel(old, new),
                    migrations.AlterModelTable(new, table),
                )
            ]
        )
    ]
