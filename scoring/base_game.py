"""Base class of ``Game``: the parts of a game, its scores, and its planners' plans for a seat.

A planner returns a plan with a bound. The plain scorer counts the state after it, all other checks
are here, too, and nothing else changes a verdict afterwards.
"""

import json
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from time import perf_counter

from scoring import check as proof_checker
from scoring.game_caches import GameCaches, Key
from scoring.loading.toml_reader import Translations
from scoring.model import completeness
from scoring.model.breakdown import Breakdown, Line, Placing, TotalRange, by_total
from scoring.model.calculator import Calculator, Planner
from scoring.model.catalogue import Catalogue
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Missing
from scoring.model.plan import Alternatives, NoAnswer, Plan, PlanMismatch, Proof, Rulings, State
from scoring.model.position import Position
from scoring.model.rulings import default
from scoring.model.sheet import Sheet
from scoring.model.tutorial import Tutorial
from scoring.solving import deadline
from scoring.text.localised import EMPTY, Text, Verbatim
from scoring.text.messages import SHARED as say

logger = logging.getLogger(__name__)

SECONDS = 2.0
"""Default time limit of one plan, in seconds of processor time."""

type Scorer = Callable[[Position], Mapping[str, Breakdown]]
type DecisionOrder = Callable[[Position], Sequence[str]]
type Ranker = Callable[[Mapping[str, Breakdown], Position], Sequence[Placing]]


def all_seats(position: Position) -> Sequence[str]:
    """Returns all seat ids in seating order: the order of end-of-game decisions in most games."""
    return tuple(position.seats)


