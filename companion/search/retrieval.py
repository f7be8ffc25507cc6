"""Retrieves the candidates for a query: items with a matching name, and evidence for all others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from . import evidence, mentions, name_match, synonyms
from .evidence import Likeness, Questions
from .hits import Hit, HitReason
from .mentions import Names
from .number_filters import KindId
from .queries import Query
from .search_index import Index, IndexItem
from .word_match import WordMatch, rarest_word_items, word_match

SAME_QUESTION = 0.95
"""Likeness, 0 to 1, from which an entry's example question counts as the same as the query."""
NEAR_BESIDE_CERTAIN = 74
"""Least spelling similarity of a name, 0 to 100, if there is a certain match already."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Items that a query may mean, and the evidence for each, by its number in the index.

    - ``exact``: matches of whole or partial names, most certain first; ``spelling``: names spelt
      or pronounced much like the query.
    - ``rest``: the items without an exact match, which the evidence is about.
    - ``words``: the query's words found in each item.
    - ``names``: items that the query names in full; ``main_names``: those whose name is the largest
      share of the query in their game.
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
    main_names: Set[int]
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
    main_names = mentions.main_names(index, names)
    asks_points = any(word in synonyms.POINTS for _group, word in query.features.synonyms)
    numbers = evidence.fitting_numbers(index, query, names)
    coverage = evidence.coverage(index, query)
    ngrams = evidence.ngram_scores(index, query)
    questions = evidence.similar_questions(index, query, query.game)
    same_question = {order for order, (share, _) in questions.items() if share >= SAME_QUESTION}
    exact = name_match.exact_matches(index, query, pool, named_games, same_question)
    spelling = _similar_names(index, query, exact)
    matched = {hit.item for hit in exact}
    rest = {item.order: item for item in pool if item not in matched}
    words = word_match(index, query, rest)
    return Candidates(
        exact=exact,
        spelling=spelling,
        rest=rest,
        words=words,
        names=names,
        main_names=main_names,
        topic=rarest_word_items(index, names, words.terms),
        related=_greatest(
            (other, weight * share)
            for order, (_name, share) in names.items()
            for other, weight in index.near.get(order, {}).items()
        ),
        pays=_greatest(
            (other, share)
            for order, (_name, share) in names.items()
            for other in (index.scored.get(order, ()) if asks_points else ())
        ),
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


def _similar_names(index: Index, query: Query, exact: Iterable[Hit]) -> Sequence[Hit]:
    """Returns hits by similar spelling; if there are exact matches, fewer or none."""
    certain = [hit for hit in exact if query.scope in ("", hit.item.slug)]
    if query.phrases or any(hit.why <= HitReason.SAME for hit in certain):
        return ()
    least = NEAR_BESIDE_CERTAIN if certain else name_match.least_similarity(query)
    return name_match.similar_spellings(index, query, least)


def _greatest(pairs: Iterable[tuple[int, float]]) -> Likeness:
    greatest: dict[int, float] = defaultdict(float)
    for order, share in pairs:
        greatest[order] = max(greatest[order], share)
    return greatest
