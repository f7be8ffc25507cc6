"""Planner for the best final score if end-of-game placements may complete a line for a new hero.

Only one such hero is planned: where a second could follow, the plan is "best found", without a
bound.
"""

from dataclasses import replace

from scoring.model.plan import Plan, Proof
from scoring.model.position import Position
from scoring.text import messages

from ..solvers.army import CLASSES, PlayerArea, classes_of
from ..solvers.placements import Recruit
from .plan_of_placements import Option, PlanRequest, bound_among, display, recruited

say = messages.of(__name__)


def plan(position: Position, seat: str, seconds: float) -> Plan:
    request = PlanRequest.of(position, seat, seconds)
    without_hero = request.best(compared=True)
    tried: list[tuple[Plan, Option]] = []
    second = False
    for hero in display(request) if _line_possible(request.area) else ():
        for option in recruited(request, hero):
            there = request.having(option.seat)
            second |= _line_possible(there.area)
            for moved in (True, False):
                if with_hero := there.with_recruit(Recruit(hero.id, moved)):
                    tried.append((with_hero, option))
    for_sure = [pair for pair in tried if pair[1].for_sure]
    best, chosen = max(for_sure, key=lambda pair: pair[0].worth, default=(without_hero, None))
    steps = best.steps
    if best.worth < without_hero.worth:
        best, steps = without_hero, without_hero.steps
    elif chosen:
        steps = (say("step-line-brings", hero=chosen.name), *steps)
    bound = None if second else bound_among([*(each for each, _ in tried), without_hero])
    proof = Proof.of("ilp", best.worth, bound, checked=("scorer",))
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
