"""One game, usable from a shell: it scores, plans, and settles decisions left open."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod

from scoring.model.breakdown import Breakdown, Placing, narrowed
from scoring.model.calculator import Planner
from scoring.model.plan import NoAnswer, Plan, Rulings, State
from scoring.solving import deadline
from scoring.solving.cache import Cache

from .game_plans import SECONDS, GamePlans

ROUNDS = 4
"""Most times that each seat is asked while the others still change."""
MOST_ANSWERS = 25
"""Most combinations of missing answers that are scored for places: each takes some milliseconds."""


@dataclass(frozen=True, slots=True)
class OtherRuling:
    """Points of a seat, by line and in total, under another answer to a ruling."""

    ruling: str
    option: str
    points: Mapping[str, int | None]
    total: int | None


@dataclass(frozen=True)
class Game(GamePlans):
    """One game: its catalogue, its sheet, its scorer and the calculators it brings."""

    def solve_open_decisions(
        self,
        state: State,
        rulings: Rulings | None = None,
        seconds: float = SECONDS,
        *,
        sketched: bool = False,
    ) -> tuple[State, Mapping[str, Plan]]:
        """Returns ``state`` with every seat's open decisions settled best, and the plans by seat.

        What is recorded stays. Where a plan depends on the other seats, all are asked in the game's
        own order, repeatedly until none would change, at most ``ROUNDS`` times. Each plan is for
        the returned table: *optimal* means that nothing can beat it there, everything else is *best
        found*. A seat with nothing entered, or without an answer, is left as it is and has no plan.
        ``sketched``: for a sheet that is still being filled in, plans may be sketches. Those are
        counted by the scorer like any other, but no solver has proven them.
        """
        if not self.final:
            return state, {}
        rulings = self.sheet.rulings(state) if rulings is None else rulings
        position = self.sheet.position(state, rulings)
        asking = [
            seat for seat in self.decision_order(position) if self.sheet.anything(position, seat)
        ]
        with deadline.within(seconds):
            if self.planner(self.final).independent:
                plans, checked = self._each_alone(asking, state, rulings, sketched)
            else:
                plans, checked = self._in_turn(asking, state, rulings, sketched)
        seats = {seat: plan.after["seats"][seat] for seat, plan in plans.items()}
        settled = state | {"seats": state["seats"] | seats}
        return settled, self._sealed(plans, checked, settled, rulings)

    def places(
        self,
        state: State,
        settled: State,
        breakdowns: Mapping[str, Breakdown],
        *,
        sketched: bool = False,
    ) -> Sequence[Placing]:
        """Returns the ranking of ``settled``, its open places limited by trying the answers.

        ``rank`` takes open totals to be independent, but one answer may move two of them: where a
        card stands decides about a majority, too. So if nothing but a few cells with a choice
        stands between the table and its end, each of their answers is scored, with what the seats
        would decide then. ``state``: the table before any decision was solved.
        """
        ranking = self.rank(breakdowns, settled)
        if all(each.best == each.worst for each in ranking):
            return ranking
        reached: dict[str, list[Placing]] = {each.seat: [] for each in ranking}
        for answered in self._answered(state, breakdowns):
            solved, plans = self.solve_open_decisions(answered, sketched=sketched)
            found = {
                seat: replace(rows, rise=plans[seat].rise if seat in plans else 0)
                for seat, rows in self.score(solved).items()
            }
            if deadline.missed():
                return ranking
            for each in self.rank(found, solved):
                reached[each.seat].append(each)
        spans = {
            each.seat: (
                max(each.best, min(met.best for met in reached[each.seat])),
                min(each.worst, max(met.worst for met in reached[each.seat])),
            )
            for each in ranking
            if reached[each.seat] and all(met.best for met in reached[each.seat])
        }
        return narrowed(ranking, spans)

    def _answered(self, state: State, breakdowns: Mapping[str, Breakdown]) -> Iterator[State]:
        """Yields the table with every answer to the choices that it lacks.

        Nothing if more is missing than single cells, or if there are more than ``MOST_ANSWERS``.
        """
        lacks = {each.path: each for found in breakdowns.values() for each in found.missing}
        cells = {path: self.sheet.cell(path) for path in lacks}
        asked = {
            path: [option.id for option in cell.options]
            for path, cell in cells.items()
            if cell
            and cell.kind == "choice"
            and not any(self.sheet.is_seat(option.id) for option in cell.options)
        }
        if any(each.rest for each in lacks.values()) or not asked:
            return
        if prod(map(len, asked.values())) <= MOST_ANSWERS:
            for values in product(*asked.values()):
                yield self.sheet.put(state, dict(zip(asked, values, strict=True)))

    def _each_alone(
        self, asking: Iterable[str], state: State, rulings: Rulings, sketched: bool
    ) -> tuple[dict[str, Plan], set[str]]:
        plans: dict[str, Plan] = {}
        for seat in asking:
            if plan := self._final_plan(seat, state, rulings, sketched):
                plans[seat] = plan
        return plans, set(plans)

    def _in_turn(
        self, asking: Sequence[str], state: State, rulings: Rulings, sketched: bool
    ) -> tuple[dict[str, Plan], set[str]]:
        """Returns plans, and the seats whose plan was made with the others as they ended up.

        A seat that is asked again changes its plan only if that is worth more, so that ties do not
        cycle.
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
                plan = self._final_plan(seat, before, rulings, sketched)
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
        """Returns the old plan with the new proof if it is worth as much here, else the new."""
        scored = self._scored(self.sheet.position(now, rulings))
        worth = self._worth(self.planner(self.final), scored, old.seat)
        if worth < new.worth:
            return new
        rise = self._rise(new, self.score(now, rulings)[old.seat].range.most, rulings)
        return replace(old, after=now, worth=worth, proof=new.proof, rise=rise)

    def _rise(self, plan: Plan, most: int | None, rulings: Rulings) -> int | None:
        """Returns how far a plan may exceed ``most`` points; ``None`` if that is not known."""
        found = replace(self.score(plan.after, rulings)[plan.seat], rise=plan.rise).range
        if found.exact is not None:
            return 0
        return None if found.most is None or most is None else max(0, found.most - most)

    def _final_plan(
        self, seat: str, state: State, rulings: Rulings, sketched: bool = False
    ) -> Plan | None:
        """Returns the final plan of a seat; ``None`` without a trusted one in time."""
        planner = self.planner(self.final)
        if planner.independent:
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
                drawn = self._sketches.get(key, lambda: self._sketch(planner, seat, asks, rulings))
                plan = drawn or proven()
            else:
                plan = proven()
        except NoAnswer as reason:
            self._unanswered(seat, reason)
            return None
        return None if plan.proof.verdict == "impossible" else plan

    def _sketch(self, planner: Planner, seat: str, state: State, rulings: Rulings) -> Plan | None:
        """Returns the final plan without its proof, recounted by the plain scorer.

        ``None`` if the planner gives no sketch. Other checks of a proven plan are not made here:
        the proven plan is the same.
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
        """Returns the plans for the settled table, their proofs limited to what holds there.

        *Optimal* stays only where the plan was made with the others as they are now, and its bound
        is the total that is shown.
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
    def _remembered(self) -> Cache[tuple[str, str, tuple[tuple[str, str], ...]], Plan]:
        """Cache of plans by everything they depend on: most edits change one seat of six.

        Of a plan that depends on others, only that seat's cells are used.
        """
        return Cache(1024)

    @cached_property
    def _sketches(self) -> Cache[tuple[str, str, tuple[tuple[str, str], ...]], Plan | None]:
        """Cache of sketches, by the same keys."""
        return Cache(1024)

    def other_rulings(
        self, state: State, seat: str, breakdown: Breakdown
    ) -> tuple[OtherRuling, ...]:
        """Returns a seat's points under each other answer to rulings used in ``breakdown``.

        The seat decides anew what it left open in ``state``; the others stay as they are. An answer
        that could not be computed in time is left out.
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
                    plan = self._final_plan(seat, state, other)
                    if plan is None:
                        continue
                    cells = plan.after["seats"][seat]
                    after = state | {"seats": state["seats"] | {seat: cells}}
                scored = self.score(after, other)[seat]
                points = {line.id: line.points for line in scored.lines}
                found.append(OtherRuling(ruling, option.id, points, scored.total))
        return tuple(found)
