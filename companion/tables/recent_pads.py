"""The pads that this browser opened last; a signed cookie holds their keys."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from companion.http.signed_cookie_list import SignedList
from companion.tables.models import Table
from scoring import NoSuchGame
from scoring import game as find_game

COOKIE = SignedList("recent", most=8)
keys, remember, forget = COOKIE.keys, COOKIE.remember, COOKIE.forget


def recent(request: HttpRequest) -> list[dict[str, Any]]:
    """Returns the pads (sheets without a table) that this browser opened last, newest first.

    Each is a dict: ``key``, ``url``, ``game`` (its name), ``catalogue``, ``names`` of the seats,
    and ``changed``, the time of the last change. Deleted pads are left out.
    """
    wanted = keys(request)
    found = {each.key: each for each in Table.objects.filter(pad=True, key__in=wanted)}
    listed = []
    for key in wanted:
        if key not in found:
            continue
        try:
            game = find_game(found[key].game)
        except NoSuchGame:
            continue
        state = found[key].state
        listed.append(
            {
                "key": key,
                "url": reverse("pad", args=[key]),
                "game": game.name,
                "catalogue": game.catalogue,
                "names": [game.sheet.name(state, seat) for seat in game.sheet.seats(state)],
                "changed": found[key].changed,
            }
        )
    return listed
