"""Exact odds of blessings: what one roll or several bring, and what a face adds.

Where a face or a mirror leaves a choice, odds depend on how it is made. Two ways are offered:
by ``Weights`` (always the choice whose landed gain is worth most) and, for one target within a
number of blessings, always the choice that makes it likeliest (``reach``). All numbers are
exact fractions.

Not counted here: gold put on a hammer, purchases through ships (only their number), what one's
own boar cards pay on other people's rolls, and tokens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import chain, combinations_with_replacement
from math import inf, lcm, prod
from operator import add, sub
from time import perf_counter
from typing import Any

from ...core.text import Text
from .dice import (
    NOTHING,
    RESOURCES,
    SIDES,
    Dice,
    Die,
    Face,
    Gain,
    Reserve,
    TooMany,
    best_only,
    with_face,
)
from .roll import Weights, gains

type Options = tuple[Gain, ...]

POLICY = Text(
    "Choices (or-faces, mirrors) are made by the weights you gave: always the gain that is "
    "worth most after the caps; among equals more glory, then suns, moons, gold.",
    "選択(選ぶ面・鏡)は入力した重みで決める:上限を考えて最も価値の高いものを取り、"
    "同じなら点・太陽・月・ゴールドの順に多い方を取る。",
)
POLICY_REACH = Text(
    "Choices are made so that the target is as likely as possible.",
    "目標に届く確率が最大になるように選ぶものとする。",
)


@dataclass(frozen=True, slots=True)
class Others:
    """What mirrors may copy: ``shown`` lie fixed in view, ``dice`` are rolled afresh by their
    owners each time. In step 1 everybody rolls; in a blessing of one's own turn faces lie.
    """

    shown: tuple[Face, ...] = ()
    dice: tuple[Die, ...] = ()


NOBODY = Others()

# ── one blessing ───────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Seen:
    """How a face may lie in view: ``always`` there, and on how many sides of each rolled die."""

    always: bool
    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Copying:
    """Rolls with one mirror: what copying a face may give, and which faces give just that; a
    mirror in view stands for one's own other face. ``times`` of the dice's own rolls are such.
    """

    ways: Mapping[Options, Seen]
    times: int


@dataclass(frozen=True, slots=True)
class Blessing:
    """Every roll of one blessing, nothing chosen yet; weights add up to ``total``.

    ``certain`` leaves no choice, ``open`` has what to choose from. ``copying`` and ``pairs``
    (two mirrors at once, in ``pair_times`` rolls) depend on which faces lie in ``view`` beside
    ``dice`` that are rolled. Gains that another option beats in everything are left out.
    """

    certain: Mapping[Gain, int]
    open: Mapping[Options, int]
    copying: tuple[Copying, ...]
    pairs: Mapping[tuple[Face, Face], Options]
    pair_times: int
    view: Mapping[Face, Seen]
    dice: int
    total: int

    def chosen(self, key: Callable[[Gain], Any]) -> dict[Gain, int]:
        """The distribution when everybody's choice is the gain with the largest ``key``; of
        gains with equal keys any one.

        What lies in view is not enumerated: the best that may be there is asked for first, then
        the next best where that one is missing, and so on.
        """
        found = dict(self.certain)
        for options, count in self.open.items():
            got = max(options, key=key)
            found[got] = found.get(got, 0) + count
        for part in self.copying:
            for got, weight in self._best_copy(part, key):
                found[got] = found.get(got, 0) + part.times * weight
        if self.pairs:
            for got, weight in self._best_pair(key):
                found[got] = found.get(got, 0) + self.pair_times * weight
        return found

    def _best_copy(self, part: Copying, key: Callable[[Gain], Any]) -> Iterator[tuple[Gain, int]]:
        """How often each gain is the best that a mirror finds."""
        giving: dict[Gain, list[Seen]] = {}
        for options, seen in part.ways.items():
            giving.setdefault(max(options, key=key), []).append(seen)
        free = [SIDES] * self.dice
        left = SIDES**self.dice
        for got in sorted(giving, key=key, reverse=True):
            for seen in giving[got]:
                if seen.always:
                    yield got, left
                    return
                free = list(map(sub, free, seen.sides))
            now = prod(free)
            if now < left:
                yield got, left - now
            if not now:
                return
            left = now

    def _best_pair(self, key: Callable[[Gain], Any]) -> Iterator[tuple[Gain, int]]:
        """How often each gain is the best that two mirrors find.

        Each case is a set of faces that are ``there``, others that are ``gone``, the sides left
        ``free`` and the number of rolls; the best pair not yet ruled out parts it by a face.
        """
        tops = [(pair, max(options, key=key)) for pair, options in self.pairs.items()]
        tops.sort(  # of equals one face twice: it needs the least
            key=lambda each: (each[0][0].mode != "mirror", key(each[1]), each[0][0] is each[0][1]),
            reverse=True,
        )
        number = {face: n for n, face in enumerate(self.view)}
        sides = [seen.sides for seen in self.view.values()]
        certain = sum(1 << n for n, seen in enumerate(self.view.values()) if seen.always)
        ranked = [(number[first], number[second], got) for (first, second), got in tops]
        cases = [(0, certain, 0, (SIDES,) * self.dice, SIDES**self.dice)]
        while cases:
            place, there, gone, free, rolls = cases.pop()
            first, second, got = ranked[place]
            while (gone >> first | gone >> second) & 1:
                place += 1
                first, second, got = ranked[place]
            if not there >> first & 1:
                missing = first
            elif not there >> second & 1:
                missing = second
            else:
                yield got, rolls
                continue
            less = tuple(map(sub, free, sides[missing]))
            asked = there & ~certain
            without = _rolls(less, [each for n, each in enumerate(sides) if asked >> n & 1])
            if without:
                cases.append((place + 1, there, gone | 1 << missing, less, without))
            if without < rolls:
                cases.append((place, there | 1 << missing, gone, free, rolls - without))

    def largest(self) -> Gain:
        """The most of each thing that any choice gives."""
        every = [
            *self.certain,
            *chain.from_iterable(self.open),
            *chain.from_iterable(chain.from_iterable(part.ways) for part in self.copying),
            *chain.from_iterable(self.pairs.values()),
        ]
        return Gain(*map(max, *every, NOTHING))

    def trimmed(self, cut: Callable[[Gain], Gain]) -> Blessing:
        """The same with every gain cut down: fewer different ones, where less is asked for."""

        @cache
        def trim(options: Options) -> Options:
            return best_only(map(cut, options))

        certain: dict[Gain, int] = {}
        opened: dict[Options, int] = {}
        for got, count in self.certain.items():
            certain[cut(got)] = certain.get(cut(got), 0) + count
        for options, count in self.open.items():
            _add(certain, opened, trim(options), count)
        copying = tuple(
            Copying(_together((trim(way), seen) for way, seen in part.ways.items()), part.times)
            for part in self.copying
        )
        pairs = {pair: trim(options) for pair, options in self.pairs.items()}
        return replace(self, certain=certain, open=opened, copying=copying, pairs=pairs)


def _rolls(free: tuple[int, ...], there: Sequence[tuple[int, ...]]) -> int:
    """How many rolls use only the ``free`` sides and show each face that has to be ``there``."""
    if not there:
        return prod(free)
    face, *rest = there
    return _rolls(free, rest) - _rolls(tuple(map(sub, free, face)), rest)


def _together(ways: Iterable[tuple[Options, Seen]]) -> dict[Options, Seen]:
    """Faces that give the same are as good as one face."""
    found: dict[Options, Seen] = {}
    for options, seen in ways:
        if before := found.get(options):
            sides = tuple(map(add, before.sides, seen.sides))
            found[options] = Seen(before.always or seen.always, sides)
        else:
            found[options] = seen
    return found


def _add(
    certain: dict[Gain, int], opened: dict[Options, int], options: Options, count: int
) -> None:
    if len(options) == 1:
        certain[options[0]] = certain.get(options[0], 0) + count
    else:
        opened[options] = opened.get(options, 0) + count


@cache
def beats(a: Face, b: Face) -> bool:
    """Whether copying ``a`` is never worse than copying ``b``, whatever lies on the other die.

    Every way of ``b`` needs a way of ``a`` with at least as much of exactly the same resources:
    with other resources a shield beside it might pay otherwise.
    """
    plain = ("all", "one_of")
    if a is b or a.mode not in plain or b.mode not in plain:
        return False
    return all(
        any(
            all(x >= y and (x > 0) == (y > 0) for x, y in zip(mine, theirs, strict=True))
            for mine in a.ways
        )
        for theirs in b.ways
    )


def blessing(dice: Dice, others: Others = NOBODY, owned: frozenset[str] = frozenset()) -> Blessing:
    """A divine blessing: both dice rolled, 36 ways; single faces in place of dice work as well."""
    rolls = Counter((first, second) for first in dice[0] for second in dice[1])
    plain: dict[tuple[Face, Face | None], int] = {}
    beside: dict[Face | None, int] = {}
    both = 0
    for (first, second), times in rolls.items():
        if first.mode == second.mode == "mirror":
            both += times
        elif "mirror" in (first.mode, second.mode):
            other = second if first.mode == "mirror" else first
            beside[other] = beside.get(other, 0) + times
        else:
            plain[first, second] = times
    return _blessing(plain, beside, both, others, owned, len(dice[0]) * len(dice[1]))


def minor_blessing(
    die: Die,
    others: Others = NOBODY,
    owned: frozenset[str] = frozenset(),
    beside: Face | None = None,
) -> Blessing:
    """One die rolled alone, six ways. ``beside``: the face that one's other die shows."""
    plain: dict[tuple[Face, Face | None], int] = {}
    mirrors = 0
    for face in die:
        if face.mode == "mirror":
            mirrors += 1
        else:
            plain[face, None] = plain.get((face, None), 0) + 1
    alone: dict[Face | None, int] = {None: mirrors} if mirrors else {}
    return _blessing(plain, alone, 0, others, owned, len(die), beside)


