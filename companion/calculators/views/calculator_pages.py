"""Views of a game's calculators with a form: on a page alone, on a pad, or at a table.

On a pad or at a table the form is filled in from the score sheets.
"""

import logging
from collections.abc import Mapping
from dataclasses import replace
from time import perf_counter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from companion.games.localised_text_tags import as_posted
from companion.games.localised_text_tags import say as said
from companion.http import random_keys
from companion.http.whole_numbers import whole_number
from companion.messages import say
from companion.sheet_pages.field_views import SectionView
from companion.sheet_pages.page_names import TABLE
from companion.sheet_pages.plot_shapes import length
from companion.sheet_pages.section_views import faces, section_panels
from companion.tables import access, ledger
from companion.tables.models import Device
from scoring.game import Game
from scoring.model.calculator import Answer, Calculator, Form
from scoring.model.errors_and_warnings import CellError
from scoring.model.plan import NoAnswer, State
from scoring.model.position import Position
from scoring.model.sheet_fields import SHARED
from scoring.solving import deadline
from scoring.text.localised import EMPTY

logger = logging.getLogger(__name__)

BRIEF = 24
"""Ems up to which an answer stands in large type: two lines on the smallest phone."""


def index(request: HttpRequest, slug: str) -> HttpResponse:
    """Lists the calculators of the game ``slug`` that work without a table.

    Raises ``Http404`` if it has none.
    """
    game = access.scoring_game(slug)
    listed = [each for each in game.calculators.values() if each.by_itself]
    if not listed:
        raise Http404
    return render(request, "calculator/index.html", {"game": game, "calculators": listed})


def without_table(request: HttpRequest, slug: str, calculator: str) -> HttpResponse:
    """Shows a calculator that needs no table, filled in from the query string, and its answer.

    ``slug``: the game's. ``calculator``: id of the calculator.
    """
    game = access.scoring_game(slug)
    chosen, form = _form(game, calculator)
    if not chosen.by_itself:
        raise Http404
    most = form.sheet.most_seats
    players = whole_number(request.GET.get("players", "")) or 0
    least = max(2, game.catalogue.box.players[0])
    number = players if 0 < players <= most else min(least, most)
    state = form.sheet.blank(1 if form.scope == "one" else number)
    numbers = range(1, most + 1) if form.scope == "all" and form.sheet.sections else ()
    context = {"game": game, "numbers": numbers, "players": len(state["seats"])}
    return _page(
        request, "calculator/calculator.html", context, game, chosen, form, state, request.path
    )


def at_table(request: HttpRequest, key: str, calculator: str) -> HttpResponse:
    """Shows a calculator filled in from the table's sheets; a POST applies an offer of its answer.

    An offer is a set of cells that the answer proposes to write on the sheets. ``key``: the
    table's. ``calculator``: id of the calculator.
    """
    who, game = access.at(request, key)
    table = who.table
    chosen, form = _form(game, calculator)
    seats = game.sheet.seats(table.state)
    seat = request.GET.get("seat") or request.POST.get("seat") or who.seat
    seat = seat if seat in seats else seats[0]
    if form.scope == "one" and not access.may_see(who, table, seat):
        seat = who.seat if who.seat in seats else seat
    seen, sheet = access.visible_seats(who, table), game.sheet
    if table.finished:
        usable_state = sheet.seen(table.state, seen)
    else:
        usable_state = sheet.open_to(table.state, seat, seen)
    table_position = sheet.position(sheet.known_part(usable_state))
    state = form.filled(table_position, seat)
    if request.method == "POST":
        return _applied(request, who, table_position, chosen, form, state, seat)
    context = {
        "game": game,
        "table": table,
        "who": who,
        "tab": "calculators",
        "seat": seat,
        "seats": [(s, game.sheet.name(table.state, s)) for s in seats]
        if form.scope == "one"
        else [],
        "form_key": random_keys.new_form_key(),
        "base": who.revision,
        # after the end a sheet changes only as a correction, which its own page asks for first
        "may_apply": lambda cells: not table.finished and _may_all(who, cells),
        "table_position": table_position,
    }
    path = reverse("table_calculator", args=[key, chosen.id])
    return _page(request, "calculator/at_table.html", context, game, chosen, form, state, path)


