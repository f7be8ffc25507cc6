"""``manage.py check`` names every game that is broken: file, line, and what to do about it."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Warning

from scoring.tools import check_folders


def games(**options: Any) -> list[CheckMessage]:
    """A warning for each broken folder: the others are served all the same."""
    return [
        Warning(
            str(error),
            hint=f"The other games play on. More: python manage.py check_game {slug}",
            id="companion.W001",
        )
        for slug, error in check_folders.check().items()
    ]
