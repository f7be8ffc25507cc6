"""Scoring formulas of Keyflower: pure arithmetic that imports no other module of this project."""

from collections.abc import Sequence


def sets(counts: Sequence[int], wild: int = 0) -> int:
    """Returns the number of full sets of one piece of each kind; wild pieces fill the gaps.

    ``counts``: number of pieces of each kind. ``wild``: number of pieces that stand in for any.

    >>> sets([3, 3, 1], wild=2), sets([0, 0, 0], wild=3), sets([2, 2, 2])
    (3, 1, 2)
    >>> sets([9, 1, 0], wild=1), sets([6, 3, 0], wild=1), sets([9, 0, 1])
    (1, 1, 0)

    One set may hold several wild pieces. Source: rulebook, Mercer's Guild; rulings ``gold_wild``
    and ``gold_several_in_set``.
    """
    full = (sum(counts) + wild) // len(counts)
    while sum(max(0, full - count) for count in counts) > wild:
        full -= 1
    return full


def groups(pieces: int, size: int) -> int:
    """Returns the number of full groups of ``size`` pieces of any kind.

    >>> groups(9, 5), groups(10, 5), groups(14, 5)
    (1, 2, 2)

    Source: rulebook, Windmill, Apothecary, Key Guild; an incomplete group scores nothing.
    """
    return pieces // size


def loop(tiles: int) -> int:
    """Returns how many tiles score on a closed road: all of them, but 0 if fewer than three.

    >>> loop(2), loop(3)
    (0, 3)

    The boat Sea Bastion pays for it. Source: ruling ``sea_bastion_loop``.
    """
    return tiles if tiles >= 3 else 0


def chain(boats: int, scale: Sequence[int]) -> int:
    """Returns the points for boats joined by water to the home, which the boat Sea Breese pays.

    >>> chain(3, [0, 2, 4, 8, 16, 32]), chain(9, [0, 2, 4, 8, 16, 32])
    (8, 32)

    ``scale``: points for 0 boats, 1 boat and so on; more boats score as its last step. Source:
        ruling ``sea_breese_scale``.
    """
    return scale[min(boats, len(scale) - 1)]
