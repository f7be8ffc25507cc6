"""Turns a query into weighted words and letter pairs, each with alternatives that also match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping

from . import fuzzy, synonyms
from .normalise import latin, parts, query_parts, stem
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


def query_terms(ours: Index, query: Query, guess: bool = True) -> QueryTerms:
    """Returns the words and letter pairs of a query, each with its alternatives and weights.

    ``guess``: a word that no text has also matches words that begin with it or are spelt alike, and
    synonym groups are searched as words of their own.
    """
    terms: QueryTerms = []
    weights = query_parts(query.plain, ours.part_weights)
    if not weights:
        weights = dict.fromkeys((stem(word) for word in latin(query.plain)), 1.0)
    others: dict[str, list[str]] = defaultdict(list)
    for group, word in synonyms.of_query(query.plain):
        for part in parts(word.text):
            others[part].append(synonyms.concept(group))
    for part, weight in weights.items():
        rare = ours.weight(part)
        options = [(part, rare * weight)]
        if guess and part not in ours.part_weights and part.isascii() and len(part) > 2:
            options += [(near, rare * weight * how) for near, how in _corrected(ours, part)]
        options += [(each, rare * weight * SAME) for each in others[part]]
        terms.append(options)
    for group in dict.fromkeys(group for group, _word in synonyms.of_query(query.plain) if guess):
        concept = synonyms.concept(group)
        terms.append([(concept, CONCEPT * ours.weight(concept))])
    return terms


def _corrected(ours: Index, part: str) -> list[tuple[str, float]]:
    """Returns words that an unknown word may abbreviate or misspell, with weights up to 0.9."""
    begun = [word for word in ours.vocabulary if word.startswith(part)][:20]
    close = fuzzy.near(part, ours.vocabulary, 0.7 if len(part) > 5 else 0.74, 4)
    return [(word, 0.9) for word in begun] + [(word, 0.9 * score) for word, score in close]


def best_weights(
    ours: Index, options: list[tuple[str, float]], only: Container[int]
) -> Mapping[int, float]:
    """Returns the weight of one part of a query in each item, by the item's number.

    ``options`` are the alternatives that match this part, with weights; the best that an item has
    counts. ``only``: numbers of the items to consider.
    """
    (part, weight), *others = options
    holders = ours.part_weights.get(part, {})
    gained = {order: weight * share for order, share in holders.items() if order in only}
    for part, weight in others:
        for order, share in ours.part_weights.get(part, {}).items():
            gain = weight * share
            if order in only and gain > gained.get(order, 0.0):
                gained[order] = gain
    return gained


def rarest_word_items(
    ours: Index, named: Mapping[int, tuple[str, float]], terms: QueryTerms
) -> frozenset[int]:
    """Returns the items with one of the rarest words among the names in a query.

    Items are entries and games, as numbers in the index. ``named``: the names that the query
    contains in full, from ``called_in``; ``terms``: the query's weighted parts.
    """
    called = {part for key, _share in named.values() for part in parts(key)}
    options = [
        o for o in terms if o[0][0] in called and len(ours.part_weights.get(o[0][0], ())) > 1
    ]
    rarest = max((weight for (_part, weight), *_others in options), default=0.0)
    return frozenset(
        order
        for option in options
        if option[0][1] >= 0.6 * rarest
        for part, _weight in option
        for order in ours.part_weights.get(part, ())
    )
