"""Selects the answer to a question from its hits: a ruling or another entry, or nothing.

No text is generated. An answer must have the words of the question, agree in negation and not
contradict it. Two linked entries are shown together, such as a ruling and its card.
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
from .queries import Query, language
from .query_terms import Meant, query_terms
from .search_index import IndexItem, index
from .text_score import CASE

SURELY = 0.9
"""Least likeness of a player's question that counts as the same question."""
CLEAR, LIKELY = (0.35, 0.2), (0.25, 0.05)
"""Least lead over all other entries for an answer, for one entry and for two linked ones.
``LIKELY`` is enough if nothing speaks against the entry and the n-grams agree."""
AGREED, MUCH = 0.05, 0.7
"""Least lead by n-grams for a ``LIKELY`` answer, and the likeness of another entry's question that
rules it out."""
MISSING, MORE, ALIKE = 0.49, 0.6, 0.5
"""Share of a question's word weight that an entry may lack if the question does not name it;
``MORE`` if one of its own questions has at least the likeness ``ALIKE``."""
GAP = 0.6
"""Factor of the relative score gap to the next hit, added to the lead in words."""
FAR = 0.3
"""Limit of the lead in words, in both directions."""
LACKING, UNSPOKEN, OTHER_ONE = 0.35, 0.1, 0.2
OTHER_NUMBER, UNMET, CONTRARY = 0.2, 0.15, 0.2
"""Deductions from the lead: the share of the question's words that the entry lacks (a factor); it
does not mention a named thing; its questions do not name the same member of a short list; it lacks
a number; it lacks a condition; it says the contrary."""
HIGH, OWN, NEARER = 0.001, 0.05, 0.2
"""Additions to the lead: per point of the score; if the next hit belongs to the entry; factor of
the difference in likeness between its questions and all others (may be negative)."""
DENIED, OTHERS = 0.1, 0.05
"""Deductions: only one of question and player's question has a negation; another entry's question
is at least as alike."""
RIVAL, AS_WELL, TOLERATED = 0.93, 0.62, 0.25
"""Share of the first hit's score with which a hit of another game prevents an answer; with which it
may answer as well; and the share of the question it may lack more than the first hit."""
WITH = 0.6
"""Least share of the first hit's score for a linked entry that is shown with it."""
LOOKED_AT, BESIDE = 5, 10
"""Numbers of first hits: those that may answer; those searched for answers of other games."""

type Hits = tuple[Hit, ...]
"""One hit, or two that belong together."""


def answer(found: SearchResults) -> Passage | None:
    """Returns the answer of a game to a question, or None if it is doubtful.

    None also if several games have an answer: see `answers`.
    """
    said = answers(found)
    return said[0] if len(said) == 1 else None


def answers(found: SearchResults) -> tuple[Passage, ...]:
    """Returns the answer, or one for each game that has one if all are searched; best first."""
    if not found.hits or found.query.lists:
        return ()
    first = found.hits[0]
    best = _answer(_only(found, first.item.slug))
    if best is None:
        return ()
    rivals = _rivals(found, first)
    others = [_answer(_only(found, hit.item.slug)) for hit in rivals]
    if not any(others) and any(hit.score >= RIVAL * first.score for hit in rivals):
        return ()
    return best, *filter(None, others)


def _rivals(found: SearchResults, first: Hit) -> list[Hit]:
    """Returns the best hit of each other game that may be meant instead of the first hit."""
    best = {hit.item.slug: hit for hit in reversed(found.hits[:BESIDE]) if hit.item.entry}
    least = AS_WELL * first.score
    likely = [
        hit
        for slug, hit in best.items()
        if slug != first.item.slug
        and (hit.why <= HitReason.SAME if first.why <= HitReason.SAME else hit.score >= least)
    ]
    if not likely:
        return []
    # A game that lacks too much of the question is not the one in play.
    meant = query_terms(index(), found.query, guess=False)
    most = _lacks([first.item], meant) + TOLERATED * sum(options[0][1] for options in meant)
    return [hit for hit in likely if _lacks([hit.item], meant) <= most]


def _only(found: SearchResults, slug: str) -> SearchResults:
    """Returns the result limited to one game."""
    hits = tuple(hit for hit in found.hits if hit.item.slug == slug)
    return replace(found, query=replace(found.query, game=slug), hits=hits)


