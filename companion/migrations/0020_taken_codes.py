"""Adds what undoing a code puts back, and the times that a replica took another id."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("companion", "0019_no_pads_apart")]
    operations = [
        migrations.AddField(
            "copy", "renamed", models.PositiveSmallIntegerField(default=0)
        ),
        migrations.CreateModel(
            "TakenCode",
            [
                (
                    "event",
                    models.OneToOneField(
                        "companion.Event",
                        models.CASCADE,
                        primary_key=True,
                        serialize=False,
                        related_name="+",
                    ),
                ),
                ("before", models.TextField()),
            ],
        ),
    ]