def on_pad(request: HttpRequest, key: str, calculator: str, seat: str) -> HttpResponse:
    """Shows a calculator filled in from the sheets of a pad, a sheet without a table.

    ``key``: the pad's. ``calculator``: id of the calculator. ``seat``: id of the seat it is for.
    """
    sheet = access.pad_request(key, seat)
    game, pad = sheet.game, sheet.who.table
    chosen, form = _form(game, calculator)
    table_position = game.sheet.position(game.sheet.known_part(pad.state))
    state = form.filled(table_position, seat)
    context = {"game": game, "pad": pad, "seat": seat, "table_position": table_position}
    template = "calculator/on_pad.html"
    return _page(request, template, context, game, chosen, form, state, request.path)


def _form(game: Game, id_: str) -> tuple[Calculator, Form]:
    calculator = game.calculators.get(id_)
    if calculator is None or calculator.form is None:
        raise Http404
    return calculator, calculator.form


def _entered(
    form: Form, state: State, data: MultiValueDict[str, str]
) -> tuple[State, list[CellError], dict[str, str]]:
    """Enters what was typed in a calculator's form, ``data``, in the cells of ``state``.

    Returns the new state, the errors, and cell path to text for those that could not be parsed. An
    unticked checkbox counts as empty. Without ``sent`` in ``data``, nothing was sent: no change.
    """
    if "sent" not in data:
        return state, [], {}
    typed = {path: data.getlist(path)[-1] if path in data else "" for path in _paths(form, state)}
    reading = form.sheet.enter(state, typed)
    wrong = {f.path: typed[f.path] for f in reading.errors if f.path in typed}
    return reading.state, reading.errors, wrong


def _answer(form: Form, state: State, table_position: Position | None) -> Answer:
    try:
        with deadline.within():
            # takes this phone's turn in the queue, even if the answer never checks the deadline
            deadline.check()
            begun = perf_counter()
            answer = form.answer(form.sheet.position(state, table_position=table_position))
    except NoAnswer as reason:
        level = logging.INFO if isinstance(reason, deadline.OutOfTime) else logging.ERROR
        logger.log(level, "no answer: %s", reason)
        return Answer(say("no-answer-in-time"))
    if answer.proof is None:
        return answer
    return replace(answer, proof=replace(answer.proof, seconds=perf_counter() - begun))


def _paths(form: Form, state: State) -> list[str]:
    sheet = form.sheet
    holders = {TABLE: sheet.table_fields} | dict.fromkeys(state["seats"], sheet.fields)
    return [
        f"{holder}/{'/'.join(path)}"
        for holder, fields in holders.items()
        for field in fields.values()
        for path in field.paths()
    ]


def _page(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    game: Game,
    calculator: Calculator,
    form: Form,
    state: State,
    path: str,
) -> HttpResponse:
    state, faults, wrong = _entered(form, state, request.GET)
    table_position: Position | None = context.pop("table_position", None)
    answer = Answer(say("form-refused")) if faults else _answer(form, state, table_position)
    forms = _forms(
        game, form, state, wrong, faults, table_position.state if table_position else None
    )
    panels = [panel for each in forms for panel in each["panels"]]
    input_paths = {each.path for panel in panels for each in panel.inputs}
    cells = form.sheet.cells(state)
    texts = {p: as_posted(cells[p]) for p in _paths(form, state) if p in cells}
    may_apply = context.pop("may_apply", None)
    context |= {
        "offers": [
            (n, each)
            for n, each in enumerate(answer.applies)
            if may_apply and may_apply(each.cells)
        ],
        "calculator": calculator,
        "action": path,
        "forms": forms,
        "faces": faces(panels),
        "hidden_inputs": [(path, text) for path, text in texts.items() if path not in input_paths],
        "answer": answer,
        "brief": not answer.applies and length(said(answer.summary)) <= BRIEF,
        "cites": [game.catalogue[each] for each in answer.cites],
        "faults": faults,
        "doubts": [] if faults else form.sheet.doubts(state),
        "all_inputs": list(texts.items()),
    }
    htmx = getattr(request, "htmx", None)
    if htmx:
        touched = htmx.trigger_name or ""
        context["reshaped"] = _reshaped(form, state, panels, touched)
        inputs = (each for panel in panels for each in panel.inputs)
        context["touched_inputs"] = [each for each in inputs if each.fault or each.path == touched]
    return render(request, "calculator/_form.html#answer" if htmx else template, context)


