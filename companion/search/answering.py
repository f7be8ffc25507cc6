"""Selects the answer to a question from its hits: an entry with its text, or nothing.

No text is generated. The first hit's entry answers a question if it clearly leads over all others
and contradicts nothing that the question insists on: *before* is not *after*, spring is not winter,
four players are not two. An entry that is linked to it can be shown with it, such as the ruling on
a card. Numbers below are on the scale of the lead, about -1 to 2, unless described otherwise.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import chain
from math import inf
from pathlib import Path

from scoring.model.catalogue import Entry

from .excerpts import sentences
from .hits import WHOLE, Hit, HitReason
from .index_items import NEAR, IndexItem
from .normalise import language_of, latin, parts, wide
from .query_parsing import Query
from .ranking import Evidence, Likeness, SearchResults
from .retrieval import Candidates, QueryTerms
from .search_index import Index, synonyms
from .text_features import concept
from .text_statistics import tables

CLEAR = (0.3, 0.18)
"""Least lead that makes an answer, for one entry and for two that are shown together."""
SUBJECT = 2.5
"""Factor of that least lead for one word, which is rather a subject than a question."""
GAP, HIGH, NGRAMS = 0.6, 0.001, 0.1
"""Factors of what adds to the lead, beside the words of the question that the entry covers.

- ``GAP``: share of the first hit's score by which it is above the best hit that is not linked.
- ``HIGH``: the first hit's score, in points.
- ``NGRAMS``: the lead by n-grams of letters, -1 to 1. They err otherwise than words do.
"""
LACKING, OTHER_THING, CONTRARY = 0.35, 0.3, 0.2
"""Factors of what is deducted from the lead.

- ``LACKING``: the share of the question's words that the entry lacks.
- ``OTHER_THING``: it lacks a word of another entry that the question names, such as a colour.
- ``CONTRARY``: it lacks a condition of the question, such as *after that*, or has only the opposite
  of one of its words.
"""
MISSING = 0.49
"""Share of the question's words, by weight, that an entry may lack as its answer."""
AS_WELL, TOLERATED = 0.75, 0.3
"""Bounds for another game's best hit, which may be an answer as well.

- ``AS_WELL``: share of the first hit's score from which it may.
- ``TOLERATED``: share of the question's words that it may lack besides those that the first lacks.
"""
RULE = "rule"
"""Id of the kind of entries shown before a thing (it has facts) that the question does not name."""
NEXT = 5
"""Number of a game's first hits among which a linked entry is shown with the first."""


@dataclass(frozen=True, slots=True)
class Passage:
    """The sentence ``text`` of an entry, found as the answer to a question of the look-up.

    ``before`` and ``after`` are the rest of its paragraph.
    """

    item: IndexItem
    entry: Entry
    language: str
    before: str
    text: str
    after: str
    also: Passage | None = None
    """The passage of a linked entry that may be meant as well, or None."""

    @property
    def both(self) -> tuple[Passage, ...]:
        """This passage and that of the linked entry, if any."""
        return (self, self.also) if self.also else (self,)

    @property
    def paragraph(self) -> str:
        return self.before + self.text + self.after

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """Paragraphs of the passage's entry; of a long one, the first and that of the passage."""
        paragraphs = [
            text.in_language(self.language) for text in (self.entry.text, *self.entry.body)
        ]
        if sum(map(len, paragraphs)) <= WHOLE[self.language]:
            return tuple(paragraphs)
        return tuple(dict.fromkeys((paragraphs[0], self.paragraph)))


@dataclass(frozen=True, slots=True)
class _Question:
    """A question as searched: parsed query, entries that may answer it, their likeness to it."""

    query: Query
    candidates: Candidates
    evidence: Evidence

    @property
    def index(self) -> Index:
        return self.candidates.index

    @property
    def language(self) -> str:
        return language_of(self.query.plain)


