"""Removes the rows of pads apart from tables, once they are moved."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("companion", "0018_pads_are_tables")]
    operations = [
        migrations.RemoveField("copy", "pad"),
        migrations.AlterField(
            "copy",
            "table",
            models.OneToOneField("companion.Table", models.CASCADE, related_name="copy"),
        ),
        migrations.DeleteModel("Pad"),
    ]
