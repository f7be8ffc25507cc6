"""Bids of one round at the three taverns, valued by the cards taken and the coins traded.

Two players: a matrix of the first player's margin for each pair of bids. More players: only the
outcome of one's own bids against the bids that the others may make.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, permutations, product, takewhile
from math import prod
from typing import NamedTuple

from scoring.solving import deadline

from .coin_rules import Change, after, trade
from .turn_order_and_gems import NEVER_SWAPPED

TAVERNS = 3
"""Number of coins that a player bids; the rest are in the pouch."""


class Coin(NamedTuple):
    """A coin to bid; ``exchange``: true for one that lets a player trade the two pouch coins."""

    value: int
    exchange: bool = False


@dataclass(frozen=True, slots=True)
class Bids:
    """A way to bid: the coins laid at the taverns, in order, and the coins left in the pouch."""

    laid: tuple[Coin, ...]
    pouch: tuple[Coin, ...]

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(coin.value for coin in self.laid)

    @property
    def pair(self) -> tuple[int, int] | None:
        """Values of the two pouch coins, lower first; ``None`` if this bid does not trade them."""
        trades = any(coin.exchange for coin in self.laid)
        if not trades or len(self.pouch) != 2 or any(coin.exchange for coin in self.pouch):
            return None
        low, high = sorted(coin.value for coin in self.pouch)
        return low, high


@dataclass(frozen=True, slots=True)
class Bidder:
    """A player who bids: coins, number of the gem, and true for each hero that changes trades."""

    coins: tuple[Coin, ...]
    gem: int
    jarika: bool = False
    zolkur: bool = False

    def traded(self, pair: tuple[int, int], treasure: Mapping[int, int]) -> Change:
        return trade(pair, treasure, jarika=self.jarika, zolkur=self.zolkur)

    def ways(self) -> list[Bids]:
        """Returns every way of the player to bid, each once, in descending order of the coins."""
        own = sorted(self.coins, reverse=True)
        bids: dict[tuple[Coin, ...], Bids] = {}
        for places in permutations(range(len(own)), TAVERNS):
            laid = tuple(own[n] for n in places)
            rest = tuple(coin for n, coin in enumerate(own) if n not in places)
            bids.setdefault(laid, Bids(laid, rest))
        return list(bids.values())


type Worths = tuple[int, ...]
"""A card's worth to each player, in points and in the order of the players."""
type Points = Callable[[int, Change], int]
"""Function from a player's index and a change of coins to the points that it brings them."""


# ── two players ────────────────────────────────────────────────────────────────────────


def first_choice(cards: Sequence[Worths], first: int) -> int:
    """Returns, for one tavern of two players, who chooses first's points less the other's.

    >>> first_choice([(9, 8), (7, 2), (5, 0)], 0)
    7

    ``cards``: each card's worth to player 0 and to player 1. ``first``: the player, 0 or 1, who
    chooses first, to get the most. The other then takes the card worth most to itself; the last
    card is discarded.
    """
    second = 1 - first
    margins = []
    for n, card in enumerate(cards):
        rest = [other[second] for m, other in enumerate(cards) if m != n]
        margins.append(card[first] - max(rest, default=0))
    return max(margins, default=0)


class TwoPlayerBids:
    """Two players' ways to bid, and the first player's margin in points for each pair of them.

    Created from the two bidders, the cards at each tavern (each as its worth to both players), the
    treasure (coin value to count), and the function that values a change of coins.
    """

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
        self._traded = cache(self._trade)

    def payoffs(self) -> list[list[int]]:
        """Returns the first player's margins: a row for each way to bid, a column for a reply."""
        margins = []
        for own in self.ways[0]:
            deadline.check()
            margins.append([self.margin(own, other) for other in self.ways[1]])
        return margins

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

    def _trade(self, traders: tuple[tuple[int, tuple[int, int]], ...]) -> int:
        """Returns the first player's margin in points from trades made in order.

        ``traders``: for each trade the player's index, 0 or 1, and the values of the two coins.
        """
        worth, treasure = 0, self.treasure
        for player, pair in traders:
            change = self.bidders[player].traded(pair, treasure)
            treasure = after(treasure, change)
            gain = self.points(player, change)
            worth += gain if player == 0 else -gain
        return worth


# ── three to five players ──────────────────────────────────────────────────────────────


