"""Matches numbers of a query, with the words beside them, with numbers of entries."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

from .named_entries import called_in
from .queries import Measure, Query
from .search_index import Index
from .synonyms import closure

_LEFT = re.compile(
    "(?:が|は|を|の|に|で|と|コスト|こすと|is|are|of|costs?|worth|value|number|no|=)+$"
)
_RIGHT = re.compile("^(?:つ|個|枚|本|こ|まい|の|of|x|more|or)+")
_NUMBERED = re.compile(r"[a-z] (\d{1,4})$")


def fitting(ours: Index, query: Query) -> dict[int, float]:
    """Returns how well each entry's numbers fit those of the query, from 0 to at most 1.3.

    Keys are the entries' places in the index. A number fits (1) if the query has it next to a word
    for what it counts, such as *3 wood*, and better (1.3) if the query also has a word for the
    entry's fact with that number, such as *cost*.
    """
    likeness: dict[int, float] = defaultdict(float)
    whole, measures = query.whole, _measures(ours, query)
    in_row = cache(lambda rows: any(word in whole for word in closure(rows)))
    for measure in measures:
        lefts = (measure.before, _LEFT.sub("", measure.before))
        rights = (measure.after, _RIGHT.sub("", measure.after))
        beside = cache(
            lambda of, lefts=lefts, rights=rights: _is_adjacent(closure(of), lefts, rights)
        )
        best: dict[int, float] = {}
        for order, number in ours.numbers.get(measure.value, ()):
            if beside(number.of):
                fits = 1.0 + 0.3 * (number.rows != number.of and in_row(number.rows))
                best[order] = max(best.get(order, 0.0), fits - 0.1 * number.shared)
        for order, fits in best.items():
            likeness[order] += fits / len(measures)
    return likeness


def _measures(ours: Index, query: Query) -> tuple[Measure, ...]:
    """Returns up to four numbers of a query, without those that belong to a name: *Home 3*."""
    named = {
        int(number[1])
        for order, (key, _share) in called_in(ours, query).items()
        if key == ours.items[order].name.en and query.game in ("", ours.items[order].slug)
        if (number := _NUMBERED.search(key))
    }
    return tuple(each for each in query.measures[:4] if each.value not in named)


def _is_adjacent(words: tuple[str, ...], lefts: tuple[str, ...], rights: tuple[str, ...]) -> bool:
    """True if one of the words stands directly before or after a number of the query.

    ``lefts``: the text before the number, with and without a particle at its end; ``rights``:
    likewise the text after it.
    """
    before = any(left.endswith(words) for left in lefts)
    return before or any(right.startswith(words) for right in rights)
