"""What players work out during a round: ties of gems, coin trades, orders of play, hero lines.

Plain functions over plain numbers. They know neither cards nor sheets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

NEVER_SWAPPED = 6
"""The Crown Jeweler's gem: wins every tie and never moves."""

STARTING = (0, 2, 3, 4, 5)
"""The coins everyone begins with; traded or raised, they leave the game."""


# ── bids and gems ──────────────────────────────────────────────────────────────────────


def bid_order(bids: Mapping[str, int], gems: Mapping[str, int]) -> list[str]:
    """Who chooses first at a tavern: the higher coin, among equals the higher gem.

    >>> bid_order({"a": 5, "b": 7, "c": 5}, {"a": 3, "b": 4, "c": 5})
    ['b', 'c', 'a']
    """
    return sorted(bids, key=lambda player: (-bids[player], -gems[player]))


def ties(bids: Mapping[str, int], gems: Mapping[str, int]) -> list[list[str]]:
    """Groups of equal bids, each in the order in which it chooses."""
    groups: dict[int, list[str]] = {}
    for player in bid_order(bids, gems):
        groups.setdefault(bids[player], []).append(player)
    return [group for group in groups.values() if len(group) > 1]


def swap_gems(bids: Mapping[str, int], gems: Mapping[str, int]) -> dict[str, int]:
    """Everybody's gem after a tavern: in each tie the highest goes to the lowest, and so on.

    >>> swap_gems(dict.fromkeys("abc", 4), {"a": 4, "b": 5, "c": 3})
    {'a': 4, 'b': 3, 'c': 5}
    >>> swap_gems(dict.fromkeys("abcd", 4), {"a": 2, "b": 5, "c": 3, "d": 4})
    {'a': 5, 'b': 2, 'c': 4, 'd': 3}
    >>> swap_gems(dict.fromkeys("abc", 4), {"a": 6, "b": 5, "c": 4})
    {'a': 6, 'b': 4, 'c': 5}

    Source: ruling ``gem_swap_order``; gem 6 stays out of it.
    """
    after = dict(gems)
    for group in ties(bids, gems):
        moving = [player for player in group if gems[player] < NEVER_SWAPPED]
        for player, partner in zip(moving, reversed(moving), strict=True):
            after[player] = gems[partner]
    return after


@dataclass(frozen=True, slots=True)
class Tavern:
    """One tavern resolved: who chose when, and the gems afterwards."""

    order: tuple[str, ...]
    ties: tuple[tuple[str, ...], ...]
    gems: Mapping[str, int]


def taverns(bids: Sequence[Mapping[str, int]], gems: Mapping[str, int]) -> list[Tavern]:
    """A whole round, tavern by tavern; each one starts with the gems the last one left.

    >>> a, b = taverns([{"a": 5, "b": 5}, {"a": 3, "b": 3}], {"a": 4, "b": 5})
    >>> a.order, b.order, dict(b.gems)
    (('b', 'a'), ('a', 'b'), {'a': 4, 'b': 5})
    """
    found = []
    for bid in bids:
        order = tuple(bid_order(bid, gems))
        tied = tuple(tuple(group) for group in ties(bid, gems))
        gems = swap_gems(bid, gems)
        found.append(Tavern(order, tied, gems))
    return found


def first_to_enlist(waiting: Mapping[str, int], gems: Mapping[str, int]) -> list[str]:
    """The order of enlisting: most waiting mercenaries first, among equals the higher gem.

    >>> first_to_enlist({"a": 1, "b": 2, "c": 2, "d": 0}, {"a": 5, "b": 3, "c": 4, "d": 2})
    ['c', 'b', 'a']

    Gems stay where they are; the first may choose to be last. Source: enlistment, two engines.
    """
    those = [player for player, number in waiting.items() if number]
    return sorted(those, key=lambda player: (-waiting[player], -gems[player]))


# ── coins ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Change:
    """One coin for another: ``taken`` is ``None`` if the treasure is empty."""

    target: int
    given: int
    taken: int | None
    kept: int | None = None

    @property
    def gain(self) -> int:
        """Coin points gained; less than 0 when the treasure has only smaller coins."""
        return 0 if self.taken is None else self.taken - self.given

    @property
    def over(self) -> int:
        """By how much the new coin exceeds the target: Svafa's steps."""
        return 0 if self.taken is None else max(0, self.taken - self.target)


def treasure_left(stock: Mapping[int, int], held: Sequence[Sequence[int]]) -> dict[int, int]:
    """What lies in the treasure when players hold these coins.

    >>> treasure_left({5: 2, 6: 2, 7: 1}, [[0, 2, 5, 7], [0, 3, 5, 5, 6]])
    {5: 1, 6: 1}

    A player's first 5 is taken for the one everybody starts with; if it was traded away and
    another taken, the treasure holds one 5 less than this says.
    """
    left = dict(stock)
    for coins in held:
        own = list(coins)
        if 5 in own:
            own.remove(5)
        for coin in own:
            if coin in left:
                left[coin] -= 1
    return {value: count for value, count in left.items() if count > 0}


