"""Turns a seat's solved end-of-game decisions (its last placements) into a plan.

The plan has the cells to write, steps in words, the proof, and a comparison with placing the cards
one by one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from scoring.games.nidavellir.solvers.army import (
    CLASSES,
    FIRST,
    SECOND,
    Card,
    PlayerArea,
    holds,
    outside,
)
from scoring.games.nidavellir.solvers.placements import (
    MODELLED,
    Choices,
    Known,
    Recruit,
    Rivals,
    solved,
)
from scoring.model.breakdown import Breakdown
from scoring.model.plan import Plan, Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.solving import deadline
from scoring.solving.ilp import Solution
from scoring.text import messages
from scoring.text.localised import Text

from ..score import rows

say = messages.of(__name__)


@dataclass(frozen=True, slots=True)
class Undecided:
    """A seat before its end-of-game decisions, with the rivals that it is compared with.

    Decisions recorded on the sheet stay as they are; only blank ones are to be taken.
    """

    position: Position
    area: PlayerArea
    rivals: Rivals

    @property
    def seat(self) -> Seat:
        return self.area.seat

    def having(self, seat: Seat) -> Undecided:
        """Returns a copy in which the seat has the cells of ``seat``."""
        return replace(self, area=self.area.having(seat))


def rival_warriors(position: Position, seat: str) -> int:
    """Returns the most warrior ranks of any other player, including players without a sheet."""
    others = (hold for name, hold in holds(position).items() if name != seat)
    return max([outside(position), *(hold.ranks("warrior") for hold in others)])


def undecided(position: Position, seat: str) -> Undecided:
    others = [hold for name, hold in holds(position).items() if name != seat]
    most = rival_warriors(position, seat)
    totals = []
    for hold in others:
        counted = Breakdown(rows(hold, most))
        bonus = counted.line("warrior_majority")
        assert bonus
        totals.append((counted.known - (bonus.points or 0), counted.known))
    return Undecided(position, holds(position)[seat], Rivals(most, tuple(totals)))


def best(
    asks: Undecided, seconds: float, *, compared: bool = False, known: Known | None = None
) -> Plan:
    """Returns the plan with the most points that a seat can still reach.

    ``compared``: a last step names the points that placing the cards one by one would miss. That
    takes longer than the proof, so callers that need many plans leave it out. ``known``: cache of
    solved models.
    """
    if asks.area.is_decided:
        return _as_it_is(asks)
    it, solution = solved(asks.area, asks.rivals, None, seconds, known)
    return planned(asks, it, solution, compared=compared)


def with_recruit(asks: Undecided, recruit: Recruit, seconds: float, known: Known) -> Plan | None:
    """Returns the best plan that completes a line for the hero; ``None`` if no placement does.

    ``asks``: the seat as if it had the hero already.
    ``recruit``: the hero.
    """
    it, solution = solved(asks.area, asks.rivals, recruit, seconds, known)
    return None if solution.verdict == "impossible" else planned(asks, it, solution)


def _as_it_is(asks: Undecided) -> Plan:
    """Returns the plan of a seat with nothing left to decide: its points as they are."""
    began, hold = time.perf_counter(), asks.area
    worth = Fraction(_now(hold, asks.rivals))
    proof = Proof("optimal", "exhaustive", worth, time.perf_counter() - began, ("scorer",))
    return Plan(tuple(_due(hold)), asks.position.having(hold.seat).state, worth, proof)


def planned(asks: Undecided, it: Choices, solution: Solution, *, compared: bool = False) -> Plan:
    """Turns a solution of the integer programme into a plan: cells, steps in words and proof.

    ``it`` is the model that was solved. ``compared``: see ``best``.
    """
    hold, rivals = asks.area, asks.rivals

    def chosen(field: str) -> str | None:
        switches = getattr(it, field).items()
        return next((kind for kind, variable in switches if solution[variable]), None)

    enlist = {m: face for (m, face), variable in it.enlist.items() if solution[variable]}
    lost = next((c for (c, _), variable in it.discard.items() if solution[variable]), None)
    decided: dict[str, Any] = {"enlist": {**hold.seat.faces("enlist"), **enlist}}
    if it.ylud and not hold.ylud_final:
        decided["ylud"] = chosen("ylud")
    if lost:
        decided["discard"] = lost
    if it.mjollnir:
        decided["mjollnir"] = chosen("mjollnir")
    after = hold.having(hold.seat.put(**decided))
    fixed = sum(line.points or 0 for line in rows(hold, rivals.most) if line.id not in MODELLED)
    bound = None if solution.bound is None else Fraction(solution.bound + fixed)
    worth = solution.points + fixed
    steps = [*_steps(hold, after), *_due(after)]
    if compared and (gain := worth - _one_by_one(hold, rivals)) > 0:
        steps.append(say("step-gain", n=gain))
    return Plan(
        tuple(steps),
        asks.position.having(after.seat).state,
        Fraction(worth),
        Proof(solution.verdict, "ilp", bound, solution.seconds, ("scorer",)),
    )


def _steps(before: PlayerArea, hold: PlayerArea) -> Iterator[Text]:
    """Yields the text of every decision that is blank in ``before`` and taken in ``hold``."""
    name, seat = hold.catalogue.name, hold.seat
    for mercenary in before.waiting:
        yield say("step-enlist", card=name(mercenary), kind=name(hold.enlisted[mercenary]))
    if hold.ylud_final and not before.ylud_final:
        moves = seat.choice("ylud_at") not in (None, hold.ylud_final)
        kind = name(hold.ylud_final)
        yield say("step-ylud-moves" if moves else "step-ylud-stands", kind=kind)
    if hold.gone and not before.gone:
        yield say("step-discard", card=_card_name(hold, hold.gone))
    elif hold.discards and hold.thor_ready and not hold.gone:
        yield say("step-thor")
    if hold.mjollnir_class and not before.mjollnir_class:
        yield say("step-mjollnir", kind=name(hold.mjollnir_class))


def _due(hold: PlayerArea) -> Iterator[Text]:
    if due := hold.lines.due:
        yield say("step-heroes-due", n=due)


def _card_name(hold: PlayerArea, card: Card) -> Text:
    if card.id in hold.catalogue:
        return hold.catalogue.name(card.id)
    return say("double-among", kind=hold.catalogue.name(card.column))


def _now(hold: PlayerArea, rivals: Rivals) -> int:
    """Returns the points of a seat with the decisions recorded so far."""
    return Breakdown(rows(hold, max(rivals.most, hold.ranks("warrior")))).known


def _one_by_one(hold: PlayerArea, rivals: Rivals) -> int:
    """Returns the points of placing the cards one by one, each where it adds most at the time."""

    def now(seat: Seat) -> int:
        deadline.check()
        return _now(hold.having(seat), rivals)

    seat, enlist = hold.seat, dict(hold.seat.faces("enlist"))
    for mercenary in hold.waiting:
        trials = [enlist | {mercenary: face} for face in (FIRST, SECOND)]
        enlist = max(trials, key=lambda trial: now(seat.put(enlist=trial)))
    seat = seat.put(enlist=enlist)
    if hold.has("ylud") and not hold.ylud_final:
        seat = max((seat.put(ylud=kind) for kind in CLASSES), key=now)
    there = hold.having(seat)
    if there.discard_open:
        losses = dict.fromkeys(card.id for card in there.placed if card.loose)
        seat = max((seat.put(discard=id_) for id_ in losses), key=now, default=seat)
    if hold.has("mjollnir") and not hold.mjollnir_class:
        seat = max((seat.put(mjollnir=kind) for kind in CLASSES), key=now)
    return now(seat)
