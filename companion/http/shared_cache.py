"""Cache backend: Redis, or the memory of the process while Redis cannot be reached.

Entries may be lost at any time; during a failure each process counts and caches for itself.
"""

import logging
import time
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.db import transaction

logger = logging.getLogger(__name__)

SOON = 0.5
"""Timeout of one cache access in seconds."""
AGAIN = 10.0
"""Seconds before a cache that failed is tried again."""

_silent: dict[str, float] = {}
"""Addresses of failed caches, and when to try again (``time.monotonic``).

All threads share it; each has its own cache objects.
"""


def shared() -> bool:
    """True if the default cache is shared by all processes."""
    return isinstance(caches["default"], SharedCache)


def delete_on_commit(key: str) -> None:
    """Deletes a value from the cache, if processes share it, once the transaction commits."""
    if shared():
        transaction.on_commit(lambda: caches["default"].delete(key))


class _Clients(RedisCacheClient):
    """Creates each Redis client once; Django creates one per access, which doubles its time."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._kept: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        if write not in self._kept:
            self._kept[write] = super().get_client(key, write=write)
        return self._kept[write]


class _Redis(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Clients


class SharedCache(BaseCache):
    """Cache in Redis while it responds, and in the memory of this process while it does not."""

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        import redis

        self.failures: tuple[type[Exception], ...] = (redis.RedisError, OSError)
        waits = {"socket_timeout": SOON, "socket_connect_timeout": SOON}
        options = {**waits, **params.get("OPTIONS", {})}
        self.shared: BaseCache = _Redis(location, {**params, "OPTIONS": options})
        self.own = LocMemCache(f"instead of {location}", {**params, "OPTIONS": {}})
        self.location = location

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        return self._ask("add", key, value, timeout, version)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._ask("get", key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        return self._ask("set", key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        return self._ask("touch", key, timeout, version)

    def delete(self, key: Any, version: Any = None) -> Any:
        return self._ask("delete", key, version)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> Any:
        return self._ask("incr", key, delta, version)

    def get_many(self, keys: Any, version: Any = None) -> Any:
        return self._ask("get_many", keys, version)

    def clear(self) -> Any:
        return self._ask("clear")

    def _ask(self, what: str, *asked: Any) -> Any:
        silent = _silent.get(self.location)
        if silent is None or time.monotonic() >= silent:
            try:
                answer = getattr(self.shared, what)(*asked)
            except self.failures as error:
                _silent[self.location] = time.monotonic() + AGAIN
                if silent is None:
                    logger.warning("The cache cannot be reached; going on without: %s", error)
            else:
                if _silent.pop(self.location, None) is not None:
                    logger.warning("The cache can be reached again.")
                return answer
        if what == "incr":
            # The count in Redis cannot be read; from now on it is counted in this process.
            self.own.add(asked[0], 0, version=asked[2])
        return getattr(self.own, what)(*asked)
