"""``manage.py doctor``: prints the problems of this installation, each with its remedy."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from companion.messages import say
from companion.operations import doctor, listening_port
from companion.operations.operational_problem import both


class Command(BaseCommand):
    help = "Look at the installation: what is wrong, and what to do. Ends with 1 if anything is."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=listening_port.port, default=listening_port.FIRST_PORT)

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        wrong = 0
        for well, message in doctor.findings(port):
            wrong += not well
            self.stdout.write(f"{'✓' if well else '✗'} {both(message, '  ')}")
            self.stdout.flush()
        last = say("doctor-ill", n=wrong) if wrong else say("doctor-well")
        self.stdout.write(f"\n{both(last)}")
        if wrong:
            sys.exit(1)
