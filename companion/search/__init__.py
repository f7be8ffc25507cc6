"""Looking things up: every entry of every game in memory, found by what people really type.

Hiragana or katakana, wide or narrow, romaji, nicknames, numbers, typing errors, questions.
"""

from . import index_dump, ngram_score, player_count, question_match
from .answering import answer, answers
from .excerpts import Bits, excerpt
from .game_names import spelling
from .games import shelf
from .hits import Found, Hit, Why
from .normalise import fold, in_kana, parts, sound
from .passages import Passage, related
from .queries import LONGEST, Query
from .ranking import MOST, find
from .search_index import ITEMS, Item, index

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
    "in_kana",
    "index",
    "packed",
    "parts",
    "player_count",
    "ready",
    "related",
    "shelf",
    "sound",
    "spelling",
]


def ready(slug: str) -> None:
    """Look at all letters of a box, so that nobody's question waits for it."""
    ngram_score.ready(index(), slug)


def packed() -> bytes:
    """What takes long to find out about all texts, for a copy that has it at ``shares.FILE``."""
    ours = index()
    return index_dump.packed({ITEMS: ours.shares, **question_match.said(ours)}, ours.of)
