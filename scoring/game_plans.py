"""Plans of a game's planners, each recounted by the plain scorer before it is returned."""

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
"""Default time limit of a plan, in seconds."""


@dataclass(frozen=True)
class GamePlans(GameScores):
    """The planning part of one game."""

    def optimise(
        self,
        calculator: str,
        seat: str,
        state: State,
        rulings: Rulings | None = None,
        seconds: float = SECONDS,
    ) -> Plan:
        """Returns the best plan for a seat, recounted by the plain scorer.

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
        """Returns the contradictions of this seat that leave the planner nothing to plan."""
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
        """Returns a plan like ``optimise``, but never *optimal* while something is missing.

        ``optimise`` takes every blank for none. The best plan may change once blanks are entered,
        so the verdict is *provisional*.
        """
        plan = self.optimise(calculator, seat, state, rulings, seconds)
        return self._provisional(self.planner(calculator), plan, state, rulings)

    def _provisional(
        self, planner: Planner, plan: Plan, state: State, rulings: Rulings | None
    ) -> Plan:
        """Returns the plan without bound, *provisional* instead of *optimal*, if cells are missing.

        A row that stays open once everything is decided has the same effect.
        """
        if plan.proof.verdict == "impossible":
            return plan
        scored, after = self.score(state, rulings), self.score(plan.after, rulings)
        asked = [plan.seat] if planner.independent else list(scored)
        if not any(scored[seat].missing or after[seat].so_far is None for seat in asked):
            return plan
        optimal = plan.proof.verdict == "optimal"
        verdict: Verdict = "provisional" if optimal else plan.proof.verdict
        return replace(plan, proof=replace(plan.proof, verdict=verdict, bound=None))

    def total_after(self, plan: Plan, rulings: Rulings | None = None) -> TotalRange | None:
        """Returns the range of the seat's total after the plan, as the score sheet shows it.

        ``None`` for a planner that measures something else, and for an impossible plan.
        """
        if plan.proof.verdict == "impossible" or self.planner(plan.calculator).measure:
            return None
        return replace(self.score(plan.after, rulings)[plan.seat], rise=plan.rise).range

    def alternatives(
        self, plan: Plan, state: State, rulings: Rulings | None = None, seconds: float = SECONDS
    ) -> Alternatives:
        """Returns variants of a plan; empty for a planner without ``alternatives``.

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
        """Logs that a seat has no answer; if only time was short, the result is not cached."""
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
        # a plan may move pieces that were in doubt before to another cell
        pieces = {_piece(path) for path, _ in old}
        if paths := {path for path, _ in new if _piece(path) not in pieces}:
            where = ", ".join(sorted(paths))
            raise PlanMismatch(f"{self.slug}: plan uses what the seat does not have: {where}")

    def _check_kept(self, plan: Plan, before: Position) -> None:
        """Checks that decisions are kept; only doubtful ones may be left out.

        A recorded number may become more, never less. Raises ``PlanMismatch``.
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
            gone = [p for p in gone if not any(_concerns(doubt, p) for doubt in doubted)]
        if gone:
            raise PlanMismatch(f"{self.slug}: plan drops what was decided: {', '.join(gone)}")

    def decided(self, state: State, seat: str) -> dict[str, Value]:
        """Returns the recorded decisions of this seat, cell to value."""
        fields = {field.id for field in self.sheet.declared.values() if field.decided}
        return {
            path: value
            for path, value in self.sheet.cells(state).items()
            if CellPath(path).holder == seat and CellPath(path).field in fields
        }


def _concerns(doubt: str, path: str) -> bool:
    """True if a doubt is about this cell, or about the row or field that it is in."""
    return f"{path}/".startswith(f"{doubt}/")


def _piece(path: str) -> tuple[str, str]:
    """Returns the holder of a cell, and its last row or else its field."""
    at = CellPath(path)
    return at.holder, at.rows[-1] if at.rows else at.field


def _doubted(doubts: Iterable[Doubt]) -> Counter[tuple[str, str]]:
    """Counts doubts by cell and kind: one whose numbers change with the plan stays the same."""
    return Counter((doubt.path, doubt.kind) for doubt in doubts)
