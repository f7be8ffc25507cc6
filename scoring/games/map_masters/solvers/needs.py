"""Computes what a player still needs for a place, whatever the rivals do.

A rival may get anything up to what its sheet says is still to come; the escape bonus is ranked over
all players' ticks, and each hourglass round has one winner. Results hold in every such case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

from scoring.model.seat import Seat
from scoring.solving import deadline

from .pad import COLUMNS, ROUNDS, Pad, is_over, of_round, played, rounds_left

MOST_SECONDARY, MOST_COINS = 12, 9
"""Most secondary points and coins in a round if the player names no limit."""


class Way(NamedTuple):
    """Further amounts that suffice: primary and secondary points, races, ticks, coins."""

    primary: int
    secondary: int
    time_bonus: int
    escape: int
    coins: int


@dataclass(frozen=True, slots=True)
class SeatAmounts:
    """A seat's amounts so far, before halves, thirds and ranks."""

    primary: int
    secondary: int
    time_bonus: int
    escape: int
    coins: int


@dataclass(frozen=True, slots=True)
class Rival:
    """A rival at its best without escape bonus, and the ticks and races it may add."""

    seat: str
    total: int
    tie: int
    ticks: int
    more_ticks: int
    more_races: int


type Ticks = tuple[int, ...]
"""Number of further escapes of each rival, in the order of the rivals."""


@dataclass(frozen=True, slots=True)
class WorstRivals:
    """The rivals' further ticks and races against which a way is just enough."""

    ticks: Ticks
    races: tuple[int, ...]


class Needs:
    """Computes the needs of one seat at a table that is being played."""

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

    def _standing(self, seat: Seat) -> SeatAmounts:
        pad, now = self.pad, seat.without("more")
        column = pad.secondary(now)
        assert column is not None
        return SeatAmounts(pad.primary(now), column, pad.races(now), pad.ticks(now), pad.coins(now))

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
        """Counts the rounds to come for any of these seats with a time bonus still to win."""
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
            known = limits[part]
            hard = part in ("time_bonus", "escape")
            limits[part] = min(most, known) if hard and known is not None else most
        if is_over(self.pad.position, self.seat):
            return dict.fromkeys(limits, 0)
        return limits

    # what is enough

    def ways(self, place: int) -> list[Way]:
        """Returns every minimal way to end at ``place`` or better for sure.

        No way in the list needs as much as another in each part and more in one. The first relies
        least on anything but the primary. Empty if no way within the limits is enough.
        """
        axes = [self._steps(part) for part in COLUMNS[1:]]
        least: dict[tuple[int, ...], int | None] = {}
        below: dict[tuple[int, ...], int | None] = {}
        found = []
        most = self.limits["primary"]
        for at in product(*(range(len(axis)) for axis in axes)):
            deadline.check()
            rest = tuple(axis[i] for axis, i in zip(axes, at, strict=True))
            primary: int | None = self.least_primary(place, *rest)
            if most is not None and primary is not None and primary > most:
                primary = None
            before = [(*at[:i], at[i] - 1, *at[i + 1 :]) for i in range(len(at)) if at[i]]
            cheaper = [v for b in before for v in (least[b], below[b]) if v is not None]
            least[at], below[at] = primary, min(cheaper, default=None)
            if primary is not None and not (cheaper and min(cheaper) <= primary):
                found.append(Way(primary, *rest))
        return sorted(found, key=lambda w: (w.time_bonus, w.escape, w.coins, w.secondary))

    def _steps(self, part: str) -> list[int]:
        """Returns amounts that change anything: next half, next third, each tick and race."""
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

    def least_primary(
        self, place: int, secondary: int, time_bonus: int, escape: int, coins: int
    ) -> int:
        """Returns the least primary points that suffice together with these amounts."""
        column = self.have.secondary + secondary
        base = self.have.primary + self.pad.halved(column)
        base += self.pad.thirds(self.have.coins + coins)
        base += (self.have.time_bonus + time_bonus) * self.pad.race_value
        tie, races = self.pad.tie_value(column), self.races_left - time_bonus
        if place > len(self.rivals):
            return 0
        return max(0, self._hurdle(place, escape, tie, races) - base)

    def _least_before_escapes(self, place: int, escape: int, tie: int, races: int) -> int:
        """Returns the least total without the own escape bonus that always suffices."""
        return max(
            self._requirement(place, theirs, tie, races) - mine
            for mine, theirs in self.bonuses(escape)
        )

    def _bonuses(self, escape: int) -> Mapping[tuple[int, tuple[int, ...]], Ticks]:
        """Returns possible escape bonuses, own and rivals', each with ticks that lead there."""
        found: dict[tuple[int, tuple[int, ...]], Ticks] = {}
        mine = self.have.escape + escape
        for more in product(*(range(r.more_ticks + 1) for r in self.rivals)):
            deadline.check()
            theirs = [r.ticks + n for r, n in zip(self.rivals, more, strict=True)]
            everyone = [mine, *theirs]
            bonus = tuple(self.pad.escape_bonus(n, everyone) for n in everyone)
            found.setdefault((bonus[0], bonus[1:]), more)
        return found

    def _least_total(self, place: int, theirs: tuple[int, ...], tie: int, races: int) -> int:
        """Returns the least total with fewer than ``place`` rivals ahead in every race outcome."""
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
        low, high = 0, len(edges) - 1
        while low < high:
            middle = (low + high) // 2
            if self.ahead(edges[middle], tie, theirs, races, place) is None:
                high = middle
            else:
                low = middle + 1
        return edges[low]

    def ahead(
        self, total: int, tie: int, theirs: Sequence[int], races: int, place: int
    ) -> tuple[int, ...] | None:
        """Returns races won by each rival so that ``place`` of them are ahead, or ``None``."""
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

    # what to show

    def worst(self, place: int, way: Way) -> WorstRivals:
        """Returns the rivals' outcome that makes one point less too little; else their best."""
        column = self.have.secondary + way.secondary
        base = self.have.primary + way.primary + self.pad.halved(column)
        base += self.pad.thirds(self.have.coins + way.coins)
        base += (self.have.time_bonus + way.time_bonus) * self.pad.race_value
        tie, races = self.pad.tie_value(column), self.races_left - way.time_bonus
        for (mine, theirs), ticks in self.bonuses(way.escape).items():
            won = self.ahead(base + mine - 1, tie, theirs, races, place)
            if won is not None:
                return WorstRivals(ticks, won)
        ticks = tuple(r.more_ticks for r in self.rivals)
        return WorstRivals(ticks, (0,) * len(self.rivals))
