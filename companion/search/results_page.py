"""Template context and response of search results, for the search page and for tables.

A response is either the whole page or, for htmx, only its hits. A hit shows its best paragraph with
the words of the query marked. Filters are those in use, and those to add for kinds and differing
facts.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median_low
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from scoring import games_by_slug
from scoring.game import Game
from scoring.model.catalogue import Entry
from scoring.text.localised import Text, Verbatim, supported_language

from . import queries
from .answering import Passage, answers
from .hits import WHOLE, Hit, HitReason
from .index_items import IndexItem
from .normalise import STOP, fold, stem, wide
from .queries import Query, spelling
from .ranking import SearchResults, find

ROWS = 5
"""Greatest number of facts (numbers or words of entries, such as cost) with filters."""
LEAST = 3
"""Least number of hits that must have a fact for its filters to be offered.

At least one in ``ONE_IN`` of all hits must have it, too.
"""
ONE_IN = 5
LONGEST = 200
"""Longest excerpt of a paragraph, in characters."""

type Bits = tuple[tuple[str, bool], ...]
"""A text in pieces, each with a flag: true if it is marked."""

_WORD = re.compile(r"[^\W_ぁ-ゖァ-ヺー一-鿿]+|[ァ-ヺー]{2,}|[一-鿿]+|[ぁ-ゖー]+|\d+")


@dataclass(frozen=True, slots=True)
class TableContext:
    """State of the table at which a query is typed, which its players do not mention.

    - ``players``: number of players; 0 without a table.
    - ``entries``: ids of the entries that the current phase of the game refers to.
    """

    players: int = 0
    entries: tuple[str, ...] = ()


NO_TABLE = TableContext()
FIRST = 3
"""Number of hits that show a short entry in full if the query is a question."""


def results_context(
    request: HttpRequest, slug: str, here: TableContext = NO_TABLE
) -> dict[str, Any]:
    """Returns the template context of search results: hits, answers, filters.

    The query is the parameter ``q`` of the address; it is searched in the game ``slug``, or in all
    games if that is "".
    """
    typed = request.GET.get("q", "")[: queries.LONGEST]
    games = games_by_slug()
    game = games.get(slug)
    results = find(typed, slug if game else "", first=here.entries)
    passages = answers(results)
    passage = passages[0] if len(passages) == 1 else None
    counts = results.counts or {}
    context: dict[str, Any] = {
        "query": typed,
        "game": game,
        "results": results,
        "passage": passage,
        "several": passages if passage is None else (),
        "players": here.players,
        "for_players": for_players(passage.entry, here.players) if passage else None,
        "related": related(passage) if passage else (),
        "is_question": results.query.is_question and not results.query.lists,
        "listed": _with_excerpts(_listed(results, passages), results.query),
        "nearest": _with_excerpts(results.nearest, results.query),
        "clear": not passages and _clear(results),
        "more": results.total - len(results.hits),
        # The chosen game first, since the row may be wider than a phone's screen.
        "chips": sorted(
            [(g, counts.get(s, 0)) for s, g in games.items() if counts.get(s) or g is game],
            key=lambda chip: chip[0] is not game,
        ),
        "games": games.values(),
        "debug": "debug" in request.GET,
    }
    return context | (filters_context(game, results) if typed.strip() else {})


def respond(request: HttpRequest, page: str, context: dict[str, Any]) -> HttpResponse:
    """Renders the whole page by its template ``page``, or for htmx only the hits."""
    htmx = getattr(request, "htmx", None)
    only_hits = htmx and htmx.target == "hits"
    response = render(request, "lookup/_hits.html" if only_hits else page, context)
    # Both have the same URL; a cache must not serve one for the other.
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _with_excerpts(hits: Sequence[Hit], query: Query) -> list[tuple[Hit, tuple[Bits, ...]]]:
    """Returns each hit with excerpts of its entry; of a game itself, which has none, with ().

    If the query is a question, the first ``FIRST`` hits have short entries in full.
    """
    language = supported_language(get_language() or "en")
    return [
        (
            hit,
            excerpt(
                query, (entry.text, *entry.body), language, whole=query.is_question and n < FIRST
            )
            if (entry := hit.item.entry)
            else (),
        )
        for n, hit in enumerate(hits)
    ]


def _listed(results: SearchResults, answers: tuple[Passage, ...]) -> tuple[Hit, ...]:
    """Returns the hits without the entries that the answer box shows."""
    answered = {each.item for passage in answers for each in passage.both}
    return tuple(hit for hit in results.hits if hit.item not in answered)


def _clear(results: SearchResults) -> bool:
    """True if the first hit is so certain that the query cannot mean another."""
    certain = [hit for hit in results.hits[:2] if hit.why <= HitReason.SAME]
    return results.total == 1 or (len(certain) == 1 and certain[0] is results.hits[0])


def related(passage: Passage, most: int = 6) -> tuple[Entry, ...]:
    """Returns entries to read next: those the entry is about, those about it, those it links to.

    At most ``most``, without those that the passage shows.
    """
    catalogue, entry = passage.item.catalogue, passage.entry
    rulings = [each.id for each in catalogue.values() if entry.id in each.about]
    ids = dict.fromkeys((*entry.about, *rulings, *entry.see))
    shown = {each.entry.id for each in passage.both}
    return tuple(catalogue[id_] for id_ in ids if id_ not in shown)[:most]


_SO_MANY = re.compile(r"(\d)(?:-(\d))? players?:")


def for_players(entry: Entry, players: int) -> Text | None:
    """Returns the paragraph for that many players, such as *2-3 players:*, or None."""
    for text in entry.body:
        if match := _SO_MANY.match(text.en):
            least, most = int(match[1]), int(match[2] or match[1])
            if least <= players <= most:
                return text
    return None


# ── excerpts ────────────────────────────────────────────────────────────────────────────────────


def excerpt(
    query: Query, texts: tuple[Text, ...], language: str, *, whole: bool = False
) -> tuple[Bits, ...]:
    """Returns an entry's first paragraph, and the one that shares most with a query if different.

    ``texts``: the entry's paragraphs. Each is cut to ``LONGEST`` characters; with ``whole``, a
    short entry is returned in full.
    """
    words = _words(query.plain)
    bits = [_bits(text.in_language(language), words) for text in texts]
    if whole and sum(len(text.in_language(language)) for text in texts) <= WHOLE[language]:
        return tuple(bits)
    best = max(bits, key=lambda each: len({fold(text) for text, marked in each if marked}))
    return tuple(map(_cut, (bits[0],) if best is bits[0] else (bits[0], best)))


@lru_cache(256)
def _words(plain: str) -> frozenset[str]:
    found = set()
    for word in _WORD.findall(wide(plain)):
        if word.isascii():
            found |= {stem(word)} if word not in STOP and len(word) > 1 else set()
        elif not re.fullmatch("[ぁ-ゖー]+", word):
            found.add(word)
    return frozenset(found)


def _bits(paragraph: str, words: frozenset[str]) -> Bits:
    found: list[tuple[str, bool]] = []
    at = 0
    for word, start, end in _words_of(paragraph):
        if word in words:
            found += [(paragraph[at:start], False), (paragraph[start:end], True)]
            at = end
    return (*found, (paragraph[at:], False))


@lru_cache(2048)
def _words_of(paragraph: str) -> tuple[tuple[str, int, int], ...]:
    """Returns the words of a paragraph, Latin ones as stems, each with start and end offset."""
    found = ((wide(match[0]), *match.span()) for match in _WORD.finditer(paragraph))
    return tuple((stem(w) if w.isascii() else w, start, end) for w, start, end in found)


def _cut(bits: Bits) -> Bits:
    """Cuts a paragraph to ``LONGEST`` characters, from its start or from near the first mark."""
    first = next((n for n, (_text, marked) in enumerate(bits) if marked), 0)
    lead = bits[0][0]
    if first and len(lead) > LONGEST // 2:
        bits = (("…" + lead[-LONGEST // 3 :].split(" ", 1)[-1], False), *bits[1:])
    left, kept = LONGEST, []
    for text, marked in bits:
        if len(text) > left:
            kept.append((text[:left].rstrip() + "…", marked))
            break
        kept.append((text, marked))
        left -= len(text)
    return tuple(kept)


# ── filters ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter to offer: the text added to the query, its label, and the number of hits left."""

    token: str
    label: Text
    count: int


