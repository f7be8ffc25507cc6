"""Views of a seat's sheet at a table or on a pad; each changed cell becomes part of an event.

The same view serves the whole page and, to htmx, the parts that one changed cell affects.
"""

import functools
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from companion.http import random_keys, server_clock
from companion.http.whole_numbers import whole_number
from companion.messages import say
from companion.sheet_pages import sheet_building, sheet_page
from companion.sheet_pages.cell_messages import Clash, UndoMessage, anchor
from companion.sheet_pages.map_view import OpenItem
from companion.sheet_pages.page_names import MAP, RULINGS, SETTINGS, SHEET, TABLE
from companion.tables import (
    access,
    end_of_game,
    first_to_finish,
    ledger,
    recent_pads,
    scoreboard_page,
    seats,
)
from companion.tables.models import Table
from companion.tables.new_table import CODE, OPENED
from companion.tables.questions_before_end import cells_of_answer, open_cells
from companion.tables.saved_results import keep_result
from scoring.evaluation import Scored, sketched
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import CellError, Value
from scoring.model.plan import State
from scoring.model.sheet_fields import COLOUR, SEATS, SHARED

CORRECT = "?correct=1"
"""Query string that opens the sheet of a finished table for corrections."""
LOOKED_BACK = 40
"""Number of a phone's last changes among which the undo button looks; the log can undo any."""


def at_table(request: HttpRequest, key: str, seat: str, page: str) -> HttpResponse:
    """Shows a page of a seat's sheet at the table ``key``, or writes posted cells to its ledger.

    ``page``: the sheet; the settings, with the seat's name and the cells and rulings (answers to
    questions that the rules leave open) of the whole table; or the map of the seat's tiles. The
    header ``X-Now`` has the server's time in milliseconds, by which phones set their clocks.
    """
    look = access.sheet_request(request, key, seat)
    if request.method != "POST" and _knows(request, look):
        response = HttpResponse(status=204)
    else:
        sent = access.posted(request) if request.method == "POST" else None
        response = _answer(request, look, sent, page)
    response["X-Now"] = str(server_clock.now_ms())
    return response


def on_pad(request: HttpRequest, key: str, page: str, seat: str = "") -> HttpResponse:
    """Shows or saves a page of a seat's sheet on the pad ``key`` (sheets without a table).

    ``page``: *sheet*, *map* or *settings*. ``seat`` "" stands for the first. A poll by a page that
    is up to date gets an empty 204.
    """
    if request.method == "GET" and (seen := whole_number(request.GET.get("v", ""))):
        shown = Table.objects.filter(key=key, pad=True, revision=seen)
        if shown.exists():
            return HttpResponse(status=204)
    look = access.pad_request(key, seat)
    sent = access.posted(request) if request.method == "POST" else None
    response = _answer(request, look, sent, page)
    if not getattr(request, "htmx", None):
        recent_pads.remember(request, response, key)
    return response


def _answer(
    request: HttpRequest, look: access.SheetRequest, sent: access.Posted | None, page: str
) -> HttpResponse:
    """Shows a page of a seat's sheet or, if the phone may edit it, saves the posted form ``sent``.

    ``look``: the seat whose sheet is asked for, and what the phone may see and edit.
    """
    if page == MAP and not look.game.sheet.map_field:
        raise Http404
    if sent is None or not look.writable:
        return _page(request, look, {}, [], page, 200 if sent is None else 403)
    if (sent.values.get("go") or [""])[-1] == "undo":
        return _undone(request, look, sent, page)
    if sent.cell:
        return _one_cell(request, look, sent, page)
    return _whole_form(request, look, sent, page)


def _knows(request: HttpRequest, look: access.SheetRequest) -> bool:
    """True if the page of a sheet that polls is up to date, so that the answer is an empty 204.

    ``look``: the request for the sheet. A page is out of date if the game has ended since it was
    loaded for editing, or was reopened since it was loaded for reading only (``locked``). Changes
    on other seats' sheets, which may take a piece or a majority, count only for polls that ask for
    them (``others``).
    """
    seen = whole_number(request.GET.get("v", ""))
    locked = "locked" in request.GET
    last = look.who.revision
    if "others" not in request.GET:
        by_seat = look.who.table.last_event_by_seat
        last = max((by_seat.get(at, 0) for at in ("", *_on_page(look))), default=0)
    return seen is not None and seen >= max(1, last) and locked != look.writable


