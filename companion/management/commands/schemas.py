"""``manage.py schemas``: writes the JSON Schemas of the data files, for editors."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from scoring.tools import json_schemas


class Command(BaseCommand):
    help = "Write docs/schemas/*.json from the code that reads the data files. Commit them."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        folder = Path(settings.BASE_DIR) / "docs" / "schemas"
        folder.mkdir(parents=True, exist_ok=True)
        wanted = dict(json_schemas.files())
        for old in set(folder.glob("*.json")) - {folder / name for name in wanted}:
            old.unlink()
        for name, text in wanted.items():
            (folder / name).write_text(text, "utf-8")
        self.stdout.write(f"{len(wanted)} schemas in {folder}")