def _blessing(
    plain: Mapping[tuple[Face, Face | None], int],
    beside: Mapping[Face | None, int],
    both: int,
    others: Others,
    owned: frozenset[str],
    rolls: int,
    in_view: Face | None = None,
) -> Blessing:
    certain: dict[Gain, int] = {}
    opened: dict[Options, int] = {}
    copying: list[Copying] = []
    pairs: dict[tuple[Face, Face], Options] = {}
    rolled = [Counter(die) for die in others.dice]
    view = {
        face: Seen(face in others.shown, tuple(die[face] for die in rolled))
        for face in dict.fromkeys(chain(others.shown, *others.dice))
    }
    mirrors = bool(beside or both)
    views = SIDES ** len(others.dice) if mirrors else 1
    for (first, second), times in plain.items():
        _add(certain, opened, gains(first, second, owned), times * views)
    for other, times in beside.items():
        if view:
            ways = _together(
                (
                    _looking_back(other, in_view, owned)
                    if face.mode == "mirror"
                    else gains(face, other, owned),
                    seen,
                )
                for face, seen in view.items()
            )
            copying.append(Copying(ways, times))
        else:
            _add(certain, opened, _looking_back(other, None, owned, blank=True), times * views)
    copied = [face for face in view if face.mode != "mirror"]
    if both and copied:
        pairs = {(a, b): gains(a, b, owned) for a, b in combinations_with_replacement(copied, 2)}
        # Mirrors only if nothing else is there, and they add nothing: one's own faces are
        # mirrors as well. Source: ruling mirror_copies_mirror.
        pairs |= {(face, face): (NOTHING,) for face in view if face.mode == "mirror"}
    elif both:
        _add(certain, opened, (NOTHING,), both * views)
    return Blessing(
        certain,
        opened,
        tuple(copying),
        pairs,
        both if pairs else 0,
        view,
        len(others.dice),
        rolls * views,
    )


