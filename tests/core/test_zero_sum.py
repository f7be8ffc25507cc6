"""Two players at once: the value is the game's, and the plan guarantees it.

The other method knows no solver. Of every matrix game some square part has the same value and the
same plans, alike against each of its columns (Shapley and Snow, 1950): so all parts are tried.
"""

import random
from fractions import Fraction
from itertools import combinations

import pytest

from scoring.solving import deadline, zero_sum
from tests.games.posted import cases


def alike(part):
    """Shares of the rows that bring the same against every column, and what they bring."""
    size = len(part)
    table = [
        [*(Fraction(part[r][c]) for r in range(size)), Fraction(-1), Fraction(0)]
        for c in range(size)
    ]
    table.append([*[Fraction(1)] * size, Fraction(0), Fraction(1)])
    for column in range(size + 1):
        pivot = next((row for row in table[column:] if row[column]), None)
        if pivot is None:
            return None
        table.remove(pivot)
        table.insert(column, [each / pivot[column] for each in pivot])
        for n, row in enumerate(table):
            if n != column:
                table[n] = [a - row[column] * b for a, b in zip(row, table[column], strict=True)]
    *shares, value = (row[-1] for row in table)
    return shares, value


def value_of(payoffs):
    rows, columns = range(len(payoffs)), range(len(payoffs[0]))
    for size in range(1, min(len(rows), len(columns)) + 1):
        for own in combinations(rows, size):
            for other in combinations(columns, size):
                part = [[payoffs[r][c] for c in other] for r in own]
                one, two = alike(part), alike([list(column) for column in zip(*part, strict=True)])
                if not one or not two or min(one[0]) < 0 or min(two[0]) < 0:
                    continue
                mine = [
                    sum(s * payoffs[r][c] for s, r in zip(one[0], own, strict=True))
                    for c in columns
                ]
                theirs = [
                    sum(s * payoffs[r][c] for s, c in zip(two[0], other, strict=True)) for r in rows
                ]
                if min(mine) == max(theirs):
                    return min(mine)
    raise AssertionError("every matrix game has a value")


def drawn(number):
    draw = random.Random(number)
    most = draw.choice([1, 3, 9, 40])
    return [
        [draw.randint(-most, most) for _ in range(width)]
        for width in [draw.randint(1, 4)]
        for _ in range(draw.randint(1, 4))
    ]


def test_the_value_is_that_of_the_game_and_both_plans_guarantee_it():
    for number in range(cases(500)):
        payoffs = drawn(number)
        found = zero_sum.solve(payoffs)
        assert found.proven, payoffs
        assert found.least == value_of(payoffs), payoffs
        assert sum(found.rows) == sum(found.columns) == 1
        assert min(*found.rows, *found.columns) >= 0
        for column in range(len(payoffs[0])):
            mean = sum(s * row[column] for s, row in zip(found.rows, payoffs, strict=True))
            assert mean >= found.least
        for row in payoffs:
            assert sum(s * gain for s, gain in zip(found.columns, row, strict=True)) <= found.most


def test_lots_are_drawn_only_where_they_gain_something():
    assert zero_sum.solve([[2, 2], [4, 0], [0, 4]]).rows == (1, 0, 0)
    assert zero_sum.solve([[1, 2], [4, 0], [0, 4]]).rows == (0, Fraction(1, 2), Fraction(1, 2))
    assert zero_sum.solve([[2, 4, 0], [2, 0, 4]]).columns == (1, 0, 0)


@pytest.mark.parametrize("wrong", [[1.0, 0.0], [0.31, 0.69], [0.4000004, 0.5999996]])
def test_a_plan_promises_no_more_than_it_keeps_where_the_solver_errs(wrong, monkeypatch):
    payoffs = [[2, -1], [-1, 1]]  # 2/5 of the first row are sure of 1/5
    right = zero_sum._approximate
    monkeypatch.setattr(
        zero_sum, "_approximate", lambda asked: wrong if asked is payoffs else right(asked)
    )
    found = zero_sum.solve(payoffs)
    assert found.least == zero_sum.guaranteed(payoffs, found.rows) <= Fraction(1, 5) <= found.most
    assert found.proven == (found.rows == (Fraction(2, 5), Fraction(3, 5)))


def test_it_stops_when_time_is_up():
    with deadline.within(0), pytest.raises(deadline.OutOfTime):
        zero_sum.solve([[2, -1], [-1, 1]])
