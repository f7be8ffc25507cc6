"""Detects contradictions between a question and a text, so that no answer says the contrary.

*Before* contradicts *after*, *mine* contradicts *another's*, and *may I not* asks something else
than *may I*. The words are in ``opposites.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from .normalise import latin, parts, wide

FILE = Path(__file__).with_name("opposites.toml")

type Sides = frozenset[tuple[int, int]]


def _sides_of_words() -> Mapping[str, Sides]:
    sides: dict[str, Sides] = {}
    for n, pair in enumerate(_RAW["pairs"]):
        for side, words in enumerate(pair):
            for word in words:
                sides[word] = sides.get(word, frozenset()) | {(n, side)}
    return sides


_RAW = tomllib.loads(FILE.read_text("utf-8"))
_SIDES = _sides_of_words()
_MOMENTS = tuple(tuple(each) for each in _RAW["moments"])
_COMPARES, _BUYS = (re.compile("|".join(_RAW[name])) for name in ("compares", "buys"))
_NOT_EN = frozenset(_RAW["not_en"])
_NOT_JA = re.compile("|".join(map(re.escape, _RAW["not_ja"])))


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


@lru_cache(4096)
def has_negation(text: str) -> bool:
    """True if a text has a negation.

    >>> has_negation("may I not pay?"), has_negation("払わないとだめ？"), has_negation("may I pay?")
    (True, True, False)
    """
    return bool(_NOT_EN & set(latin(text)) or _NOT_JA.search(wide(text)))


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
    found = _BUYS.findall(wide(text))
    return frozenset(int(number) for groups in found for number in groups if number)


_INSTEAD = re.compile(
    r"\b(?:instead of|rather than|in place of|than)\b|の?(?:代わり|かわり)に?|より"
)


def is_reversed(question: str, text: str) -> bool:
    """True if the question asks for A instead of B, and the text speaks of B instead of A.

    >>> is_reversed("may I pay gold instead of wood", "wood instead of gold")
    True
    >>> is_reversed("may I pay gold instead of wood", "gold instead of wood")
    False
    """
    mine, theirs = _sides_of_instead(question), _sides_of_instead(text)
    if not (mine and theirs):
        return False
    (a, b), (c, d) = mine, theirs
    return bool((a - b) & (d - c) and (b - a) & (c - d))


def _sides_of_instead(text: str) -> tuple[frozenset[str], ...]:
    """Returns the words before and those after *instead of* or the like; () without such words."""
    sides = _INSTEAD.split(wide(text), 1)
    return tuple(frozenset(parts(side)) for side in sides) if len(sides) > 1 else ()
