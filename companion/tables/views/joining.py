"""The way to a table: open one, join by code or link, sit down, invite others."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST

from companion.tables import access, ledger, opening
from companion.tables.models import Table
from companion.web import forms
from companion.web.forms import RULINGS
from companion.web.games import scoring_game
from companion.web.words import say
from scoring.core.cells import Value
from scoring.core.game import Game
from scoring.core.plan import State
from scoring.core.problem import CellError
from scoring.core.rulings import PRESET
from scoring.core.sheet import COLOUR


def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table: names and colours, what is in play, screens, the rules' preset."""
    game = scoring_game(slug)
    seats = [f"p{n}" for n in range(1, game.sheet.most_seats + 1)]
    asked = ["name", "colour"]
    typed = {f"{s}/{what}": request.POST.get(f"{s}/{what}", "") for s in seats for what in asked}
    options = forms.options(game)
    typed |= {path: request.POST.get(path, "") for path, _ in options}
    context: dict[str, Any] = {
        "game": game,
        "seats": [
            (n, seat, typed[f"{seat}/name"], typed[f"{seat}/colour"])
            for n, seat in enumerate(seats, 1)
        ],
        "colours": COLOUR.cell.options,
        "options": [(path, field, typed[path]) for path, field in options],
        "presets": list(game.catalogue.presets.values()),
        "screens": request.POST.get("screens") == "1",
    }
    if request.method != "POST":
        return render(request, "table/new.html", context)
    taken = [seat for seat in seats if typed[f"{seat}/name"].strip()]
    state = game.sheet.blank(max(1, len(taken)))
    # nobody sits on an empty line: the names that were given move up
    entered = {f"p{n}/{w}": typed[f"{s}/{w}"] for n, s in enumerate(taken, 1) for w in asked}
    entered |= {path: typed[path] for path, _ in options}
    preset = f"{RULINGS}/{PRESET}"
    if preset in request.POST and game.catalogue.presets:
        entered[preset] = request.POST[preset]
    reading = game.sheet.enter(state, entered)
    if not taken or reading.errors:
        context["faults"] = reading.errors or [CellError("name1", say("open-no-name"))]
        return render(request, "table/new.html", context, status=422)
    return _opened(request, game, state, game.sheet.cells(reading.state), context["screens"])


def _opened(
    request: HttpRequest,
    game: Game,
    state: State,
    cells: Mapping[str, Value],
    screens: bool,
) -> HttpResponse:
    table = Table.objects.create(game=game.slug, state=state, screens=screens)
    response = HttpResponseRedirect(reverse("table_invite", args=[table.key]))
    host = access.admit(request, response, table, "host", "p1")
    ledger.write(table.key, host, "p1", cells, 0, opening.OPENED)
    return response


@require_POST
def again(request: HttpRequest, key: str) -> HttpResponse:
    """A re-match with the same players, options, rulings and group.

    The first tap opens it; every other phone, and a second tap, goes to the same new table.
    """
    who, game = access.at(request, key)
    with ledger.locked(key) as found:
        if found.next is None:
            if who.role == "spectator":
                raise Http404
            found.next = opening.rematch(game, who, found)
            found.save(update_fields=["next"])
            ledger.beat(key)
    response = HttpResponseRedirect(reverse("table", args=[found.next.key]))
    access.admit(request, response, found.next, who.role, who.seat)
    return response


def join(request: HttpRequest, code: str = "") -> HttpResponse:
    """A code, typed or scanned; then one tap on the own name."""
    code = code or request.POST.get("code", "") or request.GET.get("code", "")
    if not code:
        return render(request, "table/join.html")
    try:
        table = access.table_of_code(request, code)
    except access.TooManyTries:
        return render(request, "table/join.html", {"code": code, "wait": True}, status=429)
    if table is None:
        return render(request, "table/join.html", {"code": code, "unknown": True}, status=404)
    if request.method == "POST" and "code" in request.POST:
        return HttpResponseRedirect(reverse("join_code", args=[code.strip().lower()]))
    game = scoring_game(table.game)
    if request.method == "POST":
        return _claimed(request, table, request.POST.get("seat", ""))
    return render(request, "table/claim.html", _seats(game, table) | {"code": code})


def enter(request: HttpRequest, secret: str) -> HttpResponse:
    """A host's, player's or spectator's link. It admits on a tap, never by being previewed."""
    found = access.link(secret)
    if found is None:
        raise Http404
    game = scoring_game(found.table.game)
    if request.method != "POST":
        context = _seats(game, found.table) | {"role": found.role}
        return render(request, "table/claim.html", context)
    if found.role == "player":
        return _claimed(request, found.table, request.POST.get("seat", ""))
    response = HttpResponseRedirect(reverse("table", args=[found.table.key]))
    access.admit(request, response, found.table, found.role)
    return response


def _claimed(request: HttpRequest, table: Table, seat: str) -> HttpResponse:
    """This phone sits down. Two phones may share a seat; the list says who sits there."""
    if seat not in table.state["seats"]:
        response = HttpResponseRedirect(reverse("table", args=[table.key]))
        access.admit(request, response, table, "spectator")
        return response
    response = HttpResponseRedirect(reverse("table_sheet", args=[table.key, seat]))
    access.admit(request, response, table, "player", seat)
    return response


def _seats(game: Game, table: Table) -> dict[str, Any]:
    sitting = set(table.devices.exclude(seat="").values_list("seat", flat=True))
    return {
        "game": game,
        "table": table,
        "seats": [
            {
                "seat": seat,
                "name": game.sheet.name(table.state, seat),
                "taken": seat in sitting,
            }
            for seat in game.sheet.seats(table.state)
        ],
    }


def invite(request: HttpRequest, key: str) -> HttpResponse:
    """The QR code and the short code; for the host also links, seats and screens."""
    who, game = access.at(request, key)
    table = who.table
    code = access.new_code(table)
    link = request.build_absolute_uri(reverse("join_code", args=[code.code]))
    context = _seats(game, table) | {
        "who": who,
        "code": code.code,
        "link": link,
        "qr": _qr(link),
        "tab": "invite",
    }
    if request.method == "POST" and who.role == "host":
        role = request.POST.get("link", "")
        if role in access.ROLES:
            path = reverse("enter", args=[access.new_link(table, role)])
            context |= {"made": request.build_absolute_uri(path), "made_role": role}
        elif seat := request.POST.get("free", ""):
            table.devices.filter(seat=seat).exclude(pk=who.pk).update(seat="")
            context |= _seats(game, table)
    return render(request, "table/invite.html", context)


def _qr(link: str) -> str:
    out = BytesIO()
    segno.make(link, error="m").save(
        out, kind="svg", xmldecl=False, svgns=True, scale=6, border=3, dark="#000", light="#fff"
    )
    return mark_safe(out.getvalue().decode())
