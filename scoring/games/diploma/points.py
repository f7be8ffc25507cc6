"""How Diploma counts, where it is known. Pure arithmetic; imports nothing of ours."""

from __future__ import annotations

from collections.abc import Sequence


def sets(stones: Sequence[int]) -> int:
    """Sets of one stone of each colour.

    >>> sets([3, 2, 2, 5])
    2

    Source: supplement, list of points.
    """
    return min(stones)


def sets_after_paying(stones: Sequence[int], pay: int) -> int:
    """The most sets left after paying so many stones of any colours.

    >>> [sets_after_paying([3, 2, 2, 5], pay) for pay in (0, 4, 5, 8, 9)]
    [2, 2, 1, 1, 0]

    Stones above the scarcest colour are free; each set more that is broken up frees four.
    """
    if sum(stones) < pay:
        raise ValueError("fewer stones than must be paid")
    kept = sets(stones)
    while sum(stones) - len(stones) * kept < pay:
        kept -= 1
    return kept


def payment(stones: Sequence[int], pay: int) -> list[int]:
    """How many stones of each colour to pay so that the most sets are left.

    >>> payment([3, 2, 2, 5], 4)
    [1, 0, 0, 3]

    The largest heaps pay first, so that what stays is level.
    """
    kept, paid = list(stones), [0] * len(stones)
    for _ in range(pay):
        largest = max(range(len(kept)), key=lambda n: kept[n])
        kept[largest] -= 1
        paid[largest] += 1
    return paid


def penalty(unplaced: int, each: int | None) -> int | None:
    """Points lost for unplaced titles; unknown until the table has entered the value of one.

    >>> penalty(2, 3), penalty(2, None), penalty(0, None)
    (-6, None, 0)

    Source: card page, titles; the value is not public.
    """
    if not unplaced:
        return 0
    return None if each is None else -unplaced * each
