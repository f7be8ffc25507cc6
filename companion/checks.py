"""System check that reports every broken game with file, line and remedy."""

from typing import Any

from django.core.checks import CheckMessage, Warning

from scoring import registry


def games(**options: Any) -> list[CheckMessage]:
    """Django's system check: returns a warning for each game folder that does not load.

    ``options``: Django's, not used.
    """
    return [
        Warning(
            str(error),
            hint=f"The other games play on. More: python manage.py check_game {slug}",
            id="companion.W001",
        )
        for slug, error in registry.check().items()
    ]
