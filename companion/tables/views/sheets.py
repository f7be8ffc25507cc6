"""Views of a seat's sheet at a table; each changed cell becomes part of an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from companion.messages import say
from companion.sheet_pages import map, posted_cells, sheet_sections
from companion.sheet_pages import page as sheets
from companion.sheet_pages.clashes import Clash
from companion.sheet_pages.value_names import UndoMessage, anchor
from companion.tables import access, end_of_game, ledger, presence, scoreboard, seat_pages
from companion.tables.log_lines import last_change
from scoring.evaluation import Scored, sketched
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.validation import CellError, Value


def sheet(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """Shows a seat's sheet, or saves it: changed cells are written to the table's ledger."""
    return _sheet(request, key, seat, sheet_sections.SHEET)


def settings(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """Shows or saves the settings page: a seat's name, and cells of the whole table.

    Those include the rulings, the table's answers to questions that the rules leave open.
    """
    return _sheet(request, key, seat, sheet_sections.SETTINGS)


def map_(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """Shows or saves the positions of a seat's tiles, in a game that has a map."""
    return _sheet(request, key, seat, sheet_sections.MAP)


def lying_open(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """Lists what the game's rules make public of a seat, for phones that may not see its sheet."""
    who, game = access.at(request, key)
    if seat not in game.sheet.seats(who.table.state):
        raise Http404
    sections = seat_pages.open_by_the_rules(game, who.table, seat)
    context = {"game": game, "table": who.table, "who": who, "seat": seat, "sections": sections}
    context["name"] = game.sheet.name(who.table.state, seat)
    return render(request, "table/open.html", context)


def _sheet(request: HttpRequest, key: str, seat: str, page: str) -> HttpResponse:
    look = access.sheet_request(request, key, seat)
    if page == sheet_sections.MAP and not any(map.map_fields(look.game)):
        raise Http404
    presence.record_presence(look.who.pk)
    if request.method != "POST" and _knows(request, look):
        return HttpResponse(status=204)
    if request.method != "POST" or not look.writable:
        status = 200 if request.method != "POST" else 403
        return _page(request, look, {}, [], page, status)
    sent = posted_cells.read(request)
    if (sent.values.get("go") or [""])[-1] == "undo":
        return _undone(request, look, sent, page)
    if sent.cell:
        return _one_cell(request, look, sent, page)
    return _whole_form(request, look, sent, page)


def _knows(request: HttpRequest, look: access.SheetRequest) -> bool:
    """True if the sheet's page that polls is up to date, so that the answer is an empty 204.

    It is not if the game has ended since the page was loaded for editing, or was reopened since it
    was loaded for reading only (``locked``).
    """
    seen = posted_cells.revision(request.GET.get("v", ""))
    locked = "locked" in request.GET
    return bool(seen) and seen >= seat_pages.last_event(look) and locked != look.writable


def _page(
    request: HttpRequest,
    look: access.SheetRequest,
    wrong: Mapping[str, str],
    faults: list[CellError],
    page: str,
    status: int = 200,
    scores: Scored | None = None,
    undone: UndoMessage | None = None,
    clash: Clash | None = None,
) -> HttpResponse:
    asked = map.OpenItem.of(request.GET.dict())
    context = seat_pages.sheet(look, wrong, faults, "", scores, page, asked=asked)
    context |= {"undone": undone, "clash": clash}
    template = sheets.TEMPLATES[page]
    if getattr(request, "htmx", None) and look.writable:
        return render(request, f"{template}#sheet", context)
    return render(request, template, context, status=status)


def _undone(
    request: HttpRequest, look: access.SheetRequest, sent: posted_cells.Posted, page: str
) -> HttpResponse:
    """Undoes this phone's last change on the sheet, and shows the sheet with a message.

    The ledger gets the same event as by an undo on the log page.
    """
    number, before = last_change(look), seat_pages.visible(look.who.table, look.visible_seats)
    if number is not None:
        done = ledger.undo(look.who.table_id, look.who, look.seat, number, sent.key)
        look.who.table = done.table
    after = seat_pages.visible(look.who.table, look.visible_seats)
    undone = UndoMessage.between(look.game, before, after, look.seat)
    if getattr(request, "htmx", None):
        return _page(request, look, {}, [], page, undone=undone)
    return HttpResponseRedirect(_address(look, look.seat, page) + anchor(undone))


def _one_cell(
    request: HttpRequest, look: access.SheetRequest, sent: posted_cells.Posted, page: str
) -> HttpResponse:
    cell = sent.cell
    cells, faults = _cells(look, {cell: sent.typed})
    done = _written(look, sent, cells)
    conflicts, scores = (done.conflicts, done.scores) if done else ({}, None)
    wrong = {cell: sent.typed} if faults else {}
    if conflicts:
        clash = Clash.of(look.game, look.who.table.state, cell, cells[cell])
        response = _page(request, look, {}, [clash.error], page, scores=scores, clash=clash)
        return posted_cells.with_change_headers(response, sent, refused=True, conflict=True)
    if sheet_sections.redraws(cell):
        response = _page(request, look, wrong, faults, sheet_sections.SETTINGS, scores=scores)
        return posted_cells.with_change_headers(response, sent, refused=bool(faults))
    if cells.keys() - {cell}:
        response = _page(request, look, {}, [], page, scores=scores)
        return posted_cells.with_change_headers(response, sent, whole=True)
    fresh = done is not None and not done.repeated
    context = seat_pages.sheet(look, wrong, faults, cell, scores, page, fresh)
    until = done.event.number - 1 if done and fresh else look.who.table.revision
    seen = posted_cells.revision(sent.seen)
    if seat_pages.behind(look, seen, until):
        context["base"] = seen  # the next poll brings what was entered elsewhere
    response = render(request, "pad/_changed.html", context)
    return posted_cells.with_change_headers(response, sent, refused=bool(context["fault"]))


def _whole_form(
    request: HttpRequest, look: access.SheetRequest, sent: posted_cells.Posted, page: str
) -> HttpResponse:
    before: State = look.game.sheet.known_part(look.who.table.state)
    typed = posted_cells.typed_cells(
        look.game, before, look.seat, sent.values, tracked=True, together=look.together
    )
    cells, faults = _cells(look, typed)
    now = look.game.sheet.cells(before)
    news = {path: value for path, value in cells.items() if now.get(path) != value}
    done = _written(look, sent, news)
    conflicts = done.conflicts if done else {}
    state = look.who.table.state
    faults += [Clash.of(look.game, state, path, cells[path]).error for path in conflicts]
    if faults:
        wrong = {f.path: typed[f.path] for f in faults if f.path in typed}
        return _page(request, look, wrong, faults, page, 422)
    key = look.who.table_id
    go = (sent.values.get("go") or [""])[-1]
    if go in look.who.table.state["seats"]:
        return HttpResponseRedirect(_address(look, go))
    if page == sheet_sections.MAP and not go:
        # the map again, with the same item open
        return HttpResponseRedirect(request.get_full_path())
    if go.startswith("part-") or page != sheet_sections.SHEET:
        back = _address(look, look.seat)
        return HttpResponseRedirect(f"{back}#{go}" if go.startswith("part-") else back)
    return HttpResponseRedirect(reverse("table", args=[key]))


@require_POST
def answer(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """Saves the answer to a question for an empty cell, asked before the game ends.

    The last answer ends a game that waits for it. After the end, cells that are still empty are
    accepted as well; others then raise ``Http404``.
    """
    look = access.sheet_request(request, key, seat)
    if not look.may_write or (look.who.table.finished and not _left_open(request, look)):
        raise Http404
    presence.record_presence(look.who.pk)
    sent = posted_cells.read(request)
    cell = request.POST.get("cell", "")
    cells, faults = _cells(look, {cell: request.POST.get("value", "")})
    if not faults:
        _written(look, replace(sent, cell=cell), cells)
    with ledger.locked(key) as found:
        end_of_game.answered(found, look.who, look.game)
    again, game = access.at(request, key)
    if getattr(request, "htmx", None):
        return scoreboard.page(request, again, game)
    return HttpResponseRedirect(reverse("table", args=[key]))


def _left_open(request: HttpRequest, look: access.SheetRequest) -> bool:
    """True if the posted cell is one that a complete sheet of this table still needs."""
    found = sketched(look.game, look.who.table.state).breakdowns.values()
    lacks = {each.path for breakdown in found for each in breakdown.missing}
    return request.POST.get("cell", "") in lacks


def _address(look: access.SheetRequest, seat: str, page: str = sheet_sections.SHEET) -> str:
    path = seat_pages.addresses(replace(look, seat=seat))[page]
    return path + seat_pages.CORRECT if look.who.table.finished else path


def _written(
    look: access.SheetRequest, sent: posted_cells.Posted, cells: Mapping[str, Value | None]
) -> ledger.Outcome | None:
    """Writes the cells to the ledger and updates ``look.who.table``; None if there are none.

    The outcome has scores only if this phone sees the sheets of all seats.
    """
    if not cells:
        return None
    who, everything = look.who, look.visible_seats == look.who.table.state["seats"].keys()
    draft = ledger.draft(look.game, who.table, cells) if everything else None
    done = ledger.write(who.table_id, who, look.seat, cells, sent.base, sent.key, draft)
    who.table = done.table
    return done


def _cells(
    look: access.SheetRequest, typed: Mapping[str, str]
) -> tuple[dict[str, Value | None], list[CellError]]:
    """Parses typed cells of this page's seats, of the whole table, and of its chosen rulings.

    Returns their values by path, and errors; one also for every other cell.
    """
    may = (*look.together, look.seat, sheet_sections.TABLE, sheet_sections.RULINGS)
    own = {path: each for path, each in typed.items() if CellPath(path).holder in may}
    cells, faults = look.game.sheet.parse(look.who.table.state, own)
    missing = say("no-such-cell")
    return cells, faults + [CellError(path, missing) for path in typed if path not in own]
