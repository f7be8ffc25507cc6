"""What answers a question, or nothing: the ruling that asks the same, or the entry that has it all.

Nothing is made up. The verb and the object must be there, a negation is kept, and what speaks of
the contrary is no answer. Where one entry leads to another and either may be meant, both are
shown: a ruling and its card, a phase and its step.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache

from . import contradictions, ngram_score, numerals, question_match
from .hits import Found, Hit, Why
from .named_entries import asks_row, beside, called_in
from .normalise import fold
from .numerals import numbers
from .passages import Passage, best
from .queries import Query, language
from .query_terms import Meant, wanted
from .search_index import Item, index
from .text_score import CASE

SURELY = 0.9
"""How alike a player's question is that asks the same, whatever else is like it."""
CLEAR, LIKELY = (0.35, 0.2), (0.25, 0.05)
"""How far in front, of all that may answer, what answers must be: one entry, or two that belong
together; and how far where nothing speaks against them and letters agree."""
AGREED, MUCH = 0.05, 0.7
"""How far in front by letters, and how alike another entry's question must not be."""
MISSING, MORE, ALIKE = 0.49, 0.6, 0.5
"""The share of a question's words, by how rare they are, that what is not named may lack; more if
one of its own questions is so much alike."""
GAP = 0.6
"""What it counts that the score is far before the next one's, beside the lead in words."""
FAR = 0.3
"""A greater lead in words tells no more."""
LACKING, UNSPOKEN, OTHER_ONE = 0.35, 0.1, 0.2
OTHER_NUMBER, UNMET, CONTRARY = 0.2, 0.15, 0.2
"""What it takes from that lead that an entry has nothing of the question's words, does not speak of
something that is named, is never asked about this one of several, lacks a number or a condition,
or says the contrary."""
HIGH, OWN, NEARER = 0.001, 0.05, 0.2
"""What it adds for each point of the score, that the next hit belongs to the entry, and that its
questions are more alike than all others; less than nothing where another's are."""
DENIED, OTHERS = 0.1, 0.05
"""What it takes that the question denies and the one that players ask does not, or the other way
round, and that another entry's question is more alike."""
RIVAL, AS_WELL, TOLERATED = 0.93, 0.62, 0.25
"""A hit of another game with this share of the score may be what is meant; with this one, if it
answers; and how much more of the question it may lack than the first hit."""
WITH = 0.6
"""The share of the first hit's score that what belongs to it must have, to be shown with it."""
LOOKED_AT, BESIDE = 5, 10
"""Hits that may answer, and those among which another game's answer may be."""

type Hits = tuple[Hit, ...]
"""A hit, or two that belong together."""


def answer(found: Found) -> Passage | None:
    """What the box says to a question, or nothing: rather no answer than a doubtful one.

    Nothing either where several games answer and nobody knows which is on the table: `answers`.
    """
    said = answers(found)
    return said[0] if len(said) == 1 else None


def answers(found: Found) -> tuple[Passage, ...]:
    """The answer, or one for each game that has one if the question is put to all; best first."""
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


def _rivals(found: Found, first: Hit) -> list[Hit]:
    """The best hit of each other game that may be what is meant."""
    best = {hit.item.slug: hit for hit in reversed(found.hits[:BESIDE]) if hit.item.entry}
    least = AS_WELL * first.score
    likely = [
        hit
        for slug, hit in best.items()
        if slug != first.item.slug
        and (hit.why <= Why.SAME if first.why <= Why.SAME else hit.score >= least)
    ]
    if not likely:
        return []
    # A game that has nothing of what the question names is not the one on the table.
    meant = wanted(index(), found.query, guess=False)
    most = _lacks([first.item], meant) + TOLERATED * sum(options[0][1] for options in meant)
    return [hit for hit in likely if _lacks([hit.item], meant) <= most]


def _only(found: Found, slug: str) -> Found:
    """What was found in one game."""
    hits = tuple(hit for hit in found.hits if hit.item.slug == slug)
    return replace(found, query=replace(found.query, game=slug), hits=hits)


