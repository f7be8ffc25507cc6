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
    asking = PlanRequest(position, seat, seconds)
    alone = asking.solved(asking.seat, compared=True)
    tried: list[tuple[Plan, Option]] = []
    second = False
    if _line_possible(asking.area):
        for hero in display(asking):
            for option in recruited(asking, hero):
                second |= _line_possible(asking.area.having(option.seat))
                asks = asking.undecided.having(option.seat)
                for moved in (True, False):
                    found = with_recruit(asks, Recruit(hero.id, moved), seconds, asking.known)
                    if found:
                        tried.append((found, option))
    sure = [pair for pair in tried if pair[1].sure and not pair[1].at_most]
    best, chosen = max(sure, key=lambda pair: pair[0].worth, default=(alone, None))
    if best.worth < alone.worth:
        best, chosen = alone, None
    steps = best.steps
    if chosen:
        steps = (say("step-line-brings", hero=chosen.name), *steps)
    bounds = [plan.proof.bound for plan in (*(found for found, _ in tried), alone)]
    finite = [bound for bound in bounds if bound is not None]
    bound = None if second or len(finite) < len(bounds) else max(finite)
    proven = best.proof.verdict == "optimal" and bound == best.worth
    proof = Proof(
        "optimal" if proven else "best found", "ilp", bound, perf_counter() - born, ("scorer",)
    )
    return replace(best, steps=steps, proof=proof)


def _line_possible(hold: PlayerArea) -> bool:
    """True if the cards still to be placed might complete one more line (a rank of each class).

    Each such card is assumed to help every class it can at once: this only rules out hopeless
    cases.
    """
    if hold.has("megingjord"):
        return False
    wild = hold.has("ylud") + hold.has("thrud")
    pairs = [classes_of(hold.catalogue[mercenary]) for mercenary in hold.waiting]
    return all(
        hold.ranks_in_play(kind) + wild + sum(kind in pair for pair in pairs) > hold.heroes_counted
        for kind in CLASSES
    )
