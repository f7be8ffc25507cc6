"""Search hits: the entry found, the reason, and the components of its score."""

from dataclasses import dataclass
from enum import IntEnum

from django.utils.translation import gettext_lazy as _

from .index_items import IndexItem


class HitReason(IntEnum):
    """Reason for a search hit (name, synonym, sound...), which the page shows with it.

    Hits with reasons from ``NAME`` to ``INSIDE`` are sorted by reason, all others by score.
    """

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
    TEXT = 11
    SOME = 12
    NEAR = 13
    LISTED = 14

    @property
    def words(self) -> str:
        return str(_WORDS[self])


_WORDS = {
    HitReason.NAME: _("the name"),
    HitReason.ALIAS: _("a nickname or reading"),
    HitReason.SOUND: _("sounds the same"),
    HitReason.SAME: _("another word for it"),
    HitReason.KIND: _("of this kind"),
    HitReason.PREFIX: _("the name begins so"),
    HitReason.SHORT: _("the first letters of its words"),
    HitReason.WORD: _("a word of the name begins so"),
    HitReason.INSIDE: _("part of the name"),
    HitReason.NAMED: _("named in the question"),
    HitReason.FACT: _("has this number"),
    HitReason.TEXT: _("in the text"),
    HitReason.SOME: _("some of the words"),
    HitReason.NEAR: _("spelt much like it"),
    HitReason.LISTED: _("fits the filters"),
}


WHOLE = {"en": 420, "ja": 220}
"""Longest entry that is shown in full with a question, in characters, by language."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A search hit: the ``item`` (entry or game) found, the reason ``why``, and its score.

    ``key``: the matched name as it is written, or "". ``components``: name and points of each part
    of the score, for debugging.
    """

    item: IndexItem
    why: HitReason
    key: str = ""
    score: float = 0.0
    components: tuple[tuple[str, float], ...] = ()

    @property
    def nickname(self) -> str:
        """The alias of an entry that a query matched; "" if it matched something else."""
        plain = self.key and not any(k.text == self.key and k.name for k in self.item.keys)
        entry = self.item.entry
        names = (entry.kana, entry.romaji) if entry else ()
        return self.key if plain and self.key not in names else ""
