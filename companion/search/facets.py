"""Filters to offer beside hits: their kinds, and facts in which they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median_low

from scoring.game import Game
from scoring.text.localised import Text, Verbatim

from .search_index import Item

ROWS = 5
"""Facts that are offered; nobody reads more chips."""
LEAST = 3
"""Hits that must have a fact before it is offered, and at least one in so many has it."""
ONE_IN = 5


@dataclass(frozen=True, slots=True)
class Chip:
    """One filter as it is typed, with words for it and how many hits it leaves."""

    token: str
    label: Text
    count: int


@dataclass(frozen=True, slots=True)
class Row:
    """Filters that belong together: those of one fact, or the kinds."""

    name: Text
    chips: tuple[Chip, ...]


def kinds(game: Game, items: Iterable[Item]) -> tuple[Chip, ...]:
    """The kinds among the hits, where there is a choice."""
    counts = Counter(item.kind_id for item in items if item.entry)
    found = [
        Chip(f"kind:{kind.id}", kind.many, counts[kind.id])
        for kind in game.catalogue.kinds.values()
        if counts[kind.id]
    ]
    return tuple(found) if len(found) > 1 else ()


def facts(game: Game, items: Iterable[Item]) -> tuple[Row, ...]:
    """The facts in which hits differ, in the game's own order."""
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
            said = Counter(w for v in values for w in ([v] if isinstance(v, str) else v))
            chips = tuple(
                Chip(f"{fact.id}:{word}", fact.words[word], said[word])
                for word in fact.words
                if said[word]
            )
        else:
            continue
        if len(chips) > 1:
            rows.append(Row(fact.name, chips))
    return tuple(rows[:ROWS])


def _numbers(fact: str, values: list[int]) -> tuple[Chip, ...]:
    """Up to the middle, and above it; every value by itself where there are few."""
    different = sorted(set(values))
    if len(different) <= 4:
        counts = Counter(values)
        return tuple(Chip(f"{fact}:{n}", Verbatim(str(n)), counts[n]) for n in different)
    middle = median_low(values)
    less = [n for n in values if n <= middle]
    signs = [("<=", "≤", middle, len(less)), (">", ">", middle, len(values) - len(less))]
    return tuple(
        Chip(f"{fact}{sign}{n}", Verbatim(f"{shown} {n}"), count)
        for sign, shown, n, count in signs
        if count
    )
