"""Views of results, finished sheets under permanent links: ranking, score lines, proof."""

import json
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from companion.sheet_pages import result_lines, sheet_building
from companion.sheet_pages.outcome import outcome
from companion.sheet_pages.result_picture import svg
from companion.tables import new_table
from companion.tables.saved_results import example_and_game, result_and_game
from scoring import evaluation
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.player_names_and_colours import players


def result(request: HttpRequest, key: str) -> HttpResponse:
    """Shows the ranking and score rows of the result (finished sheet) ``key``.

    For a single seat it also shows other plans.
    """
    kept, game = result_and_game(key)
    return _page(request, game, kept.state, request.path, {"result": kept})


def example(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Shows the worked example ``name`` of the game ``slug`` like a finished sheet.

    With text and source. Raises ``Http404`` if there is no such example.
    """
    found, game = example_and_game(slug, name)
    state = game.sheet.read(found.state)
    source = game.catalogue.sources[found.source]
    return _page(request, game, state, request.path, {"example": found, "source": source})


def _page(
    request: HttpRequest, game: Game, state: State, path: str, more: dict[str, Any]
) -> HttpResponse:
    found, stored = evaluation.scored(game, state), state
    state = found.known
    alone = len(state["seats"]) == 1
    seats = []
    for placing in found.ranking:
        seat = placing.seat
        shown = result_lines.seat_rows(game, state, found, seat)
        shown |= {"place": placing.place, "reason": placing.reason}
        if alone:
            shown |= result_lines.alternatives(game, state, seat)
        seats.append(shown)
    return render(
        request,
        "result/result.html",
        more
        | {
            "game": game,
            "seats": seats,
            "alone": alone,
            "best": [] if alone else [shown for shown in seats if shown["plan"]],
            "beside": None if alone else result_lines.comparison(found),
            "preset": game.catalogue.presets.get(game.sheet.preset(state)),
            "changed_rulings": sheet_building.changed_rulings(game, state),
            "outcome": outcome(game, state, found),
            "json": json.dumps(stored, ensure_ascii=False, indent=1),
            "corrected": state.get("play", {}).get("corrected"),
            "link": request.build_absolute_uri(path),
        },
    )


@require_safe
def best(request: HttpRequest, key: str) -> HttpResponse:
    """Renders each seat's best plan and its proof in the result (finished sheet) ``key``.

    For the scoreboard of a finished game.
    """
    kept, game = result_and_game(key)
    found = evaluation.scored(game, kept.state)
    owners = players(game.sheet, found.known)
    rows = [
        {
            "seat": each.seat,
            "name": owners[each.seat].name,
            "owner": owners[each.seat],
            "breakdown": found.breakdowns[each.seat],
            "plan": found.plans[each.seat],
        }
        for each in found.ranking
        if each.seat in found.plans
    ]
    context = {"result": kept, "best": rows if len(owners) > 1 else []}
    return render(request, "result/_best_possible.html", context)


@require_safe
def picture(request: HttpRequest, key: str) -> HttpResponse:
    """Returns the result (finished sheet) ``key`` as an SVG picture: ranking, points and a date.

    The date is ``day`` in the query string (ISO format), else that of the result's creation.
    """
    kept, game = result_and_game(key)
    try:
        day = date.fromisoformat(request.GET.get("day", ""))
    except ValueError:
        day = kept.made.date()
    found = evaluation.scored(game, kept.state)
    ended = outcome(game, found.known, found)
    return HttpResponse(svg(game, ended, day), content_type="image/svg+xml")


def alternatives(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """Shows a seat's score and best plan varied: one more piece, second-best plan, other rulings.

    A ruling is the table's answer to a question that the game's rules leave open. ``key``: of the
    result (finished sheet).
    """
    kept, game = result_and_game(key)
    if seat not in game.sheet.seats(kept.state):
        raise Http404
    found = evaluation.scored(game, kept.state)
    context: dict[str, Any] = {"result": kept, "game": game}
    context["shown"] = result_lines.seat_rows(game, found.known, found, seat)
    context["shown"] |= result_lines.alternatives(game, found.known, seat)
    htmx = getattr(request, "htmx", None)
    return render(
        request,
        "result/alternatives.html#alternatives" if htmx else "result/alternatives.html",
        context,
    )


@require_POST
def edit(request: HttpRequest, key: str) -> HttpResponse:
    """Opens a pad (sheets without a table) with a copy of the result (finished sheet) ``key``.

    Redirects to the pad, there to the cell whose path is posted.
    """
    kept, game = result_and_game(key)
    made = new_table.open_pad(game, kept.state)
    cell = CellPath(request.POST.get("cell", ""))
    if game.sheet.cell(cell) is None:
        return HttpResponseRedirect(reverse("pad", args=[made.key]))
    seats = game.sheet.seats(kept.state)
    seat = cell.holder if cell.holder in seats else seats[0]
    at = cell.replace("/", "-")
    return HttpResponseRedirect(f"{reverse('pad', args=[made.key, seat])}#{at}")
