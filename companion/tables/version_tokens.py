"""What polls compare, remembered where all processes look: an unchanged poll asks no database.

Only with a cache that they share. What is remembered says whether there is something new, never
what, and for seconds only: a change that somebody failed to announce arrives that much later.
"""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.db import transaction

from companion.http.shared_cache import shared

TABLE, PHONE = 3, 60
"""Seconds. A phone's place holds until the beat that it was read at is over."""


type Known = list[Any] | None


def recalled(table: str, phone: str) -> tuple[Known, Known]:
    """What was remembered of a table, and of a phone there."""
    if not shared():
        return None, None
    places = (f"table:{table}", f"place:{phone}")
    found = cache.get_many(places)
    return found.get(places[0]), found.get(places[1])


def remember(table: str, phone: str, at_table: list[Any], at_phone: Known) -> None:
    """Keep what is so at a table, and of a phone where that is not what is kept already."""
    if shared():
        cache.set(f"table:{table}", at_table, TABLE)
        if at_phone is not None:
            cache.set(f"place:{phone}", at_phone, PHONE)


def moved(table: str) -> None:
    """That table has changed; from the end of this transaction on everybody is to know."""
    if shared():
        transaction.on_commit(lambda: cache.delete(f"table:{table}"))
