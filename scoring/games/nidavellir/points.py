"""Arithmetic of Nidavellir's scoring rules; knows no cards and imports nothing of the project."""

from collections.abc import Sequence


def blacksmiths(ranks: int, first: int = 3, step: int = 1) -> int:
    """Points for blacksmith ranks: 3 for the first, each next one a point more than the last.

    >>> blacksmiths(0), blacksmiths(1), blacksmiths(4), blacksmiths(10)
    (0, 3, 18, 75)

    ``first``: points of the first rank; ``step``: points that each next rank is worth more. The
    printed board stops at 25 ranks; the sum goes on. Source: player aid, three engines.
    """
    return ranks * first + step * ranks * (ranks - 1) // 2


def hunters(ranks: int) -> int:
    """Points for hunter ranks: their number squared.

    >>> hunters(4)
    16

    Counts ranks, not cards; a hero may carry several. Source: player aid, three engines.
    """
    return ranks * ranks


def miners(values: Sequence[int], more: int = 0) -> int:
    """Points for miner ranks: the sum of their values, times the number of ranks.

    >>> miners([0, 0, 0]), miners([0, 1, 2]), miners([1, 0, 0, 2], more=1)
    (0, 9, 16)

    ``values``: the value of each rank. ``more``: added to the sum before it is multiplied (by the
    animal Ratatosk). Source: player aid, three engines.
    """
    return (sum(values) + more) * len(values)


def pairs(zeros: int) -> int:
    """Number of pairs among miner ranks of value 0; a single one left over does not count.

    >>> pairs(3)
    1

    ``zeros``: number of those ranks. Source: Ratatosk's card.
    """
    return zeros // 2


def printed(n: int, scale: Sequence[int]) -> int:
    """Points of a printed scale for 0, 1, 2...; beyond its last number, those of the last.

    >>> printed(3, [0, 13, 40, 81, 108, 135]), printed(6, [0, 13, 40])
    (81, 40)
    >>> printed(2, [0, 8, 16, 0]), printed(3, [0, 8, 16, 0])
    (16, 0)

    For owning ``n`` of the five Dwerg brothers (heroes), and for a valkyrie after ``n`` steps.
    Source: their cards; Hildr's third step really reads 0.
    """
    return scale[min(n, len(scale) - 1)]


def majority(own: int, most: int, largest: int, *, when_nobody: bool) -> int:
    """Warrior majority bonus: a player with the most ranks adds their own largest coin.

    >>> majority(5, 5, 14, when_nobody=False), majority(4, 5, 14, when_nobody=False)
    (14, 0)

    ``own``: the player's warrior ranks. ``most``: the most of any player, this one included, so
    tied leaders all get the bonus. ``largest``: value of the player's largest coin.
    ``when_nobody``: true if all players get it when nobody has a warrior, which a table answers in
    the ruling ``no_warriors``. Source: three engines.
    """
    return largest if own >= most and (own > 0 or when_nobody) else 0
