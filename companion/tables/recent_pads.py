"""List of the pads that a device opened last; a signed cookie holds their keys."""

from __future__ import annotations

from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from companion.tables.models import Table
from scoring import NoSuchGame
from scoring import game as find_game

COOKIE = "recent"
MOST_RECENT = 8


def recent(request: HttpRequest) -> list[dict[str, Any]]:
    """Returns the pads that this device opened last, newest first, without deleted ones."""
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


def remember(request: HttpRequest, response: HttpResponse, key: str) -> None:
    _set(request, response, [key, *(old for old in keys(request) if old != key)][:MOST_RECENT])


def _set(request: HttpRequest, response: HttpResponse, listed: list[str]) -> None:
    response.set_cookie(
        COOKIE,
        signing.dumps(listed, salt=COOKIE),
        365 * 24 * 60 * 60,
        samesite="Lax",
        httponly=True,
        secure=request.is_secure(),
    )


def forget(request: HttpRequest, response: HttpResponse, key: str) -> None:
    """Removes a pad from this device's list; its link still works."""
    _set(request, response, [old for old in keys(request) if old != key])


def keys(request: HttpRequest) -> list[str]:
    """Returns the pad keys in the cookie, or [] if its signature is bad. Pads may be deleted."""
    try:
        found = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE)
    except signing.BadSignature:
        return []
    return [str(key) for key in found][:MOST_RECENT] if isinstance(found, list) else []
