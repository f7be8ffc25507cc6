"""Calculator for the best final score of a seat, over all open decisions at the end of the game."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from scoring.model.catalogue import Catalogue
from scoring.model.plan import Alternatives, Plan, PlanMismatch, Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import Text

from ..solvers import allocation_programme
from ..solvers.enumeration import SeatSolver
from ..solvers.recorded_decisions import Recorded, recorded, undecided
from ..solvers.village import PIECES, Village
from ..texts import say

INDEPENDENT = True
TIES_SHOWN = 4
"""Most other plans with the same score in an answer."""


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """Returns the plan with the best final score that keeps the decisions recorded so far.

    A recorded cell is kept exactly, unless it is impossible; see ``solvers.recorded_decisions``. A
    tile counts as 0 if its points depend on a number that is blank, such as that of the closed
    road. The integer programme proves the score; the plan shown is that of the enumeration, if it
    gives one. Raises ``PlanMismatch`` if the two differ.
    """
    village, recorded_decisions = _open(position, seat)
    solution = allocation_programme.best(village, recorded_decisions, seconds, certify=True)
    assert solution is not None, "what is kept is possible"
    solver = SeatSolver(village, recorded_decisions)
    best, sheet = solver.best(), solver.best_sheet()
    if solution.proof.verdict == "optimal" and solution.worth != best:
        raise PlanMismatch(f"solver {solution.worth}, enumeration {best}")
    return _plan(position, replace(solution, seat=sheet, worth=Fraction(best)))


def sketch(position: Position, seat: str) -> Plan:
    """Returns the plan that ``plan`` returns, but sooner: without the integer programme's proof."""
    began = time.perf_counter()
    solver = SeatSolver(*_open(position, seat))
    sheet, worth = solver.best_sheet(), Fraction(solver.best())
    proof = Proof.of("exhaustive", worth, worth, time.perf_counter() - began, ("scorer",))
    return _plan(position, allocation_programme.Allocation(sheet, worth, proof))


def alternatives(position: Position, seat: str, plan: Plan, seconds: float) -> Alternatives:
    """Returns what one more of each piece would add, plans with the same score, and the next best.

    Each of these plans scores more on some row than the ones before it.
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


def steps(position: Position, seat: Seat) -> Iterator[Text]:
    """Yields a text for each decision at the end of the game that a seat has recorded."""
    name = position.catalogue.name

    if tile := seat.choice("flip"):
        yield say("step-flip", tile=name(tile))
    if piece := seat.choice("purple_as"):
        what = say("one-piece", piece=piece, name=name(piece))
        if tile := seat.choice("purple_on"):
            yield say("step-purple-on", piece=what, tile=name(tile))
        else:
            yield say("step-purple", piece=what)
    for tile, goods in seat.grid("release").items():
        yield say("step-take", pieces=counted(position.catalogue, goods), tile=name(tile))
    for tile, pieces in seat.grid("use").items():
        yield say("step-give", pieces=counted(position.catalogue, pieces), tile=name(tile))


def counted(catalogue: Catalogue, pieces: Mapping[str, int]) -> Text:
    """Returns the names of pieces (id to number) with their numbers, as *3 wood, 1 gold*."""
    return say.listed(say.counted(piece, catalogue.name(piece), n) for piece, n in pieces.items())
