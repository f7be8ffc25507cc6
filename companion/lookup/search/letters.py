"""A second opinion on who answers: whose letters stand side by side as those of the query do.

It knows no words, endings or synonyms, so it errs elsewhere than the ranking does; where both
name the same entry, less of a lead is enough.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import chain

from . import asking
from .folding import fold, latin
from .queries import Query, language
from .shelves import Index, Item

ALONE, BESIDE, LATIN = 1, 2, 3
"""How many letters are looked at together: of Japanese one and two, of others three."""


def ahead(ours: Index, query: Query, item: Item) -> float:
    """How far in front of all others of its box an entry is, as a share of the better one's.

    From -1 to 1; below 0 where another one's letters are more alike.
    """
    talk = _talk(ours, item.slug)
    shared: dict[int, float] = defaultdict(float)
    for run in runs(query.plain):
        for order, says in zip(*talk.having.get(run, ((), ())), strict=True):
            shared[order] += says
    own = shared.pop(item.order, 0.0)
    next_ = max(shared.values(), default=0.0)
    return (own - next_) / (max(own, next_) or 1.0)


def ready(ours: Index, slug: str) -> None:
    """Look at all letters of a box, so that nobody's question waits for it."""
    _talk(ours, slug)


def runs(text: str) -> list[str]:
    """The letters of a text that stand side by side, over the ends of Latin words too.

    >>> runs("two ox"), runs("緑の家")
    ([' tw', 'two', 'wo ', 'o o', ' ox', 'ox '], ['緑', 'の', '家', '緑の', 'の家'])
    """
    whole, lengths = f" {' '.join(latin(text))} ", [LATIN]
    if language(text) == "ja":
        whole, lengths = fold(text), [ALONE, BESIDE]
    return [whole[at : at + n] for n in lengths for at in range(len(whole) - n + 1)]


@cache
def _talk(ours: Index, slug: str) -> asking.Talk:
    rows: dict[str, dict[int, float]] = defaultdict(dict)
    lengths: dict[int, float] = {}
    for item in ours.items:
        if item.slug != slug or item.entry is None:
            continue
        asked = ((1.0, text) for text in asking.questions(item))
        often: Counter[str] = Counter()
        for counts, text in chain(asked, asking.says(item.entry)):
            for run in runs(text):
                often[run] += counts  # type: ignore[assignment]  # a part counts less than one
        lengths[item.order] = sum(often.values())
        for run, times in often.items():
            rows[run][item.order] = times
    return asking.talks(ours, rows.items(), lengths)[slug]
