"""Planner for the most points ahead of the best rival, whose sheets count as they are entered."""

from collections.abc import Mapping
from fractions import Fraction

from scoring.model.breakdown import Breakdown
from scoring.model.plan import Plan
from scoring.model.position import Position
from scoring.solving.ilp import total

from ..score import steps
from ..solvers.end_decisions import PlanRequest
from ..solvers.end_decisions_programme import build, rival_best


def measure(breakdowns: Mapping[str, Breakdown], seat: str) -> Fraction:
    """Returns a seat's known points, less those of its best rival if it has any.

    ``breakdowns``: each seat's score, by seat id.
    """
    others = [b.known for name, b in breakdowns.items() if name != seat]
    return Fraction(breakdowns[seat].known - max(others, default=0))


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """Returns the plan that puts a seat the most points ahead of its best rival.

    The seat may forgo points of its own if that takes a rival's warrior majority bonus away.
    ``seconds``: time limit for solving.
    """
    request = PlanRequest.of(position, seat, seconds)
    choices = build(request.area, request.rivals)
    objective = total(list(choices.rows.values()))
    if request.rivals.totals:
        objective = objective - rival_best(choices, request.rivals)
    solution = choices.model.solve(objective, choices.prefer, seconds)
    placed = request.placed(choices, solution)
    return request.plan(placed, steps(request.area, placed.after))
