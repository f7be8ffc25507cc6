"""View of the search page: the whole page or, for htmx, only its hits.

The page at a table is the same. Filters are those in use, and those to add for kinds and differing
facts.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers

from companion.http.caching import public_page
from companion.http.url_converters import id_of
from scoring import games_by_slug
from scoring.game import Game
from scoring.text.localised import Text, Verbatim

from . import query_parsing
from .answering import Passage, answers
from .hits import Hit, HitReason
from .index_items import IndexItem
from .query_parsing import spelling
from .ranking import SearchResults
from .ranking import find as search

ROWS = 5
"""Greatest number of facts (numbers or words of entries, such as cost) with filters."""
LEAST = 3
"""Least number of hits that must have a fact for its filters to be offered.

At least one in ``ONE_IN`` of all hits must have it, too.
"""
ONE_IN = 5


@public_page
def find(request: HttpRequest) -> HttpResponse:
    """Shows hits for the query ``q`` in all games, or in ``game``; without one, example queries.

    At a table, and on a page opened from one, it searches the table's game unless the parameter
    ``game`` is given; an empty one means all games. ``lately``: slugs of the games that this phone
    played last, whose answers come first.
    """
    at = getattr(request, "table", None)
    typed = request.GET.get("q", "")[: query_parsing.LONGEST]
    slug = id_of(request.GET.get("game", at.game if at else ""))
    game = games_by_slug().get(slug)
    results = search(typed, slug if game else "", first=at.entries if at else ())
    passages = answers(results)
    lately = request.GET.get("lately", "")[: query_parsing.LONGEST]
    context = {
        "layout": "base.html",
        "address": reverse("find"),
        "query": typed,
        "debug": "debug" in request.GET,
        "lately": lately,
        "players": at.players if at else 0,
        **_results_context(game, results, passages, lately.split()),
        **(_filters_context(game, results) if typed.strip() else {}),
        **(at.tab if at else {}),
    }
    htmx = getattr(request, "htmx", None)
    only_hits = htmx and htmx.target == "hits"
    response = render(request, "lookup/_hits.html" if only_hits else "lookup/search.html", context)
    # Both have the same URL; a cache must not serve one for the other.
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _results_context(
    game: Game | None,
    results: SearchResults,
    passages: tuple[Passage, ...],
    lately: Sequence[str],
) -> dict[str, Any]:
    """Returns the template context of hits, ``results``, and answers, ``passages``.

    ``game``: the only one searched, or None. ``lately``: slugs of games, whose answers come first
    if there are several.
    """
    games = games_by_slug()
    passage = passages[0] if len(passages) == 1 else None
    counts = results.counts or {}
    order = {slug: n for n, slug in enumerate(lately)}
    several = () if passage else passages
    return {
        "game": game,
        "results": results,
        "passage": passage,
        "several": sorted(several, key=lambda one: order.get(one.item.box.slug, len(order))),
        "is_question": results.query.is_question and not results.query.lists,
        "listed": _listed(results, passages),
        "clear": not passages and _clear(results),
        "more": results.total - len(results.hits),
        # The chosen game first, since the row may be wider than a phone's screen.
        "chips": sorted(
            [(g, counts.get(s, 0)) for s, g in games.items() if counts.get(s) or g is game],
            key=lambda chip: chip[0] is not game,
        ),
        "games": games.values(),
    }


def _listed(results: SearchResults, answers: tuple[Passage, ...]) -> tuple[Hit, ...]:
    """Returns the hits of a search without the entries that the answer box shows already."""
    answered = {each.item for passage in answers for each in passage.both}
    return tuple(hit for hit in results.hits if hit.item not in answered)


def _clear(results: SearchResults) -> bool:
    """True if a search has one hit, or if only its first one has the query as name or synonym."""
    certain = [hit for hit in results.hits[:2] if hit.why <= HitReason.SAME]
    return results.total == 1 or (len(certain) == 1 and certain[0] is results.hits[0])


# ── filters ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter offered as a button: the text it adds to the query, label, number of hits left."""

    token: str
    label: Text
    count: int


def _filters_context(game: Game | None, results: SearchResults) -> dict[str, Any]:
    """Returns the template context of filters: those in use, interpretations, and filters to add.

    Each is paired with the query that a tap on it sends. ``game``: the only one searched; filters
    to add need it.
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
    """Returns a filter for each kind of entry among the found ``items``; none for a single kind."""
    counts = Counter(item.kind_id for item in items if item.entry)
    chips = [
        Chip(f"kind:{kind.id}", kind.many, counts[kind.id])
        for kind in game.catalogue.kinds.values()
        if counts[kind.id]
    ]
    return chips if len(chips) > 1 else ()


def _facts(game: Game, items: Iterable[IndexItem]) -> Sequence[tuple[Text, Sequence[Chip]]]:
    """Returns pairs (label of a fact, filters by its values), for facts in which hits differ.

    At most ``ROWS``, in the game's order of facts. ``items``: the entries and games found.
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
    """Returns filters by a numeric fact, such as the cost: one for each value.

    Of more than four values, two: up to the median, and above. ``fact``: its id. ``values``: its
    value for each hit that has it.
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
