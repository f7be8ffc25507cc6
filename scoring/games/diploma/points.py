"""Known scoring formulas of Diploma: pure arithmetic, without imports from this project."""

from __future__ import annotations

from collections.abc import Sequence


def sets(stones: Sequence[int]) -> int:
    """Returns the sets of one stone of each colour.

    >>> sets([3, 2, 2, 5])
    2

    Source: supplement, list of points.
    """
    return min(stones)


def sets_after_paying(stones: Sequence[int], pay: int) -> int:
    """Returns the most sets left after paying ``pay`` stones of any colours. Raises ``ValueError``.

    >>> [sets_after_paying([3, 2, 2, 5], pay) for pay in (0, 4, 5, 8, 9)]
    [2, 2, 1, 1, 0]

    Stones above the scarcest colour cost no set; each set broken up frees one of each colour.
    """
    if sum(stones) < pay:
        raise ValueError("fewer stones than must be paid")
    kept = sets(stones)
    while sum(stones) - len(stones) * kept < pay:
        kept -= 1
    return kept


def payment(stones: Sequence[int], pay: int) -> list[int]:
    """Returns how many stones of each colour to pay to keep the most sets.

    >>> payment([3, 2, 2, 5], 4)
    [1, 0, 0, 3]

    Each stone comes from the largest remaining heap, which keeps the heaps level.
    """
    kept, paid = list(stones), [0] * len(stones)
    for _ in range(pay):
        largest = max(range(len(kept)), key=lambda n: kept[n])
        kept[largest] -= 1
        paid[largest] += 1
    return paid


def penalty(unplaced: int, each: int | None) -> int | None:
    """Returns the (negative) points for unplaced titles; ``None`` until one's value is entered.

    >>> penalty(2, 3), penalty(2, None), penalty(0, None)
    (-6, None, 0)

    Source: card page, titles; the value is not public.
    """
    if not unplaced:
        return 0
    return None if each is None else -unplaced * each
