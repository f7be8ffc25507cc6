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
from itertools import chain, combinations_with_replacement, permutations
from math import lcm, prod
from operator import ge
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
class Copying:
    """Rolls with one mirror: ``by_face`` has what copying each face may give, a mirror in view
    standing for one's own other face. ``times`` of the dice's own rolls are such.
    """

    by_face: Mapping[Face, Options]
    times: int


@dataclass(frozen=True, slots=True)
class Blessing:
    """Every roll of one blessing, nothing chosen yet; weights add up to ``total``.

    ``certain`` leaves no choice, ``open`` has what to choose from. ``copying`` and ``pairs``
    (two mirrors at once, in ``pair_times`` rolls) depend on what lies in view: the faces
    ``shown`` and one of each die in ``rolled``. Gains that another option beats in everything
    are left out.
    """

    certain: Mapping[Gain, int]
    open: Mapping[Options, int]
    copying: tuple[Copying, ...]
    pairs: Mapping[tuple[Face, Face], Options]
    pair_times: int
    shown: tuple[Face, ...]
    rolled: tuple[Mapping[Face, int], ...]
    total: int

    def chosen(self, key: Callable[[Gain], Any]) -> dict[Gain, int]:
        """The distribution when everybody's choice is the gain with the largest ``key``.

        What lies in view is not enumerated for a single mirror: faces are ranked, and the best
        one in view is some face or worse exactly when no die shows a better one.
        """
        found = dict(self.certain)
        for options, count in self.open.items():
            got = max(options, key=key)
            found[got] = found.get(got, 0) + count
        for part in self.copying:
            best = {face: max(options, key=key) for face, options in part.by_face.items()}
            ranked = sorted(best, key=lambda face: key(best[face]), reverse=True)
            for face, weight in self._topmost(ranked):
                found[best[face]] = found.get(best[face], 0) + part.times * weight
        if self.pairs:
            top = {pair: max(options, key=key) for pair, options in self.pairs.items()}
            value = {pair: key(got) for pair, got in top.items()}
            for view, weight in self._views(_better_here(value)).items():
                pair = max(_pairs_of(view), key=value.__getitem__)
                found[top[pair]] = found.get(top[pair], 0) + self.pair_times * weight
        return found

    def every(self) -> Mapping[Options, int]:
        """The whole choice set: options to weight. With mirrors and three opponents there may
        be many thousands of them, and it takes seconds.
        """
        found: dict[Options, int] = {(got,): count for got, count in self.certain.items()}
        for options, count in self.open.items():
            found[options] = found.get(options, 0) + count
        if self.copying or self.pairs:
            for view, weight in self._views(beats).items():
                listed = [
                    ([part.by_face[face] for face in view], part.times) for part in self.copying
                ]
                if self.pairs:
                    listed.append(([self.pairs[pair] for pair in _pairs_of(view)], self.pair_times))
                for several_options, times in listed:
                    options = best_only(chain.from_iterable(several_options))
                    found[options] = found.get(options, 0) + times * weight
        return found

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
            Copying({face: trim(options) for face, options in part.by_face.items()}, part.times)
            for part in self.copying
        )
        pairs = {pair: trim(options) for pair, options in self.pairs.items()}
        return replace(self, certain=certain, open=opened, copying=copying, pairs=pairs)

    def _topmost(self, ranked: Sequence[Face]) -> Iterator[tuple[Face, int]]:
        """How often each face is the first of ``ranked`` in view."""
        free = [SIDES] * len(self.rolled)
        left = SIDES ** len(self.rolled)
        for face in ranked:
            if not left:
                return
            if face in self.shown:
                yield face, left
                return
            for n, die in enumerate(self.rolled):
                free[n] -= die.get(face, 0)
            now = prod(free)
            if now < left:
                yield face, left - now
            left = now

    def _views(self, better: Callable[[Face, Face], bool]) -> Mapping[tuple[Face, ...], int]:
        """Sets of faces in view with their weights; a face that another in view beats is left
        out, so that three opponents make few sets instead of 46,656 rolls.
        """
        every = tuple(dict.fromkeys(chain(self.shown, *self.rolled)))
        drops, dropped = [0] * len(every), [0] * len(every)
        for a, b in permutations(range(len(every)), 2):
            if better(every[a], every[b]):
                drops[a] |= 1 << b
                dropped[b] |= 1 << a
        number = {face: n for n, face in enumerate(every)}

        def seen(mask: int, n: int) -> int:
            return mask if mask & (dropped[n] | 1 << n) else (mask & ~drops[n]) | 1 << n

        start = 0
        for face in self.shown:
            start = seen(start, number[face])
        masks = {start: 1}
        for die in self.rolled:
            now: dict[int, int] = {}
            for mask, weight in masks.items():
                for face, count in die.items():
                    more = seen(mask, number[face])
                    now[more] = now.get(more, 0) + weight * count
            masks = now
        return {
            tuple(face for n, face in enumerate(every) if mask >> n & 1): weight
            for mask, weight in masks.items()
        }


def _pairs_of(view: tuple[Face, ...]) -> Iterable[tuple[Face, Face]]:
    """What two mirrors may copy, perhaps the same face; mirrors only if nothing else is there.

    Source: ruling ``mirror_copies_mirror``.
    """
    faces = [face for face in view if face.mode != "mirror"] or view
    return combinations_with_replacement(faces, 2)


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


