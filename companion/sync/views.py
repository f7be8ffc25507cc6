"""Views to show a sheet as a QR code, to read another phone's code, to resolve conflicts.

``seen`` and ``may`` are the holders (seats and shared parts) whose cells this phone sees, and may
change.
"""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from companion.http import qr_code_svg
from companion.http.whole_numbers import whole_number
from companion.messages import say
from companion.sheet_pages.cell_messages import cell_name, unresolved, value_name
from companion.sync import replica as replicas
from companion.sync import replica_code as codes
from companion.sync import stored_replicas
from companion.sync.replica import Replica
from companion.tables import access, invitations, recent_pads
from companion.tables.models import Device, Table
from companion.tables.saved_results import keep_result, result_and_game
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.player_names_and_colours import players
from scoring.model.sheet_fields import SEATS, SHARED
from scoring.text.localised import Text

ROOMY = 0.4
"""Share of a QR code's capacity up to which stronger error correction is used."""


# ── showing a code ──────────────────────────────────────────────────────────────────────


def pad(request: HttpRequest, key: str) -> HttpResponse:
    """Shows the pad ``key`` as a QR code, and its cells with a conflict.

    A pad is sheets without a table. In a cell with a conflict, two phones wrote different values; a
    POST chooses one.
    """
    who, game = access.at_pad(key)
    response = _sheet_code(request, who, game, {"back": reverse("pad", args=[key])})
    recent_pads.remember(request, response, key)
    return response


def table(request: HttpRequest, key: str) -> HttpResponse:
    """Shows what this phone sees of the table ``key`` as a QR code, and its cells with a conflict.

    In such a cell two phones wrote different values; a POST chooses one.
    """
    who, game = access.player(request, key)
    more = {"table": who.table, "who": who, "back": reverse("table", args=[key])}
    return _sheet_code(request, who, game, more)


def _sheet_code(
    request: HttpRequest, who: Device, game: Game, more: dict[str, Any]
) -> HttpResponse:
    may, seen = stored_replicas.may_take(who, game), stored_replicas.may_show(who)
    if request.method == "POST":
        nth, _, path = request.POST.get("choose", "").partition(" ")
        number = whole_number(nth, digits=3)
        if replicas.place(path)[0] not in may & seen:
            raise Http404
        stored_replicas.choose(who.table, game, path, -1 if number is None else number, who)
        return HttpResponseRedirect(request.path)
    replica = stored_replicas.current_replica(who.table, game)
    who.table.refresh_from_db()
    more["conflicts"] = _conflicts_context(game, who.table, seen, may)
    return _code_page(request, game, who.table.state, replica, seen, more)


@require_safe
def result(request: HttpRequest, key: str) -> HttpResponse:
    """Shows the result ``key`` (a finished sheet under a permanent link) as a QR code."""
    found, game = result_and_game(key)
    known = stored_replicas.of_result(found, game)
    more = {"back": reverse("result", args=[key])}
    return _code_page(request, game, found.state, known, frozenset(known.parts), more)


def _code_page(
    request: HttpRequest,
    game: Game,
    state: State,
    replica: Replica,
    seen: frozenset[str],
    more: dict[str, Any],
) -> HttpResponse:
    seats = [seat for seat in game.sheet.seats(state) if seat in seen]
    only = request.GET.get("seat", "")
    if only and only not in seats:
        raise Http404
    message = replica.only([SEATS, *SHARED, only] if only else seen)
    try:
        code = codes.encode(message)
    except codes.TooLong:
        code = ""
    shown = state | {"seats": {s: cells for s, cells in state["seats"].items() if s in seen}}
    start = request.build_absolute_uri(reverse("home" if settings.STANDALONE else "code")) + "#"
    if code and request.GET.get("as") == "file":
        file = HttpResponse(f"{start}{code}\n", content_type="text/plain; charset=utf-8")
        file["Content-Disposition"] = f'attachment; filename="{game.slug}.txt"'
        return file
    confirmed = "m" if len(code) < ROOMY * codes.MOST_LETTERS else "l"
    owners = players(game.sheet, state)
    context = {
        "game": game,
        "letters": code,
        "link": start + code,
        "qr": qr_code_svg.qr_svg(start, code, confirmed) if code else "",
        "cells": _entered(message),
        "staying": replicas.staying(game, shown),
        "only": only,
        "seats": [(seat, game.sheet.name(state, seat), owners[seat]) for seat in seats],
        "taken": whole_number(request.GET.get("taken", ""), digits=5),
        "left": whole_number(request.GET.get("left", ""), digits=5),
    }
    return render(request, "sync/sheet_as_code.html", context | more)


def _entered(replica: Replica) -> int:
    """Returns the number of filled cells in a copy of a score, without names, colours, rulings."""
    beside = (SEATS, "rulings")
    shown = replica.current_values().items()
    return sum(v is not None and replicas.place(path)[0] not in beside for path, v in shown)


def _conflicts_context(
    game: Game, table: Table, seen: Iterable[str], may: Iterable[str]
) -> list[dict[str, Any]]:
    """Returns the cells that two phones wrote differently, for the template.

    Dicts with ``path``, ``name``, ``values`` in words, the current first, and ``may``, true if this
    phone may change it. ``seen``, ``may``: seats and shared parts that it sees, and may change.
    """
    cells = game.sheet.cells(table.state)
    return [
        {
            "path": path,
            "name": cell_name(game, table.state, CellPath(path), ""),
            "may": replicas.place(path)[0] in may,
            "values": [value_name(game, CellPath(path), value, cells) for value in said],
        }
        for path, said in unresolved(game, table.state, table.merge_conflicts).items()
        if replicas.place(path)[0] in seen
    ]


