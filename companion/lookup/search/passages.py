"""The sentence that answers a question, or none: sentences ranked by the words they share.

No sentence is made up and none is shown that shares too little with what was asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.core.catalogue import Entry
from scoring.core.text import Text

from . import synonyms
from .folding import parts
from .queries import language
from .ranking import Found, Hit, Why, wanted
from .shelves import Item, index

ENOUGH = 0.66
"""The share of a question's words, by how rare they are, that an answer has at least."""
LOOKED_AT = 6
"""Hits whose sentences are tried."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of an entry, what stands around it, and how much of the question it meets."""

    item: Item
    entry: Entry
    language: str
    before: str
    text: str
    after: str
    share: float


def answer(found: Found) -> Passage | None:
    """The sentence among the first hits that meets the question best, if any does enough."""
    query = found.query
    if not query.asks or not found.hits:
        return None
    said = language(query.plain)
    # A guess at a misspelt word may rank a hit, but it answers nothing.
    meant = wanted(index(), query, guess=False)
    most = sum(weight for options in meant for _part, weight in options[:1])
    first = found.hits[0]
    # One word says what a question is about, not what it asks; a name alone is clear enough.
    if not most or (len(meant) < 2 and first.why > Why.NAMED):
        return None
    tried = found.hits[: 1 if first.why <= Why.SAME else LOOKED_AT]
    best: Passage | None = None
    for place, hit in enumerate(tried):
        for passage in _passages(hit, said, meant, most, place):
            if best is None or passage.share > best.share + 1e-9:
                best = passage
    enough = ENOUGH if first.why > Why.SAME else 0.0
    return best if best and best.share >= enough else None


def related(passage: Passage, most: int = 6) -> tuple[Entry, ...]:
    """What somebody may ask next: what the entry is about, sees, and is seen from by rulings."""
    catalogue, entry = passage.item.catalogue, passage.entry
    rulings = [each.id for each in catalogue.values() if entry.id in each.about]
    ids = dict.fromkeys((*entry.about, *rulings, *entry.see))
    return tuple(catalogue[id_] for id_ in ids if id_ != entry.id)[:most]


# The title and the rest of an entry say what a sentence is about.
_TITLE, _REST, _LATER, _WHOLE = 0.9, 0.35, 0.15, 0.75


def _passages(
    hit: Hit, said: str, meant: list[list[tuple[str, float]]], most: float, place: int
) -> Iterator[Passage]:
    entry = hit.item.entry
    if entry is None:
        return
    names = [key.shown for key in hit.item.keys]
    title = frozenset(part for name in names for part in _said(name))
    topic = sum(max((w for p, w in options if p in title), default=0.0) for options in meant)
    texts = [entry.text, *entry.body]
    rest = frozenset(part for text in texts for part in _said(text.said(said)))
    for text in texts:
        for before, sentence, after in _sentences(text, said):
            own = _said(sentence)
            met = 0.0
            for options in meant:
                met += max(
                    weight
                    * (1.0 if p in own else _TITLE if p in title else _REST if p in rest else 0.0)
                    for p, weight in options
                )
            share = met / most - _LATER * place - (0.05 if text is not entry.text else 0.0)
            if topic >= _WHOLE * most and text is entry.text and not before:
                # The entry is the question itself; its first sentence is the answer.
                share += 0.1
            yield Passage(hit.item, entry, said, before, sentence, after, share)


@lru_cache(4096)
def _said(text: str) -> frozenset[str]:
    """The parts of a text, and what its synonyms mean."""
    meanings = (synonyms.concept(group) for group, _word in synonyms.meant(text))
    return frozenset((*parts(text), *meanings))


@lru_cache(4096)
def _sentences(text: Text, said: str) -> tuple[tuple[str, str, str], ...]:
    """The sentences of a text, each with what comes before and after it."""
    whole = text.said(said)
    ends = r"(?<=[。！？])" if said == "ja" else r"(?<=[.!?]) (?=[A-Z0-9(“\"])"
    found, at = [], 0
    for sentence in re.split(ends, whole):
        start = whole.index(sentence, at)
        at = start + len(sentence)
        if sentence.strip():
            found.append((whole[:start], sentence, whole[at:]))
    return tuple(found)
