"""Writes Japanese that was typed in romaji or hiragana as it is usually written.

It is a small input method: a text is cut into those words that are the most frequent together
(a unigram model, searched by the Viterbi algorithm). ``japanese_words.tsv`` has the words of our
own texts with their readings and frequencies, drawn by ``tests/search/japanese_words.py``;
``japanese_readings.toml`` adds what people say and no text does.

Costs are negative natural logarithms of frequencies.
"""

import math
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, groupby
from pathlib import Path
from typing import NamedTuple

import jaconv

from . import fuzzy
from .normalise import STOP, fold, in_kana, sound, stem, wide

UNKNOWN_LETTER = 6.0
"""Cost of a letter that belongs to no word."""
UNLIKELY = 3.0
"""Cost of a space within a word, of a word that begins where no space is, of another spelling.

Another spelling sounds as what is typed, but for long vowels and double consonants.
"""
LEAST_SHARE = 0.5
"""Least share of all letters, in words, with which a text is taken as romaji."""
LEAST_WITHOUT_LATIN = 0.8
"""The same share without Latin words that texts have, such as names."""
LONG_ALONE = 12
"""Least length of a text without spaces, in letters, that is read; a shorter one may be a name."""
JAPANESE_TOO = frozenset({"to", "me", "so"})
"""English stop words that are Japanese words as well."""
PARTICLES = frozenset({"wa", "ha", "ga", "wo", "o", "ni", "no", "de", "mo", "tte"})
"""Words with which a text is Japanese even if English texts have all its words."""
_VOWELS = str.maketrans("aiueo", "あいうえお")
_PIECES = re.compile(r"[a-z'’]+|[0-9]+|[^a-z0-9\s]")
_HIRAGANA = re.compile("[ぁ-ゖー]{2,}")


class Word(NamedTuple):
    """A Japanese word that may be typed.

    ``text``: as it is usually written. ``kana``: its reading in hiragana. ``sound``: its
    pronunciation. ``cost``: the higher, the rarer it is.
    """

    text: str
    kana: str
    sound: str
    cost: float


class Piece(NamedTuple):
    """A part of a typed text: its start, its end (exclusive), and the word it was read as.

    ``word``: as it is usually written; None if the part is no known word.
    """

    start: int
    end: int
    word: str | None


@lru_cache(1024)
def _typed_kana(romaji: str) -> str:
    return _long(fold(jaconv.alphabet2kana(romaji)))


def _long(kana: str) -> str:
    """Spells long vowels in ``kana``, a text in hiragana, out: たあら for たーら."""
    return re.sub("(.)ー", lambda m: m[1] + sound(m[1])[-1:].translate(_VOWELS), kana)


def _cheapest(
    length: int, ways: Callable[[int], Iterable[tuple[int, str | None, float]]]
) -> list[Piece]:
    """Returns the division of ``length`` letters into words that costs least, in order.

    ``ways``: called with a start, returns the words that may begin there: the end, the word as
    usually written (None for an unknown one), and its cost, which is higher for rare words.
    """
    best = [0.0, *[math.inf] * length]
    last: list[Piece] = [Piece(0, 0, None)] * (length + 1)
    for start in range(length):
        for end, word, cost in ways(start):
            if best[start] + cost < best[end]:
                best[end], last[end] = best[start] + cost, Piece(start, end, word)
    pieces = []
    while length:
        pieces.append(last[length])
        length = last[length].start
    return pieces[::-1]


