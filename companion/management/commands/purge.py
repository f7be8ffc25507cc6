"""``manage.py purge``: deletes old removed games for good, as the server of ``play`` does daily."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from companion.history import retention
from companion.messages import say
from companion.operations import database_checks
from companion.operations.operational_problem import as_operational_problem, both


class Command(BaseCommand):
    help = "Delete for good what was removed 30 days ago, and codes that have run out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what would go")
        parser.add_argument(
            "--idle",
            type=_days,
            metavar="DAYS",
            default=settings.IDLE,
            help="also games that never ended and unsaved sheets, untouched for so many days",
        )

    def handle(self, *args: Any, dry_run: bool, idle: timedelta | None, **options: Any) -> None:
        database_checks.check()
        with as_operational_problem(database_checks.file() or ""):
            rows = retention.due(timezone.now(), idle)
            many = {f"purge-{what}": each.count() for what, each in rows.items()}
            if not dry_run:
                retention.purge(rows)
        for what, n in many.items():
            self.stdout.write(both(say(what, n=n)))
        self.stdout.write(f"\n{both(say('purge-dry' if dry_run else 'purge-done'))}")


def _days(text: str) -> timedelta:
    days = int(text)
    if days < 1:
        raise ArgumentTypeError("1 …")
    return timedelta(days=days)
