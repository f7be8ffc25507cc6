"""Exact odds of one blessing by weights, and what a face adds to it.

Where a face or a mirror leaves a choice, odds depend on how it is made: here always the gain that
is worth most by ``Weights``. All numbers are exact fractions.

Not counted: gold put on a hammer, purchases through ships (only their number), what one's own
boar cards pay on other people's rolls, and tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm

from scoring.solving import deadline

from .blessing import NOBODY, Others, blessing, minor_blessing
from .dice import RESOURCES, Dice, Die, Face, Gain, with_face
from .roll import Weights


def whole(weights: Weights) -> tuple[int, int, int, int, int]:
    """The weights as whole numbers in the same proportion: quicker to compare, just as exact."""
    listed = (weights.gold, weights.sun, weights.moon, weights.glory, weights.ship)
    times = lcm(*(weight.denominator for weight in listed))
    gold, sun, moon, glory, ship = (int(weight * times) for weight in listed)
    return gold, sun, moon, glory, ship


def by_worth(weights: Weights) -> Callable[[Gain], tuple[int, ...]]:
    """The key of a gain under weights, caps ignored.

    Among equals more glory, then suns, moons and gold.
    """
    w_gold, w_sun, w_moon, w_glory, w_ship = whole(weights)

    @cache
    def key(got: Gain) -> tuple[int, ...]:
        gold, sun, moon, glory, ships, off = got
        worth = w_gold * gold + w_sun * sun + w_moon * moon + w_glory * glory + w_ship * ships
        return (worth, glory, sun, moon, gold, ships, off)

    return key


COUNTED = (*RESOURCES, "ships")
"""What a blessing is counted in, in the order of a ``Gain``."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The distribution of one blessing under given weights: gain to count out of ``total``.

    Caps are ignored: this is what the dice give, not what a full reserve keeps.
    """

    counts: Mapping[Gain, int]
    total: int

    def mean(self, resource: str) -> Fraction:
        """The expected number of one resource: gold, sun, moon, glory or ships."""
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
        """The chance of getting all of ``need`` in this one blessing."""
        return Fraction(
            sum(
                count
                for got, count in self.counts.items()
                if all(have >= wanted for have, wanted in zip(got, need, strict=True))
            ),
            self.total,
        )

    def tail(self, resource: str) -> Mapping[int, Fraction]:
        """The chance of at least k of one resource, for each k from 1 that can come up."""
        most = max(int(getattr(got, resource)) for got in self.counts)
        return {k: self.at_least(Gain()._replace(**{resource: k})) for k in range(1, most + 1)}

    def worth(self, weights: Weights) -> Fraction:
        """The expected weighted value."""
        return weighed(self.means(), weights)


def weighed(means: Mapping[str, Fraction], weights: Weights) -> Fraction:
    """What expected numbers are worth together."""
    each = (weights.gold, weights.sun, weights.moon, weights.glory, weights.ship)
    return sum((w * means[r] for w, r in zip(each, COUNTED, strict=True)), Fraction(0))


def one(
    dice: Dice,
    weights: Weights,
    others: Others = NOBODY,
    owned: frozenset[str] = frozenset(),
) -> Odds:
    """One divine blessing: 36 rolls, choices made by the weights, caps ignored."""
    rolled = blessing(dice, others, owned)
    return Odds(rolled.chosen(by_worth(weights)), rolled.total)


def one_minor(
    die: Die,
    weights: Weights,
    others: Others = NOBODY,
    owned: frozenset[str] = frozenset(),
    beside: Face | None = None,
) -> Odds:
    """One minor blessing: six faces of one die."""
    rolled = minor_blessing(die, others, owned, beside)
    return Odds(rolled.chosen(by_worth(weights)), rolled.total)


# ── what a face adds ───────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Added:
    """What ``face`` on this side changes in one blessing: expectations after minus before."""

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
    others: Others = NOBODY,
    owned: frozenset[str] = frozenset(),
) -> Added:
    """The difference when ``face`` replaces a side. Raises ``ValueError`` where a boar sits."""
    before = one(dice, weights, others, owned).means()
    return _added(before, dice, face, die, side, weights, others, owned)


def _added(
    before: Mapping[str, Fraction],
    dice: Dice,
    face: Face,
    die: int,
    side: int,
    weights: Weights,
    others: Others,
    owned: frozenset[str],
) -> Added:
    deadline.check()
    after = one(with_face(dice, die, side, face), weights, others, owned).means()
    means = {resource: after[resource] - before[resource] for resource in COUNTED}
    return Added(die, side, dice[die][side], face, means, weighed(means, weights))


def adds_anywhere(
    dice: Dice,
    face: Face,
    weights: Weights,
    others: Others = NOBODY,
    owned: frozenset[str] = frozenset(),
    before: Mapping[str, Fraction] | None = None,
) -> tuple[Added, ...]:
    """The same for every side that may come off, best first; equal faces of a die once.

    ``before``: what the dice bring as they are, where that is known.
    """
    before, found = before or one(dice, weights, others, owned).means(), []
    for number, die in enumerate(dice):
        seen: set[Face] = set()
        for side, old in enumerate(die):
            if not old.locked and old not in seen:
                seen.add(old)
                found.append(_added(before, dice, face, number, side, weights, others, owned))
    return tuple(sorted(found, key=lambda added: -added.worth))
