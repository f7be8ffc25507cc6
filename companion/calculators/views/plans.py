"""Views of planners, which compute the best plan for a seat's sheet, on a pad or at a table.

A plan of a game with a map of tiles can be written on the seat's map.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from companion.games.available_games import scoring_game
from companion.pads import writing
from companion.pads.models import Pad
from companion.sheet_pages import map, posted_cells
from companion.sheet_pages.sheet_page import addresses
from companion.sheet_pages.warnings import doubtful
from companion.tables import access, ledger
from companion.tables.seat_pages import lying_open
from scoring.game import Game
from scoring.model.calculator import Planner
from scoring.model.cells import CellPath
from scoring.model.plan import NoAnswer, Plan, State
from scoring.solving import deadline
from scoring.text.localised import Text, Verbatim

logger = logging.getLogger(__name__)


def at_table(request: HttpRequest, key: str, calculator: str, seat: str) -> HttpResponse:
    """Shows the best plan for a seat whose sheet this phone may see; POST writes it on its map.

    Redirects with ``changed=1``, and writes nothing, if the sheet that the plan was made for has
    changed. Raises ``Http404`` if the phone may not write on the sheet.
    """
    who, game = access.at(request, key)
    seen = access.visible_seats(who, who.table)
    if seat not in seen:
        raise Http404
    writable = access.may_write(who, seat) and not who.table.finished
    if request.method == "POST":
        if not writable:
            raise Http404
        typed, sent = _planned_cells(request, seat), posted_cells.read(request)
        cells, faults = game.sheet.parse(who.table.state, typed)
        try:
            if faults:
                raise posted_cells.Changed
            base = who.table.revision  # later changes are detected by ``_still``
            still = _still(request, game, calculator, seat)
            ledger.write(key, who, who.seat, cells, base, sent.key, still=still)
        except posted_cells.Changed:
            return HttpResponseRedirect(f"{request.path}?changed=1")
        return HttpResponseRedirect(reverse("table_map", args=[key, seat]) + "?done=1")
    state = lying_open(game, who.table, seat, seen)
    seats = [
        (each, game.sheet.name(state, each)) for each in game.sheet.seats(state) if each in seen
    ]
    context = {
        "table": who.table,
        "who": who,
        "tab": "calculators",
        "seats": seats,
        "pages": addresses(game, "table", key, seat),
    }
    template = "calculator/plan_at_table.html"
    return _planned(request, template, context, game, state, calculator, seat, writable)


def on_pad(request: HttpRequest, key: str, calculator: str, seat: str) -> HttpResponse:
    """Shows the best plan for a seat of a pad; POST writes it on the seat's map.

    Redirects with ``changed=1``, and writes nothing, if what the plan depends on has changed.
    """
    pad = Pad.objects.filter(key=key).first()
    if pad is None:
        raise Http404
    game = scoring_game(pad.game)
    if seat not in game.sheet.seats(pad.state):
        raise Http404
    if request.method == "POST":
        typed, sent = _planned_cells(request, seat), posted_cells.read(request)
        try:
            still = _still(request, game, calculator, seat)
            writing.write(key, game, typed, sent.key, still)
        except posted_cells.Changed:
            return HttpResponseRedirect(f"{request.path}?changed=1")
        return HttpResponseRedirect(reverse("pad_map", args=[key, seat]) + "?done=1")
    seats = [(each, game.sheet.name(pad.state, each)) for each in game.sheet.seats(pad.state)]
    context = {"pad": pad, "seats": seats, "pages": addresses(game, "pad", pad.key, seat)}
    template = "calculator/plan_on_pad.html"
    return _planned(request, template, context, game, pad.state, calculator, seat, True)


def _rests(game: Game, planner: Planner, state: State, seat: str) -> str:
    """Returns a hash (24 hex digits) of everything that a plan depends on.

    That is the seat's own cells, the rulings (the table's answers to open rules questions), and
    what the planner reads of other seats.
    """
    open_ = game.sheet.known_part(game.sheet.lying_open(state, seat))
    seen = planner.sees(game.sheet.position(open_), seat) if planner.sees else None
    rests = json.dumps([state["seats"].get(seat), state.get("rulings"), seen], sort_keys=True)
    return sha256(rests.encode()).hexdigest()[:24]


def _still(request: HttpRequest, game: Game, calculator: str, seat: str) -> Callable[[State], bool]:
    """Returns a function that tells if the plan in the posted form is still valid for a state.

    It is if the state has the same hash (see ``_rests``) as the one the plan was computed from,
    which the form contains.
    """
    if calculator not in game.planners:
        raise Http404
    planner = game.planner(calculator)
    return lambda state: _rests(game, planner, state, seat) == request.POST.get("rests", "")


def _planned_cells(request: HttpRequest, seat: str) -> dict[str, str]:
    """Returns the seat's posted cells, path to text: the plan as the page showed it.

    It is not computed again, since another plan of equal worth could place other tiles.
    """
    return {
        path: request.POST.get(path, "") for path in request.POST if CellPath(path).holder == seat
    }


def _worth(game: Game, plan: Plan) -> Text:
    """Formats a plan's points: the seat's total with the plan, as the score sheet shows it.

    If the plan's points are no total, the plain number.
    """
    total = game.total_after(plan)
    return total.text if total else Verbatim(str(plan.worth))


def _planned(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    game: Game,
    state: State,
    calculator: str,
    seat: str,
    writable: bool,
) -> HttpResponse:
    if calculator not in game.planners:
        raise Http404
    planner = game.planner(calculator)
    rests = _rests(game, planner, state, seat)
    state = game.sheet.take(state, stored=True).state
    context |= {
        "game": game,
        "calculator": game.calculators[calculator],
        "seat": seat,
        "name": game.sheet.name(state, seat),
    }
    concerned = [seat] if planner.independent else list(state["seats"])
    doubts = game.sheet.doubts(state)
    context["doubtful"] = doubtful(game.sheet, doubts, concerned)
    try:
        plan = game.advise(calculator, seat, state)
    except NoAnswer as reason:
        level = logging.INFO if isinstance(reason, deadline.OutOfTime) else logging.ERROR
        logger.log(level, "%s: %s: %s", game.slug, calculator, reason)
        failed = "late" if isinstance(reason, deadline.OutOfTime) else "wrong"
        return render(request, template, context | {"failed": failed})
    if plan.conflicts:
        rest = [each for each in doubts if each not in plan.conflicts]
        context["conflicts"] = doubtful(game.sheet, plan.conflicts, [seat])
        context["doubtful"] = doubtful(game.sheet, rest, concerned)
    context["cites"] = [game.catalogue[each] for each in planner.cites]
    field = game.sheet.map_field
    if planner.chart and field and plan.proof.verdict != "impossible":
        seen = planner.chart(game.sheet.position(state), seat, plan)
        context["map"] = map.build_plan_map(game, field, seen)
    if planner.apply and writable and plan.proof.verdict != "impossible":
        offer = planner.apply(game.sheet.position(state), seat, plan)
        if offer and offer.cells:
            given = {p: posted_cells.as_posted(value) for p, value in offer.cells.items()}
            context |= {"offer": offer, "given": given, "rests": rests}
            context["form_key"] = posted_cells.fresh_key()
    return render(request, template, context | _plan_context(game, state, seat, plan))


def _plan_context(game: Game, state: State, seat: str, plan: Plan) -> dict[str, Any]:
    """Returns the template context of a plan: its points, the score after it, and other plans."""
    alternatives = game.alternatives(plan, state)
    after = replace(game.score(plan.after)[seat], rise=plan.rise)
    worth = sorted(alternatives.one_more.items(), key=lambda pair: -pair[1])
    return {
        "plan": plan,
        "worth": _worth(game, plan),
        "blank": after.missing,
        "breakdown": after if plan.proof.verdict != "impossible" else None,
        "one_more": [(game.catalogue[piece], points) for piece, points in worth],
        "runner_up": alternatives.runner_up,
        "second": _worth(game, alternatives.runner_up) if alternatives.runner_up else None,
        "costs": plan.worth - alternatives.runner_up.worth if alternatives.runner_up else None,
        "ties": [(tie, _worth(game, tie)) for tie in alternatives.ties],
        "unfinished": not alternatives.complete,
    }
