"""Cuts texts into sentences, and excerpts around the words of a query, and marks these words.

It knows neither games nor entries.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from .normalise import STOP, fold, stem, wide

LONGEST = 200
"""Longest excerpt of a paragraph, in characters."""

type Bits = tuple[tuple[str, bool], ...]
"""A text in pieces, each with a flag: true if it is marked."""

_WORD = re.compile(r"[^\W_ぁ-ゖァ-ヺー一-鿿]+|[ァ-ヺー]{2,}|[一-鿿]+|[ぁ-ゖー]+|\d+")


def excerpt(plain: str, paragraphs: Sequence[str], whole: int = 0) -> tuple[Bits, ...]:
    """Returns an entry's first paragraph, and that with most words of a query.

    Each excerpt is a tuple of pairs (text, true if marked), cut to ``LONGEST`` characters.
    ``plain``: the query, whose words are marked. Paragraphs of together at most ``whole``
    characters are all returned uncut.
    """
    words = _words(plain)
    bits = [_bits(paragraph, words) for paragraph in paragraphs]
    if sum(map(len, paragraphs)) <= whole:
        return tuple(bits)
    best = max(bits, key=lambda each: len({fold(text) for text, marked in each if marked}))
    return tuple(map(_cut, (bits[0],) if best is bits[0] else (bits[0], best)))


def _words(plain: str) -> frozenset[str]:
    found = set()
    for word in _WORD.findall(wide(plain)):
        if word.isascii():
            found |= {stem(word)} if word not in STOP and len(word) > 1 else set()
        elif not re.fullmatch("[ぁ-ゖー]+", word):
            found.add(word)
    return frozenset(found)


def _bits(paragraph: str, words: frozenset[str]) -> Bits:
    found: list[tuple[str, bool]] = []
    at = 0
    for word, start, end in _words_of(paragraph):
        if word in words:
            found += [(paragraph[at:start], False), (paragraph[start:end], True)]
            at = end
    return (*found, (paragraph[at:], False))


@lru_cache(2048)
def _words_of(paragraph: str) -> tuple[tuple[str, int, int], ...]:
    """Returns the words of a paragraph as (word, start, end); English words as stems."""
    found = ((wide(match[0]), *match.span()) for match in _WORD.finditer(paragraph))
    return tuple((stem(w) if w.isascii() else w, start, end) for w, start, end in found)


def _cut(bits: Bits) -> Bits:
    """Cuts a paragraph to ``LONGEST`` characters, from its start or from near the first mark.

    ``bits``: the paragraph as pairs (text, true if marked).
    """
    first = next((n for n, (_text, marked) in enumerate(bits) if marked), 0)
    lead = bits[0][0]
    if first and len(lead) > LONGEST // 2:
        bits = (("…" + lead[-LONGEST // 3 :].split(" ", 1)[-1], False), *bits[1:])
    left, kept = LONGEST, []
    for text, marked in bits:
        if len(text) > left:
            kept.append((text[:left].rstrip() + "…", marked))
            break
        kept.append((text, marked))
        left -= len(text)
    return tuple(kept)


def sentences(text: str, language: str) -> tuple[tuple[str, str, str], ...]:
    """Returns a text's sentences as (all text before, the sentence, all text after it)."""
    ends = r"(?<=[。！？])" if language == "ja" else r"(?<=[.!?]) (?=[A-Z0-9(“\"])"
    found, at = [], 0
    for sentence in re.split(ends, text):
        start = text.index(sentence, at)
        at = start + len(sentence)
        if sentence.strip():
            found.append((text[:start], sentence, text[at:]))
    return tuple(found)
