"""Search over the entries of all games, with an index in memory that each process builds once.

It accepts names, nicknames, hiragana or katakana, full or half width, romaji, numbers, whole
questions, and typing errors.
"""

from scoring import games_by_slug

from . import index_dump, text_statistics
from .answering import Passage, answer, answers, lead_over_bound
from .hits import Hit, HitReason
from .index_items import IndexItem
from .normalise import fold, in_kana, parts, sound
from .query_parsing import LONGEST, Query, spelling
from .ranking import MOST, SearchResults, find
from .search_index import ITEMS, index

__all__ = [
    "LONGEST",
    "MOST",
    "Hit",
    "HitReason",
    "IndexItem",
    "Passage",
    "Query",
    "SearchResults",
    "answer",
    "answers",
    "find",
    "fold",
    "games_by_slug",
    "in_kana",
    "index",
    "keep_index",
    "lead_over_bound",
    "packed_index",
    "parts",
    "ready",
    "sound",
    "spelling",
]


def ready(slug: str) -> None:
    """Computes search statistics of the game ``slug``, so that its first search does not wait."""
    text_statistics.ngram_statistics(index(), slug)


def keep_index() -> None:
    """Stores the search index's tables that are slow to build in a file, unless it has them."""
    if index_dump.stored(index().checksum) is None:
        index_dump.keep(packed_index())


def packed_index() -> bytes:
    """Returns the search index's tables that are slow to build, as bytes for a file."""
    of = index()
    if stored := index_dump.stored(of.checksum):
        return stored
    weights = {part: dict(of.part_weights.pairs(part)) for part in of.part_weights}
    tables = {ITEMS: weights, **text_statistics.precomputed_tables(of)}
    return index_dump.pack(tables, of.checksum)