def filters_context(game: Game | None, results: SearchResults) -> dict[str, Any]:
    """Returns the template context of filters: those in use, interpretations, and filters to add.

    Each comes with the query that a tap on it sends: without the filter or interpretation in use,
    or with the offered filter added. ``game``: the only one searched; filters to add need it.
    """
    query, notes = results.query, list(results.query.notes)
    first = results.hits[0] if results.hits else None
    if first and first.why is HitReason.NEAR and first.key:
        notes.append(spelling(query.plain, first.key, query.plain))
    context: dict[str, Any] = {
        "used": [(each, query.without_filter(each)) for each in query.used],
        "read": [(note, " ".join([note.without, *query.used])) for note in notes],
    }
    if game is None:
        return context
    typed = " ".join([*query.rest, *query.used])

    def offered(chips: Sequence[Chip]) -> list[tuple[Chip, str]]:
        return [(chip, f"{typed} {chip.token}") for chip in chips if chip.token not in query.used]

    return context | {
        "kinds": offered(_kinds(game, results.items)),
        "rows": [(name, offered(chips)) for name, chips in _facts(game, results.items)],
    }


def _kinds(game: Game, items: Iterable[IndexItem]) -> Sequence[Chip]:
    """Returns a filter for each kind among the hits, or none if they are all of one kind."""
    counts = Counter(item.kind_id for item in items if item.entry)
    chips = [
        Chip(f"kind:{kind.id}", kind.many, counts[kind.id])
        for kind in game.catalogue.kinds.values()
        if counts[kind.id]
    ]
    return chips if len(chips) > 1 else ()


