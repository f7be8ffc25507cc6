"""A cache that does not store results which a time limit cut short.

``functools.lru_cache`` would store every result; here such a result is computed anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from scoring.solving import deadline


class Cache[K: Hashable, V]:
    """Cache with room for ``most`` results; the least recently used is dropped first. Thread-safe.

    >>> squares = Cache[int, int](2)
    >>> squares.get(3, lambda: 9), squares.get(3, lambda: 0)
    (9, 9)
    """

    def __init__(self, most: int) -> None:
        self._most, self._kept, self._lock = most, OrderedDict[K, V](), Lock()

    def get(self, asked: K, answer: Callable[[], V]) -> V:
        """Returns the cached result for a key, or calls ``answer`` to compute it.

        A computed result is cached unless a time limit cut it short (``deadline.missed``).
        """
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