def _answer(found: Found) -> Passage | None:
    query, first = found.query, found.hits[0]
    said = language(query.plain)
    # A guess at a misspelt word may rank a hit, but it answers nothing.
    meant = wanted(index(), query, guess=False)
    most = sum(weight for options in meant for _part, weight in options[:1])
    if not most or first.item.entry is None:
        return None
    if first.why <= Why.SAME:
        return best(first, said, meant, most) if query.asks else None
    # One word says what a question is about, not what it asks; a name alone is clear enough.
    if first.why > Why.NAMED and first.why is not Why.ASKED and len(meant) < 2:
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


def _companions(found: Found) -> Hits:
    """What belongs to the first hit and may be meant as well: one other hit at most."""
    first, *others = found.hits[:LOOKED_AT]
    least = WITH * first.score
    near = (hit for hit in others if first.score and hit.score >= least)
    return tuple(
        hit for hit in near if hit.item.kind_id != CASE and _belongs(first.item, hit.item)
    )[:1]


def _just_so(hit: Hit, said: str, query: Query) -> bool:
    """True if players ask for an entry in just these words."""
    plain = query.plain
    share, asked = _asked(hit.item, query)
    return (
        share >= SURELY
        and contradictions.denies(plain) == contradictions.denies(asked)
        and not contradictions.contrary(plain, asked)
        and _numbers_fit(hit.item, plain, said)
    )


def _in_front(found: Found, hits: Hits, said: str, meant: Meant, most: float) -> bool:
    """True if an entry, or two together, are clearly in front of all others.

    Or they are likely, and their letters are in front as well.
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
    return ngram_score.ahead(index(), query, items) >= AGREED


def _may_answer(hit: Hit, said: str, query: Query, lacks: float) -> bool:
    """True if an entry has enough of a question to answer it at all; ``lacks``: what it has not."""
    item = hit.item
    if hit.score <= 0 or not _counts_players(item, query.plain, said):
        return False
    if not contradictions.prices(query.plain) <= _figures(item):
        return False
    if contradictions.compares(query.plain) and not (
        _speaks_of(item, query) and _asked_of(item, query)
    ):
        # What says all about one of two does not say how they differ.
        return False
    alike = _asked(item, query)[0] >= ALIKE
    return lacks <= (MORE if alike else MISSING) or item.order in called_in(index(), query)


def _against(item: Item, said: str, query: Query) -> float:
    """What speaks against an entry as the answer, 0 being nothing."""
    plain, (_share, asked) = query.plain, _asked(item, query)
    told = f"{asked} {_whole(item, said)}"
    unspoken, other = not _speaks_of(item, query), not _asked_of(item, query)
    return sum(
        (
            DENIED * (contradictions.denies(plain) != contradictions.denies(asked)),
            max(UNSPOKEN * unspoken, OTHER_ONE * other),
            OTHER_NUMBER * (not _numbers_fit(item, plain, said)),
            UNMET * contradictions.unmet(plain, told),
            CONTRARY * contradictions.contrary(plain, told),
        )
    )


def _lead(found: Found, hits: Hits) -> float:
    """How far in front of all others entries are, by words, score and what players ask."""
    query, first = found.query, hits[0]
    others = [hit for hit in found.hits[:LOOKED_AT] if hit not in hits]
    after = max((other.score for other in others), default=0.0)
    ahead = _ahead(found, [hit.item for hit in hits])
    lead = max(-FAR, min(FAR, ahead)) + GAP * (first.score - after) / first.score
    lead += HIGH * first.score
    if others and _belongs(first.item, others[0].item):
        lead += OWN
    own = max(_asked(hit.item, query)[0] for hit in hits)
    nearer = own - _asked_others([hit.item for hit in hits], query)
    return lead + NEARER * nearer - OTHERS * (nearer <= 0)


def _asked(item: Item, query: Query) -> tuple[float, str]:
    """What of all that players ask an entry is most like a question, and how much."""
    return question_match.alike(index(), query).get(item.order, (0.0, ""))


def _asked_others(items: Collection[Item], query: Query) -> float:
    """How much what players ask any other entry is like a question."""
    own = {item.order for item in items}
    alike = question_match.alike(index(), query)
    return max((share for order, (share, _) in alike.items() if order not in own), default=0.0)


def _asked_elsewhere(items: Collection[Item], query: Query) -> bool:
    """True if players ask another entry in much these words, and these ones less so."""
    others = _asked_others(items, query)
    return others >= MUCH and others >= max(_asked(item, query)[0] for item in items)


def _figures(item: Item) -> frozenset[int]:
    """The numbers in the rows of an entry."""
    assert item.entry
    return frozenset(value for value in item.entry.facts.values() if isinstance(value, int))


def _belongs(item: Item, other: Item) -> bool:
    """True if one of two entries leads to the other, or both are about the same thing."""
    one, two = item.entry, other.entry
    if one is None or two is None or item.box is not other.box:
        return False
    if not set(one.about).isdisjoint(two.about):
        return True
    return two.id in (*one.see, *one.about) or one.id in (*two.see, *two.about)


def _ahead(found: Found, items: Sequence[Item]) -> float:
    """How much more of a question is in what entries say and are asked than in any other's."""
    spoken = question_match.spoken(index(), found.query).get(items[0].slug, {})
    own = {item.order for item in items}
    others = (share for order, share in spoken.items() if order not in own)
    return max(spoken.get(order, 0.0) for order in own) - max(others, default=0.0)


