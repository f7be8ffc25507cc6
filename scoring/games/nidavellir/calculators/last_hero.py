"""Planner for the best final score if end-of-game placements may complete a line for a new hero.

Only one such hero is planned: where a second could follow, the plan is "best found", without a
bound.
"""

from dataclasses import replace

from scoring.model.plan import Plan, Proof
from scoring.model.position import Position

from ..solvers.army import CLASSES, PlayerArea, classes_of
from ..solvers.last_placements import Placements, PlanRequest
from ..solvers.placements import Recruit
from ..texts import say
from .plan_of_placements import Option, bound_among, display, plan_of, recruited


def plan(position: Position, seat: str, seconds: float) -> Plan:
    request = PlanRequest.of(position, seat, seconds)
    without_hero = request.best()
    tried: list[tuple[Placements, PlanRequest, Option]] = []
    second = False
    for hero in display(request) if _line_possible(request.area) else ():
        for option in recruited(request, hero):
            there = request.having(option.seat)
            second |= _line_possible(there.area)
            for moved in (True, False):
                if with_hero := there.with_recruit(Recruit(hero.id, moved)):
                    tried.append((with_hero, there, option))
    for_sure = [each for each in tried if each[2].for_sure]
    best = max(for_sure, key=lambda each: each[0].worth, default=None)
    if best and best[0].worth >= without_hero.worth:
        placed, there, option = best
        plan = plan_of(there, placed)
        plan = replace(plan, steps=(say("step-line-brings", hero=option.name), *plan.steps))
    else:
        plan = plan_of(request, without_hero, compared=True)
    bound = None if second else bound_among([*(each for each, _, _ in tried), without_hero])
    return replace(plan, proof=Proof.of("ilp", plan.worth, bound, checked=("scorer",)))


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
