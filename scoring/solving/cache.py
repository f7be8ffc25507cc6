"""A cache that drops its oldest answers first and keeps only those worth keeping.

``functools.lru_cache`` keeps every result; here a result cut short by the clock is computed again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from scoring.solving import deadline


class Cache[K: Hashable, V]:
    """At most ``most`` answers by key, the least recently used dropped first. Thread-safe.

    >>> squares = Cache[int, int](2)
    >>> squares.get(3, lambda: 9), squares.get(3, lambda: 0)
    (9, 9)
    """

    def __init__(self, most: int) -> None:
        self._most, self._kept, self._lock = most, OrderedDict[K, V](), Lock()

    def get(self, asked: K, answer: Callable[[], V]) -> V:
        """Returns the cached answer or computes it; kept unless the clock cut it short."""
        with self._lock:
            if asked in self._kept:
                self._kept.move_to_end(asked)
                return self._kept[asked]
        with deadline.within():
            found, hurried = answer(), deadline.missed()
        if not hurried:
            with self._lock:
                self._kept[asked] = found
                if len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        return found
