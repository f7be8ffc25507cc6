"""Selects the answer to a question from its search hits: an entry with its text, or nothing.

No text is generated. An entry answers a question if it has the question's words, agrees with it in
negation, does not contradict it, and leads clearly over all other entries. Two linked entries can
answer together, such as a card and the ruling on it (an answer to a question that the rules leave
open). Numbers below are on the scale of that lead, from about -1 to 1, unless described otherwise.
Example questions are stored with an entry, as players ask them; likeness to them is measured by
``question_match``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache

from . import contradictions, ngram_score, numerals, question_match
from .hits import Hit, HitReason, SearchResults
from .named_entries import asks_row, called_in, parts_outside_names
from .normalise import fold
from .numerals import numbers
from .passages import Passage, best
from .queries import Query, language_of
from .query_terms import QueryTerms, query_terms
from .search_index import IndexItem, index
from .text_score import CASE

SURELY = 0.9
"""Likeness, 0 to 1, from which an entry's example question counts as the same as the query."""
CLEAR, LIKELY = (0.35, 0.2), (0.25, 0.05)
"""Least lead over all other entries that makes an answer, for one entry and for two linked ones.

``CLEAR`` is always enough; ``LIKELY`` if nothing speaks against the entry and it leads by n-grams
of letters as well.
"""
AGREED, MUCH = 0.05, 0.7
"""``AGREED``: least lead by n-grams, -1 to 1, for an answer with a ``LIKELY`` lead.

``MUCH``: likeness from which an example question of another entry rules out such an answer.
"""
MISSING, MORE, ALIKE = 0.49, 0.6, 0.5
"""Share of the question's weight that an entry may lack as its answer.

It may lack ``MISSING``, or ``MORE`` if one of its example questions has at least the likeness
``ALIKE``; an entry that the question names may lack any share.
"""
GAP = 0.6
"""Factor of the score gap to the next hit (a share of the first hit's score) in the lead."""
FAR = 0.3
"""Greatest part of the lead, up or down, that comes from covering more words of the question."""
LACKING, UNMENTIONED, OTHER_ONE = 0.35, 0.1, 0.2
OTHER_NUMBER, UNMET, CONTRARY = 0.2, 0.15, 0.2
"""Deductions from the lead of an entry over all others.

- ``LACKING``: factor of the share of the question's words that the entry lacks.
- ``UNMENTIONED``: it does not mention a thing that the question names.
- ``OTHER_ONE``: its example questions do not name the same colour, season etc.
- ``OTHER_NUMBER``: it lacks a number of the question.
- ``UNMET``: it lacks a condition of the question, such as *after that*.
- ``CONTRARY``: it has only the opposite of a word in the question.
"""
HIGH, LINKED_NEXT, NEARER = 0.001, 0.05, 0.2
"""Additions to the lead of an entry over all others.

- ``HIGH``: per point of its score.
- ``LINKED_NEXT``: the next hit is linked to it.
- ``NEARER``: factor of the difference in likeness between its example questions and those of all
  others; may be negative.
"""
DENIED, OTHERS = 0.1, 0.05
"""Further deductions from the lead of an entry.

``DENIED``: of the question and the entry's most similar example question, one has a negation.
``OTHERS``: an example question of another entry is at least as alike.
"""
RIVAL, AS_WELL, TOLERATED = 0.93, 0.62, 0.25
"""Bounds for hits of other games than that of the first hit.

``RIVAL``: share of the first hit's score from which such a hit prevents any answer, unless its game
has an answer too. ``AS_WELL``: share from which its game may answer as well. ``TOLERATED``: share
of the question's words that it may lack in addition to those that the first hit lacks.
"""
WITH = 0.6
"""Least share of the first hit's score that a linked entry needs to answer together with it."""
CANDIDATES, RIVAL_CANDIDATES = 5, 10
"""Numbers of first hits that are considered.

``CANDIDATES``: for a second entry of the answer, and for the score to lead over.
``RIVAL_CANDIDATES``: for answers of other games.
"""

type Hits = tuple[Hit, ...]
"""The hits whose entries answer together: one hit, or two whose entries are linked."""


def answer(results: SearchResults) -> Passage | None:
    """Returns the answer to a question; None if there is none, or if it is doubtful.

    None also if several games have an answer: see ``answers``.
    """
    passages = answers(results)
    return passages[0] if len(passages) == 1 else None