def answers(results: SearchResults) -> tuple[Passage, ...]:
    """Returns passages that answer a question, best first: at most one for each game searched."""
    question = _question(results)
    if question is None:
        return ()
    best, *others = _by_game(results.hits)
    first, passage = best[0], _answer(question, best)
    if passage is None:
        return ()
    # The question may just as well be about another game, even if the first has this very name.
    most = _missing(question, [first.item]) + TOLERATED
    rivals = [
        each
        for each in others
        if each[0].why <= HitReason.SAME
        or (each[0].score >= AS_WELL * first.score and _missing(question, [each[0].item]) <= most)
    ]
    return passage, *filter(None, (_answer(question, each) for each in rivals))


def lead_over_bound(results: SearchResults) -> tuple[Sequence[IndexItem], float] | None:
    """Returns the items of the first answer box, shown or not, and by how much they lead enough.

    The box is shown if that is not negative. None if no lead decides: the query is no question, or
    the first hit's name is asked for.
    """
    question = _question(results)
    hits = _by_game(results.hits)[0] if question else []
    if question is None or hits[0].why <= HitReason.SAME:
        return None
    shown = _shown(question, hits)
    return (shown, _lead_over_bound(question, hits, shown)) if shown else None


def answer(results: SearchResults) -> Passage | None:
    """Returns the passage that answers a question; None if none is sure, or there are several."""
    passages = answers(results)
    return passages[0] if len(passages) == 1 else None


def _question(results: SearchResults) -> _Question | None:
    """Returns what was asked and found, if it reads as a question and something was found."""
    query, candidates, evidence = results.query, results.candidates, results.evidence
    if candidates is None or evidence is None or not results.hits:
        return None
    if not query.is_question or query.lists:
        return None
    return _Question(query, candidates, evidence)


def _by_game(hits: Iterable[Hit]) -> list[list[Hit]]:
    by_game: dict[str, list[Hit]] = defaultdict(list)
    for hit in hits:
        by_game[hit.item.slug].append(hit)
    return list(by_game.values())


def _answer(question: _Question, hits: Sequence[Hit]) -> Passage | None:
    """Returns one game's passage that answers a question; None if none is sure.

    ``hits``: those in this game, best first.
    """
    shown = _shown(question, hits)
    if shown and hits[0].why <= HitReason.SAME:
        return best_passage(question, shown[0])
    if not shown or _lead_over_bound(question, hits, shown) < 0:
        return None
    thing, named = shown[0].entry, shown[0].order in question.candidates.names
    if thing and thing.facts and not named and not question.query.selection.looked_for:
        # Nobody asked about this one tile: the rule comes before its exception.
        shown = sorted(shown, key=lambda item: item.kind_id != RULE)
    also = best_passage(question, shown[1]) if len(shown) > 1 else None
    return best_passage(question, shown[0], also)


def _shown(question: _Question, hits: Sequence[Hit]) -> Sequence[IndexItem]:
    """Returns the items of an answer box: the first hit's and a linked one; none for a game's page.

    ``hits``: those in one game, best first.
    """
    first = hits[0].item
    if first.entry is None:
        return ()
    linked = _links(question.index)[first.order]
    second = next((hit.item for hit in hits[1:NEXT] if hit.item.order in linked), None)
    return (first, second) if second else (first,)


@cache
def _links(index: Index) -> Mapping[int, Set[int]]:
    """Returns, for each item (entry or game) by its number, the numbers of items linked to it.

    One of the two leads to the other or lists it among its facts, or both are about the same thing.
    """
    entries = [(item, item.entry) for item in index.items if item.entry]
    orders = {(item.slug, entry.id): item.order for item, entry in entries}
    links: dict[int, set[int]] = {item.order: set() for item in index.items}
    about: dict[tuple[str, str], list[int]] = defaultdict(list)
    for item, entry in entries:
        listed = (value for value in entry.facts.values() if isinstance(value, tuple))
        for to in (*entry.see, *entry.about, *chain.from_iterable(listed)):
            if (other := orders.get((item.slug, to))) is not None:
                links[item.order].add(other)
                links[other].add(item.order)
        for thing in entry.about:
            about[item.slug, thing].append(item.order)
    for together in about.values():
        for order in together:
            links[order].update(together)
    return links


