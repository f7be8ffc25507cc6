"""Looking things up: every entry of every game in memory, found by what people really type.

Hiragana or katakana, wide or narrow, romaji, nicknames, numbers, typing errors, questions.
"""

from . import asking, headcount, letters, shares
from .answering import answer, answers
from .boxes import shelf
from .excerpts import Bits, excerpt
from .folding import fold, in_kana, parts, sound
from .hits import Found, Hit, Why
from .meaning import spelling
from .passages import Passage, related
from .queries import LONGEST, Query
from .ranking import MOST, find
from .shelves import ITEMS, Item, index

__all__ = [
    "LONGEST",
    "MOST",
    "Bits",
    "Found",
    "Hit",
    "Item",
    "Passage",
    "Query",
    "Why",
    "answer",
    "answers",
    "excerpt",
    "find",
    "fold",
    "headcount",
    "in_kana",
    "index",
    "packed",
    "parts",
    "ready",
    "related",
    "shelf",
    "sound",
    "spelling",
]


def ready(slug: str) -> None:
    """Look at all letters of a box, so that nobody's question waits for it."""
    letters.ready(index(), slug)


def packed() -> bytes:
    """What takes long to find out about all texts, for a copy that has it at ``shares.FILE``."""
    ours = index()
    return shares.packed({ITEMS: ours.shares, **asking.said(ours)}, ours.of)
