"""Times of plans on random tables with up to eight mercenaries."""

import random
from statistics import quantiles
from time import perf_counter

import pytest

from scoring import game
from tests.finished_sheets import whole
from tests.games.nidavellir import random_states


@pytest.mark.bench
def test_final_plan_within_50_ms_at_p95():
    nidavellir = game("nidavellir")
    took = []
    for number in range(400):
        state = whole(nidavellir, random_states.table(random.Random(number)))
        start = perf_counter()
        nidavellir.optimise("final", "p1", state)
        took.append(perf_counter() - start)
    steps = quantiles(took, n=100)
    print(f"median {steps[49] * 1e3:.1f} ms, p95 {steps[94] * 1e3:.1f}, max {max(took) * 1e3:.1f}")
    assert steps[94] <= 0.05


@pytest.mark.bench
def test_hero_calculator_within_300_ms_at_p95():
    nidavellir = game("nidavellir")
    took = []
    for number in range(60):
        state = whole(nidavellir, random_states.table(random.Random(number)))
        start = perf_counter()
        nidavellir.optimise("hero", "p1", state)
        took.append(perf_counter() - start)
    steps = quantiles(took, n=100)
    print(f"median {steps[49] * 1e3:.1f} ms, p95 {steps[94] * 1e3:.1f}, max {max(took) * 1e3:.1f}")
    assert steps[94] <= 0.3
