"""Groups of synonyms: general ones (``synonyms.toml``), and those of one game's vocabulary."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scoring import games_by_slug

from .normalise import fold, latin, split_words, stem

FILE = Path(__file__).with_name("synonyms.toml")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a synonym group; ``stems`` is empty unless it is Latin."""

    text: str
    folded: str
    stems: str


@dataclass(frozen=True, slots=True)
class Group:
    """Words with the same meaning, in general or in one game (``game`` is its slug)."""

    words: tuple[Word, ...]
    game: str = ""


@cache
def groups() -> tuple[Group, ...]:
    """Returns all synonym groups: the general ones (``GENERAL``), then those of each game.

    Elsewhere a group is identified by its index in this tuple.

    Raises ``ValueError`` for a group without two words.
    """
    return GENERAL + tuple(
        _group(number, words, slug)
        for slug, game in games_by_slug().items()
        for number, words in enumerate(game.catalogue.vocabulary.same, 1)
    )


def _group(number: int, texts: Iterable[str], game: str) -> Group:
    words = tuple(_word(each) for each in texts)
    if len({word.folded for word in words}) < 2:
        raise ValueError(f"{game or FILE.name}: group {number} has no two words")
    return Group(words, game)


def _word(text: str) -> Word:
    return Word(text, fold(text), " ".join(map(stem, latin(text))) if text.isascii() else "")


GENERAL = tuple(
    _group(number, group["words"], "")
    for number, group in enumerate(tomllib.loads(FILE.read_text("utf-8"))["same"], 1)
)
"""The synonym groups that all games share."""
POINTS = frozenset(GENERAL[0].words)
"""Words for points: the first general group."""


def concept(group: int) -> str:
    """Returns the pseudo word that stands for a synonym group in the index; no text contains it."""
    return f"#{group}"


def concepts(texts: Iterable[tuple[float, str]], game: str) -> dict[str, float]:
    """Returns the pseudo words of the synonym groups that texts mention, with their weights.

    ``texts`` are pairs of weight and text; a group gets the greatest weight. Groups of other games
    than ``game`` are left out.
    """
    weights: dict[str, float] = {}
    for weight, text in texts:
        for number, _word in mentioned_groups(text):
            if groups()[number].game not in ("", game):
                continue
            weights[concept(number)] = max(weights.get(concept(number), 0.0), weight)
    return weights


def mentioned_groups(text: str) -> Iterator[tuple[int, Word]]:
    """Yields the numbers of the synonym groups that a text mentions, each with the word used."""
    by_stems, longest, listed, others = _tables()
    stems = [stem(word) for word in latin(text)]
    for start in range(len(stems)):
        for end in range(start + 1, min(start + longest, len(stems)) + 1):
            yield from by_stems.get(" ".join(stems[start:end]), ())
    if text.isascii():
        return
    # A single kanji counts only as a separate word, not within a compound.
    folded = f" {' '.join(split_words(text))} {fold(text)} "
    pairs = {folded[at : at + 2] for at in range(len(folded) - 1)}
    near = sorted(n for pair in pairs & others.keys() for n in others[pair])
    for wanted, number, word in (listed[n] for n in near):
        if wanted in folded:
            yield number, word


@cache
def _tables() -> tuple[
    Mapping[str, tuple[tuple[int, Word], ...]],
    int,
    tuple[tuple[str, int, Word], ...],
    Mapping[str, tuple[int, ...]],
]:
    """Returns lookup tables of all synonyms.

    In this order: Latin words by their stems, with group numbers; the greatest number of stems in
    a word; a list of Japanese words with group numbers; indexes in this list by first two letters.
    """
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


@cache
def closure(words: tuple[str, ...]) -> tuple[str, ...]:
    """Returns folded words with all their general synonyms."""
    found = dict.fromkeys(words)
    for group in GENERAL:
        if any(word.folded in found for word in group.words):
            found |= dict.fromkeys(word.folded for word in group.words)
    return tuple(found)
