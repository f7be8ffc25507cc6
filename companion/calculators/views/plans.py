"""Views of planners, which compute the best plan for a seat's sheet, on a pad or at a table.

A plan of a game with a map of tiles can be written on the seat's map.
"""

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from companion.http import random_keys
from companion.sheet_pages.hexagon_drawing import corner
from companion.sheet_pages.map_view import Map, MapTile, ReadoutView
from companion.sheet_pages.sheet_page import SheetWarning
from companion.tables import access, ledger
from scoring.game import Game
from scoring.model.breakdown import Breakdown
from scoring.model.calculator import Apply, Calculator, Planner
from scoring.model.catalogue import Entry
from scoring.model.cells import CellPath
from scoring.model.chart import Chart
from scoring.model.errors_and_warnings import Doubt, alike
from scoring.model.fields import Field
from scoring.model.plan import NoAnswer, Plan, State
from scoring.solving import deadline
from scoring.text.localised import EMPTY, Text

logger = logging.getLogger(__name__)


def at_table(request: HttpRequest, key: str, calculator: str, seat: str) -> HttpResponse:
    """Shows a seat's best plan, if this phone may see its sheet; POST writes it on the seat's map.

    ``key``: the table's. ``calculator``: id of the calculator that plans. Redirects with
    ``changed=1``, and writes nothing, if the sheet that the plan was made for has changed. Raises
    ``Http404`` for a POST if the phone may not write on the sheet.
    """
    return _shown_or_written(request, access.sheet_request(request, key, seat), calculator)


def on_pad(request: HttpRequest, key: str, calculator: str, seat: str) -> HttpResponse:
    """Shows a seat's best plan on a pad, a sheet without a table; POST writes it on the seat's map.

    ``key``: the pad's. ``calculator``: id of the calculator that plans. Redirects with
    ``changed=1``, and writes nothing, if what the plan depends on has changed.
    """
    return _shown_or_written(request, access.pad_request(key, seat), calculator)


def _shown_or_written(
    request: HttpRequest, sheet: access.SheetRequest, calculator: str
) -> HttpResponse:
    game, seat, table, state = sheet.game, sheet.seat, sheet.who.table, sheet.usable_state
    writable = sheet.may_write and not table.finished
    if request.method == "POST":
        if not writable:
            raise Http404
        return _written(request, sheet, calculator)
    seats = [each for each in game.sheet.seats(state) if each in sheet.visible_seats]
    at_table = {"table": table, "who": sheet.who, "tab": "calculators"}
    context = ({"pad": table} if table.pad else at_table) | {
        "game": game,
        "seats": [(each, game.sheet.name(state, each)) for each in seats],
        "page": plan_page(game, state, calculator, seat, writable),
        "pages": sheet.addresses,
        "form_key": random_keys.new_form_key(),
    }
    return render(request, f"calculator/plan_{'on_pad' if table.pad else 'at_table'}.html", context)


# ── writing a plan ──────────────────────────────────────────────────────────────────────


def _written(request: HttpRequest, sheet: access.SheetRequest, calculator: str) -> HttpResponse:
    """Writes the posted plan on the seat's map and redirects there.

    If something that the plan depends on has changed since, it only redirects to the plan.
    ``calculator``: id of the one that planned.
    """
    who, game = sheet.who, sheet.game
    posted, rests = access.posted(request), request.POST.get("rests", "")
    # the plan as the page showed it: another one of equal worth could place other tiles
    typed = {path: request.POST.get(path, "") for path in request.POST}
    planned = {path: text for path, text in typed.items() if CellPath(path).holder == sheet.seat}
    cells, faults = game.sheet.parse(who.table.state, planned)
    try:
        if faults:
            raise ledger.Changed
        if calculator not in game.planners:
            raise Http404
        planner, base = game.planner(calculator), who.table.revision

        def still(state: State) -> bool:
            return _fingerprint(game, planner, state, sheet.seat) == rests

        ledger.write(who.table_id, who, who.seat, cells, base, posted.key, still=still)
    except ledger.Changed:
        return HttpResponseRedirect(f"{request.path}?changed=1")
    path = reverse(f"{sheet.kind}_map", args=[who.table_id, sheet.seat])
    return HttpResponseRedirect(f"{path}?done=1")


def _fingerprint(game: Game, planner: Planner, state: State, seat: str) -> str:
    """Returns a hash (24 hex digits) of everything that a seat's plan depends on.

    ``state``: the table's. That is the seat's own cells, the rulings (the table's answers to open
    rules questions), and the cells of other seats that the planner reads.
    """
    public = game.sheet.known_part(game.sheet.lying_open(state, seat))
    others = planner.sees(game.sheet.position(public), seat) if planner.sees else None
    cells = json.dumps([state["seats"].get(seat), state.get("rulings"), others], sort_keys=True)
    return sha256(cells.encode()).hexdigest()[:24]


# ── showing a plan ──────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class PlanView:
    """A plan (what a seat does with its pieces) and its points, as a page shows them.

    ``points``: as text, the seat's total with the plan, or another number that is planned for.
    ``fewer``: points that it has fewer than the best plan.
    """

    plan: Plan
    points: Text
    fewer: Fraction