def _page(
    request: HttpRequest,
    look: access.SheetRequest,
    wrong: Mapping[str, str],
    faults: list[CellError],
    page: str,
    status: int = 200,
    scores: Scored | None = None,
    fresh: bool = False,
    undone: UndoMessage | None = None,
    clash: Clash | None = None,
) -> HttpResponse:
    open_item = OpenItem.of(request.GET.dict()) if page == MAP else sheet_page.NOTHING_OPEN
    context = _context(look, wrong, faults, "", scores, page, fresh, open_item=open_item)
    context |= {"undone": undone, "clash": clash}
    template = sheet_page.TEMPLATES[page]
    if getattr(request, "htmx", None) and look.writable:
        return render(request, f"{template}#sheet", context)
    return render(request, template, context, status=status)


def _context(
    look: access.SheetRequest,
    typed: Mapping[str, str],
    faults: list[CellError],
    cell: str = "",
    scores: Scored | None = None,
    page: str = SHEET,
    fresh: bool = False,
    open_item: OpenItem = sheet_page.NOTHING_OPEN,
) -> dict[str, Any]:
    """Returns the template context of the seat's sheet that ``look`` asks for, on table or pad.

    ``typed``: path to text that could not be read; ``faults``: the errors. ``cell``: path of the
    changed cell, if only the parts that it affects are needed. ``scores``: the whole table's, if
    known already. ``page``: *sheet*, *map* or *settings*. ``fresh``: this phone just changed
    something that it can undo. ``open_item``: the tile or figure that is selected on the map.
    """
    game, found, state = look.game, look.who.table, look.state
    undoable = look.writable and (fresh or _last_change(look) is not None)
    scores = scores or sketched(game, state)
    correct = CORRECT if found.finished and look.writable else ""
    pages = look.addresses
    context = {
        "game": game,
        "base": look.who.revision,
        "pages": {name: address + correct for name, address in pages.items()},
        "action": pages[page],
        "other_page": pages[SETTINGS if page == SHEET else SHEET] + correct,
        "undoable": undoable,
        "form_key": "" if found.pad else random_keys.new_form_key(),
    }
    if found.pad:
        context |= {"pad": found, "back": reverse("home")}
    else:
        context |= {
            "table": found,
            "who": look.who,
            "tab": "sheet",
            "at_table": True,
            "back": reverse("table", args=[found.key]),
            "writable": look.writable,
            "may_correct": bool(found.finished) and look.may_write,
            "correcting": bool(found.finished) and look.writable,
            "races": functools.cache(lambda: first_to_finish.of_sheet(look)),
        }
    context["sheet"] = sheet_building.build(
        game,
        state,
        scores,
        sheet_page.Access(
            look.seat, look.together, look.visible_seats, look.writable, not found.pad
        ),
        page,
        typed=typed,
        faults=faults,
        cell=cell,
        open_item=open_item,
        merge_conflicts=found.merge_conflicts,
    )
    return context


def _on_page(look: access.SheetRequest) -> frozenset[str]:
    """Returns the ids of the seats whose cells are on the page of the sheet that ``look`` asks for.

    More than one if the game has sections for all seats together.
    """
    together = look.together if look.game.sheet.shared_sections(tracked=True) else ()
    return frozenset((look.seat, *together))


def _behind(look: access.SheetRequest, seen: str, until: int) -> str:
    """Returns a version token that makes the sheet's page fetch changes it lacks; "" if it has all.

    ``look``: the request for the sheet. It lacks changes with numbers above ``seen``, up to
    ``until``, of another phone or another page, such as an undo in the log.
    """
    if look.who.table.pad:
        return "" if seen == str(until) else f"{look.who.table.revision}~"
    since = whole_number(seen)
    if not since or since >= until:
        return ""
    events = look.who.table.events.filter(number__gt=since, number__lte=until)
    here = {*_on_page(look), *SHARED, SEATS}
    news = any(e.undoes or here & {CellPath(p).holder for p in e.cells} for e in events)
    return str(since) if news else ""


def _undone(
    request: HttpRequest, look: access.SheetRequest, sent: access.Posted, page: str
) -> HttpResponse:
    """Undoes this phone's last change on the sheet, and shows the sheet with a message.

    ``look``: which sheet; ``sent``: the posted form; ``page``: *sheet*, *map* or *settings*.
    """
    number, before = _last_change(look), look.state
    if number is not None:
        done = ledger.undo(look.who.table_id, look.who, look.seat, number, sent.key)
        look.who.table = done.table
    undone = UndoMessage.between(look.game, before, look.state, look.seat)
    if getattr(request, "htmx", None):
        response = _page(request, look, {}, [], page, undone=undone)
        for header, key in sent.echo.items():
            response[header] = key
        return response
    return HttpResponseRedirect(_address(look, look.seat, page) + anchor(undone))


