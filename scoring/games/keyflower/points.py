"""How Keyflower counts. Pure arithmetic: it knows no tile and imports nothing of ours."""

from __future__ import annotations

from collections.abc import Sequence


def sets(counts: Sequence[int], wild: int = 0) -> int:
    """Full sets of one piece of each kind; a wild piece fills any gap, several in one set too.

    >>> sets([3, 3, 1], wild=2), sets([0, 0, 0], wild=3), sets([2, 2, 2])
    (3, 1, 2)
    >>> sets([9, 1, 0], wild=1), sets([6, 3, 0], wild=1), sets([9, 0, 1])
    (1, 1, 0)

    Source: rulebook, Mercer's Guild; rulings ``gold_wild`` and ``gold_several_in_set``.
    """
    full = (sum(counts) + wild) // len(counts)
    while sum(max(0, full - count) for count in counts) > wild:
        full -= 1
    return full


def groups(pieces: int, size: int) -> int:
    """Full groups of pieces of any kind.

    >>> groups(9, 5), groups(10, 5), groups(14, 5)
    (1, 2, 2)

    Source: rulebook, Windmill, Apothecary, Key Guild; an incomplete group gives nothing.
    """
    return pieces // size


def best_kind(counts: Sequence[int]) -> int:
    """Pieces of the one kind that is chosen, the most numerous.

    >>> best_kind([2, 4, 1]), best_kind([])
    (4, 0)

    Source: rulebook, Watermill, Scholar, Village Hall.
    """
    return max(counts, default=0)


def loop(tiles: int) -> int:
    """Tiles that count on the Sea Bastion's closed route; the shortest loop has three.

    >>> loop(2), loop(3)
    (0, 3)

    Source: ruling ``sea_bastion_loop``.
    """
    return tiles if tiles >= 3 else 0


def chain(boats: int, scale: Sequence[int]) -> int:
    """Points for boats joined by water to the home, on the Sea Breese's scale.

    >>> chain(3, [0, 2, 4, 8, 16, 32]), chain(9, [0, 2, 4, 8, 16, 32])
    (8, 32)

    More boats than the scale knows count as its last step. Source: ruling ``sea_breese_scale``.
    """
    return scale[min(boats, len(scale) - 1)]
