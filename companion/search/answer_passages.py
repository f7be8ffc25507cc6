"""Selects the text of an entry that covers most of a question, and entries to read next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.model.catalogue import Entry
from scoring.text.localised import Text

from . import synonyms
from .excerpts import WHOLE
from .hits import Hit
from .normalise import parts
from .search_index import IndexItem
from .word_match import QueryTerms


@dataclass(frozen=True, slots=True)
class Passage:
    """The sentence ``text`` of an entry, found as the answer to a question.

    ``before`` and ``after`` are the rest of its paragraph; ``share``, about 0 to 1, is the share of
    the question that it covers.
    """

    item: IndexItem
    entry: Entry
    language: str
    before: str
    text: str
    after: str
    share: float
    also: Passage | None = None
    """The passage of a linked entry that may be meant as well, or None."""

    @property
    def both(self) -> tuple[Passage, ...]:
        """The passage itself and that of the linked entry, if any."""
        return (self, self.also) if self.also else (self,)

    @property
    def paragraph(self) -> str:
        return self.before + self.text + self.after

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """All paragraphs of the entry; of a long entry, the first one and that of the passage."""
        paragraphs = [
            text.in_language(self.language) for text in (self.entry.text, *self.entry.body)
        ]
        if sum(map(len, paragraphs)) <= WHOLE[self.language]:
            return tuple(paragraphs)
        return tuple(dict.fromkeys((paragraphs[0], self.paragraph)))


def best_passage(
    hit: Hit, language: str, terms: QueryTerms, most: float, also: Passage | None = None
) -> Passage | None:
    """Returns the sentence of a hit's entry that covers most of a question.

    None for a hit without an entry. ``language`` is that of the sentence, ``terms`` the question's
    weighted parts, ``most`` their total weight; ``also``: the passage of a linked entry.
    """
    passages = _passages(hit, language, terms, most)
    best = max(passages, key=lambda each: each.share, default=None)
    return replace(best, also=also) if best and also else best


def related(passage: Passage, most: int = 6) -> tuple[Entry, ...]:
    """Returns entries to read next: those the entry is about, those about it, those it links to.

    At most ``most``, without those that the passage shows.
    """
    catalogue, entry = passage.item.catalogue, passage.entry
    rulings = [each.id for each in catalogue.values() if entry.id in each.about]
    ids = dict.fromkeys((*entry.about, *rulings, *entry.see))
    shown = {each.entry.id for each in passage.both}
    return tuple(catalogue[id_] for id_ in ids if id_ not in shown)[:most]


_SO_MANY = re.compile(r"(\d)(?:-(\d))? players?:")


def for_players(entry: Entry, players: int) -> Text | None:
    """Returns the paragraph for that many players, such as *2-3 players:*, or None."""
    for text in entry.body:
        if match := _SO_MANY.match(text.en):
            least, most = int(match[1]), int(match[2] or match[1])
            if least <= players <= most:
                return text
    return None


# Weights of words that only the entry's title or its other sentences have, relative to 1 for the
# sentence itself; share of the question's weight from which the title is the question's topic.
_TITLE, _REST, _WHOLE = 0.9, 0.35, 0.75


def _passages(hit: Hit, language: str, terms: QueryTerms, most: float) -> Iterator[Passage]:
    entry = hit.item.entry
    if entry is None:
        return
    title = frozenset(part for key in hit.item.keys for part in key.parts)
    topic = sum(max((w for p, w in options if p in title), default=0.0) for options in terms)
    texts = [entry.text, *entry.body]
    rest = frozenset(part for text in texts for part in _search_terms(text.in_language(language)))
    for text in texts:
        for before, sentence, after in _sentences(text, language):
            own = _search_terms(sentence)
            met = 0.0
            for options in terms:
                met += max(
                    weight
                    * (1.0 if p in own else _TITLE if p in title else _REST if p in rest else 0.0)
                    for p, weight in options
                )
            share = met / most - (0.05 if text is not entry.text else 0.0)
            if topic >= _WHOLE * most and text is entry.text and not before:
                # The entry is the question itself; its first sentence is the answer.
                share += 0.1
            yield Passage(hit.item, entry, language, before, sentence, after, share)


@lru_cache(4096)
def _search_terms(text: str) -> frozenset[str]:
    """Returns the words and letter pairs of a text, and the synonym groups of its words."""
    meanings = (synonyms.concept(group) for group, _word in synonyms.mentioned_groups(text))
    return frozenset((*parts(text), *meanings))


def _sentences(text: Text, language: str) -> tuple[tuple[str, str, str], ...]:
    """Returns the sentences of a text, each between all the text before it and all after it."""
    whole = text.in_language(language)
    ends = r"(?<=[。！？])" if language == "ja" else r"(?<=[.!?]) (?=[A-Z0-9(“\"])"
    sentences, at = [], 0
    for sentence in re.split(ends, whole):
        start = whole.index(sentence, at)
        at = start + len(sentence)
        if sentence.strip():
            sentences.append((whole[:start], sentence, whole[at:]))
    return tuple(sentences)
