"""Bids of one round at the three taverns: who takes which card, who trades for which coin.

Two players are one matrix of what each pair of bids brings the first more than the second. For
more players there is only what one's own bids bring against what the others may bid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, permutations, product
from math import prod
from typing import NamedTuple

from scoring.solving import deadline

from .coins import Change, after, trade
from .gems import NEVER_SWAPPED

TAVERNS = 3
"""So many coins are bid; what is left lies in the pouch."""


class Coin(NamedTuple):
    """A coin as it is bid: its number, and whether it trades the pouch."""

    value: int
    exchange: bool = False


@dataclass(frozen=True, slots=True)
class Bids:
    """A coin at each tavern, in their order, and what stays in the pouch."""

    laid: tuple[Coin, ...]
    pouch: tuple[Coin, ...]

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(coin.value for coin in self.laid)

    @property
    def pair(self) -> tuple[int, int] | None:
        """The pouch, if the exchange coin is bid and both coins in it can be traded."""
        trades = any(coin.exchange for coin in self.laid)
        if not trades or len(self.pouch) != 2 or any(coin.exchange for coin in self.pouch):
            return None
        low, high = sorted(coin.value for coin in self.pouch)
        return low, high


@dataclass(frozen=True, slots=True)
class Bidder:
    """Who bids: the coins, the gem, and what changes a trade."""

    coins: tuple[Coin, ...]
    gem: int
    jarika: bool = False
    zolkur: bool = False

    def traded(self, pair: tuple[int, int], treasure: Mapping[int, int]) -> Change:
        return trade(pair, treasure, jarika=self.jarika, zolkur=self.zolkur)

    def ways(self) -> list[Bids]:
        """Every way to bid, alike coins once, the highest at the first tavern first."""
        own = sorted(self.coins, reverse=True)
        found: dict[tuple[Coin, ...], Bids] = {}
        for places in permutations(range(len(own)), TAVERNS):
            laid = tuple(own[n] for n in places)
            rest = tuple(coin for n, coin in enumerate(own) if n not in places)
            found.setdefault(laid, Bids(laid, rest))
        return list(found.values())


type Worths = tuple[int, ...]
"""What a card is worth to each player, in the order of the players."""
type Points = Callable[[int, Change], int]
"""What a player's trade is worth."""


# ── two players ────────────────────────────────────────────────────────────────────────


def first_choice(cards: Sequence[Worths], first: int) -> int:
    """What the first to choose of two players gains at a tavern, less what the other gains.

    >>> first_choice([(9, 8), (7, 2), (5, 0)], 0)
    7

    The second then takes what is worth most to it; the last card goes.
    """
    second = 1 - first
    found = []
    for n, card in enumerate(cards):
        rest = [other[second] for m, other in enumerate(cards) if m != n]
        found.append(card[first] - max(rest, default=0))
    return max(found, default=0)


class Duel:
    """Two players' bids, and what each pair of them brings the first player more."""

    def __init__(
        self,
        bidders: tuple[Bidder, Bidder],
        cards: Sequence[Sequence[Worths]],
        treasure: Mapping[int, int],
        points: Points,
    ) -> None:
        self.bidders, self.treasure, self.points = bidders, treasure, points
        self.ways = tuple(bidder.ways() for bidder in bidders)
        self._chosen = [(first_choice(there, 0), -first_choice(there, 1)) for there in cards]
        self._trades: dict[tuple[tuple[int, tuple[int, int]], ...], int] = {}

    def payoffs(self) -> list[list[int]]:
        """A row for each way of the first player, a column for each of the second."""
        found = []
        for own in self.ways[0]:
            deadline.check()
            found.append([self.margin(own, other) for other in self.ways[1]])
        return found

    def margin(self, own: Bids, other: Bids) -> int:
        gems = [bidder.gem for bidder in self.bidders]
        moves = max(gems) < NEVER_SWAPPED
        higher = 0 if gems[0] > gems[1] else 1
        worth, traders = 0, list[tuple[int, tuple[int, int]]]()
        pairs = own.pair, other.pair
        for tavern, (mine, theirs) in enumerate(zip(own.laid, other.laid, strict=True)):
            first = 0 if mine.value > theirs.value else 1
            if mine.value == theirs.value:
                first = higher
                if moves:
                    higher = 1 - higher
            worth += self._chosen[tavern][first]
            for player in (first, 1 - first):
                pair = pairs[player]
                if pair and (mine, theirs)[player].exchange:
                    traders.append((player, pair))
        return worth + self._traded(tuple(traders))

    def _traded(self, traders: tuple[tuple[int, tuple[int, int]], ...]) -> int:
        """What trades one after the other bring, each from what the one before left."""
        if traders not in self._trades:
            worth, treasure = 0, self.treasure
            for player, pair in traders:
                change = self.bidders[player].traded(pair, treasure)
                treasure = after(treasure, change)
                gain = self.points(player, change)
                worth += gain if player == 0 else -gain
            self._trades[traders] = worth
        return self._trades[traders]


