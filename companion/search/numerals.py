"""Finds numbers from two on, in figures or words, and numbers of players."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from .normalise import wide

FILE = Path(__file__).with_name("numerals.toml")


@lru_cache(2048)
def numbers(text: str) -> frozenset[int]:
    """Returns the numbers from two on in a text; one is left out, as it often just means *a*.

    >>> sorted(numbers("pay 12 gold twice")), sorted(numbers("三人で1枚"))
    ([2, 12], [3])
    """
    words = _words("numbers", "so_many")
    either = re.compile(rf"\d+|{_any_of(words)}")
    return frozenset(n for each in either.findall(wide(text)) if (n := _number(each, words)) > 1)


@lru_cache(2048)
def players(text: str) -> frozenset[int]:
    """Returns the numbers of players that a text mentions, with all numbers of a range.

    >>> sorted(players("with two players, or 4人のとき")), sorted(players("2-4 players: 3 cards"))
    ([2, 4], [2, 3, 4])
    """
    words = _words("numbers")
    found: set[int] = set()
    for least, most in _players().findall(wide(text)):
        found.update(range(_number(least, words), _number(most or least, words) + 1))
    return frozenset(found)


@cache
def _words(*lists: str) -> Mapping[str, int]:
    raw = tomllib.loads(FILE.read_text("utf-8"))
    return {word: number for name in lists for number, *words in raw[name] for word in words}


def _number(word: str, words: Mapping[str, int]) -> int:
    return words.get(word) or int(word)


def _any_of(words: Mapping[str, int]) -> str:
    latin = "|".join(word for word in words if word.isascii())
    others = "".join(word for word in words if not word.isascii())
    return rf"\b(?:{latin})\b|[{others}]"


@cache
def _players() -> re.Pattern[str]:
    one = rf"(\d|{'|'.join(_words('numbers'))})"
    between = r"\s*(?:-|–|〜|～|to|or|and|か)\s*"
    return re.compile(rf"(?<!\d){one}(?:{between}{one})?(?:\s|-)?(?:人(?!目)|players?\b|player-)")