def _answer(found: SearchResults) -> Passage | None:
    query, first = found.query, found.hits[0]
    said = language(query.plain)
    # Guesses at misspelt words rank hits, but do not justify an answer.
    meant = query_terms(index(), query, guess=False)
    most = sum(weight for options in meant for _part, weight in options[:1])
    if not most or first.item.entry is None:
        return None
    if first.why <= HitReason.SAME:
        return best(first, said, meant, most) if query.asks else None
    # One word is a subject, not a question, unless it is a name.
    if first.why > HitReason.NAMED and first.why is not HitReason.ASKED and len(meant) < 2:
        return None
    if first.item.entry.kind == CASE:
        return None
    if _only_row(first, said, query) or (query.asks and _just_so(first, said, query)):
        return best(first, said, meant, most)
    hits = (first, *_companions(found))
    if not query.asks or not _in_front(found, hits, said, meant, most):
        return None
    passage, *also = (best(hit, said, meant, most) for hit in hits)
    return passage and replace(passage, also=next(iter(also), None))


def _companions(found: SearchResults) -> Hits:
    """Returns at most one other hit that belongs to the first one and may be meant as well."""
    first, *others = found.hits[:LOOKED_AT]
    least = WITH * first.score
    near = (hit for hit in others if first.score and hit.score >= least)
    return tuple(
        hit for hit in near if hit.item.kind_id != CASE and _belongs(first.item, hit.item)
    )[:1]


def _just_so(hit: Hit, said: str, query: Query) -> bool:
    """True if players ask for an entry in almost exactly these words."""
    plain = query.plain
    share, asked = _question_likeness(hit.item, query)
    return (
        share >= SURELY
        and contradictions.has_negation(plain) == contradictions.has_negation(asked)
        and not contradictions.has_only_opposite(plain, asked)
        and _numbers_fit(hit.item, plain, said)
    )


def _in_front(found: SearchResults, hits: Hits, said: str, meant: Meant, most: float) -> bool:
    """True if an entry, or two together, clearly lead all others.

    A smaller lead is enough if nothing speaks against them and they lead by n-grams too.
    """
    query, items = found.query, [hit.item for hit in hits]
    lacks = _lacks(items, meant) / most
    if not any(_may_answer(hit, said, query, lacks) for hit in hits):
        return False
    against = _against(items[0], said, query)
    lead = _lead(found, hits) - LACKING * lacks - against
    if lead >= CLEAR[len(hits) - 1]:
        return True
    if lead < LIKELY[len(hits) - 1] or against or _asked_elsewhere(items, query):
        return False
    return ngram_score.lead(index(), query, items) >= AGREED


def _may_answer(hit: Hit, said: str, query: Query, lacks: float) -> bool:
    """True if an entry covers enough of a question; ``lacks``: the share it does not cover."""
    item = hit.item
    if hit.score <= 0 or not _counts_players(item, query.plain, said):
        return False
    if not contradictions.prices(query.plain) <= _figures(item):
        return False
    if contradictions.asks_for_difference(query.plain) and not (
        _speaks_of(item, query) and _asked_of(item, query)
    ):
        # A text about only one of two things does not compare them.
        return False
    alike = _question_likeness(item, query)[0] >= ALIKE
    return lacks <= (MORE if alike else MISSING) or item.order in called_in(index(), query)


def _against(item: IndexItem, said: str, query: Query) -> float:
    """Returns the sum of deductions for an entry as the answer, 0 if there are none."""
    plain, (_share, asked) = query.plain, _question_likeness(item, query)
    told = f"{asked} {_whole(item, said)}"
    unspoken, other = not _speaks_of(item, query), not _asked_of(item, query)
    return sum(
        (
            DENIED * (contradictions.has_negation(plain) != contradictions.has_negation(asked)),
            max(UNSPOKEN * unspoken, OTHER_ONE * other),
            OTHER_NUMBER * (not _numbers_fit(item, plain, said)),
            UNMET * contradictions.has_unmet_condition(plain, told),
            CONTRARY * contradictions.has_only_opposite(plain, told),
        )
    )


def _lead(found: SearchResults, hits: Hits) -> float:
    """Returns the lead of entries over all others, by words, score and players' questions."""
    query, first = found.query, hits[0]
    others = [hit for hit in found.hits[:LOOKED_AT] if hit not in hits]
    after = max((other.score for other in others), default=0.0)
    ahead = _ahead(found, [hit.item for hit in hits])
    lead = max(-FAR, min(FAR, ahead)) + GAP * (first.score - after) / first.score
    lead += HIGH * first.score
    if others and _belongs(first.item, others[0].item):
        lead += OWN
    own = max(_question_likeness(hit.item, query)[0] for hit in hits)
    nearer = own - _asked_others([hit.item for hit in hits], query)
    return lead + NEARER * nearer - OTHERS * (nearer <= 0)


def _question_likeness(item: IndexItem, query: Query) -> tuple[float, str]:
    """Returns the likeness of an entry's most similar player's question, and its text."""
    return question_match.similar_questions(index(), query).get(item.order, (0.0, ""))


