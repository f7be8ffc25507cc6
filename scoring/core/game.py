"""A game: its catalogue, its sheet, its scorer and the calculators it brings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path

from . import calculator, course, sections
from .breakdown import Breakdown, Line, Placing, by_total
from .calculator import Calculator, Planner
from .catalogue import Catalogue
from .catalogue import load as load_catalogue
from .plan import Around, Plan, PlanMismatch, Rulings, State
from .problem import Doubt
from .reading import DataError, Translations, listed, read_file
from .rulings import default
from .seat import Position
from .sheet import Doubts, Sheet
from .text import Text
from .words import FOLDER as WORDS
from .words import Message

type Scorer = Callable[[Position], Mapping[str, Breakdown]]
type Ranker = Callable[[Mapping[str, Breakdown], Position], Sequence[Placing]]

SECONDS = 2.0
"""What a plan may take unless its caller says otherwise."""


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
    ``final`` names the calculator whose plan settles what a seat has left undecided.
    """

    catalogue: Catalogue
    sheet: Sheet
    scorer: Scorer
    ranker: Ranker = by_total
    calculators: Mapping[str, Calculator] = field(default_factory=dict)
    final: str = ""
    translations: Translations = field(default_factory=Translations, compare=False, repr=False)

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
        """Every seat's rows for the state as it is recorded."""
        return self._scored(self.sheet.position(state, rulings))

    def rank(
        self, breakdowns: Mapping[str, Breakdown], state: State, rulings: Rulings | None = None
    ) -> Sequence[Placing]:
        """Places by the game's own tie-breaks."""
        return self.ranker(breakdowns, self.sheet.position(state, rulings))

    def optimise(
        self,
        calculator: str,
        seat: str,
        state: State,
        rulings: Rulings | None = None,
        seconds: float = SECONDS,
    ) -> Plan:
        """The best plan for a seat, recomputed by the plain scorer before it is handed out.

        Raises ``KeyError`` for an unknown calculator or seat, ``PlanMismatch`` when scorer and
        optimiser disagree.
        """
        planner = self.planner(calculator)
        if seat not in state["seats"]:
            raise KeyError(seat)
        position = self.sheet.position(state, rulings)
        plan = replace(planner.plan(position, seat, seconds), calculator=calculator, seat=seat)
        self._check(planner, plan, position)
        return plan

    def around(
        self, plan: Plan, state: State, rulings: Rulings | None = None, seconds: float = SECONDS
    ) -> Around:
        """What lies around a plan; empty for a planner that does not look."""
        planner = self.planner(plan.calculator)
        if planner.around is None:
            return Around()
        position = self.sheet.position(state, rulings)
        found = planner.around(position, plan.seat, plan, seconds)

        def named(other: Plan) -> Plan:
            other = replace(other, calculator=plan.calculator, seat=plan.seat)
            self._check(planner, other, position)
            return other

        return replace(
            found,
            ties=tuple(map(named, found.ties)),
            runner_up=named(found.runner_up) if found.runner_up else None,
        )

    def _scored(self, position: Position) -> Mapping[str, Breakdown]:
        return {
            seat: Breakdown(tuple(self._ruled(position, each.lines)), each.unused)
            for seat, each in self.scorer(position).items()
        }

    def _ruled(self, position: Position, lines: Iterable[Line]) -> Iterable[Line]:
        """Lines that rest on another answer than the default one are the table's own."""
        for line in lines:
            differs = any(
                position.rulings[id_] != default(self.catalogue, id_) for id_ in line.rulings
            )
            yield replace(line, status="house") if differs and line.points is not None else line

    def _check(self, planner: Planner, plan: Plan, before: Position) -> None:
        if plan.proof.verdict == "impossible":
            return
        scored = self.scorer(self.sheet.position(plan.after, before.rulings))
        if planner.measure:
            worth: Fraction | None = planner.measure(scored, plan.seat)
        else:
            known = scored[plan.seat].total
            worth = None if known is None else Fraction(known)
        if worth != plan.worth:
            raise PlanMismatch(f"{self.slug}: plan says {plan.worth}, scorer says {worth}")
        new = _doubted(self.sheet.doubts(plan.after)) - _doubted(self.sheet.doubts(before.state))
        if new:
            where = ", ".join(sorted({path for path, _ in new}))
            raise PlanMismatch(f"{self.slug}: plan uses what the seat does not have: {where}")

    def settle(
        self, state: State, rulings: Rulings | None = None, seconds: float = SECONDS
    ) -> tuple[State, Mapping[str, Plan]]:
        """``state`` with every undecided seat settled its best way, and the plans for that.

        A seat that has recorded decisions of its own is left as it is.
        """
        if not self.final:
            return state, {}
        rulings = self.sheet.rulings(state) if rulings is None else rulings
        plans: dict[str, Plan] = {}
        for seat in self.sheet.seats(state):
            if self._decided(state, seat):
                continue
            if self.planner(self.final).alone:
                cells = json.dumps(state["seats"][seat])
                plans[seat] = self._remembered(seat, cells, tuple(rulings.items()), seconds)
            else:
                plans[seat] = self.optimise(self.final, seat, state, rulings, seconds)
            after = plans[seat].after["seats"][seat]
            state = state | {"seats": state["seats"] | {seat: after}}
        return state, plans

    def _decided(self, state: State, seat: str) -> bool:
        """Has this seat recorded a decision that an optimiser would make?"""
        held = state["seats"][seat]
        return any(field.id in held for field in self.sheet.asked.values() if field.decided)

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
        is_open = self.final and not self._decided(state, seat)
        found = []
        for ruling in used:
            for option in self.catalogue[ruling].options:
                if option.id == rulings[ruling]:
                    continue
                other = dict(rulings) | {ruling: option.id}
                after = self.optimise(self.final, seat, state, other).after if is_open else state
                scored = self.score(after, other)[seat]
                points = {line.id: line.points for line in scored.lines}
                found.append(Alternative(ruling, option.id, points, scored.total))
        return tuple(found)


def _doubted(doubts: Iterable[Doubt]) -> Counter[tuple[str, str]]:
    """Doubts by cell and kind: one whose numbers change with the plan is still the same one."""
    return Counter(
        (doubt.path, said.id if isinstance(said := doubt.message, Message) else said.en)
        for doubt in doubts
    )


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
) -> Game:
    """The game of a folder: its data, its words and its calculators, with its scorer.

    ``package`` is the game's ``__name__``, ``folder`` where it lies. ``hooks`` are what its
    ``sheet.toml`` calls by name. Raises ``DataError`` or ``WordsError``, naming file and id.
    """
    translations = Translations(folder / WORDS)
    catalogue = load_catalogue(folder / "data", translations)
    top = read_file(folder / "data" / "sheet.toml", "sheet.toml", translations)
    table = sections.read(top, "table", catalogue, hooks or {})
    asked = sections.read(top, "section", catalogue, hooks or {}, table=table)
    top.done()
    phases = course.load(folder / "data", catalogue, translations, table, order)
    sheet = Sheet(catalogue, asked, table, doubts, phases)
    known = sheet.asked | sheet.table_fields
    calculators = calculator.discover(package, catalogue, translations, known)
    if final and (final not in calculators or calculators[final].planner is None):
        planners = [c.id for c in calculators.values() if c.planner]
        raise DataError("__init__.py", "final", f"{final!r} is none of {listed(final, planners)}")
    return Game(catalogue, sheet, scorer, ranker, calculators, final, translations)
