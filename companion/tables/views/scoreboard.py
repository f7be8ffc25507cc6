"""At a table: all see the score and the rules, and say when the game is over."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from companion.sheets.models import Result
from companion.tables import access, ledger, presence, scoreboard


def table(request: HttpRequest, key: str) -> HttpResponse:
    """The scoreboard. A poll that knows the newest version gets an empty 204."""
    seen = access.glance(request, key)
    if seen is None:
        raise Http404
    presence.heard(seen.device)
    if getattr(request, "htmx", None) and request.GET.get("v") == seen.mark:
        return HttpResponse(status=204)
    who, game = access.at(request, key)
    return scoreboard.page(request, who, game, seen)


def rules(request: HttpRequest, key: str) -> HttpResponse:
    """The look-up, inside this game, without leaving the table."""
    who, game = access.at(request, key)
    stage = game.sheet.course.at(who.table.state)
    steps = stage.steps if stage else ()
    entries = [game.catalogue[id_] for id_ in dict.fromkeys(s.entry for s in steps) if id_]
    context = {"who": who, "table": who.table, "game": game, "tab": "rules"}
    context |= {"stage": stage, "entries": entries}
    return render(request, "table/rules.html", context)


@require_POST
def finish(request: HttpRequest, key: str) -> HttpResponse:
    """The end: everything is revealed. Reopening goes on from here."""
    who, game = access.player(request, key)
    found = who.table
    if request.POST.get("go") == "reopen":
        found.finished = None
    else:
        found.finished = found.finished or timezone.now()
        found.revealed = list(found.state["seats"])
        Result.keep(game.slug, game.sheet.take(found.state, stored=True).state)
    found.save(update_fields=["finished", "revealed"])
    ledger.beat(key)
    return HttpResponseRedirect(reverse("table", args=[key]))


@require_POST
def reveal(request: HttpRequest, key: str) -> HttpResponse:
    """A player takes the own screen away."""
    who, _game = access.at(request, key)
    with ledger.locked(key) as found:
        if who.seat and who.seat not in found.revealed:
            found.revealed = [*found.revealed, who.seat]
            found.save(update_fields=["revealed"])
    ledger.beat(key)
    return HttpResponseRedirect(reverse("table", args=[key]))
