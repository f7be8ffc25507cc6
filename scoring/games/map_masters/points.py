"""Scoring arithmetic of Map Masters: pure functions without cards or project imports."""

from __future__ import annotations

from collections.abc import Sequence


def objective(icons: int, each: int) -> int:
    """Returns the points for the circled icons of an objective's kind.

    >>> objective(3, 2)
    6

    Struck-out icons count, fairies and books do not. Source: rulebook, reward phase.
    """
    return icons * each


def share(column: int, parts: int) -> int:
    """Returns a column's sum divided once at the end, rounded down; never round by round.

    >>> share(15, 2), share(11, 3)
    (7, 3)

    Source: rulebook, end of the game: half of the secondary column, a third of the coins.
    """
    return column // parts


def to_next(value: int, parts: int) -> int:
    """Returns the number still needed for the next point of a divided column.

    >>> to_next(15, 2), to_next(16, 2), to_next(10, 3)
    (1, 2, 2)
    """
    return parts - value % parts


def escape(
    ticks: int, everyone: Sequence[int], steps: Sequence[int], nought_ranks: bool, next_ranks: bool
) -> int:
    """Returns a player's points for escape ticks, by rank of that number among all players.

    >>> [escape(n, [4, 4, 3, 0], [2, 1], False, True) for n in (4, 3, 0)]
    [2, 1, 0]
    >>> escape(3, [4, 4, 3], [2, 1], False, next_ranks=False)
    0

    All level players get the points of their rank; the next lower number is the next rank unless
    ``next_ranks`` is false and several share the rank above. Source: rulebook, end of the game;
    rulings ``escape_zero`` and ``escape_tie_first``.
    """
    levels = sorted({n for n in everyone if n or nought_ranks}, reverse=True)
    if ticks not in levels:
        return 0
    rank = levels.index(ticks)
    if not next_ranks:
        rank = sum(n > ticks for n in everyone)
    return steps[rank] if rank < len(steps) else 0
