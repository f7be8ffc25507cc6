"""Words that players use for the same thing, as `synonyms.toml` lists them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .folding import fold, latin, parts, stem

FILE = Path(__file__).with_name("synonyms.toml")


@dataclass(frozen=True, slots=True)
class Word:
    """One of several words for the same thing; ``stems`` only where it is Latin."""

    shown: str
    folded: str
    stems: str


@cache
def groups() -> tuple[tuple[Word, ...], ...]:
    """The words that mean the same, group by group. Raises ``ValueError`` on a lone word."""
    found = []
    for number, group in enumerate(tomllib.loads(FILE.read_text("utf-8"))["same"], 1):
        words = tuple(_word(shown) for shown in group["words"])
        if len({word.folded for word in words}) < 2:
            raise ValueError(f"{FILE.name}: group {number} has no two words")
        found.append(words)
    return tuple(found)


def _word(shown: str) -> Word:
    return Word(shown, fold(shown), " ".join(map(stem, latin(shown))) if shown.isascii() else "")


def same(plain: str) -> Iterator[tuple[Word, tuple[Word, ...]]]:
    """The words of a query that have others beside them, each with those others."""
    folded = fold(plain)
    stems = f" {' '.join(map(stem, latin(plain)))} "
    for group in groups():
        for word in group:
            if f" {word.stems} " in stems if word.stems else word.folded in folded:
                yield word, tuple(other for other in group if other is not word)
                break


@cache
def closure(words: tuple[str, ...]) -> tuple[str, ...]:
    """Folded words with all that mean the same."""
    found = dict.fromkeys(words)
    for group in groups():
        if any(word.folded in found for word in group):
            found |= dict.fromkeys(word.folded for word in group)
    return tuple(found)


@cache
def shared(word: Word) -> dict[str, float]:
    return parts(word.shown)