@dataclass(frozen=True)
class PlanPage:
    """A seat's best plan and others to compare with, the warnings, all as a page shows it.

    ``name``: of the seat.
    ``failed``: the reason if there is no plan: *late*, or *wrong* if the scorer disagrees.
    ``best``: the plan; ``None`` if there is none.
    ``warnings``: about the cells that the plan depends on.
    ``conflicts``: warnings about cells that contradict each other, so nothing could be planned.
    ``score``: the seat's score after the plan; ``None`` if the plan is impossible.
    ``cites``: entries of the rules that the planner refers to.
    ``chart``: the plan on the map of tiles, the sheet's ``field``; ``None`` if it has none.
    ``apply``: what a button of the page writes on the sheet, if all that the plan depends on still
        has this ``fingerprint``; ``None`` without a button.
    ``one_more``: pieces, with the points that one more of each would add, most first.
    ``complete``: false if there was no time to look for other plans.
    """

    calculator: Calculator
    seat: str
    name: Text
    failed: str = ""
    best: PlanView | None = None
    warnings: Sequence[SheetWarning] = ()
    conflicts: Sequence[SheetWarning] = ()
    score: Breakdown | None = None
    cites: Sequence[Entry] = ()
    field: Field | None = None
    chart: Chart | None = None
    apply: Apply | None = None
    fingerprint: str = ""
    one_more: Sequence[tuple[Entry, Fraction]] = ()
    runner_up: PlanView | None = None
    ties: Sequence[PlanView] = ()
    complete: bool = True

    @property
    def map(self) -> Map | None:
        """The seat's map with the plan's tiles and arrows for its steps; ``None`` without a map."""
        field, chart = self.field, self.chart
        if field is None or chart is None:
            return None
        names = {row.id: row.name for row in field.rows}
        tiles = tuple(
            MapTile(
                *(tile, "", names[tile], chart.says.get(tile, names[tile]), "", ""),
                chart.faces.get(tile, ""),
                *corner(spot.place),
                spot.turn,
                laid=True,
            )
            for tile, spot in chart.laid.items()
        )
        places = [spot.place for spot in chart.laid.values()]
        chart = replace(chart, misfits=())  # shown as warnings; the drawing shows only the plan
        return Map(field, chart, places, tiles, (ReadoutView(chart.readouts[0], True, places),))


def _warnings(
    game: Game, state: State, seat: str, doubts: Sequence[tuple[Doubt, int]]
) -> list[SheetWarning]:
    """Returns the warnings for ``doubts`` with their numbers; of other seats with their names."""
    names = {each: game.sheet.name(state, each) for each in state["seats"] if each != seat}
    return [
        SheetWarning(game.sheet, doubt, count, names.get(CellPath(doubt.path).holder, EMPTY))
        for doubt, count in doubts
    ]


def plan_page(
    game: Game, stored_state: State, calculator: str, seat: str, writable: bool
) -> PlanPage:
    """Computes a seat's best plan and the plans to compare it with, and builds their page.

    ``calculator``: id of the calculator that plans; ``Http404`` for an unknown one.
    ``stored_state``: the table's cells that the plan may use. ``writable``: the page may offer to
    write the plan on the sheet.
    """
    chosen = game.calculators.get(calculator)
    if chosen is None or chosen.planner is None:
        raise Http404
    planner, state = chosen.planner, game.sheet.known_part(stored_state)
    page = PlanPage(chosen, seat, game.sheet.name(state, seat))
    try:
        plan = game.advise(calculator, seat, state)
    except NoAnswer as reason:
        late = isinstance(reason, deadline.OutOfTime)
        level = logging.INFO if late else logging.ERROR
        logger.log(level, "%s: %s: %s", game.slug, calculator, reason)
        return replace(page, failed="late" if late else "wrong")
    best = PlanView(plan, game.points_after(plan), Fraction(0))
    others = game.alternatives(plan, state)
    compared = [
        PlanView(each, game.points_after(each, plan), plan.worth - each.worth)
        for each in (*others.ties, *filter(None, [others.runner_up]))
    ]
    concerned = [seat] if planner.independent else list(state["seats"])
    doubts = [each for each in game.sheet.doubts(state) if each not in plan.conflicts]
    page = replace(
        page,
        best=best,
        warnings=_warnings(game, state, seat, alike(doubts, (*concerned, "table"))),
        conflicts=[SheetWarning(game.sheet, *each) for each in alike(plan.conflicts, (seat,))],
        cites=[game.catalogue[each] for each in planner.cites],
        one_more=[
            (game.catalogue[piece], points)
            for piece, points in sorted(others.one_more.items(), key=lambda pair: -pair[1])
        ],
        runner_up=compared[-1] if others.runner_up else None,
        ties=compared[: len(others.ties)],
        complete=others.complete,
    )
    if plan.proof.verdict == "impossible":
        return page
    position = game.sheet.position(state)
    apply = planner.apply(position, seat, plan) if planner.apply and writable else None
    apply = apply if apply and apply.cells else None
    return replace(
        page,
        score=replace(game.score(plan.after)[seat], rise=plan.rise),
        field=game.sheet.map_field,
        chart=planner.chart(position, seat, plan) if planner.chart else None,
        apply=apply,
        fingerprint=_fingerprint(game, planner, stored_state, seat) if apply else "",
    )
