"""Finds the hits for a query: parses it, retrieves candidates, ranks them.

Exact matches of names come first, by certainty, then all others by score. Each hit has a reason
and the components of its score.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache

from scoring import games_by_slug

from . import search_index
from .hits import Hit, HitReason
from .index_items import IndexItem
from .normalise import STOP, contains, fold, wide
from .posting_lists import Postings, rarity
from .query_parsing import Query, parse
from .retrieval import Candidates, nearest, retrieve
from .search_index import Index
from .text_features import GENERAL, filler, ngrams
from .text_statistics import ngram_statistics, tables

MOST = 20
"""Number of hits returned unless the caller gives another."""
WORDS, NAMED = 32.0, 14.0
FACT, SOUGHT_FACT, ASKED_FACT = 100.0, 64.0, 12.0
"""Points that an entry's score gets for what it shares with the query.

- ``WORDS``: it has all words of the query; fewer for a share of them.
- ``NAMED``: the query names it in full; fewer if the name is a small part of the query.
- ``FACT``: a number matches. Instead, if the query is a question or tells an age, ``SOUGHT_FACT``
  for things of the kind that it asks for, and ``ASKED_FACT`` for others: there the number rarely
  decides.
"""
FITS = 8.0
"""Points if the entry is of the kind that the query asks for, or if the query has a whole name."""
COVERAGE = 120.0
"""Points if the entry's texts and example questions cover all of the query."""
NGRAMS = 24.0
"""Points if no other entry of its game has as many n-grams of the query."""
CASE, EXAMPLE = "example", 0.25
"""``CASE``: id of the kind of entries that are worked examples of rules.

``EXAMPLE``: share of their score that is deducted, so that rules come first.
"""
LIKELY = 0.6
"""Share of the best one's words, or of a game's best cover, that makes an entry worth scoring."""
NEAR_TOP = 0.4
"""Share of the best score in its game that a hit must exceed."""
LEAST = 43.0
"""Least score of a game's best hit; below, as for a game that is not here, nothing is found."""
CLOSE = 0.85
"""Share of the best score from which a hit about a table's current phase is moved to the front."""
IN_TEXTS = 0.5
"""Share of the weight of a query's words from which a hit is said to have them in its text."""


type Likeness = Mapping[int, float]
"""Likeness of items to a query, by number in the index; those that do not fit are left out."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Likeness of entries to a query besides the words that they share.

    - ``coverage``, ``ngrams``: share of words and of letter sequences in common, by game, item.
      N-grams err otherwise than words do, so an answer that they confirm needs less of a lead.
    - ``numbers``: how well each item's numbers fit those of the query.
    """

    coverage: Mapping[str, Likeness]
    ngrams: Mapping[str, Likeness]
    numbers: Likeness


@dataclass(frozen=True, slots=True)
class SearchResults:
    """Results of a search: hits, their number in all and by game, similar names.

    - ``query``: the query as it was interpreted.
    - ``hits``: the best of ``total`` hits; ``items``: all items found.
    - ``counts``: number of hits by game.
    - ``nearest``: similar names, only if nothing was found.
    - ``candidates``, ``evidence``: what was ranked, by what; None if it has only filters.
    """

    query: Query
    hits: tuple[Hit, ...] = ()
    total: int = 0
    counts: Mapping[str, int] | None = None
    nearest: tuple[Hit, ...] = ()
    items: tuple[IndexItem, ...] = ()
    candidates: Candidates | None = None
    evidence: Evidence | None = None

    @property
    def terms(self) -> tuple[str, ...]:
        """The words searched for, to mark them in hits; empty if nothing was searched."""
        query = self.query
        if not (query.terms or query.filters):
            return ()
        return tuple(dict.fromkeys((query.whole, *(t for t in query.terms if t not in STOP))))


