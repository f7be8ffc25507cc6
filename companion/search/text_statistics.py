"""Statistics of the example questions and texts of all entries, built once for each index.

Example questions are stored in a game's data, worded as players ask them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from .index_dump import PartWeights, Reader, Row, unpacked
from .index_items import IndexItem
from .posting_lists import PostingLists, rarity
from .search_index import Index, synonyms
from .text_features import features, filler, ngrams

HALF, LENGTH = 1.2, 0.5
"""As BM25's k1 and b: frequency that gives half the weight; effect of an item's length on it."""
COMMON_NGRAM = 0.3
"""Share of a game's entries above which an n-gram is left out, since it distinguishes little."""
IN_NAME, IN_TEXT = 2.0, 0.4
"""Weights of a word in an entry's name and texts.

Relative to 1 in its example questions, other names and readings.
"""
RARE_FILLER = 3
"""A stop word, word pair or letter sequence counts only in more than this many texts of a game."""


def weighted_texts(item: IndexItem) -> Iterator[tuple[float, str]]:
    """Yields example questions, names and texts of ``item`` (an entry) as pairs (weight, text)."""
    yield from ((1.0, question) for question in item.questions)
    yield from ((1.0, key.text) for key in item.keys if not key.name)
    entry = item.entry
    assert entry
    for weight, texts in ((IN_NAME, (entry.name,)), (IN_TEXT, (entry.text, *entry.body))):
        yield from ((weight, words) for text in texts for words in (text.en, text.ja))


@cache
def tables(index: Index) -> Mapping[str, WordStatistics]:
    """Returns, by game's slug, the weight of each word in each entry of the search ``index``."""
    read = unpacked(index.checksum) or _built(index)
    # Row by row: a temporary table would enlarge the process for good.
    return word_statistics(index, read(FREQUENCIES), dict(read(LENGTHS))[""])


def _built(index: Index) -> Reader:
    tables = precomputed_tables(index)
    return lambda name: iter(tables[name].items())


FREQUENCIES, LENGTHS = "texts", "lengths"


def precomputed_tables(index: Index) -> Mapping[str, PartWeights]:
    """Returns two tables that are slow to build, by name, from one pass over all texts.

    ``FREQUENCIES``: weighted frequency of each word (or letter pair ...) in an entry's example
    questions and texts, by number of the entry. ``LENGTHS``: the sum of these for each entry.
    """
    frequencies: dict[str, dict[int, float]] = defaultdict(dict)
    lengths: dict[int, float] = {}
    for _slug, items in groupby(index.items, key=lambda item: item.slug):
        times: Counter[str] = Counter()
        frequencies_by_item: dict[int, dict[str, float]] = defaultdict(dict)
        for item in items:
            if item.entry is None:
                continue
            frequency = frequencies_by_item[item.order]
            for counts, text in weighted_texts(item):
                feature_weights = features(text, synonyms())[0] | filler(text)
                for part, weight in feature_weights.items():
                    frequency[part] = frequency.get(part, 0.0) + counts * weight
                times.update(feature_weights.keys())
        for order, frequency in frequencies_by_item.items():
            lengths[order] = sum(frequency.values())
            for part, times_weight in frequency.items():
                # Rare pairs and sequences are left out, as there are very many.
                if times[part] > RARE_FILLER or not (part[0] == "~" or " " in part):
                    frequencies[part][order] = times_weight
    return {FREQUENCIES: frequencies, LENGTHS: {"": lengths}}


def by_game(
    of: Mapping[int, float], slugs: Sequence[str]
) -> Iterator[tuple[str, Iterable[tuple[int, float]]]]:
    """Divides ``of`` by game: yields each game's slug with its pairs (entry's number, value).

    ``of``: entry's number to value, ascending. ``slugs``: game's slug by entry's number.
    """
    return groupby(of.items(), key=lambda pair: slugs[pair[0]])


@dataclass(frozen=True)
class WordStatistics:
    """The weights of words in one game: ``postings`` has each word's weight in each entry.

    ``item_count``: number of the game's entries.
    """

    item_count: int
    postings: PostingLists


def word_statistics(
    index: Index, rows: Iterable[Row], lengths: Mapping[int, float]
) -> Mapping[str, WordStatistics]:
    """Returns, by game's slug, the weight of each word in each entry of the game.

    ``rows``: pairs of a word and its frequency by entry's number. ``lengths``: the sum of all
    frequencies, by entry's number.
    """
    slugs = [item.slug for item in index.items]
    half: dict[int, float] = {}
    statistics: dict[str, WordStatistics] = {}
    for slug, pairs in by_game(lengths, slugs):
        by_item = dict(pairs)
        usual = sum(by_item.values()) / len(by_item)
        half |= {n: HALF * (1 - LENGTH + LENGTH * length / usual) for n, length in by_item.items()}
        statistics[slug] = WordStatistics(len(by_item), PostingLists())
    for part, of in rows:
        for slug, pairs in by_game(of, slugs):
            by_item, game = dict(pairs), statistics[slug]
            rare = rarity(game.item_count, len(by_item))
            weights = {n: rare * o / (o + half[n]) for n, o in by_item.items()}
            game.postings.add(part, weights)
    return statistics


@cache
def ngram_statistics(index: Index, slug: str) -> WordStatistics:
    """Returns weights of letter sequences in entries of the game ``slug``.

    Left out are those in more than the share ``COMMON_NGRAM`` of the entries.
    """
    rows: dict[str, dict[int, float]] = defaultdict(dict)
    lengths: dict[int, float] = {}
    for item in index.items:
        if item.slug != slug or item.entry is None:
            continue
        frequencies: dict[str, float] = defaultdict(float)
        for weight, text in weighted_texts(item):
            for ngram in ngrams(text):
                frequencies[ngram] += weight
        lengths[item.order] = sum(frequencies.values())
        for ngram, frequency in frequencies.items():
            rows[ngram][item.order] = frequency
    most = COMMON_NGRAM * len(lengths)
    distinctive = ((ngram, by_item) for ngram, by_item in rows.items() if len(by_item) <= most)
    return word_statistics(index, distinctive, lengths)[slug]
