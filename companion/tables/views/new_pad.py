"""View of the form that opens a pad, a sheet that one phone fills in without a table."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from companion.sheet_pages import section_views
from companion.sheet_pages.page_names import RULINGS, SHEET, TABLE
from companion.tables import access, new_table, recent_pads
from scoring.game import Game
from scoring.model import completeness
from scoring.model.plan import State
from scoring.model.rulings import PRESET

HOST = ("p1/name", "p1/colour", f"{RULINGS}/{PRESET}")
"""Cells that the form of a table has beside the options, where *Just me* opens a pad with it."""


def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the form that opens a pad (sheets without a table) of the game ``slug``.

    Opens one on POST: empty, or a saved sheet posted as JSON. Status 422 if the posted form has
    errors.
    """
    game = access.scoring_game(slug)
    most = game.sheet.most_seats
    typed = {path: request.POST.get(path, "") for path, _ in section_views.options(game)}
    context: dict[str, Any] = {
        "game": game,
        "numbers": range(1, most + 1),
        "options": [(path, field, typed[path]) for path, field in section_views.options(game)],
    }
    if request.method != "POST":
        return render(request, "sheet/new_pad.html", context)
    if "sheet" in request.POST:
        text = request.POST["sheet"]
        reading = game.sheet.loads(text, stored=True)
        if reading.errors:
            context |= {"text": text, "faults": reading.errors[:20]}
            return render(request, "sheet/new_pad.html", context, status=422)
        return _opened(request, game, reading.state)
    try:
        players = int(request.POST.get("players", "1"))
        state = game.sheet.blank(players)
    except ValueError:
        return render(request, "sheet/new_pad.html", context | {"wrong_number": True}, status=422)
    typed |= {path: request.POST[path] for path in HOST if path in request.POST}
    state = game.sheet.enter(state, typed).state
    if not _anything_to_enter(game, state):
        hints = [field.hint for path, field in section_views.options(game) if typed[path]]
        return render(request, "sheet/new_pad.html", context | {"hints": hints}, status=422)
    return _opened(request, game, state)


def _anything_to_enter(game: Game, state: State) -> bool:
    """Returns true if a pad has a section at all: what is followed in play only a table has."""
    position = game.sheet.position(state)
    return any(
        completeness.matters(position, section)
        for holder in (TABLE, game.sheet.seats(state)[0])
        for section in game.sheet.visible_sections(holder, tracked=False, page=SHEET)
    )


def _opened(request: HttpRequest, game: Game, state: State) -> HttpResponse:
    made = new_table.open_pad(game, state)
    seat = game.sheet.seats(state)[0]
    response = HttpResponseRedirect(reverse("pad", args=[made.key, seat]))
    recent_pads.remember(request, response, made.key)
    return response
