"""Computes the reserve after several blessings in a row, and the figures a page shows of dice.

Choices go by ``Weights`` (the gain worth most after caps) or, in ``reach``, towards one target.
Nothing is spent in between; hammers and tokens are not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from scoring.solving import deadline

from .blessing import NOBODY, Blessing, CopyableFaces, blessing
from .dice import RESOURCES, Dice, Gain
from .odds import one, whole
from .reserve import Reserve
from .roll import Weights

type Stock = tuple[int, int, int]
"""Gold, suns and moons in the reserve."""

type Landing = tuple[int, int, int, int]
"""Gold, suns, moons and glory that a blessing adds, after caps."""


@dataclass(frozen=True, slots=True)
class ReservesAfter:
    """Possible reserves after several blessings, nothing spent: counts out of ``total``.

    Glory has no cap and changes no choice. So for each stock of gold, suns and moons one whole
    number holds the counts for 0, 1, 2 ... glory gained, as digits of ``width`` bits each. Adding
    glory is then a shift, and one pass gives the whole joint distribution.
    """

    stocks: Mapping[Stock, int]
    total: int
    width: int

    def glories(self, stock: Stock) -> Mapping[int, int]:
        """Returns glory gained to count, for the cases that end with this gold, suns and moons."""
        return self._unpacked(self.stocks.get(stock, 0))

    def _unpacked(self, digits: int) -> Mapping[int, int]:
        mask, found, glory = (1 << self.width) - 1, {}, 0
        while digits:
            if digits & mask:
                found[glory] = digits & mask
            digits >>= self.width
            glory += 1
        return found

    def at_least(self, need: Gain) -> Fraction:
        """Returns the probability of holding ``need`` at the end.

        Glory in ``need`` is that gained in these blessings. Choices go by the weights, not towards
        ``need``.
        """
        found = 0
        for (gold, sun, moon), _ in self.stocks.items():
            if gold >= need.gold and sun >= need.sun and moon >= need.moon:
                glories = self.glories((gold, sun, moon))
                found += sum(count for glory, count in glories.items() if glory >= need.glory)
        return Fraction(found, self.total)

    def tail(self, resource: str) -> Mapping[int, Fraction]:
        """Returns the probability of at least k at the end, for each k from 1 that can occur.

        For glory, of at least k gained.
        """
        counts: dict[int, int] = {}
        if resource == "glory":
            counts |= self._unpacked(sum(self.stocks.values()))
        else:
            place, ones = RESOURCES.index(resource), (1 << self.width) - 1
            for stock, digits in self.stocks.items():
                # the sum of the digits: the remainder modulo the largest digit
                counts[stock[place]] = counts.get(stock[place], 0) + digits % ones
        tail, left = {}, self.total
        for k in range(1, max(counts) + 1):
            left -= counts.get(k - 1, 0)
            tail[k] = Fraction(left, self.total)
        return tail

    def mean(self, resource: str) -> Fraction:
        """Returns the expected gold, suns or moons at the end; for glory, the amount gained."""
        return sum(self.tail(resource).values(), Fraction(0))

    def means(self) -> Mapping[str, Fraction]:
        return {resource: self.mean(resource) for resource in RESOURCES}


def several(
    rolled: Blessing,
    times: int,
    weights: Weights,
    reserve: Reserve | None = None,
) -> ReservesAfter:
    """Returns the possible reserves after ``times`` equal blessings in a row, nothing spent.

    Each choice takes the gain worth most after caps: gold above the cap is worth nothing.
    ``reserve``: the reserve before, by default an empty one. Raises ``OutOfTime``.
    """
    reserve = reserve or Reserve()
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
    """Returns a function that lists one blessing's gains after caps, with their counts.

    Its arguments are the room left for gold, suns and moons. Room beyond the largest gain makes no
    difference, so a few cached answers serve every stock.
    """
    w_gold, w_sun, w_moon, w_glory, w_ship = whole(weights)
    large = rolled.largest()

    @cache
    def within(room_gold: int, room_sun: int, room_moon: int) -> list[tuple[Landing, int]]:
        @cache
        def landed(got: Gain) -> tuple[int, ...]:
            gold, sun, moon, glory, ships, off = got
            gold = gold if gold < room_gold else room_gold
            sun = sun if sun < room_sun else room_sun
            moon = moon if moon < room_moon else room_moon
            worth = w_gold * gold + w_sun * sun + w_moon * moon + w_glory * glory + w_ship * ships
            return (worth, glory, sun, moon, gold, ships, off)

        found: dict[Landing, int] = {}
        for got, count in rolled.chosen(landed).items():
            _, glory, sun, moon, gold, _, _ = landed(got)
            landing = (gold, sun, moon, glory)
            found[landing] = found.get(landing, 0) + count
        return list(found.items())

    def landings(gold: int, sun: int, moon: int) -> list[tuple[Landing, int]]:
        return within(min(gold, large.gold), min(sun, large.sun), min(moon, large.moon))

    return landings


def reach(
    rolled: Blessing,
    times: int,
    need: Gain,
    reserve: Reserve | None = None,
) -> Fraction:
    """Returns the highest probability to hold ``need`` after ``times`` blessings, nothing spent.

    Every choice is the one that makes this likeliest, given all earlier rolls. Glory in ``need`` is
    the glory on the track, old and new. A target above the caps cannot be reached. Raises
    ``OutOfTime``.
    """
    reserve = reserve or Reserve()
    wanted = (need.gold, need.sun, need.moon, need.glory)
    if any(want > cap for want, cap in zip(wanted, reserve.caps(), strict=False)):
        return Fraction(0)
    w_gold, w_sun, w_moon, w_glory = wanted

    def cut(got: Gain) -> Gain:
        # amounts above the target change nothing: cutting them there leaves few states
        return Gain(*map(min, got[:4], wanted))

    short = rolled.trimmed(cut)

    @cache
    def best(left: int, gold: int, sun: int, moon: int, glory: int) -> int:
        if (gold, sun, moon, glory) == wanted:
            return int(rolled.total**left)
        if not left:
            return 0
        deadline.check()
        found = 0

        @cache
        def then(got: Gain) -> int:
            return best(
                left - 1,
                min(w_gold, gold + got[0]),
                min(w_sun, sun + got[1]),
                min(w_moon, moon + got[2]),
                min(w_glory, glory + got[3]),
            )

        for got, count in short.chosen(then).items():
            found += count * then(got)
        return found

    start = map(min, (reserve.gold, reserve.sun, reserve.moon, reserve.glory), wanted)
    return Fraction(best(times, *start), rolled.total**times)


# ── for a page ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Outlook:
    """The figures that a page shows of a pair of dice.

    ``means``, ``worth``: expectation of one blessing
    ``gains``: gains of one blessing with their probability, likeliest first
    ``tails``: probability of at least k in one blessing, by resource and k
    ``after_means``, ``after_tails``: the reserve after ``times`` blessings, with caps
    ``target``: probability of reaching a need by then, choosing by the weights and choosing best;
    ``None`` without a need
    """

    means: Mapping[str, Fraction]
    worth: Fraction
    gains: tuple[tuple[Gain, Fraction], ...]
    tails: Mapping[str, Mapping[int, Fraction]]
    times: int
    after_means: Mapping[str, Fraction]
    after_tails: Mapping[str, Mapping[int, Fraction]]
    target: tuple[Fraction, Fraction] | None


def outlook(
    dice: Dice,
    weights: Weights,
    times: int = 1,
    reserve: Reserve | None = None,
    need: Gain | None = None,
    others: CopyableFaces = NOBODY,
    owned: frozenset[str] = frozenset(),
) -> Outlook:
    """Returns the figures for the next ``times`` blessings of these dice.

    Glory in ``need`` is the glory on the track, as in ``reach``. Raises ``OutOfTime``.

    ``owned``: ids of the boar faces whose cards the player owns.
    """
    reserve = reserve or Reserve()
    single = one(dice, weights, others, owned)
    rolled = blessing(dice, others, owned)
    after = several(rolled, times, weights, reserve)
    target = None
    if need is not None:
        still = need._replace(glory=max(0, need.glory - reserve.glory))
        target = (after.at_least(still), reach(rolled, times, need, reserve))
    listed = sorted(single.counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return Outlook(
        single.means(),
        single.worth(weights),
        tuple((got, Fraction(count, single.total)) for got, count in listed),
        {resource: single.tail(resource) for resource in RESOURCES},
        times,
        after.means(),
        {resource: after.tail(resource) for resource in RESOURCES},
        target,
    )