class Outlook(NamedTuple):
    """Points that one way to bid brings, over all combinations of bids that the others may make.

    ``mean``: average if all ties go by the gems as they are now.
    ``low``, ``high``: average if each tie after the first tavern goes worst, or best, for the
    bidder, since gems may have moved by then.
    ``least``, ``most``: range over all possible bids of the others.
    """

    mean: Fraction
    low: Fraction
    high: Fraction
    least: int
    most: int


class MultiplayerBids:
    """Values bids of the first player against several others, for whom some bids are likely.

    Created from all bidders, the equally likely bids of each of the others, and the cards at each
    tavern, each as its worth to every player.
    """

    def __init__(
        self,
        bidders: Sequence[Bidder],
        likely: Sequence[Sequence[Bids]],
        cards: Sequence[Sequence[Worths]],
    ) -> None:
        self.gems = [bidder.gem for bidder in bidders]
        self.cards = cards
        self.coins = [
            [Counter(bids.laid[tavern].value for bids in each) for each in likely]
            for tavern in range(TAVERNS)
        ]
        self._at, self._gain = cache(self._outlook_at), cache(self._best_left)

    def outlook(self, bids: Bids, sure: int = 0) -> Outlook:
        """Returns the points that these bids bring at all taverns: averages, least and most.

        Over all combinations of the others' bids. Averages are given with the gems as they are now,
        and with ties that go worst, or best, for the bidder, as gems may have moved. ``sure``:
        points of a trade, which are added to each.
        """
        parts = [self._at(tavern, coin.value) for tavern, coin in enumerate(bids.laid)]
        return Outlook(*(sum(each, start=sure) for each in zip(*parts, strict=True)))

    def _outlook_at(self, tavern: int, coin: int) -> Outlook:
        """Returns the points that a coin bid at one tavern brings: averages, least and most.

        Over all combinations of the others' bids there. Averages are given with the gems as they
        are now, and with ties that go worst, or best, for the bidder, as gems may have moved.
        ``tavern``: its index. ``coin``: a value. Raises ``deadline.OutOfTime``.
        """
        deadline.check()
        mean = low = high = 0
        ends = list[int]()
        for bids in product(*(each.items() for each in self.coins[tavern])):
            weight = prod(n for _, n in bids)
            values = {0: coin} | {player: bid for player, (bid, _) in enumerate(bids, 1)}
            orders = self._orders(values)
            now = self._gain(tavern, next(orders))
            gains = [now]
            if tavern:  # gems may have moved at the taverns before
                gains += [self._gain(tavern, each) for each in orders]
            mean += weight * now
            low += weight * min(gains)
            high += weight * max(gains)
            ends += min(gains), max(gains)
        of = prod(each.total() for each in self.coins[tavern])
        return Outlook(
            Fraction(mean, of), Fraction(low, of), Fraction(high, of), min(ends), max(ends)
        )

    def _orders(self, bids: Mapping[int, int]) -> Iterator[tuple[int, ...]]:
        """Yields the players who choose at a tavern before player 0, in each possible order.

        In the first of them, ties go by the gems as they are now. ``bids``: player's index to coin
        value.
        """
        groups: dict[int, list[int]] = {}
        for player in sorted(bids, key=lambda each: (-bids[each], -self.gems[each])):
            if bids[player] >= bids[0]:
                groups.setdefault(bids[player], []).append(player)
        for orders in product(*(self._tied(group) for group in groups.values())):
            yield tuple(takewhile(bool, chain.from_iterable(orders)))

    def _tied(self, group: list[int]) -> list[tuple[int, ...]]:
        """Returns every order in which tied players (indexes) may choose; gem 6 is always first."""
        stays = [player for player in group if self.gems[player] >= NEVER_SWAPPED]
        others = [player for player in group if player not in stays]
        return [(*stays, *order) for order in permutations(others)]

    def _best_left(self, tavern: int, before: tuple[int, ...]) -> int:
        """Returns what the best card left by the players ``before`` is worth to player 0.

        They choose in this order, each the card worth most to them. ``tavern``: its index.
        """
        there = list(self.cards[tavern])
        for player in before[: len(there)]:
            there.remove(max(there, key=lambda card: (card[player], card[0])))
        return max((card[0] for card in there), default=0)


# ── habits ─────────────────────────────────────────────────────────────────────────────


def keeping(ways: Sequence[Bids], habit: Mapping[int, int]) -> list[Bids]:
    """Returns those of ``ways`` to bid that lay the coins of a habit at certain taverns.

    ``habit``: tavern index to coin value; if it is empty, all ways are returned.
    """
    return [way for way in ways if all(way.values[t] == coin for t, coin in habit.items())]
