"""Planning part of ``Game``: calls a game's planners, and recounts their plans with the scorer."""

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
from scoring.model.validation import Doubt
from scoring.solving import deadline

from .game_scores import GameScores

logger = logging.getLogger(__name__)

SECONDS = 2.0
"""Default time limit of one plan, in seconds of processor time."""


@dataclass(frozen=True)
class GamePlans(GameScores):
    """Base class of ``Game`` that plans for a seat: best plans, their variants, their totals."""

    def optimise(
        self,
        calculator: str,
        seat: str,
        state: State,
        rulings: Rulings | None = None,
        seconds: float = SECONDS,
    ) -> Plan:
        """Returns the best plan for a seat, after the game's scorer has recounted it.

        ``calculator``: id of the planner.
        ``rulings``: used instead of the table's own answers to open rules questions.
        ``seconds``: time limit in seconds of processor time.

        Blank cells count as none. If cells that the planner relies on contradict each other, the
        verdict is *impossible* and the plan lists the contradictions. Raises ``KeyError`` for an
        unknown calculator or seat, ``NoAnswer`` if there was no time, and ``PlanMismatch`` if the
        scorer disagrees with the planner.
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
        """Returns warnings on a seat's cells that contradict each other and so prevent planning."""
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
        """Returns a plan like ``optimise``, but never calls it *optimal* while cells are missing.

        ``optimise`` counts every blank as none, so the best plan may change once blanks are filled
        in. Until then its verdict is *provisional*.
        """
        plan = self.optimise(calculator, seat, state, rulings, seconds)
        return self._provisional(self.planner(calculator), plan, state, rulings)

    def _provisional(
        self, planner: Planner, plan: Plan, state: State, rulings: Rulings | None
    ) -> Plan:
        """Returns the plan; while cells are missing, without a bound, and not as *optimal*.

        An *optimal* plan becomes *provisional*. A row that is still unknown after all decisions
        counts as missing, too. An impossible plan stays as it is.
        """
        if plan.proof.verdict == "impossible":
            return plan
        scored, after = self.score(state, rulings), self.score(plan.after, rulings)
        seats = [plan.seat] if planner.independent else list(scored)
        if not any(scored[seat].missing or after[seat].so_far is None for seat in seats):
            return plan
        optimal = plan.proof.verdict == "optimal"
        verdict: Verdict = "provisional" if optimal else plan.proof.verdict
        return replace(plan, proof=replace(plan.proof, verdict=verdict, bound=None))

    def total_after(self, plan: Plan, rulings: Rulings | None = None) -> TotalRange | None:
        """Returns the range of the seat's total after the plan, as the score sheet displays it.

        ``None`` for a planner that measures something other than points, and for an impossible
        plan.
        """
        if plan.proof.verdict == "impossible" or self.planner(plan.calculator).measure:
            return None
        return replace(self.score(plan.after, rulings)[plan.seat], rise=plan.rise).range

    def alternatives(
        self, plan: Plan, state: State, rulings: Rulings | None = None, seconds: float = SECONDS
    ) -> Alternatives:
        """Returns variants of a plan: ties, the runner-up, the worth of one more card and the like.

        Empty for a planner that has none. Its ``complete`` is false if time ran out, or if the
        scorer disagreed with the planner about a variant.
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
                variants = planner.alternatives(position, plan.seat, plan, deadline.left(seconds))
                return replace(
                    variants,
                    ties=tuple(map(named, variants.ties)),
                    runner_up=named(variants.runner_up) if variants.runner_up else None,
                )
        except NoAnswer as reason:
            self._unanswered(plan.seat, reason)
            return Alternatives(complete=False)

    def _unanswered(self, seat: str, reason: NoAnswer) -> None:
        """Logs why a seat has no plan.

        A plan that the scorer contradicts is logged as an error. Otherwise time ran out, and the
        result is marked as not to be cached.
        """
        if isinstance(reason, PlanMismatch):
            logger.error("%s: %s: %s", self.slug, seat, reason)
        else:
            logger.info("%s: %s: %s", self.slug, seat, reason)
            deadline.miss()

    def _worth(self, planner: Planner, scored: Mapping[str, Breakdown], seat: str) -> Fraction:
        """Returns the number that the planner maximises for a seat; by default its known points."""
        if planner.measure:
            return planner.measure(scored, seat)
        return Fraction(scored[seat].known)

    def _count(self, planner: Planner, plan: Plan, rulings: Rulings) -> None:
        """Recounts a plan with the plain scorer. Raises ``PlanMismatch`` if its worth differs."""
        scored = self._scored(self.sheet.position(plan.after, rulings))
        worth = self._worth(planner, scored, plan.seat)
        if worth != plan.worth:
            raise PlanMismatch(f"{self.slug}: plan says {plan.worth}, scorer says {worth}")

    def _check(self, planner: Planner, plan: Plan, before: Position) -> None:
        """Checks a plan's worth, its bound, and that it uses only pieces that the seat has.

        The pieces are checked by the sheet's warnings: the plan must not cause a new one. Raises
        ``PlanMismatch``. ``before``: the table without the plan.
        """
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
        # a plan may move pieces that had a warning before it to another cell
        pieces = {_piece(path) for path, _ in old}
        if paths := {path for path, _ in new if _piece(path) not in pieces}:
            where = ", ".join(sorted(paths))
            raise PlanMismatch(f"{self.slug}: plan uses what the seat does not have: {where}")

    def _check_kept(self, plan: Plan, before: Position) -> None:
        """Checks that a plan keeps the end-of-game decisions that its seat has already entered.

        A number may grow but not shrink. Only a decision about which the sheet has a warning may be
        left out. Raises ``PlanMismatch``.
        """
        if plan.proof.verdict == "impossible":
            return
        after = self.sheet.cells(plan.after)
        recorded = self.sheet.decided(before.state, plan.seat)
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


def _concerns(warning: str, path: str) -> bool:
    """True if a warning is about this cell, or about the row or field that the cell is part of.

    ``warning``: the path that the warning names. ``path``: the path of the cell.
    """
    return f"{path}/".startswith(f"{warning}/")


def _piece(path: str) -> tuple[str, str]:
    """Returns the seat of a cell, and the id of the card, coin or field that the cell is for.

    ``path``: the cell's path, such as ``p1/coins/coin_5``, which gives ``("p1", "coin_5")``.
    """
    at = CellPath(path)
    return at.holder, at.rows[-1] if at.rows else at.field


def _doubted(doubts: Iterable[Doubt]) -> Counter[tuple[str, str]]:
    """Counts warnings by the path of their cell and their kind, whatever numbers they name."""
    return Counter((doubt.path, doubt.kind) for doubt in doubts)
