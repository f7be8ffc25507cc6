"""Scores entries by words shared with the query, example questions, and matching numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from . import ngram_score, number_match, question_match, synonyms
from .exact_match import without_game_name
from .hits import Hit, HitReason
from .named_entries import (
    asks_row,
    called_in,
    covered,
    kinds_looked_for,
    kinds_named,
    named_most,
    parts_outside_names,
    specificity,
)
from .number_filters import KindId
from .queries import Query
from .query_terms import QueryTerms, best_weights, query_terms, rarest_word_items
from .search_index import Index, IndexItem

WORDS, NAMED, FACT, ALL, GAME, KIND, SCORES = 46.0, 20.0, 100.0, 8.0, 20.0, 1.0, 2.0
"""Points that an entry's score gets for what it shares with the query.

- ``WORDS``: it has all words of the query; fewer for a share of them.
- ``NAMED``: the query names it in full; fewer if the name is a small part of the query.
- ``FACT``: a number matches.
- ``ALL``: every important word is present.
- ``GAME``, ``KIND``: the query names its game, or its kind.
- ``SCORES``: it scores, and the query asks for points.
"""
RARE = 8.0
"""Points if the entry's name in the query is of rare words; fewer for commoner ones."""
ROW = 28.0
"""Points if the query names the entry and asks only for one of its facts, such as its cost."""
OF_KIND = 8.0
"""Points if the entry is of the kind that the query asks for."""
ASKED_FACT, SOUGHT_FACT = 12.0, 72.0
"""Points for a matching number instead of ``FACT``, if the query is a question.

``SOUGHT_FACT``: if it asks for things of the entry's kind. ``ASKED_FACT``: in all others, where the
number rarely decides.
"""
BRIEF = {"en": 40, "ja": 18}
"""Longest query, in letters, in which a matching number gets full points."""
PHRASE = 15.0
"""Points if the text contains the query word by word."""
SCORES_NAMED = 25.0
"""Points if the entry gives points for what the query names."""
COVERED = 5.0
"""Points if the query has all words of one of the entry's names."""
COVERAGE, OFTEN = 82.0, 0.6
"""``COVERAGE``: points if the entry's texts and example questions cover all of the query.

``OFTEN``: share of the game's best such cover that alone makes an entry a hit.
"""
NGRAMS = 28.0
"""Points if no other entry of its game has as many n-grams of the query."""
LIKE_QUESTION = 4.5
"""Points if an example question of the entry has the same words; linear in its likeness."""
SAME_WORDS, POWER = 20.0, 4
"""Further points for such a question, multiplied by its likeness raised to ``POWER``."""
BARELY = 0.4
"""Likeness, 0 to 1, of an entry's example question to the query above which it counts at all."""
SURELY_ASKED = 0.6
"""Likeness, 0 to 1, of an example question from which it is shown as the reason of the hit."""
RELATED = 55.0
"""Points if the entry links to something that the query names."""
CASE, EXAMPLE = "example", 0.25
"""``CASE``: id of the kind of entries that are worked examples of rules.

``EXAMPLE``: share of their score that is deducted, so that rules come first.
"""
FLOOR = 0.35
"""Share of the best score by words that a hit needs if it has no other evidence."""
CORE = 0.35
"""Share of its rarity that a query part's weight must have to count as an important word."""
OFF = 0.07
"""Share of the score deducted if the entry lacks the rarest words of names in the query."""
LEAST, NEAR_TOP = 12.0, 0.4
"""Score that a hit must exceed: ``LEAST``, and the share ``NEAR_TOP`` of its game's best score."""
NEARLY_ALL = 0.85
"""Share of the query's words, by weight, that counts as all of them."""


@dataclass(frozen=True, slots=True)
class _Words:
    """The query's words found in each item.

    - ``terms``, ``most``: the query's weighted parts, and their total weight.
    - ``shared``: weight of the parts that each item has, by item number.
    - ``met``: items with all important words; ``guessed``: items that have a word only if the query
      misspells it.
    """

    terms: QueryTerms
    most: float
    shared: Mapping[int, float]
    met: Set[int]
    guessed: Set[int]


