"""Measures how well each entry fits a query: example questions, words, n-grams, and numbers.

Each measure maps numbers of items in the index to a likeness, mostly from 0 to 1. N-grams err
otherwise than words do, so an answer that they confirm needs less of a lead.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from operator import itemgetter

from . import contradictions
from .mentions import Likeness, Names
from .posting_lists import Postings, rarity
from .queries import Measure, Query
from .search_index import Index
from .synonyms import closure
from .text_tables import RARITY, ngram_statistics, tables

LEAST = 0.35
"""Likeness to the query, 0 to 1, that an entry's example question must exceed to be found."""
HEAVY = 0.3
"""Share of a query's greatest feature weight; lighter features do not find further questions."""
CLOSE = 6
"""Number of most similar questions that are checked for contradictions."""

type Questions = Mapping[int, tuple[float, str]]
"""Each entry's example question that is most like a query, after its likeness, 0 to 1."""

_LEFT = re.compile(
    "(?:が|は|を|の|に|で|と|コスト|こすと|is|are|of|costs?|worth|value|number|no|=)+$"
)
_RIGHT = re.compile("^(?:つ|個|枚|本|こ|まい|の|of|x|more|or)+")
_NUMBERED = re.compile(r"[a-z] (\d{1,4})$")


def coverage(index: Index, query: Query) -> Mapping[str, Likeness]:
    """Returns the share, 0 to 1, of a query's words that each entry's questions and texts have.

    By game; only for the query's game, if any. Rare words of a game weigh more.
    """
    # An unknown word pair or sequence has no weight; an unknown word has the most.
    words = query.features.weights
    weights = {**words, **query.features.filler}.items()
    by_game: dict[str, Likeness] = {}
    for slug, statistics in tables(index)[1].items():
        if query.game not in ("", slug):
            continue
        postings, count = statistics.postings, statistics.item_count
        found = [(weight, part) for part, weight in weights if part in postings]
        rest = [weight for part, weight in words.items() if part not in postings]
        total = math.log(count + 1) ** RARITY * sum(rest) + sum(
            weight * rarity(count, postings.holders(part)) ** RARITY for weight, part in found
        )
        weighted_postings = ((weight / total, postings[part]) for weight, part in found)
        by_game[slug] = _weighted_sums(weighted_postings, len(index.items))
    return by_game


def ngram_scores(index: Index, query: Query) -> Mapping[str, Likeness]:
    """Returns each entry's score by n-grams of letters, as a share of the best one in its game.

    By game; only for the query's game, if any.
    """
    by_game: dict[str, Likeness] = {}
    for slug in (query.game,) if query.game else index.game_names:
        postings = ngram_statistics(index, slug).postings
        weighted_postings = (
            (times, postings[ngram])
            for ngram, times in query.features.ngrams.items()
            if ngram in postings
        )
        sums = _weighted_sums(weighted_postings, len(index.items))
        best = max(sums.values(), default=1.0)
        by_game[slug] = {order: score / best for order, score in sums.items()}
    return by_game


def _weighted_sums(
    weighted_postings: Iterable[tuple[float, Postings]], item_count: int
) -> dict[int, float]:
    """Adds up each item's weights over all parts, by its number; items without any are left out.

    ``weighted_postings``: for each part a factor, and the weights of the items that have it.
    """
    sums = [0.0] * item_count
    for factor, (orders, weights) in weighted_postings:
        for order, weight in zip(orders, weights, strict=True):
            sums[order] += factor * weight
    return {order: sum_ for order, sum_ in enumerate(sums) if sum_}


