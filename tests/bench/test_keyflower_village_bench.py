"""Times of a village on the table: to count, to lay tiles into, and to transport in.

    .venv/bin/python -m pytest -m bench -s tests/bench/test_keyflower_village_bench.py

Processor time of this thread; prints medians and 95th percentiles, judges nothing.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from statistics import median, quantiles
from typing import Any

import pytest

from scoring.games.keyflower.solvers import placing, transport
from scoring.games.keyflower.solvers.carrying import Action
from scoring.games.keyflower.solvers.route import longest
from tests.games.keyflower import test_placing as winter
from tests.games.keyflower import test_transport as last
from tests.games.keyflower.layouts import BOX, OTHERS, grown

pytestmark = pytest.mark.bench


def say(what: str, works: list[Callable[[], object]]) -> None:
    found = []
    for work in works:
        start = time.thread_time()
        work()
        found.append(1000 * (time.thread_time() - start))
    p95 = quantiles(found, n=20)[-1]
    print(
        f"  {what:<52} median {median(found):8.2f}  p95 {p95:8.2f}  max {max(found):8.2f} ms"
        f"  ({len(found)})"
    )


def test_the_longest_route_in_25_tiles() -> None:
    rng = random.Random(1)
    roads = [tile for tile in OTHERS if BOX[tile].edges.count("R") > 1]
    layouts = [grown(rng, 25, roads) for _ in range(100)]
    print()
    for once in (False, True):
        say(
            f"longest route, {'each tile once' if once else 'no road twice'}",
            [partial(longest, each.roads, once=once) for each in layouts],
        )


def test_laying_a_whole_winter() -> None:
    rng = random.Random(2)
    print()
    for number in (1, 2, 3):
        questions = []
        for _ in range(30):
            layout, _ = winter.full(rng)
            tiles = rng.sample(winter.TURN_ORDER, number)
            tiles += [*rng.sample(winter.WINTER, 2), rng.choice(["sea_bastion", "sea_breese"])]
            questions.append((layout, tiles))
        unproven = 0

        def lay(n: int) -> None:
            nonlocal unproven
            layout, tiles = questions[n]  # noqa: B023
            found = placing.best(layout, tiles, winter.terms(layout, tiles))
            unproven += found.proof.verdict != "optimal"

        say(
            f"15 tiles, {number} turn order, 2 winter and a boat",
            [partial(lay, n) for n in range(len(questions))],
        )
        print(f"    not proven in two seconds: {unproven}")


def carry(verdicts: Counter[str], *asked: Any) -> None:
    found = transport.other(*asked)
    verdicts[found.proof.verdict if found else "no other"] += 1


@pytest.mark.parametrize(
    ("what", "own", "second"),
    [
        ("two actions", 0, False),
        ("second best", 0, True),
        ("two own uses", 2, False),
        ("three own uses", 3, False),
    ],
)
def test_the_last_transports(what: str, own: int, second: bool) -> None:
    print()
    for size in (15, 20, 25):
        rng, drawn = random.Random(size), random.Random(size + 1)
        works: list[Callable[[], object]] = []
        verdicts: Counter[str] = Counter()
        for _ in range(30):
            seat, rulings, layout, lying, _ = last.case(rng, size, 14, 0)
            actions = [Action(1, 1), Action(4, 2)]
            if own:
                tiles = drawn.choices(last.able(seat), k=own)
                actions = [last.own(seat, tile) for tile in tiles]
            asked = last.village(seat, rulings), layout, last.elsewhere(layout, lying), actions
            known = [transport.best(*asked).upgraded] if second else []
            works.append(partial(carry, verdicts, *asked[:3], [actions], known))
        say(f"{size} tiles, 14 goods, {what}", works)
        print(f"    {dict(verdicts)}")