def look_up(treasure: Mapping[int, int], target: int) -> int | None:
    """The coin that a target brings: itself, else the next larger, else the largest there is.

    >>> stock = {5: 1, 6: 1, 8: 1, 9: 1}
    >>> look_up(stock, 7), look_up(stock, 6), look_up(stock, 20), look_up({}, 5)
    (8, 6, 9, None)

    Source: exchange rule, three engines. The old coin is not back in the treasure yet.
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
    """Two pouch coins traded: the sum is the target, the larger is given up for it.

    >>> trade((4, 5), {8: 1, 9: 1}), trade((4, 5), {8: 1, 9: 1, 12: 1}, jarika=True).taken
    (Change(target=9, given=5, taken=9, kept=4), 12)

    With Zolkur the smaller coin is replaced.
    """
    low, high = sorted(pair)
    target = low + high + (2 if jarika else 0)
    given, kept = (low, high) if zolkur else (high, low)
    return Change(target, given, look_up(treasure, target), kept)


def raise_coin(coin: int, by: int, treasure: Mapping[int, int], *, jarika: bool = False) -> Change:
    """One coin raised.

    >>> raise_coin(25, 5, {23: 1, 24: 1})
    Change(target=30, given=25, taken=24, kept=None)

    An exchange coin cannot be raised; the caller leaves it out.
    """
    target = coin + by + (2 if jarika else 0)
    return Change(target, coin, look_up(treasure, target))


def after(treasure: Mapping[int, int], change: Change) -> dict[int, int]:
    """The treasure after a change: the new coin is gone, a treasure coin given up is back.

    >>> after({8: 1, 9: 1}, Change(9, 7, 9))
    {8: 1, 7: 1}

    Coins up to 5 count as starting coins, which leave the game.
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
    """Hrungnir: one coin after the other is raised, each from what the one before left.

    >>> [change.taken for change in raise_in_order([5, 7], 2, {7: 1, 9: 1})]
    [7, 9]

    ``coins`` in the order of the taverns, pouch last, without the exchange coin. Whether Jarika
    helps here is the ruling ``jarika_hrungnir``.
    """
    found = []
    for coin in coins:
        change = raise_coin(coin, by, treasure, jarika=jarika)
        treasure = after(treasure, change)
        found.append(change)
    return found


def raise_pouch(
    pair: tuple[int, int], treasure: Mapping[int, int], *, jarika: bool = False
) -> list[tuple[Change, Change]]:
    """Vidofnir & Vedrfölnir: every way to raise one coin by 2 and the other by 3, best first.

    >>> best = raise_pouch((7, 9), {9: 1, 10: 1, 12: 1})[0]
    >>> [(change.given, change.taken) for change in best]
    [(7, 10), (9, 12)]

    With the exchange coin in the pouch the other one is raised by 5: ``raise_coin``.
    """
    ways = []
    for first, second in (pair, pair[::-1]):
        for more, less in ((3, 2), (2, 3)):
            one = raise_coin(first, more, treasure, jarika=jarika)
            ways.append((one, raise_coin(second, less, after(treasure, one), jarika=jarika)))
    return sorted(ways, key=lambda way: -(way[0].gain + way[1].gain))


# ── rounds ─────────────────────────────────────────────────────────────────────────────


def rounds(players: int, age: int, *, idavoll: bool = False) -> int:
    """How many rounds an age has.

    >>> rounds(3, 1), rounds(5, 2), rounds(4, 1, idavoll=True), rounds(4, 2, idavoll=True)
    (4, 3, 4, 3)

    Thingvellir changes nothing here. Source: the online engine, run for every mix.
    """
    return (4 if players <= 3 else 3) + (1 if idavoll and age == 1 else 0)


def tavern_cards(players: int) -> int:
    """Cards laid out at each tavern.

    >>> [tavern_cards(players) for players in (2, 3, 4, 5)]
    [3, 3, 4, 5]
    """
    return max(3, players)


# ── lines, heroes, majorities ──────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Lines:
    """Complete lines, heroes due for them, and what the next line lacks."""

    lines: int
    due: int
    missing: Mapping[str, int]


def hero_lines(ranks: Mapping[str, int], heroes: int, *, megingjord: bool = False) -> Lines:
    """How many lines are complete and how many heroes must be recruited now.

    >>> hero_lines({"hunter": 2, "miner": 1, "warrior": 3}, 0).lines
    1
    >>> hero_lines({"hunter": 2, "miner": 1}, 1).missing
    {'miner': 1}

    ``ranks`` names every class of the game. ``heroes`` are those that count: without Thrivaldi's
    hero. Each hero recruited may complete further lines; ask again afterwards. ``missing`` is
    what it takes until the next hero is due.
    """
    lines = min(ranks.values())
    due = 0 if megingjord else max(0, lines - heroes)
    goal = max(lines, heroes) + 1
    missing = {kind: goal - number for kind, number in ranks.items() if number < goal}
    return Lines(lines, due, missing)


def needed_to_lead(ranks: Mapping[str, int], player: str) -> int:
    """How many ranks more make a player the only leader; 0 if it is.

    >>> [needed_to_lead({"a": 3, "b": 3, "c": 1}, player) for player in "abc"]
    [1, 1, 3]
    """
    rivals = [number for name, number in ranks.items() if name != player]
    return max(0, max(rivals, default=0) + 1 - ranks[player])


def leader(ranks: Mapping[str, int]) -> str | None:
    """Who alone has the most ranks; ``None`` in a tie, as distinctions go.

    >>> leader({"a": 3, "b": 2}), leader({"a": 3, "b": 3})
    ('a', None)
    """
    most = max(ranks.values())
    leaders = [player for player, number in ranks.items() if number == most]
    return leaders[0] if len(leaders) == 1 else None
