"""What a search shows, wherever it is asked: on its own page, or at a table.

One answer serves the whole page and, to htmx, only its hits.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from companion.lookup import search
from companion.lookup.search import narrowing
from scoring.core.game import Game


def found(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Hits for ``q`` in the game of that slug, or in all; what the templates of hits show."""
    typed = request.GET.get("q", "")[: search.LONGEST]
    shelf = search.shelf()
    game = shelf.get(slug)
    found = search.find(typed, slug if game else "")
    passage = search.answer(found)
    counts = found.counts or {}
    context: dict[str, Any] = {
        "query": typed,
        "game": game,
        "found": found,
        "passage": passage,
        "related": search.related(passage) if passage else (),
        "asked": found.query.asks,
        "more": found.total - len(found.hits),
        # The chosen game first: on a phone the row goes on beyond the edge.
        "chips": sorted(
            [(g, counts.get(s, 0)) for s, g in shelf.items() if counts.get(s) or g is game],
            key=lambda chip: chip[0] is not game,
        ),
        "all": sum(counts.values()),
        "shelf": shelf.values(),
        "debug": "debug" in request.GET,
    }
    return context | (_narrowing(game, found) if typed.strip() else {})


def answer(request: HttpRequest, page: str, context: dict[str, Any]) -> HttpResponse:
    """The page, or its hits alone."""
    htmx = getattr(request, "htmx", None)
    only_hits = htmx and htmx.target == "hits"
    response = render(request, "lookup/_hits.html" if only_hits else page, context)
    # The address is the same for both; a browser must not show the one for the other.
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _narrowing(game: Game | None, found: search.Found) -> dict[str, Any]:
    """The filters in a query, each with the query without it, and those to add."""
    query = found.query
    used = [(each, query.without_filter(each)) for each in query.used]
    if game is None:
        return {"used": used}
    typed = " ".join([*query.rest, *query.used])

    def offered(chips: tuple[narrowing.Chip, ...]) -> list[tuple[narrowing.Chip, str]]:
        return [(chip, f"{typed} {chip.token}") for chip in chips if chip.token not in query.used]

    return {
        "used": used,
        "kinds": offered(narrowing.kinds(game, found.items)),
        "rows": [(row.name, offered(row.chips)) for row in narrowing.facts(game, found.items)],
    }
