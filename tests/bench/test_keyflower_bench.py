"""Times of Keyflower's proofs, on villages at full-game size.

    make bench          (or: .venv/bin/python -m pytest -m bench -s tests/bench)

Prints medians and 95th percentiles; judges nothing, since machines differ.
"""

from __future__ import annotations

import gc
import platform
import random
import resource
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from scoring import game
from scoring.model.plan import State
from scoring.solving import ilp
from tests.bench.milliseconds import say, timed
from tests.games.keyflower import random_states

pytestmark = pytest.mark.bench

KEYFLOWER = game("keyflower")
type Case = tuple[State, dict[str, str]]


def cases(number: int, seed: int = 1) -> list[Case]:
    rng = random.Random(seed)
    return [
        (
            KEYFLOWER.sheet.read({"seats": {"p1": random_states.random_seat(rng, "full")}}),
            random_states.random_rulings(rng),
        )
        for _ in range(number)
    ]


def solve(case: Case) -> Any:
    return KEYFLOWER.optimise("final", "p1", *case)


def took(work: Callable[[Case], Any], listed: list[Case]) -> list[float]:
    """Milliseconds on the clock: a solver's threads count as well."""
    return timed([partial(work, case) for case in listed], time.perf_counter)


def test_one_at_a_time() -> None:
    print(f"\n{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    listed = cases(400)
    took(solve, listed[:50])
    say("optimum: build, solve, read back, both checks", took(solve, listed))
    plans = {id(case): solve(case) for case in listed}
    say(
        "one more of each piece, ties and runner-up",
        took(lambda case: KEYFLOWER.alternatives(plans[id(case)], *case), listed[:150]),
    )
    from scoring.games.keyflower.calculators import final
    from scoring.games.keyflower.solvers import enumeration

    def one_more(case: Case) -> None:
        position = KEYFLOWER.sheet.position(*case)
        enumeration.with_one_more(*final._open(position, "p1"))

    say("one more of each piece alone (enumeration)", took(one_more, listed))


def test_eight_at_once() -> None:
    listed = cases(400, 2)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(solve, listed[:40]))
        start = time.perf_counter()
        found = list(pool.map(lambda case: took(solve, [case])[0], listed))
        seconds = time.perf_counter() - start
    print()
    say("8 at once, each", found)
    print(f"  {len(found) / seconds:.0f} optima per second")


def test_memory_over_ten_thousand() -> None:
    listed = cases(200, 3)
    took(solve, listed)
    gc.collect()
    print()
    marks = []
    for n in range(1, 10_001):
        solve(listed[n % len(listed)])
        if n % 2000 == 0:
            gc.collect()
            marks.append(_resident())
            print(f"  after {n:6d} optima: {marks[-1]:.1f} MiB resident")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  peak {peak:.1f} MiB; growth from 2,000 to 10,000: {marks[-1] - marks[0]:+.1f} MiB")


def _resident() -> float:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize() / 2**20


def test_solver_options_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = cases(150, 4)
    base = dict(ilp.OPTIONS)
    plain = {k: v for k, v in base.items() if k != "mip_heuristic_run_feasibility_jump"}
    variants = {
        "as used: feasibility jump off, gap 0": base,
        "solver's defaults, gap 0": plain,
        "jump off, presolve off": base | {"presolve": "off"},
        "jump off, no other heuristics": base | {"mip_heuristic_effort": 0.0},
        "jump off, no symmetry detection": base | {"mip_detect_symmetry": False},
        "jump off, default gaps (may miss the tie-break)": {
            k: v for k, v in base.items() if k not in ("gapRel", "gapAbs")
        },
    }
    found: dict[str, list[float]] = {name: [] for name in variants}
    for case in listed:
        for name, options in variants.items():
            monkeypatch.setattr(ilp, "OPTIONS", options)
            found[name] += took(solve, [case])
    print()
    for name, milliseconds in found.items():
        say(name, milliseconds)
