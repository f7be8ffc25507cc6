"""A game: its catalogue, its sheet, its scorer and the questions it can answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache

from .breakdown import Breakdown, Placing, by_total
from .catalogue import Catalogue
from .plan import Around, Plan, PlanMismatch, Rulings, State
from .sheet import Sheet
from .text import Text
from .tool import Tool

type Scorer = Callable[[State, Rulings], Mapping[str, Breakdown]]
type Ranker = Callable[[Mapping[str, Breakdown], State, Rulings], Sequence[Placing]]

SECONDS = 2.0
"""What a question may take unless its caller says otherwise."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something a seat may ask. ``ask(state, seat, rulings, seconds)`` answers with a plan.

    ``around`` looks at what lies around that plan and may take several times as long.
    ``measure`` reads the plan's worth off the breakdowns of its last state; without it the
    worth is the seat's total. ``alone``: the plan depends on nothing but the seat's own cells
    and the rulings, so it may be remembered.
    """

    name: Text
    hint: Text
    ask: Callable[[State, str, Rulings, float], Plan]
    around: Callable[[State, str, Rulings, Plan, float], Around] | None = None
    measure: Callable[[Mapping[str, Breakdown], str], Fraction] | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Alternative:
    """What another answer to a ruling would give a seat."""

    ruling: str
    option: str
    points: Mapping[str, int | None]
    total: int | None


@dataclass(frozen=True)
class Game:
    """One game, usable from a shell.

    ``scorer`` is plain: it counts a state exactly as recorded and decides nothing.
    ``final`` names the question whose plan settles what a seat has left undecided. ``tools``
    are calculators with forms of their own.
    """

    catalogue: Catalogue
    sheet: Sheet
    scorer: Scorer
    ranker: Ranker = by_total
    questions: Mapping[str, Question] = field(default_factory=dict)
    final: str = ""
    tools: Mapping[str, Tool] = field(default_factory=dict)

    @property
    def slug(self) -> str:
        return self.catalogue.box.slug

    @property
    def name(self) -> Text:
        return self.catalogue.box.name

    @property
    def stage(self) -> str:
        return self.catalogue.box.stage

    def score(self, state: State, rulings: Rulings | None = None) -> Mapping[str, Breakdown]:
        """Every seat's rows for the state as it is recorded."""
        return self.scorer(state, self.sheet.rulings(state) if rulings is None else rulings)

    def rank(
        self, breakdowns: Mapping[str, Breakdown], state: State, rulings: Rulings | None = None
    ) -> Sequence[Placing]:
        """Places by the game's own tie-breaks."""
        return self.ranker(
            breakdowns, state, self.sheet.rulings(state) if rulings is None else rulings
        )

    def optimise(
        self,
        question: str,
        seat: str,
        state: State,
        rulings: Rulings | None = None,
        seconds: float = SECONDS,
    ) -> Plan:
        """The best plan for a seat, recomputed by the plain scorer before it is handed out.

        Raises ``KeyError`` for an unknown question or seat, ``PlanMismatch`` when scorer and
        optimizer disagree.
        """
        asked = self.questions[question]
        rulings = self.sheet.rulings(state) if rulings is None else rulings
        if seat not in state["seats"]:
            raise KeyError(seat)
        plan = asked.ask(state, seat, rulings, seconds)
        self._check(asked, plan, state, rulings)
        return plan

    def around(
        self, plan: Plan, state: State, rulings: Rulings | None = None, seconds: float = SECONDS
    ) -> Around:
        """What lies around a plan; empty for a question that does not look."""
        asked = self.questions[plan.question]
        rulings = self.sheet.rulings(state) if rulings is None else rulings
        if asked.around is None:
            return Around()
        around = asked.around(state, plan.seat, rulings, plan, seconds)
        for other in (*around.ties, *([around.runner_up] if around.runner_up else [])):
            self._check(asked, other, state, rulings)
        return around

    def _check(self, asked: Question, plan: Plan, before: State, rulings: Rulings) -> None:
        if plan.proof.verdict == "impossible":
            return
        scored = self.scorer(plan.after, rulings)
        if asked.measure:
            worth: Fraction | None = asked.measure(scored, plan.seat)
        else:
            known = scored[plan.seat].total
            worth = None if known is None else Fraction(known)
        if worth != plan.worth:
            raise PlanMismatch(f"{self.slug}: plan says {plan.worth}, scorer says {worth}")
        if len(self.sheet.doubts(plan.after)) > len(self.sheet.doubts(before)):
            raise PlanMismatch(f"{self.slug}: plan uses what the seat does not have")

    def settle(
        self, state: State, rulings: Rulings | None = None, seconds: float = SECONDS
    ) -> tuple[State, Mapping[str, Plan]]:
        """``state`` with every undecided seat settled its best way, and the plans for that.

        A seat that has recorded decisions of its own is left as it is.
        """
        if not self.final:
            return state, {}
        rulings = self.sheet.rulings(state) if rulings is None else rulings
        decided = [f.id for f in self.sheet.fields.values() if f.decided]
        plans: dict[str, Plan] = {}
        for seat in self.sheet.seats(state):
            if any(name in state["seats"][seat] for name in decided):
                continue
            if self.questions[self.final].alone:
                cells = json.dumps(state["seats"][seat])
                plans[seat] = self._remembered(seat, cells, tuple(rulings.items()), seconds)
            else:
                plans[seat] = self.optimise(self.final, seat, state, rulings, seconds)
            after = plans[seat].after["seats"][seat]
            state = state | {"seats": state["seats"] | {seat: after}}
        return state, plans

    @cached_property
    def _remembered(self) -> Callable[[str, str, tuple[tuple[str, str], ...], float], Plan]:
        """Plans of seats that depend on no other seat: most edits change one seat of six."""

        def settled(
            seat: str, cells: str, rulings: tuple[tuple[str, str], ...], seconds: float
        ) -> Plan:
            state = self.sheet.blank(1) | {"seats": {seat: json.loads(cells)}}
            return self.optimise(self.final, seat, state, dict(rulings), seconds)

        return lru_cache(1024)(settled)

    def alternatives(
        self, state: State, seat: str, breakdown: Breakdown
    ) -> tuple[Alternative, ...]:
        """What each other answer to the rulings used in ``breakdown`` would give this seat.

        The seat decides anew what it left open in ``state``; the others stay as they are.
        """
        rulings = self.sheet.rulings(state)
        used = dict.fromkeys(ruling for line in breakdown.lines for ruling in line.rulings)
        decided = [f.id for f in self.sheet.fields.values() if f.decided]
        is_open = self.final and not any(name in state["seats"][seat] for name in decided)
        found = []
        for ruling in used:
            for option in self.catalogue[ruling].options:
                if option.id == rulings[ruling]:
                    continue
                other = dict(rulings) | {ruling: option.id}
                after = self.optimise(self.final, seat, state, other).after if is_open else state
                scored = self.scorer(after, other)[seat]
                points = {line.id: line.points for line in scored.lines}
                found.append(Alternative(ruling, option.id, points, scored.total))
        return tuple(found)
