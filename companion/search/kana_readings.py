"""Rewrites queries in hiragana or romaji as the texts are written: with kanji for known words.

A query with English stop words is not read as romaji.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from .normalise import STOP, fold, in_kana, sound, stem
from .search_index import Index

FILE = Path(__file__).with_name("readings.toml")
LONG = 5
"""Length, in letters, from which a reading may be followed by any letter.

A shorter one must end a word.
"""


_RAW = tomllib.loads(FILE.read_text("utf-8"))
_WORDS: Mapping[str, str] = {fold(kana): word for kana, word in _RAW["readings"].items()}
_PARTICLES = frozenset(_RAW["particles"]["words"].split())


@cache
def _kana(index: Index) -> Mapping[str, str]:
    """Returns the usual spelling, mostly in kanji, of names and general words by folded reading."""
    found: dict[str, str] = {}
    for item in index.items:
        of = item.entry or item.box
        if len(of.kana) > 1 and fold(of.kana) != fold(of.name.ja) and of.name.ja[-1] not in "?？":
            found.setdefault(fold(of.kana), of.name.ja)
    return {**_WORDS, **found}


@cache
def _words_by_sound(index: Index) -> Mapping[str, str]:
    return {said: word for kana, word in _kana(index).items() if len(said := sound(kana)) > 2}


_HIRAGANA = re.compile("[ぁ-ゖー]{2,}")
_AROUND = "のはをがにでともへやかっ"


def as_written(text: str, index: Index) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Returns a query in which words in hiragana or romaji are spelt as usual, mostly in kanji.

    Also returns the names of entries or games among them, as pairs of reading and spelling.
    """
    if text.isascii():
        return _from_romaji(text, index)
    put: list[tuple[str, str]] = []

    def rewrite(run: re.Match[str]) -> str:
        # Hiragana after a kanji is its ending, not a word.
        ends = bool(re.match("[一-鿿]", text[run.start() - 1 : run.start()]))
        return _from_kana(run[0], index, put, ends)

    return _HIRAGANA.sub(rewrite, text), tuple(put)


def _from_kana(run: str, index: Index, put: list[tuple[str, str]], ends: bool) -> str:
    kana = _kana(index)
    folded = fold(run)
    if len(folded) != len(run):
        return run
    out, at = "", 0
    while at < len(run):
        for end in range(min(len(run), at + 24), at + 1, -1):
            some = folded[at:end]
            if some not in kana:
                continue
            begins = not ends if at == 0 else run[at - 1] in _AROUND
            stops = end == len(run) or run[end] in _AROUND
            if begins and (stops or end - at >= LONG):
                if some not in _WORDS:
                    put.append((run[at:end], kana[some]))
                out, at = out + kana[some], end
                break
        else:
            out, at = out + run[at], at + 1
    return out


def _from_romaji(text: str, index: Index) -> tuple[str, tuple[tuple[str, str], ...]]:
    words = re.findall(r"[a-z0-9'’\-]+", text.lower())
    if len(words) < 2 or not set(words) & _PARTICLES:
        return text, ()
    by_sound, common = _words_by_sound(index), set(_WORDS.values())
    out: list[str] = []
    put: list[tuple[str, str]] = []
    recognised = at = 0
    while at < len(words):
        for end in range(min(len(words), at + 6), at, -1):
            some = " ".join(words[at:end])
            if (word := by_sound.get(sound(some))) and not (
                end == at + 1 and words[at] in _PARTICLES
            ):
                if word not in common:
                    put.append((some, word))
                out.append(word)
                recognised += end - at
                at = end
                break
        else:
            word = words[at]
            known = word.isdigit() or stem(word) in index.part_weights or word in index.keys
            recognised += word in _PARTICLES
            if word in STOP and word not in _PARTICLES:
                # An English stop word that is no particle: the query is English.
                return text, ()
            out.append(word if known and word not in _PARTICLES else in_kana(word) or _short(word))
            at += 1
    if 2 * recognised <= len(words) or not any(not w.isascii() for w in out):
        return text, ()
    return "".join(out) if not any(w.isascii() for w in out) else " ".join(out), tuple(put)


SYLLABLES: dict[str, str] = dict(
    pair.split("=")
    for pair in re.findall(
        r"\S+",
        """no=の wa=は ha=は ga=が wo=を o=を ni=に de=で to=と mo=も ya=や ka=か he=へ e=へ
        ne=ね yo=よ ba=ば ii=いい""",
    )
)


def _short(word: str) -> str:
    """Returns a particle or other one-syllable word of ``SYLLABLES`` in kana; others unchanged.

    ``in_kana`` leaves words of so few letters alone.
    """
    return SYLLABLES.get(word, word)
