"""At a table: everybody writes on the own seat; each changed cell is an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from companion.sheets.showing import changed
from companion.tables import access, ledger, presence, showing
from companion.tables.models import Device
from companion.web import forms, posted, rulings
from scoring.core.fault import Fault
from scoring.core.game import Game
from scoring.core.plan import State
from scoring.core.sheet import Value
from scoring.core.text import Text


def sheet(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """A seat's sheet; each changed cell is an event."""
    who, game = access.at(request, key)
    if seat not in who.table.state["seats"] or not access.may_see(who, who.table, seat):
        raise Http404
    presence.heard(who.pk)
    if request.method != "POST" or not access.may_write(who, seat):
        status = 200 if request.method != "POST" else 403
        context = showing.sheet(game, who, seat, {}, [])
        return render(request, "table/sheet.html", context, status=status)
    if cell := posted.one_cell(request):
        return _one_cell(request, who, game, seat, cell)
    return _whole_form(request, who, game, seat)


def _one_cell(request: HttpRequest, who: Device, game: Game, seat: str, cell: str) -> HttpResponse:
    typed = posted.typed(request, cell)
    cells, faults = _cells(game, who.table.state, seat, {cell: typed})
    conflicts = _write(request, who, seat, cells)
    wrong = {cell: typed} if faults or conflicts else {}
    if cell.startswith(rulings.ROOT):
        context = showing.sheet(game, who, seat, wrong, faults) | {"rulings_open": True}
        return render(request, "pad/page.html#sheet", context)
    context = showing.sheet(game, who, seat, wrong, faults, cell) | changed(game, cell, faults)
    if conflicts:
        context["fault"] = _both(game, who.table.state, cell, typed)
    response = render(request, "pad/_changed.html", context)
    if conflicts:
        response["X-Conflict"] = "1"
    if context["fault"]:
        response["X-Refused"] = "1"
    return response


def _whole_form(request: HttpRequest, who: Device, game: Game, seat: str) -> HttpResponse:
    typed = forms.posted(game, seat, posted.everything(request), tracked=True)
    cells, faults = _cells(game, who.table.state, seat, typed)
    now = game.sheet.cells(who.table.state)
    news: dict[str, Value | None] = {p: v for p, v in cells.items() if now.get(p) != v}
    conflicts = _write(request, who, seat, news | rulings.posted(game, who.table.state, request))
    faults += [
        Fault(path, _both(game, who.table.state, path, typed.get(path, ""))) for path in conflicts
    ]
    if faults:
        wrong = {f.path: typed[f.path] for f in faults if f.path in typed}
        context = showing.sheet(game, who, seat, wrong, faults)
        return render(request, "table/sheet.html", context, status=422)
    go = request.POST.get("go", "")
    if go in who.table.state["seats"]:
        return HttpResponseRedirect(reverse("table_sheet", args=[who.table_id, go]))
    return HttpResponseRedirect(reverse("table", args=[who.table_id]))


def _write(
    request: HttpRequest, who: Device, seat: str, cells: Mapping[str, Value | None]
) -> Mapping[str, Any]:
    """Write what there is to write; the table is then as it has become. Returns the conflicts."""
    if not cells:
        return {}
    form = posted.idempotency_key(request)
    done = ledger.write(who.table_id, who, seat, cells, posted.base(request), form)
    who.table = done.table
    return done.conflicts


def _cells(
    game: Game, state: State, seat: str, typed: Mapping[str, str]
) -> tuple[dict[str, Value | None], list[Fault]]:
    """Cells to write: this seat's, the whole table's, and answers to rulings that exist."""
    may = (f"{seat}/", f"{forms.TABLE}/", rulings.ROOT)
    cells, faults = rulings.parse(
        game.sheet, state, {p: v for p, v in typed.items() if p.startswith(may)}
    )
    missing = Text("No such cell.", "そのような欄はありません。")
    return cells, faults + [Fault(path, missing) for path in typed if not path.startswith(may)]


def _both(game: Game, state: State, path: str, typed: str) -> Text:
    now = game.sheet.cells(state).get(path, "")
    return Text(
        "Somebody else wrote “{now}” here meanwhile; yours is “{typed}”. Enter what is right.",
        "先に「{now}」と書かれました。あなたの入力は「{typed}」。正しい方を入れてください。",
    ).fill(now=now if now != "" else "0", typed=typed)
