"""Matches a query's words and letter pairs, with synonyms and corrections, with texts of items."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Set
from dataclasses import dataclass

from . import fuzzy, synonyms
from .mentions import Names
from .normalise import parts
from .queries import Query
from .search_index import Index

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
        important = weight >= CORE * index.weight(part)
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


def query_terms(index: Index, query: Query, guess: bool = True) -> QueryTerms:
    """Returns the words and letter pairs of a query, each with its alternatives and weights.

    ``guess``: a word that no text has also matches words that begin with it or are spelt alike, and
    synonym groups are searched as words of their own.
    """
    terms: QueryTerms = []
    weights = query.features.parts
    if not weights:
        weights = dict.fromkeys(query.features.stems, 1.0)
    others: dict[str, list[str]] = defaultdict(list)
    for group, word in query.features.synonyms:
        for part in parts(word.text):
            others[part].append(synonyms.concept(group))
    for part, weight in weights.items():
        rare = index.weight(part)
        options = [(part, rare * weight)]
        if guess and part not in index.part_weights and part.isascii() and len(part) > 2:
            options += [(near, rare * weight * how) for near, how in _corrected(index, part)]
        options += [(each, rare * weight * SAME) for each in others[part]]
        terms.append(options)
    for group in dict.fromkeys(group for group, _word in query.features.synonyms if guess):
        concept = synonyms.concept(group)
        terms.append([(concept, CONCEPT * index.weight(concept))])
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


def rarest_word_items(index: Index, names: Names, terms: QueryTerms) -> frozenset[int]:
    """Returns the items with one of the rarest words among the names in a query.

    Items are entries and games, as numbers in the index. ``names``: the names that the query
    contains in full; ``terms``: the query's weighted parts.
    """
    name_parts = {part for name, _share in names.values() for part in parts(name)}
    options = [
        o for o in terms if o[0][0] in name_parts and index.part_weights.holders(o[0][0]) > 1
    ]
    rarest = max((weight for (_part, weight), *_others in options), default=0.0)
    return frozenset(
        order
        for option in options
        if option[0][1] >= 0.6 * rarest
        for part, _weight in option
        for order, _share in index.part_weights.pairs(part)
    )
