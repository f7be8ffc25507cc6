"""Compares queries with entries by n-grams (sequences of letters), regardless of words.

Its errors differ from those of word matching. It therefore adds to a hit's score, and an answer
that it confirms needs less of a lead.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain

from . import question_match, word_statistics
from .normalise import fold, latin
from .queries import Query, language_of
from .search_index import Index, IndexItem

JAPANESE_SHORT, JAPANESE_LONG, LATIN = 1, 2, 3
"""N-gram lengths in letters: two for Japanese, and one for other scripts."""
COMMON = 0.3
"""Share of a game's entries above which an n-gram is left out, since it distinguishes little."""


def lead(ours: Index, query: Query, items: Sequence[IndexItem]) -> float:
    """Returns the lead of entries over all others of their game in likeness to the query.

    From -1 to 1, relative to the better score; below 0 if another entry is more alike.
    """
    alike = ngram_scores(ours, query).get(items[0].slug, {})
    orders = {item.order for item in items}
    best = max(alike.get(order, 0.0) for order in orders)
    next_ = max((share for order, share in alike.items() if order not in orders), default=0.0)
    return (best - next_) / (max(best, next_) or 1.0)


def ngram_scores(ours: Index, query: Query) -> Mapping[str, Mapping[int, float]]:
    """Returns each entry's n-gram score for a query: game's slug to number in the index to score.

    A score is a share, 0 to 1, of the best one in the same game. If the query is for one game, only
    that game's entries have one.
    """
    return _ngram_scores(ours, query.plain, query.game)


@lru_cache(128)
def _ngram_scores(ours: Index, plain: str, game: str) -> Mapping[str, Mapping[int, float]]:
    query_ngrams = Counter(ngrams(plain))
    by_game: dict[str, dict[int, float]] = {}
    for slug in (game,) if game else ours.game_names:
        postings = _statistics(ours, slug).postings
        weighted_postings = (
            (times, postings[run]) for run, times in query_ngrams.items() if run in postings
        )
        sums = question_match.weighted_sums(weighted_postings, len(ours.items))
        best = max(sums.values(), default=1.0)
        by_game[slug] = {order: share / best for order, share in sums.items()}
    return by_game


def ready(ours: Index, slug: str) -> None:
    """Builds the n-gram table of a game in advance, so that no search has to wait for it."""
    _statistics(ours, slug)


def ngrams(text: str) -> list[str]:
    """Returns the n-grams of letters of a text; Latin ones extend over the ends of words.

    >>> ngrams("two ox"), ngrams("緑の家")
    ([' tw', 'two', 'wo ', 'o o', ' ox', 'ox '], ['緑', 'の', '家', '緑の', 'の家'])
    """
    whole, lengths = f" {' '.join(latin(text))} ", [LATIN]
    if language_of(text) == "ja":
        whole, lengths = fold(text), [JAPANESE_SHORT, JAPANESE_LONG]
    return [whole[at : at + n] for n in lengths for at in range(len(whole) - n + 1)]


@cache
def _statistics(ours: Index, slug: str) -> word_statistics.WordStatistics:
    rows: dict[str, dict[int, float]] = defaultdict(dict)
    lengths: dict[int, float] = {}
    for item in ours.items:
        if item.slug != slug or item.entry is None:
            continue
        questions = ((1.0, text) for text in question_match.questions(item))
        often: Counter[str] = Counter()
        for counts, text in chain(questions, question_match.weighted_texts(item.entry)):
            for run in ngrams(text):
                often[run] += counts  # type: ignore[assignment]  # a part counts less than one
        lengths[item.order] = sum(often.values())
        for run, times in often.items():
            rows[run][item.order] = times
    most = COMMON * len(lengths)
    distinctive = ((run, had) for run, had in rows.items() if len(had) <= most)
    return word_statistics.word_statistics(ours, distinctive, lengths)[slug]