def find(text: str, game: str = "", most: int = MOST, first: Container[str] = ()) -> SearchResults:
    """Returns the results of a search: the ``most`` best hits for a query, and their number.

    ``game``: slug of the only game to search, or "" for all. Entries of ``first``, given by id,
    come first if they score nearly as well as others.

    The result's ``counts`` has the number of hits of each game, also of those not searched. Theirs
    is approximate, since their items are compared by words alone.
    """
    index = search_index.index_of(tuple(games_by_slug()))
    query = parse(index, text, game)
    if query.foreign or not (query.terms or query.filters):
        return SearchResults(query)
    candidates = evidence = None
    if query.terms:
        candidates = retrieve(index, query, index.items)
        evidence = Evidence(
            coverage(index, query), ngram_scores(index, query), fitting_numbers(index, query)
        )
        hits = rank(query, candidates, evidence)
        if not hits and (query.filters or query.without or query.phrases):
            # Search again among allowed items only: hits too weak before may be the best there.
            allowed = [item for item in index.items if is_allowed(query, item)]
            candidates = retrieve(index, query, allowed)
            hits = rank(query, candidates, evidence)
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
        () if hits or not query.terms else nearest(index, query),
        tuple(hit.item for hit in hits),
        candidates,
        evidence,
    )


def rank(query: Query, candidates: Candidates, evidence: Evidence) -> list[Hit]:
    """Returns the hits for a query among the candidates, best first.

    A candidate without an exact match is a hit if it scores more than the share ``NEAR_TOP`` of the
    best score in its game.
    """
    exact = candidates.exact
    hits = {hit.item: hit for hit in _scored(query, candidates, evidence)}
    for hit in candidates.spelling:
        other = hits.get(hit.item)
        if hit.item.order in candidates.rest and (other is None or other.score < hit.score):
            hits[hit.item] = hit
    scored = sorted(hits.values(), key=lambda hit: (-hit.score, hit.item.order))
    return [hit for hit in (*exact, *scored) if is_allowed(query, hit.item)]


def put_first(hits: Sequence[Hit], entries: Container[str]) -> list[Hit]:
    """Returns the hits with those of ``entries`` (ids) in front if they score nearly as well."""
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
    """True unless an item fails a filter, has an excluded word or lacks a quoted phrase."""
    if query.games and (item.slug not in query.games or item.entry is None):
        return False
    if not all(item.order in each for each in query.filters):
        return False

    def has(part: str) -> bool:
        return part.replace(" ", "") in item.called or contains(item.text, item.words, part)

    return not any(map(has, query.without)) and all(map(has, query.phrases))


def _scored(query: Query, candidates: Candidates, evidence: Evidence) -> list[Hit]:
    """Returns the hits among the candidates without an exact match, unsorted."""
    rest, words = candidates.rest, candidates.words
    if len(query.whole) < 2:
        return [
            Hit(item, HitReason.TEXT, "", 1.0)
            for item in rest.values()
            if contains(item.text, item.words, query.whole)
        ]
    if not words.total:
        return []
    likely = _likely(candidates, evidence)
    query_parts = {part for options in words.terms for part, _weight in options}
    components_by_item: dict[int, dict[str, float]] = {}
    scores: dict[int, float] = {}
    for order in rest.keys() & likely:
        item = rest[order]
        if query.game in ("", item.slug):
            components_by_item[order] = _components(query, candidates, evidence, item)
            if share := _name_coverage(item, query_parts):
                components_by_item[order]["of the name"] = FITS * share
        else:
            # Other games only show a number of hits: the score by words is enough.
            scores[order] = _by_words(candidates, order)
    scores |= {order: sum(components.values()) for order, components in components_by_item.items()}
    top: dict[str, float] = defaultdict(float)
    for order, score in scores.items():
        top[rest[order].slug] = max(top[rest[order].slug], score)
    return [
        _hit(candidates, evidence, rest[order], score, components_by_item.get(order, {}))
        for order, score in scores.items()
        if score > NEAR_TOP * top[rest[order].slug]
        and (order not in components_by_item or top[rest[order].slug] >= LEAST)
    ]


