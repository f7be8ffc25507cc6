"""Looking things up: every entry of every game in memory, found by what people really type.

Hiragana or katakana, wide or narrow, romaji, nicknames, numbers, typing errors, questions.
"""

from .folding import fold, in_kana, sound
from .passages import Passage, answer, related
from .queries import LONGEST, Query
from .ranking import MOST, Found, Hit, Why, find
from .shelves import Item, index, shelf

__all__ = [
    "LONGEST",
    "MOST",
    "Found",
    "Hit",
    "Item",
    "Passage",
    "Query",
    "Why",
    "answer",
    "find",
    "fold",
    "in_kana",
    "index",
    "related",
    "shelf",
    "sound",
]
