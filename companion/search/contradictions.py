"""Compares what a question and a text say, so that no answer says the contrary.

*Before* contradicts *after*, *mine* contradicts *another's*, *spring* is not *winter*, four players
are not two, and *may I not* asks something else than *may I*. Words that have an opposite are in
``opposite_words.toml``, words for numbers in ``number_words.toml``.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

from .index_items import IndexItem
from .normalise import fold, latin, split_words, stem, wide
from .retrieval import Names
from .search_index import Index

UNMENTIONED, OTHER_ONE, OTHER_NUMBER = 0.1, 0.2, 0.2
UNMET, OPPOSITE = 0.15, 0.2
"""Deductions from the lead of an entry over all others, on the scale of ``answering``.

- ``UNMENTIONED``: it does not mention a thing that the question names.
- ``OTHER_ONE``: its example questions do not name the same colour, season etc.
- ``OTHER_NUMBER``: it lacks a number of the question.
- ``UNMET``: it lacks a condition of the question, such as *after that*.
- ``OPPOSITE``: it has only the opposite of a word in the question.
"""
FEW = 12
"""Longest list, such as a game's colours, that counts as short: players know it by heart."""


# ── opposites and negation ──────────────────────────────────────────────────────────────

OPPOSITES = Path(__file__).with_name("opposite_words.toml")

type Sides = frozenset[tuple[int, int]]


def _sides_of_words() -> Mapping[str, Sides]:
    sides: dict[str, Sides] = {}
    for n, pair in enumerate(_RAW["pairs"]):
        for side, words in enumerate(pair):
            for word in words:
                sides[word] = sides.get(word, frozenset()) | {(n, side)}
    return sides


_RAW = tomllib.loads(OPPOSITES.read_text("utf-8"))
_SIDES = _sides_of_words()
_MOMENTS = tuple(tuple(each) for each in _RAW["moments"])
_COMPARES, _BUYS = (re.compile("|".join(_RAW[name])) for name in ("compares", "buys"))


def _has(text: str, words: frozenset[str], side: tuple[str, ...]) -> bool:
    return any(each in words if each.isascii() else each in text for each in side)


@lru_cache(4096)
def _sides(text: str) -> Sides:
    """Returns the words of a text that have an opposite, such as *before*.

    Each as the number of its pair of opposites, and its side in the pair, 0 or 1.
    """
    sides = set().union(*(_SIDES[word] for word in _SIDES.keys() & set(latin(text))))
    if not text.isascii():
        plain = wide(text)
        sides.update(*(of for word, of in _SIDES.items() if not word.isascii() and word in plain))
    return frozenset(sides)


def has_only_opposite(question: str, text: str) -> bool:
    """True if a text has only the opposite of a word in the question.

    >>> has_only_opposite("what do I get after the auction", "Before the auction everyone pays.")
    True
    >>> has_only_opposite("what do I get after the auction", "Everyone gets one.")
    False
    """
    mine, theirs = _sides(question), _sides(text)
    return any(
        (n, 1 - side) in theirs and (n, side) not in theirs and (n, 1 - side) not in mine
        for n, side in mine
    )


def has_unmet_condition(question: str, text: str) -> bool:
    """True if a question has a condition, such as *after that*, that a text does not mention.

    >>> has_unmet_condition("does it work after I discard it", "It works while it is face up.")
    True
    """
    mine, theirs = wide(question), wide(text)
    words, others = frozenset(latin(question)), frozenset(latin(text))
    return any(_has(mine, words, each) and not _has(theirs, others, each) for each in _MOMENTS)


def asks_for_difference(text: str) -> bool:
    """True if a text asks for the difference between two things.

    >>> asks_for_difference("what is the difference")
    True
    >>> asks_for_difference("may I take different ones")
    False
    """
    return bool(_COMPARES.search(wide(text)))


def prices(text: str) -> frozenset[int]:
    """Returns the prices at which a question asks for things to buy.

    >>> sorted(prices("what can I buy for 3 gold")), sorted(prices("I have 3 gold"))
    ([3], [])
    """
    amounts = _BUYS.findall(wide(text))
    return frozenset(int(number) for groups in amounts for number in groups if number)


# ── numbers ─────────────────────────────────────────────────────────────────────────────

NUMERALS = Path(__file__).with_name("number_words.toml")


def _numerals(*lists: str) -> Mapping[str, int]:
    return {word: number for name in lists for number, *words in _NUMERALS[name] for word in words}


