"""Everything that must hold before a change is good, in one command; CI runs nothing else."""

import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

PYTHON = [sys.executable, "-m"]
MANAGE = [sys.executable, "manage.py"]
# As on the internet: the settings for a home network would rightly fail this one.
PUBLIC = {"COMPANION_HTTPS": "1", "COMPANION_DEBUG": ""}
TESTS = ["-m", "pytest", "-n", "auto", "--dist", "worksteal"]
TESTING = {"COMPANION_DEBUG": "", "CI": "1"}
STEPS: dict[str, tuple[list[str], dict[str, str]]] = {
    "lint": ([*PYTHON, "ruff", "check"], {}),
    "format": ([*PYTHON, "ruff", "format", "--check"], {}),
    "templates": ([*PYTHON, "djlint", "--check", "--quiet", "templates"], {}),
    "types": ([*PYTHON, "mypy"], {}),
    "migrations": ([*MANAGE, "makemigrations", "--check", "--dry-run"], {}),
    "deployment": ([*MANAGE, "check", "--deploy", "--fail-level", "WARNING"], PUBLIC),
}


class Command(BaseCommand):
    help = "Run every check and every test. --fast leaves out the browser."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--fast", action="store_true", help="leave out the browser tests")

    def handle(self, *args: Any, fast: bool, **options: Any) -> None:
        failed = [
            name for name, (command, env) in STEPS.items() if not self.step(name, command, env)
        ]
        if failed:
            self.stdout.write(
                self.style.ERROR(f"Not right yet: {', '.join(failed)}. Now the tests.")
            )
        marks = "not bench and not fire" + " and not browser" * fast
        # Whatever asks the database, on the other one as well.
        served = [
            *PYTHON,
            "tests.databases",
            *TESTS,
            "-m",
            f"django_db and not browser and {marks}",
        ]
        if not self.step("tests on PostgreSQL", served, TESTING):
            failed.append("PostgreSQL")
        # Last, so that its closing line is the last one.
        passed = self.step("tests", [sys.executable, *TESTS, "-m", marks], TESTING, quiet=True)
        sys.exit(0 if passed and not failed else 1)

    def step(
        self, name: str, command: list[str], env: dict[str, str], *, quiet: bool = False
    ) -> bool:
        self.stdout.write(self.style.MIGRATE_HEADING(f"== {name}"))
        self.stdout.flush()
        started = time.monotonic()
        result = subprocess.run(command, cwd=settings.BASE_DIR, env={**os.environ, **env})
        if not quiet:
            self.stdout.write(f"   {time.monotonic() - started:.1f} s")
        return result.returncode == 0
