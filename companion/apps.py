"""The Django app's configuration; registers the system check of games."""

from django.apps import AppConfig
from django.core import checks


class CompanionConfig(AppConfig):
    name = "companion"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from companion.checks import games

        checks.register(games, "games")