def _lead_over_bound(question: _Question, hits: Sequence[Hit], shown: Sequence[IndexItem]) -> float:
    """Returns the first hit's lead over all other entries, minus the least that makes an answer.

    Minus infinity if its entry lacks a number of the question, or too many of its words.
    """
    first, evidence, slug = hits[0], question.evidence, shown[0].slug
    missing = _missing(question, shown)
    if not first.score or missing > MISSING or not has_numbers(question, first.item):
        return -inf
    linked = _links(question.index)[first.item.order]
    unlinked = (hit.score for hit in hits[1:] if hit.item.order not in linked)
    lead = (
        lead_of(evidence.coverage.get(slug, {}), shown)
        + GAP * (1 - max(unlinked, default=0.0) / first.score)
        + HIGH * first.score
        + NGRAMS * _ngram_lead(question, shown)
        - LACKING * missing
        - _deductions(question, shown[0])
    )
    single = len(question.query.parts) < 2
    return lead - CLEAR[len(shown) - 1] * (SUBJECT if single else 1)


def _ngram_lead(question: _Question, items: Sequence[IndexItem]) -> float:
    """Returns how far these entries lead over others by letter sequences in common, -1 to 1."""
    return lead_of(question.evidence.ngrams.get(items[0].slug, {}), items)


def lead_of(scores: Likeness, items: Iterable[IndexItem]) -> float:
    """Returns the best score among these items minus the best among all others of ``scores``.

    Negative if another entry has more; 0 if none has any.
    """
    orders = {item.order for item in items}
    others = (score for order, score in scores.items() if order not in orders)
    return max(scores.get(order, 0.0) for order in orders) - max(others, default=0.0)


def _missing(question: _Question, items: Iterable[IndexItem]) -> float:
    """Returns the share of a question's words, by weight, that none of the items has.

    An item has a word also if it has one of the word's alternatives, such as a synonym.
    """
    lacking = sum(options[0][1] for options in _lacking(question, items))
    return lacking / total if (total := question.candidates.words.total) else 1.0


def _lacking(question: _Question, items: Iterable[IndexItem]) -> QueryTerms:
    """Returns the words and letter pairs of a question (with alternatives) that no item has.

    An item has one also if it has one of its alternatives, such as a synonym.
    """
    return [
        options
        for options in question.candidates.words.terms
        if not any(has(question.index, item, part) for part, _weight in options for item in items)
    ]


def has(index: Index, item: IndexItem, part: str) -> bool:
    """True if ``part`` (word or letter pair) is in an entry's names, texts or example questions."""
    if index.part_weights.weight(part, item.order) > NEAR:
        return True
    return tables(index)[item.slug].postings.weight(part, item.order) > 0


# ── what a question insists on ──────────────────────────────────────────────────────────────────

_WORDS = tomllib.loads(Path(__file__).with_name("answer_words.toml").read_text("utf-8"))
_NUMERALS = {word: number for number, *words in _WORDS["numbers"] for word in words}
_ONE = rf"\d+|\b(?:{'|'.join(filter(str.isascii, _NUMERALS))})\b|[{
    ''.join(word for word in _NUMERALS if not word.isascii())
}]"
_NUMBER = re.compile(
    rf"({_ONE})(?:\s*(?:-|–|〜|～|to|or|and|か)\s*({_ONE}))?((?:\s|-)?(?:人(?!目)|players?\b))?"
)

type Side = tuple[int, int]
"""A group of words: the number of its pair of opposites in ``answer_words.toml``, and 0 or 1."""


def _sides_of_words() -> Mapping[str, frozenset[Side]]:
    sides: dict[str, frozenset[Side]] = defaultdict(frozenset)
    for n, pair in enumerate([*_WORDS["opposites"], *([each] for each in _WORDS["conditions"])]):
        for side, words in enumerate(pair):
            for word in words:
                sides[word] |= {(n, side)}
    return sides


_SIDES = _sides_of_words()


def _deductions(question: _Question, item: IndexItem) -> float:
    """Returns the points deducted from an entry's lead, for contradicting the question.

    It does if it lacks a thing that the question names, or says the opposite of one of its words.
    """
    items, query = question.index.items, question.query
    names = (
        name
        for order, (name, _share) in question.candidates.names.items()
        if items[order].slug == item.slug and items[order].entry
    )
    lacks_thing = any(not has(question.index, item, part) for name in names for part in parts(name))
    contrary = contradicts(query.plain, _full_text(item, question.language))
    return OTHER_THING * lacks_thing + CONTRARY * contrary


