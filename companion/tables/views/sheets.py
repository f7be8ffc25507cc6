"""At a table: everybody writes on the own seat; each changed cell is an event."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from companion.tables import access, ledger, presence, showing
from companion.web import forms, posted
from companion.web.scores import Scored
from companion.web.words import say
from scoring.core.cells import CellPath, Value
from scoring.core.plan import State
from scoring.core.problem import CellError
from scoring.core.text import Text


def sheet(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """A seat's sheet; each changed cell is an event."""
    look = access.look(request, key, seat)
    presence.heard(look.who.pk)
    if request.method != "POST" or not look.writable:
        status = 200 if request.method != "POST" else 403
        return render(request, "table/sheet.html", showing.sheet(look, {}, []), status=status)
    sent = posted.read(request)
    return _one_cell(request, look, sent) if sent.cell else _whole_form(request, look, sent)


def _one_cell(request: HttpRequest, look: access.Look, sent: posted.Posted) -> HttpResponse:
    cell = sent.cell
    cells, faults = _cells(look, {cell: sent.typed})
    conflicts, scores = _written(look, sent, cells)
    wrong = {cell: sent.typed} if faults or conflicts else {}
    if CellPath(cell).holder == forms.RULINGS:
        context = showing.sheet(look, wrong, faults, "", scores) | {"rulings_open": True}
        return render(request, "pad/page.html#sheet", context)
    context = showing.sheet(look, wrong, faults, cell, scores)
    if conflicts:
        context["fault"] = _both(look, cell, sent.typed)
    response = render(request, "pad/_changed.html", context)
    if conflicts:
        response["X-Conflict"] = "1"
    if context["fault"]:
        response["X-Refused"] = "1"
    return response


def _whole_form(request: HttpRequest, look: access.Look, sent: posted.Posted) -> HttpResponse:
    before: State = look.game.sheet.known(look.who.table.state)
    typed = forms.posted(look.game, before, look.seat, sent.values, tracked=True)
    cells, faults = _cells(look, typed)
    now = look.game.sheet.cells(before)
    news = {path: value for path, value in cells.items() if now.get(path) != value}
    conflicts, _scores = _written(look, sent, news)
    faults += [CellError(path, _both(look, path, typed.get(path, ""))) for path in conflicts]
    if faults:
        wrong = {f.path: typed[f.path] for f in faults if f.path in typed}
        context = showing.sheet(look, wrong, faults)
        return render(request, "table/sheet.html", context, status=422)
    key = look.who.table_id
    go = (sent.values.get("go") or [""])[-1]
    if go in look.who.table.state["seats"]:
        return HttpResponseRedirect(reverse("table_sheet", args=[key, go]))
    return HttpResponseRedirect(reverse("table", args=[key]))


def _written(
    look: access.Look, sent: posted.Posted, cells: Mapping[str, Value | None]
) -> tuple[Mapping[str, Value | None], Scored | None]:
    """Write what there is to write; the table is then as it has become.

    Returns the conflicts, and the scores if they were worked out on the way: what lies behind
    others' screens has none that this phone may see.
    """
    if not cells:
        return {}, None
    who, everything = look.who, look.seen == look.who.table.state["seats"].keys()
    draft = ledger.draft(look.game, who.table, cells) if everything else None
    done = ledger.write(who.table_id, who, look.seat, cells, sent.base, sent.key, draft)
    who.table = done.table
    return done.conflicts, done.scores


def _cells(
    look: access.Look, typed: Mapping[str, str]
) -> tuple[dict[str, Value | None], list[CellError]]:
    """Cells to write: this seat's, the whole table's, and the rulings'."""
    may = (look.seat, forms.TABLE, forms.RULINGS)
    own = {path: each for path, each in typed.items() if CellPath(path).holder in may}
    cells, faults = look.game.sheet.parse(look.who.table.state, own)
    missing = say("no-such-cell")
    return cells, faults + [CellError(path, missing) for path in typed if path not in own]


def _both(look: access.Look, path: str, typed: str) -> Text:
    now = look.game.sheet.cells(look.who.table.state).get(path, "")
    return say("conflict", now=now if now != "" else "0", typed=typed)
