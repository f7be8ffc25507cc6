"""Plans the last transports and upgrades, together with the allocation of what is left.

The integer programme in ``transport_programme`` decides destinations of goods and by when they
arrive; here its solution becomes steps in a playable order. The plan is replayed under the plain
rules and must reach the points claimed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from scoring.model.hex_grid import Place
from scoring.model.plan import NoAnswer, PlanMismatch, Proof
from scoring.model.seat import Seat
from scoring.solving import deadline
from scoring.solving.ilp import Solution, SolverFailed

from .enumeration import SeatSolver
from .recorded_decisions import Recorded
from .transport_programme import GoodsRoute, TransportModel
from .transport_rules import Action, Carried, Move, TransportProblem, Trip, Upgrade, power
from .village import Village


@dataclass(frozen=True, slots=True)
class Transport:
    """The plan found: moves in a playable order, the seat's sheet after them, and the proof.

    ``actions``: the transport actions, in order.
    ``seat``: the sheet with all decisions at the end of the game made.
    ``worth``: points of all its rows, blank numbers as 0.
    """

    actions: tuple[Action, ...]
    moves: tuple[Move, ...]
    seat: Seat
    worth: Fraction
    proof: Proof

    @property
    def upgraded(self) -> frozenset[str]:
        return frozenset(move.tile for move in self.moves if isinstance(move, Upgrade))


def best(
    problem: TransportProblem,
    orders: Sequence[Sequence[Action]],
    seconds: float = 2.0,
    *,
    every: bool = True,
    most: Fraction | None = None,
) -> Transport | None:
    """Returns the best plan of last transports and upgrades; ``None`` if all are excluded.

    ``problem``: village, layout and goods. ``seconds``: processor time. ``orders``: the same
    transport actions in each order to try. ``every``: true if these are all orders, so that the
    best plan in them is the best of all. ``most``: an upper bound for every order, if known. A
    *best found* plan has an upper bound, too. Raises ``Illegal`` if more goods lie on tiles than
    the sheet has, and ``NoAnswer`` if time ran out without a plan.
    """
    if frozenset() in problem.excluded_upgrades and not problem.turnable:
        return None
    search = _Search(problem, orders, every, None if most is None else int(most))
    with deadline.within(seconds):
        late = search.look(seconds)
    if search.incumbent is None:
        if late is not None:
            raise late
        return None
    return search.answer()


LAST_SHARE = 0.3
"""With less than this share of its time left, a search solves no further order of the actions: in
models of all 33 village tiles HiGHS exceeded its time limit by up to 0.5 s of processor time."""


class _Search:
    """Search for the best plan of transports and upgrades, and an upper bound on its points.

    A model of all actions at once, without order, has the points of the best plan in any order or
    more, and solves much faster, as goods have no deadline. So its optimum is an upper bound. A
    plan in some order that reaches this bound is proven; for one that scores less, the bound is
    reported.

    ``bound``: the lowest upper bound known so far; ``None`` if none is.
    ``incumbent``: the best plan found so far: its order of actions, the model, and its solution.
    """

    def __init__(
        self,
        problem: TransportProblem,
        orders: Sequence[Sequence[Action]],
        every: bool,
        bound: int | None = None,
    ) -> None:
        self.problem, self.orders, self.every, self.bound = problem, orders, every, bound
        self.incumbent: tuple[Sequence[Action], TransportModel, Solution] | None = None

    @property
    def worth(self) -> int | None:
        return self.incumbent[-1].points if self.incumbent else None

    @property
    def more(self) -> int | None:
        """Least points of a better plan: one more than the best found has; ``None`` without one."""
        return None if self.worth is None else self.worth + 1

    @property
    def proven(self) -> bool:
        return self.incumbent is not None and self.bound == self.worth

    def look(self, seconds: float) -> NoAnswer | None:
        """Searches for the best plan of transports, and keeps it in ``incumbent`` if there is any.

        Returns the error that ended the search early, or an error if no plan was found and not all
        orders of the actions were tried; else ``None``. ``seconds``: processor time.
        """
        try:
            if frozenset() not in self.problem.excluded_upgrades:
                # first, and fast: no transports and no upgrades
                hauling = TransportModel(self.problem, (), frozenset())
                self._take(self.orders[0], hauling, hauling.solve(seconds))
            if not self.proven and self._at_once(seconds) and not self.proven:
                self._in_turn(seconds)
        except NoAnswer as reason:
            return reason
        if self.incumbent is None and not self.every:
            return NoAnswer("nothing in the orders that were tried")
        return None

    def answer(self) -> Transport:
        assert self.incumbent is not None
        order, hauling, solution = self.incumbent
        bound = _ceiling(self.problem, self.orders[0]) if self.bound is None else self.bound
        return _replayed(self.problem, order, hauling, replace(solution, bound=bound))

    def _take(self, order: Sequence[Action], hauling: TransportModel, solution: Solution) -> None:
        if solution.verdict != "impossible" and (
            self.worth is None or solution.points > self.worth
        ):
            self.incumbent = order, hauling, solution

    def _at_once(self, seconds: float) -> bool:
        """Solves the model of all transport actions at once, without order.

        Lowers ``bound`` to its points. Then looks for a playable plan with as many: its moves are
        reduced to the fewest, and each order of the actions is tried, first with its goods routes,
        then with its upgrades by any routes; a better plan is kept in ``incumbent``. Returns
        ``False`` if there is no plan at all. ``seconds``: processor time.
        """
        once = TransportModel(self.problem, [self.orders[0]])
        once.between(self.more, None)
        try:
            most = once.solve(seconds / 2, preferred=False)
        except SolverFailed as failed:
            self._at_most(failed.bound)
            return True
        if most.verdict == "impossible":
            self._at_most(self.worth)
            return self.incumbent is not None
        self._at_most(most.bound)
        if self.worth is None or most.points > self.worth:
            few = once.fewest(most, seconds / 16)
            if not self._played(few.points, seconds / 16, only=once.done(few)):
                self._played(few.points, seconds / 16, once.upgraded(few))
        return True

    def _at_most(self, bound: int | None) -> None:
        if bound is not None:
            self.bound = bound if self.bound is None else min(self.bound, bound)

    def _played(
        self,
        points: int,
        seconds: float,
        tiles_to_upgrade: frozenset[str] | None = None,
        only: Sequence[GoodsRoute] | None = None,
    ) -> bool:
        """Solves each order of transport actions; true once a plan scores as much as ``points``.

        ``tiles_to_upgrade``, ``only``: limits of the models, see ``TransportModel``; with ``only``,
        upgrades may be left out, so that there is always some plan. ``seconds``: processor time.
        """
        for order in self.orders:
            stages = [[action] for action in order]
            hauling = TransportModel(self.problem, stages, tiles_to_upgrade, only)
            with suppress(SolverFailed):
                self._take(order, hauling, hauling.solve(seconds))
            if self.worth is not None and self.worth >= points:
                return True
        return False

    def _in_turn(self, seconds: float) -> None:
        """Solves each order of the transport actions for more points than the best plan found.

        Keeps the best plan in ``incumbent``, and lowers ``bound`` if all orders were solved. Raises
        ``NoAnswer`` if ``seconds`` of processor time ran out, or if the solver failed and there is
        no plan.
        """
        bounds: list[int | None] = []
        failed: SolverFailed | None = None
        for order in self.orders:
            if deadline.left(seconds) < seconds * LAST_SHARE:
                raise deadline.OutOfTime("too little is left for one more order")
            hauling = TransportModel(self.problem, [[action] for action in order])
            hauling.between(self.more, self.bound)
            try:
                solution = hauling.solve(seconds)
            except SolverFailed as reason:
                failed = reason
                bounds.append(reason.bound)
                continue
            self._take(order, hauling, solution)
            if solution.verdict != "impossible":
                bounds.append(solution.bound)
            if self.proven:
                return
        if self.every and None not in bounds and (self.incumbent or bounds):
            self._at_most(max(each for each in (*bounds, self.worth) if each is not None))
        if failed and self.incumbent is None:
            raise failed


def _ceiling(problem: TransportProblem, actions: Sequence[Action]) -> int:
    """Returns an upper bound on the points of any plan, if the integer programme gave none in time.

    ``problem``: village, layout and goods. ``actions``: the transports to use. Assumes that every
    good can be given away and also lie on storage tiles, as far as steps reach, and that the tiles
    that gain most are upgraded for nothing. Takes at most 0.01 s, measured on all tiles and goods
    of the box.
    """
    village, seat = problem.village, problem.village.seat
    steps = upgrades = 0
    for action in actions:
        faces = (False, True) if action.tile else (False,)
        each = [power(village, action, turned=turned) for turned in faces]
        steps += max(one.steps for one in each)
        upgrades += max(one.upgrades for one in each)
    every = Counter(seat.tally("resources"))
    for goods in seat.grid("storage").values():
        every.update(goods)
    rich = village.holding(seat.put(resources=every, storage=None))
    worth = SeatSolver(rich, Recorded()).best()
    for tile in village.stores:
        lying = village.counting(tile, village.stored(tile.id))
        most = min(lying + steps, village.counting(tile, every)) + village.purple_converts
        worth += most * village.rate(tile, "after")
    gains = sorted((sum(village.turning(tile)) for tile in problem.turnable), reverse=True)
    return worth + sum(gain for gain in gains[:upgrades] if gain > 0)


CHECKING_SECONDS = 0.15
"""Processor time for the check by enumeration, in seconds. A hundred goods and all winter tiles
take longer; then only the programme and the scorer vouch for the result."""


# ── read-back ──────────────────────────────────────────────────────────────────────────


def _replayed(
    problem: TransportProblem,
    actions: Sequence[Action],
    hauling: TransportModel,
    solution: Solution,
) -> Transport:
    """Returns the plan of a solution, whose moves are replayed under the plain rules as a check.

    ``hauling``: the model of ``problem`` with its ``actions``, which was solved. Raises ``Illegal``
    if a move breaks a rule, and ``PlanMismatch`` if the score is proven, but the enumeration of the
    final decisions finds another.
    """
    village = problem.village
    moves = list(_moves(village, actions, hauling, solution))
    after = village.holding(Carried(problem, actions).play(moves).seat())
    seat = hauling.decided(after.seat, solution)
    worth = Fraction(solution.points)
    if solution.bound == solution.points:
        with suppress(deadline.OutOfTime), deadline.within(CHECKING_SECONDS):
            if (most := SeatSolver(after, problem.recorded).best()) != worth:
                raise PlanMismatch(f"allocated {worth}, enumeration {most}")
    return Transport(tuple(actions), tuple(moves), seat, worth, solution.proof())


def _moves(
    village: Village, actions: Sequence[Action], hauling: TransportModel, solution: Solution
) -> Iterator[Move]:
    """Yields the trips of goods and the upgrades of a solution in an order that can be played.

    Goods that have to arrive first are carried first; one may wait half-way for the next action.
    ``actions``: the transports used. ``hauling``: the model solved.
    """
    waiting = [
        (haul.good, haul.route)
        for haul in sorted(hauling.hauls, key=lambda haul: haul.due)
        for _ in range(solution[hauling.hauls[haul]] if haul.steps else 0)
    ]
    turned: set[str] = set()
    for n, action in enumerate(actions):
        gives = power(village, action, turned=action.tile in turned)
        carried: list[tuple[str, tuple[Place, ...]]] = []
        steps = gives.steps
        while waiting and steps:
            good, route = waiting.pop(0)
            way = route[: steps + 1]
            steps -= len(way) - 1
            if route[len(way) :]:
                waiting.insert(0, (good, route[len(way) - 1 :]))
            # a good is told to go on from where another one of its kind has come to
            for at, (other, before) in reversed([*enumerate(carried)]):
                if other == good and before[-1] == way[0] and not {*before} & {*way[1:]}:
                    carried[at] = good, (*before, *way[1:])
                    break
            else:
                carried.append((good, way))
        for (good, route), alike in groupby(carried):
            yield Trip(n, good, route, len([*alike]))
        for (stage, tile), turn in hauling.turned.items():
            if stage == n and solution[turn]:
                turned.add(tile)
                yield Upgrade(n, tile, *hauling.paid(tile, solution))