def fitting_numbers(index: Index, query: Query, names: Names) -> Likeness:
    """Returns how well each entry's numbers fit those of the query, from 0 to at most 1.3.

    A number fits (1) if the query has it next to a word for what it counts, such as *3 wood*, and
    better (1.3) if the query also has a word for the entry's fact with that number, such as *cost*.
    ``names``: the entries that the query names; numbers in a name (*Home 3*) do not count.
    """
    likeness: dict[int, float] = defaultdict(float)
    whole, measures = query.whole, _measures(index, query, names)
    has_fact = cache(lambda words: any(word in whole for word in closure(words)))
    for measure in measures:
        lefts = (measure.before, _LEFT.sub("", measure.before))
        rights = (measure.after, _RIGHT.sub("", measure.after))
        beside = cache(
            lambda of, lefts=lefts, rights=rights: _is_adjacent(closure(of), lefts, rights)
        )
        best: dict[int, float] = {}
        for order, number in index.numbers.get(measure.value, ()):
            if beside(number.of):
                fit = 1.0 + 0.3 * (number.rows != number.of and has_fact(number.rows))
                best[order] = max(best.get(order, 0.0), fit - 0.1 * number.shared)
        for order, fit in best.items():
            likeness[order] += fit / len(measures)
    return likeness


def _measures(index: Index, query: Query, names: Names) -> tuple[Measure, ...]:
    """Returns up to four numbers of a query, without those that belong to a name: *Home 3*."""
    in_names = {
        int(number[1])
        for order, (name, _share) in names.items()
        if name == index.items[order].name.en and query.game in ("", index.items[order].slug)
        if (number := _NUMBERED.search(name))
    }
    return tuple(each for each in query.measures[:4] if each.value not in in_names)


def _is_adjacent(words: tuple[str, ...], lefts: tuple[str, ...], rights: tuple[str, ...]) -> bool:
    """True if the query has one of the words directly before or after one of its numbers.

    ``lefts``: the query's text before that number, as it is and without a particle at its end.
    ``rights``: the text after it, as it is and without a particle at its start.
    """
    before = any(left.endswith(words) for left in lefts)
    return before or any(right.startswith(words) for right in rights)


def similar_questions(index: Index, query: Query, game: str) -> Questions:
    """Returns the example question of each entry that is most like the query.

    Only entries of ``game``, or of all games if it is ""; rarity is counted over all games.
    """
    table = tables(index)[0]
    unknown = math.log(len(table.player_questions) + 1)
    features = query.features.weights.items()
    weights = {part: weight * table.rarity.get(part, unknown) for part, weight in features}
    length = math.sqrt(sum(weight * weight for weight in weights.values()))
    if not length:
        return {}
    postings = [of for slug, of in table.postings.items() if game in ("", slug)]
    shared = _shared_weights(weights, postings)
    similar: dict[int, tuple[float, str]] = {}
    least = LEAST * length
    close = [pair for pair in shared.items() if pair[1] > least]
    close.sort(key=itemgetter(1), reverse=True)
    for place, (n, sum_) in enumerate(close):
        question, likeness = table.player_questions[n], sum_ / length
        if place < CLOSE:
            slug = index.items[question.order].slug
            likeness *= contradictions.factor(index, slug, query.plain, question.text)
        if likeness > similar.get(question.order, (0.0, ""))[0]:
            similar[question.order] = likeness, question.text
    return similar


def _shared_weights(
    weights: Mapping[str, float], games: Iterable[Mapping[str, Postings]]
) -> Mapping[int, float]:
    """Returns the weight of the features that each example question shares with a query.

    By the question's index in ``QuestionTable.player_questions``. ``weights``: the query's
    features; ``games``: for each game, the questions with each feature.
    """
    shared: dict[int, float] = defaultdict(float)
    heavy = HEAVY * max(weights.values())
    # Light features come last and only add to questions already found, to save time.
    ordered = sorted(weights.items(), key=lambda pair: -pair[1])
    for postings in games:
        for part, weight in ordered:
            if part not in postings:
                continue
            if weight < heavy:
                for n, weight_there in zip(*postings[part], strict=True):
                    if n in shared:
                        shared[n] += weight * weight_there
                continue
            for n, weight_there in zip(*postings[part], strict=True):
                shared[n] += weight * weight_there
    return shared
