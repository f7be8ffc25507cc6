"""A cache that does not store results which a time limit cut short.

``functools.lru_cache`` would store every result; here such a result is computed anew.
"""

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
        self._most, self._values, self._lock = most, OrderedDict[K, V](), Lock()

    def get(self, key: K, answer: Callable[[], V]) -> V:
        """Returns the cached result for ``key``; without one, what calling ``answer`` returns.

        A computed result is cached unless a time limit cut it short (``deadline.missed``).
        """
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        with deadline.within():
            value, hurried = answer(), deadline.missed()
        if not hurried:
            with self._lock:
                self._values[key] = value
                if len(self._values) > self._most:
                    self._values.popitem(last=False)
        return value
