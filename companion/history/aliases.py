"""Aliases: spellings that a history counts as another name, until they are separated again.

Records keep the names as typed; only what a history shows and counts is changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.history import records, summaries
from companion.history.models import Alias
from companion.history.scope import Scope
from companion.history.summaries import Person

MOST = 500
"""Limit of aliases in one history."""


def everybody(shelf: Scope) -> Sequence[Person]:
    """Returns the people who played, with aliases applied."""
    return summaries.people(shelf.records())


def merge(owner: str, spelling: str, name: str) -> bool:
    """Makes a spelling count as ``name``, with the spellings that counted as it before.

    ``False`` if there is nothing to do: an empty or same name, an alias already, or the limit
    reached.
    """
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
    """Returns the name that this one counts as, or the name itself."""
    known = Alias.objects.filter(owner=owner, spelling=records.person(name)).first()
    return known.name if known else name


def delete_alias(owner: str, spelling: str) -> None:
    """Deletes the alias of a spelling."""
    Alias.objects.filter(owner=owner, spelling=spelling).delete()


def alias_pairs(owner: str) -> list[tuple[str, str]]:
    """Returns (spelling, name) pairs of all aliases, ordered by name."""
    found = Alias.objects.filter(owner=owner).order_by("name", "spelling")
    return list(found.values_list("spelling", "name"))


def merge_all(owner: str, pairs: Iterable[tuple[str, str]]) -> int:
    """Adds the aliases of a file; returns how many were new. Existing ones are not changed."""
    return sum(merge(owner, spelling, name) for spelling, name in pairs)
