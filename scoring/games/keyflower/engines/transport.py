"""The last transports and upgrades, and the allocation of what then remains, in one programme.

``hauling`` says which good goes where and by when; here that becomes steps in an order that can be
played. The plan is replayed under the plain rules, and must come to its claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, pairwise

from scoring.core import clock
from scoring.core.ilp import Solution
from scoring.core.plan import NoAnswer, PlanMismatch, Proof
from scoring.core.seat import Seat

from . import exact
from .allocation import decided
from .carrying import Action, Carried, Goods, Move, Step, Upgrade, power
from .hauling import About, Hauling, Stage
from .layout import Layout
from .recorded import Recorded
from .village import Village


@dataclass(frozen=True, slots=True)
class Transport:
    """Moves in an order that can be played, the seat after them with all decisions made, its
    worth (every row, blank counts as 0) and the proof."""

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
    """The moves after which a seat's best allocation pays most.

    ``goods`` lie on the tiles of the layout, those on storage tiles as the sheet says; loose goods
    of the sheet that lie nowhere count at the end, but cannot move. ``actions`` are used in this
    order; whether another order were better is not said. Raises ``Illegal`` if more lies there than
    the sheet has, and ``NoAnswer`` if no plan was found.
    """
    found = other(village, layout, goods, actions, (), kept, seconds)
    assert found is not None, "nothing has to be done"
    return found


def other(
    village: Village,
    layout: Layout,
    goods: Goods,
    actions: Sequence[Action],
    known: Sequence[frozenset[str]],
    kept: Recorded | None = None,
    seconds: float = 2.0,
) -> Transport | None:
    """As ``best``, of all ways in which the tiles that are upgraded are none of the sets ``known``.

    ``None`` if there is no such way.
    """
    about = About(village, layout, goods, kept or Recorded(), known)
    if frozenset() in known and not about.turnable():
        return None
    with clock.within(seconds):
        hauling, solution = _answered(about, actions, seconds)
    if solution.verdict == "impossible":
        return None
    return _replayed(about, actions, hauling, solution)


type _Answer = tuple[Hauling, Solution]


def _answered(about: About, actions: Sequence[Action], seconds: float) -> _Answer:
    """What is best one after another, between what is known already and what cannot be passed."""
    sooner = _at_once(about, actions, seconds / 2)
    if sooner is not None and sooner[1].verdict != "best found":
        return sooner
    hauling = Hauling(about, _in_turn(actions))
    if sooner is None:
        return hauling, hauling.solve(seconds)
    hauling.between(sooner[1])
    try:
        solution = hauling.solve(seconds)
    except NoAnswer:
        return sooner
    return hauling, replace(solution, seconds=sooner[1].seconds + solution.seconds)


def _in_turn(actions: Sequence[Action]) -> list[Stage]:
    return [[action] for action in actions]


def _at_once(about: About, actions: Sequence[Action], seconds: float) -> _Answer | None:
    """The best if all actions were a single one, then its upgrades one after another.

    Whatever can be done one after another can be done at once. So what comes to as much is proven,
    and much sooner: by which action a good is due is not asked. Where it comes to less, that is a
    plan all the same, and its bound stands. Nothing if there is no such plan, or no time for it.
    """
    once = Hauling(about, [actions])
    try:
        most = once.most(seconds)
        if most.verdict != "optimal":
            return (once, most) if most.verdict == "impossible" else None
        hauling = Hauling(about, _in_turn(actions), once.fewest(most, seconds / 4))
        solution = hauling.solve(seconds)
    except NoAnswer:
        return None
    if solution.verdict == "impossible":
        return None
    reached = solution.points == most.points
    return hauling, replace(
        solution,
        verdict="optimal" if reached else "best found",
        bound=most.points,
        seconds=most.seconds + solution.seconds,
    )


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
    if solution.verdict == "optimal" and (most := exact.best(after, about.kept)) != worth:
        raise PlanMismatch(f"allocated {worth}, enumeration {most}")
    return Transport(tuple(moves), seat, Fraction(worth), solution.proof())


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
