"""Forging: the faces to buy with the gold at hand, and the die and sides to put them on.

Finds the best plan for the blessings that remain, by the player's weights, the worth of each
resource in glory. Caps of the reserve are ignored: gains count in full. Gold not spent has a worth
as well, so buying nothing may be best.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm

from scoring.model.plan import PlanMismatch, Proof
from scoring.solving import deadline

from .blessing_rolls import NOBODY, OtherFaces
from .dice import SIDES, Dice, Die, Face, with_face
from .face_purchases import purchases
from .odds import NewFace, one
from .roll_results import Weights

PLAIN_MODES = ("all", "one_of", "boar")
"""Modes of faces whose gain does not depend on the other die; others are valued in pairs."""


@dataclass(frozen=True, slots=True)
class Forging:
    """One plan of forging (buying faces and putting them on the dice).

    ``bought``: the faces, with the sides that they go on, those of the first die first
    ``spent``: gold paid
    ``worth``: average worth that all blessings left gain by it, less that of the gold spent
    """

    bought: tuple[NewFace, ...]
    spent: int
    worth: Fraction

    def put_on(self, dice: Dice) -> Dice:
        """Returns the dice with the faces bought."""
        for new in self.bought:
            dice = with_face(dice, new.die, new.side, new.face)
        return dice

    def order(self) -> tuple[object, ...]:
        """Returns a sort key: most worth first; of equal plans less gold, fewer faces, face ids."""
        ids = [[new.face.id for new in self.bought if new.die == die] for die in (0, 1)]
        return (-self.worth, self.spent, len(self.bought), ids)


@dataclass(frozen=True, slots=True)
class Forgings:
    """The best plan of forging, the next best (``others``: other faces bought), and the proof."""

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
    others: OtherFaces = NOBODY,
    unspent_worth: Fraction | None = None,
    next_best: int = 3,
    seconds: float = deadline.SECONDS,
) -> Forgings:
    """Returns the best plan to buy faces for ``times`` more blessings (rolls), and the next best.

    The best is proven, or after ``seconds`` the best found, with an upper bound. ``gold``: the most
    to spend. ``dice``: the player's. ``stock``: face to copies for sale. ``weights``: worth in
    glory of one of each resource. ``others``: opponents' faces for mirrors to copy.
    ``unspent_worth``: worth of one gold not spent, by default its weight; 0 for gold above the cap.
    ``next_best``: number of further plans to return. Raises ``ValueError`` for negative numbers,
    ``OutOfTime`` if nothing was found in time.
    """
    if gold < 0 or times < 0:
        raise ValueError("gold and blessings cannot be less than 0")
    search = _Search(dice, gold, stock, times, weights, others, unspent_worth)
    plans, missed = search.best(next_best + 1, seconds)
    for plan in plans:
        search.check(plan)
    best, *rest = plans
    bound = best.worth if missed is None else max(best.worth, missed)
    proof = Proof.of("exhaustive", best.worth, bound, checked=("odds",))
    return Forgings(best, tuple(rest), proof)


# ── the search ─────────────────────────────────────────────────────────────────────────
#
# The worths of plain faces add up: for fixed special faces on the other die, each has a worth of
# its own. Only ×3, mirrors, shields and ships depend on both dice, so the search enumerates the
# sets of those to replace. For each set, the plain sides replaced are those of least worth, and a
# table over gold and sides finds the best faces to buy. Sets whose upper bound is no better than
# the plans found already are skipped.


type _Sides = tuple[int, ...]
type _Removed = tuple[_Sides, _Sides]
"""Sides of the special faces replaced on each die; special: of a mode not in ``PLAIN_MODES``."""


def _special(face: Face) -> bool:
    return face.mode not in PLAIN_MODES


class _Search:
    """Search over all plans of one forging: faces to buy, and sides of the dice to put them on.

    Plans are grouped by the special faces that they replace: those whose worth depends on the other
    die, such as mirror and ×3. The group with the highest upper bound is searched first.
    """

    def __init__(
        self,
        dice: Dice,
        gold: int,
        stock: Mapping[Face, int],
        times: int,
        weights: Weights,
        others: OtherFaces,
        unspent_worth: Fraction | None,
    ) -> None:
        self.dice, self.gold, self.times = dice, gold, times
        self.weights, self.others = weights, others
        self.unspent_worth = weights.gold if unspent_worth is None else unspent_worth
        self.prices = {
            face: face.price
            for face, copies in stock.items()
            if face.price is not None and face.price <= gold and copies > 0
        }
        self.before = self._worth_of(dice)
        self._worth, self._value = cache(self._shown_worth), cache(self._face_values)
        self._best_gains = cache(self._gains)

    def _worth_of(self, dice: Sequence[Die]) -> Fraction:
        """Returns the average worth, by the weights, of one blessing (roll) with these dice."""
        return one(dice, self.weights, self.others).worth(self.weights)

    def _shown_worth(self, *faces: Face) -> Fraction:
        """Returns the average worth of a roll in which the dice show these faces, one or two."""
        return self._worth_of([(face,) for face in faces])

    def best(self, number: int, seconds: float) -> tuple[list[Forging], Fraction | None]:
        """Returns the best plans, with ``number`` different sets of faces, and an upper bound.

        The bound is on the worth of plans not examined within ``seconds``; ``None`` if no other
        plan is better. Raises ``OutOfTime`` if nothing was found.
        """
        best_by_faces: dict[frozenset[Face], Forging] = {}
        missed: Fraction | None = None
        try:
            with deadline.within(seconds):
                ways = sorted(
                    ((self._bound(removed), removed) for removed in self._removals()),
                    key=lambda way: (-way[0], sum(map(len, way[1]))),
                )
                for bound, removed in ways:
                    worths = sorted((plan.worth for plan in best_by_faces.values()), reverse=True)
                    if len(worths) >= number and bound <= worths[number - 1]:
                        break
                    missed = bound
                    for plan in self._plans(removed, number):
                        key = frozenset(new.face for new in plan.bought)
                        if key not in best_by_faces or plan.worth > best_by_faces[key].worth:
                            best_by_faces[key] = plan
                missed = None
        except deadline.OutOfTime:
            deadline.check()
            if not best_by_faces:
                raise
        return sorted(best_by_faces.values(), key=Forging.order)[:number], missed

    def check(self, plan: Forging) -> None:
        """Raises ``PlanMismatch`` if a plain count of all rolls gives a plan another worth."""
        more = self._worth_of(plan.put_on(self.dice)) - self.before
        counted = self.times * more - self.unspent_worth * plan.spent
        if counted != plan.worth:
            raise PlanMismatch(f"forging says {plan.worth}, odds say {counted}")

    # sets of special faces to replace

    def _removals(self) -> Iterator[_Removed]:
        """Yields each set of special faces to replace: their sides on the first die, on the second.

        Sides are counted from 0. Special: the worth of such a face depends on the one that the
        other die shows, as for a mirror or ×3.
        """
        most = len(self.prices)
        ways: list[list[_Sides]] = []
        for die in self.dice:
            sides = [n for n, face in enumerate(die) if _special(face)]
            seen: dict[tuple[str, ...], _Sides] = {}
            for number in range(min(most, len(sides)) + 1):
                for picked in combinations(sides, number):
                    seen.setdefault(tuple(sorted(die[n].id for n in picked)), picked)
            ways.append(list(seen.values()))
        for first in ways[0]:
            for second in ways[1]:
                if len(first) + len(second) <= most:
                    deadline.check()
                    yield first, second

    def _left(self, die: int, gone: _Sides) -> list[Face]:
        return [f for n, f in enumerate(self.dice[die]) if _special(f) and n not in gone]

    def _face_values(self, die: int, removed_sides: _Sides) -> Mapping[Face, Fraction]:
        """Returns face to its worth on one die over all blessings left.

        Listed are the die's plain faces and those for sale. ``die``: 0 or 1. ``removed_sides``:
        sides of the other die whose special faces (mirror, ×3 and the like, not plain) are
        replaced.
        """
        other, worths = self._left(1 - die, removed_sides), {}
        plain = [face for face in self.dice[die] if not _special(face)]
        for face in {*plain, *self.prices}:
            worth = self._worth(face) * (SIDES - len(other))
            worth += sum(self._worth(face, special) for special in other)
            worths[face] = self.times * worth / (SIDES * SIDES)
        return worths

    def _loose(self, die: int, removed_sides: _Sides) -> list[tuple[Fraction, int]]:
        """Returns (worth, side) for each plain face on a die that can be replaced, lowest first.

        ``die``: 0 or 1. ``removed_sides``: sides of the other die whose special faces (mirror, ×3
        and the like, not plain) are replaced.
        """
        value = self._value(die, removed_sides)
        faces = enumerate(self.dice[die])
        return sorted((value[f], n) for n, f in faces if not _special(f) and not f.locked)

    def _fixed(self, removed: _Removed) -> Fraction:
        """Returns the worth, over all blessings left, that both dice gain if certain faces go.

        ``removed``: for each die, the sides (from 0) of these faces, special ones such as mirror
        and ×3. It is negative, as nothing is put in their place.
        """
        fixed = sum(
            self._value(n, removed[1 - n])[face]
            for n, die in enumerate(self.dice)
            for face in die
            if not _special(face)
        )
        first, second = (self._left(n, gone) for n, gone in enumerate(removed))
        crossed = sum(self._worth(a, b) for a in first for b in second)
        return fixed + self.times * (crossed / Fraction(SIDES * SIDES) - self.before)

    def _bound(self, removed: _Removed) -> Fraction:
        """Returns an upper bound on the worth of plans that replace certain special faces.

        It is minus all worth if there is not enough gold. Both dice may get the same copy of a
        face. ``removed``: for each die, the sides (from 0) of the special faces: mirror, ×3 and the
        like.
        """
        first, second = (
            self._best_gains(n, removed[1 - n])[len(gone)] for n, gone in enumerate(removed)
        )
        ways = [
            mine + theirs
            for mine, theirs in zip(first, reversed(second), strict=True)
            if mine is not None and theirs is not None
        ]
        # an empty list: the gold does not suffice to replace all of them
        return self._fixed(removed) + max(ways) if ways else -self.times * self.before - 1

    def _gains(self, die: int, removed_sides: _Sides) -> list[list[Fraction | None]]:
        """Returns the most worth that one die can gain, by special faces replaced and gold spent.

        Row n, column g: n of its special faces (mirror, ×3 and the like) are replaced for at most g
        gold; ``None`` if that is not enough. ``removed_sides``: sides of the other die whose
        special faces are replaced.
        """
        deadline.check()
        value, loose = self._value(die, removed_sides), self._loose(die, removed_sides)
        net = {
            face: value[face] - self.unspent_worth * price for face, price in self.prices.items()
        }
        scale = lcm(*(v.denominator for v in net.values()), *(v.denominator for v, _ in loose))
        free = sum(not face.locked for face in self.dice[die])
        most: list[list[int | None]] = [[None] * (self.gold + 1) for _ in range(free + 1)]
        most[0] = [0] * (self.gold + 1)
        for face, price in self.prices.items():
            worth = int(net[face] * scale)
            for number in range(free, 0, -1):
                fewer, row = most[number - 1], most[number]
                for gold in range(self.gold, price - 1, -1):
                    before, now = fewer[gold - price], row[gold]
                    if before is not None and (now is None or before + worth > now):
                        row[gold] = before + worth
        lost = [0]
        for v, _ in loose:
            lost.append(lost[-1] + int(v * scale))
        gains: list[list[Fraction | None]] = []
        for over in range(free - len(loose) + 1):
            best: list[Fraction | None] = []
            for gold in range(self.gold + 1):
                ways = [
                    gained - loss
                    for loss, row in zip(lost, most[over:], strict=False)
                    if (gained := row[gold]) is not None
                ]
                best.append(Fraction(max(ways), scale) if ways else None)
            gains.append(best)
        return gains

    # best purchases for one set

    def _plans(self, removed: _Removed, number: int) -> Iterator[Forging]:
        """Yields the best plans that replace exactly certain special faces.

        ``removed``: for each die, the sides (from 0) of the special faces: mirror, ×3 and the like.
        ``number``: most sets of faces to yield for the same gold and number of sides.
        """
        fixed = self._fixed(removed)
        worths = [self._value(n, removed[1 - n]) for n in (0, 1)]
        loose = [self._loose(n, removed[1 - n]) for n in (0, 1)]
        faces = list(self.prices)
        table = purchases(
            [(worths[0][face], worths[1][face]) for face in faces],
            [self.prices[face] for face in faces],
            self.unspent_worth,
            self.gold,
            (len(removed[0]) + len(loose[0]), len(removed[1]) + len(loose[1])),
            number,
        )
        for (spent, first, second), listed in table.items():
            if first < len(removed[0]) or second < len(removed[1]):
                continue
            dropped = [loose[0][: first - len(removed[0])], loose[1][: second - len(removed[1])]]
            lost = sum((v for die in dropped for v, _ in die), Fraction(0))
            sides = [
                (*gone, *(side for _, side in die))
                for gone, die in zip(removed, dropped, strict=True)
            ]
            for gained, picks in listed:
                bought = tuple(
                    NewFace(face, n, side, self.dice[n][side])
                    for n in (0, 1)
                    for face, side in zip(
                        (faces[f] for f, die in picks if die == n), sides[n], strict=True
                    )
                )
                yield Forging(bought, spent, fixed - lost + gained)
