"""Exact odds of one blessing under given weights, and the gain from each face, as fractions.

Every choice of a face or mirror goes to the gain worth most by ``Weights``. Not counted: gold on
hammers, the purchases of ships (only their number), own boar cards on others' rolls, tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm

from scoring.solving import deadline

from .blessing import NOBODY, CopyableFaces, blessing, minor_blessing
from .dice import RESOURCES, Dice, Die, Face, Gain, with_face
from .roll import Weights


def whole(weights: Weights) -> tuple[int, int, int, int, int]:
    """Returns the five weights as whole numbers in the same proportion: faster, still exact."""
    listed = (weights.gold, weights.sun, weights.moon, weights.glory, weights.ship)
    times = lcm(*(weight.denominator for weight in listed))
    gold, sun, moon, glory, ship = (int(weight * times) for weight in listed)
    return gold, sun, moon, glory, ship


def by_worth(weights: Weights) -> Callable[[Gain], tuple[int, ...]]:
    """Returns a sort key function for gains: their worth under the weights, caps ignored.

    Among equals more glory comes first, then suns, moons and gold.
    """
    w_gold, w_sun, w_moon, w_glory, w_ship = whole(weights)

    @cache
    def key(got: Gain) -> tuple[int, ...]:
        gold, sun, moon, glory, ships, off = got
        worth = w_gold * gold + w_sun * sun + w_moon * moon + w_glory * glory + w_ship * ships
        return (worth, glory, sun, moon, gold, ships, off)

    return key


COUNTED = (*RESOURCES, "ships")
"""Resources counted for a blessing, in the order of a ``Gain``."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Distribution of the gains of one blessing: gain to count, out of ``total``.

    Caps are ignored: these are the gains of the dice, not the part that a full reserve keeps.
    """

    counts: Mapping[Gain, int]
    total: int

    def mean(self, resource: str) -> Fraction:
        """Returns the expected number of one resource: gold, sun, moon, glory or ships."""
        return self.means()[resource]

    def means(self) -> Mapping[str, Fraction]:
        sums = [0] * len(COUNTED)
        for got, count in self.counts.items():
            for n, amount in enumerate(got[: len(COUNTED)]):
                sums[n] += count * amount
        return {
            resource: Fraction(n, self.total) for resource, n in zip(COUNTED, sums, strict=True)
        }

    def at_least(self, need: Gain) -> Fraction:
        """Returns the probability of getting all of ``need`` in one blessing."""
        return Fraction(
            sum(
                count
                for got, count in self.counts.items()
                if all(have >= wanted for have, wanted in zip(got, need, strict=True))
            ),
            self.total,
        )

    def tail(self, resource: str) -> Mapping[int, Fraction]:
        """Returns the probability of at least k of one resource, for each possible k from 1."""
        most = max(int(getattr(got, resource)) for got in self.counts)
        return {k: self.at_least(Gain()._replace(**{resource: k})) for k in range(1, most + 1)}

    def worth(self, weights: Weights) -> Fraction:
        """Returns the expected worth of the blessing by the weights."""
        return weighed(self.means(), weights)


def weighed(means: Mapping[str, Fraction], weights: Weights) -> Fraction:
    """Returns the total worth, by the weights, of expected numbers of the resources."""
    each = (weights.gold, weights.sun, weights.moon, weights.glory, weights.ship)
    return sum((w * means[r] for w, r in zip(each, COUNTED, strict=True)), Fraction(0))


def one(
    dice: Dice,
    weights: Weights,
    others: CopyableFaces = NOBODY,
    owned: frozenset[str] = frozenset(),
) -> Odds:
    """Returns the odds of one divine blessing (36 rolls): choices go by ``weights``.

    Each choice is the gain worth most, caps ignored. ``owned``: ids of the boar faces whose cards
    the player owns.
    """
    rolled = blessing(dice, others, owned)
    return Odds(rolled.chosen(by_worth(weights)), rolled.total)


def one_minor(
    die: Die,
    weights: Weights,
    others: CopyableFaces = NOBODY,
    owned: frozenset[str] = frozenset(),
    other_face: Face | None = None,
) -> Odds:
    """Returns the odds of one minor blessing: the six faces of one die.

    ``other_face``: face that the player's other die shows.

    ``owned``: ids of the boar faces whose cards the player owns.
    """
    rolled = minor_blessing(die, others, owned, other_face)
    return Odds(rolled.chosen(by_worth(weights)), rolled.total)


# ── what a face adds ───────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class AddedFace:
    """The change in the averages of one blessing if ``face`` replaces a side: after less before."""

    die: int
    side: int
    replaced: Face
    face: Face
    means: Mapping[str, Fraction]
    worth: Fraction


def adds(
    dice: Dice,
    face: Face,
    die: int,
    side: int,
    weights: Weights,
    others: CopyableFaces = NOBODY,
    owned: frozenset[str] = frozenset(),
) -> AddedFace:
    """Returns the change in the average of one blessing if ``face`` replaces one side.

    Raises ``ValueError`` if the side has a boar's face.

    ``owned``: ids of the boar faces whose cards the player owns.
    """
    before = one(dice, weights, others, owned).means()
    return _added(before, dice, face, die, side, weights, others, owned)


def _added(
    before: Mapping[str, Fraction],
    dice: Dice,
    face: Face,
    die: int,
    side: int,
    weights: Weights,
    others: CopyableFaces,
    owned: frozenset[str],
) -> AddedFace:
    deadline.check()
    after = one(with_face(dice, die, side, face), weights, others, owned).means()
    means = {resource: after[resource] - before[resource] for resource in COUNTED}
    return AddedFace(die, side, dice[die][side], face, means, weighed(means, weights))


def adds_anywhere(
    dice: Dice,
    face: Face,
    weights: Weights,
    others: CopyableFaces = NOBODY,
    owned: frozenset[str] = frozenset(),
    before: Mapping[str, Fraction] | None = None,
) -> tuple[AddedFace, ...]:
    """Returns the change for every side that ``face`` can replace, best first.

    Equal faces of a die are listed once. ``owned``: ids of the boar faces whose cards the player
    owns.
    ``before``: averages of one blessing with the present dice, if already computed.
    """
    before, found = before or one(dice, weights, others, owned).means(), []
    for number, die in enumerate(dice):
        seen: set[Face] = set()
        for side, old in enumerate(die):
            if not old.locked and old not in seen:
                seen.add(old)
                found.append(_added(before, dice, face, number, side, weights, others, owned))
    return tuple(sorted(found, key=lambda added: -added.worth))
