"""Views of pads: sheets without a table, which anybody with the link may edit.

The same view serves the whole page and, to htmx, the parts that one changed cell affects.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from companion.games.available_games import scoring_game
from companion.pads import recent, writing
from companion.pads.models import Pad
from companion.sheet_pages import map, posted_cells, section_views, sheet_page
from companion.sheet_pages.conflicts import Clash
from companion.sheet_pages.sheet_sections import MAP, SETTINGS, SHEET
from companion.sheet_pages.value_names import UndoMessage, anchor
from scoring.evaluation import sketched
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.validation import CellError


def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the form that opens a pad, and opens one on POST: with empty sheets or a saved one.

    Answers with status 422 if the posted form has errors.
    """
    game = scoring_game(slug)
    most = game.sheet.most_seats
    typed = {path: request.POST.get(path, "") for path, _ in section_views.options(game)}
    context: dict[str, Any] = {
        "game": game,
        "numbers": range(1, most + 1),
        "options": [(path, field, typed[path]) for path, field in section_views.options(game)],
    }
    if request.method != "POST":
        return render(request, "score/start.html", context)
    if "sheet" in request.POST:
        text = request.POST["sheet"]
        reading = game.sheet.loads(text, stored=True)
        if reading.errors:
            context |= {"text": text, "faults": reading.errors[:20]}
            return render(request, "score/start.html", context, status=422)
        return _opened(request, game, reading.state)
    try:
        players = int(request.POST.get("players", "1"))
        state = game.sheet.blank(players)
    except ValueError:
        return render(request, "score/start.html", context | {"wrong_number": True}, status=422)
    return _opened(request, game, game.sheet.enter(state, typed).state)


def _opened(request: HttpRequest, game: Game, state: State) -> HttpResponse:
    made = writing.open_pad(game, state)
    seat = game.sheet.seats(state)[0]
    response = HttpResponseRedirect(reverse("pad", args=[made.key, seat]))
    recent.remember(request, response, made.key)
    return response


def pad(request: HttpRequest, key: str, seat: str = "") -> HttpResponse:
    """Shows a seat's sheet, or saves posted cells. A cell that cannot be read is not changed."""
    return _pad(request, key, seat, SHEET)