def _facts(game: Game, items: Iterable[IndexItem]) -> Sequence[tuple[Text, Sequence[Chip]]]:
    """Returns filters for facts in which the hits differ, at most ``ROWS``, in the game's order.

    Those for the values of one fact, such as cost, come after its label.
    """
    entries = [item.entry for item in items if item.entry]
    rows = []
    for fact in game.catalogue.facts.values():
        values = [entry.facts[fact.id] for entry in entries if fact.id in entry.facts]
        if len(values) < max(LEAST, len(entries) // ONE_IN):
            continue
        chips: list[Chip] = []
        if fact.type in ("number", "pieces"):
            chips = _numbers(
                fact.id, [sum(v.values()) if isinstance(v, dict) else v for v in values]
            )
        elif fact.type in ("word", "words"):
            counts = Counter(w for v in values for w in ([v] if isinstance(v, str) else v))
            listed = ((word, text) for word, text in fact.words.items() if counts[word])
            chips = [Chip(f"{fact.id}:{word}", text, counts[word]) for word, text in listed]
        if len(chips) > 1:
            rows.append((fact.name, chips))
    return rows[:ROWS]


def _numbers(fact: str, values: list[int]) -> list[Chip]:
    """Returns a filter for each value of a numeric fact; two, split at the median, if over four.

    ``fact``: its id. ``values``: its value for each hit that has it.
    """
    counts = Counter(values)
    if len(counts) <= 4:
        return [Chip(f"{fact}:{n}", Verbatim(str(n)), counts[n]) for n in sorted(counts)]
    middle = median_low(values)
    less = sum(n <= middle for n in values)
    return [
        Chip(f"{fact}<={middle}", Verbatim(f"≤ {middle}"), less),
        Chip(f"{fact}>{middle}", Verbatim(f"> {middle}"), len(values) - less),
    ]