def _looking_back(
    other: Face | None, in_view: Face | None, owned: frozenset[str], blank: bool = False
) -> Options:
    """What a mirror gives that looks at a mirror: a copy of one's own other face.

    ``blank``: nobody shows anything, so only the other die counts.
    """
    own = in_view if other is None else other
    if other is None:
        copies = own is not None and own.mode != "mirror" and not blank
        return gains(own, None, owned) if own is not None and copies else (NOTHING,)
    return gains(other, None if blank else other, owned)


# ── choosing by weights ────────────────────────────────────────────────────────────────


def _whole(weights: Weights) -> tuple[int, int, int, int, int]:
    """The weights as whole numbers in the same proportion: quicker to compare, just as exact."""
    listed = (weights.gold, weights.sun, weights.moon, weights.glory, weights.ship)
    times = lcm(*(weight.denominator for weight in listed))
    gold, sun, moon, glory, ship = (int(weight * times) for weight in listed)
    return gold, sun, moon, glory, ship


def by_worth(weights: Weights) -> Callable[[Gain], tuple[int, ...]]:
    """The key of a gain under weights, caps ignored; see ``POLICY`` for equals."""
    w_gold, w_sun, w_moon, w_glory, w_ship = _whole(weights)

    @cache
    def key(got: Gain) -> tuple[int, ...]:
        gold, sun, moon, glory, ships, off = got
        worth = w_gold * gold + w_sun * sun + w_moon * moon + w_glory * glory + w_ship * ships
        return (worth, glory, sun, moon, gold, ships, off)

    return key


