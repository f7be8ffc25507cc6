"""Finding: sure matches of a name first, by how sure they are; then whatever else, by score.

Every hit carries its reason and what its score is made of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from operator import itemgetter

from . import question_match, spelling_match
from .exact_match import Rank, sure
from .hits import Found, Hit, Why
from .normalise import STOP
from .queries import Query, read
from .search_index import Index, Item, index
from .text_score import scored

MOST = 20
"""Hits that are listed."""
JUST_SO = 0.95
"""A player's question so much alike is the same one."""
NEAR_BESIDE_SURE = 74
"""How alike a name must be spelt where something is sure already."""


def find(text: str, game: str = "", most: int = MOST) -> Found:
    """The best hits for a query, in one game or in all of them.

    ``counts`` says how many each game has, whatever ``game`` is; of the others about, as what
    their players ask is compared only where somebody looks there.
    """
    query = read(text, game)
    if not (query.terms or query.fits):
        return Found(query)
    ours = index()
    if query.terms:
        hits = [hit for hit in _ranked(ours, query, ours.items, game) if _allowed(query, hit.item)]
        if not hits and (query.fits or query.without or query.phrases):
            # Among all they are too weak to be listed, but nobody asked for all.
            pool = [item for item in ours.items if _allowed(query, item)]
            hits = _ranked(ours, query, pool, game)
    else:
        hits = [Hit(i, Why.LISTED) for i in ours.items if i.entry and _allowed(query, i)]
    counts = Counter(hit.item.slug for hit in hits)
    if game:
        hits = [hit for hit in hits if hit.item.slug == game]
    terms = tuple(dict.fromkeys((query.whole, *(t for t in query.terms if t not in STOP))))
    nearest = () if hits or not query.terms else spelling_match.nearest(ours, query, game)
    items = tuple(hit.item for hit in hits)
    return Found(query, tuple(hits[:most]), len(hits), counts, nearest, terms, items)


def _allowed(query: Query, item: Item) -> bool:
    if query.meant.games and (item.slug not in query.meant.games or item.entry is None):
        return False
    if query.fits and not all(fit(item) for fit in query.fits):
        return False
    if any(word in item.called or item.says(word) for word in query.without):
        return False
    return all(p.replace(" ", "") in item.called or item.says(p) for p in query.phrases)


def _ranked(ours: Index, query: Query, pool: Sequence[Item], game: str) -> list[Hit]:
    alike = question_match.alike(ours, query)
    just_so = {order for order, (share, _asked) in alike.items() if share >= JUST_SO}
    names = _surely(ours, query, pool, just_so)
    known = {hit.item for hit in names}
    rest = {item.order: item for item in pool if item not in known}
    here = [hit for hit in names if not game or hit.item.slug == game]
    others = _others(ours, query, rest, here)
    if not just_so:
        return names + others
    # What players ask in just these words comes before a piece of a name.
    first = [hit for hit in names if hit.why <= Why.SAME]
    first += [hit for hit in others if hit.item.order in just_so]
    there = {hit.item for hit in first}
    return first + [hit for hit in (*names, *others) if hit.item not in there]


def _surely(ours: Index, query: Query, pool: Sequence[Item], just_so: Set[int]) -> list[Hit]:
    """What the query is a name of, the surest first; not a piece of one if it is asked just so."""
    best: dict[Item, tuple[Rank, Hit]] = {}
    for item, rank, hit in sure(ours, query, pool):
        if item not in best or rank < best[item][0]:
            best[item] = rank, hit
    kept = [
        (rank, hit)
        for rank, hit in best.values()
        if hit.item.order not in just_so or hit.why <= Why.SAME
    ]
    return [hit for _rank, hit in sorted(kept, key=itemgetter(0))]


def _others(ours: Index, query: Query, pool: Mapping[int, Item], here: Sequence[Hit]) -> list[Hit]:
    """Whatever else has something of the query, by score; ``here``: what is sure in this box."""
    # Where the letters are right, nobody needs a guess at others.
    found = {h.item: h for h in scored(ours, query, pool) if not here or h.why is not Why.NEAR}
    if not query.phrases and not any(hit.why <= Why.SAME for hit in here):
        for hit in spelling_match.near(
            ours, query, NEAR_BESIDE_SURE if here else spelling_match.least(query)
        ):
            known = found.get(hit.item)
            if hit.item.order in pool and (known is None or known.score < hit.score):
                found[hit.item] = hit
    return sorted(found.values(), key=lambda hit: (-hit.score, hit.item.order))
