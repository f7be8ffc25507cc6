"""One person under two spellings: counted as one in a history, and two again when somebody says so.

Records keep the names as they were typed; only what a history shows and counts is changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.history import records
from companion.history.models import Alias
from companion.history.records import Person
from companion.history.scope import Scope

MOST = 500
"""Spellings that count as another name, in one history."""


def everybody(shelf: Scope) -> Sequence[Person]:
    """The people who played, under the names that count now."""
    return records.people(shelf.records())


def merge(owner: str, spelling: str, name: str) -> bool:
    """Let a name count as another. Whoever counted as it goes along. ``False``: nothing to do."""
    who = records.person(spelling)
    name = _counts_as(owner, name)
    kept = Alias.objects.filter(owner=owner)
    if not who or not records.person(name) or who == records.person(name):
        return False
    if kept.filter(spelling=who).exists() or kept.count() >= MOST:
        return False
    for each in kept:
        if records.person(each.name) == who:
            Alias.objects.filter(pk=each.pk).update(name=name)
    Alias.objects.create(owner=owner, spelling=who, name=name)
    return True


def _counts_as(owner: str, name: str) -> str:
    """The name that this one counts as, or itself."""
    known = Alias.objects.filter(owner=owner, spelling=records.person(name)).first()
    return known.name if known else name


def part(owner: str, spelling: str) -> None:
    """Take a spelling apart from the name that it counted as."""
    Alias.objects.filter(owner=owner, spelling=spelling).delete()


def merged(owner: str) -> list[tuple[str, str]]:
    """The spellings with the names that they count as."""
    found = Alias.objects.filter(owner=owner).order_by("name", "spelling")
    return list(found.values_list("spelling", "name"))


def merge_all(owner: str, pairs: Iterable[tuple[str, str]]) -> int:
    """Those that a file brings; how many were new. What is decided here already stays."""
    return sum(merge(owner, spelling, name) for spelling, name in pairs)