def _only_row(hit: Hit, said: str, query: Query) -> bool:
    """True if a question names a thing and asks for nothing but one of its rows or its points."""
    if hit.why not in (Why.NAMED, Why.ASKED) or _asks(hit.item, said):
        return False
    if hit.item.order not in called_in(index(), query) or not asks_row(hit.item, query):
        return False
    # A name alone is no question, and its card is shown anyway.
    return query.asks or bool(beside(hit.item, query))


def _asks(item: Item, said: str) -> bool:
    """True if an entry is a question with its answer."""
    return item.name.said(said).endswith(("?", "？"))


def _whole(item: Item, said: str) -> str:
    entry = item.entry
    assert entry
    return " ".join(text.said(said) for text in (entry.name, entry.text, *entry.body))


def _numbers_fit(item: Item, plain: str, said: str) -> bool:
    asked = " ".join(question_match.questions(item))
    return numbers(plain) <= numbers(_whole(item, said)) | numbers(asked)


def _counts_players(item: Item, plain: str, said: str) -> bool:
    """True if an entry has the number of players that a question names, if it names one."""
    players = numerals.players(plain)
    if not players:
        return True
    assert item.entry
    rows = (item.catalogue.facts[row].name.said(said) for row in item.entry.facts)
    texts = " ".join([_whole(item, said), *question_match.questions(item), *rows])
    return not players.isdisjoint(numerals.players(texts))


def _speaks_of(item: Item, query: Query) -> bool:
    """True if an entry is about every thing that a question names, or leads to it."""
    ours, there = index(), dict[str, bool]()
    for order, (name, _share) in called_in(ours, query).items():
        other = ours.items[order]
        if other.box is item.box and other.entry:
            name = fold(name)
            there[name] = there.get(name, False) or _names(item, other)
    return all(there.values())


def _names(item: Item, other: Item) -> bool:
    """True if an entry is the other one, leads to it, or has its name where it says anything."""
    if item is other or _belongs(item, other):
        return True
    names = (key.folded for key in other.keys if len(key.folded) > 1)
    told = (item.called, item.text, _folded(item))
    return any(name in each for name in names for each in told)


@lru_cache(2048)
def _folded(item: Item) -> str:
    """All that players ask an entry."""
    return fold(" ".join(question_match.questions(item)))


def _asked_of(item: Item, query: Query) -> bool:
    """True if players ask an entry about just those of several that a question names: colours."""
    return question_match.ones_of(index(), item.slug, query.plain) <= _ones(item)


@lru_cache(512)
def _ones(item: Item) -> frozenset[tuple[str, str]]:
    """What players name of the short lists of a box when they ask an entry."""
    texts = (*question_match.questions(item), item.name.en, item.name.ja)
    ours, slug = index(), item.slug
    return frozenset(one for text in texts for one in question_match.ones_of(ours, slug, text))


def _lacks(items: Collection[Item], meant: Meant) -> float:
    """What of a question none of the entries has anything of."""
    ours = index()
    return sum(
        options[0][1]
        for options in meant
        if not any(question_match.has(ours, item, part) for part, _w in options for item in items)
    )
