"""Views of the start page and of the page about the app."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince

from companion import search
from companion.games.available_games import broken_games, can_score
from companion.http.caching import public_page
from companion.http.standalone_mode import can_be_installed, licences
from companion.tables import access
from companion.tables.models import Table
from companion.tables.recent_pads import recent
from scoring import BrokenGame, NoSuchGame
from scoring import game as find_game

SHOWN = 4
JUST = timedelta(minutes=1)
RUNNING = timedelta(days=1)
"""Time since the last change after which the start page no longer lists a game as running."""


def start(request: HttpRequest) -> HttpResponse:
    """Shows the search box, all games, and this device's latest tables and pads."""
    cards = [(game, can_score(game)) for game in search.games_by_slug().values()]
    # Games that can be scored come first, complete before partial; otherwise in their own order.
    cards.sort(key=lambda card: (not card[1], card[0].stage != "complete"))
    now = timezone.now()
    listed = [*_tables(request), *recent(request)]
    for each in listed:
        # A duration is right in any time zone; an hour would need that of the phone.
        fresh = now - each["changed"] < RUNNING
        each["now"] = now - each["changed"] < JUST
        each["ago"] = timesince(each["changed"], now, depth=1) if fresh else ""
        each["running"] = fresh and each.get("table") and not each["finished"]
    context = {
        "cards": cards,
        "running": [each for each in listed if each["running"]],
        "recent": [each for each in listed if not each["running"]],
        "broken": broken_games(),
    }
    return render(request, "home.html", context)


def _tables(request: HttpRequest) -> list[dict[str, Any]]:
    """Returns this phone's latest tables, unfinished ones first."""
    phone = access.phone(request)
    if not phone:
        return []
    sat = Table.objects.filter(
        devices__phone=phone, devices__role__in=access.ROLES, devices__hidden=None
    )
    sat = sat.distinct().order_by("-changed")[:SHOWN]
    listed = []
    for table in sorted(sat, key=lambda each: each.finished is not None):
        try:
            game = find_game(table.game)
        except (BrokenGame, NoSuchGame):
            continue
        listed.append(
            {
                "url": reverse("table", args=[table.key]),
                "game": game.name,
                "catalogue": game.catalogue,
                "table": True,
                "finished": table.finished,
                "names": [game.sheet.name(table.state, s) for s in game.sheet.seats(table.state)],
                "changed": table.changed,
            }
        )
    return listed


@public_page
def about(request: HttpRequest) -> HttpResponse:
    """Shows proofs, sources of the texts, licences and the source code."""
    context = {
        "shelf": search.games_by_slug().values(),
        "source_url": getattr(settings, "SOURCE_URL", ""),
        "licences": licences(),
        "offered": bool(settings.PHONE),
        "secure": can_be_installed(request),
    }
    return render(request, "about.html", context)
