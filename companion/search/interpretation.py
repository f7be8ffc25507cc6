"""Interprets words of a query before the search: names of games, filler, readings, spellings.

Hiragana and romaji are rewritten as the texts are written, with kanji for known words; a query with
English stop words is not read as romaji. The page shows each ``Interpretation`` as a chip that
links to the query without it.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import jaconv

from scoring.text.localised import Text, Verbatim

from . import fuzzy
from .normalise import LETTER_BY_LETTER, STOP, fold, stem
from .readings import Readings
from .search_index import Index

FILLER = Path(__file__).with_name("filler_words.toml")
ALIKE = 0.8
"""Similarity, 0 to 1, above which an unknown word counts as a misspelt name."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A part of a query, ``typed``, and what it is taken to mean, ``meaning``; shown to the user.

    - ``what``: taken as the name of a game or kind, as a misspelt word, or as a comparison (order).
    - ``without``: the query to send instead, so that the part is not interpreted like this.
    """

    what: Literal["game", "kind", "spelling", "order"]
    typed: str
    meaning: Text
    without: str


def is_known_word(index: Index, word: str) -> bool:
    return word in index.keys or (
        word.isascii() and (word in STOP or stem(word) in index.part_weights)
    )


def spelling(typed: str, meaning: str, text: str) -> Interpretation:
    """Describes a word that was read as another one, ``meaning``; ``text`` is the whole query.

    The query to undo it has the word in quotes, which are searched literally.
    """
    quoted = re.sub(re.escape(typed), f'"{typed}"', text, count=1, flags=re.IGNORECASE)
    return Interpretation("spelling", typed, Verbatim(meaning), quoted)


# ── names of games ──────────────────────────────────────────────────────────────────────

_BEFORE = r"(?:\b(?:in|of|for|from|on|at|the|with|playing)\s+)*"


_AFTER = r"(?:'s\b|って|では|での|で|の|は|に|と|を|が)?[\s:：、,]*"


@cache
def _game_names(index: Index) -> tuple[re.Pattern[str], Mapping[str, tuple[str, ...]]]:
    """Returns a pattern for all names of games, and the slugs of the games with each name."""
    called: dict[str, list[str]] = defaultdict(list)
    for slug, names in index.game_names.items():
        for name in names:
            called[name].append(slug)
    ways = []
    for name in sorted(called, key=lambda name: (-len(name), name)):
        spelt = r"[\s・\-]*".join(map(re.escape, name))
        ways.append(rf"(?<![a-z0-9]){spelt}(?![a-z0-9])" if name.isascii() else spelt)
    return re.compile("|".join(ways) or "(?!)"), {n: tuple(s) for n, s in called.items()}


def lower(text: str) -> str:
    """Lower-cases text and maps its letters as ``fold`` does, but keeps its length."""
    low = jaconv.kata2hira(text.lower()).translate(LETTER_BY_LETTER)
    return low if len(low) == len(text) else text


def game_name(
    index: Index, text: str, game: str
) -> tuple[frozenset[str], str, Interpretation] | None:
    pattern, called = _game_names(index)
    low = lower(text)
    spans = [(match.start(), match.end(), fold(match[0])) for match in pattern.finditer(low)]
    if not spans:
        spans = list(_similar_name(index, low, tuple(called)))
    for start, end, name in spans:
        slugs = frozenset(called.get(name, ()))
        before = re.search(_BEFORE + "$", low[:start])
        after = re.match(_AFTER, low[end:])
        assert before
        assert after
        left = f"{text[: before.start()].rstrip()} {text[end + after.end() :]}".strip()
        if not slugs or not re.search(r"\w", left) or (game and game not in slugs):
            continue
        if len(name) < 3 and len(left) < 3:
            continue
        game_title = next(item.box for item in index.items if item.slug in slugs)
        return slugs, left, Interpretation("game", text[start:end], game_title.name, left)
    return None


_WORDS = re.compile(r"[a-z][a-z0-9'’]+(?:[\s-]+[a-z0-9'’]+)?|[ぁ-ゖー]{4,}")


def _similar_name(index: Index, low: str, names: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yields at most one misspelt name of a game in a query: its start, end, and correct spelling.

    A word that occurs in the index is not taken as misspelt. ``low`` is the query in lower case,
    ``names`` are the folded names of games.
    """
    words = list(re.finditer(r"[a-z][a-z0-9]+|[ぁ-ゖー]{4,}", low))
    long = [name for name in names if len(name) > 4]
    for n, first in enumerate(words):
        for last in words[n : n + 2]:
            spelt = fold(low[first.start() : last.end()])
            if (
                len(spelt) < 5
                or is_known_word(index, spelt)
                or (last is not first and not spelt.isascii())
            ):
                continue
            if near := fuzzy.nearest(spelt, long, ALIKE):
                yield first.start(), last.end(), near
                return


# ── filler ──────────────────────────────────────────────────────────────────────────────


def _filler_patterns(
    raw: dict[str, list[str]], name: str
) -> tuple[re.Pattern[str], re.Pattern[str]]:
    before, after = (
        "|".join(
            rf"\b{re.escape(each)}\b" if each.isascii() else re.escape(each)
            for each in sorted(raw[key + name], key=len, reverse=True)
        )
        for key in ("before", "after")
    )
    marks = r"[\s,.:;!?、。：！？…]*"
    return (
        re.compile(rf"^{marks}(?:(?:{before}){marks})+", re.IGNORECASE),
        re.compile(rf"(?:{marks}(?:{after}))+{marks}$", re.IGNORECASE),
    )


_FILLER, _ASKS_NAME = (
    _filler_patterns(tomllib.loads(FILLER.read_text("utf-8")), name) for name in ("", "_name")
)


def strip_filler(index: Index, text: str) -> str:
    """Removes phrases around a question that say nothing, unless too little would be left.

    Nothing is removed if the phrase before a single word may be a name: *well* is filler, but in
    *well upgrade* it may be the piece.
    """
    before, after = _FILLER
    starts = before.match(text)
    left = after.sub("", text[starts.end() if starts else 0 :])
    if starts and len(left.split()) < 2 and fold(starts[0]) in index.keys:
        return text
    return left if len(fold(left)) > 3 else text


def only_name(index: Index, text: str) -> str:
    """Returns the name in a question such as *what is the forge?*; "" for any other question."""
    before, after = _ASKS_NAME
    starts = before.match(text)
    for begin in dict.fromkeys((starts.end() if starts else 0, 0)):
        name = after.sub("", text[begin:])
        if name != text and fold(name) in index.keys:
            return name
    return ""


# ── readings ────────────────────────────────────────────────────────────────────────────


@cache
def _readings(index: Index) -> Readings:
    names = {
        of.kana: of.name.ja
        for item in reversed(index.items)
        if len((of := item.entry or item.box).kana) > 1
    }
    return Readings(names, lambda word: stem(word) in index.part_weights or word in index.keys)


def as_written(index: Index, text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    return _readings(index).as_written(text)
