"""Planner for the best final score if end-of-game placements may complete a line for a new hero.

Only one such hero is planned: where a second could follow, the plan is "best found", without a
bound.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from scoring.games.nidavellir.solvers.army import CLASSES, PlayerArea, classes_of
from scoring.games.nidavellir.solvers.placements import Recruit
from scoring.model.plan import Plan, Proof
from scoring.model.position import Position
from scoring.text import messages

from .options import Option, PlanRequest, display, recruited
from .placing import with_recruit

say = messages.of(__name__)


def plan(position: Position, seat: str, seconds: float) -> Plan:
    born = perf_counter()
    request = PlanRequest(position, seat, seconds)
    without_hero = request.solved(request.seat, compared=True)
    tried: list[tuple[Plan, Option]] = []
    second = False
    if _line_possible(request.area):
        for hero in display(request):
            for option in recruited(request, hero):
                second |= _line_possible(request.area.having(option.seat))
                undecided_seat = request.undecided.having(option.seat)
                for moved in (True, False):
                    best_plan = with_recruit(
                        undecided_seat, Recruit(hero.id, moved), seconds, request.cache
                    )
                    if best_plan:
                        tried.append((best_plan, option))
    certain = [pair for pair in tried if pair[1].certain and not pair[1].at_most]
    best, chosen = max(certain, key=lambda pair: pair[0].worth, default=(without_hero, None))
    if best.worth < without_hero.worth:
        best, chosen = without_hero, None
    steps = best.steps
    if chosen:
        steps = (say("step-line-brings", hero=chosen.name), *steps)
    bounds = [plan.proof.bound for plan in (*(best_plan for best_plan, _ in tried), without_hero)]
    finite = [bound for bound in bounds if bound is not None]
    bound = None if second or len(finite) < len(bounds) else max(finite)
    proof = Proof.of("ilp", best.worth, bound, perf_counter() - born, ("scorer",))
    return replace(best, steps=steps, proof=proof)


def _line_possible(area: PlayerArea) -> bool:
    """True if the cards still to be placed might complete one more line (a rank of each class).

    Each such card is assumed to help every class it can at once: this only rules out hopeless
    cases.
    """
    if area.has("megingjord"):
        return False
    wild = area.has("ylud") + area.has("thrud")
    pairs = [classes_of(area.catalogue[mercenary]) for mercenary in area.waiting]
    return all(
        area.ranks_in_play(kind) + wild + sum(kind in pair for pair in pairs) > area.heroes_counted
        for kind in CLASSES
    )
