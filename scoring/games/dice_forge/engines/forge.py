"""Forging: which faces to buy with the gold at hand, on which die, over which sides.

The best plan for the blessings that remain, by weights that the player gives (glory is 1 unless
said otherwise). Caps are ignored: what a blessing brings is counted in full. Gold that is kept
counts as well, so that buying nothing may be best.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm

from scoring.core.plan import PlanMismatch, Proof

from .blessing import NOBODY, Others
from .dice import SIDES, Dice, Die, Face
from .odds import Added, adds_anywhere, one, one_minor
from .roll import Weights

PLAIN_MODES = ("all", "one_of", "boar")
"""What these give does not depend on the other die; all other faces are looked at in pairs."""


@dataclass(frozen=True, slots=True)
class Bought:
    """One face bought and the side it goes on; ``paid`` after the discount."""

    face: Face
    die: int
    side: int
    replaced: Face
    paid: int


@dataclass(frozen=True, slots=True)
class Forging:
    """One plan. ``more``: what one blessing brings more on average. ``worth``: that for every
    blessing left, by the weights, less the worth of the gold spent.
    """

    bought: tuple[Bought, ...]
    dice: Dice
    spent: int
    more: Fraction
    worth: Fraction


@dataclass(frozen=True, slots=True)
class Forgings:
    """The best forging and the next best: other sets of faces, each placed its best way."""

    best: Forging
    others: tuple[Forging, ...]
    proof: Proof


def forge(
    dice: Dice,
    gold: int,
    stock: Mapping[Face, int],
    times: int,
    weights: Weights,
    *,
    others: Others = NOBODY,
    owned: frozenset[str] = frozenset(),
    kept: Fraction | None = None,
    discount: int = 0,
    most: int | None = None,
    next_best: int = 3,
) -> Forgings:
    """The best forging for ``times`` more blessings. Proven; recomputed by the plain odds.

    ``stock``: copies that still lie in the sanctuary. ``kept``: the worth of a gold not spent,
    else its weight; 0 for one that the cap would take anyway. A purchase through a ship is
    ``most=1`` with ``discount`` 2 (6 beside ×3). Raises ``ValueError`` for negative numbers.
    """
    if gold < 0 or times < 0 or discount < 0:
        raise ValueError("gold, blessings and discount cannot be less than 0")
    start = time.perf_counter()
    kept = weights.gold if kept is None else kept
    prices = {
        face: max(0, face.price - discount)
        for face, copies in stock.items()
        if face.price is not None and copies > 0
    }
    prices = {face: price for face, price in prices.items() if price <= gold}
    wanted = next_best + 1
    worths = _Worths(weights, others, owned)
    before = one(dice, weights, others, owned).worth(weights)

    found: dict[frozenset[Face], tuple[Fraction, _Plan]] = {}
    for removed in _removals(dice, len(prices) if most is None else min(most, len(prices))):
        for worth, plan in _plans(dice, removed, gold, prices, times, kept, most, wanted, worths):
            key = frozenset(plan.placed[0] + plan.placed[1])
            if key not in found or worth > found[key][0]:
                found[key] = (worth, plan)
    ranked = sorted(found.values(), key=lambda pair: (-pair[0], pair[1].order()))
    listed = []
    for worth, plan in ranked[:wanted]:
        forging = plan.done(dice, prices, times, kept, before, (weights, others, owned))
        if forging.worth != worth - times * before:
            raise PlanMismatch(f"forging says {worth - times * before}, odds say {forging.worth}")
        listed.append(forging)
    seconds = time.perf_counter() - start
    proof = Proof("optimal", "exhaustive", listed[0].worth, seconds, ("odds",))
    return Forgings(listed[0], tuple(listed[1:]), proof)


# ── the search ─────────────────────────────────────────────────────────────────────────
#
# Plain faces add up: beside a die whose other faces are settled, each is worth a number of its
# own. Only ×3, mirrors, shields and ships depend on both dice, so the search goes through the
# ways to forge over some of those; for each way the old plain sides that go are the least
# valuable ones, and a table over gold and sides finds the best faces to buy.


class _Worths:
    """Expected worth of single faces and of pairs, each worked out once."""

    def __init__(self, weights: Weights, others: Others, owned: frozenset[str]) -> None:
        self.weights, self.others, self.owned = weights, others, owned
        self._pairs: dict[tuple[Face, Face], Fraction] = {}
        self._alone: dict[Face, Fraction] = {}

    def alone(self, face: Face) -> Fraction:
        """A plain face by itself."""
        if face not in self._alone:
            odds = one_minor((face,), self.weights, self.others, self.owned)
            self._alone[face] = odds.worth(self.weights)
        return self._alone[face]

    def pair(self, first: Face, second: Face) -> Fraction:
        if (first, second) not in self._pairs:
            odds = one(((first,), (second,)), self.weights, self.others, self.owned)
            worth = odds.worth(self.weights)
            self._pairs[first, second] = self._pairs[second, first] = worth
        return self._pairs[first, second]


@dataclass(frozen=True, slots=True)
class _Plan:
    """Faces for each die and the sides that they go over."""

    placed: tuple[tuple[Face, ...], tuple[Face, ...]]
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    spent: int

    def order(self) -> tuple[object, ...]:
        """Among equals: less gold, fewer faces, then the order of their ids."""
        ids = [[face.id for face in faces] for faces in self.placed]
        return (self.spent, len(ids[0]) + len(ids[1]), ids)

    def done(
        self,
        dice: Dice,
        prices: Mapping[Face, int],
        times: int,
        kept: Fraction,
        before: Fraction,
        asked: tuple[Weights, Others, frozenset[str]],
    ) -> Forging:
        bought: list[Bought] = []
        after: list[Die] = []
        for n, die in enumerate(dice):
            changed = list(die)
            for face, side in zip(self.placed[n], self.sides[n], strict=True):
                bought.append(Bought(face, n, side, die[side], prices[face]))
                changed[side] = face
            after.append(tuple(changed))
        new = (after[0], after[1])
        weights, others, owned = asked
        more = one(new, weights, others, owned).worth(weights) - before
        return Forging(tuple(bought), new, self.spent, more, times * more - kept * self.spent)


def _special(face: Face) -> bool:
    return face.mode not in PLAIN_MODES


def _removals(dice: Dice, most: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Which special faces are forged over: sides of either die, equal faces once."""
    ways: list[list[tuple[int, ...]]] = []
    for die in dice:
        sides = [n for n, face in enumerate(die) if _special(face)]
        seen: dict[tuple[str, ...], tuple[int, ...]] = {}
        for number in range(min(most, len(sides)) + 1):
            for picked in combinations(sides, number):
                seen.setdefault(tuple(sorted(die[n].id for n in picked)), picked)
        ways.append(list(seen.values()))
    for first in ways[0]:
        for second in ways[1]:
            if len(first) + len(second) <= most:
                yield first, second


