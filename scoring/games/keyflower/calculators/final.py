"""Calculator for the best final score of a seat, over all open decisions at the end of the game."""

import time
from dataclasses import replace
from fractions import Fraction

from scoring.model.plan import Alternatives, Plan, Proof
from scoring.model.position import Position

from ..score import steps
from ..solvers import allocation_programme
from ..solvers.enumeration import SeatSolver
from ..solvers.recorded_decisions import Recorded, recorded, undecided
from ..solvers.village import PIECES, Village

INDEPENDENT = True
TIES_SHOWN = 4
"""Most other plans with the same score in an answer."""


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """Returns a seat's plan with the best final score that keeps the decisions recorded so far.

    A recorded cell is kept exactly, unless it is impossible (more pieces than the seat has). A tile
    counts as 0 if its points depend on a number that is blank, such as that of the closed road. The
    plan is found by enumeration; an integer programme proves its score. ``seat``: id. ``seconds``:
    processor time for the proof.
    """
    village, recorded_decisions = _open(position, seat)
    solution = allocation_programme.best(village, recorded_decisions, seconds, certify=True)
    assert solution is not None, "what is kept is possible"
    solver = SeatSolver(village, recorded_decisions)
    best, sheet = solver.best(), solver.best_sheet()
    second = solution.worth if solution.proof.verdict == "optimal" else None
    plan = _plan(position, replace(solution, seat=sheet, worth=Fraction(best)))
    return replace(plan, second=second)


def sketch(position: Position, seat: str) -> Plan:
    """Returns a seat's plan with the best final score without a proof, so sooner than ``plan``.

    Decisions recorded on the sheet are kept.
    """
    began = time.perf_counter()
    solver = SeatSolver(*_open(position, seat))
    sheet, worth = solver.best_sheet(), Fraction(solver.best())
    proof = Proof.of("exhaustive", worth, worth, time.perf_counter() - began, ("scorer",))
    return _plan(position, allocation_programme.Allocation(sheet, worth, proof))


def alternatives(position: Position, seat: str, plan: Plan, seconds: float) -> Alternatives:
    """Returns what one more of each piece adds, plans that score the same, and the next best.

    ``plan``: the best plan of the ``seat``. Each of these plans scores more on some row than the
    ones before it. The search stops after ``seconds``.
    """
    village, recorded_decisions = _open(position, seat)
    solver = SeatSolver(village, recorded_decisions)
    one_more = {piece: solver.best(piece) - plan.worth for piece in PIECES}
    after = position.with_state(plan.after)
    plans_seen = [Village(after, after.seats[seat])]
    ties: list[Plan] = []
    while (
        solution := allocation_programme.best(village, recorded_decisions, seconds, plans_seen)
    ) is not None:
        other = _plan(position, solution)
        if other.worth < plan.worth:
            return Alternatives(one_more, other, tuple(ties))
        if len(ties) == TIES_SHOWN:
            return Alternatives(one_more, None, tuple(ties), more_ties=True)
        ties.append(other)
        plans_seen.append(Village(position, solution.seat))
    return Alternatives(one_more, None, tuple(ties))


def _open(position: Position, seat: str) -> tuple[Village, Recorded]:
    village = Village(position, position.seats[seat])
    return village.holding(undecided(village.seat)), recorded(village)


def _plan(position: Position, solution: allocation_programme.Allocation) -> Plan:
    texts = tuple(steps(position, solution.seat))
    after = position.having(solution.seat).state
    return Plan(texts, after, solution.worth, solution.proof, certificate=solution.certificate)
