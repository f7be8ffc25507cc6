"""Exact distributions of one blessing and of several, and the gain from each face, as fractions.

Every choice of a face or mirror goes to the gain worth most by ``Weights``, or, in ``reach``,
towards one target. Not counted: gold on hammers, the purchases of ships (only their number), own
boar cards on others' rolls, tokens; nothing is spent between blessings.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm

from scoring.solving import deadline

from .blessing_rolls import NOBODY, Blessing, OtherFaces, blessing
from .dice import RESOURCES, Dice, Die, Face, Gain, with_face
from .reserve import Reserve
from .roll_results import Weights


def by_worth(weights: Weights) -> Callable[[Gain], tuple[int, ...]]:
    """Returns a sort key function for gains: their worth by ``weights``, caps ignored.

    ``weights``: glory that one of each resource counts for. Among equals more glory comes first,
    then suns, moons and gold.
    """
    # whole numbers in the same proportion: faster, still exact
    times = lcm(*(weight.denominator for weight in weights.each))
    w_gold, w_sun, w_moon, w_glory, w_ship = (int(weight * times) for weight in weights.each)

    def key(got: Gain) -> tuple[int, ...]:
        gold, sun, moon, glory, ships, off = got
        worth = w_gold * gold + w_sun * sun + w_moon * moon + w_glory * glory + w_ship * ships
        return (worth, glory, sun, moon, gold, ships, off)

    return key


COUNTED = (*RESOURCES, "ships")
"""Resources counted for a blessing, in the order of a ``Gain``."""


class Distribution:
    """Base class: amounts of each resource that may result, each with its number of cases.

    ``total``: number of all cases.
    """

    total: int

    def counts_of(self, resource: str) -> Mapping[int, int]:
        """Returns amount of one resource, such as ``gold`` or ``ships``, to number of cases."""
        raise NotImplementedError

    def mean(self, resource: str) -> Fraction:
        """Returns the average amount of one resource, such as ``gold``, over all cases."""
        cases = self.counts_of(resource)
        return Fraction(sum(amount * count for amount, count in cases.items()), self.total)

    def tail(self, resource: str) -> Mapping[int, Fraction]:
        """Returns amount (from 1) to the probability of at least this much of one resource."""
        counts, tail, left = self.counts_of(resource), {}, self.total
        for k in range(1, max(counts) + 1):
            left -= counts.get(k - 1, 0)
            tail[k] = Fraction(left, self.total)
        return tail


@dataclass(frozen=True, slots=True)
class Odds(Distribution):
    """Distribution of the gains of one blessing: gain to number of rolls, out of ``total``.

    Caps are ignored: these are the gains of the dice, not the part that a full reserve keeps.
    """

    counts: Mapping[Gain, int]
    total: int

    def counts_of(self, resource: str) -> Mapping[int, int]:
        place, counts = COUNTED.index(resource), dict[int, int]()
        for got, count in self.counts.items():
            counts[got[place]] = counts.get(got[place], 0) + count
        return counts

    @property
    def likeliest(self) -> tuple[tuple[Gain, Fraction], ...]:
        """(gain, probability) for each gain that one blessing may bring, likeliest first."""
        listed = sorted(self.counts.items(), key=lambda pair: (-pair[1], pair[0]))
        return tuple((got, Fraction(count, self.total)) for got, count in listed)

    def worth(self, weights: Weights) -> Fraction:
        """Returns the average worth in glory of one blessing (roll), by weights of resources."""
        return sum(
            (w * self.mean(r) for w, r in zip(weights.each, COUNTED, strict=True)), Fraction(0)
        )


def one(dice: Sequence[Die], weights: Weights, others: OtherFaces = NOBODY) -> Odds:
    """Returns the odds of one blessing with these dice, both or one: gain to number of rolls.

    Each choice takes the gain worth most by ``weights``, the glory that one of each resource counts
    for. ``others``: opponents' faces for mirrors to copy.
    """
    rolled = blessing(dice, others)
    return Odds(rolled.chosen(by_worth(weights)), rolled.total)


@dataclass(frozen=True, slots=True)
class NewFace:
    """A face to put on a side of a die.

    ``die``, ``side``: counted from 0
    ``replaced``: the face there before
    ``worth``: what this face alone adds to the worth of one blessing; 0 where not worked out
    """

    face: Face
    die: int
    side: int
    replaced: Face
    worth: Fraction = Fraction(0)


def best_sides(
    dice: Dice, faces: Iterable[Face], weights: Weights, others: OtherFaces = NOBODY
) -> list[NewFace]:
    """Returns, for each face, the die and side where it adds most, and the worth that it adds.

    Worth: that of one blessing, by ``weights``, the glory that one of each resource counts for.
    ``dice``: the player's. ``others``: opponents' faces for mirrors to copy. Of equal sides it is
    the first.
    """
    before, best = one(dice, weights, others).worth(weights), []
    sides = [
        (number, side, old)
        for number, die in enumerate(dice)
        for side, old in enumerate(die)
        if not old.locked and die.index(old) == side
    ]
    for face in faces:
        added = []
        for number, side, old in sides:
            deadline.check()
            after = one(with_face(dice, number, side, face), weights, others).worth(weights)
            added.append(NewFace(face, number, side, old, after - before))
        if added:
            best.append(max(added, key=lambda each: each.worth))
    return best


# ── several blessings ──────────────────────────────────────────────────────────────────

type Stock = tuple[int, int, int]
"""Gold, suns and moons in the reserve."""

EMPTY = Reserve()

type Landing = tuple[int, int, int, int]
"""Gold, suns, moons and glory that a blessing adds, after caps."""


@dataclass(frozen=True, slots=True)
class ReservesAfter(Distribution):
    """Possible reserves after several blessings, nothing spent: number of cases out of ``total``.

    ``stocks``: (gold, suns, moons) to one whole number that holds the numbers of cases with 0, 1, 2
    ... glory gained, as digits of ``width`` bits each. Glory has no cap and changes no choice, so
    adding glory is a shift, and one pass gives the whole joint distribution.
    """

    stocks: Mapping[Stock, int]
    total: int
    width: int

    def glories(self, digits: int) -> Mapping[int, int]:
        """Reads a whole number as a mapping: glory gained to number of cases.

        ``digits``: the number; its digit n, of ``width`` bits, is the number of cases with n glory.
        """
        mask, counts, glory = (1 << self.width) - 1, {}, 0
        while digits:
            if digits & mask:
                counts[glory] = digits & mask
            digits >>= self.width
            glory += 1
        return counts

    def at_least(self, need: Gain) -> Fraction:
        """Returns the probability of holding ``need`` or more after these blessings.

        Glory in ``need`` is that gained in them. Every choice took the gain worth most by the
        weights, even where another would have made ``need`` likelier.
        """
        enough = sum(
            digits
            for stock, digits in self.stocks.items()
            if all(held >= needed for held, needed in zip(stock, need, strict=False))
        )
        glories = self.glories(enough)
        cases = sum(count for glory, count in glories.items() if glory >= need.glory)
        return Fraction(cases, self.total)

    def counts_of(self, resource: str) -> Mapping[int, int]:
        """Returns amount of one resource in the reserve afterwards, to number of cases.

        For *glory* it is the amount gained.
        """
        if resource == "glory":
            return self.glories(sum(self.stocks.values()))
        place, ones, counts = RESOURCES.index(resource), (1 << self.width) - 1, dict[int, int]()
        for stock, digits in self.stocks.items():
            # the sum of the digits: the remainder modulo the largest digit
            counts[stock[place]] = counts.get(stock[place], 0) + digits % ones
        return counts


def several(
    rolled: Blessing, times: int, weights: Weights, reserve: Reserve = EMPTY
) -> ReservesAfter:
    """Returns the possible reserves after ``times`` equal blessings in a row, nothing spent.

    ``rolled``: all rolls of one blessing. Each choice takes the gain worth most by ``weights``
    (glory for one of each resource), where gold, suns and moons above the cap are worth nothing.
    ``reserve``: the reserve before, by default an empty one. Raises ``OutOfTime``.
    """
    most = reserve.caps()
    width = (rolled.total**times).bit_length() + 1
    landings = _landings(rolled, weights)
    stocks: dict[Stock, int] = {(reserve.gold, reserve.sun, reserve.moon): 1}
    for _ in range(times):
        later: dict[Stock, int] = {}
        for (gold, sun, moon), digits in stocks.items():
            deadline.check()
            room = (most[0] - gold, most[1] - sun, most[2] - moon)
            for (g, s, m, glory), count in landings(*room):
                target = (gold + g, sun + s, moon + m)
                more = (digits << glory * width) * count
                later[target] = later[target] + more if target in later else more
        stocks = later
    return ReservesAfter(stocks, rolled.total**times, width)


def _landings(
    rolled: Blessing, weights: Weights
) -> Callable[[int, int, int], list[tuple[Landing, int]]]:
    """Returns a function that lists (what a blessing adds after caps, number of rolls) pairs.

    Its arguments: how much gold, suns and moons the reserve can still take. What is added is (gold,
    suns, moons, glory). ``rolled``: all rolls of the blessing. ``weights``: glory that one of each
    resource counts for.
    """
    key, large = by_worth(weights), rolled.largest()

    @cache
    def within(*room: int) -> list[tuple[Landing, int]]:
        def capped(got: Gain) -> Gain:
            return Gain(*map(min, got, room), *got[len(room) :])

        counts = Counter[Landing]()
        for got, count in rolled.chosen(lambda got: key(capped(got))).items():
            counts[capped(got)[:4]] += count
        return list(counts.items())

    def landings(gold: int, sun: int, moon: int) -> list[tuple[Landing, int]]:
        return within(min(gold, large.gold), min(sun, large.sun), min(moon, large.moon))

    return landings


def reach(rolled: Blessing, times: int, need: Gain, reserve: Reserve = EMPTY) -> Fraction:
    """Returns the highest probability to hold ``need`` after ``times`` blessings, nothing spent.

    ``rolled``: all rolls of one blessing. Every choice is the one that makes this likeliest, given
    all earlier rolls. Glory in ``need`` includes that in ``reserve``, the reserve before, by
    default an empty one. A target above the caps cannot be reached. Raises ``OutOfTime``.
    """
    wanted = (need.gold, need.sun, need.moon, need.glory)
    if any(want > cap for want, cap in zip(wanted, reserve.caps(), strict=False)):
        return Fraction(0)
    w_gold, w_sun, w_moon, w_glory = wanted

    @cache
    def best(left: int, gold: int, sun: int, moon: int, glory: int) -> int:
        if (gold, sun, moon, glory) == wanted:
            return int(rolled.total**left)
        if not left:
            return 0
        deadline.check()
        cases = 0

        @cache
        def then(got: Gain) -> int:
            return best(
                left - 1,
                min(w_gold, gold + got[0]),
                min(w_sun, sun + got[1]),
                min(w_moon, moon + got[2]),
                min(w_glory, glory + got[3]),
            )

        for got, count in rolled.chosen(then).items():
            cases += count * then(got)
        return cases

    start = map(min, (reserve.gold, reserve.sun, reserve.moon, reserve.glory), wanted)
    return Fraction(best(times, *start), rolled.total**times)
