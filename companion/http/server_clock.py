"""The server's time, which phones take over from their polls so that all count in step."""

from __future__ import annotations

from django.utils import timezone


def now_ms() -> int:
    """Returns the current time in milliseconds since the epoch."""
    return round(timezone.now().timestamp() * 1000)
