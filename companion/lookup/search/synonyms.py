"""Words that players use for the same thing, as `synonyms.toml` lists them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from .folding import fold, latin, runs, stem

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


POINTS = frozenset(groups()[0])
"""The words for points: the first group."""


def concept(group: int) -> str:
    """The part that stands for a group in the index: no text has such a part of its own."""
    return f"#{group}"


def concepts(texts: Iterable[tuple[float, str]]) -> dict[str, float]:
    """The groups of which any word occurs, with the greatest of the weights it occurs with."""
    found: dict[str, float] = {}
    for weight, text in texts:
        for number, _word in meant(text):
            found[concept(number)] = max(found.get(concept(number), 0.0), weight)
    return found


def meant(text: str) -> Iterator[tuple[int, Word]]:
    """The groups that a text names, each with the word that it used."""
    by_stems, longest, others = _tables()
    stems = [stem(word) for word in latin(text)]
    for start in range(len(stems)):
        for end in range(start + 1, min(start + longest, len(stems)) + 1):
            yield from by_stems.get(" ".join(stems[start:end]), ())
    if text.isascii():
        return
    # One kanji is a word only where it stands alone: wood is not in every timber yard.
    folded = f" {' '.join(runs(text))} {fold(text)} "
    for wanted, number, word in others:
        if wanted in folded:
            yield number, word


@lru_cache(256)
def of_query(plain: str) -> tuple[tuple[int, Word], ...]:
    """``meant``, remembered for a while: a query is looked at from several sides."""
    return tuple(meant(plain))


@cache
def _tables() -> tuple[
    Mapping[str, tuple[tuple[int, Word], ...]], int, tuple[tuple[str, int, Word], ...]
]:
    """Latin words by their stems, how many of those at most, and the Japanese words."""
    by_stems: dict[str, tuple[tuple[int, Word], ...]] = {}
    others = []
    for number, group in enumerate(groups()):
        for word in group:
            if word.stems:
                by_stems[word.stems] = (*by_stems.get(word.stems, ()), (number, word))
            else:
                wanted = word.folded if len(word.folded) > 1 else f" {word.folded} "
                others.append((wanted, number, word))
    return by_stems, max(len(stems.split()) for stems in by_stems), tuple(others)


def same(plain: str) -> Iterator[tuple[Word, tuple[Word, ...]]]:
    """The words of a query that have others beside them, each with those others."""
    for number, word in of_query(plain):
        yield word, tuple(other for other in groups()[number] if other is not word)


@cache
def closure(words: tuple[str, ...]) -> tuple[str, ...]:
    """Folded words with all that mean the same."""
    found = dict.fromkeys(words)
    for group in groups():
        if any(word.folded in found for word in group):
            found |= dict.fromkeys(word.folded for word in group)
    return tuple(found)
