"""Words for the same thing: at any table (`synonyms.toml`), or in one game (its vocabulary)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from .games import shelf
from .normalise import fold, latin, runs, stem

FILE = Path(__file__).with_name("synonyms.toml")


@dataclass(frozen=True, slots=True)
class Word:
    """One of several words for the same thing; ``stems`` only where it is Latin."""

    shown: str
    folded: str
    stems: str


@dataclass(frozen=True, slots=True)
class Group:
    """Words that mean the same, at any table or in one ``game``."""

    words: tuple[Word, ...]
    game: str = ""


@cache
def general() -> tuple[Group, ...]:
    """The words that mean the same at any table. Raises ``ValueError`` on a lone word."""
    return tuple(
        _group(number, group["words"], "")
        for number, group in enumerate(tomllib.loads(FILE.read_text("utf-8"))["same"], 1)
    )


@cache
def groups() -> tuple[Group, ...]:
    """``general``, then the words of each game."""
    return general() + tuple(
        _group(number, words, slug)
        for slug, game in shelf().items()
        for number, words in enumerate(game.catalogue.vocabulary.same, 1)
    )


def _group(number: int, shown: Iterable[str], game: str) -> Group:
    words = tuple(_word(each) for each in shown)
    if len({word.folded for word in words}) < 2:
        raise ValueError(f"{game or FILE.name}: group {number} has no two words")
    return Group(words, game)


def _word(shown: str) -> Word:
    return Word(shown, fold(shown), " ".join(map(stem, latin(shown))) if shown.isascii() else "")


POINTS = frozenset(general()[0].words)
"""The words for points: the first group."""


def concept(group: int) -> str:
    """The part that stands for a group in the index: no text has such a part of its own."""
    return f"#{group}"


def concepts(texts: Iterable[tuple[float, str]], game: str) -> dict[str, float]:
    """The groups of which any word occurs, with the greatest of the weights it occurs with.

    A group of another game means nothing in the texts of this one.
    """
    found: dict[str, float] = {}
    for weight, text in texts:
        for number, _word in meant(text):
            if groups()[number].game not in ("", game):
                continue
            found[concept(number)] = max(found.get(concept(number), 0.0), weight)
    return found


def meant(text: str) -> Iterator[tuple[int, Word]]:
    """The groups that a text names, each with the word that it used."""
    by_stems, longest, listed, others = _tables()
    stems = [stem(word) for word in latin(text)]
    for start in range(len(stems)):
        for end in range(start + 1, min(start + longest, len(stems)) + 1):
            yield from by_stems.get(" ".join(stems[start:end]), ())
    if text.isascii():
        return
    # One kanji is a word only where it stands alone: wood is not in every timber yard.
    folded = f" {' '.join(runs(text))} {fold(text)} "
    pairs = {folded[at : at + 2] for at in range(len(folded) - 1)}
    near = sorted(n for pair in pairs & others.keys() for n in others[pair])
    for wanted, number, word in (listed[n] for n in near):
        if wanted in folded:
            yield number, word


@lru_cache(256)
def of_query(plain: str) -> tuple[tuple[int, Word], ...]:
    """``meant``, remembered for a while: a query is looked at from several sides."""
    return tuple(meant(plain))


@cache
def _tables() -> tuple[
    Mapping[str, tuple[tuple[int, Word], ...]],
    int,
    tuple[tuple[str, int, Word], ...],
    Mapping[str, tuple[int, ...]],
]:
    """Latin words by their stems, how many of those at most, the Japanese words, and which of
    them begin with two letters."""
    by_stems: dict[str, tuple[tuple[int, Word], ...]] = {}
    others = []
    for number, group in enumerate(groups()):
        for word in group.words:
            if word.stems:
                by_stems[word.stems] = (*by_stems.get(word.stems, ()), (number, word))
            else:
                wanted = word.folded if len(word.folded) > 1 else f" {word.folded} "
                others.append((wanted, number, word))
    begin: dict[str, tuple[int, ...]] = {}
    for n, wanted in enumerate(each for each, _number, _word in others):
        begin[wanted[:2]] = (*begin.get(wanted[:2], ()), n)
    return by_stems, max(len(stems.split()) for stems in by_stems), tuple(others), begin


def same(plain: str) -> Iterator[tuple[Word, tuple[Word, ...]]]:
    """The words of a query that have others beside them, each with those others."""
    for number, word in of_query(plain):
        yield word, tuple(other for other in groups()[number].words if other is not word)


@cache
def closure(words: tuple[str, ...]) -> tuple[str, ...]:
    """Folded words with all that mean the same."""
    found = dict.fromkeys(words)
    for group in general():
        if any(word.folded in found for word in group.words):
            found |= dict.fromkeys(word.folded for word in group.words)
    return tuple(found)
