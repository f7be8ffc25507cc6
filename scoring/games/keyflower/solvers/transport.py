"""The last transports and upgrades, and the allocation of what then remains, in one programme.

``hauling`` says which good goes where and by when; here that becomes steps in an order that can be
played. The plan is replayed under the plain rules, and must come to its claim.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, pairwise

from scoring.model.plan import NoAnswer, PlanMismatch, Proof, Verdict
from scoring.model.seat import Seat
from scoring.solving import deadline
from scoring.solving.ilp import Solution, SolverFailed

from . import allocation, exact
from .allocation import decided
from .carrying import Action, Carried, Goods, Move, Step, Upgrade, power
from .hauling import About, Hauling, Stage
from .layout import Layout
from .recorded import Recorded
from .village import Village, loose


@dataclass(frozen=True, slots=True)
class Transport:
    """Moves in an order that can be played, the seat after them with all decisions made, its
    worth (every row, blank counts as 0) and the proof. ``actions``: in the order of their use."""

    actions: tuple[Action, ...]
    moves: tuple[Move, ...]
    seat: Seat
    worth: Fraction
    proof: Proof

    @property
    def upgraded(self) -> frozenset[str]:
        return frozenset(move.tile for move in self.moves if isinstance(move, Upgrade))


def best(
    village: Village,
    layout: Layout,
    goods: Goods,
    actions: Sequence[Action],
    kept: Recorded | None = None,
    seconds: float = 2.0,
) -> Transport:
    """The moves after which a seat's best allocation pays most, the actions used in this order.

    See ``other``.
    """
    found = other(village, layout, goods, [actions], (), kept, seconds)
    assert found is not None, "nothing has to be done"
    return found


def other(
    village: Village,
    layout: Layout,
    goods: Goods,
    orders: Sequence[Sequence[Action]],
    known: Sequence[frozenset[str]] = (),
    kept: Recorded | None = None,
    seconds: float = 2.0,
    *,
    every: bool = True,
    most: Fraction | None = None,
) -> Transport | None:
    """The moves after which a seat's best allocation pays most, of all ways in which the tiles that
    are upgraded are none of the sets ``known``; ``None`` if there is no such way.

    ``goods`` lie on the tiles of the layout, those on storage tiles as the sheet says; loose goods
    of the sheet that lie nowhere count at the end, but cannot move. The same actions are used in
    one of the ``orders``; ``every``: these are all there are, or all that are asked about;
    ``most``: what no order passes, if that is known. What is best found has such a bound. Raises
    ``Illegal`` if more lies there than the sheet has, and ``NoAnswer`` if none was found of those
    that are not known.
    """
    about = About(village, layout, goods, kept or Recorded(), known)
    if frozenset() in known and not about.turnable():
        return None
    search = _Search(about, orders, every, None if most is None else int(most))
    with deadline.within(seconds):
        late = search.look(seconds)
    if search.found is None:
        if late is not None:
            raise late
        return None
    return search.answer()


MANY = 600
"""From so many goods and ways for them on, a smaller model is asked first: measured on villages of
22 tiles and more, where the whole model takes 0.2 to 2 s and the smaller one 0.05 to 0.3 s."""

NEAREST = 5
"""Of the smaller model, from how many tiles goods come to one: in 11 of 12 villages enough."""


class _Search:
    """Between a plan that is known and what cannot be passed.

    Whatever can be done one after another can be done at once, in whatever order. So what comes to
    as much is proven, and much sooner: by which action a good is due is not asked. Where it comes
    to less, that is a plan all the same, and the bound stands.
    """

    def __init__(
        self,
        about: About,
        orders: Sequence[Sequence[Action]],
        every: bool,
        bound: int | None = None,
    ) -> None:
        self.about, self.orders, self.every, self.bound = about, orders, every, bound
        self.found: tuple[Sequence[Action], Hauling, Solution] | None = None
        self.began = time.perf_counter()

    @property
    def worth(self) -> int | None:
        return self.found[-1].points if self.found else None

    @property
    def more(self) -> int | None:
        """What is looked for, if anything is known."""
        return None if self.worth is None else self.worth + 1

    @property
    def proven(self) -> bool:
        return self.found is not None and self.bound == self.worth

    def look(self, seconds: float) -> NoAnswer | None:
        """Looks for as long as there is time, and says why it stopped before it was done."""
        try:
            if frozenset() not in self.about.known:
                self._nothing(seconds)
            if not self.proven and self._at_once(seconds) and not self.proven:
                self._in_turn(seconds)
        except NoAnswer as reason:
            return reason
        if self.found is None and not self.every:
            return NoAnswer("nothing in the orders that were tried")
        return None

    def answer(self) -> Transport:
        assert self.found is not None
        order, hauling, solution = self.found
        bound = _ceiling(self.about, self.orders[0]) if self.bound is None else self.bound
        proven: Verdict = "optimal" if solution.points == bound else "best found"
        spent = time.perf_counter() - self.began
        solution = replace(solution, verdict=proven, bound=bound, seconds=spent)
        return _replayed(self.about, order, hauling, solution)

    def _take(self, order: Sequence[Action], hauling: Hauling, solution: Solution) -> None:
        if solution.verdict != "impossible" and (
            self.worth is None or solution.points > self.worth
        ):
            self.found = order, hauling, solution

    def _nothing(self, seconds: float) -> None:
        """To leave all goods where they lie is a plan too, and soon made."""
        hauling = Hauling(self.about, (), frozenset())
        self._take(self.orders[0], hauling, hauling.solve(seconds))

    def _at_once(self, seconds: float) -> bool:
        """Is there any plan? Finds the bound, and a plan for each order with those upgrades.

        The smaller model comes first where there are many ways: what it finds need only be passed.
        """
        once = Hauling(self.about, [self.orders[0]])
        if len(once.hauls) > MANY:
            with suppress(SolverFailed):
                self._sketch(Hauling(self.about, [self.orders[0]], nearest=NEAREST), seconds / 4)
            if self.proven:
                return True
        once.between(self.more, None)
        try:
            most = once.most(seconds / 2)
        except SolverFailed as failed:
            self._at_most(failed.bound)
            return True
        if most.verdict == "impossible":
            self._at_most(self.worth)
            return self.found is not None
        self._at_most(most.bound)
        self._with(once, most, seconds / 4)
        return True

    def _at_most(self, bound: int | None) -> None:
        if bound is not None:
            self.bound = bound if self.bound is None else min(self.bound, bound)

    def _sketch(self, small: Hauling, seconds: float) -> None:
        most = small.most(seconds)
        if most.verdict != "impossible":
            self._with(small, most, seconds)

    def _with(self, once: Hauling, most: Solution, seconds: float) -> None:
        """What was found at once, in each order: by the same ways, or by others to the same
        upgrades. With the fewest moves, unless it comes to no more than what is known or so much
        can be asked that it would take too long."""
        no_more = self.worth is not None and most.points <= self.worth
        in_a_hurry = no_more or len(once.hauls) > MANY
        if (in_a_hurry and self._played(once, most, seconds / 4)) or no_more:
            return
        few = once.fewest(most, seconds / 4)
        reached = self._played(once, few, seconds / 4)
        if not reached and len(once.hauls) * len(self.orders[0]) <= MANY:
            self._played(once, few, seconds / 4, any_way=True)

    def _played(
        self, once: Hauling, found: Solution, seconds: float, *, any_way: bool = False
    ) -> bool:
        """Does any order come to as much?

        By the same ways any of the upgrades may be left out, so that there is always some plan.
        """
        wanted = once.upgraded(found) if any_way else None
        only = None if any_way else once.done(found)
        for order in self.orders:
            hauling = Hauling(self.about, _one_by_one(order), wanted, only=only)
            with suppress(SolverFailed):
                self._take(order, hauling, hauling.solve(seconds))
            if self.worth is not None and self.worth >= found.points:
                return True
        return False

    def _in_turn(self, seconds: float) -> None:
        """Each order by itself: is there more than what is known? Raises ``NoAnswer``."""
        bounds: list[int | None] = []
        failed: SolverFailed | None = None
        for order in self.orders:
            hauling = Hauling(self.about, _one_by_one(order))
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
        if self.every and None not in bounds and (self.found or bounds):
            self._at_most(max(each for each in (*bounds, self.worth) if each is not None))
        if failed and self.found is None:
            raise failed


def _one_by_one(actions: Sequence[Action]) -> list[Stage]:
    return [[action] for action in actions]


def _ceiling(about: About, actions: Sequence[Action]) -> int:
    """What no plan passes, where no programme came so far as to say.

    As if every good could be given away and lay on storage tiles as well, as many as there are
    steps for, and the tiles that gain most were turned for nothing.
    """
    village, seat = about.village, about.village.seat
    steps = upgrades = 0
    for action in actions:
        faces = (False, True) if action.tile else (False,)
        each = [power(village, action, turned=turned) for turned in faces]
        steps += max(one.steps for one in each)
        upgrades += max(one.upgrades for one in each)
    every = dict(seat.tally("resources"))
    for goods in seat.grid("storage").values():
        for good, number in goods.items():
            every[good] = every.get(good, 0) + number
    worth = _given_away(village.holding(seat.put(resources=every, storage=None)))
    for tile in village.stores:
        lying = village.counting(tile, village.stored(tile.id))
        most = min(lying + steps, village.counting(tile, every)) + village.purple_converts
        worth += most * village.rate(tile, "after")
    gains = sorted((sum(village.turning(tile)) for tile in about.turnable()), reverse=True)
    return worth + sum(gain for gain in gains[:upgrades] if gain > 0)


def _given_away(village: Village) -> int:
    """The most that a seat can come to, or more if there is no time: each tile gets everything."""
    with suppress(NoAnswer):
        found = allocation.best(village, Recorded(), CEILING_SECONDS)
        if found is not None and found.proof.bound is not None:
            return int(found.proof.bound)
    pool = loose(village.seat)
    flips = [sum(village.turning(t)) for t, face in village.faces.items() if face == "before"]
    worth = village.settled() + village.per_leftover() * (sum(pool.values()) + 1)
    worth += max((*flips, 0)) if village.has_boat("flipper") else 0
    for tile in village.stores:
        worth += village.printed(tile, village.faces[tile.id])
    for tile in village.takers:
        takes = village.intakes[tile.id]
        pieces = sum(pool.get(piece, 0) for piece in {*takes.kinds, takes.wild})
        worth += village.per_bundle(tile) * ((pieces + 1) // takes.size)
    return worth


CEILING_SECONDS = 0.2
"""Processor time for it; an allocation takes 0.005 to 0.05."""

CHECKING_SECONDS = 0.15
"""The same for trying all allocations; with a hundred goods and all winter tiles it takes longer,
and the programme and the scorer are believed alone."""


# ── read-back ──────────────────────────────────────────────────────────────────────────


def _replayed(
    about: About, actions: Sequence[Action], hauling: Hauling, solution: Solution
) -> Transport:
    """The moves, played under the plain rules. Raises ``PlanMismatch`` if they pay otherwise."""
    village = about.village
    moves = list(_moves(village, actions, hauling, solution))
    bare = Carried(village, about.layout, about.goods, actions).play(moves).seat()
    after = village.holding(bare)
    choices = decided(village, hauling.it, solution)
    seat = bare.put(**{name: choices.cells.get(name) for name in DECIDED})
    worth = counted(village.holding(seat))
    if worth != solution.points:
        raise PlanMismatch(f"claimed {solution.points}, counted {worth}")
    if solution.verdict == "optimal":
        with suppress(deadline.OutOfTime), deadline.within(CHECKING_SECONDS):
            if (most := exact.best(after, about.kept)) != worth:
                raise PlanMismatch(f"allocated {worth}, enumeration {most}")
    return Transport(tuple(actions), tuple(moves), seat, Fraction(worth), solution.proof())


DECIDED = ("use", "release", "purple_as", "purple_on", "flip")


def counted(village: Village) -> int:
    """Every row of a seat and what is left over, as the sheet stands; blank counts as 0."""
    unused = village.unused()
    left = sum(unused.get(piece, 0) for piece in village.leftover())
    return sum(map(village.worth, village.owned)) + village.per_leftover() * left


def _moves(
    village: Village, actions: Sequence[Action], hauling: Hauling, solution: Solution
) -> Iterator[Move]:
    """Goods that are due first are carried first, as far as the steps of an action go."""
    steps = (
        (haul.good, *road)
        for haul in sorted(hauling.hauls, key=lambda haul: haul.due)
        for _ in range(solution[hauling.hauls[haul]])
        for road in pairwise(haul.route)
    )
    turned: set[str] = set()
    for n, action in enumerate(actions):
        gives = power(village, action, turned=action.tile in turned)
        yield from (Step(n, *step) for step in islice(steps, gives.steps))
        for (stage, tile), turn in hauling.turned.items():
            if stage == n and solution[turn]:
                turned.add(tile)
                yield Upgrade(n, tile, *hauling.paid(tile, solution))
