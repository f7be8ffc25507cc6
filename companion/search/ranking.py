"""Finds the hits for a query: parses it, retrieves candidates, ranks them.

Exact matches of names come first, by certainty, then all others by score. Each hit has a reason
and the components of its score.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence, Set
from dataclasses import dataclass

from scoring import games_by_slug

from . import name_match, search_index
from .hits import Hit, HitReason
from .index_items import IndexItem
from .normalise import STOP
from .queries import Query, parse
from .retrieval import Candidates, retrieve

MOST = 20
"""Number of hits returned unless the caller gives another."""
WORDS, NAMED, ALL = 46.0, 28.0, 8.0
FACT, SOUGHT_FACT, ASKED_FACT = 100.0, 64.0, 12.0
"""Points that an entry's score gets for what it shares with the query.

- ``WORDS``: it has all words of the query; fewer for a share of them.
- ``NAMED``: the query names it in full; fewer if the name is a small part of the query.
- ``ALL``: every important word is present.
- ``FACT``: a number matches. Instead, if the query is a question or tells an age, ``SOUGHT_FACT``
  for things of the kind that it asks for, and ``ASKED_FACT`` for others: there the number rarely
  decides.
"""
OF_KIND = 8.0
"""Points if the entry is of the kind that the query asks for."""
COVERED = 5.0
"""Points if the query has all words of one of the entry's names."""
COVERAGE, OFTEN = 96.0, 0.6
"""``COVERAGE``: points if the entry's texts and example questions cover all of the query.

``OFTEN``: share of the game's best such cover that alone makes an entry a hit.
"""
NGRAMS = 28.0
"""Points if no other entry of its game has as many n-grams of the query."""
CASE, EXAMPLE = "example", 0.25
"""``CASE``: id of the kind of entries that are worked examples of rules.

``EXAMPLE``: share of their score that is deducted, so that rules come first.
"""
FLOOR = 0.35
"""Share of the best score by words that a hit needs if it has no other evidence."""
LEAST, NEAR_TOP = 12.0, 0.4
"""Score that a hit must exceed: ``LEAST``, and the share ``NEAR_TOP`` of its game's best score."""
CLOSE = 0.85
"""Share of the best score from which a hit about a table's current phase is moved to the front."""
NEARLY_ALL = 0.85
"""Share of the query's words, by weight, that counts as all of them."""


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
    is approximate, since their items are compared by words alone.
    """
    index = search_index.index_of(tuple(games_by_slug()))
    query = parse(index, text, game)
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


def rank(query: Query, candidates: Candidates) -> list[Hit]:
    """Returns the hits for a query, best first.

    A candidate without an exact match is a hit if it scores more than ``LEAST``, and more than the
    share ``NEAR_TOP`` of the best score in its game.
    """
    exact = candidates.exact
    has_exact = any(query.scope in ("", hit.item.slug) for hit in exact)
    # If there are certain matches, guesses at misspelt words are left out.
    hits = {
        hit.item: hit
        for hit in _scored(query, candidates)
        if not (has_exact and hit.why is HitReason.NEAR)
    }
    for hit in candidates.spelling:
        other = hits.get(hit.item)
        if hit.item.order in candidates.rest and (other is None or other.score < hit.score):
            hits[hit.item] = hit
    scored = sorted(hits.values(), key=lambda hit: (-hit.score, hit.item.order))
    return [hit for hit in (*exact, *scored) if is_allowed(query, hit.item)]


def put_first(hits: Sequence[Hit], entries: Container[str]) -> list[Hit]:
    """Moves hits of these entries, given by id, to the front if they score nearly as well."""
    if not hits or hits[0].why <= HitReason.INSIDE:
        return list(hits)
    least = CLOSE * hits[0].score
    first = [
        hit
        for hit in hits
        if hit.score >= least and hit.item.entry and hit.item.entry.id in entries
    ]
    return [*first, *(hit for hit in hits if hit not in first)]


def is_allowed(query: Query, item: IndexItem) -> bool:
    """True if an item has nothing against it: no filter, excluded word or missing phrase."""
    if query.games and (item.slug not in query.games or item.entry is None):
        return False
    if not all(item.order in each for each in query.filters):
        return False
    if any(word in item.called or item.contains(word) for word in query.without):
        return False
    return all(p.replace(" ", "") in item.called or item.contains(p) for p in query.phrases)


def _scored(query: Query, candidates: Candidates) -> list[Hit]:
    """Returns the hits among the candidates without an exact match, unsorted."""
    rest, words = candidates.rest, candidates.words
    if len(query.whole) < 2:
        return [
            Hit(item, HitReason.TEXT, "", 1.0)
            for item in rest.values()
            if item.contains(query.whole)
        ]
    if not words.total:
        return []
    likely = _likely(candidates)
    components_by_item: dict[int, dict[str, float]] = {}
    scores: dict[int, float] = {}
    for order in rest.keys() & likely:
        item = rest[order]
        if query.game in ("", item.slug):
            components_by_item[order] = _components(query, candidates, item)
        else:
            # Other games only show a number of hits: the score by words is enough.
            scores[order] = _by_words(candidates, order)
    scores |= {order: sum(components.values()) for order, components in components_by_item.items()}
    # Only entries with at least half the best score: comparing names takes time.
    least = 0.5 * max(scores.values(), default=0.0)
    query_parts = {part for options in words.terms for part, _weight in options}
    for order, components in components_by_item.items():
        if scores[order] >= least and (share := _name_coverage(rest[order], query_parts)):
            components["of the name"] = COVERED * share
            scores[order] += COVERED * share
    top: dict[str, float] = defaultdict(float)
    for order, score in scores.items():
        top[rest[order].slug] = max(top[rest[order].slug], score)
    return [
        _hit(candidates, rest[order], score, components_by_item.get(order, {}))
        for order, score in scores.items()
        if score > max(LEAST, NEAR_TOP * top[rest[order].slug])
    ]


def _likely(candidates: Candidates) -> Set[int]:
    """Returns the numbers of items worth scoring: those with enough words or other evidence."""
    shared = candidates.words.shared
    floor = FLOOR * max(shared.values(), default=0.0)
    likely = {order for order, weight in shared.items() if weight >= floor}
    for coverage in candidates.coverage.values():
        least = OFTEN * max(coverage.values(), default=0.0)
        likely |= {order for order, share in coverage.items() if share >= least}
    return likely | candidates.names.keys() | candidates.numbers.keys()


def _by_words(candidates: Candidates, order: int) -> float:
    return WORDS * candidates.words.shared.get(order, 0.0) / candidates.words.total


def _components(query: Query, candidates: Candidates, item: IndexItem) -> dict[str, float]:
    """Returns the components of an item's score: name to points, in the order to show them."""
    order, kind = item.order, (item.slug, item.kind_id)
    components = {"words": _by_words(candidates, order)}
    covers = candidates.coverage.get(item.slug, {})
    if order in covers:
        components["spoken"] = COVERAGE * covers[order]
    ngrams = candidates.ngrams.get(item.slug, {})
    if order in ngrams:
        components["letters"] = NGRAMS * ngrams[order]
    looked_for = candidates.kinds_looked_for
    if order in candidates.names and (kind in looked_for or not looked_for):
        components["named"] = NAMED * candidates.names[order][1]
    if order in candidates.numbers:
        sought = kind in (candidates.kinds if query.tells_age else looked_for)
        asked = SOUGHT_FACT if sought else ASKED_FACT
        points = asked if query.is_question or query.tells_age else FACT
        components["number"] = points * candidates.numbers[order]
    if order in candidates.words.complete and order not in candidates.words.guessed:
        components["all"] = ALL
    if kind in looked_for:
        components["kind"] = OF_KIND
    if item.kind_id == CASE and order not in candidates.names:
        components["only an example"] = -EXAMPLE * sum(components.values())
    return components


def _name_coverage(item: IndexItem, query_parts: set[str]) -> float:
    """Returns how much of an item's name the query contains, 0 to 1; of several names, the most.

    ``query_parts`` are the query's parts (word stems, pairs of letters).
    """
    best = 0.0
    for key in item.keys:
        if key.far != 1 and key.parts:
            shared = sum(weight for part, weight in key.parts.items() if part in query_parts)
            best = max(best, shared / sum(key.parts.values()))
    return best


def _hit(
    candidates: Candidates, item: IndexItem, score: float, components: Mapping[str, float]
) -> Hit:
    order = item.order
    name = candidates.names[order][0] if order in candidates.names and components else ""
    return Hit(item, _reason(candidates, order, components), name, score, tuple(components.items()))


def _reason(candidates: Candidates, order: int, components: Mapping[str, float]) -> HitReason:
    if not components:
        return HitReason.SOME
    if order in candidates.numbers:
        return HitReason.FACT
    if order in candidates.names:
        return HitReason.NAMED
    words = candidates.words
    if order in words.guessed:
        return HitReason.NEAR
    if order in words.complete:
        return HitReason.WORDS if components["words"] > NEARLY_ALL * WORDS else HitReason.TEXT
    return HitReason.SOME
