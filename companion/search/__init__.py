"""Looking things up: every entry of every game in memory, found by what people really type.

Hiragana or katakana, wide or narrow, romaji, nicknames, numbers, typing errors, questions.
"""

from .folding import fold, in_kana, sound
from .passages import Passage, answer, related
from .queries import LONGEST, asks, read
from .ranking import MOST, Found, Hit, Why, find
from .shelves import Item, index, shelf

__all__ = [
    "LONGEST",
    "MOST",
    "Found",
    "Hit",
    "Item",
    "Passage",
    "Why",
    "answer",
    "asks",
    "find",
    "fold",
    "in_kana",
    "index",
    "read",
    "related",
    "shelf",
    "sound",
]
