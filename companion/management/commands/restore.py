"""``manage.py restore``: replaces the database by a copy of ``backup``, which it checks first."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from companion.messages import say
from companion.operations import backup
from companion.operations.operational_problem import both


class Command(BaseCommand):
    help = "Make the database what FILE holds; refuses over existing data unless told."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="over what is there")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        kept = backup.bring_back(file, replace)
        self.stdout.write(both(say("restore-done", path=str(file))))
        if kept:
            self.stdout.write(both(say("restore-kept", path=str(kept))))
