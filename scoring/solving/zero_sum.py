"""Optimal mixed strategies of zero-sum games in which two players choose at the same time.

A mixed strategy draws each choice with a probability, its share.

A linear programme for each player gives approximate shares; a system of equations in whole numbers
then makes them exact. The guarantee of a strategy is computed against every single reply, so it
holds even if the solver errs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from scoring.solving import deadline

from .certificates import relaxation

type Payoffs = Sequence[Sequence[int]]
"""Gain of the player who chooses the row: a list for each row, a number for each column."""

TINY = 1e-6
"""Shares and differences below this are rounding errors of the solver. Shares are 0 to 1."""
UNLIMITED = 1e20
"""Bound that HiGHS takes for none."""
FINE = 10**6
"""Largest denominator of a share, if the exact share is not found."""


@dataclass(frozen=True, slots=True)
class Mixed:
    """The best mixed strategies of two players, one choosing a row of payoffs, one a column.

    ``rows``, ``columns``: the share (probability) of each row and of each column.
    ``least``: average gain that ``rows`` guarantee, whatever column the other player chooses.
    ``most``: average gain that ``columns`` allow at most, whatever row the first player chooses.

    If ``least`` equals ``most``, neither player can do better.
    """

    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]
    least: Fraction
    most: Fraction

    @property
    def proven(self) -> bool:
        return self.least == self.most


def solve(payoffs: Payoffs) -> Mixed:
    """Returns the best mixed strategies of both players, each with the gain that it guarantees.

    ``payoffs``: for each row the first player's gain at each column, the second player's loss.

    >>> found = solve([[2, -1], [-1, 1]])
    >>> [str(share) for share in found.rows], str(found.least), found.proven
    (['2/5', '3/5'], '1/5', True)

    If a single row guarantees as much, it gets the whole share. Raises ``OutOfTime``.
    """
    theirs = [[-gain for gain in column] for column in zip(*payoffs, strict=True)]
    rows, columns = _plan(payoffs), _plan(theirs)
    least, most = guaranteed(payoffs, rows), -guaranteed(theirs, columns)
    return Mixed(rows, columns, least, most)


def against(payoffs: Payoffs, rows: Sequence[Fraction]) -> list[Fraction]:
    """Returns the average gain of a player who mixes rows, against each of the other's columns.

    ``payoffs``: the gain by row and column. ``rows``: the share (probability) of each row.
    """
    whole, over = _over_one(rows)
    chosen = [(row, n) for row, n in zip(payoffs, whole, strict=True) if n]
    columns = range(len(payoffs[0]))
    return [Fraction(sum(row[c] * n for row, n in chosen), over) for c in columns]


def guaranteed(payoffs: Payoffs, rows: Sequence[Fraction]) -> Fraction:
    """Returns the average gain of a player who mixes rows, against the other's best column.

    ``payoffs``: the gain by row and column. ``rows``: the share (probability) of each row.
    """
    return min(against(payoffs, rows))


def _plan(payoffs: Payoffs) -> tuple[Fraction, ...]:
    """Returns each row's share (probability) in the best mixed strategy of who chooses rows.

    ``payoffs``: the gain by row and column.
    """
    shares = _exact(payoffs, _approximate(payoffs))
    always = max(range(len(payoffs)), key=lambda row: min(payoffs[row]))
    if min(payoffs[always]) < guaranteed(payoffs, shares):
        return shares
    return tuple(Fraction(row == always) for row in range(len(payoffs)))


def _approximate(payoffs: Payoffs) -> Sequence[float]:
    """Returns the share of each row, rounded, that gains most on average against any column.

    ``payoffs``: the gain by row and column.
    """
    least = len(payoffs)  # the variable after the shares
    rows = [{"terms": [(n, 1) for n in range(least)], "sign": "=", "right": 1}]
    for column in zip(*payoffs, strict=True):
        gains = [(n, gain) for n, gain in enumerate(column) if gain]
        rows.append({"terms": [*gains, (least, -1)], "sign": ">=", "right": 0})
    low, high = [*[0.0] * least, -UNLIMITED], [*[1.0] * least, UNLIMITED]
    values, _ = relaxation(rows, [*[0] * least, 1], high, strict=True)(low, high)
    return values[:least]


def _over_one(probabilities: Sequence[Fraction]) -> tuple[list[int], int]:
    """Returns ``probabilities`` over a common denominator: the numerators, and that denominator."""
    over = lcm(*(share.denominator for share in probabilities))
    return [share.numerator * (over // share.denominator) for share in probabilities], over


def _exact(payoffs: Payoffs, approximate: Sequence[float]) -> tuple[Fraction, ...]:
    """Returns the exact shares of rows in a best strategy, from rounded ones.

    They are the shares that gain equally against all columns which are worst for the rounded
    strategy. If there are none such, returns the rounded shares as fractions. ``payoffs``: the gain
    by row and column. ``approximate``: the rounded shares, from the solver.
    """
    chosen = [n for n, share in enumerate(approximate) if share > TINY]
    gains = [sum(payoffs[n][c] * approximate[n] for n in chosen) for c in range(len(payoffs[0]))]
    worst = min(gains)
    tight = [c for c, gain in enumerate(gains) if gain - worst < TINY * (1 + abs(worst))]
    equations = [[*(payoffs[n][c] for n in chosen), -1, 0] for c in tight]
    equations.append([*(1 for _ in chosen), 0, 1])
    solved = _solved(equations)
    if solved and all(share >= 0 for share in solved[:-1]):
        shares = dict(zip(chosen, solved, strict=False))
    else:
        rough = {n: Fraction(approximate[n]).limit_denominator(FINE) for n in chosen}
        shares = {n: share / sum(rough.values()) for n, share in rough.items()}
    return tuple(shares.get(n, Fraction(0)) for n in range(len(approximate)))


def _solved(equations: list[list[int]]) -> list[Fraction] | None:
    """Returns the solution of linear equations; ``None`` if they contradict each other.

    >>> [str(each) for each in _solved([[1, 1, 3], [1, -1, 0]])]
    ['3/2', '3/2']

    The last number of each equation is its right side. Computes with whole numbers only: every
    division is exact. A variable that can be chosen freely is 0.
    """
    rows, unknowns = [list(each) for each in equations], len(equations[0]) - 1
    last, pivots = 1, list[int]()
    for column in range(unknowns):
        deadline.check()
        top = len(pivots)
        pivot = next((r for r in range(top, len(rows)) if rows[r][column]), None)
        if pivot is None:
            continue
        rows[top], rows[pivot] = rows[pivot], rows[top]
        head = rows[top]
        pivot = head[column]
        for r, row in enumerate(rows):
            if r != top:
                factor = row[column]
                rows[r] = [(pivot * a - factor * b) // last for a, b in zip(row, head, strict=True)]
        last = pivot
        pivots.append(column)
    if any(row[-1] for row in rows[len(pivots) :]):
        return None
    values = [Fraction(0)] * unknowns
    for row, column in zip(rows, pivots, strict=False):
        values[column] = Fraction(row[-1], row[column])
    return values
