"""Scoring formulas of Map Masters: pure arithmetic that imports no other module of this project."""

from collections.abc import Sequence


def objective(icons: int, each: int) -> int:
    """Returns the points for an objective: ``icons`` circled icons of its kind, ``each`` per icon.

    >>> objective(3, 2)
    6

    Icons that are circled and struck out count, fairies and spellbooks do not. Source: rulebook,
    reward phase.
    """
    return icons * each


def share(column: int, parts: int) -> int:
    """Returns a column's sum divided by ``parts``, rounded down once at the end, not per round.

    >>> share(15, 2), share(11, 3)
    (7, 3)

    Source: rulebook, end of the game: half of the secondary column, a third of the coins.
    """
    return column // parts


def to_next(value: int, parts: int) -> int:
    """Returns how much a column's sum must grow for one more point at the end of the game.

    >>> to_next(15, 2), to_next(16, 2), to_next(10, 3)
    (1, 2, 2)

    ``value``: the sum. ``parts``: number that it is divided by, rounded down, to give points.
    """
    return parts - value % parts


def escape(
    ticks: int, everyone: Sequence[int], steps: Sequence[int], nought_ranks: bool, next_ranks: bool
) -> int:
    """Returns a player's escape bonus at the end of the game: points by rank in number of escapes.

    >>> [escape(n, [4, 4, 3, 0], [2, 1], False, True) for n in (4, 3, 0)]
    [2, 1, 0]
    >>> escape(3, [4, 4, 3], [2, 1], False, next_ranks=False)
    0

    ``ticks``: escapes of this player.
    ``everyone``: escapes of all players, this one included.
    ``steps``: points of the first rank (most escapes), of the second, and so on.
    ``nought_ranks``: true if a player without any escape can earn a bonus, too.
    ``next_ranks``: true if the next lower number is the next rank, even if several players share
        the rank above; otherwise the ranks that they share are used up.

    Players with equal escapes all get the points of their rank. Source: rulebook, end of the game;
    a table answers the two flags in the rulings ``escape_zero`` and ``escape_tie_first``.
    """
    levels = sorted({n for n in everyone if n or nought_ranks}, reverse=True)
    if ticks not in levels:
        return 0
    rank = levels.index(ticks)
    if not next_ranks:
        rank = sum(n > ticks for n in everyone)
    return steps[rank] if rank < len(steps) else 0
