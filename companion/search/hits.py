"""Hits: what was found, why, and what its score is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from django.utils.translation import gettext_lazy as _

from .queries import Query
from .search_index import Item


class Why(IntEnum):
    """Why a hit is one. Down to ``INSIDE`` hits come in this order, after it by their score."""

    NAME = 0
    ALIAS = 1
    SOUND = 2
    SAME = 3
    KIND = 4
    PREFIX = 5
    SHORT = 6
    WORD = 7
    INSIDE = 8
    NAMED = 9
    FACT = 10
    WORDS = 11
    TEXT = 12
    SOME = 13
    NEAR = 14
    LISTED = 15
    ASKED = 16

    @property
    def words(self) -> str:
        return str(_WORDS[self])


_WORDS = {
    Why.NAME: _("the name"),
    Why.ALIAS: _("a nickname or reading"),
    Why.SOUND: _("sounds the same"),
    Why.SAME: _("another word for it"),
    Why.KIND: _("of this kind"),
    Why.PREFIX: _("the name begins so"),
    Why.SHORT: _("the first letters of its words"),
    Why.WORD: _("a word of the name begins so"),
    Why.INSIDE: _("part of the name"),
    Why.NAMED: _("named in the question"),
    Why.FACT: _("has this number"),
    Why.WORDS: _("all words in its names"),
    Why.TEXT: _("in the text"),
    Why.SOME: _("some of the words"),
    Why.NEAR: _("spelt much like it"),
    Why.LISTED: _("fits the filters"),
    Why.ASKED: _("players ask for it so"),
}


@dataclass(frozen=True, slots=True)
class Hit:
    """Something found, why, and what of it matched as it is written.

    ``made``: what the score is made of, for the curious.
    """

    item: Item
    why: Why
    key: str = ""
    score: float = 0.0
    made: tuple[tuple[str, float], ...] = ()

    @property
    def nickname(self) -> str:
        """The matched alias, where neither name shows why this is a hit."""
        plain = self.key and not any(k.shown == self.key and k.name for k in self.item.keys)
        entry = self.item.entry
        names = (entry.kana, entry.romaji) if entry else ()
        return self.key if plain and self.key not in names else ""


@dataclass(frozen=True, slots=True)
class Found:
    """What a query gave, and the query as it was read.

    ``nearest`` is filled only where nothing was found.

    ``hits`` are the best of ``total``; ``items`` are all that were found.
    """

    query: Query
    hits: tuple[Hit, ...] = ()
    total: int = 0
    counts: Mapping[str, int] | None = None
    nearest: tuple[Hit, ...] = ()
    terms: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
