"""The start page, and the page that says what this is and why to trust it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from companion import search
from companion.views.lookup import can_score
from companion.views.pads import recent


def start(request: HttpRequest) -> HttpResponse:
    """One search box, every game, and what this device worked on last."""
    cards = [(game, can_score(game)) for game in search.shelf().values()]
    # What can be scored comes first, whole before partial; otherwise the order of the shelf.
    cards.sort(key=lambda card: (not card[1], card[0].stage != "complete"))
    return render(request, "home.html", {"cards": cards, "recent": recent(request)})


def about(request: HttpRequest) -> HttpResponse:
    """What the app is, how its scores are proven, and where words and source come from."""
    context = {
        "shelf": search.shelf().values(),
        "source_url": getattr(settings, "SOURCE_URL", ""),
    }
    return render(request, "about.html", context)
