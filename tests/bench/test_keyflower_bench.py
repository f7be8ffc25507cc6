"""Times of Keyflower's proofs, on villages at full-game size.

    make bench          (or: .venv/bin/python -m pytest -m bench -s tests/bench)

Prints medians and 95th percentiles; judges nothing, since machines differ.
"""

import platform
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from scoring import game
from scoring.model.plan import State
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
    from scoring.games.keyflower.solvers.enumeration import SeatSolver
    from scoring.games.keyflower.solvers.village import PIECES

    def one_more(case: Case) -> None:
        position = KEYFLOWER.sheet.position(*case)
        solver = SeatSolver(*final._open(position, "p1"))
        for piece in PIECES:
            solver.best(piece)

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
