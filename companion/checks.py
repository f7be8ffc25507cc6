"""System check that reports every broken game with file, line and remedy."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Warning

from scoring import registry


def games(**options: Any) -> list[CheckMessage]:
    """Returns a warning for each broken game folder; the other games are served all the same."""
    return [
        Warning(
            str(error),
            hint=f"The other games play on. More: python manage.py check_game {slug}",
            id="companion.W001",
        )
        for slug, error in registry.check().items()
    ]
