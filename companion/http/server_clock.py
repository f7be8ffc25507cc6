"""The server's time. Phones set their clocks by it, so that timers run in step on all of them."""

from django.utils import timezone


def now_ms() -> int:
    """Returns the current time in milliseconds since the epoch."""
    return round(timezone.now().timestamp() * 1000)
