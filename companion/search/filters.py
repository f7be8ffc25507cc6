"""Filters shown with the hits: those in use, and those to add, for kinds and differing facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median_low
from typing import Any

from scoring.game import Game
from scoring.text.localised import Text, Verbatim

from .hits import HitReason
from .interpretation import spelling
from .pipeline import SearchResults
from .search_index import IndexItem

ROWS = 5
"""Greatest number of facts (numbers or words of entries, such as cost) with filters."""
LEAST = 3
"""Least number of hits that must have a fact for its filters to be offered.

At least one in ``ONE_IN`` of all hits must have it, too.
"""
ONE_IN = 5


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter to offer: the text added to the query, its label, and the number of hits left."""

    token: str
    label: Text
    count: int


@dataclass(frozen=True, slots=True)
class Row:
    """The filters for the values of one fact, such as cost, whose label is ``name``."""

    name: Text
    chips: tuple[Chip, ...]


def filters_context(game: Game | None, results: SearchResults) -> dict[str, Any]:
    """Returns the template context of filters: those in use, interpretations, and filters to add.

    Each comes with the query that a tap on it sends: without the filter or interpretation in use,
    or with the offered filter added. ``game``: the only one searched; filters to add need it.
    """
    query = results.query
    used = [(each, query.without_filter(each)) for each in query.used]
    first = results.hits[0] if results.hits else None
    notes = list(query.notes)
    if first and first.why is HitReason.NEAR and first.key:
        notes.append(spelling(query.plain, first.key, query.plain))
    read = [(note, " ".join([note.without, *query.used])) for note in notes]
    if game is None:
        return {"used": used, "read": read}
    typed = " ".join([*query.rest, *query.used])

    def offered(chips: tuple[Chip, ...]) -> list[tuple[Chip, str]]:
        return [(chip, f"{typed} {chip.token}") for chip in chips if chip.token not in query.used]

    return {
        "used": used,
        "read": read,
        "kinds": offered(_kinds(game, results.items)),
        "rows": [(row.name, offered(row.chips)) for row in _facts(game, results.items)],
    }


def _kinds(game: Game, items: Iterable[IndexItem]) -> tuple[Chip, ...]:
    """Returns a filter for each kind among the hits, or () if they are all of one kind."""
    counts = Counter(item.kind_id for item in items if item.entry)
    chips = [
        Chip(f"kind:{kind.id}", kind.many, counts[kind.id])
        for kind in game.catalogue.kinds.values()
        if counts[kind.id]
    ]
    return tuple(chips) if len(chips) > 1 else ()


def _facts(game: Game, items: Iterable[IndexItem]) -> tuple[Row, ...]:
    """Returns filters for facts in which the hits differ, at most ``ROWS``, in the game's order."""
    entries = [item.entry for item in items if item.entry]
    rows = []
    for fact in game.catalogue.facts.values():
        values = [entry.facts[fact.id] for entry in entries if fact.id in entry.facts]
        if len(values) < max(LEAST, len(entries) // ONE_IN):
            continue
        if fact.type in ("number", "pieces"):
            chips = _numbers(
                fact.id, [sum(v.values()) if isinstance(v, dict) else v for v in values]
            )
        elif fact.type in ("word", "words"):
            counts = Counter(w for v in values for w in ([v] if isinstance(v, str) else v))
            chips = tuple(
                Chip(f"{fact.id}:{word}", fact.words[word], counts[word])
                for word in fact.words
                if counts[word]
            )
        else:
            continue
        if len(chips) > 1:
            rows.append(Row(fact.name, chips))
    return tuple(rows[:ROWS])


def _numbers(fact: str, values: list[int]) -> tuple[Chip, ...]:
    """Returns a filter for each value of a numeric fact; two, split at the median, if over four.

    ``fact``: its id. ``values``: its value for each hit that has it.
    """
    different = sorted(set(values))
    if len(different) <= 4:
        counts = Counter(values)
        return tuple(Chip(f"{fact}:{n}", Verbatim(str(n)), counts[n]) for n in different)
    middle = median_low(values)
    less = [n for n in values if n <= middle]
    signs = [("<=", "≤", middle, len(less)), (">", ">", middle, len(values) - len(less))]
    return tuple(
        Chip(f"{fact}{sign}{n}", Verbatim(f"{symbol} {n}"), count)
        for sign, symbol, n, count in signs
        if count
    )
