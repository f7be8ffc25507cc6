"""The log of a table, and taking back whatever stands in it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from companion.tables import access, ledger
from companion.tables import log as words
from companion.web import posted


def log(request: HttpRequest, key: str) -> HttpResponse:
    """Who changed what, from what to what; anything can be undone and brought back."""
    who, game = access.at(request, key)
    context = {
        "who": who,
        "table": who.table,
        "game": game,
        "tab": "log",
        "form_key": posted.fresh_key(),
        "events": words.lines(game, who.table, who),
    }
    return render(request, "table/log.html", context)


@require_POST
def undo(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Take an event out, or bring it back: allowed to whoever could have made it.

    To all others it is as if there were none of that number.
    """
    who, _game = access.player(request, key)
    event = who.table.events.filter(number=number).first()
    if event is None or not access.may_change(who, ledger.target(who.table, event)):
        raise Http404
    sent = posted.read(request)
    ledger.undo(key, who, who.seat, number, f"undo-{number}-{sent.key}"[:40])
    return HttpResponseRedirect(reverse("table_log", args=[key]))