def _likely(candidates: Candidates, evidence: Evidence) -> Set[int]:
    """Returns the items worth scoring, as numbers in the index; ``candidates`` are those retrieved.

    An item is, if it has at least ``LIKELY`` of the best one's words or cover by ``evidence``, or
    if the query has its name or a number that fits it.
    """
    likely = candidates.names.keys() | evidence.numbers.keys()
    for likeness in (candidates.words.shared, *evidence.coverage.values()):
        least = LIKELY * max(likeness.values(), default=0.0)
        likely |= {order for order, share in likeness.items() if share >= least}
    return likely


def _by_words(candidates: Candidates, order: int) -> float:
    return WORDS * candidates.words.shared.get(order, 0.0) / candidates.words.total


def _components(
    query: Query, candidates: Candidates, evidence: Evidence, item: IndexItem
) -> dict[str, float]:
    """Returns the parts of an item's score: their name to points, in the order to show them."""
    order, kind = item.order, (item.slug, item.kind_id)
    components = {"words": _by_words(candidates, order)}
    covers = evidence.coverage.get(item.slug, {})
    if order in covers:
        components["spoken"] = COVERAGE * covers[order]
    ngrams = evidence.ngrams.get(item.slug, {})
    if order in ngrams:
        components["letters"] = NGRAMS * ngrams[order]
    looked_for = query.selection.kinds if query.selection.looked_for else frozenset()
    if order in candidates.names and (kind in looked_for or not looked_for):
        components["named"] = NAMED * candidates.names[order][1]
    if order in evidence.numbers:
        tells_age = _tells_age(query.plain)
        sought = kind in (query.selection.kinds if tells_age else looked_for)
        asked = SOUGHT_FACT if sought else ASKED_FACT
        points = asked if query.is_question or tells_age else FACT
        components["number"] = points * evidence.numbers[order]
    if kind in looked_for:
        components["kind"] = FITS
    if item.kind_id == CASE and order not in candidates.names:
        components["only an example"] = -EXAMPLE * sum(components.values())
    return components


def _tells_age(text: str) -> bool:
    """True if a text has a game's age and more: *rounds in age 2*, 世代2のキャンプ."""
    rest, ages = _AGE.subn("", wide(text))
    return bool(ages and rest.strip())


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
    candidates: Candidates,
    evidence: Evidence,
    item: IndexItem,
    score: float,
    components: Mapping[str, float],
) -> Hit:
    order = item.order
    name = candidates.names[order][0] if order in candidates.names and components else ""
    if not components:
        why = HitReason.SOME
    elif order in evidence.numbers:
        why = HitReason.FACT
    elif name:
        why = HitReason.NAMED
    else:
        why = HitReason.TEXT if components["words"] >= IN_TEXTS * WORDS else HitReason.SOME
    return Hit(item, why, name, score, tuple(components.items()))


# ── texts, n-grams, numbers ─────────────────────────────────────────────────────────────────────


_AGE = re.compile(r"第?\d+世代|世代\d+|\bage \d+")
_LEFT = re.compile(
    "(?:が|は|を|の|に|で|と|コスト|こすと|is|are|of|costs?|worth|value|number|no|=)+$"
)
_RIGHT = re.compile("^(?:つ|個|枚|本|こ|まい|の|of|x|more|or)+")


def coverage(index: Index, query: Query) -> Mapping[str, Likeness]:
    """Returns the share, 0 to 1, of a query's words that each entry's questions and texts have.

    By game, then entry; only for the query's game, if any. Rare words of a game weigh more.
    """
    # An unknown word pair or sequence has no weight; an unknown word has the most.
    words = query.features[0]
    weights = {**words, **filler(query.plain)}.items()
    by_game: dict[str, Likeness] = {}
    for slug, statistics in tables(index).items():
        if query.game not in ("", slug):
            continue
        postings, count = statistics.postings, statistics.item_count
        found = [(weight, part) for part, weight in weights if part in postings]
        rest = [weight for part, weight in words.items() if part not in postings]
        total = math.log(count + 1) * sum(rest) + sum(
            weight * rarity(count, postings.holders(part)) for weight, part in found
        )
        weighted_postings = ((weight / total, postings[part]) for weight, part in found)
        by_game[slug] = _weighted_sums(weighted_postings, len(index.items))
    return by_game