def _plans(
    dice: Dice,
    removed: tuple[tuple[int, ...], tuple[int, ...]],
    gold: int,
    prices: Mapping[Face, int],
    times: int,
    kept: Fraction,
    most: int | None,
    wanted: int,
    worths: _Worths,
) -> Iterator[tuple[Fraction, _Plan]]:
    """Plans that forge over exactly these special faces, with their worth (what is there
    already included): among them the best ``wanted`` sets of faces.
    """
    special = [
        [face for n, face in enumerate(die) if _special(face) and n not in gone]
        for die, gone in zip(dice, removed, strict=True)
    ]

    def value(face: Face, die: int) -> Fraction:
        other = special[1 - die]
        plain = worths.alone(face) * (SIDES - len(other))
        return times * (plain + sum(worths.pair(face, s) for s in other)) / (SIDES * SIDES)

    old = [
        sorted((value(face, n), side) for side, face in enumerate(die) if not _special(face))
        for n, die in enumerate(dice)
    ]
    loose = [[(v, side) for v, side in old[n] if not dice[n][side].locked] for n in (0, 1)]
    fixed = sum((v for die in old for v, _ in die), Fraction(0))
    crossed = sum((worths.pair(a, b) for a in special[0] for b in special[1]), Fraction(0))
    fixed += times * crossed / (SIDES * SIDES)

    faces = list(prices)
    values = [(value(face, 0), value(face, 1)) for face in faces]
    table = purchases(
        values,
        [prices[face] for face in faces],
        kept,
        gold,
        (len(removed[0]) + len(loose[0]), len(removed[1]) + len(loose[1])),
        most,
        wanted,
    )
    for (spent, first, second), listed in table.items():
        if first < len(removed[0]) or second < len(removed[1]):
            continue
        dropped = [loose[0][: first - len(removed[0])], loose[1][: second - len(removed[1])]]
        lost = sum((v for die in dropped for v, _ in die), Fraction(0))
        sides = [
            (*gone, *(side for _, side in die)) for gone, die in zip(removed, dropped, strict=True)
        ]
        for gained, picks in listed:
            placed = [tuple(faces[f] for f, die in picks if die == n) for n in (0, 1)]
            yield (
                fixed - lost + gained,
                _Plan((placed[0], placed[1]), (sides[0], sides[1]), spent),
            )