def _number(word: str, words: Mapping[str, int]) -> int:
    return words.get(word) or int(word)


def _any_of(words: Mapping[str, int]) -> str:
    latin = "|".join(word for word in words if word.isascii())
    others = "".join(word for word in words if not word.isascii())
    return rf"\b(?:{latin})\b|[{others}]"


_NUMERALS = tomllib.loads(NUMERALS.read_text("utf-8"))
_COUNTS, _NUMBERS = _numerals("numbers"), _numerals("numbers", "so_many")
_EITHER = re.compile(rf"\d+|{_any_of(_NUMBERS)}")
_ONE = rf"(\d|{'|'.join(_COUNTS)})"
_BETWEEN = r"\s*(?:-|–|〜|～|to|or|and|か)\s*"
_PLAYERS = re.compile(
    rf"(?<!\d){_ONE}(?:{_BETWEEN}{_ONE})?(?:\s|-)?(?:人(?!目)|players?\b|player-)"
)


def numbers(text: str) -> frozenset[int]:
    """Returns the numbers from two on in a text; one is left out, as it often just means *a*.

    >>> sorted(numbers("pay 12 gold twice")), sorted(numbers("三人で1枚"))
    ([2, 12], [3])
    """
    numerals = _EITHER.findall(wide(text))
    return frozenset(n for each in numerals if (n := _number(each, _NUMBERS)) > 1)


def players(text: str) -> frozenset[int]:
    """Returns the numbers of players that a text mentions, with all numbers of a range.

    >>> sorted(players("with two players, or 4人のとき")), sorted(players("2-4 players: 3 cards"))
    ([2, 4], [2, 3, 4])
    """
    counts: set[int] = set()
    for least, most in _PLAYERS.findall(wide(text)):
        counts.update(range(_number(least, _COUNTS), _number(most or least, _COUNTS) + 1))
    return frozenset(counts)


# ── members of short lists: spring is not winter ────────────────────────────────────────

type Members = tuple[Mapping[str, Sequence[tuple[str, str]]], Mapping[str, Sequence[str]]]
"""Short lists of a game: their members by name, and the names by their first two letters.

A name, folded or as stems, may stand for several members. Each is a pair of ids: that of a fact or
a kind of entries, such as *season*, and that of its value or entry, such as *spring*.
"""


@lru_cache(4096)
def named_members(index: Index, slug: str, text: str) -> Mapping[str, frozenset[str]]:
    """Returns the members that a text names of each short list of a game, such as its seasons.

    Maps the id of the list, a fact or a kind of entries, to the ids of the members named.
    """
    names, by_beginning = _members(index)[slug]
    words = [stem(word) for word in latin(text)]
    candidates = {" ".join(words[n : n + k]) for k in (1, 2, 3) for n in range(len(words))}
    if not text.isascii():
        whole = fold(text)
        candidates.update(split_words(text))
        for pair in {*map("".join, pairwise(whole))} & by_beginning.keys():
            candidates.update(name for name in by_beginning[pair] if name in whole)
    members: dict[str, set[str]] = defaultdict(set)
    for name in candidates & names.keys():
        for of, member in names[name]:
            members[of].add(member)
    return {of: frozenset(named) for of, named in members.items()}


def member_pairs(index: Index, slug: str, text: str) -> frozenset[tuple[str, str]]:
    """Returns the members of a game's short lists, such as seasons, that a text names.

    As pairs such as (season, spring): the list's id and the member's. ``slug``: the game.
    """
    members = named_members(index, slug, text)
    return frozenset((of, member) for of, named in members.items() for member in named)


@cache
def _members(index: Index) -> Mapping[str, Members]:
    """Returns slug to the game's short lists: facts with few values, and kinds with few entries."""
    members: dict[str, dict[str, list[tuple[str, str]]]] = defaultdict(lambda: defaultdict(list))

    def add(slug: str, of: str, member: str, names: Iterable[str]) -> None:
        for name in names:
            stems = " ".join(stem(word) for word in latin(name)) if name.isascii() else fold(name)
            if stems:
                members[slug][stems].append((of, member))

    for item in index.items:
        slug, catalogue = item.slug, item.catalogue
        if item.entry is None:
            for fact in catalogue.facts.values():
                for word, text in fact.words.items() if 1 < len(fact.words) <= FEW else ():
                    add(slug, fact.id, word, (text.en, text.ja))
        elif len(catalogue.of_kind(item.kind_id)) <= FEW:
            add(slug, item.kind_id, item.entry.id, (key.text for key in item.keys))
    by_beginning: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for slug, names in members.items():
        for name in names:
            by_beginning[slug][name[:2]].append(name)
    return {item.slug: (members[item.slug], by_beginning[item.slug]) for item in index.items}


