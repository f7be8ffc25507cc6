"""Retrieves the candidates for a query: items with a matching name, and evidence for all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from . import match_scores, mentions, name_match, synonyms
from .hits import Hit
from .kind_and_number_selection import KindId
from .match_scores import Questions
from .mentions import Likeness, Names
from .queries import Query
from .search_index import Index, IndexItem
from .word_match import WordMatch, rarest_word_items, word_match

SAME_QUESTION = 0.95
"""Likeness, 0 to 1, from which an entry's example question counts as the same as the query."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Items that a query may mean, and the evidence for each, by its number in the index.

    - ``exact``: matches of whole or partial names, most certain first; ``spelling``: names spelt
      or pronounced much like the query.
    - ``rest``: the items without an exact match, which the evidence is about.
    - ``words``: the query's words found in each item.
    - ``names``: items that the query names in full; ``specificity``: how specific these names are;
      ``one_fact``: items of which the query asks for a fact alone, such as their cost.
    - ``topic``: items with one of the rarest words of the names in the query.
    - ``related``: items linked to a named one; ``pays``: items that give points for one.
    - ``numbers``: how well each item's numbers fit those of the query.
    - ``coverage``, ``ngrams``: by game, shares of the query covered by texts and by n-grams.
    - ``questions``: example questions like the query; ``same_question``: items with the same one.
    - ``games``, ``kinds``, ``kinds_looked_for``: games and kinds of entries that the query names,
      and kinds that it asks for.
    - ``asks_points``: the query asks for points.
    """

    exact: Sequence[Hit]
    spelling: Sequence[Hit]
    rest: Mapping[int, IndexItem]
    words: WordMatch
    names: Names
    specificity: Likeness
    one_fact: Set[int]
    topic: Set[int]
    related: Likeness
    pays: Likeness
    numbers: Likeness
    coverage: Mapping[str, Likeness]
    ngrams: Mapping[str, Likeness]
    questions: Questions
    same_question: Set[int]
    games: Set[str]
    kinds: Set[KindId]
    kinds_looked_for: Set[KindId]
    asks_points: bool


def retrieve(index: Index, query: Query, pool: Sequence[IndexItem]) -> Candidates:
    """Returns the candidates among the items of ``pool``."""
    named_games = mentions.named_games(index, query)
    names = mentions.named_items(index, query)
    looked_for = mentions.kinds_looked_for(index, query)
    kinds = mentions.kinds_named(index, query) | looked_for
    specificity = mentions.specificity(index, names)
    one_fact = mentions.one_fact(index, query, names)
    asks_points = any(word in synonyms.POINTS for _group, word in query.features.synonyms)
    related = mentions.related_items(index, names)
    pays = mentions.paying_items(index, names) if asks_points else {}
    numbers = match_scores.fitting_numbers(index, query, names)
    coverage = match_scores.coverage(index, query)
    ngrams = match_scores.ngram_scores(index, query)
    questions = match_scores.similar_questions(index, query, query.game)
    same_question = {order for order, (share, _) in questions.items() if share >= SAME_QUESTION}
    exact = name_match.exact_matches(index, query, pool, named_games, same_question)
    spelling = name_match.similar_names(index, query, exact)
    matched = {hit.item for hit in exact}
    rest = {item.order: item for item in pool if item not in matched}
    words = word_match(index, query, rest)
    return Candidates(
        exact=exact,
        spelling=spelling,
        rest=rest,
        words=words,
        names=names,
        specificity=specificity,
        one_fact=one_fact,
        topic=rarest_word_items(index, names, words.terms),
        related=related,
        pays=pays,
        numbers=numbers,
        coverage=coverage,
        ngrams=ngrams,
        questions=questions,
        same_question=same_question,
        games=named_games[0],
        kinds=kinds,
        kinds_looked_for=looked_for,
        asks_points=asks_points,
    )
