"""Matches names that are spelt or sound similar to the query."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from . import fuzzy
from .hits import Hit, HitReason
from .normalise import sound
from .queries import Query
from .search_index import Index, IndexItem

LONG = 60
"""Longest query, in letters, that is compared with names; a longer one is a sentence."""
WHOLE = 6.0
"""Points added if a whole name, not just a word of it, is similar."""
OTHER_KANJI = 0.85
"""Factor of the score if the name lacks a kanji of the query: typing errors rarely change one."""


def least_similarity(query: Query) -> float:
    """Returns the least spelling similarity, 0 to 100, that a name must have to be a hit.

    It is higher for Japanese, and highest for questions, which are much alike: *how often may a
    tool …* is not *how often may a magic …*.
    """
    if len(query.whole) > 9 and query.is_question:
        return 88
    if query.whole.isascii():
        return 60
    return 66 if len(query.whole) < 5 else 70


def similar_spellings(ours: Index, query: Query, least: float, most: int = 12) -> list[Hit]:
    """Returns at most ``most`` hits per comparison by similar spelling or sound of names.

    The similarity, 0 to 100, is above ``least``. It is the score, plus ``WHOLE`` for a whole name.
    """
    best: dict[IndexItem, tuple[float, str]] = {}

    def take(text: str, table: Mapping[str, tuple[IndexItem, ...]], least: float, by: str) -> None:
        if not 2 < len(text) <= LONG:
            return
        kanji = {letter for letter in text if "一" <= letter <= "鿿"}
        long = _as_long(ours, by, len(text), least / 100)
        for spelling, likeness in fuzzy.near(text, long, least / 100, most):
            for item in table[spelling]:
                name = _matched_name(item, spelling, by)
                # A whole name is meant more often than one word of a long name.
                score = 100 * likeness * (1.0 if kanji <= set(spelling) else OTHER_KANJI)
                score += WHOLE if name else 0
                if score > best.get(item, (0.0, ""))[0]:
                    best[item] = score, name

    take(query.whole, ours.spelt, least, "folded")
    take(sound(query.plain), ours.by_sound, least + 6, "sound")
    return [
        Hit(item, HitReason.NEAR, name, score, (("spelling", score),))
        for item, (score, name) in best.items()
    ]


@cache
def _as_long(ours: Index, by: str, length: int, least: float) -> tuple[str, ...]:
    """Returns those spellings or sounds whose length alone does not rule out a match.

    ``by``: "folded" for spellings, else sounds. ``length``: that of the query. ``least``: the
    similarity needed, 0 to 1.
    """
    table = ours.spelt if by == "folded" else ours.by_sound
    return tuple(each for each in table if least * length <= len(each) <= length / least)


def _matched_name(item: IndexItem, spelling: str, by: str) -> str:
    return next((key.text for key in item.keys if spelling == getattr(key, by)), "")


def nearest(ours: Index, query: Query, game: str) -> tuple[Hit, ...]:
    found = similar_spellings(ours, query, 30, 40) if len(query.whole) > 1 else []
    found = [hit for hit in found if not game or hit.item.slug == game] or found
    found.sort(key=lambda hit: -hit.score)
    return tuple(found[:5])