def ngram_scores(index: Index, query: Query) -> Mapping[str, Likeness]:
    """Returns each entry's score by letter sequences in common with the query, 1 for the best.

    By game; only for the query's game, if any.
    """
    by_game: dict[str, Likeness] = {}
    for slug in (query.game,) if query.game else index.game_names:
        postings = ngram_statistics(index, slug).postings
        weighted_postings = (
            (times, postings[ngram])
            for ngram, times in Counter(ngrams(query.plain)).items()
            if ngram in postings
        )
        sums = _weighted_sums(weighted_postings, len(index.items))
        best = max(sums.values(), default=1.0)
        by_game[slug] = {order: score / best for order, score in sums.items()}
    return by_game


def _weighted_sums(
    weighted_postings: Iterable[tuple[float, Postings]], item_count: int
) -> dict[int, float]:
    """Adds up each item's weights over all parts, by its number; items without any are left out.

    ``weighted_postings``: for each part a factor, and the weights of the items that have it.
    """
    sums = [0.0] * item_count
    for factor, (orders, weights) in weighted_postings:
        for order, weight in zip(orders, weights, strict=True):
            sums[order] += factor * weight
    return {order: sum_ for order, sum_ in enumerate(sums) if sum_}


def fitting_numbers(index: Index, query: Query) -> Likeness:
    """Returns how well each entry's numbers fit those of the query, from 0 to at most 1.3.

    A number fits (1) if the query has it next to a word for what it counts, such as *3 wood*, and
    better (1.3) if the query also has a word for the entry's fact with that number, such as *cost*.
    """
    likeness: dict[int, float] = defaultdict(float)
    whole, measures = query.whole, _measures(query.plain)[:4]
    for measure in measures:
        lefts = (measure.before, _LEFT.sub("", measure.before))
        rights = (measure.after, _RIGHT.sub("", measure.after))
        best: dict[int, float] = {}
        for order, number in index.numbers.get(measure.value, ()):
            if _is_adjacent(closure(number.of), lefts, rights):
                has_fact = any(word in whole for word in closure(number.rows))
                fit = 1.0 + 0.3 * (number.rows != number.of and has_fact)
                best[order] = max(best.get(order, 0.0), fit - 0.1 * number.shared)
        for order, fit in best.items():
            likeness[order] += fit / len(measures)
    return likeness


@cache
def closure(words: tuple[str, ...]) -> tuple[str, ...]:
    """Returns normalised words, and all their synonyms that hold in every game."""
    found = dict.fromkeys(words)
    for group in GENERAL:
        if any(word.folded in found for word in group):
            found |= dict.fromkeys(word.folded for word in group)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Measure:
    """A number in a query, and the normalised text before and after it."""

    value: int
    before: str
    after: str


def _measures(text: str) -> list[Measure]:
    """Returns the numbers in a text, without those joined to Latin letters such as "3b"."""
    low, found = wide(text), []
    for match in re.finditer(r"(?<![a-z\d])\d{1,4}(?![a-z\d])", low):
        before, after = fold(low[: match.start()]), fold(low[match.end() :])
        found.append(Measure(int(match[0]), before, after))
    return found


def _is_adjacent(words: tuple[str, ...], lefts: tuple[str, ...], rights: tuple[str, ...]) -> bool:
    """True if the query has one of the words directly before or after one of its numbers.

    ``lefts``: the query's text before that number, as it is and without a particle at its end.
    ``rights``: the text after it, as it is and without a particle at its start.
    """
    before = any(left.endswith(words) for left in lefts)
    return before or any(right.startswith(words) for right in rights)
