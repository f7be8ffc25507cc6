"""Finds numbers from two on, in figures or words, and numbers of players."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from .normalise import wide

FILE = Path(__file__).with_name("numerals.toml")


def numbers(text: str) -> frozenset[int]:
    """Returns the numbers from two on in a text; one is left out, as it often just means *a*.

    >>> sorted(numbers("pay 12 gold twice")), sorted(numbers("三人で1枚"))
    ([2, 12], [3])
    """
    found = _EITHER.findall(wide(text))
    return frozenset(n for each in found if (n := _number(each, _NUMBERS)) > 1)


def players(text: str) -> frozenset[int]:
    """Returns the numbers of players that a text mentions, with all numbers of a range.

    >>> sorted(players("with two players, or 4人のとき")), sorted(players("2-4 players: 3 cards"))
    ([2, 4], [2, 3, 4])
    """
    found: set[int] = set()
    for least, most in _PLAYERS.findall(wide(text)):
        found.update(range(_number(least, _COUNTS), _number(most or least, _COUNTS) + 1))
    return frozenset(found)


def _words(*lists: str) -> Mapping[str, int]:
    return {word: number for name in lists for number, *words in _RAW[name] for word in words}


def _number(word: str, words: Mapping[str, int]) -> int:
    return words.get(word) or int(word)


def _any_of(words: Mapping[str, int]) -> str:
    latin = "|".join(word for word in words if word.isascii())
    others = "".join(word for word in words if not word.isascii())
    return rf"\b(?:{latin})\b|[{others}]"


_RAW = tomllib.loads(FILE.read_text("utf-8"))
_COUNTS, _NUMBERS = _words("numbers"), _words("numbers", "so_many")
_EITHER = re.compile(rf"\d+|{_any_of(_NUMBERS)}")
_ONE = rf"(\d|{'|'.join(_COUNTS)})"
_BETWEEN = r"\s*(?:-|–|〜|～|to|or|and|か)\s*"
_PLAYERS = re.compile(
    rf"(?<!\d){_ONE}(?:{_BETWEEN}{_ONE})?(?:\s|-)?(?:人(?!目)|players?\b|player-)"
)