def _forms(
    game: Game,
    form: Form,
    state: State,
    wrong: Mapping[str, str],
    faults: list[CellError],
    table_position: State | None,
) -> list[dict[str, Any]]:
    """Returns the form's sections in groups: first of the table and all seats, then of each seat.

    Each group is a dict: ``panels``, its sections, and ``name``, the seat's or None. ``wrong``:
    cell path to text that could not be parsed; ``faults``: the errors. ``table_position``: the
    table's state; None without a table.
    """
    sheet, seats = form.shaped(state), form.sheet.seats(state)
    boards = {section.id for section in sheet.sections if section.control}

    def holder_sections(holder: str) -> list[SectionView]:
        together = seats if holder == seats[0] else ()
        return section_panels(
            game, sheet, state, holder, wrong, faults, together=together, table=table_position
        )

    groups: list[dict[str, Any]] = [{"name": None, "panels": holder_sections(TABLE)}]
    for seat in seats:
        panels = holder_sections(seat)
        if seat == seats[0]:
            groups[0]["panels"] += [each for each in panels if each.section in boards]
        panels = [each for each in panels if each.section not in boards]
        name = form.sheet.name(state, seat) if form.scope == "all" else None
        if name and len(panels) == 1:
            hint = panels[0].hint if seat == seats[0] else EMPTY
            panels, name = [replace(panels[0], title=name, hint=hint)], None
        groups.append({"name": name, "panels": panels})
    return [each for each in groups if each["panels"]]


def _reshaped(
    form: Form, state: State, panels: list[SectionView], touched: str
) -> list[SectionView]:
    """Returns the ``panels`` to render again, as their labels or options depend on other cells.

    Leaves out the panel with the cell just edited, whose path is ``touched``: it would lose the
    cursor.
    """
    shaped = form.shaped(state).fields
    changed = {id_ for id_, field in form.sheet.fields.items() if shaped[id_] is not field}
    return [
        panel
        for panel in panels
        if any(each.field.id in changed for each in panel.controls)
        and all(each.path != touched for each in panel.inputs)
    ]


def _applied(
    request: HttpRequest,
    who: Device,
    table_position: Position,
    calculator: Calculator,
    form: Form,
    state: State,
    seat: str,
) -> HttpResponse:
    # The phone posts only the offer's number and the form, so the answer is computed again.
    if who.role == "spectator":
        raise Http404
    state, faults, _ = _entered(form, state, request.POST)
    offers = () if faults else _answer(form, state, table_position).applies
    which = whole_number(request.POST.get("apply", ""))
    back = reverse("table_calculator", args=[who.table_id, calculator.id])
    if which is None or which >= len(offers):
        return HttpResponseRedirect(back)
    offered = offers[which].cells
    # checks also cells that have the offered value already: that they do may be secret
    if not _may_all(who, offered):
        raise Http404
    now = table_position.sheet.cells(who.table.state)
    cells = {p: v for p, v in offered.items() if now.get(p) != v}
    posted = access.posted(request)
    ledger.write(who.table_id, who, who.seat, cells, posted.base, posted.key)
    return HttpResponseRedirect(f"{back}?seat={seat}&done={which}")


def _may_all(who: Device, cells: Mapping[str, Any]) -> bool:
    """True if the phone ``who`` may write a calculator's offer, path to value.

    Without screens, which hide sheets from other phones, a player may for every seat.
    """
    seats = {path.partition("/")[0] for path in cells} - set(SHARED)
    every = who.role == "player" and not who.table.screens
    return who.role != "spectator" and all(every or access.may_write(who, each) for each in seats)