@dataclass(frozen=True)
class BaseGame:
    """The parts of one game, its scores and its plans.

    ``scorer``: counts a position (a table's cells) exactly as entered, and takes no decisions.
    ``ranker``: turns the seats' scores into places.
    ``calculators``: the calculators by id.
    ``final``: id of the calculator whose plan fills in what a seat has left undecided; may be
        empty.
    ``decision_order``: function that returns the seats in the order in which they decide.
    ``translations``: texts of the data files in languages other than English and Japanese.
    ``folder``: the game's folder.
    """

    catalogue: Catalogue
    sheet: Sheet
    scorer: Scorer
    ranker: Ranker = by_total
    calculators: Mapping[str, Calculator] = field(default_factory=dict)
    final: str = ""
    decision_order: DecisionOrder = all_seats
    tutorial: Tutorial = field(default_factory=Tutorial)
    translations: Translations = field(default_factory=Translations, compare=False, repr=False)
    folder: Path = field(default=Path(__file__).parent, compare=False, repr=False)
    caches: GameCaches = field(default_factory=GameCaches, init=False, compare=False, repr=False)

    @property
    def slug(self) -> str:
        return self.catalogue.box.slug

    @property
    def name(self) -> Text:
        return self.catalogue.box.name

    @property
    def stage(self) -> str:
        return self.catalogue.box.stage

    @property
    def scorable(self) -> bool:
        """True if the game is no draft and its sheet has sections; others can only be looked up."""
        return self.stage != "draft" and bool(self.sheet.sections)

    @cached_property
    def version(self) -> str:
        """Checksum, 16 hex digits, of all files of the game and of the scoring code games share."""
        scoring = Path(__file__).parent
        shared = [each for each in scoring.iterdir() if each.name not in ("games", "tools")]
        files = sorted(
            path
            for folder in (self.folder, *shared)
            for path in (folder.rglob("*") if folder.is_dir() else [folder])
            if path.suffix in {".py", ".pyc", ".toml", ".ftl"} and path.parent.name != "__pycache__"
        )
        return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]

    def score(self, state: State, rulings: Rulings | None = None) -> Mapping[str, Breakdown]:
        """Returns every seat's score, row by row, of the state as entered, and the cells it lacks.

        A row that depends on cells which other seats have yet to fill in is unknown until they
        have. ``rulings``: used instead of the table's own answers to open rules questions.
        """
        position = self.sheet.position(state, rulings)
        return self.caches.whole.get(_key(position), lambda: self._with_missing(position))

    def _with_missing(self, position: Position) -> Mapping[str, Breakdown]:
        lacks = [(CellPath(each.path), each) for each in completeness.missing(position)]
        shared = {section.id for section in self.sheet.sections if section.shared}
        waiting = {path.holder for path, each in lacks if each.section in shared and each.rest}
        return {
            seat: replace(
                breakdown,
                lines=tuple(each.beside_rivals(bool(waiting - {seat})) for each in breakdown.lines),
                missing=(
                    *(
                        replace(
                            each,
                            later=(each.section if each.rest else path.field) in breakdown.later,
                        )
                        for path, each in lacks
                        if path.holder in ("table", seat) and path.field not in breakdown.counted
                    ),
                    *self._lacking(seat, breakdown),
                ),
            )
            for seat, breakdown in self._scored(position).items()
        }

    def _lacking(self, seat: str, breakdown: Breakdown) -> Iterable[Missing]:
        """Yields what a seat still lacks: a field for each message in its score's ``lacking``."""
        for id_, message in breakdown.lacking.items():
            section = next(s.id for s in self.sheet.sections if self.sheet.fields[id_] in s.fields)
            open_ended = id_ not in breakdown.bounded
            yield Missing(CellPath.to(seat, id_), message, section, rest=open_ended)

    def rank(
        self, breakdowns: Mapping[str, Breakdown], state: State, rulings: Rulings | None = None
    ) -> Sequence[Placing]:
        """Returns each seat's place, by total and the game's tie-breaks; none without any entry.

        ``breakdowns``: the scores of ``state`` by seat. While only one seat has entries, it has no
        place either. ``rulings``: used instead of the table's own answers to rules questions.
        """
        position = self.sheet.position(state, rulings)
        there = {s: each for s, each in breakdowns.items() if self.sheet.anything(position, s)}
        blank = (seat for seat in breakdowns if seat not in there)
        placed = self.ranker(there, position) if there else ()
        if len(there) == 1:
            placed = [replace(each, place=0, best=0, worst=0) for each in placed]
        return [*placed, *(Placing(seat, 0, say("rank-nothing")) for seat in blank)]

    def _scored(self, position: Position) -> Mapping[str, Breakdown]:
        """Returns every seat's score as the game's scorer counts it; cached by a table's cells."""
        return self.caches.counted.get(
            _key(position),
            lambda: {
                seat: replace(each, lines=tuple(self._ruled(position, each.lines)))
                for seat, each in self.scorer(position).items()
            },
        )

    def _ruled(self, position: Position, lines: Iterable[Line]) -> Iterable[Line]:
        """Yields a score's rows, with status *house* where the table's ruling is not the default.

        A ruling is a table's answer to an open question of the rules.
        """
        for line in lines:
            differs = any(
                position.rulings[id_] != default(self.catalogue, id_) for id_ in line.rulings
            )
            yield replace(line, status="house") if differs and line.points is not None else line

    # ── plans ──────────────────────────────────────────────────────────────────────────

    @property
    def planners(self) -> Mapping[str, Calculator]:
        """The game's planners by id: calculators that make plans on the game's own score sheet."""
        return {id_: each for id_, each in self.calculators.items() if each.planner}

    def planner(self, calculator: str) -> Planner:
        """Returns the planner with this id. Raises ``KeyError`` for any other calculator."""
        planner = self.calculators[calculator].planner
        if planner is None:
            raise KeyError(calculator)
        return planner

    def advise(
        self,
        calculator: str,
        seat: str,
        state: State,
        rulings: Rulings | None = None,
        seconds: float = SECONDS,
    ) -> Plan:
        """Returns a seat's best plan, which is never called *optimal* while cells are missing.

        Blank cells count as 0 or none; until they are filled in, the plan is called *provisional*.
        ``calculator``: id of the planner. ``rulings``: used instead of the table's own answers to
        open rules questions. ``seconds``: limit of processor time.
        """
        position = self.sheet.position(state, rulings)
        before = self.score(state, rulings)
        plan = self._checked(self._candidate(calculator, position, seat, seconds), position)
        return self.provisional(plan, before, self.score(plan.after, rulings))

    def optimise(
        self,
        calculator: str,
        seat: str,
        state: State,
        rulings: Rulings | None = None,
        seconds: float = SECONDS,
    ) -> Plan:
        """Returns the best plan for a seat, after the game's scorer has recounted it.

        ``calculator``: id of the planner. ``rulings``: used instead of the table's own answers to
        open rules questions. ``seconds``: time limit in seconds of processor time.

        Blank cells count as 0 or none. If cells that the planner relies on contradict each other,
        the verdict is *impossible* and the plan lists the contradictions. Raises ``KeyError`` for
        an unknown calculator or seat, ``NoAnswer`` if there was no time, and ``PlanMismatch`` if
        the scorer disagrees with the planner.
        """
        position = self.sheet.position(state, rulings)
        return self._checked(self._candidate(calculator, position, seat, seconds), position)

    def _candidate(self, calculator: str, position: Position, seat: str, seconds: float) -> Plan:
        """Returns a seat's best plan by the calculator of this id, before anything has checked it.

        Raises ``KeyError`` for an unknown calculator or seat, ``NoAnswer`` if ``seconds`` ran out.
        """
        planner = self.planner(calculator)
        if seat not in position.state["seats"]:
            raise KeyError(seat)
        with deadline.within(seconds):
            seconds_left, begun = deadline.left(seconds), perf_counter()
            conflicts = tuple(
                each
                for each in self.sheet.conflicts(position)
                if (at := CellPath(each.path)).holder == seat and at.field in planner.consistent
            )
            if conflicts:
                steps = tuple(each.message for each in conflicts)
                proof = Proof.impossible()
                plan = Plan(steps, position.state, Fraction(0), proof, conflicts=conflicts)
            else:
                plan = planner.plan(position, seat, seconds_left)
            if plan.proof.verdict == "best found" and seconds_left < seconds / 2:
                deadline.miss()
        proof = replace(plan.proof, seconds=perf_counter() - begun)
        return replace(plan, proof=proof, calculator=calculator, seat=seat)

    def alternatives(
        self, plan: Plan, state: State, rulings: Rulings | None = None, seconds: float = SECONDS
    ) -> Alternatives:
        """Returns variants of a plan: ties, the runner-up, the worth of one more card and the like.

        Empty if the plan's planner offers none. The result's ``complete`` is false if ``seconds``
        of processor time ran out, or if the scorer disagreed with the planner about a variant.
        ``rulings``: used instead of the table's own answers to open rules questions.
        """
        planner = self.planner(plan.calculator)
        if planner.alternatives is None:
            return Alternatives()
        position = self.sheet.position(state, rulings)
        try:
            with deadline.within(seconds):
                variants = planner.alternatives(position, plan.seat, plan, deadline.left(seconds))
                others = (*variants.ties, *filter(None, [variants.runner_up]))
                own = [replace(o, calculator=plan.calculator, seat=plan.seat) for o in others]
                checked = tuple(self._checked(each, position) for each in own)
                last = checked[-1] if variants.runner_up else None
                return replace(variants, ties=checked[: len(variants.ties)], runner_up=last)
        except NoAnswer as reason:
            self._log_no_answer(plan.seat, reason)
            return Alternatives(complete=False)

    def _log_no_answer(self, seat: str, reason: NoAnswer) -> None:
        """Logs ``reason``, the error for which a seat has no plan.

        A plan that the scorer contradicts is logged as an error. Otherwise time ran out, and the
        result is marked as not to be cached.
        """
        if isinstance(reason, PlanMismatch):
            logger.error("%s: %s: %s", self.slug, seat, reason)
        else:
            logger.info("%s: %s: %s", self.slug, seat, reason)
            deadline.miss()

    def total_after(self, plan: Plan, rulings: Rulings | None = None) -> TotalRange | None:
        """Returns the range of the seat's total after a plan, as the score sheet displays it.

        ``None`` for an impossible plan, and if its planner maximises something other than points.
        ``rulings``: used instead of the table's own answers to open rules questions.
        """
        if plan.proof.verdict == "impossible" or self.planner(plan.calculator).measure:
            return None
        return replace(self.score(plan.after, rulings)[plan.seat], rise=plan.rise).range

    def points_after(self, plan: Plan, best: Plan | None = None) -> Text:
        """Returns the seat's total after a plan as text, or the plan's worth if that is no total.

        Empty if that would mislead beside ``best``, a better plan: if neither their known points
        nor their highest totals differ by as much as their worths.
        """
        total, other = self.total_after(plan), self.total_after(best) if best else None
        if best and total and other:
            pairs = (other.known, total.known), (other.most, total.most)
            ends = [a - b for a, b in pairs if a is not None and b is not None]
            if best.worth - plan.worth not in ends:
                return EMPTY
        return total.text if total else Verbatim(str(plan.worth))

    # ── checks ─────────────────────────────────────────────────────────────────────────

    def _checked(self, plan: Plan, before: Position) -> Plan:
        """Returns a plan that has passed all checks, marked as certified if it has a certificate.

        Checked are worth, bound, pieces used, decisions already entered, and the certificate, if
        any. ``before``: the table without the plan. Raises ``PlanMismatch``.
        """
        if plan.proof.verdict == "impossible":
            return plan
        self.check_worth(plan, self._scored(before.with_state(plan.after)))
        if plan.after != before.state:
            self._check_pieces(plan, before)
        if plan.calculator == self.final:
            self._check_decisions(plan, before)
        if plan.certificate is None or plan.proof.verdict != "optimal":
            return plan
        try:
            points = proof_checker.check(plan.certificate)
        except proof_checker.Refused as reason:
            raise PlanMismatch(f"certificate refused: {reason}") from None
        if points != plan.worth:
            raise PlanMismatch(f"plan says {plan.worth}, certificate says {points}")
        return replace(plan, proof=replace(plan.proof, certified=True))

    def worth(self, plan: Plan, breakdowns: Mapping[str, Breakdown]) -> Fraction:
        """Returns the number that a plan maximises: by default the known points of the plan's seat.

        ``breakdowns``: every seat's score of the state after the plan.
        """
        if measure := self.planner(plan.calculator).measure:
            return measure(breakdowns, plan.seat)
        return Fraction(breakdowns[plan.seat].known)

    def check_worth(self, plan: Plan, breakdowns: Mapping[str, Breakdown]) -> None:
        """Checks a plan's worth against the scorer, a second solver (if any) and the plan's bound.

        ``breakdowns``: every seat's score of the state after the plan. Raises ``PlanMismatch``.
        """
        counted = self.worth(plan, breakdowns)
        if counted != plan.worth:
            raise PlanMismatch(f"plan says {plan.worth}, scorer says {counted}")
        if plan.second not in (None, plan.worth):
            raise PlanMismatch(f"plan says {plan.worth}, second engine says {plan.second}")
        if plan.proof.verdict == "optimal" and plan.proof.bound not in (None, plan.worth):
            raise PlanMismatch(f"optimal at {plan.worth}, bound {plan.proof.bound}")

    def _check_pieces(self, plan: Plan, before: Position) -> None:
        """Checks that a plan uses only pieces that the seat has. Raises ``PlanMismatch``.

        The plan must not cause a new warning. ``before``: the table without the plan.
        """
        old, both = (
            Counter((each.path, each.kind) for each in self.sheet.doubts(state, before.rulings))
            for state in (before.state, plan.after)
        )
        new = both - old
        # a plan may move pieces that had a warning before it to another cell; that may have been at
        # another seat's, where all seats together have too many
        warned = {_piece(path) for path, _ in old}
        warned_alike = {(kind, _piece(path)[1]) for path, kind in old}
        if paths := {
            path
            for path, kind in new
            if _piece(path) not in warned and (kind, _piece(path)[1]) not in warned_alike
        }:
            where = ", ".join(sorted(paths))
            raise PlanMismatch(f"plan uses what the seat does not have: {where}")

    def _check_decisions(self, plan: Plan, before: Position) -> None:
        """Checks that a plan keeps the end-of-game decisions that its seat has already entered.

        A number may grow but not shrink. Only a decision about which the sheet has a warning may be
        left out. ``before``: the table without the plan. Raises ``PlanMismatch``.
        """
        after = self.sheet.cells(plan.after)
        dropped = [
            path
            for path, value in self.sheet.decided(before.state, plan.seat).items()
            if after.get(path) != value
            and not (type(value) is int and int(after.get(path, 0)) >= value)
        ]
        if dropped:
            warned = {doubt.path for doubt in self.sheet.doubts(before.state, before.rulings)}
            # a warning is about its cell, and about all cells of its row or field
            dropped = [
                p for p in dropped if not any(f"{p}/".startswith(f"{path}/") for path in warned)
            ]
        if dropped:
            raise PlanMismatch(f"plan drops what was decided: {', '.join(dropped)}")

    def provisional(
        self, plan: Plan, before: Mapping[str, Breakdown], after: Mapping[str, Breakdown]
    ) -> Plan:
        """Returns a plan, called *provisional* instead of *optimal* while cells are missing.

        It then has no bound either. An impossible plan stays as it is. ``before`` and ``after``:
        every seat's score, with missing cells, of the states without and with the plan; a row still
        unknown after the plan counts as missing, too.
        """
        if plan.proof.verdict == "impossible":
            return plan
        seats = [plan.seat] if self.planner(plan.calculator).independent else list(before)
        if not any(before[seat].missing or after[seat].so_far is None for seat in seats):
            return plan
        return replace(plan, proof=plan.proof.provisional())


def _key(position: Position) -> Key:
    return json.dumps(position.state), tuple(position.rulings.items())


def _piece(path: str) -> tuple[str, str]:
    """Returns the seat of a cell, and the id of the card, coin or field that the cell is for.

    ``path``: the cell's path, such as ``p1/coins/coin_5``, which gives ``("p1", "coin_5")``.
    """
    at = CellPath(path)
    return at.holder, at.rows[-1] if at.rows else at.field
