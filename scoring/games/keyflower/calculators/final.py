"""Calculator for the best final score of a seat, over all open decisions at the end of the game.

Two independent solvers must agree on it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from scoring.games.keyflower.solvers import allocation, exact
from scoring.games.keyflower.solvers.recorded_decisions import Recorded, recorded, undecided
from scoring.games.keyflower.solvers.village import Village
from scoring.model.plan import Alternatives, Plan, PlanMismatch, Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text import messages
from scoring.text.localised import Text

say = messages.of(__name__)

INDEPENDENT = True
TIES_SHOWN = 4
"""Most other plans with the same score in an answer."""


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """Returns the plan with the best final score that keeps the decisions recorded so far.

    A recorded cell is kept exactly, unless it is impossible; see ``solvers.recorded_decisions``.
    Rows that depend on a blank number of the layout count as 0. The integer programme proves the
    score; the plan shown is that of the enumeration, if it gives one. Raises ``PlanMismatch`` if
    the two differ.
    """
    village, kept = _open(position, seat)
    found = allocation.best(village, kept, seconds)
    assert found is not None, "what is kept is possible"
    best, decided = exact.decided(village, kept)
    if found.proof.verdict == "optimal" and found.worth != best:
        raise PlanMismatch(f"solver {found.worth}, enumeration {best}")
    if decided is not None:
        found = replace(found, seat=decided, worth=Fraction(best))
    return _plan(position, found)


def sketch(position: Position, seat: str) -> Plan | None:
    """Returns the same plan sooner, without the integer programme's proof.

    ``None`` if the enumeration gives only the points and no plan.
    """
    began = time.perf_counter()
    best, decided = exact.decided(*_open(position, seat))
    if decided is None:
        return None
    worth = Fraction(best)
    proof = Proof("optimal", "exhaustive", worth, time.perf_counter() - began, ("scorer",))
    return _plan(position, allocation.Allocation(decided, worth, proof))


def alternatives(position: Position, seat: str, plan: Plan, seconds: float) -> Alternatives:
    """Returns what one more of each piece would add, plans with the same score, and the next best.

    Each of these plans scores more on some row than the ones before it.
    """
    village, kept = _open(position, seat)
    one_more = {
        piece: Fraction(worth) - plan.worth
        for piece, worth in exact.with_one_more(village, kept).items()
    }
    after = position.with_state(plan.after)
    known = [Village(after, after.seats[seat])]
    ties: list[Plan] = []
    while (found := allocation.best(village, kept, seconds, known)) is not None:
        other = _plan(position, found)
        if other.worth < plan.worth:
            return Alternatives(one_more, other, tuple(ties))
        if len(ties) == TIES_SHOWN:
            return Alternatives(one_more, None, tuple(ties), more_ties=True)
        ties.append(other)
        known.append(Village(position, found.seat))
    return Alternatives(one_more, None, tuple(ties))


def _open(position: Position, seat: str) -> tuple[Village, Recorded]:
    """Returns the seat's village with every decision open, and the recorded decisions to keep."""
    decided = Village(position, position.seats[seat])
    return decided.holding(undecided(decided.seat)), recorded(decided)


def _plan(position: Position, found: allocation.Allocation) -> Plan:
    said = tuple(steps(position, found.seat))
    return Plan(said, position.having(found.seat).state, found.worth, found.proof)


def steps(position: Position, seat: Seat) -> Iterator[Text]:
    """Yields a text for each decision at the end of the game that a seat has recorded."""
    name = position.catalogue.name

    def counted(pieces: dict[str, int]) -> Text:
        return say.listed(say.counted(piece, name(piece), n) for piece, n in pieces.items())

    if tile := seat.choice("flip"):
        yield say("step-flip", tile=name(tile))
    if piece := seat.choice("purple_as"):
        what = say("one-piece", piece=piece, name=name(piece))
        if tile := seat.choice("purple_on"):
            yield say("step-purple-on", piece=what, tile=name(tile))
        else:
            yield say("step-purple", piece=what)
    for tile, goods in seat.grid("release").items():
        yield say("step-take", pieces=counted(dict(goods)), tile=name(tile))
    for tile, pieces in seat.grid("use").items():
        yield say("step-give", pieces=counted(dict(pieces)), tile=name(tile))