# ── reading a code ──────────────────────────────────────────────────────────────────────


def read(request: HttpRequest) -> HttpResponse:
    """Reads a code (scanned, typed, pasted or in a file) and goes where it leads.

    A table's short code or link leads to the table. Of a code that holds a sheet, the content is
    shown, and ways to use it.
    """
    if request.method != "POST":
        return invitations.code_page(request)
    file = request.FILES.get("file")
    text = request.POST.get("code", "")
    if file is not None and not text.strip():
        text = file.read(4 * codes.MOST_LETTERS + 1).decode("utf-8", "replace")
    if path := invitations.path_of_link(text):
        return HttpResponseRedirect(path)
    if short := invitations.short_code(text):
        table = invitations.table_or_code_page(request, short, typed=text.strip())
        if isinstance(table, HttpResponse):
            return table
        return HttpResponseRedirect(reverse("join_code", args=[short]))
    try:
        theirs = codes.decode(text)
    except codes.Unreadable as fault:
        return _refused(request, text, fault.message)
    game = access.scoring_game(theirs.game)
    state = replicas.state(game, theirs)
    owners = players(game.sheet, state)
    context = {
        "game": game,
        "theirs": theirs,
        "code": codes.found_in(text),
        "cells": _entered(theirs),
        "seats": [(s, game.sheet.name(state, s), owners[s]) for s in game.sheet.seats(state)],
        "spoken": replicas.seats_of(theirs),
        "copies": _local_replicas(request, game, theirs),
    }
    return render(request, "sync/preview.html", context)


def _refused(request: HttpRequest, text: str, error: Text) -> HttpResponse:
    return invitations.code_page(request, text[: codes.MOST_LETTERS], error, 422)


def _local_replicas(request: HttpRequest, game: Game, theirs: Replica) -> list[dict[str, Any]]:
    """Returns a dict for each of this phone's tables and pads with the same score as a code.

    ``theirs``: the code's cells. With the number of cells that merging would change, or an error if
    the result would be too long for a code.
    """
    listed: list[dict[str, Any]] = []
    for who in stored_replicas.here(request, theirs):
        kind = "pad" if who.table.pad else "table"
        shown = {"value": f"{kind} {who.table_id}", "table": not who.table.pad, "count": who.table}
        try:
            found = stored_replicas.would_take(
                who.table, game, theirs, stored_replicas.may_take(who, game)
            )
        except codes.TooLong:
            listed.append(shown | {"full": say("code-too-full")})
        else:
            listed.append(shown | _news(game, who.table, found))
    return listed


def _news(game: Game, table: Table, effects: stored_replicas.MergeEffects) -> dict[str, Any]:
    names = [game.sheet.name(table.state, seat) for seat in game.sheet.seats(table.state)]
    apart = [path for path in effects.merge_conflicts if path not in table.merge_conflicts]
    return {"names": names, "cells": len(effects.cells), "apart": len(apart), "left": effects.left}


@require_POST
def take(request: HttpRequest) -> HttpResponse:
    """Uses a posted code with a sheet: opens it as pad, result or table, or merges it into one.

    A pad is a sheet without a table. Redirects there; for a bad code shows the page for codes with
    an error.
    """
    try:
        return _used(request, codes.decode(request.POST.get("code", "")))
    except codes.Unreadable as fault:
        return _refused(request, "", fault.message)
    except codes.TooLong:
        return _refused(request, "", say("code-too-full"))


def _used(request: HttpRequest, theirs: Replica) -> HttpResponse:
    game = access.scoring_game(theirs.game)
    what, _, which = request.POST.get("take", "").partition(" ")
    response = HttpResponseRedirect(reverse("code"))
    if what == "sheet":
        made = stored_replicas.open_sheet(game, theirs)
        recent_pads.remember(request, response, made.key)
        response["Location"] = reverse(
            "pad_code" if made.merge_conflicts else "pad", args=[made.key]
        )
    elif what == "result":
        kept = keep_result(game, replicas.state(game, theirs))
        response["Location"] = reverse("result", args=[kept.key])
    elif what == "open":
        opened = stored_replicas.open_table(request, response, game, theirs, which)
        response["Location"] = reverse(
            "table_code" if opened.merge_conflicts else "table", args=[opened.key]
        )
    elif what in ("table", "pad"):
        response["Location"] = _taken(request, game, theirs, what, which)
    return response


def _taken(request: HttpRequest, game: Game, theirs: Replica, what: str, which: str) -> str:
    """Merges another phone's cells ``theirs`` into a table or pad here; returns the URL to go to.

    ``what``: “table” or “pad” (a sheet without a table); ``which``: its key.
    """
    who = next(
        (each for each in stored_replicas.here(request, theirs) if each.table_id == which), None
    )
    if who is None or who.table.pad != (what == "pad"):
        raise Http404
    found = stored_replicas.take(who.table, game, theirs, stored_replicas.may_take(who, game), who)
    address = reverse(f"{what}_code", args=[which])
    return f"{address}?taken={len(found.cells)}&left={len(found.left)}"
