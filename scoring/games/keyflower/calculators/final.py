"""The best final score of a seat: every open decision at once, proven by two solvers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from scoring.games.keyflower.solvers import allocation, exact
from scoring.games.keyflower.solvers.recorded import Recorded, recorded, undecided
from scoring.games.keyflower.solvers.village import Village
from scoring.model.plan import Alternatives, Plan, PlanMismatch, Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text import messages
from scoring.text.localised import Text

say = messages.of(__name__)

ALONE = True
TIES_SHOWN = 4


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """The best final score that keeps each recorded decision, save those that cannot be.

    A recorded cell is kept exactly; see ``recorded``. Rows that rest on a blank count as 0 here.
    The programme proves it; the plan is the enumeration's, where that names one.
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
    """The same plan without the programme's proof; ``None`` where the enumeration names none."""
    began = time.perf_counter()
    best, decided = exact.decided(*_open(position, seat))
    if decided is None:
        return None
    worth = Fraction(best)
    proof = Proof("optimal", "exhaustive", worth, time.perf_counter() - began, ("scorer",))
    return _plan(position, allocation.Allocation(decided, worth, proof))


def alternatives(position: Position, seat: str, plan: Plan, seconds: float) -> Alternatives:
    """One more of each piece, plans as good that pay other tiles, and the best lesser one."""
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
    """The seat with every decision open, and what must be kept all the same."""
    decided = Village(position, position.seats[seat])
    return decided.holding(undecided(decided.seat)), recorded(decided)


def _plan(position: Position, found: allocation.Allocation) -> Plan:
    said = tuple(steps(position, found.seat))
    return Plan(said, position.having(found.seat).state, found.worth, found.proof)


def steps(position: Position, seat: Seat) -> Iterator[Text]:
    """What a seat has decided, in words."""
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