@dataclass(frozen=True, slots=True)
class Odds:
    """The distribution of one blessing under given weights: gain to count out of ``total``.

    Caps are ignored: this is what the dice give, not what a full reserve keeps.
    """

    counts: Mapping[Gain, int]
    total: int

    def mean(self, resource: str) -> Fraction:
        """The expected number of one resource: gold, sun, moon, glory or ships."""
        return Fraction(
            sum(count * int(getattr(got, resource)) for got, count in self.counts.items()),
            self.total,
        )

    def means(self) -> Mapping[str, Fraction]:
        return {resource: self.mean(resource) for resource in (*RESOURCES, "ships")}

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
        return (
            sum((weights.worth(got) * count for got, count in self.counts.items()), Fraction(0))
            / self.total
        )


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


# ── several blessings, with caps ───────────────────────────────────────────────────────

type Stock = tuple[int, int, int]
"""Gold, suns and moons in the reserve."""

type Landing = tuple[int, int, int, int]
"""Gold, suns, moons and glory that a blessing adds."""


@dataclass(frozen=True, slots=True)
class After:
    """Reserves after several blessings with nothing spent between them, out of ``total``.

    Glory has no cap and changes no choice, so each stock keeps a polynomial in glory: a whole
    number whose ``width``-bit digits are the counts for 0, 1, 2 ... glory gained. Adding glory
    is a shift then, and one pass gives the whole joint distribution.
    """

    stocks: Mapping[Stock, int]
    total: int
    width: int

    def glories(self, stock: Stock) -> Mapping[int, int]:
        """Glory gained to its count, for one stock."""
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
        """The chance that the reserve then holds gold, suns and moons of ``need``, and that at
        least its glory was gained on the way. Choices are still those of the weights.
        """
        found = 0
        for (gold, sun, moon), _ in self.stocks.items():
            if gold >= need.gold and sun >= need.sun and moon >= need.moon:
                glories = self.glories((gold, sun, moon))
                found += sum(count for glory, count in glories.items() if glory >= need.glory)
        return Fraction(found, self.total)

    def tail(self, resource: str) -> Mapping[int, Fraction]:
        """The chance of at least k at the end, for each k from 1 that is possible; for glory,
        of k gained.
        """
        counts: dict[int, int] = {}
        if resource == "glory":
            counts |= self._unpacked(sum(self.stocks.values()))
        else:
            place, ones = RESOURCES.index(resource), (1 << self.width) - 1
            for stock, digits in self.stocks.items():
                # the sum of the digits, as casting out nines gives it
                counts[stock[place]] = counts.get(stock[place], 0) + digits % ones
        tail, left = {}, self.total
        for k in range(1, max(counts) + 1):
            left -= counts.get(k - 1, 0)
            tail[k] = Fraction(left, self.total)
        return tail

    def mean(self, resource: str) -> Fraction:
        """Expected gold, suns or moons in the reserve at the end; glory gained."""
        return sum(self.tail(resource).values(), Fraction(0))

    def means(self) -> Mapping[str, Fraction]:
        return {resource: self.mean(resource) for resource in RESOURCES}


def several(
    rolled: Blessing,
    times: int,
    weights: Weights,
    reserve: Reserve | None = None,
    until: float = inf,
) -> After:
    """The reserve after ``times`` equal blessings in a row with caps, nothing spent between.

    Choices go by what lands: gold that the cap would cost is worth nothing. Raises ``TooMany``
    when ``time.perf_counter()`` passes ``until``.
    """
    reserve = reserve or Reserve()
    most = reserve.caps()
    width = (rolled.total**times).bit_length() + 1
    landings = _landings(rolled, weights)
    stocks: dict[Stock, int] = {(reserve.gold, reserve.sun, reserve.moon): 1}
    for _ in range(times):
        later: dict[Stock, int] = {}
        for (gold, sun, moon), digits in stocks.items():
            if perf_counter() > until:
                raise TooMany
            room = (most[0] - gold, most[1] - sun, most[2] - moon)
            for (g, s, m, glory), count in landings(*room):
                target = (gold + g, sun + s, moon + m)
                more = (digits << glory * width) * count
                later[target] = later[target] + more if target in later else more
        stocks = later
    return After(stocks, rolled.total**times, width)


