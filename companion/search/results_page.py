"""Template context and response of search results, for the search page and for tables.

A response is either the whole page or, for htmx, only its hits.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from companion import search
from companion.search import facets
from scoring.game import Game


@dataclass(frozen=True, slots=True)
class TableContext:
    """State of the table at which a query is typed, which its players do not mention.

    - ``players``: number of players; 0 without a table.
    - ``entries``: ids of the entries that the current phase of the game refers to.
    """

    players: int = 0
    entries: tuple[str, ...] = ()


NO_TABLE = TableContext()
CLOSE = 0.85
"""Share of the best score from which a hit about the table's current phase is moved to front."""


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
    results = _now_first(search.find(typed, slug if game else ""), here)
    answers = search.answers(results)
    passage = answers[0] if len(answers) == 1 else None
    counts = results.counts or {}
    context: dict[str, Any] = {
        "query": typed,
        "game": game,
        "found": results,
        "passage": passage,
        "several": answers if passage is None else (),
        "players": here.players,
        "for_us": search.player_count.paragraph(passage.entry, here.players) if passage else None,
        "related": search.related(passage) if passage else (),
        "asked": results.query.is_question and not results.query.lists,
        "listed": _listed(results, answers),
        "clear": not answers and _clear(results),
        "more": results.total - len(results.hits),
        # The chosen game first, since the row may be wider than a phone's screen.
        "chips": sorted(
            [(g, counts.get(s, 0)) for s, g in games.items() if counts.get(s) or g is game],
            key=lambda chip: chip[0] is not game,
        ),
        "all": sum(counts.values()),
        "shelf": games.values(),
        "debug": "debug" in request.GET,
    }
    return context | (_narrowing(game, results) if typed.strip() else {})


def answer(request: HttpRequest, page: str, context: dict[str, Any]) -> HttpResponse:
    """Renders the whole page, or only its hits for htmx."""
    htmx = getattr(request, "htmx", None)
    only_hits = htmx and htmx.target == "hits"
    response = render(request, "lookup/_hits.html" if only_hits else page, context)
    # Both have the same URL; a cache must not serve one for the other.
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _now_first(results: search.SearchResults, here: TableContext) -> search.SearchResults:
    """Moves hits about the table's current phase to the front if they score nearly as well."""
    if not results.hits or results.hits[0].why <= search.HitReason.INSIDE:
        return results
    least = CLOSE * results.hits[0].score
    now = [
        hit
        for hit in results.hits
        if hit.score >= least and hit.item.entry and hit.item.entry.id in here.entries
    ]
    return replace(results, hits=(*now, *(hit for hit in results.hits if hit not in now)))


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


def _narrowing(game: Game | None, results: search.SearchResults) -> dict[str, Any]:
    """Returns the template context of filters: those in use, interpretations, and filters to add.

    Each comes with the query that a tap on it sends: without the filter or interpretation in use,
    or with the offered filter added.
    """
    query = results.query
    used = [(each, query.without_filter(each)) for each in query.used]
    first = results.hits[0] if results.hits else None
    notes = list(query.notes)
    if first and first.why is search.HitReason.NEAR and first.key:
        notes.append(search.spelling(query.plain, first.key, query.plain))
    read = [(note, " ".join([note.without, *query.used])) for note in notes]
    if game is None:
        return {"used": used, "read": read}
    typed = " ".join([*query.rest, *query.used])

    def offered(chips: tuple[facets.Chip, ...]) -> list[tuple[facets.Chip, str]]:
        return [(chip, f"{typed} {chip.token}") for chip in chips if chip.token not in query.used]

    return {
        "used": used,
        "read": read,
        "kinds": offered(facets.kinds(game, results.items)),
        "rows": [(row.name, offered(row.chips)) for row in facets.facts(game, results.items)],
    }
