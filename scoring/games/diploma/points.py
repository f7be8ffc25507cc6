"""Scoring formulas of Diploma: pure arithmetic that imports no other module of this project."""

from collections.abc import Sequence


def sets(stones: Sequence[int]) -> int:
    """Returns the number of full sets, one stone of each colour, among stones counted by colour.

    >>> sets([3, 2, 2, 5])
    2

    ``stones``: number of each colour. Source: supplement, list of points.
    """
    return min(stones)


def sets_after_paying(stones: Sequence[int], pay: int) -> int:
    """Returns the most full sets, a stone of each colour, that can remain after paying some stones.

    >>> [sets_after_paying([3, 2, 2, 5], pay) for pay in (0, 4, 5, 8, 9)]
    [2, 2, 1, 1, 0]

    Stones above the number of the scarcest colour cost no set; breaking up a set makes one stone of
    each colour available. Raises ``ValueError`` if there are fewer stones than ``pay``. ``stones``:
    number of each colour. ``pay``: number of stones to pay, of any colours.
    """
    if sum(stones) < pay:
        raise ValueError("fewer stones than must be paid")
    left = sets(stones)
    while sum(stones) - len(stones) * left < pay:
        left -= 1
    return left


def payment(stones: Sequence[int], pay: int) -> list[int]:
    """Returns how many stones of each colour to pay so that the most full sets remain.

    >>> payment([3, 2, 2, 5], 4)
    [1, 0, 0, 3]

    Each stone is taken from the colour with the most stones at that moment, which keeps the numbers
    level. There must be at least ``pay`` stones. ``stones``: number of each colour. A full set is
    one of each.
    """
    left, paid = list(stones), [0] * len(stones)
    for _ in range(pay):
        largest = max(range(len(left)), key=lambda n: left[n])
        left[largest] -= 1
        paid[largest] += 1
    return paid


def penalty(unplaced: int, each: int | None) -> int | None:
    """Returns the negative points for unplaced titles; ``None`` until the penalty is entered.

    >>> penalty(2, 3), penalty(2, None), penalty(0, None)
    (-6, None, 0)

    ``each``: points lost for one title, entered by the players as no public text gives it. Source:
        card page, titles.
    """
    if not unplaced:
        return 0
    return None if each is None else -unplaced * each
