"""Aliases: in one history, a spelling of a player's name that counts as another name.

Stored games keep the names as typed, so an alias can be deleted again. Only lists and statistics
use the other name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.history import records, summaries
from companion.history.models import Alias
from companion.history.scope import Scope
from companion.history.summaries import Person

MOST = 500
"""Maximum number of aliases in one history."""


def everybody(scope: Scope) -> Sequence[Person]:
    """Returns the people in a history, with aliases applied."""
    return summaries.people(scope.records())


def merge(owner: str, spelling: str, name: str) -> bool:
    """Makes ``spelling`` an alias of ``name``, and with it all aliases of ``spelling``.

    ``owner``: the history, by the hash of its phone's or group's secret. Returns ``False`` if
        nothing is stored: an empty or the same name, a spelling that is an alias already, or
        ``MOST`` aliases reached.
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
    """Returns the name that ``name`` is an alias of, or ``name`` itself."""
    known = Alias.objects.filter(owner=owner, spelling=records.person(name)).first()
    return known.name if known else name


def delete_alias(owner: str, spelling: str) -> None:
    """Deletes the alias of a normalised spelling, which then is a name of its own again.

    ``owner``: the history, by the hash of its phone's or group's secret.
    """
    Alias.objects.filter(owner=owner, spelling=spelling).delete()


def alias_pairs(owner: str) -> list[tuple[str, str]]:
    """Returns all aliases of a history as pairs (spelling, name), ordered by name.

    ``owner``: the history, by the hash of its phone's or group's secret.
    """
    found = Alias.objects.filter(owner=owner).order_by("name", "spelling")
    return list(found.values_list("spelling", "name"))


def merge_all(owner: str, pairs: Iterable[tuple[str, str]]) -> int:
    """Adds the aliases of a file and returns how many are new. Existing ones are not changed.

    ``owner``: the history, by the hash of its phone's or group's secret.
    """
    return sum(merge(owner, spelling, name) for spelling, name in pairs)
