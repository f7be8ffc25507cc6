"""The last placements as a plan: what the programme chose, in words, checked and compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.core import words
from scoring.core.breakdown import Breakdown
from scoring.core.ilp import Solution
from scoring.core.plan import Plan, Proof
from scoring.core.seat import Position, Seat
from scoring.core.text import Text

from ..engines.army import CLASSES, FIRST, SECOND, Card, Hold, holds, outside
from ..engines.placements import DECISIONS, MODELLED, Choices, Known, Recruit, Rivals, solved
from ..score import rows

say = words.of(__name__)


@dataclass(frozen=True, slots=True)
class Undecided:
    """A seat before its last decisions, and what it is compared with.

    Decisions recorded before are blank here, and decided anew.
    """

    position: Position
    hold: Hold
    rivals: Rivals

    @property
    def seat(self) -> Seat:
        return self.hold.seat

    def having(self, seat: Seat) -> Undecided:
        """As this one, with other cells."""
        return replace(self, hold=self.hold.having(seat))


def undecided(position: Position, seat: str) -> Undecided:
    others = [hold for name, hold in holds(position).items() if name != seat]
    most = max([outside(position), *(hold.ranks("warrior") for hold in others)])
    totals = []
    for hold in others:
        counted = Breakdown(rows(hold, most))
        bonus = counted.line("warrior_majority")
        assert bonus
        totals.append((counted.known - (bonus.points or 0), counted.known))
    own = position.seats[seat].without(*DECISIONS)
    hold = Hold(own, position.catalogue, position.rulings)
    return Undecided(position, hold, Rivals(most, tuple(totals)))


def best(
    asks: Undecided, seconds: float, *, compared: bool = False, known: Known | None = None
) -> Plan:
    """The most points a seat can still reach.

    ``compared``: the last step says what placing card after card would miss. Working that out
    takes longer than the proof, so who asks for many plans leaves it out and hands over what is
    ``known``.
    """
    it, solution = solved(asks.hold, asks.rivals, None, seconds, known)
    return planned(asks, it, solution, compared=compared)


def with_recruit(asks: Undecided, recruit: Recruit, seconds: float, known: Known) -> Plan | None:
    """As ``best``, of a seat that holds the hero already; ``None`` if no placement brings him."""
    it, solution = solved(asks.hold, asks.rivals, recruit, seconds, known)
    return None if solution.verdict == "impossible" else planned(asks, it, solution)


def planned(asks: Undecided, it: Choices, solution: Solution, *, compared: bool = False) -> Plan:
    """What the programme chose, as cells and steps."""
    hold, rivals = asks.hold, asks.rivals

    def chosen(field: str) -> str | None:
        switches = getattr(it, field).items()
        return next((kind for kind, variable in switches if solution[variable]), None)

    after = hold.having(
        hold.seat.put(
            enlist={m: face for (m, face), variable in it.enlist.items() if solution[variable]},
            ylud=chosen("ylud"),
            discard=next((c for (c, _), lost in it.discard.items() if solution[lost]), None),
            mjollnir=chosen("mjollnir"),
        )
    )
    fixed = sum(line.points or 0 for line in rows(hold, rivals.most) if line.id not in MODELLED)
    bound = None if solution.bound is None else Fraction(solution.bound + fixed)
    worth = solution.points + fixed
    steps = list(_steps(after))
    if due := after.lines.due:
        steps.append(say("step-heroes-due", n=due))
    if compared and (gain := worth - _one_by_one(hold, rivals)) > 0:
        steps.append(say("step-gain", n=gain))
    return Plan(
        tuple(steps),
        asks.position.having(after.seat).state,
        Fraction(worth),
        Proof(solution.verdict, "ilp", bound, solution.seconds, ("scorer",)),
    )


def _steps(hold: Hold) -> Iterator[Text]:
    name, seat = hold.catalogue.name, hold.seat
    for mercenary in seat.faces("enlist"):
        yield say("step-enlist", card=name(mercenary), kind=name(hold.enlisted[mercenary]))
    if kind := seat.choice("ylud"):
        moves = seat.choice("ylud_at") not in (None, kind)
        yield say("step-ylud-moves" if moves else "step-ylud-stands", kind=name(kind))
    if hold.gone:
        yield say("step-discard", card=_card_name(hold, hold.gone))
    elif hold.discards and hold.thor_ready:
        yield say("step-thor")
    if kind := seat.choice("mjollnir"):
        yield say("step-mjollnir", kind=name(kind))


def _card_name(hold: Hold, card: Card) -> Text:
    if card.id in hold.catalogue:
        return hold.catalogue.name(card.id)
    return say("double-among", kind=hold.catalogue.name(card.column))


def _one_by_one(hold: Hold, rivals: Rivals) -> int:
    """What comes of placing card after card where it adds most at that moment."""

    def now(seat: Seat) -> int:
        there = hold.having(seat)
        return Breakdown(rows(there, max(rivals.most, there.ranks("warrior")))).known

    seat, enlist = hold.seat, dict[str, str]()
    for mercenary in hold.waiting:
        trials = [enlist | {mercenary: face} for face in (FIRST, SECOND)]
        enlist = max(trials, key=lambda trial: now(seat.put(enlist=trial)))
    seat = seat.put(enlist=enlist)
    if hold.has("ylud"):
        seat = max((seat.put(ylud=kind) for kind in CLASSES), key=now)
    there = hold.having(seat)
    if there.discards and not there.thor_ready:
        losses = dict.fromkeys(card.id for card in there.placed if card.loose)
        seat = max((seat.put(discard=id_) for id_ in losses), key=now, default=seat)
    if hold.has("mjollnir"):
        seat = max((seat.put(mjollnir=kind) for kind in CLASSES), key=now)
    return now(seat)
