"""The log of a table, and taking back whatever stands in it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from companion.tables import access, ledger
from companion.tables import log as words
from companion.web import posted
from scoring.core.sheet import SHARED


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
    """Take an event out, or bring it back: allowed to whoever could have made it."""
    who, _game = access.at(request, key)
    event = who.table.events.filter(number=number).first()
    if event is None:
        raise Http404
    about = words.target(who.table, event)
    seats = {path.partition("/")[0] for path in about.cells}
    if who.role == "host" or (seats <= {who.seat, *SHARED} and who.role == "player"):
        sent = posted.read(request)
        ledger.undo(key, who, who.seat, number, f"undo-{number}-{sent.key}"[:40])
    return HttpResponseRedirect(reverse("table_log", args=[key]))
