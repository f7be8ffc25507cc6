"""A request for a seat's best end-of-game decisions (its last placements), answered by a plan.

The plan has the cells to write, steps in words, the proof, and a comparison with placing the cards
one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from scoring.games.nidavellir.solvers import treasure
from scoring.games.nidavellir.solvers.army import (
    CLASSES,
    FIRST,
    SECOND,
    Card,
    PlayerArea,
    areas,
    outside,
)
from scoring.games.nidavellir.solvers.placements import (
    MODELLED,
    Choices,
    Recruit,
    Rivals,
    SolvedModels,
    solved,
)
from scoring.model.breakdown import Breakdown
from scoring.model.catalogue import Catalogue
from scoring.model.plan import Plan, Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.solving import deadline
from scoring.solving.ilp import Solution, Var
from scoring.text import messages
from scoring.text.localised import Text

from ..score import rows

say = messages.of(__name__)


def rival_warriors(position: Position, seat: str) -> int:
    """Returns the most warrior ranks of any other player, including players without a sheet."""
    others = (area for name, area in areas(position).items() if name != seat)
    return max([outside(position), *(area.ranks("warrior") for area in others)])


def _rivals(position: Position, seat: str) -> Rivals:
    most, totals = rival_warriors(position, seat), []
    for name, area in areas(position).items():
        if name != seat:
            counted = Breakdown(rows(area, most))
            bonus = counted.line("warrior_majority")
            assert bonus
            totals.append((counted.known - (bonus.points or 0), counted.known))
    return Rivals(most, tuple(totals))


@dataclass(frozen=True)
class PlanRequest:
    """A seat to plan for, the rivals that it is compared with, and the time limit in seconds.

    Decisions recorded on the sheet stay as they are; only blank ones are to be taken. ``cache``:
    cache of solved programmes.
    """

    position: Position
    area: PlayerArea
    rivals: Rivals
    seconds: float
    cache: SolvedModels = field(default_factory=dict)

    @classmethod
    def of(cls, position: Position, seat: str, seconds: float) -> PlanRequest:
        rivals = _rivals(position, seat)
        return cls(position, areas(position)[seat], rivals, seconds)

    @property
    def seat(self) -> Seat:
        return self.area.seat

    @property
    def catalogue(self) -> Catalogue:
        return self.area.catalogue

    @property
    def changeable_coins(self) -> list[int]:
        """Values of the seat's coins that may be traded or raised, smallest first."""
        return treasure.changeable(self.catalogue, self.seat.tally("coins"))

    def having(self, seat: Seat) -> PlanRequest:
        """Returns a copy in which the seat has the cells of another version of it."""
        return replace(self, position=self.position.having(seat), area=self.area.having(seat))

    def best(self, *, compared: bool = False) -> Plan:
        """Returns the plan with the most points that the seat can still reach.

        ``compared``: a last step names the points that placing the cards one by one would miss.
        That takes longer than the proof, so callers that need many plans leave it out.
        """
        if self.area.is_decided:
            worth = Fraction(_now(self.area, self.rivals))
            proof = Proof.of("exhaustive", worth, worth, checked=("scorer",))
            return Plan(tuple(_due(self.area)), self.position.state, worth, proof)
        return self.planned(*self._solved(None), compared=compared)

    def with_recruit(self, recruit: Recruit) -> Plan | None:
        """Returns the best plan that completes a line for a hero; ``None`` if no placement does.

        The seat has the hero already, as if recruited.
        """
        choices, solution = self._solved(recruit)
        return None if solution.verdict == "impossible" else self.planned(choices, solution)

    def _solved(self, recruit: Recruit | None) -> tuple[Choices, Solution]:
        return solved(self.area, self.rivals, recruit, self.seconds, self.cache)

    def planned(self, choices: Choices, solution: Solution, *, compared: bool = False) -> Plan:
        """Turns a solution of the integer programme into a plan: cells, steps in words and proof.

        ``choices`` is the model that was solved. ``compared``: see ``best``.
        """
        area, rivals = self.area, self.rivals

        def chosen(switches: Mapping[str, Var]) -> str | None:
            return next((kind for kind, variable in switches.items() if solution[variable]), None)

        enlist = {m: face for (m, face), variable in choices.enlist.items() if solution[variable]}
        lost = next((c for (c, _), variable in choices.discard.items() if solution[variable]), None)
        decisions: dict[str, Any] = {"enlist": {**area.seat.faces("enlist"), **enlist}}
        if choices.ylud and not area.ylud_final:
            decisions["ylud"] = chosen(choices.ylud)
        if lost:
            decisions["discard"] = lost
        if choices.mjollnir:
            decisions["mjollnir"] = chosen(choices.mjollnir)
        after = area.having(area.seat.put(**decisions))
        fixed = sum(line.points or 0 for line in rows(area, rivals.most) if line.id not in MODELLED)
        bound = None if solution.bound is None else Fraction(solution.bound + fixed)
        worth = Fraction(solution.points + fixed)
        steps = [*_steps(area, after), *_due(after)]
        if compared and (gain := int(worth) - _one_by_one(area, rivals)) > 0:
            steps.append(say("step-gain", n=gain))
        return Plan(
            tuple(steps),
            self.position.having(after.seat).state,
            worth,
            Proof.of("ilp", worth, bound, checked=("scorer",)),
        )