# ── what an entry says ──────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Question:
    """A question: its text, its language, "en" or "ja", and the items that it names."""

    text: str
    language: str
    names: Names


def is_other_case(index: Index, question: Question, item: IndexItem) -> bool:
    """True if an entry is about another number of players or price than a question.

    Or if the question asks how two things differ and the entry is only about one of them.
    """
    text = question.text
    if not _counts_players(question, item) or not prices(text) <= _figures(item):
        return True
    return asks_for_difference(text) and not (
        _mentions_all(index, question, item) and _has_same_members(index, text, item)
    )


def deductions(index: Index, question: Question, item: IndexItem) -> float:
    """Returns the sum of deductions from an entry's lead, such as ``OPPOSITE``; 0 if none apply."""
    text = question.text
    contents = _full_text(item, question.language)
    unmentioned = not _mentions_all(index, question, item)
    other_member = not _has_same_members(index, text, item)
    return sum(
        (
            max(UNMENTIONED * unmentioned, OTHER_ONE * other_member),
            OTHER_NUMBER * (not has_numbers(question, item)),
            UNMET * has_unmet_condition(text, contents),
            OPPOSITE * has_only_opposite(text, contents),
        )
    )


def has_numbers(question: Question, item: IndexItem) -> bool:
    """True if an entry's texts and example questions have all numbers of a question."""
    texts = (_full_text(item, question.language), " ".join(item.questions))
    return numbers(question.text) <= frozenset().union(*map(numbers, texts))


def _counts_players(question: Question, item: IndexItem) -> bool:
    """True if an entry mentions a player count of the question, or if the question has none."""
    counts = players(question.text)
    if not counts:
        return True
    assert item.entry
    language = question.language
    labels = (item.catalogue.facts[fact].name.in_language(language) for fact in item.entry.facts)
    texts = " ".join([_full_text(item, language), *item.questions, *labels])
    return not counts.isdisjoint(players(texts))


def _figures(item: IndexItem) -> frozenset[int]:
    assert item.entry
    return frozenset(value for value in item.entry.facts.values() if isinstance(value, int))


def are_related(item: IndexItem, other: IndexItem) -> bool:
    """True if one of two entries links to the other, or both are about the same thing."""
    one, two = item.entry, other.entry
    if one is None or two is None or item.box is not other.box:
        return False
    if not set(one.about).isdisjoint(two.about):
        return True
    return two.id in (*one.see, *one.about) or one.id in (*two.see, *two.about)


def _full_text(item: IndexItem, language: str) -> str:
    entry = item.entry
    assert entry
    return " ".join(text.in_language(language) for text in (entry.name, entry.text, *entry.body))


def _mentions_all(index: Index, question: Question, item: IndexItem) -> bool:
    """True if an entry is, mentions or is linked to every entry whose name a question contains."""
    mentioned: dict[str, bool] = {}
    for order, (name, _share) in question.names.items():
        other = index.items[order]
        if other.box is item.box and other.entry:
            name = fold(name)
            mentioned[name] = mentioned.get(name, False) or _mentions(item, other)
    return all(mentioned.values())


def _mentions(item: IndexItem, other: IndexItem) -> bool:
    """True if ``item`` is ``other``, is linked to it, or mentions its name."""
    if item is other or are_related(item, other):
        return True
    names = (key.folded for key in other.keys if len(key.folded) > 1)
    contents = (item.called, item.text, _folded(item))
    return any(name in each for name in names for each in contents)


@lru_cache(2048)
def _folded(item: IndexItem) -> str:
    return fold(" ".join(item.questions))


def _has_same_members(index: Index, text: str, item: IndexItem) -> bool:
    """True if an entry's names and example questions name each member that a text names.

    A member is one of a short list of the game, such as a colour or a season.
    """
    return member_pairs(index, item.slug, text) <= _members_of(index, item)


@lru_cache(512)
def _members_of(index: Index, item: IndexItem) -> frozenset[tuple[str, str]]:
    """Returns the members of short lists that an entry's names and example questions contain.

    As pairs such as (season, spring): the list's id and the member's.
    """
    texts = (*item.questions, item.name.en, item.name.ja)
    pairs = (member_pairs(index, item.slug, text) for text in texts)
    return frozenset().union(*pairs)
