"""The solver is read correctly: proven is proven, out of time is said, and threads agree."""

import itertools
import math
import random
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pulp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.solving import ilp
from scoring.solving.ilp import Model, SolverFailed, total

quick = settings(max_examples=40)


def knapsack(weights, values, room, most=1, prefer=()):
    """The best load; ``prefer`` are weights of the preference, item by item."""
    model = Model("knapsack")
    taken = [model.integer(f"item_{n}", most) for n in range(len(weights))]
    model.constraint("room", total([w * t for w, t in zip(weights, taken, strict=True)]) <= room)
    points = total([v * t for v, t in zip(values, taken, strict=True)])
    return model.solve(points, list(zip(prefer, taken, strict=False)))


def best_load(weights, values, room, most=1, prefer=()):
    """As ``knapsack``, by trying every load: points, and the least cost of preference."""
    found = []
    for load in itertools.product(range(most + 1), repeat=len(weights)):
        if sum(w * n for w, n in zip(weights, load, strict=True)) <= room:
            points = sum(v * n for v, n in zip(values, load, strict=True))
            cost = sum(p * n for p, n in zip(prefer, load, strict=False))
            found.append((points, -cost))
    return max(found)


def cost_of(solution, prefer):
    return sum(p * solution.values[f"item_{n}"] for n, p in enumerate(prefer))


LOADS = st.lists(st.tuples(st.integers(0, 9), st.integers(-3, 9)), min_size=1, max_size=5)


# ── verdicts ───────────────────────────────────────────────────────────────────────────


@quick
@given(items=LOADS, room=st.integers(0, 20), most=st.integers(1, 3))
def test_the_best_is_found_and_proven(items, room, most):
    weights, values = zip(*items, strict=True)
    solution = knapsack(weights, values, room, most)
    assert solution.verdict == "optimal"
    assert solution.points == solution.bound == best_load(weights, values, room, most)[0]
    assert solution.seconds > 0


def test_a_constant_counts_in_points_and_bound():
    model = Model("constant")
    x = model.integer("x", 5)
    model.constraint("at_most_three", x <= 3)
    solution = model.solve(total([x, 7, -2]))
    assert (solution.points, solution.bound, solution[x]) == (8, 8, 3)
    assert solution.proof().bound == Fraction(8)


def test_nothing_to_decide_is_an_answer():
    solution = Model("nothing").solve(total([7]))
    assert (solution.verdict, solution.points, solution.bound) == ("optimal", 7, 7)
    assert solution[None] == 0


@pytest.mark.parametrize("prefer", [0, 1, 100_000])
def test_rules_that_exclude_each_other_are_impossible(prefer):
    model = Model("impossible")
    x = model.integer("x", 5)
    model.constraint("at_least_four", x >= 4)
    model.constraint("at_most_three", x <= 3)
    solution = model.solve(total([x]), [(prefer, x)])
    assert (solution.verdict, solution.bound, dict(solution.values)) == ("impossible", None, {})
    assert solution.proof().bound is None


def unsolvable(seconds, built=lambda: None):
    """A market split: four equations that no choice satisfies exactly, far out of reach.

    Points are 1000 less what the equations miss; the easy bound of 1000 takes days to lower.
    """
    rng = random.Random(7)
    model = Model("market")
    shops = [model.binary(f"shop_{n}") for n in range(40)]
    missed = []
    for row in range(5):
        weights = [2 * rng.randrange(50) for _ in shops]
        half = sum(weights) // 4 * 2 + 1  # odd, while every sum is even
        over, under = (model.integer(f"{way}_{row}", 5000) for way in ("over", "under"))
        held = total([w * s for w, s in zip(weights, shops, strict=True)])
        model.constraint(f"row_{row}", held + under - over == half)
        missed += [over, under]
    built()
    return model.solve(1000 - total(missed), seconds=seconds)


def test_out_of_time_is_never_called_optimal():
    """PuLP's own status says "Optimal" here; the bound says how far it may be from it."""
    solution = unsolvable(0.3)
    assert solution.verdict == "best found"
    assert solution.points <= 995  # each of the five rows misses by at least 1
    assert solution.points < solution.bound <= 1000
    assert solution.proof().verdict == "best found"
    assert solution.seconds < 5


def test_a_solver_without_answer_or_reason_is_an_error(monkeypatch):
    class Silent:
        status = pulp.LpSolveStatus.NotSolved
        status_str = "nothing to say"
        has_solution = False
        best_bound = math.inf

    monkeypatch.setattr(pulp.LpProblem, "solve", lambda self, solver: Silent())
    with pytest.raises(SolverFailed, match="nothing to say"):
        knapsack([1], [1], 1)


