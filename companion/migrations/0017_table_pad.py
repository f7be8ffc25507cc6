"""Marks a table as a pad.

Apart from the move of the pads: PostgreSQL changes no table whose rows the same migration moved.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("companion", "0016_plain_names")]
    operations = [migrations.AddField("table", "pad", models.BooleanField(default=False))]
