"""Which phones are looking. Heard of by every poll, written down for all of them at once."""

from __future__ import annotations

import threading
from datetime import timedelta
from time import monotonic

from django.utils import timezone

from companion.http import best_effort
from companion.tables.models import Device

EVERY = 2.0
"""Seconds between two writes of a process, however many phones poll."""

AGAIN = timedelta(seconds=2.5)
"""A phone that any process wrote down so lately is not written again: with the longest wait of a
phone, and the wait for the next write, still less than what makes it absent (`access.PRESENT`)."""

_lock = threading.Lock()
_heard: set[int] = set()
_written = 0.0


def heard(device: int) -> None:
    """This phone is there. Costs nothing unless it is time to write all of them down."""
    global _written
    with _lock:
        _heard.add(device)
        if monotonic() - _written < EVERY:
            return
        _written = monotonic()
        phones = sorted(_heard)
        _heard.clear()
    now = timezone.now()
    there = Device.objects.filter(pk__in=phones, seen__lt=now - AGAIN)
    best_effort.best_effort_write(lambda: there.update(seen=now))