@dataclass(frozen=True, slots=True)
class _Clues:
    """Evidence for items besides words, by item number; mostly shares from 0 to 1.

    - ``named``, ``by_name``: items that the query names in full, and their points for it;
      ``named_only``: those whose name is the largest share of the query in their game.
    - ``topic``: items with one of the rarest words of the names in the query.
    - ``related_entries``: items linked to a named one; ``pays``: items that give points for one.
    - ``coverage``, ``ngrams``: shares of the query covered by texts and by n-grams of letters.
    - ``often``: items that cover enough to be hits; ``games``: games that the query names.
    - ``kinds``, ``looked_for``: kinds of entries that the query names, and those it asks for.
    - ``points``: the query asks for points.
    """

    words: _Words
    named: Mapping[int, tuple[str, float]]
    by_name: Mapping[int, float]
    named_only: Set[int]
    topic: Set[int]
    related_entries: Mapping[int, float]
    numbers: Mapping[int, float]
    questions: Mapping[int, float]
    coverage: Mapping[int, float]
    ngrams: Mapping[int, float]
    often: Set[int]
    games: Set[str]
    kinds: Set[KindId]
    looked_for: Set[KindId]
    points: bool
    pays: Mapping[int, float]

    @property
    def front(self) -> Set[int]:
        """Numbers of the items worth scoring: those with enough words or with other evidence."""
        shared = self.words.shared
        floor = FLOOR * max(shared.values(), default=0.0)
        much = {order for order, share in shared.items() if share >= floor}
        other_evidence = self.named.keys() | self.numbers.keys() | self.questions.keys()
        return much | (self.related_entries.keys() & shared.keys()) | self.often | other_evidence


def scored(ours: Index, query: Query, allowed: Mapping[int, IndexItem]) -> list[Hit]:
    """Returns the hits among ``allowed``, unsorted.

    An item is a hit if it scores more than ``LEAST``, and more than the share ``NEAR_TOP`` of the
    best score in its game. ``allowed`` are the items to score, by number.
    """
    if len(query.whole) < 2:
        return [
            Hit(item, HitReason.TEXT, "", 1.0)
            for item in allowed.values()
            if item.contains(query.whole)
        ]
    terms = query_terms(ours, query)
    most = sum(weight for options in terms for _part, weight in options[:1])
    if not most:
        return []
    clues = _clues(ours, query, _words(ours, terms, most, allowed))
    drafts: dict[int, dict[str, float]] = {}
    scores: dict[int, float] = {}
    for order in allowed.keys() & clues.front:
        item = allowed[order]
        if query.game in ("", item.slug):
            drafts[order] = _draft(clues, query, item)
        else:
            # Other games only show a number of hits: the score by words is enough.
            scores[order] = _by_words(clues.words, order)
    scores |= {order: sum(components.values()) for order, components in drafts.items()}
    # Only entries with at least half the best score: comparing names takes time.
    least = 0.5 * max(scores.values(), default=0.0)
    stands = {part for options in terms for part, _weight in options}
    for order, components in drafts.items():
        if scores[order] >= least and (share := covered(allowed[order], stands)):
            components["of the name"] = COVERED * share
            scores[order] += COVERED * share
    top: dict[str, float] = defaultdict(float)
    for order, score in scores.items():
        slug = allowed[order].slug
        # A question in the same words must not push other hits below the threshold.
        top[slug] = max(top[slug], score - drafts.get(order, {}).get("asked", 0.0))
    return [
        _hit(clues, allowed[order], score, drafts.get(order, {}))
        for order, score in scores.items()
        if score > max(LEAST, NEAR_TOP * top[allowed[order].slug])
    ]


def _words(ours: Index, terms: QueryTerms, most: float, allowed: Mapping[int, IndexItem]) -> _Words:
    shared: dict[int, float] = {}
    guessed: set[int] = set()
    met: Set[int] | None = None
    # Light parts come last and only rank items already found, to save time.
    for options in sorted(terms, key=lambda options: -options[0][1]):
        part, weight = options[0]
        says = weight >= CORE * ours.weight(part)
        gained = best_weights(ours, options, allowed if says or not shared else shared)
        if says:
            met = gained.keys() if met is None else met & gained.keys()
        if part not in ours.part_weights:
            guessed |= gained.keys()
        for order, gain in gained.items():
            shared[order] = shared.get(order, 0.0) + gain
    return _Words(terms, most, shared, met or frozenset(), guessed)


def _clues(ours: Index, query: Query, words: _Words) -> _Clues:
    named = called_in(ours, query)
    coverage, often = _coverage(ours, query)
    looked_for = kinds_looked_for(ours, query)
    points = any(word in synonyms.POINTS for _group, word in synonyms.of_query(query.plain))
    near = ((share, ours.near.get(order, {})) for order, (_key, share) in named.items())
    pays = ((share, ours.scored.get(order, ())) for order, (_key, share) in named.items())
    return _Clues(
        words=words,
        named=named,
        by_name={
            o: NAMED * share + RARE * specificity(ours, key) for o, (key, share) in named.items()
        },
        named_only=named_most(ours, named),
        topic=rarest_word_items(ours, named, words.terms),
        related_entries=_most(
            (o, weight * share) for share, of in near for o, weight in of.items()
        ),
        numbers=number_match.fitting(ours, query),
        questions={
            o: share
            for o, (share, _) in question_match.similar_questions(ours, query).items()
            if share > BARELY
        },
        coverage=coverage,
        ngrams={
            o: has for of in ngram_score.ngram_scores(ours, query).values() for o, has in of.items()
        },
        often=often,
        games=without_game_name(ours, query)[0],
        kinds=kinds_named(ours, query) | looked_for,
        looked_for=looked_for,
        points=points,
        pays=_most((o, share) for share, of in pays for o in of) if points else {},
    )


