"""``manage.py backup``: copies the database into one file, while the app runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from companion.messages import say
from companion.operations import backup
from companion.operations.operational_problem import both


class Command(BaseCommand):
    help = "Copy the database into FILE and read the copy again; the app may run meanwhile."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="over a file that is there")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        size = backup.save(file, replace)
        self.stdout.write(both(say("backup-done", size=-(-size // 1024), path=str(file))))
