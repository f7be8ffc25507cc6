"""Computes the fewest further points with which a seat surely ends the game at a place.

Surely means whatever the rivals do, up to the amounts that their sheets still expect. The escape
bonus depends on the escapes of all players, and each round with an hourglass has one time bonus.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

from scoring.model.seat import Seat
from scoring.solving import deadline

from .score_pad import COLUMNS, ROUNDS, Pad, is_over, of_round, played, rounds_left

MOST_SECONDARY, MOST_COINS = 12, 9
"""Secondary points and coins that one round brings at most, if the player enters no limit."""


class Amounts(NamedTuple):
    """Amounts that a seat has in each column of the score, or that it still has to gain there.

    ``primary``, ``secondary``: points of these columns, the secondary before it is halved.
    ``time_bonus``, ``escape``: numbers of time bonuses and of escapes.
    ``coins``: coins, before they are divided by three.
    """

    primary: int
    secondary: int
    time_bonus: int
    escape: int
    coins: int


@dataclass(frozen=True, slots=True)
class Rival:
    """Another seat, with all points counted that it expects save for escapes and time bonuses.

    ``total``: its points without any escape bonus.
    ``tie``: its value where totals are equal, from the secondary column.
    ``ticks``, ``more_ticks``: escapes so far, and the most that it can add.
    ``more_races``: the most time bonuses that it can add.
    """

    seat: str
    total: int
    tie: int
    ticks: int
    more_ticks: int
    more_races: int


type Ticks = tuple[int, ...]
"""Number of further escapes of each rival, in the order of ``Needs.rivals``; or of time bonuses."""


class Needs:
    """Finds out what one seat must still gain to end at a place of the ranking for sure.

    The seat's own expected amounts, where entered, are the limits of what it can still gain.
    """

    def __init__(self, pad: Pad, seat: str) -> None:
        self.pad, self.seat = pad, pad.position.seats[seat]
        self.have = self._standing(self.seat)
        self.rivals = tuple(self._rival(s) for s in pad.position if s.id != seat)
        self.races_left = self._races_left(*pad.position)
        self.limits = self._limits()
        self._requirement = cache(self._least_total)
        self._hurdle = cache(self._least_before_escapes)
        self.bonuses = cache(self._bonuses)

    # the position

    def _standing(self, seat: Seat) -> Amounts:
        pad, now = self.pad, seat.without("more")
        columns = pad.column(now, "primary"), pad.column(now, "secondary")
        return Amounts(*columns, pad.races(now), pad.ticks(now), pad.coins(now))

    def _rival(self, seat: Seat) -> Rival:
        have, pad = self._standing(seat), self.pad
        column = have.secondary + pad.more(seat, "secondary")
        total = have.primary + pad.more(seat, "primary")
        total += pad.halved(column) + pad.thirds(have.coins + pad.more(seat, "coins"))
        total += have.time_bonus * pad.race_value
        more_ticks = min(pad.more(seat, "escape"), rounds_left(seat))
        more_races = pad.more(seat, "time_bonus")
        return Rival(seat.id, total, pad.tie_value(column), have.escape, more_ticks, more_races)

    def _races_left(self, *seats: Seat) -> int:
        """Counts the rounds with a time bonus to win that any of these seats has yet to play."""
        position, table = self.pad.position, self.pad.position.table
        after = [n for n in ROUNDS if n > min(map(played, seats))]
        won = [n for n in after if any(seat.flag(of_round("first", n)) for seat in position)]
        slow = [
            n
            for n in after
            if self.pad.objective("primary", n) and not table.flag(of_round("hourglass", n))
        ]
        return len(set(after) - set(won) - set(slow))

    def _limits(self) -> dict[str, int | None]:
        left = rounds_left(self.seat)
        limits: dict[str, int | None] = {
            "primary": None if left else 0,
            "secondary": MOST_SECONDARY * min(left, 2),
            "time_bonus": self._races_left(self.seat),
            "escape": left,
            "coins": MOST_COINS * min(left, 2),
        }
        for part, most in self.seat.tally("more").items():
            most_possible = limits[part]
            hard = part in ("time_bonus", "escape")
            limits[part] = min(most, most_possible) if hard and most_possible is not None else most
        if is_over(self.pad.position, self.seat):
            return dict.fromkeys(limits, 0)
        return limits

    # ways that suffice

    def ways(self, place: int) -> list[Amounts]:
        """Returns every minimal way to rank at ``place`` or better for sure; empty if none is.

        A way is the further amounts to gain. Minimal: no other way needs less of one amount and no
        more of any. Sorted so that the first relies least on anything but primary points.
        ``place``: in the ranking, from 1.
        """
        axes = [self._steps(part) for part in COLUMNS[1:]]
        least: dict[tuple[int, ...], int | None] = {}
        below: dict[tuple[int, ...], int | None] = {}
        ways = []
        most = self.limits["primary"]
        for at in product(*(range(len(axis)) for axis in axes)):
            deadline.check()
            rest = tuple(axis[i] for axis, i in zip(axes, at, strict=True))
            primary: int | None = self.least_primary(place, Amounts(0, *rest))
            if most is not None and primary is not None and primary > most:
                primary = None
            before = [(*at[:i], at[i] - 1, *at[i + 1 :]) for i in range(len(at)) if at[i]]
            cheaper = [v for b in before for v in (least[b], below[b]) if v is not None]
            least[at], below[at] = primary, min(cheaper, default=None)
            if primary is not None and not (cheaper and min(cheaper) <= primary):
                ways.append(Amounts(primary, *rest))
        return sorted(ways, key=lambda w: (w.time_bonus, w.escape, w.coins, w.secondary))

    def _steps(self, part: str) -> list[int]:
        """Returns the further amounts of a column to try: those that raise total or tie-break.

        ``part``: the column, a field of ``Amounts``.
        """
        most = self.limits[part]
        assert most is not None
        every = range(most + 1)
        if part == "secondary":
            return [0] + [n for n in every[1:] if self._matters(n)]
        if part == "coins":
            have = self.have.coins
            thirds = self.pad.thirds
            return [0] + [n for n in every[1:] if thirds(have + n) > thirds(have + n - 1)]
        return list(every)

    def _matters(self, n: int) -> bool:
        column = self.have.secondary + n
        more = self.pad.halved(column) > self.pad.halved(column - 1)
        return more or self.pad.tie_value(column) > self.pad.tie_value(column - 1)

    def _after(self, way: Amounts) -> tuple[int, int, int]:
        """Returns (total, tie-break value, time bonuses left) once the seat gains ``way``, amounts.

        The total is without any escape bonus, which depends on the rivals, too.
        """
        column = self.have.secondary + way.secondary
        total = self.have.primary + way.primary + self.pad.halved(column)
        total += self.pad.thirds(self.have.coins + way.coins)
        total += (self.have.time_bonus + way.time_bonus) * self.pad.race_value
        return total, self.pad.tie_value(column), self.races_left - way.time_bonus

    def least_primary(self, place: int, way: Amounts) -> int:
        """Returns the fewest primary points that, together with ``way``, make ``place`` sure.

        ``way``: further amounts of the seat in the other columns. ``place``: that one in the
        ranking, from 1, or better.
        """
        if place > len(self.rivals):
            return 0
        total, tie, races = self._after(way)
        return max(0, self._hurdle(place, way.escape, tie, races) - total)

    def _least_before_escapes(self, place: int, escape: int, tie: int, races: int) -> int:
        """Returns the lowest total of this seat that surely suffices for ``place``.

        It is without the seat's escape bonus, which depends on the rivals, too. ``place``: in the
        ranking, from 1. ``escape``: further escapes of this seat. ``tie``: its value where totals
        are equal. ``races``: time bonuses that rivals can still win.
        """
        return max(
            self._requirement(place, theirs, tie, races) - mine
            for mine, theirs in self.bonuses(escape)
        )

    def _bonuses(self, escape: int) -> Mapping[tuple[int, tuple[int, ...]], Ticks]:
        """Returns every possible result of the escape bonus, if this seat makes ``escape`` more.

        A key is this seat's bonus and a tuple of the rivals' bonuses. Its value is one example: a
        number of further escapes for each rival that leads to these bonuses.
        """
        bonuses: dict[tuple[int, tuple[int, ...]], Ticks] = {}
        mine = self.have.escape + escape
        for more in product(*(range(r.more_ticks + 1) for r in self.rivals)):
            deadline.check()
            theirs = [r.ticks + n for r, n in zip(self.rivals, more, strict=True)]
            everyone = [mine, *theirs]
            bonus = tuple(self.pad.escape_bonus(n, everyone) for n in everyone)
            bonuses.setdefault((bonus[0], bonus[1:]), more)
        return bonuses

    def _least_total(self, place: int, theirs: tuple[int, ...], tie: int, races: int) -> int:
        """Returns the lowest total with which fewer than ``place`` rivals can end ahead of it.

        ``theirs``: escape bonus of each rival. ``tie``: this seat's value where totals are equal.
        ``races``: time bonuses that rivals can still win.
        """
        value = self.pad.race_value
        edges = sorted(
            {
                r.total + bonus + won * value + beyond
                for r, bonus in zip(self.rivals, theirs, strict=True)
                for won in range(min(r.more_races, max(races, 0)) + 1)
                for beyond in (0, 1)
            }
            | {0}
        )

        def enough(total: int) -> bool:
            return self.ahead(total, tie, theirs, races, place) is None

        return edges[bisect_left(edges, True, hi=len(edges) - 1, key=enough)]

    def ahead(
        self, total: int, tie: int, theirs: Sequence[int], races: int, place: int
    ) -> tuple[int, ...] | None:
        """Returns how many time bonuses each rival must win for ``place`` of them to end ahead.

        ``None`` if the time bonuses left for all rivals together do not suffice. A rival is ahead
        with more points, or with equal points and a higher tie-break. ``total``, ``tie``: this
        seat's. ``theirs``: escape bonus of each rival. ``races``: time bonuses left.
        """
        value, costs = self.pad.race_value, []
        for n, (rival, bonus) in enumerate(zip(self.rivals, theirs, strict=True)):
            for won in range(rival.more_races + 1):
                if (rival.total + bonus + won * value, rival.tie) > (total, tie):
                    costs.append((won, n))
                    break
        chosen = sorted(costs)[:place]
        if len(chosen) < place or sum(won for won, _ in chosen) > races:
            return None
        won_by = {n: won for won, n in chosen}
        return tuple(won_by.get(n, 0) for n in range(len(self.rivals)))

    # the rivals' worst answer

    def worst(self, place: int, way: Amounts) -> tuple[Ticks, Ticks]:
        """Returns the rivals' escapes and time bonuses against which ``way`` is only just enough.

        Both are further numbers for each rival. Against them, one point less would not reach
        ``place``. If there are none such, all rivals make every escape they can and win no time
        bonus. ``place``: in the ranking, from 1. ``way``: further amounts of this seat.
        """
        total, tie, races = self._after(way)
        for (mine, theirs), ticks in self.bonuses(way.escape).items():
            won = self.ahead(total + mine - 1, tie, theirs, races, place)
            if won is not None:
                return ticks, won
        ticks = tuple(r.more_ticks for r in self.rivals)
        return ticks, (0,) * len(self.rivals)