def _most(pairs: Iterable[tuple[int, float]]) -> dict[int, float]:
    greatest: dict[int, float] = defaultdict(float)
    for order, share in pairs:
        greatest[order] = max(greatest[order], share)
    return greatest


def _coverage(ours: Index, query: Query) -> tuple[Mapping[int, float], Set[int]]:
    """Returns the share of a query that each item's texts and questions cover, and the best items.

    The best ones have at least the share ``OFTEN`` of the greatest coverage in their game. Items
    are given by number.
    """
    coverage: dict[int, float] = {}
    often: set[int] = set()
    for in_game in question_match.coverage(ours, query).values():
        least = OFTEN * max(in_game.values(), default=0.0)
        often |= {order for order, share in in_game.items() if share >= least}
        coverage |= in_game
    return coverage, often


def _by_words(words: _Words, order: int) -> float:
    return WORDS * words.shared.get(order, 0.0) / words.most


def _draft(clues: _Clues, query: Query, item: IndexItem) -> dict[str, float]:
    """Returns the components of an item's score: name to points, in the order to show them."""
    order, kind = item.order, (item.slug, item.kind_id)
    components = {"words": _by_words(clues.words, order)}
    if order in clues.coverage:
        components["spoken"] = COVERAGE * clues.coverage[order]
    if order in clues.ngrams:
        components["letters"] = NGRAMS * clues.ngrams[order]
    if order in clues.questions:
        components["asked"] = _question_points(clues.questions[order])
    if order in clues.named and (kind in clues.looked_for or not clues.looked_for):
        if order in clues.named_only and parts_outside_names(item, query) and asks_row(item, query):
            components["its row"] = ROW
        components["named"] = clues.by_name[order]
    if order in clues.related_entries:
        components["about"] = RELATED * clues.related_entries[order]
    if order in clues.numbers:
        sought = kind in clues.looked_for
        components["number"] = _number_counts(query, sought) * clues.numbers[order]
    if order in clues.words.met and order not in clues.words.guessed:
        components["all"] = ALL
        if item.contains(" ".join(query.terms)):
            components["phrase"] = PHRASE
    if item.slug in clues.games:
        components["game"] = GAME
    if kind in clues.kinds:
        components["kind"] = OF_KIND if kind in clues.looked_for else KIND
    if clues.points and item.entry and item.entry.scores:
        components["scores"] = SCORES + SCORES_NAMED * clues.pays.get(order, 0.0)
    if item.kind_id == CASE and order not in clues.named:
        components["only an example"] = -EXAMPLE * sum(components.values())
    if clues.topic and order not in clues.topic:
        components["off topic"] = -OFF * sum(components.values())
    return components


def _number_counts(query: Query, sought: bool) -> float:
    """Returns the points that an item scores for a number in common with the query.

    They are fewer in long queries. ``sought``: the item is of a kind that the query asks for, as in
    *cards that cost 5*.
    """
    brief = min(1.0, BRIEF["en" if query.whole.isascii() else "ja"] / len(query.whole))
    if not query.is_question:
        return brief * FACT
    return brief * (SOUGHT_FACT if sought else ASKED_FACT)


def _question_points(share: float) -> float:
    """Returns the points for an example question, by its likeness to the query (``share``, 0 to 1).

    They rise more steeply near 1.
    """
    alike = max(0.0, share - BARELY) / (1 - BARELY)
    return LIKE_QUESTION * alike + SAME_WORDS * alike**POWER


def _hit(clues: _Clues, item: IndexItem, score: float, components: Mapping[str, float]) -> Hit:
    key = clues.named[item.order][0] if item.order in clues.named and components else ""
    return Hit(item, _why(clues, item.order, components), key, score, tuple(components.items()))


def _why(clues: _Clues, order: int, components: Mapping[str, float]) -> HitReason:
    if not components:
        return HitReason.SOME
    if order in clues.numbers:
        return HitReason.FACT
    if order in clues.named:
        return HitReason.NAMED
    if clues.questions.get(order, 0.0) >= SURELY_ASKED:
        return HitReason.ASKED
    if order in clues.words.guessed:
        return HitReason.NEAR
    if order in clues.words.met:
        return HitReason.WORDS if components["words"] > NEARLY_ALL * WORDS else HitReason.TEXT
    return HitReason.SOME