class Readings:
    """Japanese words by reading, to write what was typed in hiragana or romaji as usual.

    ``names``: reading of each entry's name to the name. ``known``: stems of the Latin words in
    texts, which are no romaji.
    """

    def __init__(self, names: Mapping[str, str], known: frozenset[str]) -> None:
        self.names_by_sound = {sound(kana): name for kana, name in names.items() if sound(kana)}
        self._known = known
        # a ruling that is called by its question is no word of another one
        names = {kana: name for kana, name in names.items() if name[-1] not in "?？"}
        self._names = frozenset(names.values())
        listed = [
            (reading or word, word, int(count))
            for line in _file("japanese_words.tsv").splitlines()
            for count, word, reading in [f"{line}\t".split("\t")[:3]]
        ]
        counts = {(reading, word): count for reading, word, count in listed}
        often: dict[str, int] = defaultdict(int)
        for (_, word), count in counts.items():
            often[word] += count
        added = tomllib.loads(_file("japanese_readings.toml"))["readings"]
        for least, readings in ((3, added), (5, names)):
            for key in readings.items():
                counts[key] = max(counts.get(key, 0), often[key[1]], least)
        total = sum(counts.values())
        # Folded kana have no small letters, so the sound is that of the reading as it is.
        words = [
            Word(word, fold(kana), sound(kana), math.log(total / count))
            for (kana, word), count in counts.items()
        ]
        self._by_kana = {w.kana: w for w in sorted(words, key=lambda word: -word.cost)}
        """Maps a reading in hiragana to the most frequent Japanese word that has it."""
        self._by_sound: dict[str, list[Word]] = defaultdict(list)
        for each in words:
            self._by_sound[each.sound].append(each)
        self._longest = max(map(len, self._by_kana))
        self._longest_sound = max(map(len, self._by_sound))

    def as_written(self, text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Returns a text with words typed in hiragana or romaji in their usual Japanese spelling.

        Also returns the names among them, as pairs (as typed, as written). English text is
        unchanged, and so is a name alone.
        """
        if sound(text) in self.names_by_sound:
            return text, ()
        if text.isascii():
            return self._from_romaji(text)
        names: list[tuple[str, str]] = []

        def rewrite(run: re.Match[str]) -> str:
            # Hiragana after a kanji is its ending, not a word.
            ends = bool(re.match("[一-鿿]", text[run.start() - 1 : run.start()]))
            return "".join(self._from_kana(run[0], ends, names))

        return _HIRAGANA.sub(rewrite, text), tuple(names)

    def _from_kana(self, run: str, ends: bool, names: list[tuple[str, str]]) -> Iterator[str]:
        """Yields the parts of ``run``, a text in hiragana, as they are usually written.

        ``ends``: it follows a kanji. Adds to ``names`` each name in it, as (as typed, as written).
        """
        folded = fold(run)
        if len(folded) != len(run):
            yield run
            return

        def ways(start: int) -> Iterator[tuple[int, str | None, float]]:
            yield start + 1, None, UNKNOWN_LETTER
            for end in range(start + 1, min(len(run), start + self._longest) + 1):
                word = self._by_kana.get(folded[start:end])
                if word and not (ends and not start and word.text != word.kana):
                    yield end, word.text, word.cost

        for start, end, word in _cheapest(len(run), ways):
            if word is None or word == folded[start:end]:
                yield run[start:end]
                continue
            if word in self._names:
                names.append((run[start:end], word))
            yield word

    def _from_romaji(self, text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        typed = _PIECES.findall(wide(text).replace("-", ""))
        latin = [each for each in typed if each[0].isalpha()]
        alone = len(text.split()) < 2
        if (STOP - JAPANESE_TOO).intersection(latin) or (alone and len(text) < LONG_ALONE):
            return text, ()
        if self._known.issuperset(map(stem, latin)) and not PARTICLES.intersection(latin):
            return text, ()
        out: list[str] = []
        names: list[tuple[str, str]] = []
        read = named = unread = 0  # numbers of letters
        for has_sound, group in groupby(typed, lambda each: bool(sound(each))):
            run = list(group)
            parts = self._words_said(run) if has_sound else [(each, None) for each in run]
            for said, word in parts:
                if word:
                    read += len(said)
                    out.append(word)
                    if word in self._names:
                        names.append((said, word))
                elif not said[0].isalpha():
                    out.append(said)
                elif stem(said) in self._known:
                    named += len(said)
                    out.append(f" {said} ")
                elif near := self._misspelt(said):
                    read += len(said)
                    out.append(near)
                    names.append((said, near))
                else:
                    unread += len(said)
                    out.append(in_kana(said) or said)
        if (alone and unread) or read < max(
            LEAST_SHARE * (read + named + unread), LEAST_WITHOUT_LATIN * (read + unread), 1
        ):
            return text, ()
        return "".join(out).strip(), tuple(names)

    def _misspelt(self, typed: str) -> str | None:
        """Returns the entry's name that sounds almost like ``typed``; None if there is none."""
        near = fuzzy.nearest(sound(typed) or typed, list(self.names_by_sound))
        return self.names_by_sound[near] if near and len(near) > 4 else None

    def _words_said(self, typed: Sequence[str]) -> Iterator[tuple[str, str | None]]:
        """Yields the parts of words typed in romaji, each with its usual Japanese spelling.

        The spelling is None for a part that is no known word.
        """
        sounds = list(map(sound, typed))
        spaces = [0, *accumulate(map(len, sounds))]
        said = "".join(sounds)

        def typed_as(start: int, end: int) -> Sequence[str]:
            whole = start in spaces and end in spaces
            return typed[spaces.index(start) : spaces.index(end)] if whole else ()

        def ways(start: int) -> Iterator[tuple[int, str | None, float]]:
            begins = start in spaces
            yield start + 1, None, UNKNOWN_LETTER
            for end in range(start + 1, min(len(said), start + self._longest_sound) + 1):
                if words := self._by_sound.get(said[start:end]):
                    kana = _typed_kana("".join(typed_as(start, end)))
                    cost, word = min(
                        (each.cost + UNLIKELY * (_long(each.kana) != kana), each.text)
                        for each in words
                    )
                    within = sum(start < space < end for space in spaces)
                    yield end, word, cost + UNLIKELY * (within + (not begins))

        pieces = _cheapest(len(said), ways)
        for is_word, run in groupby(pieces, lambda piece: piece.word is not None):
            if is_word:
                for start, end, word in run:
                    yield " ".join(typed_as(start, end)) or said[start:end], word
                continue
            letters = list(run)
            start, end = letters[0].start, letters[-1].end
            for each in typed_as(start, end) or (said[start:end],):
                yield each, None


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")