type _Picks = tuple[tuple[int, int], ...]


def purchases(
    values: Sequence[tuple[Fraction, Fraction]],
    prices: Sequence[int],
    kept: Fraction,
    gold: int,
    room: tuple[int, int],
    most: int | None,
    wanted: int,
) -> Mapping[tuple[int, int, int], list[tuple[Fraction, _Picks]]]:
    """The best ways to buy, by gold spent and faces for each die: worth and (face, die) each.

    Every set of faces is in here in its best arrangement, or as good as beaten by ``wanted``
    others of the same gold and sides: all that comes later depends on those alone.
    """
    scale = lcm(kept.denominator, *(v.denominator for pair in values for v in pair))
    whole = [(int(a * scale), int(b * scale)) for a, b in values]
    gold_worth = int(kept * scale)
    limit = sum(room) if most is None else most
    table: dict[tuple[int, int, int], list[tuple[int, _Picks]]] = {(0, 0, 0): [(0, ())]}
    for n, price in enumerate(prices):
        grown: dict[tuple[int, int, int], list[tuple[int, _Picks]]] = {}
        for (spent, first, second), listed in table.items():
            if spent + price > gold or first + second >= limit:
                continue
            for die, key in enumerate(
                ((spent + price, first + 1, second), (spent + price, first, second + 1))
            ):
                if key[1] <= room[0] and key[2] <= room[1]:
                    more = whole[n][die] - gold_worth * price
                    grown.setdefault(key, []).extend(
                        (worth + more, (*picks, (n, die))) for worth, picks in listed
                    )
        for key, listed in grown.items():
            best: dict[frozenset[int], tuple[int, _Picks]] = {}
            for way in sorted(table.get(key, []) + listed, key=lambda way: -way[0]):
                best.setdefault(frozenset(face for face, _ in way[1]), way)
            table[key] = list(best.values())[:wanted]
    return {
        key: [(Fraction(worth, scale), picks) for worth, picks in listed]
        for key, listed in table.items()
    }


# ── a face from a feat ─────────────────────────────────────────────────────────────────────────


def place(
    dice: Dice,
    face: Face,
    weights: Weights,
    others: Others = NOBODY,
    owned: frozenset[str] = frozenset(),
) -> tuple[Added, ...]:
    """Where a face from a feat goes best: every side that may come off, best first.

    For the faces of the garden, which cost nothing; both dice are looked at together, so ×3,
    mirrors and shields count in full.
    """
    return adds_anywhere(dice, face, weights, others, owned)
