"""The widest margin over the best rival, whose decisions stay as they are recorded."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from scoring.games.nidavellir.solvers.placements import build, rival_best
from scoring.model.breakdown import Breakdown
from scoring.model.plan import Plan
from scoring.model.position import Position
from scoring.solving.ilp import total

from .placing import planned, undecided


def measure(breakdowns: Mapping[str, Breakdown], seat: str) -> Fraction:
    """A seat's known points less those of its best rival; all of them if it is alone."""
    others = [b.known for name, b in breakdowns.items() if name != seat]
    return Fraction(breakdowns[seat].known - max(others, default=0))


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """As the best final score, but warriors may also be placed to take a rival's bonus."""
    asks = undecided(position, seat)
    it = build(asks.hold, asks.rivals)
    objective = total(list(it.rows.values()))
    if asks.rivals.totals:
        objective = objective - rival_best(it, asks.rivals)
    solution = it.model.solve(objective, it.prefer, seconds)
    return planned(asks, it, solution)
