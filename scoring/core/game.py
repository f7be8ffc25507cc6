"""A game: its catalogue, its sheet, its scorer and the calculators it brings."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from . import calculator, clock, course, lesson, sections
from .breakdown import Breakdown, Line, Placing, TotalRange, by_total
from .calculator import Calculator, Planner
from .catalogue import Catalogue
from .catalogue import load as load_catalogue
from .cells import CellPath, Value
from .memory import Memory
from .plan import Around, NoAnswer, Plan, PlanMismatch, Proof, Rulings, State, Verdict
from .problem import Doubt, Missing
from .reading import DataError, Translations, listed, read_file
from .rulings import default
from .seat import Position
from .sheet import Doubts, Sheet
from .text import Text
from .words import CORE as say
from .words import FOLDER as WORDS

logger = logging.getLogger(__name__)

type Scorer = Callable[[Position], Mapping[str, Breakdown]]
type Deciding = Callable[[Position], Sequence[str]]
type Ranker = Callable[[Mapping[str, Breakdown], Position], Sequence[Placing]]

SECONDS = 2.0
"""What a plan may take unless its caller says otherwise."""

ROUNDS = 4
"""How often each seat is asked while the others still move."""


def all_seats(position: Position) -> Sequence[str]:
    """Nobody decides before anybody else: as they sit."""
    return tuple(position.seats)


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

    ``scorer`` is plain: it counts a position exactly as recorded and decides nothing.
    ``final`` names the calculator whose plan settles what a seat has left undecided;
    ``deciding`` in which order seats do so, where that is not the one they sit in.
    """

    catalogue: Catalogue
    sheet: Sheet
    scorer: Scorer
    ranker: Ranker = by_total
    calculators: Mapping[str, Calculator] = field(default_factory=dict)
    final: str = ""
    deciding: Deciding = all_seats
    lesson: lesson.Lesson = field(default_factory=lesson.Lesson)
    translations: Translations = field(default_factory=Translations, compare=False, repr=False)
    folder: Path = field(default=Path(__file__).parent, compare=False, repr=False)

    @property
    def slug(self) -> str:
        return self.catalogue.box.slug

    @property
    def name(self) -> Text:
        return self.catalogue.box.name

    @property
    def stage(self) -> str:
        return self.catalogue.box.stage

    @cached_property
    def version(self) -> str:
        """Another one for other rules: made of every file of the game and of the core."""
        files = sorted(
            path
            for folder in (self.folder, Path(__file__).parent)
            for path in folder.rglob("*")
            if path.suffix in {".py", ".pyc", ".toml", ".ftl"} and path.parent.name != "__pycache__"
        )
        return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]

    @property
    def planners(self) -> Mapping[str, Calculator]:
        """The calculators that plan over the game's own sheet, by id."""
        return {id_: each for id_, each in self.calculators.items() if each.planner}

    def planner(self, calculator: str) -> Planner:
        """The planner of that id. Raises ``KeyError`` for an unknown one, or one with a form."""
        found = self.calculators[calculator].planner
        if found is None:
            raise KeyError(calculator)
        return found

    def score(self, state: State, rulings: Rulings | None = None) -> Mapping[str, Breakdown]:
        """Every seat's rows for the state as it is recorded, and what its seats still lack.

        A row that other seats can still change is open while one of them lacks what it reads.
        """
        position = self.sheet.position(state, rulings)
        lacks = [(CellPath(each.path), each) for each in self.sheet.missing(position)]
        shared = {section.id for section in self.sheet.sections if section.shared}
        waiting = {path.holder for path, each in lacks if each.section in shared and each.rest}
        return {
            seat: replace(
                found,
                lines=tuple(_beside_rivals(found.lines, unsaid=bool(waiting - {seat}))),
                missing=(
                    *(
                        replace(each, later=path.field in found.later)
                        for path, each in lacks
                        if path.holder in ("table", seat) and path.field not in found.counted
                    ),
                    *self._lacking(seat, found),
                ),
            )
            for seat, found in self._scored(position).items()
        }

    def _lacking(self, seat: str, found: Breakdown) -> Iterable[Missing]:
        """Fields that a scorer finds entered in part."""
        for id_, message in found.lacking.items():
            section = next(s.id for s in self.sheet.sections if self.sheet.fields[id_] in s.fields)
            open_ended = id_ not in found.bounded
            yield Missing(CellPath.to(seat, id_), message, section, rest=open_ended)

    def rank(
        self, breakdowns: Mapping[str, Breakdown], state: State, rulings: Rulings | None = None
    ) -> Sequence[Placing]:
        """Places by the game's own tie-breaks; seats with nothing entered come last, unplaced."""
        position = self.sheet.position(state, rulings)
        there = {s: each for s, each in breakdowns.items() if self.sheet.anything(position, s)}
        blank = (seat for seat in breakdowns if seat not in there)
        placed = self.ranker(there, position) if there else ()
        return [*placed, *(Placing(seat, 0, say("rank-nothing")) for seat in blank)]

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
        with clock.within(seconds):
            given = clock.left(seconds)
            if conflicts := self._conflicts(planner, seat, position):
                steps = tuple(each.message for each in conflicts)
                proof = Proof("impossible", "exhaustive", None, 0.0)
                return Plan(steps, state, Fraction(0), proof, calculator, seat, conflicts=conflicts)
            plan = replace(planner.plan(position, seat, given), calculator=calculator, seat=seat)
            if plan.proof.verdict == "best found" and given < seconds / 2:
                clock.miss()
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

    def around(
        self, plan: Plan, state: State, rulings: Rulings | None = None, seconds: float = SECONDS
    ) -> Around:
        """What lies around a plan; empty for a planner that does not look.

        Not ``complete`` where time ran out, or where scorer and planner disagree.
        """
        planner = self.planner(plan.calculator)
        if planner.around is None:
            return Around()
        position = self.sheet.position(state, rulings)

        def named(other: Plan) -> Plan:
            other = replace(other, calculator=plan.calculator, seat=plan.seat)
            self._check(planner, other, position)
            return other

        try:
            with clock.within(seconds):
                found = planner.around(position, plan.seat, plan, clock.left(seconds))
                return replace(
                    found,
                    ties=tuple(map(named, found.ties)),
                    runner_up=named(found.runner_up) if found.runner_up else None,
                )
        except NoAnswer as reason:
            self._unanswered(plan.seat, reason)
            return Around(complete=False)

    def _unanswered(self, seat: str, reason: NoAnswer) -> None:
        """A seat goes without: written down, and asked again if it was only the time."""
        if isinstance(reason, PlanMismatch):
            logger.error("%s: %s: %s", self.slug, seat, reason)
        else:
            logger.info("%s: %s: %s", self.slug, seat, reason)
            clock.miss()

    def _scored(self, position: Position) -> Mapping[str, Breakdown]:
        """Every seat's rows; a plan, its check and the page ask for the same position."""
        key = json.dumps(position.state), tuple(position.rulings.items())
        return self._counted.get(
            key,
            lambda: {
                seat: replace(each, lines=tuple(self._ruled(position, each.lines)))
                for seat, each in self.scorer(position).items()
            },
        )

    @cached_property
    def _counted(self) -> Memory[tuple[str, tuple[tuple[str, str], ...]], Mapping[str, Breakdown]]:
        """Rows by the whole state and its rulings."""
        return Memory(32)

    def _ruled(self, position: Position, lines: Iterable[Line]) -> Iterable[Line]:
        """Lines that rest on another answer than the default one are the table's own."""
        for line in lines:
            differs = any(
                position.rulings[id_] != default(self.catalogue, id_) for id_ in line.rulings
            )
            yield replace(line, status="house") if differs and line.points is not None else line

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

    # settling

    def settle(
        self,
        state: State,
        rulings: Rulings | None = None,
        seconds: float = SECONDS,
        *,
        sketched: bool = False,
    ) -> tuple[State, Mapping[str, Plan]]:
        """``state`` with every seat's open decisions settled its best way, and the plans for that.

        What is recorded stays. Where a plan depends on the other seats, all are asked in the
        game's own order, again and again until nobody would do otherwise. Each plan is one for the
        table that comes back: *optimal* is what nothing can beat on it, everything else is *best
        found*. A seat with nothing entered, or without an answer, is left as it is and has no plan.
        ``sketched``: for a sheet that is still being filled in, plans may be sketches. Those are
        counted by the scorer like any other, but no solver has proven them.
        """
        if not self.final:
            return state, {}
        rulings = self.sheet.rulings(state) if rulings is None else rulings
        position = self.sheet.position(state, rulings)
        asking = [seat for seat in self.deciding(position) if self.sheet.anything(position, seat)]
        with clock.within(seconds):
            if self.planner(self.final).alone:
                plans, checked = self._each_alone(asking, state, rulings, sketched)
            else:
                plans, checked = self._in_turn(asking, state, rulings, sketched)
        seats = {seat: plan.after["seats"][seat] for seat, plan in plans.items()}
        settled = state | {"seats": state["seats"] | seats}
        return settled, self._sealed(plans, checked, settled, rulings)

    def _each_alone(
        self, asking: Iterable[str], state: State, rulings: Rulings, sketched: bool
    ) -> tuple[dict[str, Plan], set[str]]:
        plans: dict[str, Plan] = {}
        for seat in asking:
            if plan := self._asked(seat, state, rulings, sketched):
                plans[seat] = plan
        return plans, set(plans)

    def _in_turn(
        self, asking: Sequence[str], state: State, rulings: Rulings, sketched: bool
    ) -> tuple[dict[str, Plan], set[str]]:
        """Plans, and the seats whose plan was asked for with the others as they ended up.

        Who is asked again decides anew only if that is worth more: ties shall not go round.
        """
        now, asked = state, dict[str, Mapping[str, object]]()
        plans: dict[str, Plan] = {}

        def others(seat: str) -> dict[str, object]:
            return {s: cells for s, cells in now["seats"].items() if s != seat}

        silent: set[str] = set()
        for _ in range(ROUNDS):
            due = [s for s in asking if s not in silent and asked.get(s) != others(s)]
            if not due:
                break
            for seat in due:
                seen = others(seat)
                before = now | {"seats": now["seats"] | {seat: state["seats"][seat]}}
                plan = self._asked(seat, before, rulings, sketched)
                if plan is None:
                    silent.add(seat)
                    continue
                asked[seat] = seen
                if seat in plans:
                    plan = self._no_worse(plans[seat], plan, now, rulings)
                plans[seat] = plan
                now = now | {"seats": now["seats"] | {seat: plan.after["seats"][seat]}}
        return plans, {seat for seat in plans if asked[seat] == others(seat)}

    def _no_worse(self, old: Plan, new: Plan, now: State, rulings: Rulings) -> Plan:
        """The old plan under the new one's proof, if it is worth as much at this table."""
        scored = self._scored(self.sheet.position(now, rulings))
        worth = self._worth(self.planner(self.final), scored, old.seat)
        if worth < new.worth:
            return new
        rise = self._rise(new, self.score(now, rulings)[old.seat].range.most, rulings)
        return replace(old, after=now, worth=worth, proof=new.proof, rise=rise)

    def _rise(self, plan: Plan, most: int | None, rulings: Rulings) -> int | None:
        """By how much a plan may come to more than these points; ``None`` if nobody can say."""
        found = replace(self.score(plan.after, rulings)[plan.seat], rise=plan.rise).range
        if found.exact is not None:
            return 0
        return None if found.most is None or most is None else max(0, found.most - most)

    def _asked(
        self, seat: str, state: State, rulings: Rulings, sketched: bool = False
    ) -> Plan | None:
        """The final plan of a seat; none where there is none to be trusted in time."""
        planner = self.planner(self.final)
        if planner.alone:
            cells = json.dumps(state["seats"][seat])
            asks = self.sheet.blank(1) | {"seats": {seat: json.loads(cells)}}
            seen = cells
        elif planner.sees:
            position = self.sheet.position(state, rulings)
            shared = {name: each for name, each in state.items() if name != "seats"}
            own = [state["seats"][seat], shared, len(state["seats"])]
            asks, seen = state, json.dumps([own, planner.sees(position, seat)])
        else:
            asks, seen = state, json.dumps(state)
        key = seat, seen, tuple(rulings.items())

        def proven() -> Plan:
            return self._remembered.get(key, lambda: self.optimise(self.final, seat, asks, rulings))

        try:
            if sketched and planner.sketch:
                drawn = self._drawn.get(key, lambda: self._sketch(planner, seat, asks, rulings))
                plan = drawn or proven()
            else:
                plan = proven()
        except NoAnswer as reason:
            self._unanswered(seat, reason)
            return None
        return None if plan.proof.verdict == "impossible" else plan

    def _sketch(self, planner: Planner, seat: str, state: State, rulings: Rulings) -> Plan | None:
        """The final plan without its proof, recomputed by the plain scorer like any other.

        What else is asked of a plan that is proven is asked of that one, which is the same.
        """
        assert planner.sketch
        drawn = planner.sketch(self.sheet.position(state, rulings), seat)
        if drawn is None:
            return None
        plan = replace(drawn, calculator=self.final, seat=seat)
        if plan.proof.verdict != "impossible":
            self._count(planner, plan, rulings)
        return plan

    def _sealed(
        self, plans: Mapping[str, Plan], checked: Set[str], settled: State, rulings: Rulings
    ) -> dict[str, Plan]:
        """The plans as they are for the settled table, each proof saying no more than holds there.

        *Optimal* stays only where the plan was asked for with the others as they are now, and its
        bound is the total that is shown.
        """
        scored = self._scored(self.sheet.position(settled, rulings))
        found = {}
        for seat, plan in plans.items():
            worth = self._worth(self.planner(self.final), scored, seat)
            total, proof = scored[seat].total, plan.proof
            if seat not in checked or worth != plan.worth or total not in (None, worth):
                proof = replace(proof, verdict="best found", bound=None)
            elif proof.bound != worth:
                proof = replace(proof, verdict="best found")
            rise = None if seat not in checked and total is None else plan.rise
            plan = replace(plan, after=settled, worth=worth, proof=proof, rise=rise)
            found[seat] = self._provisional(self.planner(self.final), plan, settled, rulings)
        return found

    @cached_property
    def _remembered(self) -> Memory[tuple[str, str, tuple[tuple[str, str], ...]], Plan]:
        """Plans of seats by all that they depend on: most edits change one seat of six.

        Of a plan that depends on others only that seat's cells are taken from here.
        """
        return Memory(1024)

    @cached_property
    def _drawn(self) -> Memory[tuple[str, str, tuple[tuple[str, str], ...]], Plan | None]:
        """Sketches, likewise."""
        return Memory(1024)

    def alternatives(
        self, state: State, seat: str, breakdown: Breakdown
    ) -> tuple[Alternative, ...]:
        """What each other answer to the rulings used in ``breakdown`` would give this seat.

        The seat decides anew what it left open in ``state``; the others stay as they are. An
        answer that nobody could work out in time is left out.
        """
        rulings = self.sheet.rulings(state)
        used = dict.fromkeys(ruling for line in breakdown.lines for ruling in line.rulings)
        found = []
        for ruling in used:
            for option in self.catalogue[ruling].options:
                if option.id == rulings[ruling]:
                    continue
                other = dict(rulings) | {ruling: option.id}
                after = state
                if self.final:
                    plan = self._asked(seat, state, other)
                    if plan is None:
                        continue
                    cells = plan.after["seats"][seat]
                    after = state | {"seats": state["seats"] | {seat: cells}}
                scored = self.score(after, other)[seat]
                points = {line.id: line.points for line in scored.lines}
                found.append(Alternative(ruling, option.id, points, scored.total))
        return tuple(found)


