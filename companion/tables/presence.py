"""Presence of phones: collected from polls in memory, written in batches by each process."""

from __future__ import annotations

import threading
from datetime import timedelta
from time import monotonic

from django.utils import timezone

from companion.http import best_effort
from companion.tables.models import Device

EVERY = 2.0
"""Seconds between two database writes of one process, however many phones poll."""

AGAIN = timedelta(seconds=2.5)
"""Age that a phone's stored presence must have before it is written again.

Together with a phone's longest wait between polls and ``EVERY`` it is less than ``access.PRESENT``,
after which a phone counts as absent.
"""

_lock = threading.Lock()
_heard: set[int] = set()
_written = 0.0


def record_presence(device: int) -> None:
    """Records that a phone is present; writes the batch if ``EVERY`` seconds have passed.

    ``device`` is the primary key of the phone's ``Device`` row at its table.
    """
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
