"""Cached version of a table for polls, so that a poll without changes runs no SQL query.

Used only with a cache that all processes share. It shows only that something changed, not what, and
expires in seconds: a change that failed to clear it is seen that much later.
"""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.db import transaction

from companion.http.shared_cache import shared

TABLE, PHONE = 3, 60
"""Lifetimes, in seconds, of the cached values of a table and of a phone at it.

A phone's values are only valid until its table's ``side_revision`` rises.
"""


type Known = list[Any] | None


def recalled(table: str, phone: str) -> tuple[Known, Known]:
    """Returns the cached values of a table and of a phone there, for ``access.poll_state``.

    None for each that is not cached. ``table`` is the table's key, ``phone`` the phone's hash at
    this table.
    """
    if not shared():
        return None, None
    places = (f"table:{table}", f"place:{phone}")
    found = cache.get_many(places)
    return found.get(places[0]), found.get(places[1])


def remember(table: str, phone: str, at_table: list[Any], at_phone: Known) -> None:
    """Caches the values of a table, and those of a phone unless None (unchanged)."""
    if shared():
        cache.set(f"table:{table}", at_table, TABLE)
        if at_phone is not None:
            cache.set(f"place:{phone}", at_phone, PHONE)


def moved(table: str) -> None:
    """Deletes a table's cached version when the current transaction commits."""
    if shared():
        transaction.on_commit(lambda: cache.delete(f"table:{table}"))
