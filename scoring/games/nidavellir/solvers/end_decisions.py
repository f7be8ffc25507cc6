"""A request for a seat's best end-of-game decisions, and what answers it.

Numbers and cells only: ``score`` says them in words.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from scoring.model.breakdown import Breakdown
from scoring.model.catalogue import Catalogue, Entry
from scoring.model.plan import Method, Plan, Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.solving import deadline
from scoring.solving.certificates import Certificate
from scoring.solving.ilp import Expr, Solution, Var, total
from scoring.text.localised import Text

from ..score import known, rows
from . import coin_rules, treasure
from .army import BY_RANK, CLASSES, FIRST, SECOND, PlayerArea, areas, outside
from .blank_cells import largest_coin
from .end_decisions_programme import MODELLED, Choices, Recruit, Rivals, build, read
from .lines_and_leads import BOXES, played


@dataclass(frozen=True)
class Placements:
    """All end-of-game decisions of a seat on its cards, such as columns of waiting mercenaries.

    ``after``: the seat's columns, cards and coins with them. ``worth``: the seat's points then.
    ``bound``: points that no decisions can exceed; ``None`` if unknown.
    """

    after: PlayerArea
    worth: Fraction
    bound: Fraction | None
    method: Method

    @property
    def proof(self) -> Proof:
        return Proof.of(self.method, self.worth, self.bound, checked=("scorer",))


def rival_warriors(position: Position, seat: str) -> int:
    """Returns the most warrior ranks of any player but ``seat``, one without a sheet included."""
    others = (area for name, area in areas(position).items() if name != seat)
    return max([outside(position), *(area.ranks("warrior") for area in others)])


def _rivals(position: Position, seat: str) -> Rivals:
    most, totals = rival_warriors(position, seat), []
    for name, area in areas(position).items():
        if name != seat:
            counted = Breakdown(rows(area, most))
            bonus = counted.line("warrior_majority")
            assert bonus
            totals.append((counted.known - (bonus.points or 0), counted.known))
    return Rivals(most, tuple(totals))


@dataclass(frozen=True)
class PlanRequest:
    """A seat whose end-of-game decisions to plan, its rivals, and the time limit in seconds.

    ``cache``: programmes with their solutions, by all that they read of a seat.
    """

    position: Position
    area: PlayerArea
    rivals: Rivals
    seconds: float
    cache: dict[tuple[object, ...], tuple[Choices, Solution]] = field(default_factory=dict)

    @classmethod
    def of(cls, position: Position, seat: str, seconds: float) -> "PlanRequest":
        rivals = _rivals(position, seat)
        return cls(position, areas(position)[seat], rivals, seconds)

    @property
    def seat(self) -> Seat:
        return self.area.seat

    @property
    def catalogue(self) -> Catalogue:
        return self.area.catalogue

    @property
    def changeable_coins(self) -> list[int]:
        """Values of the seat's coins that may be traded or raised, smallest first."""
        return treasure.changeable(self.catalogue, self.seat.tally("coins"))

    def having(self, seat: Seat) -> "PlanRequest":
        """Returns a copy of the request with other cells of the seat: those of ``seat``."""
        return replace(self, position=self.position.having(seat), area=self.area.having(seat))

    def best(self) -> Placements:
        """Returns the end-of-game decisions that bring the seat most; recorded ones are kept."""
        if self.area.is_decided:
            worth = Fraction(_now(self.area, self.rivals))
            return Placements(self.area, worth, worth, "exhaustive")
        return self.placed(*self._solved(None))

    def with_recruit(self, recruit: Recruit) -> Placements | None:
        """Returns the best end-of-game decisions that complete a line, which a hero requires.

        ``recruit``: that hero. A line is one rank of each class. ``None`` if no decisions complete
        one. The seat must have the hero already, as if recruited.
        """
        choices, solution = self._solved(recruit)
        return None if solution.verdict == "impossible" else self.placed(choices, solution)

    def placed(self, choices: Choices, solution: Solution) -> Placements:
        """Returns the decisions, and their points, in a solution of the programme ``choices``."""
        area = self.area

        def chosen(switches: Mapping[str, Var]) -> str | None:
            return next((kind for kind, variable in switches.items() if solution[variable]), None)

        enlist = {m: face for (m, face), variable in choices.enlist.items() if solution[variable]}
        lost = next((c for (c, _), variable in choices.discard.items() if solution[variable]), None)
        decisions: dict[str, Any] = {"enlist": {**area.seat.faces("enlist"), **enlist}}
        if choices.ylud and not area.ylud_final:
            decisions["ylud"] = chosen(choices.ylud)
        if lost:
            decisions["discard"] = lost
        if choices.mjollnir:
            decisions["mjollnir"] = chosen(choices.mjollnir)
        after, fixed = area.having(area.seat.put(**decisions)), self._fixed
        bound = None if solution.bound is None else Fraction(solution.bound + fixed)
        return Placements(after, Fraction(solution.points + fixed), bound, "ilp")

    def certificate(self) -> Certificate | None:
        """Returns evidence, which anybody can check, that the best decisions are the best.

        ``None`` if no decision is open, or if they are not proven best.
        """
        if self.area.is_decided:
            return None
        choices, solution = self._solved(None)
        if solution.verdict != "optimal":
            return None
        return choices.model.certificate(solution, choices.rows | {"settled": self._fixed})

    def rise(self, best: Placements) -> int | None:
        """Returns by how many points a plan may exceed ``best`` once blank cells are filled in.

        The blanks are the seat's coins, and columns of cards that may stand in any. ``best``: the
        best end-of-game decisions now. ``None`` if no bound was found in time.
        """
        area, after = self.area, best.after
        if area.is_decided or (area.coins_known and not any(area.wild_missing)):
            return 0
        coin = area.largest if area.coins_known else largest_coin(area)[1]
        choices = build(area, self.rivals, coin=coin)
        points = total(list(choices.rows.values()))
        bound = choices.model.solve(points, [], self.seconds).bound
        counted = rows(after, max(self.rivals.most, after.ranks("warrior")))
        lines = [each for each in counted if each.id in MODELLED or each.id == "wild_ranks"]
        now = Breakdown(tuple(lines)).range.most
        return None if bound is None or now is None else max(0, bound - now)

    def points_in(self, choices: Choices, after: PlayerArea) -> list[tuple[Expr, int]]:
        """Returns (expression, points in a known plan) for each row of the score.

        The expression is the row's points in the integer programme ``choices``. ``after``: all that
        the player owns with that plan.
        """
        counted = rows(after, max(self.rivals.most, after.ranks("warrior")))
        scored = {line.id: line.points or 0 for line in counted}
        for id_ in (*BY_RANK, "ratatosk"):
            (kind,) = after.catalogue[id_].facts["class"]
            scored[kind] += scored.get(id_, 0)
        return [(row, scored[id_]) for id_, row in choices.rows.items()]

    def one_by_one(self) -> int:
        """Returns the seat's points if it places cards one by one, each where it adds most."""
        area = self.area

        def now(seat: Seat) -> int:
            return _now(area.having(seat), self.rivals)

        seat, enlist = area.seat, dict(area.seat.faces("enlist"))
        for mercenary in area.waiting:
            trials = [enlist | {mercenary: face} for face in (FIRST, SECOND)]
            enlist = max(trials, key=lambda trial: now(seat.put(enlist=trial)))
        seat = seat.put(enlist=enlist)
        if area.has("ylud") and not area.ylud_final:
            seat = max((seat.put(ylud=kind) for kind in CLASSES), key=now)
        there = area.having(seat)
        if there.discard_open:
            losses = dict.fromkeys(card.id for card in there.placed if card.loose)
            seat = max((seat.put(discard=id_) for id_ in losses), key=now, default=seat)
        if area.has("mjollnir") and not area.mjollnir_class:
            seat = max((seat.put(mjollnir=kind) for kind in CLASSES), key=now)
        return now(seat)

    def missed(self, placed: Placements) -> int:
        """Returns how many points placing cards one by one, each where it adds most, would miss.

        ``placed``: the best end-of-game decisions, to compare with.
        """
        return 0 if placed.after is self.area else int(placed.worth) - self.one_by_one()

    def plan(self, placed: Placements, steps: Iterable[Text]) -> Plan:
        """Returns the plan that carries out these end-of-game decisions (``placed``).

        ``steps``: texts that tell the player what to do.
        """
        same, seat = placed.after is self.area, placed.after.seat
        state = (self.position if same else self.position.having(seat)).state
        return Plan(tuple(steps), state, placed.worth, placed.proof)

    def display(self) -> Iterator[Entry]:
        """Yields the heroes on display: those of the expansions in play that no seat has.

        If the table names its expansions, those count; else expansions are inferred from the seats'
        cards.
        """
        seats = self.position.seats.values()
        recruited = {hero for seat in seats for hero in seat.picked("heroes")}
        boxes = {"base"} | {self.catalogue[hero].facts["box"] for hero in recruited}
        if any(seat.picked("mercenaries") or seat.picked("artifacts") for seat in seats):
            boxes.add("thingvellir")
        if named := played(self.position.table.cells):
            boxes = boxes - set(BOXES) | named
        for entry in self.catalogue.of_kind("hero"):
            deadline.check()
            if entry.id not in recruited and entry.facts["box"] in boxes:
                yield entry

    def raised(self, by: int) -> list[tuple[int, coin_rules.Change, Seat]]:
        """Returns for each of the seat's coins (value, its raise by ``by``, the seat's cells then).

        Equal coins are listed once, exchange coins not at all.
        """
        left, jarika = treasure.left(self.position), self.area.has("jarika")
        changes = {
            coin: coin_rules.raise_coin(coin, by, left, jarika=jarika)
            for coin in self.changeable_coins
        }
        return [
            (coin, change, treasure.exchanged(change, self.seat, self.catalogue))
            for coin, change in changes.items()
        ]

    def _solved(self, recruit: Recruit | None) -> tuple[Choices, Solution]:
        """Returns the integer programme of the seat's decisions, and its solution with most points.

        ``recruit``: a hero that placed cards must bring, if any. Most neutral heroes change nothing
        that the programme reads, so one proof serves them all.
        """
        deadline.check()
        key = read(self.area, self.rivals, recruit)
        if key not in self.cache:
            choices = build(self.area, self.rivals, recruit)
            points = total(list(choices.rows.values()))
            self.cache[key] = choices, choices.model.solve(points, choices.prefer, self.seconds)
        return self.cache[key]

    @property
    def _fixed(self) -> int:
        """Points of the score's rows that no end-of-game decision of the seat can change."""
        lines = rows(self.area, self.rivals.most)
        return sum(line.points or 0 for line in lines if line.id not in MODELLED)


def _now(area: PlayerArea, rivals: Rivals) -> int:
    """Returns the points of a seat with only the decisions that are recorded on its sheet.

    ``rivals``: the other seats' points and warrior ranks.
    """
    deadline.check()
    return known(area, max(rivals.most, area.ranks("warrior")))