def settings(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """Shows or saves the settings page: a seat's name, and cells of all seats together.

    Those include the rulings, the players' answers to questions that the rules leave open.
    """
    return _pad(request, key, seat, SETTINGS)


def map_(request: HttpRequest, key: str, seat: str) -> HttpResponse:
    """Shows or saves a seat's map of tiles. Raises ``Http404`` if the game has no map."""
    return _pad(request, key, seat, MAP)


def _pad(request: HttpRequest, key: str, seat: str, page: str) -> HttpResponse:
    if request.method == "GET" and _knows(request, key):
        return HttpResponse(status=204)
    pad = Pad.objects.filter(key=key).first()
    if pad is None:
        raise Http404
    game = scoring_game(pad.game)
    if page == MAP and not game.sheet.map_field:
        raise Http404
    state: State = pad.state
    if seat not in game.sheet.seats(state):
        if seat:
            raise Http404
        seat = game.sheet.seats(state)[0]
    if request.method != "POST":
        return _page(request, pad, game, seat, {}, [], page=page)
    sent = posted_cells.read(request)
    if (sent.values.get("go") or [""])[-1] == "undo":
        before, pad = writing.undo(key, game)
        undone = UndoMessage.between(game, before, pad.state, seat)
        htmx = getattr(request, "htmx", None)
        if htmx and seat in pad.state["seats"]:
            return _page(request, pad, game, seat, {}, [], page=page, undone=undone)
        there = sheet_page.addresses(game, "pad", pad.key, seat)[page]
        return HttpResponseRedirect(there + anchor(undone))
    if sent.cell:
        return _one_cell(request, key, game, seat, sent, page)
    return _whole_form(request, pad, game, seat, sent, page)


def _knows(request: HttpRequest, key: str) -> bool:
    """True if a polling page shows the pad's present version, which it sends as ``v``.

    The SQL query does not load the sheet.
    """
    seen = request.GET.get("v", "")
    kept = Pad.objects.only("changed").filter(key=key).first() if seen else None
    return kept is not None and kept.version == seen


def _one_cell(
    request: HttpRequest, key: str, game: Game, seat: str, sent: posted_cells.Posted, page: str
) -> HttpResponse:
    cell = sent.cell

    def still(state: State) -> bool:
        """Returns false if another phone has changed the posted cell since this page was loaded.

        Always true for a ruling or a colour, whose change redraws the whole page.
        """
        if sent.redraws:
            return True
        texts = (sent.was, sent.typed)
        return any(text is None or shows(game, state, cell, text) for text in texts)

    try:
        done = writing.write(key, game, {cell: sent.typed}, sent.key, still)
    except posted_cells.Changed:
        pad = Pad.objects.get(key=key)
        typed = game.sheet.parse(pad.state, {cell: sent.typed})[0].get(cell)
        clash = Clash.of(game, pad.state, cell, typed)
        response = _page(request, pad, game, seat, {}, [clash.error], page=page, clash=clash)
        return posted_cells.with_change_headers(response, sent, refused=True, conflict=True)
    pad, faults = done.pad, done.errors
    if sent.redraws:
        response = _page(request, pad, game, seat, {}, faults, page=SETTINGS)
        return posted_cells.with_change_headers(response, sent, refused=bool(faults))
    # if this request did not change the cell, the last change may be an earlier one of other cells
    last = pad.before[-1] if pad.before else {}
    if not faults and cell in last and len(last) > 1:
        response = _page(request, pad, game, seat, {}, [], page=page)
        return posted_cells.with_change_headers(response, sent, whole=True)
    wrong = {fault.path: sent.typed for fault in faults}
    context = _context(pad, game, seat, wrong, faults, cell, page)
    if sent.seen != done.before:
        # A token that equals no version: the next poll then brings what others entered meanwhile.
        # It also differs from the page's old token, by which the page discards earlier polls.
        context["base"] = f"{pad.version}~"
    response = render(request, "pad/_changed.html", context)
    return posted_cells.with_change_headers(response, sent, refused=bool(context["sheet"].fault))


def shows(game: Game, state: State, cell: str, text: str) -> bool:
    """True if ``text`` typed into the cell would not change the pad's state.

    Also true if it is the default that the page shows for an empty choice.
    """
    field = game.sheet.declared.get(CellPath(cell).field)
    if field and field.default == text and cell not in game.sheet.cells(state):
        return True
    return game.sheet.enter(state, {cell: text}).state == state


def _whole_form(
    request: HttpRequest, pad: Pad, game: Game, seat: str, sent: posted_cells.Posted, page: str
) -> HttpResponse:
    known = game.sheet.known_part(pad.state)
    together = game.sheet.seats(known)
    typed = posted_cells.typed_cells(game, known, seat, sent.values, together=together)
    done = writing.write(pad.key, game, typed)
    pad, faults = done.pad, done.errors
    if faults:
        wrong = {f.path: typed[f.path] for f in faults if f.path in typed}
        return _page(request, pad, game, seat, wrong, faults, status=422, page=page)
    go = request.POST.get("go", "")
    if go == "result":
        result = writing.keep_result(game, pad.state)
        return HttpResponseRedirect(reverse("result", args=[result.key]))
    if go in ("add", "remove"):
        seat = writing.reseat(pad.key, game, seat, go)
    elif go in pad.state["seats"]:
        seat = go
    there = reverse("pad", args=[pad.key, seat]) + _part(go)
    if page == MAP and not go:
        there = request.get_full_path()  # keeps the place or tile that is open
    response = HttpResponseRedirect(there)
    recent.remember(request, response, pad.key)
    return response


def _part(go: str) -> str:
    return f"#{go}" if go.startswith("part-") else ""


def _page(
    request: HttpRequest,
    pad: Pad,
    game: Game,
    seat: str,
    typed: Mapping[str, str],
    faults: list[CellError],
    status: int = 200,
    page: str = SHEET,
    undone: UndoMessage | None = None,
    clash: Clash | None = None,
) -> HttpResponse:
    open_item = map.OpenItem.of(request.GET.dict()) if page == MAP else sheet_page.NOTHING_OPEN
    context = _context(pad, game, seat, typed, faults, page=page, open_item=open_item)
    context |= {"undone": undone, "clash": clash}
    htmx = getattr(request, "htmx", None)
    template = sheet_page.TEMPLATES[page]
    if htmx:
        return render(request, f"{template}#sheet", context)
    response = render(request, template, context, status=status)
    recent.remember(request, response, pad.key)
    return response


def _context(
    pad: Pad,
    game: Game,
    seat: str,
    typed: Mapping[str, str],
    faults: list[CellError],
    cell: str = "",
    page: str = SHEET,
    open_item: map.OpenItem = sheet_page.NOTHING_OPEN,
) -> dict[str, Any]:
    seats = game.sheet.seats(pad.state)
    built = sheet_page.build(
        game,
        pad.state,
        sketched(game, pad.state),
        sheet_page.Access(seat, together=seats, visible=seats),
        page,
        typed=typed,
        faults=faults,
        cell=cell,
        open_item=open_item,
        merge_conflicts=pad.merge_conflicts,
    )
    pages = sheet_page.addresses(game, "pad", pad.key, seat)
    return {
        "game": game,
        "sheet": built,
        "pad": pad,
        "base": pad.version,
        "undoable": bool(pad.before),
        "pages": pages,
        "action": pages[page],
        "other_page": pages[SETTINGS if page == SHEET else SHEET],
        "back": reverse("home"),
    }