def _steps(before: PlayerArea, area: PlayerArea) -> Iterator[Text]:
    name, seat = area.catalogue.name, area.seat
    for mercenary in before.waiting:
        yield say("step-enlist", card=name(mercenary), kind=name(area.enlisted[mercenary]))
    if area.ylud_final and not before.ylud_final:
        moves = seat.choice("ylud_at") not in (None, area.ylud_final)
        kind = name(area.ylud_final)
        yield say("step-ylud-moves" if moves else "step-ylud-stands", kind=kind)
    if area.gone and not before.gone:
        yield say("step-discard", card=_card_name(area, area.gone))
    elif area.discards and area.thor_ready and not area.gone:
        yield say("step-thor")
    if area.mjollnir_class and not before.mjollnir_class:
        yield say("step-mjollnir", kind=name(area.mjollnir_class))


def _due(area: PlayerArea) -> Iterator[Text]:
    if due := area.lines.due:
        yield say("step-heroes-due", n=due)


def _card_name(area: PlayerArea, card: Card) -> Text:
    if card.id in area.catalogue:
        return area.catalogue.name(card.id)
    return say("double-among", kind=area.catalogue.name(card.column))


def _now(area: PlayerArea, rivals: Rivals) -> int:
    """Returns the points of a seat with only the decisions that are recorded on its sheet."""
    return Breakdown(rows(area, max(rivals.most, area.ranks("warrior")))).known


def _one_by_one(area: PlayerArea, rivals: Rivals) -> int:
    """Returns a seat's points if it places its cards one by one, each where it adds most."""

    def now(seat: Seat) -> int:
        deadline.check()
        return _now(area.having(seat), rivals)

    seat, enlist = area.seat, dict(area.seat.faces("enlist"))
    for mercenary in area.waiting:
        trials = [enlist | {mercenary: face} for face in (FIRST, SECOND)]
        enlist = max(trials, key=lambda trial: now(seat.put(enlist=trial)))
    seat = seat.put(enlist=enlist)
    if area.has("ylud") and not area.ylud_final:
        seat = max((seat.put(ylud=kind) for kind in CLASSES), key=now)
    there = area.having(seat)
    if there.discard_open:
        losses = dict.fromkeys(card.id for card in there.placed if card.loose)
        seat = max((seat.put(discard=id_) for id_ in losses), key=now, default=seat)
    if area.has("mjollnir") and not area.mjollnir_class:
        seat = max((seat.put(mjollnir=kind) for kind in CLASSES), key=now)
    return now(seat)
