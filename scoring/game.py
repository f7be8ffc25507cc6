"""Class ``Game``: one board game that can score a table, make plans and take open decisions.

Open decisions are choices at the end of the game that a player has left blank. Usable from a shell,
without Django. Scores and single plans are in ``base_game``.
"""

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from scoring.model.breakdown import Breakdown, Placing, narrowed
from scoring.model.calculator import Planner
from scoring.model.plan import NoAnswer, Plan, Proof, Rulings, State
from scoring.solving import deadline

from .base_game import SECONDS, BaseGame

ROUNDS = 4
"""Maximum number of times that each seat's plan is computed while other seats' plans change."""
MOST_ANSWERS = 25
"""Maximum number of combinations of blank choices that ``places`` scores: each takes a few ms."""


@dataclass(frozen=True, slots=True)
class OtherRuling:
    """A seat's points, row by row and in total, if the table had answered a ruling otherwise.

    ``ruling``: id of the ruling, which is an open question of the rules.
    ``option``: id of the other answer.
    ``points``: row id to points; ``None`` where the row is unknown.
    ``total``: the seat's total; ``None`` while a row is unknown or something is missing.
    """

    ruling: str
    option: str
    points: Mapping[str, int | None]
    total: int | None


@dataclass(frozen=True)
class Game(BaseGame):
    """One board game: scores its tables, makes plans for seats, and solves their open decisions."""

    def solve_open_decisions(
        self,
        state: State,
        rulings: Rulings | None = None,
        seconds: float = SECONDS,
        *,
        sketched: bool = False,
    ) -> tuple[State, Mapping[str, Plan]]:
        """Fills in every seat's open decisions with the best plan; returns the state and the plans.

        Open decisions are choices at the end of the game (fields marked ``decided``, such as the
        use of each resource) that a player has left blank. Cells that are filled in stay as they
        are.

        Where a plan depends on other seats, plans are computed in the game's own decision order,
        again and again until no plan changes, at most ``ROUNDS`` times. Each plan is for the
        returned table: *optimal* means that nothing can beat it there, anything else is *best
        found*. A seat that has entered nothing, or for which no plan was found in time, is returned
        unchanged and has no plan.

        ``rulings``: used instead of the state's own answers to open rules questions.
        ``seconds``: time limit for all seats together.
        ``sketched``: allows sketches, for a sheet that is still being filled in: plans that the
            scorer has recounted but no solver has proven.
        """
        if not self.final:
            return state, {}
        rulings = self.sheet.rulings(state) if rulings is None else rulings
        position = self.sheet.position(state, rulings)
        seats_to_plan = [
            seat for seat in self.decision_order(position) if self.sheet.anything(position, seat)
        ]
        with deadline.within(seconds):
            if self.planner(self.final).independent:
                made = {s: self._final_plan(s, state, rulings, sketched) for s in seats_to_plan}
                plans = {seat: plan for seat, plan in made.items() if plan}
                checked = set(plans)
            else:
                plans, checked = self._plan_in_order(seats_to_plan, state, rulings, sketched)
        seats = {seat: plan.after["seats"][seat] for seat, plan in plans.items()}
        settled = state | {"seats": state["seats"] | seats}
        return settled, self._certified(plans, checked, settled, rulings)

    def places(
        self,
        state: State,
        breakdowns: Mapping[str, Breakdown],
        ranking: Sequence[Placing],
        *,
        sketched: bool = False,
    ) -> Sequence[Placing]:
        """Returns the ranking of a table, narrowing down uncertain places by trying blank choices.

        The given ranking treats uncertain totals as independent, but one blank cell can change two
        of them: for example, the column of a card may also decide a majority. So if nothing is
        missing but a few cells with a fixed set of options, every combination of options is scored,
        with the decisions that the seats would then take.

        ``state``: the table before open decisions were solved.
        ``breakdowns``, ``ranking``: its scores by seat once they are solved, and their ranking.
        ``sketched``: plans without proof will do.
        """
        if all(each.best == each.worst for each in ranking):
            return ranking
        reached: dict[str, list[Placing]] = {each.seat: [] for each in ranking}
        for filled_in in self._with_choices(state, breakdowns):
            solved, plans = self.solve_open_decisions(filled_in, sketched=sketched)
            scores = {
                seat: replace(rows, rise=plans[seat].rise if seat in plans else 0)
                for seat, rows in self.score(solved).items()
            }
            if deadline.missed():
                return ranking
            for each in self.rank(scores, solved):
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

    def _with_choices(self, state: State, breakdowns: Mapping[str, Breakdown]) -> Iterator[State]:
        """Yields a copy of ``state`` for each combination of options in its blank choice cells.

        ``breakdowns``: every seat's score, which names the missing cells. Yields nothing if
        anything other than single choice cells is missing, or for more than ``MOST_ANSWERS``
        combinations.
        """
        lacks = {each.path: each for seat in breakdowns.values() for each in seat.missing}
        cells = {path: self.sheet.cell(path) for path in lacks}
        options_by_cell = {
            path: [option.id for option in cell.options]
            for path, cell in cells.items()
            if cell
            and cell.kind == "choice"
            and not any(self.sheet.is_seat(option.id) for option in cell.options)
        }
        if any(each.rest for each in lacks.values()) or not options_by_cell:
            return
        if prod(map(len, options_by_cell.values())) <= MOST_ANSWERS:
            for values in product(*options_by_cell.values()):
                yield self.sheet.put(state, dict(zip(options_by_cell, values, strict=True)))

    def _plan_in_order(
        self, seats: Sequence[str], state: State, rulings: Rulings, sketched: bool
    ) -> tuple[dict[str, Plan], set[str]]:
        """Computes each seat's plan in decision order, again while plans of other seats change.

        Returns the plans, and the seats whose last plan was computed with the other seats as they
        finally are. A seat replaces its plan only by one of higher worth, so ties do not go round
        in circles. ``seats``: in decision order. ``sketched``: plans without proof will do.
        ``rulings``: the table's answers to open rules questions.
        """
        now, others_planned_for = state, dict[str, Mapping[str, object]]()
        plans: dict[str, Plan] = {}

        def others(seat: str) -> dict[str, object]:
            return {s: cells for s, cells in now["seats"].items() if s != seat}

        silent: set[str] = set()
        for _ in range(ROUNDS):
            due = [s for s in seats if s not in silent and others_planned_for.get(s) != others(s)]
            if not due:
                break
            for seat in due:
                seen = others(seat)
                before = now | {"seats": now["seats"] | {seat: state["seats"][seat]}}
                plan = self._final_plan(seat, before, rulings, sketched)
                if plan is None:
                    silent.add(seat)
                    continue
                others_planned_for[seat] = seen
                if seat in plans:
                    plan = self._no_worse(plans[seat], plan, now, rulings)
                plans[seat] = plan
                now = now | {"seats": now["seats"] | {seat: plan.after["seats"][seat]}}
        return plans, {seat for seat in plans if others_planned_for[seat] == others(seat)}

    def _no_worse(self, old: Plan, new: Plan, now: State, rulings: Rulings) -> Plan:
        """Returns a seat's old plan, with the new plan's proof, unless the new plan is worth more.

        ``now``: the state with the latest plans of all other seats, in which the old plan is
        valued. ``rulings``: the table's answers to open rules questions.
        """
        counted = self._scored(self.sheet.position(now, rulings))
        worth = self.worth(old, counted)
        if worth < new.worth:
            return new
        rise = self._rise(new, self.score(now, rulings)[old.seat].range.most, rulings)
        return replace(
            old, after=now, worth=worth, proof=new.proof, rise=rise, certificate=new.certificate
        )

    def _rise(self, plan: Plan, most: int | None, rulings: Rulings) -> int | None:
        """Returns by how many points the total after a plan may still exceed ``most``.

        0 for a total that is certain. It can still grow where rows stay unknown after the plan, for
        example because cells are blank. ``None`` if that has no known limit. ``most``: a total to
        compare with; ``None`` if it has no known limit itself. ``rulings``: the table's answers to
        open rules questions.
        """
        total_range = replace(self.score(plan.after, rulings)[plan.seat], rise=plan.rise).range
        if total_range.exact is not None:
            return 0
        return None if total_range.most is None or most is None else max(0, total_range.most - most)

    def _final_plan(
        self, seat: str, state: State, rulings: Rulings, sketched: bool = False
    ) -> Plan | None:
        """Returns a seat's best plan for its open decisions; ``None`` if there is none, or no time.

        ``sketched``: true if a plan without proof will do. Cached by all that the plan depends on.
        ``rulings``: the table's answers to open rules questions.
        """
        planner = self.planner(self.final)
        if planner.independent:
            seen = json.dumps(state["seats"][seat])
        elif planner.sees:
            position = self.sheet.position(state, rulings)
            shared = {name: each for name, each in state.items() if name != "seats"}
            read_cells = [state["seats"][seat], shared, len(state["seats"])]
            seen = json.dumps([read_cells, planner.sees(position, seat)])
        else:
            seen = json.dumps(state)
        key = seat, seen, tuple(rulings.items())

        def planned_state() -> State:
            if planner.independent:
                return self.sheet.blank(1) | {"seats": {seat: json.loads(seen)}}
            return state

        def proven() -> Plan:
            return self.caches.plans.get(
                key, lambda: self.optimise(self.final, seat, planned_state(), rulings)
            )

        try:
            if sketched and planner.sketch:
                sketch = self.caches.sketches.get(
                    key, lambda: self._sketch(planner, seat, planned_state(), rulings)
                )
                plan = sketch or proven()
            else:
                plan = proven()
        except NoAnswer as reason:
            self._log_no_answer(seat, reason)
            return None
        return None if plan.proof.verdict == "impossible" else plan

    def _sketch(self, planner: Planner, seat: str, state: State, rulings: Rulings) -> Plan | None:
        """Returns a plan for a seat's open decisions without proof, recounted by the plain scorer.

        ``None`` if the planner cannot sketch. The other checks of a proven plan are not repeated
        here: the proven plan, which replaces the sketch later, consists of the same steps.
        ``rulings``: the table's answers to open rules questions.
        """
        assert planner.sketch
        position = self.sheet.position(state, rulings)
        sketch = planner.sketch(position, seat)
        if sketch is None:
            return None
        plan = replace(sketch, calculator=self.final, seat=seat)
        if plan.proof.verdict != "impossible":
            self.check_worth(plan, self._scored(position.with_state(plan.after)))
        return plan

    def _certified(
        self, plans: Mapping[str, Plan], checked: Set[str], solved: State, rulings: Rulings
    ) -> dict[str, Plan]:
        """Returns the seats' plans, with proofs that still hold once all plans are carried out.

        ``plans``: by seat id. ``checked``: seats whose plan was computed with the other seats as
        they finally are. ``solved``: the state with the decisions of all plans filled in.
        ``rulings``: the table's answers to open rules questions.
        """
        counted = self._scored(self.sheet.position(solved, rulings))
        complete = self.score(solved, rulings)
        certified = {}
        for seat, plan in plans.items():
            plan = self._carried_out(plan, counted, up_to_date=seat in checked)
            certified[seat] = self.provisional(replace(plan, after=solved), complete, complete)
        return certified

    def _carried_out(
        self, plan: Plan, breakdowns: Mapping[str, Breakdown], *, up_to_date: bool
    ) -> Plan:
        """Returns a seat's plan with its worth after the plans of all seats are carried out.

        It stays *optimal* only if it was ``up_to_date``, that is computed with the other seats as
        they finally are, and if its bound equals the total that is displayed. ``breakdowns``: every
        seat's score of the state with all plans carried out.
        """
        counted, total = self.worth(plan, breakdowns), breakdowns[plan.seat].total
        proof = plan.proof
        holds = up_to_date and counted == plan.worth and total in (None, counted)
        bound = proof.bound if holds else None
        proof = Proof.of(proof.method, counted, bound, proof.seconds, proof.checked)
        if plan.proof.certified and plan.certificate and proof.verdict == "optimal":
            proof = replace(proof, certified=plan.certificate["points"] == counted)
        rise = None if not up_to_date and total is None else plan.rise
        return replace(plan, worth=counted, proof=proof, rise=rise)

    def other_rulings(
        self, state: State, seat: str, breakdown: Breakdown
    ) -> tuple[OtherRuling, ...]:
        """Returns a seat's points for each other answer to the rulings that its rows depend on.

        A ruling is a table's answer to an open question of the rules; one is changed at a time.

        The seat's open decisions in ``state`` are solved anew under each answer; other seats stay
        as they are. An answer for which that was not possible in time is left out. ``breakdown``:
        the seat's score under the present answers.
        """
        rulings = self.sheet.rulings(state)
        used = dict.fromkeys(ruling for line in breakdown.lines for ruling in line.rulings)
        other_totals = []
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
                other_totals.append(OtherRuling(ruling, option.id, points, scored.total))
        return tuple(other_totals)
