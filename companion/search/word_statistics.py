"""Statistics of the words of a game's texts: how rare each is, and in which items it occurs."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from .index_dump import Row
from .search_index import Index

type Postings = tuple[array[int], array[float]]
"""Numbers of items in ascending order, and the weight of a word in each of them."""

HALF, LENGTH = 1.2, 0.5
"""As BM25's k1 and b: frequency that gives half the weight; effect of an item's length on it."""
RARITY = 0.8
"""Exponent of a word's rarity in its weight.

Below 1, since rarity distinguishes less here than elsewhere.
"""


def by_game(
    of: Mapping[int, float], slugs: Sequence[str]
) -> Iterator[tuple[str, Iterable[tuple[int, float]]]]:
    """Groups the pairs of ``of``, by item number in ascending order, by the item's game."""
    return groupby(of.items(), key=lambda pair: slugs[pair[0]])


def postings_of(weights: Mapping[int, float]) -> Postings:
    """Returns item numbers and weights as two arrays of the same length."""
    return array("I", weights), array("f", weights.values())


@dataclass(frozen=True)
class WordStatistics:
    """Statistics of a game's texts: rarity of each word etc., and items with it (``postings``)."""

    item_count: int
    rarity: dict[str, float]
    postings: dict[str, Postings]


def word_statistics(
    ours: Index, rows: Iterable[Row], lengths: Mapping[int, float]
) -> Mapping[str, WordStatistics]:
    """Returns each game's ``WordStatistics``; ``rows``: frequency of each word in each item."""
    slugs = [item.slug for item in ours.items]
    half: dict[int, float] = {}
    statistics: dict[str, WordStatistics] = {}
    for slug, pairs in by_game(lengths, slugs):
        by_item = dict(pairs)
        usual = sum(by_item.values()) / len(by_item)
        half |= {n: HALF * (1 - LENGTH + LENGTH * length / usual) for n, length in by_item.items()}
        statistics[slug] = WordStatistics(len(by_item), {}, {})
    for part, of in rows:
        for slug, pairs in by_game(of, slugs):
            by_item, game = dict(pairs), statistics[slug]
            rarity = math.log((game.item_count + 1) / (len(by_item) + 0.5)) ** RARITY
            game.rarity[part] = rarity
            game.postings[part] = postings_of(
                {n: rarity * o / (o + half[n]) for n, o in by_item.items()}
            )
    return statistics
