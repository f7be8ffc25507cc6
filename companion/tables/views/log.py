"""Views of a table's log, the list of all changes, in which each can be undone."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from companion.http import random_keys
from companion.messages import say
from companion.tables import access, ledger
from companion.tables import log_lines as words
from companion.tables.models import Device
from scoring.game import Game
from scoring.text.localised import Text


def log(request: HttpRequest, key: str) -> HttpResponse:
    """Shows the log of the table ``key``, with a button to undo each change.

    Each change has its author, old and new value.
    """
    who, game = access.at(request, key)
    return _page(request, who, game)


def _page(request: HttpRequest, who: Device, game: Game, error: Text | None = None) -> HttpResponse:
    context = {
        "fault": error,
        "who": who,
        "table": who.table,
        "game": game,
        "tab": "log",
        "form_key": random_keys.new_form_key(),
        "events": words.lines(game, who.table, who),
    }
    return render(request, "table/log.html", context, status=409 if error else 200)


@require_POST
def undo(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Undoes a change at the table ``key``, or restores it if ``number`` is the number of an undo.

    Raises ``Http404`` for phones that may not change its cells, and for an unknown number.
    """
    who, game = access.player(request, key)
    event = who.table.events.filter(number=number).first()
    if event is None or not access.may_change(who, ledger.target(who.table, event)):
        raise Http404
    sent = access.posted(request)
    try:
        ledger.undo(key, who, who.seat, number, f"undo-{number}-{sent.key}"[:40])
    except ledger.SeatTaken:
        return _page(request, who, game, error=say("seat-not-empty"))
    return HttpResponseRedirect(reverse("table_log", args=[key]))