def answers(results: SearchResults) -> tuple[Passage, ...]:
    """Returns the answers to a question, best first: at most one for each game searched."""
    if not results.hits or results.query.lists:
        return ()
    first = results.hits[0]
    best = _answer(_in_game(results, first.item.slug))
    if best is None:
        return ()
    rivals = _rivals(results, first)
    others = [_answer(_in_game(results, hit.item.slug)) for hit in rivals]
    if not any(others) and any(hit.score >= RIVAL * first.score for hit in rivals):
        return ()
    return best, *filter(None, others)


def _rivals(results: SearchResults, first: Hit) -> list[Hit]:
    """Returns the best hit of each other game that the question may just as well be about.

    ``first`` is the best hit of all, whose game is left out.
    """
    best = {
        hit.item.slug: hit for hit in reversed(results.hits[:RIVAL_CANDIDATES]) if hit.item.entry
    }
    least = AS_WELL * first.score
    likely = [
        hit
        for slug, hit in best.items()
        if slug != first.item.slug
        and (hit.why <= HitReason.SAME if first.why <= HitReason.SAME else hit.score >= least)
    ]
    if not likely:
        return []
    # Leave out games that lack too much of the question: they are not the one it is about.
    terms = query_terms(index(), results.query, guess=False)
    most = _lacks([first.item], terms) + TOLERATED * sum(options[0][1] for options in terms)
    return [hit for hit in likely if _lacks([hit.item], terms) <= most]


def _in_game(results: SearchResults, slug: str) -> SearchResults:
    """Returns the search results limited to one game."""
    hits = tuple(hit for hit in results.hits if hit.item.slug == slug)
    return replace(results, query=replace(results.query, game=slug), hits=hits)


def _answer(results: SearchResults) -> Passage | None:
    query, first = results.query, results.hits[0]
    language = language_of(query.plain)
    # Guesses at misspelt words rank hits, but do not justify an answer.
    terms = query_terms(index(), query, guess=False)
    most = sum(weight for options in terms for _part, weight in options[:1])
    if not most or first.item.entry is None:
        return None
    if first.why <= HitReason.SAME:
        return best(first, language, terms, most) if query.is_question else None
    # One word is a subject, not a question, unless it is a name.
    if first.why > HitReason.NAMED and first.why is not HitReason.ASKED and len(terms) < 2:
        return None
    if first.item.entry.kind == CASE:
        return None
    if _asks_one_fact(first, language, query) or (
        query.is_question and _is_asked_alike(first, language, query)
    ):
        return best(first, language, terms, most)
    hits = (first, *_companions(results))
    if not query.is_question or not _clearly_leads(results, hits, language, terms, most):
        return None
    passage, *also = (best(hit, language, terms, most) for hit in hits)
    return passage and replace(passage, also=next(iter(also), None))


def _companions(results: SearchResults) -> Hits:
    """Returns the hit whose entry may answer together with the first hit's; () if there is none.

    Its entry is linked to that of the first hit, and it has at least the share ``WITH`` of the
    first hit's score.
    """
    first, *others = results.hits[:CANDIDATES]
    least = WITH * first.score
    near = (hit for hit in others if first.score and hit.score >= least)
    return tuple(
        hit for hit in near if hit.item.kind_id != CASE and _are_related(first.item, hit.item)
    )[:1]


def _is_asked_alike(hit: Hit, language: str, query: Query) -> bool:
    """True if an example question of this entry has almost exactly the query's words.

    ``language`` is the language of the query.
    """
    plain = query.plain
    share, player_question = _question_likeness(hit.item, query)
    return (
        share >= SURELY
        and contradictions.has_negation(plain) == contradictions.has_negation(player_question)
        and not contradictions.has_only_opposite(plain, player_question)
        and _numbers_fit(hit.item, plain, language)
    )


