"""``manage.py export``: writes the app as a folder of files, to run on phones from any web host."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from companion.messages import say
from companion.operations.operational_problem import as_operational_problem, both
from companion.standalone import build_site, pyodide_files

OWN = "phone"
"""Folder below ``var/`` for downloaded parts."""
MEGA = 1e6


class Command(BaseCommand):
    help = "Write the app as static files into DIR, for phones that run it without a server."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("dir", type=Path)
        parser.add_argument("--parts", type=Path, help="where Pyodide and HiGHS lie")
        parser.add_argument("--fetch", action="store_true", help="fetch them with npm first")
        parser.add_argument(
            "--below", default="/", help="the path at which the host shows DIR, such as /games/"
        )
        parser.add_argument(
            "--withdraw", action="store_true", help="write what ends the app on every phone instead"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["dir"]
        own = Path(settings.VAR) / OWN
        if options["withdraw"]:
            with as_operational_problem(folder):
                build_site.withdraw(folder)
            self.stdout.write(both(say("export-withdrawn", path=str(folder))))
            return
        if options["fetch"]:
            pyodide_files.fetch(own)
        found = pyodide_files.part_paths(pyodide_files.folders_to_search(options["parts"], own))
        below = "/" + options["below"].strip("/") + "/"
        with as_operational_problem(folder):
            made = build_site.write(folder, found, below.replace("//", "/"))
        said = say(
            "export-done",
            path=str(folder),
            first=f"{made.first / 1000:.0f}",
            rest=f"{made.rest / MEGA:.1f}",
        )
        self.stdout.write(both(said))
        if not made.bytecode:
            self.stderr.write(both(say("export-no-bytecode")))
