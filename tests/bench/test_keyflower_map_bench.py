"""Times of a village on the table: to count, to lay tiles into, and to transport in.

    .venv/bin/python -m pytest -m bench -s tests/bench/test_keyflower_map_bench.py

Processor time of this thread; prints medians and 95th percentiles, judges nothing.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from scoring.games.keyflower.solvers import tile_placement, transport
from scoring.games.keyflower.solvers.longest_loop import longest
from scoring.games.keyflower.solvers.transport_moves import Action, TransportProblem
from tests.bench.milliseconds import say, timed
from tests.games.keyflower import random_states
from tests.games.keyflower import test_placing as winter
from tests.games.keyflower import test_transport as last
from tests.games.keyflower.random_layouts import BOX, OTHERS, grown
from tests.games.keyflower.test_map_plans import KEYFLOWER, on_map, posted

pytestmark = pytest.mark.bench


def test_the_longest_route_in_25_tiles() -> None:
    rng = random.Random(1)
    roads = [tile for tile in OTHERS if BOX[tile].edges.count("R") > 1]
    layouts = [grown(rng, 25, roads) for _ in range(100)]
    print()
    for once in (False, True):
        say(
            f"longest route, {'each tile once' if once else 'no road twice'}",
            timed([partial(longest, each.roads, once=once) for each in layouts]),
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
            found = tile_placement.best(layout, tiles, winter.terms(layout, tiles))
            unproven += found.proof.verdict != "optimal"

        say(
            f"15 tiles, {number} turn order, 2 winter and a boat",
            timed([partial(lay, n) for n in range(len(questions))]),
        )
        print(f"    not proven in two seconds: {unproven}")


def carry(verdicts: Counter[str], problem: TransportProblem, actions: Sequence[Action]) -> None:
    found = transport.best(problem, [actions])
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
            owner, loose = last.village(seat, rulings), last.elsewhere(layout, lying)
            problem = TransportProblem(owner, layout, loose)
            if second:
                upgraded = last.best(problem, actions, 2).upgraded
                problem = replace(problem, excluded_upgrades=[upgraded])
            works.append(partial(carry, verdicts, problem, actions))
        say(f"{size} tiles, 14 goods, {what}", timed(works))
        print(f"    {dict(verdicts)}")


def densest(rng: random.Random) -> dict[str, Any]:
    """A sheet with every village tile of the box on the map, and up to all goods and pieces."""
    tiles = [tile for tile, each in BOX.items() if each.kind in ("spring", "summer", "autumn")]
    laid = on_map(grown(rng, 99, rng.sample(tiles, len(tiles))))
    share, turned = rng.choice((0.25, 0.5, 1)), rng.choice((0, 0.5))
    lying: dict[str, Counter[str]] = {tile: Counter() for tile in laid}
    for good, number in {"wood": 24, "stone": 24, "iron": 24, "gold": 48}.items():
        for _ in range(int(number * share)):
            lying[rng.choice(list(laid))][good] += 1
    goods = {tile: held for tile, held in lying.items() if tile not in last.YARDS}
    workers = {"red": 40, "blue": 40, "yellow": 40, "green": 20}
    side = rng.choice("ab")
    seat: dict[str, Any] = {
        "map": laid,
        "village": {tile: "after" if rng.random() < turned else "before" for tile in laid},
        "goods": goods,
        "storage": {tile: held for tile, held in lying.items() if tile in last.YARDS},
        "resources": {good: sum(held[good] for held in goods.values()) for good in last.GOODS},
        "skills": dict.fromkeys(("saw", "pickaxe", "anvil"), int(16 * share)),
        "workers": {worker: int(number * share) for worker, number in workers.items()},
        "purple": "won",
        "winter": dict.fromkeys(random_states.WINTER, True),
        "boats": dict.fromkeys(rng.sample(("keyflower", "flipper", "white_wind"), 3), True),
        "summer_boats": {f"boat_2{side}": True, f"boat_3{side}": True},
        "loop": 0,
        "chain": 0,
    }
    uses = rng.choice((2, 3, 3, 4, 6))
    return seat | {"transports": dict(Counter(rng.choices(last.able(seat), k=uses)))}


def test_the_last_transports_of_the_densest_sheets() -> None:
    sheets = [posted(densest(random.Random(n))) for n in range(40)]
    verdicts: Counter[str] = Counter()

    def answer(n: int) -> None:
        plan = KEYFLOWER.optimise("last_transport", "p1", sheets[n])
        every = KEYFLOWER.alternatives(plan, sheets[n]).complete
        verdicts[f"{plan.proof.verdict}, {'all' if every else 'some'} alternatives"] += 1

    print()
    say("33 tiles, plan and alternatives", timed([partial(answer, n) for n in range(len(sheets))]))
    print(f"    {dict(verdicts)}")
