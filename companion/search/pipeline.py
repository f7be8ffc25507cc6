"""Runs a search: parses the query, retrieves candidates, ranks them, selects the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass

from . import answering, name_match, search_index
from .answer_passages import Passage
from .hits import Hit, HitReason
from .normalise import STOP, clean
from .queries import Query, parse
from .ranking import is_allowed, put_first, rank
from .retrieval import Candidates, retrieve
from .search_index import IndexItem

MOST = 20
"""Number of hits returned unless the caller gives another."""


@dataclass(frozen=True, slots=True)
class SearchResults:
    """Results of a search.

    - ``query``: the query as it was interpreted.
    - ``hits``: the best of ``total`` hits; ``items``: all items found.
    - ``counts``: number of hits by game.
    - ``nearest``: similar names, only if nothing was found.
    - ``candidates``: those that were ranked; None if the query has only filters.
    """

    query: Query
    hits: tuple[Hit, ...] = ()
    total: int = 0
    counts: Mapping[str, int] | None = None
    nearest: tuple[Hit, ...] = ()
    items: tuple[IndexItem, ...] = ()
    candidates: Candidates | None = None

    @property
    def terms(self) -> tuple[str, ...]:
        """The words searched for, to mark them; empty if nothing was searched."""
        query = self.query
        if not (query.terms or query.filters):
            return ()
        return tuple(dict.fromkeys((query.whole, *(t for t in query.terms if t not in STOP))))


def find(text: str, game: str = "", most: int = MOST, first: Container[str] = ()) -> SearchResults:
    """Returns the ``most`` best hits for a query.

    ``game``: slug of the only game to search, or "" for all. Entries of ``first``, given by id,
    come first if they score nearly as well as others.

    The result's ``counts`` has the number of hits of each game, also of those not searched. Theirs
    is approximate, since entries' example questions are compared only in the game searched.
    """
    index = search_index.index()
    query = parse(index, clean(text), game)
    if not (query.terms or query.filters):
        return SearchResults(query)
    candidates = None
    if query.terms:
        candidates = retrieve(index, query, index.items)
        hits = rank(query, candidates)
        if not hits and (query.filters or query.without or query.phrases):
            # Search again among allowed items only: hits too weak before may be the best there.
            allowed = [item for item in index.items if is_allowed(query, item)]
            candidates = retrieve(index, query, allowed)
            hits = rank(query, candidates)
    else:
        listed = [item for item in index.items if item.entry and is_allowed(query, item)]
        hits = [Hit(item, HitReason.LISTED) for item in listed]
    counts = Counter(hit.item.slug for hit in hits)
    if game:
        hits = [hit for hit in hits if hit.item.slug == game]
    return SearchResults(
        query,
        tuple(put_first(hits[:most], first)),
        len(hits),
        counts,
        () if hits or not query.terms else name_match.nearest(index, query),
        tuple(hit.item for hit in hits),
        candidates,
    )


def answers(results: SearchResults) -> tuple[Passage, ...]:
    """Returns the answers to a question, best first: at most one for each game searched."""
    if results.candidates is None or not results.hits:
        return ()
    index = search_index.index()
    return answering.answers(index, results.query, results.candidates, results.hits)


def answer(results: SearchResults) -> Passage | None:
    """Returns the answer to a question; None if there is none, or if it is doubtful.

    None also if several games have an answer: see ``answers``.
    """
    passages = answers(results)
    return passages[0] if len(passages) == 1 else None