def _clearly_leads(
    results: SearchResults, hits: Hits, language: str, terms: QueryTerms, most: float
) -> bool:
    """True if the entries of ``hits``, one or two linked ones, clearly lead over all others.

    A smaller lead is enough if there is no deduction and if they also lead in ``ngram_score``.
    ``language`` is the question's language, ``terms`` its weighted parts, ``most`` their total
    weight.
    """
    query, items = results.query, [hit.item for hit in hits]
    lacks = _lacks(items, terms) / most
    if not any(_covers_enough(hit, language, query, lacks) for hit in hits):
        return False
    deductions = _deductions(items[0], language, query)
    lead = _lead(results, hits) - LACKING * lacks - deductions
    if lead >= CLEAR[len(hits) - 1]:
        return True
    if lead < LIKELY[len(hits) - 1] or deductions or _is_asked_elsewhere(items, query):
        return False
    return ngram_score.lead(index(), query, items) >= AGREED


def _covers_enough(hit: Hit, language: str, query: Query, lacks: float) -> bool:
    """True if an entry covers enough of a question to answer it, with its numbers and prices.

    ``lacks``: share of the question's weight, 0 to 1, that it does not cover.
    """
    item = hit.item
    if hit.score <= 0 or not _counts_players(item, query.plain, language):
        return False
    if not contradictions.prices(query.plain) <= _figures(item):
        return False
    if contradictions.asks_for_difference(query.plain) and not (
        _mentions_all(item, query) and _has_same_members(item, query)
    ):
        # A text about only one of two things does not compare them.
        return False
    alike = _question_likeness(item, query)[0] >= ALIKE
    return lacks <= (MORE if alike else MISSING) or item.order in called_in(index(), query)


def _deductions(item: IndexItem, language: str, query: Query) -> float:
    """Returns the sum of deductions from an entry's lead, such as ``CONTRARY``; 0 if none apply."""
    plain, (_share, player_question) = query.plain, _question_likeness(item, query)
    contents = f"{player_question} {_full_text(item, language)}"
    unmentioned, other_member = not _mentions_all(item, query), not _has_same_members(item, query)
    return sum(
        (
            DENIED
            * (contradictions.has_negation(plain) != contradictions.has_negation(player_question)),
            max(UNMENTIONED * unmentioned, OTHER_ONE * other_member),
            OTHER_NUMBER * (not _numbers_fit(item, plain, language)),
            UNMET * contradictions.has_unmet_condition(plain, contents),
            CONTRARY * contradictions.has_only_opposite(plain, contents),
        )
    )


def _lead(results: SearchResults, hits: Hits) -> float:
    """Returns the lead of the hits' entries over all others, before deductions.

    It is made of the words they cover, their score, and the likeness of their example questions.
    """
    query, first = results.query, hits[0]
    others = [hit for hit in results.hits[:CANDIDATES] if hit not in hits]
    after = max((other.score for other in others), default=0.0)
    ahead = _coverage_lead(results, [hit.item for hit in hits])
    lead = max(-FAR, min(FAR, ahead)) + GAP * (first.score - after) / first.score
    lead += HIGH * first.score
    if others and _are_related(first.item, others[0].item):
        lead += LINKED_NEXT
    likeness = max(_question_likeness(hit.item, query)[0] for hit in hits)
    nearer = likeness - _best_other_likeness([hit.item for hit in hits], query)
    return lead + NEARER * nearer - OTHERS * (nearer <= 0)


def _question_likeness(item: IndexItem, query: Query) -> tuple[float, str]:
    """Returns the entry's example question most like the query: its likeness, 0 to 1, and text."""
    return question_match.similar_questions(index(), query).get(item.order, (0.0, ""))


def _best_other_likeness(items: Collection[IndexItem], query: Query) -> float:
    """Returns the greatest likeness to the query, 0 to 1, of other entries' example questions."""
    orders = {item.order for item in items}
    alike = question_match.similar_questions(index(), query)
    return max((share for order, (share, _) in alike.items() if order not in orders), default=0.0)


def _is_asked_elsewhere(items: Collection[IndexItem], query: Query) -> bool:
    """True if an example question of an entry not in ``items`` is much like the query.

    Its likeness is at least ``MUCH``, and at least that of the questions of ``items``.
    """
    others = _best_other_likeness(items, query)
    return others >= MUCH and others >= max(_question_likeness(item, query)[0] for item in items)


def _figures(item: IndexItem) -> frozenset[int]:
    assert item.entry
    return frozenset(value for value in item.entry.facts.values() if isinstance(value, int))


def _are_related(item: IndexItem, other: IndexItem) -> bool:
    """True if one of two entries links to the other, or both are about the same thing."""
    one, two = item.entry, other.entry
    if one is None or two is None or item.box is not other.box:
        return False
    if not set(one.about).isdisjoint(two.about):
        return True
    return two.id in (*one.see, *one.about) or one.id in (*two.see, *two.about)


