"""``manage.py move``: copies all data to another database; the one in use is not changed."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from companion.messages import say
from companion.operations import transfer_database
from companion.operations.operational_problem import both


class Command(BaseCommand):
    help = "Copy everything to the empty database at URL and compare both. Stop the app first."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", help="such as postgres://user:password@host/name")

    def handle(self, *args: Any, url: str, **options: Any) -> None:
        rows = transfer_database.move(url)
        self.stdout.write(both(say("move-done", rows=rows)))
