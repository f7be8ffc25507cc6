"""``manage.py new_game``: writes the draft of a game, a folder that loads, to be completed."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scoring.tools import check_game, new_game


class Command(BaseCommand):
    help = "Write a draft of a game under scoring/games."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the folder's name, such as honey_market")
        parser.add_argument("--name-en", help="the name in English; else made of the slug")
        parser.add_argument("--name-ja", help="the name in Japanese; else the English one")
        parser.add_argument("--shelf", type=Path, help="a folder other than scoring/games")

    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["slug"]
        shelf = options["shelf"] or Path(settings.BASE_DIR) / "scoring" / "games"
        en = options["name_en"] or slug.replace("_", " ").title()
        try:
            folder = new_game.write(shelf, slug, en, options["name_ja"] or en)
        except new_game.NotADraft as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{folder} is there and loads. {check_game.GUIDE} shows how to go on;")
        self.stdout.write(f"python manage.py check_game {slug} says what comes next.")
