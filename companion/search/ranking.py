"""Finds and ranks the hits of a query: matches of names first, by certainty, then by score.

Each hit has a reason and the components of its score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from operator import itemgetter

from . import question_match, spelling_match
from .exact_match import Rank, exact_matches
from .hits import Hit, HitReason, SearchResults
from .normalise import STOP
from .queries import Query, read
from .search_index import Index, IndexItem, index
from .text_score import scored

MOST = 20
"""Number of hits returned unless the caller gives another."""
JUST_SO = 0.95
"""Likeness, 0 to 1, from which an entry's example question counts as the same as the query."""
NEAR_BESIDE_SURE = 74
"""Least spelling similarity of a name, 0 to 100, if there is a certain match already."""


def find(text: str, game: str = "", most: int = MOST) -> SearchResults:
    """Returns the best hits for a query, in one game or in all of them.

    The result's ``counts`` has the number of hits of each game, also of those not searched. Theirs
    is approximate, since entries' example questions are compared only in the game searched.
    """
    query = read(text, game)
    if not (query.terms or query.fits):
        return SearchResults(query)
    ours = index()
    if query.terms:
        hits = [hit for hit in _ranked(ours, query, ours.items, game) if _allowed(query, hit.item)]
        if not hits and (query.fits or query.without or query.phrases):
            # Search again among allowed items only: hits too weak before may be the best there.
            pool = [item for item in ours.items if _allowed(query, item)]
            hits = _ranked(ours, query, pool, game)
    else:
        hits = [Hit(i, HitReason.LISTED) for i in ours.items if i.entry and _allowed(query, i)]
    counts = Counter(hit.item.slug for hit in hits)
    if game:
        hits = [hit for hit in hits if hit.item.slug == game]
    terms = tuple(dict.fromkeys((query.whole, *(t for t in query.terms if t not in STOP))))
    nearest = () if hits or not query.terms else spelling_match.nearest(ours, query, game)
    items = tuple(hit.item for hit in hits)
    return SearchResults(query, tuple(hits[:most]), len(hits), counts, nearest, terms, items)


def _allowed(query: Query, item: IndexItem) -> bool:
    if query.parsed.games and (item.slug not in query.parsed.games or item.entry is None):
        return False
    if query.fits and not all(fit(item) for fit in query.fits):
        return False
    if any(word in item.called or item.contains(word) for word in query.without):
        return False
    return all(p.replace(" ", "") in item.called or item.contains(p) for p in query.phrases)


def _ranked(ours: Index, query: Query, pool: Sequence[IndexItem], game: str) -> list[Hit]:
    alike = question_match.similar_questions(ours, query)
    just_so = {order for order, (share, _asked) in alike.items() if share >= JUST_SO}
    names = _surely(ours, query, pool, just_so)
    known = {hit.item for hit in names}
    rest = {item.order: item for item in pool if item not in known}
    here = [hit for hit in names if not game or hit.item.slug == game]
    others = _others(ours, query, rest, here)
    if not just_so:
        return names + others
    # Entries whose question is the same precede partial matches of names.
    first = [hit for hit in names if hit.why <= HitReason.SAME]
    first += [hit for hit in others if hit.item.order in just_so]
    there = {hit.item for hit in first}
    return first + [hit for hit in (*names, *others) if hit.item not in there]


def _surely(ours: Index, query: Query, pool: Sequence[IndexItem], just_so: Set[int]) -> list[Hit]:
    """Returns hits whose names match the whole query, most certain first.

    ``just_so``: items with an example question like the query; of these, matches by only a part of
    a name are left out, as their question makes them a better hit.
    """
    best: dict[IndexItem, tuple[Rank, Hit]] = {}
    for item, rank, hit in exact_matches(ours, query, pool):
        if item not in best or rank < best[item][0]:
            best[item] = rank, hit
    kept = [
        (rank, hit)
        for rank, hit in best.values()
        if hit.item.order not in just_so or hit.why <= HitReason.SAME
    ]
    return [hit for _rank, hit in sorted(kept, key=itemgetter(0))]


def _others(
    ours: Index, query: Query, pool: Mapping[int, IndexItem], here: Sequence[Hit]
) -> list[Hit]:
    """Returns the hits by shared words or similar spelling, best score first.

    ``pool``: the items to search, by number. ``here``: hits found before by name; if there are
    any, uncertain guesses are left out.
    """
    # If there are certain matches, guesses at misspelt words are left out.
    others = {
        h.item: h for h in scored(ours, query, pool) if not here or h.why is not HitReason.NEAR
    }
    if not query.phrases and not any(hit.why <= HitReason.SAME for hit in here):
        for hit in spelling_match.similar_spellings(
            ours, query, NEAR_BESIDE_SURE if here else spelling_match.least_similarity(query)
        ):
            known = others.get(hit.item)
            if hit.item.order in pool and (known is None or known.score < hit.score):
                others[hit.item] = hit
    return sorted(others.values(), key=lambda hit: (-hit.score, hit.item.order))
