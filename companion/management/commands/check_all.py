"""``manage.py check_all``: runs all linters, checks and tests; CI runs nothing else."""

import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

PYTHON = [sys.executable, "-m"]
MANAGE = [sys.executable, "manage.py"]
# Settings as on the internet: the deployment check rightly fails with those for a home network.
PUBLIC = {"COMPANION_HTTPS": "1", "COMPANION_DEBUG": ""}
TESTS = ["-m", "pytest", "-n", "auto", "--dist", "worksteal", "--tb", "short"]
# A test in a browser waits for half of its time: three workers keep two processors busy.
WAITING = ["-n", str(3 * (os.cpu_count() or 1) // 2)]
# Tests that use the database most directly; ``--whole`` runs others on PostgreSQL too.
SERVED = [f"tests/web/test_{name}.py" for name in ("ledger", "tables", "migrations")]
TESTING = {"COMPANION_DEBUG": "", "CI": "1"}
# Compiled files are written even if the environment forbids it: hundreds of processes start here.
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
STEPS: dict[str, tuple[list[str], dict[str, str]]] = {
    "lint": ([*PYTHON, "ruff", "check"], {}),
    "format": ([*PYTHON, "ruff", "format", "--check"], {}),
    "templates": ([*PYTHON, "djlint", "--check", "--quiet", "templates"], {}),
    "types": ([*PYTHON, "mypy"], {}),
    "migrations": ([*MANAGE, "makemigrations", "--check", "--dry-run"], {}),
    "deployment": ([*MANAGE, "check", "--deploy", "--fail-level", "WARNING"], PUBLIC),
}


class Command(BaseCommand):
    help = (
        "Run every check, and the quick tests with a few journeys in a real browser; "
        "--whole: every test."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--whole", action="store_true", help="the slow tests, too")
        which.add_argument(
            "--rest", action="store_true", help="only what --whole has more than the check"
        )
        parser.add_argument("--fast", action="store_true", help="leave out the browser tests")

    def handle(self, *args: Any, whole: bool, rest: bool, fast: bool, **options: Any) -> None:
        steps = {} if rest else STEPS
        marks = "not bench and not fire" + " and not browser" * fast
        tier = "" if whole else " and slow" if rest else " and not slow"
        # Tests that use the database also run on PostgreSQL; of the slow ones, those marked.
        asks, paths = f"django_db and not browser and {marks}", []
        if whole or rest:
            asks += " and (postgres or not slow)"
        else:
            asks, paths = asks + tier, SERVED
        served = [*PYTHON, "tests.throwaway_database_servers", *TESTS, "-m", asks, *paths]
        # The type checker keeps one processor busy; the tests on PostgreSQL wait for its server.
        with ThreadPoolExecutor(1) as beside:
            checks = [
                beside.submit(self.step, name, *each, held=True) for name, each in steps.items()
            ]
            stored = self.step("tests on PostgreSQL", served, TESTING)
        failed = [name for name, check in zip(steps, checks, strict=True) if not check.result()]
        if failed:
            self.stdout.write(
                self.style.ERROR(f"Not right yet: {', '.join(failed)}. Now the tests.")
            )
        if not stored:
            failed.append("PostgreSQL")
        # Last, so that pytest's last line is the last one, unless other checks have failed.
        workers = WAITING if whole or rest else []
        marked = ["-p", "tests.slow_test_marks", "-m", marks + tier]
        tests = [sys.executable, *TESTS, *workers, *marked]
        passed = self.step("tests", tests, TESTING, quiet=True)
        if failed:
            self.stdout.write(self.style.ERROR(f"Not right beside these: {', '.join(failed)}."))
        sys.exit(0 if passed and not failed else 1)

    def step(
        self,
        name: str,
        command: list[str],
        env: dict[str, str],
        *,
        quiet: bool = False,
        held: bool = False,
    ) -> bool:
        """Runs a command that checks something; true if it succeeded.

        ``name``: heading to print. ``env``: further environment variables. ``quiet``: its duration
        is not printed. ``held``: its output is printed at its end, since another step runs at the
        same time.
        """
        heading = self.style.MIGRATE_HEADING(f"== {name}")
        if not held:
            self.stdout.write(heading)
            self.stdout.flush()
        started = time.monotonic()
        result = subprocess.run(
            command,
            cwd=settings.BASE_DIR,
            env={**os.environ, **COMPILED, **env},
            stdout=subprocess.PIPE if held else None,
            stderr=subprocess.STDOUT if held else None,
            text=True,
        )
        took = "" if quiet else f"   {time.monotonic() - started:.1f} s\n"
        self.stdout.write(f"{heading}\n{result.stdout}{took}" if held else took, ending="")
        return result.returncode == 0
