"""Order of choosing cards at a tavern, swaps of gems after ties, order of enlisting mercenaries.

Functions on plain numbers: only ``gem_held`` knows the sheet.
"""

from collections.abc import Mapping

from scoring.model.seat import Seat

NEVER_SWAPPED = 6
"""The Crown Jeweler's gem: it wins every tie and never moves."""


def gem_held(seat: Seat) -> str | None:
    """Returns the id of a seat's gem: the Crown Jeweler's, else the one entered, if any."""
    return "gem_6" if seat.has("distinctions", "crown_jeweler") else seat.choice("gem")


def gem_number(gem: str | None) -> int:
    """Returns the number of a gem from its id, such as 5 for ``gem_5``; 0 for none."""
    return int(gem.removeprefix("gem_")) if gem else 0


def bid_order(bids: Mapping[str, int], gems: Mapping[str, int]) -> list[str]:
    """Returns the players in the order of choice at a tavern: highest coin first, then highest gem.

    >>> bid_order({"a": 5, "b": 7, "c": 5}, {"a": 3, "b": 4, "c": 5})
    ['b', 'c', 'a']

    ``bids``: coin value by player. ``gems``: gem number by player.
    """
    return sorted(bids, key=lambda player: (-bids[player], -gems[player]))


def ties(bids: Mapping[str, int], gems: Mapping[str, int]) -> list[list[str]]:
    """Returns groups of players with equal bids, highest bid first, each in order of choice.

    ``bids``: coin value by player. ``gems``: gem number by player.
    """
    groups: dict[int, list[str]] = {}
    for player in bid_order(bids, gems):
        groups.setdefault(bids[player], []).append(player)
    return [group for group in groups.values() if len(group) > 1]


def swap_gems(bids: Mapping[str, int], gems: Mapping[str, int]) -> dict[str, int]:
    """Returns the gems after a tavern: those who tied swap highest with lowest, and so on inwards.

    >>> swap_gems(dict.fromkeys("abc", 4), {"a": 4, "b": 5, "c": 3})
    {'a': 4, 'b': 3, 'c': 5}
    >>> swap_gems(dict.fromkeys("abcd", 4), {"a": 2, "b": 5, "c": 3, "d": 4})
    {'a': 5, 'b': 2, 'c': 4, 'd': 3}
    >>> swap_gems(dict.fromkeys("abc", 4), {"a": 6, "b": 5, "c": 4})
    {'a': 6, 'b': 4, 'c': 5}

    ``bids``: coin value by player. ``gems``: gem number by player. Gem 6 takes no part. Source:
    ruling ``gem_swap_order``.
    """
    after = dict(gems)
    for group in ties(bids, gems):
        moving = [player for player in group if gems[player] < NEVER_SWAPPED]
        for player, partner in zip(moving, reversed(moving), strict=True):
            after[player] = gems[partner]
    return after


def first_to_enlist(waiting: Mapping[str, int], gems: Mapping[str, int]) -> list[str]:
    """Returns the players in enlisting order: most waiting mercenaries, then the higher gem.

    >>> first_to_enlist({"a": 1, "b": 2, "c": 2, "d": 0}, {"a": 5, "b": 3, "c": 4, "d": 2})
    ['c', 'b', 'a']

    ``waiting``: number of waiting mercenaries by player. ``gems``: gem number by player. Players
    without a waiting mercenary are left out. No gem is swapped; the first player may choose to be
    last. Source: enlistment, two engines.
    """
    return bid_order({player: n for player, n in waiting.items() if n}, gems)
