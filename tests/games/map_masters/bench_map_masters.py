"""Times of the questions: late and early positions, and dungeons of five cards."""

import random
import statistics
import time

import pytest

from scoring import game
from scoring.games.map_masters.solvers import dungeon
from scoring.games.map_masters.solvers.icon_values import values
from tests.finished_sheets import whole
from tests.games.map_masters.random_states import cave, position

GAME = game("map_masters")


def report(what, seconds):
    ordered = sorted(1000 * s for s in seconds)
    p95 = ordered[int(0.95 * (len(ordered) - 1))]
    print(f"{what}: median {statistics.median(ordered):.2f} ms, p95 {p95:.2f} ms")


@pytest.mark.bench
def test_time_of_needs():
    rng, late, early = random.Random("bench"), [], []
    for _ in range(100):
        state = whole(GAME, position(rng)[0])
        begun = time.perf_counter()
        GAME.optimise("win", "p1", state)
        late.append(time.perf_counter() - begun)
    for n in range(5):
        more = {"primary": 20, "secondary": 12, "escape": 4, "time_bonus": 2, "coins": 6}
        seats = {f"p{p}": {"primary_1": 3 + p + n, "more": more} for p in range(2, 6)}
        state = whole(GAME, {"seats": seats | {"p1": {"primary_1": 4}}})
        begun = time.perf_counter()
        GAME.optimise("win", "p1", state)
        early.append(time.perf_counter() - begun)
    report("need, last rounds", late)
    report("need, five players after round 1", early)


@pytest.mark.bench
def test_time_of_paths():
    rng, taken = random.Random("bench"), []
    worth = values(GAME.catalogue, "objective_monster")
    for _ in range(200):
        _, text = cave(rng)
        begun = time.perf_counter()
        dungeon.search(dungeon.read(text), worth, 24)
        taken.append(time.perf_counter() - begun)
    report("best path, small dungeon", taken)
