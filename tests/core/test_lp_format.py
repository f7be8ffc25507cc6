"""Without PuLP its stand-in asks the same of the same solver, and reads the same."""

import itertools
from fractions import Fraction

import pytest

from scoring import examples, game, games
from scoring.solving import certificates, ilp, pulp_substitute, zero_sum
from scoring.solving.ilp import Model, SolverFailed, total
from tests.standalone.highs_as_in_browser import solve


@pytest.fixture
def plain(monkeypatch):
    monkeypatch.setattr(ilp, "pulp", pulp_substitute)
    monkeypatch.setattr(pulp_substitute, "solver", solve)


def test_sums_are_read_as_they_are_written(plain):
    model = Model("sums")
    x, y = model.integer("x", 9), model.integer("y", 9)
    model.constraint("more", x + 2 * y - 1 <= 12 - (x - y) * 2)  # 3x <= 13
    model.constraint("even", x == 2 + y * 1)
    model.constraint("least", y + 2 >= 3)
    solution = model.solve(100 - total([-x, 3 * y, 5]))
    every = itertools.product(range(10), repeat=2)
    allowed = [(a, b) for a, b in every if 3 * a <= 13 and a == 2 + b and b >= 1]
    best = max(allowed, key=lambda each: 95 + each[0] - 3 * each[1])
    assert (solution[x], solution[y]) == best
    assert solution.points == solution.bound == 95 + best[0] - 3 * best[1]


def test_what_no_number_fits_is_impossible(plain):
    model = Model("impossible")
    x = model.integer("x", 5)
    model.constraint("at_least_six", x >= 6)
    assert model.solve(total([x])).verdict == "impossible"
    nothing = Model("nothing")
    nothing.constraint("never", total([1]) <= 0)
    assert nothing.solve(total([7])).verdict == "impossible"


def test_nothing_to_decide_is_an_answer(plain):
    solution = Model("nothing").solve(total([7]))
    assert (solution.verdict, solution.points, solution.bound) == ("optimal", 7, 7)


def test_a_solver_that_gives_nothing_is_an_error(plain, monkeypatch):
    silent = {"status": 13, "bound": None, "values": None}
    monkeypatch.setattr(pulp_substitute, "solver", lambda programme, options: silent)
    model = Model("silent")
    with pytest.raises(SolverFailed, match="13"):
        model.solve(total([model.binary("x")]))


def test_strategies_of_both_players_are_found_without_pulp(plain, monkeypatch):
    monkeypatch.setattr(certificates, "highspy", None)
    found = zero_sum.solve([[2, -1], [-1, 1]])
    assert (found.rows, found.least) == ((Fraction(2, 5), Fraction(3, 5)), found.most)


PLANS = [
    (slug, name)
    for slug in games()
    for name, example in examples(slug).items()
    if example.settle and game(slug).planners
]


@pytest.mark.parametrize(("slug", "name"), PLANS)
def test_plans_are_worth_the_same_with_either(slug, name, monkeypatch):
    shelf, state = game(slug), examples(slug)[name].state
    asked = [(planner, seat) for planner in shelf.planners for seat in shelf.sheet.seats(state)]

    def told():
        plans = [shelf.optimise(planner, seat, state, seconds=20) for planner, seat in asked]
        return [(plan.worth, plan.proof.verdict, plan.proof.bound) for plan in plans]

    ours = told()
    monkeypatch.setattr(ilp, "pulp", pulp_substitute)
    monkeypatch.setattr(pulp_substitute, "solver", solve)
    assert told() == ours
