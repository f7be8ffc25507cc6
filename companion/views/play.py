"""How the game goes on: stages and their checklists, the start player, timers."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from companion import access, ledger
from companion.models import Device
from companion.views import tables
from companion.views.tables import PLAY
from scoring.core.game import Game
from scoring.core.plan import State
from scoring.core.sheet import Value

MOST_TIMERS = 8
LONGEST = 24 * 60 * 60
MINUTES = (1, 2, 3, 5, 10, 15)


@require_POST
def play(request: HttpRequest, key: str) -> HttpResponse:
    """One step of the course: go to a stage, tick a step off, name or draw the start player."""
    who, game = tables.player(request, key)
    cells = _moved(game, who.table.state, request)
    if cells:
        done = ledger.write(key, who, who.seat, cells, tables.base(request), tables.form(request))
        who.table = done.table
    if request.POST.get("back") == "tools":
        return HttpResponseRedirect(reverse("table_tools", args=[key]) + "#first")
    if getattr(request, "htmx", None):
        return tables.board(request, who, game)
    return HttpResponseRedirect(reverse("table", args=[key]))


def _moved(game: Game, state: State, request: HttpRequest) -> dict[str, Value | None]:
    course = game.sheet.course
    listed = {stage.id: stage for stage in course.listed(state)}
    if (stage := request.POST.get("stage", "")) in listed:
        return {f"{PLAY}/stage": stage}
    if step := request.POST.get("done", ""):
        now = course.at(state)
        if now is not None and step in {s.id for s in now.steps}:
            ticked = step in course.done(state, now)
            return {f"{PLAY}/done/{now.id}/{step}": None if ticked else True}
    if first := request.POST.get("first", ""):
        seats = game.sheet.seats(state)
        if first == "draw":
            return {f"{PLAY}/first": secrets.choice(seats)}
        if first in seats:
            return {f"{PLAY}/first": first}
    return {}


# ── timers ─────────────────────────────────────────────────────────────────────────────


@require_POST
def timer(request: HttpRequest, key: str) -> HttpResponse:
    """Start, stop, reset or take away a timer. They belong to the table, not to the ledger."""
    who, _game = tables.player(request, key)
    with ledger.locked(key) as found:
        found.timers = _timers(found.timers, request, timezone.now())
        found.save(update_fields=["timers"])
    tables.beat(key)
    back = "table_tools" if request.POST.get("back") == "tools" else "table"
    if getattr(request, "htmx", None) and back == "table":
        again, game = tables.at(request, key)
        return tables.board(request, again, game)
    place = "#timers" if back == "table_tools" else ""
    return HttpResponseRedirect(reverse(back, args=[who.table_id]) + place)


def _timers(
    timers: list[dict[str, Any]], request: HttpRequest, now: datetime
) -> list[dict[str, Any]]:
    """The timers after what was tapped: ``ends`` while one runs, ``left`` seconds while not."""
    if seconds := _seconds(request):
        name = "".join(c for c in request.POST.get("name", "") if c.isprintable())[:24].strip()
        new = {"id": secrets.token_hex(4), "name": name, "seconds": seconds}
        return [*timers, new | _running(seconds, now)][-MOST_TIMERS:]
    found = []
    for each in timers:
        if each["id"] == request.POST.get("stop") and each.get("ends"):
            left = (datetime.fromisoformat(each["ends"]) - now).total_seconds()
            each = each | {"ends": None, "left": max(0, round(left))}
        elif each["id"] == request.POST.get("go") and not each.get("ends"):
            each = each | _running(each["left"] or each["seconds"], now)
        elif each["id"] == request.POST.get("reset"):
            each = each | {"ends": None, "left": each["seconds"]}
        elif each["id"] == request.POST.get("remove"):
            continue
        found.append(each)
    return found


def _running(seconds: int, now: datetime) -> dict[str, Any]:
    return {"ends": (now + timedelta(seconds=seconds)).isoformat(), "left": seconds}


def _seconds(request: HttpRequest) -> int:
    """How long a new timer runs: minutes from a button, or minutes typed; 0 for no new timer."""
    typed = request.POST.get("minutes", "").strip().replace(",", ".")
    try:
        seconds = round(float(typed) * 60) if typed else 0
    except (ValueError, OverflowError):
        return 0
    return seconds if 0 < seconds <= LONGEST else 0


# ── the page of tools that every game has ──────────────────────────────────────────────


def tools(request: HttpRequest, key: str) -> HttpResponse:
    """The game's tools and questions, timers, start player."""
    who, game = tables.at(request, key)
    return render(request, "table/tools.html", tools_context(who, game))


def tools_context(who: Device, game: Game) -> dict[str, Any]:
    found = who.table
    seats = game.sheet.seats(found.state)
    asked = who.seat if who.seat in seats else seats[0]
    return {
        "who": who,
        "table": found,
        "game": game,
        "tab": "tools",
        "seat": asked,
        "tools": list(game.tools.items()),
        "questions": list(game.questions.items()) if access.may_see(who, found, asked) else [],
        "minutes": MINUTES,
        "first": found.state.get(PLAY, {}).get("first", ""),
        "seats": [(each, game.sheet.name(found.state, each)) for each in seats],
        "form_key": tables.form_key(),
    } | tables.shown_timers(found)
