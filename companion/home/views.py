"""Views of the start page and of the page about the app."""

from datetime import timedelta
from operator import itemgetter
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince

from companion import search
from companion.http.caching import public_page
from companion.http.standalone_context import can_be_installed, licences
from companion.tables import access, scoreboard_page, seating_page, timers
from companion.tables.models import Device
from companion.tables.recent_pads import recent
from scoring import BrokenGame, NoSuchGame, broken
from scoring import game as find_game

SHOWN = 4
JUST = timedelta(minutes=1)
RUNNING = timedelta(days=1)
"""Time since the last change after which the start page no longer lists a game as running."""


def start(request: HttpRequest) -> HttpResponse:
    """Shows the table in progress, the search box, this phone's latest games, and all games."""
    cards = [(game, game.scorable) for game in search.games_by_slug().values()]
    now = timezone.now()
    listed = [*_tables(request), *recent(request)]
    for each in listed:
        # A duration is right in any time zone; an hour would need that of the phone.
        fresh = now - each["changed"] < RUNNING
        each["now"] = now - each["changed"] < JUST
        each["ago"] = timesince(each["changed"], now, depth=1) if fresh else ""
        each["running"] = fresh and each.get("table") and not each["finished"]
    # The games played last come first, then those that can be scored, complete before partial.
    lately = [
        each["catalogue"].box.slug
        for each in sorted(listed, key=itemgetter("changed"), reverse=True)
    ]
    cards.sort(key=lambda card: (not card[1], card[0].stage != "complete"))
    cards.sort(key=lambda c: lately.index(c[0].slug) if c[0].slug in lately else len(lately))
    running = [each for each in listed if each["running"]]
    again = next((each for each in listed if not running and _was_a_group(each)), None)
    if again:
        again["seats"] = seating_page.seat_rows(again["scoring"], again["who"].table)
    if running:
        first = running[0]
        first |= scoreboard_page.at_a_glance(first["scoring"], first["who"])
        first["clocked"] = timers.turns(first["scoring"], first["who"].table)
    context = {
        "cards": cards,
        "running": running,
        "again": again,
        "recent": [each for each in listed if not each["running"]],
        "broken": [each for slug, each in broken().items() if slug not in search.games_by_slug()],
        "lately": " ".join(dict.fromkeys(lately)),
    }
    return render(request, "home.html", context)


def _was_a_group(listed: dict[str, Any]) -> bool:
    """True for a finished table with several players that this phone may play again.

    ``listed``: dict of a table on the start page. False once its re-match is finished, too.
    """
    who = listed.get("who")
    return bool(
        who
        and listed["finished"]
        and who.role != "spectator"
        and len(listed["names"]) > 1
        and (who.table.next is None or not who.table.next.finished)
    )


def _tables(request: HttpRequest) -> list[dict[str, Any]]:
    """Returns this phone's latest tables for the start page's template, unfinished ones first.

    Dicts with ``url``, ``game`` (its name), ``catalogue``, ``scoring`` (the game), ``table``
    (true), ``who`` (the phone's ``Device`` row), ``finished``, ``changed`` (times), ``names``
    (players').
    """
    phone = access.phone(request)
    if not phone:
        return []
    mine = Device.objects.filter(phone=phone, role__in=access.ROLES, hidden=None)
    mine = mine.select_related("table__next").order_by("-table__changed", "pk")
    by_table = {who.table_id: who for who in reversed(mine[: 2 * SHOWN])}
    sat = list(by_table.values())[: -SHOWN - 1 : -1]
    listed = []
    for who in sorted(sat, key=lambda each: each.table.finished is not None):
        table = who.table
        try:
            game = find_game(table.game)
        except (BrokenGame, NoSuchGame):
            continue
        listed.append(
            {
                "url": reverse("table", args=[table.key]),
                "game": game.name,
                "catalogue": game.catalogue,
                "scoring": game,
                "who": who,
                "table": True,
                "finished": table.finished,
                "names": [game.sheet.name(table.state, s) for s in game.sheet.seats(table.state)],
                "changed": table.changed,
            }
        )
    return listed


@public_page
def about(request: HttpRequest) -> HttpResponse:
    """Shows the page about the app: proofs, sources of the texts, licences, source code."""
    context = {
        "shelf": search.games_by_slug().values(),
        "source_url": getattr(settings, "SOURCE_URL", ""),
        "licences": licences(),
        "offered": bool(settings.PHONE),
        "secure": can_be_installed(request),
    }
    return render(request, "about.html", context)
