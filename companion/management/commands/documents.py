"""``manage.py documents``: writes the parts of documents that are generated from the code."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from scoring.tools import game_reference


class Command(BaseCommand):
    help = "Draw the picture of the rooms and the tables of the game reference. Commit them."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        root = Path(settings.BASE_DIR)
        for path, text in game_reference.files(root):
            path.write_text(text, "utf-8")
            self.stdout.write(f"{path.relative_to(root)} is up to date")