def _beside_rivals(lines: Iterable[Line], *, unsaid: bool) -> Iterable[Line]:
    """Rows as they are beside what the other seats lack: whole sections, or single cells."""
    for line in lines:
        bounds = line.rivals if unsaid else line.waits
        if bounds is None or bounds == (line.points, line.points):
            yield line
        else:
            how = say("rivals-open", how=line.how)
            yield replace(line, points=None, bounds=bounds, how=how, status="unknown")


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


def build(
    package: str,
    folder: Path,
    scorer: Scorer,
    *,
    ranker: Ranker = by_total,
    doubts: Doubts | None = None,
    hooks: Mapping[str, sections.Hook] | None = None,
    order: course.Order | None = None,
    final: str = "",
    deciding: Deciding | None = None,
) -> Game:
    """The game of a folder: its data, its words and its calculators, with its scorer.

    ``package`` is the game's ``__name__``, ``folder`` where it lies. ``hooks`` are what its
    ``sheet.toml`` calls by name; ``deciding`` names every seat. Raises ``DataError`` or
    ``WordsError``, naming file and id.
    """
    translations = Translations(folder / WORDS)
    catalogue = load_catalogue(folder / "data", translations)
    top = read_file(folder / "data" / "sheet.toml", "sheet.toml", translations)
    table = sections.read(top, "table", catalogue, hooks or {})
    phases = course.load(folder / "data", catalogue, translations, table, order)
    ids = [phase.id for phase in phases.phases]
    asked = sections.read(top, "section", catalogue, hooks or {}, table=table, phases=ids)
    top.done()
    sheet = Sheet(catalogue, asked, table, doubts, phases)
    known = sheet.asked | sheet.table_fields
    calculators = calculator.discover(package, catalogue, translations, known, table)
    for phase in phases.phases:
        for id_ in phase.calculators:
            if id_ not in calculators:
                problem = f"calculators names {id_!r}: {listed(id_, calculators)}"
                raise DataError("course.toml", phase.id, problem)
    if final and (final not in calculators or calculators[final].planner is None):
        planners = [c.id for c in calculators.values() if c.planner]
        raise DataError("__init__.py", "final", f"{final!r} is none of {listed(final, planners)}")
    return Game(
        catalogue,
        sheet,
        scorer,
        ranker,
        calculators,
        final,
        deciding or all_seats,
        lesson.load(folder / "data", catalogue, translations, phases),
        translations,
        folder,
    )
