"""Times of planners at the end of a game, on random tables.

make bench          (or: .venv/bin/python -m pytest -m bench -s tests/bench)
"""

import random
from collections.abc import Callable
from functools import partial
from statistics import quantiles
from typing import Any

import pytest

from scoring import game
from tests.bench.milliseconds import say, timed
from tests.finished_sheets import whole
from tests.games.map_masters.random_states import position
from tests.games.nidavellir import random_states

pytestmark = pytest.mark.bench


@pytest.mark.parametrize(
    ("slug", "question", "drawn", "number", "goal"),
    [
        ("nidavellir", "final", random_states.table, 400, 50),
        ("nidavellir", "hero", random_states.table, 60, 300),
        ("map_masters", "win", lambda draw: position(draw)[0], 100, None),
    ],
)
def test_a_plan(
    slug: str, question: str, drawn: Callable[..., Any], number: int, goal: float | None
) -> None:
    """``goal``: milliseconds for all but the slowest twentieth; up to eight mercenaries wait."""
    found = game(slug)
    states = [whole(found, drawn(random.Random(n))) for n in range(number)]
    took = timed([partial(found.optimise, question, "p1", state) for state in states])
    say(f"{slug}, {question}", took)
    assert goal is None or quantiles(took, n=20)[-1] <= goal
