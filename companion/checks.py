"""System check that reports every broken game with file, line and remedy."""

from typing import Any

from django.core.checks import CheckMessage, Warning

from scoring import registry


def games(**options: Any) -> list[CheckMessage]:
    """Returns a warning for each game folder that does not load; other games are not affected."""
    return [
        Warning(
            str(error),
            hint=f"The other games play on. More: python manage.py check_game {slug}",
            id="companion.W001",
        )
        for slug, error in registry.check().items()
    ]