def _coverage_lead(results: SearchResults, items: Sequence[IndexItem]) -> float:
    """Returns how much more of a question these entries cover than any other entry of the game.

    The difference of two shares from 0 to 1; negative if another entry covers more.
    """
    coverage = question_match.coverage(index(), results.query).get(items[0].slug, {})
    orders = {item.order for item in items}
    others = (share for order, share in coverage.items() if order not in orders)
    return max(coverage.get(order, 0.0) for order in orders) - max(others, default=0.0)


def _asks_one_fact(hit: Hit, language: str, query: Query) -> bool:
    """True if a query names the hit's entry and else only asks for one of its facts or points.

    A fact is a number or word of an entry, such as its cost.
    """
    if hit.why not in (HitReason.NAMED, HitReason.ASKED) or _name_is_question(hit.item, language):
        return False
    if hit.item.order not in called_in(index(), query) or not asks_row(hit.item, query):
        return False
    # A name alone is not a question, and its entry is the first hit anyway.
    return query.is_question or bool(parts_outside_names(hit.item, query))


def _name_is_question(item: IndexItem, language: str) -> bool:
    """True if the name of an entry is a question, whose text is the answer."""
    return item.name.in_language(language).endswith(("?", "？"))


def _full_text(item: IndexItem, language: str) -> str:
    entry = item.entry
    assert entry
    return " ".join(text.in_language(language) for text in (entry.name, entry.text, *entry.body))


def _numbers_fit(item: IndexItem, plain: str, language: str) -> bool:
    questions = " ".join(question_match.questions(item))
    return numbers(plain) <= numbers(_full_text(item, language)) | numbers(questions)


def _counts_players(item: IndexItem, plain: str, language: str) -> bool:
    """True if an entry mentions a player count of the question, or if the question has none."""
    players = numerals.players(plain)
    if not players:
        return True
    assert item.entry
    rows = (item.catalogue.facts[row].name.in_language(language) for row in item.entry.facts)
    texts = " ".join([_full_text(item, language), *question_match.questions(item), *rows])
    return not players.isdisjoint(numerals.players(texts))


def _mentions_all(item: IndexItem, query: Query) -> bool:
    """True if an entry is, mentions or is linked to every entry whose name a question contains."""
    ours, mentioned = index(), dict[str, bool]()
    for order, (name, _share) in called_in(ours, query).items():
        other = ours.items[order]
        if other.box is item.box and other.entry:
            name = fold(name)
            mentioned[name] = mentioned.get(name, False) or _names(item, other)
    return all(mentioned.values())


def _names(item: IndexItem, other: IndexItem) -> bool:
    """True if ``item`` is ``other``, is linked to it, or mentions its name."""
    if item is other or _are_related(item, other):
        return True
    names = (key.folded for key in other.keys if len(key.folded) > 1)
    contents = (item.called, item.text, _folded(item))
    return any(name in each for name in names for each in contents)


@lru_cache(2048)
def _folded(item: IndexItem) -> str:
    return fold(" ".join(question_match.questions(item)))


def _has_same_members(item: IndexItem, query: Query) -> bool:
    """True if an entry's names and example questions name each member that the query names.

    A member is one of a short list of the game, such as a colour or a season.
    """
    return question_match.ones_of(index(), item.slug, query.plain) <= _ones(item)


@lru_cache(512)
def _ones(item: IndexItem) -> frozenset[tuple[str, str]]:
    """Returns the members of short lists that an entry's names and example questions contain.

    As pairs such as (season, spring): the list's id and the member's.
    """
    texts = (*question_match.questions(item), item.name.en, item.name.ja)
    ours, slug = index(), item.slug
    return frozenset(one for text in texts for one in question_match.ones_of(ours, slug, text))


def _lacks(items: Collection[IndexItem], terms: QueryTerms) -> float:
    """Returns the total weight of those words and letter pairs of a question that no entry has.

    ``terms`` are the question's; a part counts as present if an entry has any alternative of it.
    """
    ours = index()
    return sum(
        options[0][1]
        for options in terms
        if not any(question_match.has(ours, item, part) for part, _w in options for item in items)
    )
