"""Search hits: what was found, the reason, and the components of the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from django.utils.translation import gettext_lazy as _

from .queries import Query
from .search_index import Item


class Why(IntEnum):
    """Reason for a hit. Hits down to ``INSIDE`` are sorted by reason, the others by score."""

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
    """An item found, the reason, and the matched name as it is written.

    ``made``: the named components of the score, for debugging.
    """

    item: Item
    why: Why
    key: str = ""
    score: float = 0.0
    made: tuple[tuple[str, float], ...] = ()

    @property
    def nickname(self) -> str:
        """The matched alias; "" if a name or reading matched, or no name at all."""
        plain = self.key and not any(k.shown == self.key and k.name for k in self.item.keys)
        entry = self.item.entry
        names = (entry.kana, entry.romaji) if entry else ()
        return self.key if plain and self.key not in names else ""


@dataclass(frozen=True, slots=True)
class Found:
    """The query as it was read, and its results.

    ``nearest`` is filled only if nothing was found.

    ``hits`` are the best of ``total``; ``items`` are all that were found.
    """

    query: Query
    hits: tuple[Hit, ...] = ()
    total: int = 0
    counts: Mapping[str, int] | None = None
    nearest: tuple[Hit, ...] = ()
    terms: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