def test_its_time_is_that_of_the_processor(monkeypatch):
    """Of which it has half here: it may take longer on the wall, and stops once it has had it."""
    allowed, looks, wall = [], [], [0.0]
    solver = pulp.HiGHS

    class Half:
        def perf_counter(self):
            return wall[-1]

        def thread_time(self):
            looks.append(True)
            late = 100 if len(looks) > EARLY else 0  # it asks many times
            return wall[-1] / 2 + late

    def noted(**options):
        allowed.append(options["timeLimit"])
        return solver(**options)

    noted.hscb = solver.hscb
    monkeypatch.setattr(ilp, "time", Half())
    monkeypatch.setattr(ilp.pulp, "HiGHS", noted)
    solution = unsolvable(60, lambda: wall.append(10.0))
    assert allowed == [120]
    assert solution.verdict == "best found"
    assert solution.points < solution.bound
    assert EARLY < len(looks) < EARLY + 20


EARLY = 30


# ── preferences ────────────────────────────────────────────────────────────────────────


@quick
@given(
    items=LOADS,
    room=st.integers(0, 20),
    prefer=st.lists(st.integers(0, 50), min_size=5, max_size=5),
)
def test_points_come_first_and_then_the_preference(items, room, prefer):
    weights, values = zip(*items, strict=True)
    prefer = prefer[: len(items)]
    points, saved = best_load(weights, values, room, 2, prefer)
    small = knapsack(weights, values, room, 2, prefer)
    assert (small.points, small.bound) == (points, points)
    assert cost_of(small, prefer) == -saved
    # the same preferences, too heavy for one objective
    heavy = [100_000 * p for p in prefer]
    large = knapsack(weights, values, room, 2, heavy)
    assert (large.verdict, large.points, large.bound) == ("optimal", points, points)
    assert cost_of(large, prefer) == -saved


def test_heavy_preferences_are_solved_in_two_stages(monkeypatch):
    runs = []
    run = Model._run
    monkeypatch.setattr(Model, "_run", lambda self, *args: runs.append(1) or run(self, *args))
    knapsack([1, 1], [1, 1], 1, prefer=[1, 2])
    assert len(runs) == 1
    knapsack([1, 1], [1, 1], 1, prefer=[ilp._ONE_SHOT, 2])
    assert len(runs) == 3


def test_points_stay_proven_if_no_time_is_left_to_prefer(monkeypatch):
    run, runs = Model._run, []

    def tired(self, *args):
        runs.append(1)
        if len(runs) > 1:
            raise SolverFailed("out of time")
        return run(self, *args)

    monkeypatch.setattr(Model, "_run", tired)
    solution = knapsack([1, 1], [3, 3], 1, prefer=[ilp._ONE_SHOT, 2])
    assert (solution.verdict, solution.points, solution.bound) == ("optimal", 3, 3)


def test_ties_are_broken_the_same_way_each_time():
    weights, values = [3] * 8, [5] * 8
    prefer = [8, 7, 6, 5, 4, 3, 2, 1]
    found = {tuple(knapsack(weights, values, 12, 1, prefer).values.values()) for _ in range(20)}
    assert found == {(0, 0, 0, 0, 1, 1, 1, 1)}


# ── rules ──────────────────────────────────────────────────────────────────────────────


def test_at_most_one_of_these():
    model = Model("one")
    switches = [model.binary(name) for name in "abc"]
    model.at_most_one("one", switches)
    solution = model.solve(total([n * s for n, s in enumerate(switches, 1)]))
    assert [solution[s] for s in switches] == [0, 0, 1]
    assert solution.points == 3


@quick
@given(
    rows=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=3),
)
def test_another_plan_is_worth_more_in_a_row(rows):
    """``exceeds`` excludes exactly the plan that it names and what is that with less."""
    rows = [(min(value, most), most) for value, most in rows]
    now = tuple(value for value, _ in rows)
    every = itertools.product(*(range(most + 1) for _, most in rows))
    others = [plan for plan in every if any(a > b for a, b in zip(plan, now, strict=True))]

    def solve(weights):
        model = Model("exceeds")
        numbers = [model.integer(f"row_{n}", most) for n, (_, most) in enumerate(rows)]
        model.exceeds("other", [(total([x]), v) for x, (v, _) in zip(numbers, rows, strict=True)])
        solution = model.solve(total([w * x for w, x in zip(weights, numbers, strict=True)]))
        return solution, tuple(solution[x] for x in numbers) if solution.values else None

    if not others:
        assert solve([1] * len(rows))[0].verdict == "impossible"
        return
    for weights in ([1] * len(rows), [-1] * len(rows), [v * 2 - m for v, m in rows]):
        solution, found = solve(weights)
        worth = [sum(w * x for w, x in zip(weights, other, strict=True)) for other in others]
        assert found in others
        assert solution.points == max(worth)


# ── threads ────────────────────────────────────────────────────────────────────────────


def test_eight_threads_solve_what_one_solves():
    rng = random.Random(1)

    def task():
        n = rng.randint(4, 12)
        weights = [rng.randint(1, 20) for _ in range(n)]
        values = [rng.randint(1, 20) for _ in range(n)]
        return weights, values, sum(weights) // 2, 2, [rng.randint(0, 30) for _ in range(n)]

    tasks = [task() for _ in range(50)]

    def answers(number):
        return [(s.points, s.bound, dict(s.values)) for s in (knapsack(*t) for t in tasks)]

    alone = answers(0)
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(answers, range(8)))
    assert together == [alone] * 8
