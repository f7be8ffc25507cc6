"""Plans of a game's planners, each counted again by the plain scorer before it is handed out."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.model.breakdown import Breakdown, TotalRange
from scoring.model.calculator import Planner
from scoring.model.cells import CellPath
from scoring.model.plan import (
    Alternatives,
    NoAnswer,
    Plan,
    PlanMismatch,
    Proof,
    Rulings,
    State,
    Verdict,
)
from scoring.model.position import Position
from scoring.model.validation import Doubt, Value
from scoring.solving import deadline

from .game_scores import GameScores

logger = logging.getLogger(__name__)

SECONDS = 2.0
"""What a plan may take unless its caller says otherwise."""


@dataclass(frozen=True)
class GamePlans(GameScores):
    """One game as it plans."""

    def optimise(
        self,
        calculator: str,
        seat: str,
        state: State,
        rulings: Rulings | None = None,
        seconds: float = SECONDS,
    ) -> Plan:
        """The best plan for a seat, recomputed by the plain scorer before it is handed out.

        Raises ``KeyError`` for an unknown calculator or seat, and ``NoAnswer`` when there was no
        time, or when scorer and planner disagree.
        """
        planner = self.planner(calculator)
        if seat not in state["seats"]:
            raise KeyError(seat)
        position = self.sheet.position(state, rulings)
        with deadline.within(seconds):
            given = deadline.left(seconds)
            if conflicts := self._conflicts(planner, seat, position):
                steps = tuple(each.message for each in conflicts)
                proof = Proof("impossible", "exhaustive", None, 0.0)
                return Plan(steps, state, Fraction(0), proof, calculator, seat, conflicts=conflicts)
            plan = replace(planner.plan(position, seat, given), calculator=calculator, seat=seat)
            if plan.proof.verdict == "best found" and given < seconds / 2:
                deadline.miss()
        self._check(planner, plan, position)
        if calculator == self.final:
            self._check_kept(plan, position)
        return plan

    def _conflicts(self, planner: Planner, seat: str, position: Position) -> tuple[Doubt, ...]:
        """What of this seat cannot be together, where that leaves the planner nothing to plan."""
        return tuple(
            each
            for each in self.sheet.conflicts(position)
            if (at := CellPath(each.path)).holder == seat and at.field in planner.consistent
        )

    def advise(
        self,
        calculator: str,
        seat: str,
        state: State,
        rulings: Rulings | None = None,
        seconds: float = SECONDS,
    ) -> Plan:
        """As ``optimise``, for people: nothing is called optimal while something is missing.

        ``optimise`` takes every blank for none. What is best then need not be best once it is
        entered, so that the verdict is *provisional*.
        """
        plan = self.optimise(calculator, seat, state, rulings, seconds)
        return self._provisional(self.planner(calculator), plan, state, rulings)

    def _provisional(
        self, planner: Planner, plan: Plan, state: State, rulings: Rulings | None
    ) -> Plan:
        """The plan, its proof no more than what is entered allows: nothing then bounds it.

        A row that stays open once all is decided can make something else the best, too.
        """
        if plan.proof.verdict == "impossible":
            return plan
        scored, after = self.score(state, rulings), self.score(plan.after, rulings)
        asked = [plan.seat] if planner.alone else list(scored)
        if not any(scored[seat].missing or after[seat].so_far is None for seat in asked):
            return plan
        optimal = plan.proof.verdict == "optimal"
        verdict: Verdict = "provisional" if optimal else plan.proof.verdict
        return replace(plan, proof=replace(plan.proof, verdict=verdict, bound=None))

    def total_after(self, plan: Plan, rulings: Rulings | None = None) -> TotalRange | None:
        """The seat's total once it does as the plan says, as the score sheet tells it.

        ``None`` for a planner that measures something else, and for what is not possible.
        """
        if plan.proof.verdict == "impossible" or self.planner(plan.calculator).measure:
            return None
        return replace(self.score(plan.after, rulings)[plan.seat], rise=plan.rise).range

    def alternatives(
        self, plan: Plan, state: State, rulings: Rulings | None = None, seconds: float = SECONDS
    ) -> Alternatives:
        """What lies around a plan; empty for a planner that does not look.

        Not ``complete`` where time ran out, or where scorer and planner disagree.
        """
        planner = self.planner(plan.calculator)
        if planner.alternatives is None:
            return Alternatives()
        position = self.sheet.position(state, rulings)

        def named(other: Plan) -> Plan:
            other = replace(other, calculator=plan.calculator, seat=plan.seat)
            self._check(planner, other, position)
            return other

        try:
            with deadline.within(seconds):
                found = planner.alternatives(position, plan.seat, plan, deadline.left(seconds))
                return replace(
                    found,
                    ties=tuple(map(named, found.ties)),
                    runner_up=named(found.runner_up) if found.runner_up else None,
                )
        except NoAnswer as reason:
            self._unanswered(plan.seat, reason)
            return Alternatives(complete=False)

    def _unanswered(self, seat: str, reason: NoAnswer) -> None:
        """A seat goes without: written down, and asked again if it was only the time."""
        if isinstance(reason, PlanMismatch):
            logger.error("%s: %s: %s", self.slug, seat, reason)
        else:
            logger.info("%s: %s: %s", self.slug, seat, reason)
            deadline.miss()

    def _worth(self, planner: Planner, scored: Mapping[str, Breakdown], seat: str) -> Fraction:
        if planner.measure:
            return planner.measure(scored, seat)
        return Fraction(scored[seat].known)

    def _count(self, planner: Planner, plan: Plan, rulings: Rulings) -> None:
        scored = self._scored(self.sheet.position(plan.after, rulings))
        worth = self._worth(planner, scored, plan.seat)
        if worth != plan.worth:
            raise PlanMismatch(f"{self.slug}: plan says {plan.worth}, scorer says {worth}")

    def _check(self, planner: Planner, plan: Plan, before: Position) -> None:
        if plan.proof.verdict == "impossible":
            return
        self._count(planner, plan, before.rulings)
        if plan.proof.verdict == "optimal" and plan.proof.bound not in (None, plan.worth):
            raise PlanMismatch(f"{self.slug}: optimal at {plan.worth}, bound {plan.proof.bound}")
        if plan.after == before.state:
            return
        ruled = before.rulings
        old = _doubted(self.sheet.doubts(before.state, ruled))
        new = _doubted(self.sheet.doubts(plan.after, ruled)) - old
        # of what there was too much before, a plan may move some to another cell
        pieces = {_piece(path) for path, _ in old}
        if paths := {path for path, _ in new if _piece(path) not in pieces}:
            where = ", ".join(sorted(paths))
            raise PlanMismatch(f"{self.slug}: plan uses what the seat does not have: {where}")

    def _check_kept(self, plan: Plan, before: Position) -> None:
        """What was decided stays decided; only what is in doubt may be left out.

        More may be given where a number was recorded, never less.
        """
        if plan.proof.verdict == "impossible":
            return
        after = self.sheet.cells(plan.after)
        recorded = self.decided(before.state, plan.seat)
        gone = [
            path
            for path, value in recorded.items()
            if after.get(path) != value
            and not (type(value) is int and int(after.get(path, 0)) >= value)
        ]
        if gone:
            doubted = {doubt.path for doubt in self.sheet.doubts(before.state, before.rulings)}
            gone = [p for p in gone if not any(_about(doubt, p) for doubt in doubted)]
        if gone:
            raise PlanMismatch(f"{self.slug}: plan drops what was decided: {', '.join(gone)}")

    def decided(self, state: State, seat: str) -> dict[str, Value]:
        """The decisions of this seat that are recorded, by their cells."""
        fields = {field.id for field in self.sheet.asked.values() if field.decided}
        return {
            path: value
            for path, value in self.sheet.cells(state).items()
            if CellPath(path).holder == seat and CellPath(path).field in fields
        }


def _about(doubt: str, path: str) -> bool:
    """Is a doubt about this cell, or about the row or field that it is in?"""
    return f"{path}/".startswith(f"{doubt}/")


def _piece(path: str) -> tuple[str, str]:
    """Whose a cell is, and its row: of what it tells."""
    at = CellPath(path)
    return at.holder, at.rows[-1] if at.rows else at.field


def _doubted(doubts: Iterable[Doubt]) -> Counter[tuple[str, str]]:
    """Doubts by cell and kind: one whose numbers change with the plan is still the same one."""
    return Counter((doubt.path, doubt.kind) for doubt in doubts)
