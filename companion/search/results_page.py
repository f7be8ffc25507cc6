"""Template context and response of search results, for the search page and for tables.

A response is either the whole page or, for htmx, only its hits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from companion import search
from companion.search import filters
from scoring.text.localised import supported_language


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
    typed = request.GET.get("q", "")[: search.LONGEST]
    games = search.games_by_slug()
    game = games.get(slug)
    results = search.find(typed, slug if game else "", first=here.entries)
    answers = search.answers(results)
    passage = answers[0] if len(answers) == 1 else None
    counts = results.counts or {}
    context: dict[str, Any] = {
        "query": typed,
        "game": game,
        "results": results,
        "passage": passage,
        "several": answers if passage is None else (),
        "players": here.players,
        "for_players": search.for_players(passage.entry, here.players) if passage else None,
        "related": search.related(passage) if passage else (),
        "is_question": results.query.is_question and not results.query.lists,
        "listed": _with_excerpts(_listed(results, answers), results.query),
        "nearest": _with_excerpts(results.nearest, results.query),
        "clear": not answers and _clear(results),
        "more": results.total - len(results.hits),
        # The chosen game first, since the row may be wider than a phone's screen.
        "chips": sorted(
            [(g, counts.get(s, 0)) for s, g in games.items() if counts.get(s) or g is game],
            key=lambda chip: chip[0] is not game,
        ),
        "all": sum(counts.values()),
        "games": games.values(),
        "debug": "debug" in request.GET,
    }
    return context | (filters.filters_context(game, results) if typed.strip() else {})


def respond(request: HttpRequest, page: str, context: dict[str, Any]) -> HttpResponse:
    """Renders the whole page by its template ``page``, or for htmx only the hits."""
    htmx = getattr(request, "htmx", None)
    only_hits = htmx and htmx.target == "hits"
    response = render(request, "lookup/_hits.html" if only_hits else page, context)
    # Both have the same URL; a cache must not serve one for the other.
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _with_excerpts(
    hits: Sequence[search.Hit], query: search.Query
) -> list[tuple[search.Hit, tuple[search.Bits, ...]]]:
    """Returns each hit with excerpts of its entry; of a game itself, which has none, with ().

    If the query is a question, the first ``FIRST`` hits have short entries in full.
    """
    language = supported_language(get_language() or "en")
    return [
        (
            hit,
            search.excerpt(
                query, (entry.text, *entry.body), language, whole=query.is_question and n < FIRST
            )
            if (entry := hit.item.entry)
            else (),
        )
        for n, hit in enumerate(hits)
    ]


def _listed(
    results: search.SearchResults, answers: tuple[search.Passage, ...]
) -> tuple[search.Hit, ...]:
    """Returns the hits without the entries that the answer box shows."""
    answered = {each.item for passage in answers for each in passage.both}
    return tuple(hit for hit in results.hits if hit.item not in answered)


def _clear(results: search.SearchResults) -> bool:
    """True if the first hit is so certain that the query cannot mean another."""
    certain = [hit for hit in results.hits[:2] if hit.why <= search.HitReason.SAME]
    return results.total == 1 or (len(certain) == 1 and certain[0] is results.hits[0])