# ── three to five players ──────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Outlook:
    """What bids bring against what the others may bid.

    ``mean``: on average, if gems stay as they are. ``low`` and ``high``: that average if each later
    tie is lost, or won. ``least`` and ``most``: whatever the others bid.
    """

    mean: Fraction
    low: Fraction
    high: Fraction
    least: int
    most: int

    def __add__(self, other: Outlook) -> Outlook:
        return Outlook(
            self.mean + other.mean,
            self.low + other.low,
            self.high + other.high,
            self.least + other.least,
            self.most + other.most,
        )


def sure(points: int) -> Outlook:
    """What comes whatever anybody bids."""
    return Outlook(Fraction(points), Fraction(points), Fraction(points), points, points)


class Crowd:
    """One player, the first, against several whose bids are known only by how likely they are."""

    def __init__(
        self,
        bidders: Sequence[Bidder],
        likely: Sequence[Sequence[Bids]],
        cards: Sequence[Sequence[Worths]],
    ) -> None:
        """``likely``: of each of the others the bids that it may make, each as likely."""
        self.gems = [bidder.gem for bidder in bidders]
        self.cards = cards
        self.coins = [
            [Counter(bids.laid[tavern].value for bids in each) for each in likely]
            for tavern in range(TAVERNS)
        ]
        self._left: dict[tuple[int, tuple[int, ...]], int] = {}
        self._seen: dict[tuple[int, int], Outlook] = {}

    def outlook(self, bids: Bids) -> Outlook:
        """What these bids bring at the taverns, without a trade."""
        found = sure(0)
        for tavern, coin in enumerate(bids.laid):
            key = tavern, coin.value
            if key not in self._seen:
                self._seen[key] = self._at(*key)
            found = found + self._seen[key]
        return found

    def _at(self, tavern: int, coin: int) -> Outlook:
        """A tavern by itself: the others' coins there are drawn one by one."""
        deadline.check()
        mean = low = high = 0
        ends = list[int]()
        for bids in product(*(each.items() for each in self.coins[tavern])):
            weight = prod(n for _, n in bids)
            values = {0: coin} | {player: bid for player, (bid, _) in enumerate(bids, 1)}
            now = self._gain(tavern, next(self._orders(values, settled=True)))
            gains = [now]
            if tavern:  # gems may have moved at the taverns before
                gains = [self._gain(tavern, each) for each in self._orders(values, settled=False)]
            mean += weight * now
            low += weight * min(gains)
            high += weight * max(gains)
            ends += min(gains), max(gains)
        of = prod(each.total() for each in self.coins[tavern])
        return Outlook(
            Fraction(mean, of), Fraction(low, of), Fraction(high, of), min(ends), max(ends)
        )

    def _orders(self, bids: Mapping[int, int], *, settled: bool) -> Iterator[tuple[int, ...]]:
        """Who chooses before the first player: as the gems are, or in every order they could be."""
        groups: dict[int, list[int]] = {}
        for player in sorted(bids, key=lambda each: (-bids[each], -self.gems[each])):
            if bids[player] >= bids[0]:
                groups.setdefault(bids[player], []).append(player)
        if settled:
            yield _before(chain.from_iterable(groups.values()))
            return
        for orders in product(*(self._tied(group) for group in groups.values())):
            yield _before(chain.from_iterable(orders))

    def _tied(self, group: list[int]) -> list[tuple[int, ...]]:
        """Every order of a tie; gem 6 wins each."""
        stays = [player for player in group if self.gems[player] >= NEVER_SWAPPED]
        others = [player for player in group if player not in stays]
        return [(*stays, *order) for order in permutations(others)]

    def _gain(self, tavern: int, before: tuple[int, ...]) -> int:
        """The best card that is left once those before have each taken what is worth most to it.

        Of cards worth the same to somebody, the one worth more to the first player is taken.
        """
        key = tavern, before
        if key not in self._left:
            there = list(self.cards[tavern])
            for player in before[: len(there)]:
                there.remove(max(there, key=lambda card: (card[player], card[0])))
            self._left[key] = max((card[0] for card in there), default=0)
        return self._left[key]


def _before(order: Iterable[int]) -> tuple[int, ...]:
    found = []
    for player in order:
        if player == 0:
            break
        found.append(player)
    return tuple(found)


# ── habits ─────────────────────────────────────────────────────────────────────────────


def keeping(ways: Sequence[Bids], habit: Mapping[int, int]) -> list[Bids]:
    """The ways that lay these coins at these taverns."""
    return [way for way in ways if all(way.values[t] == coin for t, coin in habit.items())]
