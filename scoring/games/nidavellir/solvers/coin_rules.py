"""Rules for trading and raising coins at the Royal Treasure, as functions on plain numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

STARTING = (0, 2, 3, 4, 5)
"""The coins that every player starts with; traded or raised, they leave the game."""


@dataclass(frozen=True, slots=True)
class Change:
    """The exchange of one coin for another from the treasure.

    ``target``: value to look for in the treasure, such as the sum of two traded coins.
    ``given``: coin given away.
    ``taken``: coin received, ``None`` if the treasure is empty.
    ``kept``: in a trade, the second coin, which stays with the player.
    """

    target: int
    given: int
    taken: int | None
    kept: int | None = None

    @property
    def gain(self) -> int:
        """Points that the exchange gains; less than 0 if the treasure has only smaller coins."""
        return 0 if self.taken is None else self.taken - self.given

    @property
    def excess(self) -> int:
        """Amount by which the new coin exceeds the value looked for: steps that Svafa moves."""
        return 0 if self.taken is None else max(0, self.taken - self.target)


def treasure_left(stock: Mapping[int, int], purses: Sequence[Sequence[int]]) -> dict[int, int]:
    """Returns the coins left in the treasure besides the players' ``purses``: value to count.

    >>> treasure_left({5: 2, 6: 2, 7: 1}, [[0, 2, 5, 7], [0, 3, 5, 5, 6]])
    {5: 1, 6: 1}

    ``stock``: the treasure at the start. A player's first 5 counts as the starting one; if that was
    traded away and another 5 taken, the treasure holds one 5 less than returned.
    """
    left = dict(stock)
    for coins in purses:
        taken = list(coins)
        if 5 in taken:
            taken.remove(5)
        for coin in taken:
            if coin in left:
                left[coin] -= 1
    return {value: count for value, count in left.items() if count > 0}


def look_up(treasure: Mapping[int, int], target: int) -> int | None:
    """Returns the coin to take for ``target``: that value, else the next larger, else the largest.

    >>> stock = {5: 1, 6: 1, 8: 1, 9: 1}
    >>> look_up(stock, 7), look_up(stock, 6), look_up(stock, 20), look_up({}, 5)
    (8, 6, 9, None)

    ``treasure``: value to count. ``None`` if it is empty. The coin given away is not yet back in
    the treasure. Source: exchange rule, three engines.
    """
    there = sorted(value for value, count in treasure.items() if count > 0)
    return next((value for value in there if value >= target), there[-1] if there else None)


def trade(
    pair: tuple[int, int],
    treasure: Mapping[int, int],
    *,
    jarika: bool = False,
    zolkur: bool = False,
) -> Change:
    """Returns the trade of two pouch coins: their sum is the target, the larger coin is given.

    >>> trade((4, 5), {8: 1, 9: 1}), trade((4, 5), {8: 1, 9: 1, 12: 1}, jarika=True).taken
    (Change(target=9, given=5, taken=9, kept=4), 12)

    ``treasure``: value to count. With the hero Jarika the target is 2 higher; with the hero Zolkur
    the smaller coin is given.
    """
    low, high = sorted(pair)
    target = low + high + (2 if jarika else 0)
    given, kept = (low, high) if zolkur else (high, low)
    return Change(target, given, look_up(treasure, target), kept)


def raise_coin(coin: int, by: int, treasure: Mapping[int, int], *, jarika: bool = False) -> Change:
    """Returns the change of raising one coin by ``by``, by 2 more with the hero Jarika.

    >>> raise_coin(25, 5, {23: 1, 24: 1})
    Change(target=30, given=25, taken=24, kept=None)

    An exchange coin cannot be raised; the caller leaves it out. ``treasure``: value to count.
    """
    target = coin + by + (2 if jarika else 0)
    return Change(target, coin, look_up(treasure, target))


def after(treasure: Mapping[int, int], change: Change) -> dict[int, int]:
    """Returns the treasure after a change: without the new coin, with the one given back.

    >>> after({8: 1, 9: 1}, Change(9, 7, 9))
    {8: 1, 7: 1}

    Coins up to 5 count as starting coins, which leave the game instead.
    """
    left = dict(treasure)
    if change.taken is not None:
        left[change.taken] -= 1
        if change.given > max(STARTING):
            left[change.given] = left.get(change.given, 0) + 1
    return {value: count for value, count in left.items() if count > 0}


def raise_in_order(
    coins: Sequence[int], by: int, treasure: Mapping[int, int], *, jarika: bool = False
) -> list[Change]:
    """Returns the giant Hrungnir's raises in order, each from the treasure the last one left.

    >>> [change.taken for change in raise_in_order([5, 7], 2, {7: 1, 9: 1})]
    [7, 9]

    ``coins``: values in the order of the taverns, pouch last, without the exchange coin. ``by``:
    amount of each raise. ``treasure``: value to count. ``jarika``: true if that hero helps here,
    which is the open rules question ``jarika_hrungnir``.
    """
    changes = []
    for coin in coins:
        change = raise_coin(coin, by, treasure, jarika=jarika)
        treasure = after(treasure, change)
        changes.append(change)
    return changes


def raise_pouch(
    pair: tuple[int, int], treasure: Mapping[int, int], *, jarika: bool = False
) -> list[tuple[Change, Change]]:
    """Returns the ways to raise one pouch coin by 2 and the other by 3, best first.

    >>> best = raise_pouch((7, 9), {9: 1, 10: 1, 12: 1})[0]
    >>> [(change.given, change.taken) for change in best]
    [(7, 10), (9, 12)]

    Each way is the two raises in order; best means most points gained. ``treasure``: value to
    count. ``jarika``: true with that hero, who raises by 2 more.

    The power of the animal Vidofnir & Vedrfölnir. With an exchange coin in the pouch the other coin
    is raised by 5 instead: ``raise_coin``.
    """
    ways = []
    for first, second in (pair, pair[::-1]):
        for more, less in ((3, 2), (2, 3)):
            one = raise_coin(first, more, treasure, jarika=jarika)
            ways.append((one, raise_coin(second, less, after(treasure, one), jarika=jarika)))
    return sorted(ways, key=lambda way: -(way[0].gain + way[1].gain))