def _asked_others(items: Collection[IndexItem], query: Query) -> float:
    """Returns the greatest likeness of a player's question of any other entry."""
    own = {item.order for item in items}
    alike = question_match.similar_questions(index(), query)
    return max((share for order, (share, _) in alike.items() if order not in own), default=0.0)


def _asked_elsewhere(items: Collection[IndexItem], query: Query) -> bool:
    """True if a question of another entry is much alike, and not less than those of ``items``."""
    others = _asked_others(items, query)
    return others >= MUCH and others >= max(_question_likeness(item, query)[0] for item in items)


def _figures(item: IndexItem) -> frozenset[int]:
    """Returns the numbers in the facts of an entry."""
    assert item.entry
    return frozenset(value for value in item.entry.facts.values() if isinstance(value, int))


def _belongs(item: IndexItem, other: IndexItem) -> bool:
    """True if one of two entries links to the other, or both are about the same thing."""
    one, two = item.entry, other.entry
    if one is None or two is None or item.box is not other.box:
        return False
    if not set(one.about).isdisjoint(two.about):
        return True
    return two.id in (*one.see, *one.about) or one.id in (*two.see, *two.about)


def _ahead(found: SearchResults, items: Sequence[IndexItem]) -> float:
    """Returns how much more of a question these entries cover than any other entry of the game."""
    spoken = question_match.coverage(index(), found.query).get(items[0].slug, {})
    own = {item.order for item in items}
    others = (share for order, share in spoken.items() if order not in own)
    return max(spoken.get(order, 0.0) for order in own) - max(others, default=0.0)


def _only_row(hit: Hit, said: str, query: Query) -> bool:
    """True if a question names a thing and asks only for one of its facts or its points."""
    if hit.why not in (HitReason.NAMED, HitReason.ASKED) or _asks(hit.item, said):
        return False
    if hit.item.order not in called_in(index(), query) or not asks_row(hit.item, query):
        return False
    # A name alone is not a question, and its entry is the first hit anyway.
    return query.asks or bool(parts_outside_names(hit.item, query))


def _asks(item: IndexItem, said: str) -> bool:
    """True if an entry is a question with its answer."""
    return item.name.in_language(said).endswith(("?", "？"))


def _whole(item: IndexItem, said: str) -> str:
    entry = item.entry
    assert entry
    return " ".join(text.in_language(said) for text in (entry.name, entry.text, *entry.body))


def _numbers_fit(item: IndexItem, plain: str, said: str) -> bool:
    asked = " ".join(question_match.questions(item))
    return numbers(plain) <= numbers(_whole(item, said)) | numbers(asked)


def _counts_players(item: IndexItem, plain: str, said: str) -> bool:
    """True if an entry mentions a number of players that the question names, or it names none."""
    players = numerals.players(plain)
    if not players:
        return True
    assert item.entry
    rows = (item.catalogue.facts[row].name.in_language(said) for row in item.entry.facts)
    texts = " ".join([_whole(item, said), *question_match.questions(item), *rows])
    return not players.isdisjoint(numerals.players(texts))


def _speaks_of(item: IndexItem, query: Query) -> bool:
    """True if an entry is about every thing that a question names, or links to it."""
    ours, there = index(), dict[str, bool]()
    for order, (name, _share) in called_in(ours, query).items():
        other = ours.items[order]
        if other.box is item.box and other.entry:
            name = fold(name)
            there[name] = there.get(name, False) or _names(item, other)
    return all(there.values())


def _names(item: IndexItem, other: IndexItem) -> bool:
    """True if an entry is the other one, links to it, or mentions its name."""
    if item is other or _belongs(item, other):
        return True
    names = (key.folded for key in other.keys if len(key.folded) > 1)
    told = (item.called, item.text, _folded(item))
    return any(name in each for name in names for each in told)


@lru_cache(2048)
def _folded(item: IndexItem) -> str:
    """Returns all players' questions of an entry as one folded string."""
    return fold(" ".join(question_match.questions(item)))


def _asked_of(item: IndexItem, query: Query) -> bool:
    """True if questions of an entry name all short-list members of the query, such as colours."""
    return question_match.ones_of(index(), item.slug, query.plain) <= _ones(item)


@lru_cache(512)
def _ones(item: IndexItem) -> frozenset[tuple[str, str]]:
    """Returns the members of the game's short lists that an entry's questions and names contain."""
    texts = (*question_match.questions(item), item.name.en, item.name.ja)
    ours, slug = index(), item.slug
    return frozenset(one for text in texts for one in question_match.ones_of(ours, slug, text))


def _lacks(items: Collection[IndexItem], meant: Meant) -> float:
    """Returns the weight of the parts of a question that none of the entries has."""
    ours = index()
    return sum(
        options[0][1]
        for options in meant
        if not any(question_match.has(ours, item, part) for part, _w in options for item in items)
    )