def _landings(
    rolled: Blessing, weights: Weights
) -> Callable[[int, int, int], list[tuple[Landing, int]]]:
    """What one blessing lands where there is room for so much gold, suns and moons, with counts.

    The choice asks only what lands, so that room beyond the largest gain makes no difference:
    a few answers serve every stock.
    """
    w_gold, w_sun, w_moon, w_glory, w_ship = _whole(weights)
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
    until: float = inf,
) -> Fraction:
    """The best chance to hold ``need`` after ``times`` blessings, nothing spent between.

    Every choice is made towards the target, knowing what came before. Glory in ``need`` is the
    glory on the track, gained or there already. A target above the caps cannot be reached.
    Raises ``TooMany`` when ``time.perf_counter()`` passes ``until``.
    """
    reserve = reserve or Reserve()
    wanted = (need.gold, need.sun, need.moon, need.glory)
    if any(want > cap for want, cap in zip(wanted, reserve.caps(), strict=False)):
        return Fraction(0)
    w_gold, w_sun, w_moon, w_glory = wanted

    def cut(got: Gain) -> Gain:
        # beyond the target more changes nothing: counting stops there, so few states are left
        return Gain(*map(min, got[:4], wanted))

    short = rolled.trimmed(cut)

    @cache
    def best(left: int, gold: int, sun: int, moon: int, glory: int) -> int:
        if (gold, sun, moon, glory) == wanted:
            return int(rolled.total**left)
        if not left:
            return 0
        if perf_counter() > until:
            raise TooMany
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
    before = one(dice, weights, others, owned)
    return _added(before, dice, face, die, side, weights, others, owned)


def _added(
    before: Odds,
    dice: Dice,
    face: Face,
    die: int,
    side: int,
    weights: Weights,
    others: Others,
    owned: frozenset[str],
) -> Added:
    after = one(with_face(dice, die, side, face), weights, others, owned)
    means = {
        resource: after.mean(resource) - before.mean(resource) for resource in (*RESOURCES, "ships")
    }
    worth = after.worth(weights) - before.worth(weights)
    return Added(die, side, dice[die][side], face, means, worth)


def adds_anywhere(
    dice: Dice,
    face: Face,
    weights: Weights,
    others: Others = NOBODY,
    owned: frozenset[str] = frozenset(),
) -> tuple[Added, ...]:
    """The same for every side that may come off, best first; equal faces of a die once."""
    before, found = one(dice, weights, others, owned), []
    for number, die in enumerate(dice):
        seen: set[Face] = set()
        for side, old in enumerate(die):
            if not old.locked and old not in seen:
                seen.add(old)
                found.append(_added(before, dice, face, number, side, weights, others, owned))
    return tuple(sorted(found, key=lambda added: -added.worth))


# ── for a page ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a page shows of a pair of dice.

    ``gains``: one blessing's gains, likeliest first. ``tails``: chance of at least k in one
    blessing. ``after_means``, ``after_tails``: the reserve after ``times`` blessings with caps.
    ``target``: chance of all of a need by then, by the weights and at best.
    """

    means: Mapping[str, Fraction]
    worth: Fraction
    gains: tuple[tuple[Gain, Fraction], ...]
    tails: Mapping[str, Mapping[int, Fraction]]
    times: int
    after_means: Mapping[str, Fraction]
    after_tails: Mapping[str, Mapping[int, Fraction]]
    target: tuple[Fraction, Fraction] | None
    policy: Text


def outlook(
    dice: Dice,
    weights: Weights,
    times: int = 1,
    reserve: Reserve | None = None,
    need: Gain | None = None,
    others: Others = NOBODY,
    owned: frozenset[str] = frozenset(),
    seconds: float = inf,
) -> Outlook:
    """Everything about the next ``times`` blessings of these dice.

    Glory in ``need`` is what the track should show, as in ``reach``. Raises ``TooMany`` when it
    takes much longer than ``seconds``.
    """
    until = perf_counter() + seconds
    reserve = reserve or Reserve()
    single = one(dice, weights, others, owned)
    rolled = blessing(dice, others, owned)
    after = several(rolled, times, weights, reserve, until)
    target = None
    if need is not None:
        still = need._replace(glory=max(0, need.glory - reserve.glory))
        target = (after.at_least(still), reach(rolled, times, need, reserve, until))
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
        POLICY,
    )
