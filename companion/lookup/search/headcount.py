"""How many players: what an entry says for just so many, and the numbers that a text names."""

from __future__ import annotations

import re
from functools import lru_cache

from scoring.core.catalogue import Entry
from scoring.core.text import Text

_SO_MANY = re.compile(r"(\d)(?:-(\d))? players?:")
_FIGURES = {"two": 2, "three": 3, "four": 4, "five": 5, "二": 2, "三": 3, "四": 4, "五": 5}
_FIGURE = rf"(\d|{'|'.join(_FIGURES)})"
_PLAYERS = re.compile(
    rf"(?<!\d){_FIGURE}(?:\s*(?:-|–|〜|～|to|or|and|か)\s*{_FIGURE})?(?:\s|-)?(?:人(?!目)|players?\b|player-)"
)


def paragraph(entry: Entry, players: int) -> Text | None:
    """The paragraph for that many, such as *3 players:* or *2-3 players:*; or nothing."""
    for text in entry.body:
        if found := _SO_MANY.match(text.en):
            least, most = int(found[1]), int(found[2] or found[1])
            if least <= players <= most:
                return text
    return None


@lru_cache(2048)
def named(text: str) -> frozenset[int]:
    """The numbers of players that a text names, written in one width and case.

    >>> sorted(named("with two players, or 4人のとき")), sorted(named("2-4 players: 3 cards"))
    ([2, 4], [2, 3, 4])
    """
    found: set[int] = set()
    for least, most in _PLAYERS.findall(text):
        first = _FIGURES.get(least) or int(least)
        found.update(range(first, (_FIGURES.get(most) or int(most or first)) + 1))
    return frozenset(found)
