"""Adds the entry that a table shows to everybody."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("companion", "0020_taken_codes")]
    operations = [
        migrations.AddField("table", "shown", models.CharField(max_length=64, blank=True, default=""))
    ]
