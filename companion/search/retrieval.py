"""Retrieves the candidates for a query: items with a matching name, and evidence for all others.

The evidence is how well each entry fits a query: by its words and letter pairs with synonyms and
corrections, n-grams, and numbers. Each measure maps numbers of items in the
index to a likeness, mostly from 0 to 1. N-grams err otherwise than words do, so an answer that they
confirm needs less of a lead.
"""

import math
import re
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache

from . import fuzzy, name_match
from .hits import Hit
from .index_items import IndexItem
from .name_match import Likeness, Names
from .normalise import parts
from .posting_lists import Postings, rarity
from .queries import Query
from .search_index import Index, KindId
from .text_features import GENERAL, concept
from .text_tables import RARITY, ngram_statistics, tables

_LEFT = re.compile(
    "(?:が|は|を|の|に|で|と|コスト|こすと|is|are|of|costs?|worth|value|number|no|=)+$"
)
_RIGHT = re.compile("^(?:つ|個|枚|本|こ|まい|の|of|x|more|or)+")

type QueryTerms = list[list[tuple[str, float]]]
"""For each part of a query (word, pair of letters) its alternatives, each with its weight.

The part itself comes first, then synonyms and corrections.
"""

CONCEPT = 0.3
"""Weight of a word's synonym group, searched as a part of its own; multiplied by its rarity."""
SAME = 0.8
"""Weight of a synonym relative to the word itself."""
CORE = 0.35
"""Share of its rarity that a query part's weight must have to count as an important word."""