def _better_here(value: Mapping[tuple[Face, Face], Any]) -> Callable[[Face, Face], bool]:
    """Whether one face is at least as good as another beside every face, by these values."""
    faces = [a for a, b in value if a is b and a.mode != "mirror"]
    place = {face: n for n, face in enumerate(faces)}
    rank = {key: n for n, key in enumerate(sorted(set(value.values())))}
    rows = [[rank[value[(a, b) if (a, b) in value else (b, a)]] for b in faces] for a in faces]

    def better(a: Face, b: Face) -> bool:
        if "mirror" in (a.mode, b.mode):
            return a.mode != "mirror"
        mine, theirs = rows[place[a]], rows[place[b]]
        if mine == theirs:
            return place[a] < place[b]
        return all(map(ge, mine, theirs))

    return better


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
    faces = tuple(dict.fromkeys(chain(others.shown, *others.dice)))
    copied = [face for face in faces if face.mode != "mirror"]
    mirrors = bool(beside or both)
    views = SIDES ** len(others.dice) if mirrors else 1
    for (first, second), times in plain.items():
        _add(certain, opened, gains(first, second, owned), times * views)
    for other, times in beside.items():
        by_face = {face: gains(face, other, owned) for face in copied}
        for face in faces:
            if face.mode == "mirror":
                by_face[face] = _looking_back(other, in_view, owned)
        if by_face:
            copying.append(Copying(by_face, times))
        else:
            _add(certain, opened, _looking_back(other, None, owned, blank=True), times * views)
    if both and copied:
        pairs = {(a, b): gains(a, b, owned) for a, b in _pairs_of(tuple(copied))}
        # a mirror in view adds nothing here: one's own faces are mirrors as well
        pairs |= {(face, face): (NOTHING,) for face in faces if face.mode == "mirror"}
    elif both:
        _add(certain, opened, (NOTHING,), both * views)
    return Blessing(
        certain,
        opened,
        tuple(copying),
        pairs,
        both if pairs else 0,
        others.shown,
        tuple(Counter(die) for die in others.dice),
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
        digits, mask, found, glory = self.stocks.get(stock, 0), (1 << self.width) - 1, {}, 0
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
        place = RESOURCES.index(resource)
        for stock in self.stocks:
            for glory, count in self.glories(stock).items():
                k = glory if resource == "glory" else stock[place]
                counts[k] = counts.get(k, 0) + count
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
    rolled: Blessing, times: int, weights: Weights, reserve: Reserve | None = None
) -> After:
    """The reserve after ``times`` equal blessings in a row with caps, nothing spent between.

    Choices go by what lands: gold that the cap would cost is worth nothing.
    """
    reserve = reserve or Reserve()
    most = reserve.caps()
    width = (rolled.total**times).bit_length() + 1
    moves = _mover(rolled, weights, most)
    stocks: dict[Stock, int] = {(reserve.gold, reserve.sun, reserve.moon): 1}
    for _ in range(times):
        later: dict[Stock, int] = {}
        for stock, digits in stocks.items():
            for target, glory, count in moves(stock):
                more = (digits << glory * width) * count
                later[target] = later[target] + more if target in later else more
        stocks = later
    return After(stocks, rolled.total**times, width)


def _mover(
    rolled: Blessing, weights: Weights, most: Stock
) -> Callable[[Stock], Sequence[tuple[Stock, int, int]]]:
    """Where one blessing leads from a stock: stock, glory gained and count, choices made."""
    w_gold, w_sun, w_moon, w_glory, w_ship = _whole(weights)
    most_gold, most_sun, most_moon = most

    @cache
    def moves(stock: Stock) -> Sequence[tuple[Stock, int, int]]:
        gold, sun, moon = stock

        def landed(got: Gain) -> tuple[int, ...]:
            g, s, m = gold + got[0], sun + got[1], moon + got[2]
            g = g if g < most_gold else most_gold
            s = s if s < most_sun else most_sun
            m = m if m < most_moon else most_moon
            worth = w_gold * g + w_sun * s + w_moon * m + w_glory * got[3] + w_ship * got[4]
            return (worth, got[3], s, m, g, got[4], got[5])

        key = cache(landed)
        found: dict[tuple[Stock, int], int] = {}
        for got, count in rolled.chosen(key).items():
            _, glory, s, m, g, _, _ = key(got)
            way = ((g, s, m), glory)
            found[way] = found.get(way, 0) + count
        return [(target, glory, count) for (target, glory), count in found.items()]

    return moves


def reach(rolled: Blessing, times: int, need: Gain, reserve: Reserve | None = None) -> Fraction:
    """The best chance to hold ``need`` after ``times`` blessings, nothing spent between.

    Every choice is made towards the target, knowing what came before. Glory in ``need`` is the
    glory on the track, gained or there already. A target above the caps cannot be reached.
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
    found = []
    for number, die in enumerate(dice):
        seen: set[Face] = set()
        for side, old in enumerate(die):
            if not old.locked and old not in seen:
                seen.add(old)
                found.append(adds(dice, face, number, side, weights, others, owned))
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
) -> Outlook:
    """Everything about the next ``times`` blessings of these dice.

    Glory in ``need`` is what the track should show, as in ``reach``.
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
        POLICY,
    )
