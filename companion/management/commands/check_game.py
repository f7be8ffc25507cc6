"""``manage.py check_game``: prints the errors in a game's files, and what its next stage needs."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scoring import NoSuchGame, registry
from scoring.loading.catalogue_files import STAGES
from scoring.tools import check_game


class Command(BaseCommand):
    help = "Check one game: what is wrong, and what comes next. Ends with 1 if it is not right yet."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        try:
            wrong = check_game.mistakes(slug)
        except NoSuchGame:
            known = ", ".join(registry.games())
            raise CommandError(f"There is no game {slug}. There are: {known}") from None
        for error in wrong:
            self.stdout.write(self.style.ERROR(str(error)))
        if slug in registry.broken():
            sys.exit(1)
        stage = registry.game(slug).stage
        asked = check_game.requirements(slug, Path(settings.BASE_DIR))
        reached = STAGES[: STAGES.index(stage) + 1]
        due = [ask for ask in asked if ask.stage in reached]
        for heading, listed in (
            (f"Asked of a {stage} game", due),
            ("Before the next stage", [a for a in asked if a.stage and a not in due]),
            ("Good to have", [a for a in asked if not a.stage]),
        ):
            if listed:
                self.stdout.write(self.style.MIGRATE_HEADING(f"{heading}:"))
            for ask in listed:
                where = f"{check_game.REFERENCE}, “{ask.section}”"
                self.stdout.write(f"  {ask.what} ({where})")
        if wrong or due:
            sys.exit(1)
        self.stdout.write(self.style.SUCCESS(f"{slug} is a good {stage} game."))