@dataclass(frozen=True, slots=True)
class WordMatch:
    """The query's words found in each item.

    - ``terms``, ``total``: the query's weighted parts, and their total weight.
    - ``shared``: weight of the parts that each item has, by item number.
    - ``complete``: items with all important words.
    - ``guessed``: items of which at least one match assumes a misspelling in the query.
    """

    terms: QueryTerms
    total: float
    shared: Mapping[int, float]
    complete: Set[int]
    guessed: Set[int]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Items that a query may mean, and the evidence for each, by its number in the index.

    - ``exact``: matches of whole or partial names, most certain first; ``spelling``: names spelt
      or pronounced much like the query.
    - ``rest``: the items without an exact match, which the evidence is about.
    - ``words``: the query's words found in each item.
    - ``names``: items that the query names in full.
    - ``numbers``: how well each item's numbers fit those of the query.
    - ``coverage``, ``ngrams``: by game, shares of the query covered by texts and by n-grams.
    - ``kinds``, ``kinds_looked_for``: kinds of entries that the query names, and that it asks for.
    """

    exact: Sequence[Hit]
    spelling: Sequence[Hit]
    rest: Mapping[int, IndexItem]
    words: WordMatch
    names: Names
    numbers: Likeness
    coverage: Mapping[str, Likeness]
    ngrams: Mapping[str, Likeness]
    kinds: Set[KindId]
    kinds_looked_for: Set[KindId]


def retrieve(index: Index, query: Query, pool: Sequence[IndexItem]) -> Candidates:
    """Returns the candidates among the items of ``pool``."""
    names = name_match.named_items(index, query)
    looked_for = name_match.kinds_looked_for(index, query)
    kinds = name_match.kinds_named(index, query) | looked_for
    exact = name_match.exact_matches(index, query, pool)
    spelling = name_match.similar_names(index, query, exact)
    matched = {hit.item for hit in exact}
    rest = {item.order: item for item in pool if item not in matched}
    return Candidates(
        exact=exact,
        spelling=spelling,
        rest=rest,
        words=word_match(index, query, rest),
        names=names,
        numbers=fitting_numbers(index, query),
        coverage=coverage(index, query),
        ngrams=ngram_scores(index, query),
        kinds=kinds,
        kinds_looked_for=looked_for,
    )


# ── texts, n-grams, numbers ─────────────────────────────────────────────────────────────────────


def coverage(index: Index, query: Query) -> Mapping[str, Likeness]:
    """Returns the share, 0 to 1, of a query's words that each entry's questions and texts have.

    By game; only for the query's game, if any. Rare words of a game weigh more.
    """
    # An unknown word pair or sequence has no weight; an unknown word has the most.
    words = query.features[0]
    weights = {**words, **query.filler}.items()
    by_game: dict[str, Likeness] = {}
    for slug, statistics in tables(index).items():
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
            (times, postings[ngram]) for ngram, times in query.ngrams.items() if ngram in postings
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


def fitting_numbers(index: Index, query: Query) -> Likeness:
    """Returns how well each entry's numbers fit those of the query, from 0 to at most 1.3.

    A number fits (1) if the query has it next to a word for what it counts, such as *3 wood*, and
    better (1.3) if the query also has a word for the entry's fact with that number, such as *cost*.
    """
    likeness: dict[int, float] = defaultdict(float)
    whole, measures = query.whole, query.measures[:4]
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


@cache
def closure(words: tuple[str, ...]) -> tuple[str, ...]:
    """Returns folded words with all their general synonyms."""
    found = dict.fromkeys(words)
    for group in GENERAL:
        if any(word.folded in found for word in group):
            found |= dict.fromkeys(word.folded for word in group)
    return tuple(found)


def _is_adjacent(words: tuple[str, ...], lefts: tuple[str, ...], rights: tuple[str, ...]) -> bool:
    """True if the query has one of the words directly before or after one of its numbers.

    ``lefts``: the query's text before that number, as it is and without a particle at its end.
    ``rights``: the text after it, as it is and without a particle at its start.
    """
    before = any(left.endswith(words) for left in lefts)
    return before or any(right.startswith(words) for right in rights)


# ── words ───────────────────────────────────────────────────────────────────────────────────────


def word_match(index: Index, query: Query, items: Container[int]) -> WordMatch:
    """Matches a query with the texts of ``items``, given by their numbers in the index."""
    terms = query_terms(index, query)
    total = total_weight(terms)
    shared: dict[int, float] = {}
    guessed: set[int] = set()
    complete: Set[int] | None = None
    # Light parts come last and only rank items already found, to save time.
    for options in sorted(terms, key=lambda options: -options[0][1]) if total else ():
        part, weight = options[0]
        important = weight >= CORE * word_weight(index, part)
        weights = _best_weights(index, options, items if important or not shared else shared)
        if important:
            complete = weights.keys() if complete is None else complete & weights.keys()
        if part not in index.part_weights:
            guessed |= weights.keys()
        for order, gain in weights.items():
            shared[order] = shared.get(order, 0.0) + gain
    return WordMatch(terms, total, shared, complete or frozenset(), guessed)


def total_weight(terms: QueryTerms) -> float:
    return sum(weight for options in terms for _part, weight in options[:1])


def word_weight(index: Index, part: str) -> float:
    """Returns the rarity of a word or letter pair: log(number of items / items that have it).

    An unknown one counts as if a single item had it.
    """
    return rarity(len(index.items), index.part_weights.holders(part) or 1)


def query_terms(index: Index, query: Query, guess: bool = True) -> QueryTerms:
    """Returns the words and letter pairs of a query, each with its alternatives and weights.

    ``guess``: a word that no text has also matches words that begin with it or are spelt alike, and
    synonym groups are searched as words of their own.
    """
    terms: QueryTerms = []
    weights = query.parts
    if not weights:
        weights = dict.fromkeys(query.stems, 1.0)
    others: dict[str, list[str]] = defaultdict(list)
    for group, word in query.synonyms:
        for part in parts(word.text):
            others[part].append(concept(group))
    for part, weight in weights.items():
        rare = word_weight(index, part)
        options = [(part, rare * weight)]
        if guess and part not in index.part_weights and part.isascii() and len(part) > 2:
            options += [(near, rare * weight * how) for near, how in _corrected(index, part)]
        options += [(each, rare * weight * SAME) for each in others[part]]
        terms.append(options)
    for group in dict.fromkeys(group for group, _word in query.synonyms if guess):
        part = concept(group)
        terms.append([(part, CONCEPT * word_weight(index, part))])
    return terms


def _corrected(index: Index, part: str) -> list[tuple[str, float]]:
    """Returns words that an unknown word may abbreviate or misspell, with weights up to 0.9."""
    completed = [word for word in index.vocabulary if word.startswith(part)][:20]
    close = fuzzy.near(part, index.vocabulary, 0.7 if len(part) > 5 else 0.74, 4)
    return [(word, 0.9) for word in completed] + [(word, 0.9 * score) for word, score in close]


def _best_weights(
    index: Index, options: list[tuple[str, float]], only: Container[int]
) -> Mapping[int, float]:
    """Returns the weight of one part of a query in each item, by the item's number.

    ``options`` are the alternatives that match this part, with weights; the best that an item has
    counts. ``only``: numbers of the items to consider.
    """
    (part, weight), *others = options
    shares = index.part_weights.pairs
    best = {order: weight * share for order, share in shares(part) if order in only}
    for part, weight in others:
        for order, share in shares(part):
            gain = weight * share
            if order in only and gain > best.get(order, 0.0):
                best[order] = gain
    return best