def _last_change(look: access.SheetRequest) -> int | None:
    """Returns the number of this phone's latest change on a sheet that its undo button can undo.

    ``look``: the request for the sheet. Not a change that is undone already, opened the table or
    took a seat. None if there is no other among the phone's last ``LOOKED_BACK`` changes.
    """
    events = look.who.table.events
    own = events.filter(device=look.who.pk, undoes=None).exclude(idempotency_key=OPENED)
    own = own.exclude(idempotency_key__startswith=seats.SAT).order_by("-number")[:LOOKED_BACK]
    undos = events.exclude(undoes=None)
    told = sorted({e.number: e for e in (*own, *undos)}.values(), key=lambda e: e.number)
    alive = ledger.surviving(told)
    holders = {look.seat, *SHARED, *look.together}
    for event in reversed(told):
        if event.undoes is not None or event.number not in alive:
            continue
        if not event.cells and not event.idempotency_key.startswith(CODE):
            continue
        if {CellPath(path).holder for path in event.cells} <= holders:
            number: int = event.number
            return number
    return None


def _one_cell(
    request: HttpRequest, look: access.SheetRequest, sent: access.Posted, page: str
) -> HttpResponse:
    """Saves the single cell that htmx sends, and answers with the parts of the page that change.

    Response headers say if it was refused (``X-Refused``), why (``X-Conflict``), and if the answer
    is the whole sheet (``X-Whole``). ``look``: the request for the sheet; ``sent``: its form.
    ``page``: *sheet*, *map* or *settings*.
    """
    cell = sent.cell
    faults, done, conflicts = _save(look, sent, {cell: sent.typed}, _typed_over(look, sent))
    scores = done.scores if done else None
    wrong = {cell: sent.typed} if faults else {}
    news = done is not None and not done.repeated
    fresh = news and bool(done and done.event.cells)
    refused, whole = bool(conflicts or faults), bool(conflicts)
    if conflicts:
        clash = Clash.of(look.game, look.who.table.state, cell, conflicts[cell])
        response = _page(request, look, {}, [clash.error], page, scores=scores, clash=clash)
    elif _redraws(cell):
        response = _page(request, look, wrong, faults, SETTINGS, scores=scores, fresh=fresh)
    elif done and (
        CellPath(cell).field in look.game.sheet.races
        or done.event.cells.keys() - {cell, ledger.CORRECTED}
    ):
        response = _page(request, look, {}, [], page, scores=scores, fresh=fresh)
        refused, whole = False, True
    else:
        until = done.event.number - 1 if done and news else look.who.table.revision
        behind = _behind(look, sent.seen, until)
        context = _context(look, wrong, faults, cell, scores, page, fresh)
        if behind:
            context["base"] = behind
        response = render(request, "sheet/_updates_after_change.html", context)
        refused = bool(context["sheet"].fault)
    marks = {"X-Refused": refused, "X-Conflict": bool(conflicts), "X-Whole": whole}
    for header, value in (sent.echo | dict.fromkeys(filter(marks.get, marks), "1")).items():
        response[header] = value
    return response


def _typed_over(look: access.SheetRequest, sent: access.Posted) -> Callable[[State], bool] | None:
    """Returns the condition under which a cell that is typed on a pad may be written, or None.

    It holds while the cell shows the text that was typed over, or the one that was typed: nobody
    else has changed it. ``sent``: the form. None at a table, and for a ruling or colour, whose
    change redraws the page. ``look``: the request for the sheet.
    """
    was = sent.was
    if not look.who.table.pad or _redraws(sent.cell) or was is None:
        return None
    return lambda state: any(
        look.game.sheet.shows(state, sent.cell, text) for text in (was, sent.typed)
    )


def _redraws(cell: str) -> bool:
    """True if ``cell`` is the path of a ruling or colour, whose change redraws the whole page."""
    path = CellPath(cell)
    return path.holder == RULINGS or path.field == COLOUR.id