def contradicts(question: str, text: str) -> bool:
    """True if a text has only the opposite of a word in a question, or lacks its condition.

    >>> contradicts("what do I get after the auction", "Before the auction everyone pays.")
    True
    >>> contradicts("does it work after I discard it", "It works while it is face up.")
    True
    >>> contradicts("do I gain a card", "Everyone gets one.")
    False
    """
    mine, theirs = _sides(question), _sides(text)
    return any(
        (n, side) not in theirs
        and (
            n >= len(_WORDS["opposites"]) or ((n, 1 - side) in theirs and (n, 1 - side) not in mine)
        )
        for n, side in mine
    )


def _sides(text: str) -> frozenset[Side]:
    """Returns the groups of words in a text that have opposites (*before*) or are conditions."""
    sides = set().union(*(_SIDES[word] for word in _SIDES.keys() & set(latin(text))))
    if not text.isascii():
        plain = wide(text)
        sides.update(*(of for word, of in _SIDES.items() if not word.isascii() and word in plain))
    return frozenset(sides)


def has_numbers(question: _Question, item: IndexItem) -> bool:
    """True if an entry has all numbers of a question in its texts, questions or facts."""
    asked = numbers(question.query.plain)
    return not asked or asked <= _numbers_of(item, question.language)


def _numbers_of(item: IndexItem, language: str) -> frozenset[str]:
    assert item.entry
    facts = item.entry.facts
    labels = (item.catalogue.facts[fact].name.in_language(language) for fact in facts)
    found = numbers(" / ".join((_full_text(item, language), *item.questions, *labels)))
    found |= {number.removesuffix(" players") for number in found}
    return found | {str(value) for value in facts.values() if isinstance(value, int)}


def numbers(text: str) -> frozenset[str]:
    """Returns the numbers from two on in a text; one is left out, as it often just means *a*.

    A number of players is another than that of anything else.

    >>> sorted(numbers("pay 12 gold twice")), sorted(numbers("三人で1枚"))
    (['12', '2'], ['3 players'])
    >>> sorted(numbers("2-4 players: 3 cards"))
    ['2 players', '3', '3 players', '4 players']
    """
    found = set()
    for first, last, players in _NUMBER.findall(wide(text)):
        least, most = (_NUMERALS.get(each) or int(each) for each in (first, last or first))
        if not players or most - least > 9:
            found |= {str(least), str(most)}
        else:
            found |= {f"{n} players" for n in range(least, most + 1)}
    return frozenset(found - {"0", "1"})


# ── sentences of an entry ───────────────────────────────────────────────────────────────────────


def best_passage(question: _Question, item: IndexItem, also: Passage | None = None) -> Passage:
    """Returns the sentence of an entry that has most of the words of a question.

    Words that the entry's names have as well do not count. Of equal ones the first; ``also``: the
    passage of a linked entry.
    """
    assert item.entry
    language = question.language
    title = frozenset().union(*(_words(key.text) for key in item.keys))
    rest = [
        each
        for each in question.candidates.words.terms
        if not any(part in title for part, _weight in each)
    ]

    def share(passage: Passage) -> float:
        words = _words(passage.text)
        return sum(max((w for p, w in options if p in words), default=0.0) for options in rest)

    texts = (item.entry.text, *item.entry.body)
    found = (each for text in texts for each in sentences(text.in_language(language), language))
    passages = (Passage(item, item.entry, language, *each, also=also) for each in found)
    return max(passages, key=share)


def _words(text: str) -> frozenset[str]:
    """Returns the words, letter pairs and synonym groups of a text."""
    return frozenset(
        (*parts(text), *(concept(group) for group, _word in synonyms().mentioned(text)))
    )


def _full_text(item: IndexItem, language: str) -> str:
    entry = item.entry
    assert entry
    return " ".join(text.in_language(language) for text in (entry.name, entry.text, *entry.body))