def _whole_form(
    request: HttpRequest, look: access.SheetRequest, sent: access.Posted, page: str
) -> HttpResponse:
    before: State = look.game.sheet.known_part(look.who.table.state)
    at_table = not look.who.table.pad
    typed = look.game.sheet.typed_cells(
        before, look.seat, sent.values, tracked=at_table, together=look.together
    )
    faults, _done, conflicts = _save(look, sent, typed)
    state = look.who.table.state
    faults += [Clash.of(look.game, state, *each).error for each in conflicts.items()]
    if faults:
        wrong = {f.path: typed[f.path] for f in faults if f.path in typed}
        return _page(request, look, wrong, faults, page, 422)
    key = look.who.table_id
    go = (sent.values.get("go") or [""])[-1]
    if go == "result" and not at_table:
        result = keep_result(look.game, look.who.table.state)
        return HttpResponseRedirect(reverse("result", args=[result.key]))
    if go in ("add", "remove") and not at_table:
        return HttpResponseRedirect(_address(look, _reseated(look, go, f"{go}-{sent.key}"[:40])))
    if go in look.who.table.state["seats"]:
        return HttpResponseRedirect(_address(look, go))
    if page == MAP and not go:
        # the map again, with the same item open
        return HttpResponseRedirect(request.get_full_path())
    if go.startswith("part-") or page != SHEET or not at_table:
        back = _address(look, look.seat)
        return HttpResponseRedirect(f"{back}#{go}" if go.startswith("part-") else back)
    return HttpResponseRedirect(reverse("table", args=[key]))


def _reseated(look: access.SheetRequest, go: str, key: str) -> str:
    """Adds a seat to a pad (``go="add"``) or removes the page's; returns the seat to show next.

    ``look``: the request for the page; ``key``: the form's. Changes nothing at the greatest or
    least number of seats.
    """
    with suppress(seats.Refused):
        if go == "add":
            return seats.add(look.who, key) or look.seat
        seats.take_away(look.who, look.seat, key)
        return str(min(look.who.table.state["seats"].keys() - {look.seat}))
    return look.seat


@require_POST
def answer(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """Saves the posted answer to a question for an empty cell, asked before a game ends.

    ``key``: the table's; ``seat``: whose cell it is. The last answer ends the game. After the end,
    only cells that the scores need and that are still empty are accepted; for others raises
    ``Http404``.
    """
    look = access.sheet_request(request, key, seat)
    cell, table = request.POST.get("cell", ""), look.who.table
    still_open = not table.finished or cell in open_cells(look.game, table.state)
    if not look.may_write or not still_open:
        raise Http404
    sent = access.posted(request)
    cells = cells_of_answer(look.game, table.state, cell)
    _save(look, replace(sent, cell=cell), dict.fromkeys(cells, request.POST.get("value", "")))
    with ledger.locked(key) as found:
        end_of_game.answered(found, look.who, look.game)
    return scoreboard_page.after_change(request, key)


def _address(look: access.SheetRequest, seat: str, page: str = SHEET) -> str:
    path = replace(look, seat=seat).addresses[page]
    return path + CORRECT if look.who.table.finished else path


def _save(
    look: access.SheetRequest,
    sent: access.Posted,
    typed: Mapping[str, str],
    still: Callable[[State], bool] | None = None,
) -> tuple[list[CellError], ledger.Outcome | None, Mapping[str, Value | None]]:
    """Writes typed cells to the ledger. A cell of a seat that the page does not show is an error.

    ``look``: the request for the page; ``sent``: its form. ``typed``: cell path to text. ``still``:
    condition on the present state; if it fails, nothing is written. Returns the errors, the outcome
    (None if nothing was written), and path to value of the cells that were refused, since another
    phone had changed them. The outcome has scores only if this phone sees the sheets of all seats.
    """
    game, who = look.game, look.who
    may = (*look.together, look.seat, TABLE, RULINGS)
    own = {path: each for path, each in typed.items() if CellPath(path).holder in may}
    cells, faults = game.sheet.parse(who.table.state, own)
    faults += [CellError(path, say("no-such-cell")) for path in typed if path not in own]
    now, base = game.sheet.cells(who.table.state), sent.base
    news = {path: value for path, value in cells.items() if now.get(path) != value}
    if not (cells if sent.cell else news):
        return faults, None, {}
    if who.table.pad:
        base = who.table.revision  # ``still`` finds what came later
    written = news if who.table.pad or not sent.cell else cells
    draft = None
    if look.visible_seats == who.table.state["seats"].keys():
        state = game.sheet.put(who.table.state, written)
        draft = ledger.Draft(who.table, who.table.revision, state, sketched(game, state))
    try:
        done = ledger.write(who.table_id, who, look.seat, written, base, sent.key, draft, still)
    except ledger.Changed:
        who.table.refresh_from_db()
        return faults, None, cells
    who.table = done.table
    return faults, done, done.conflicts
