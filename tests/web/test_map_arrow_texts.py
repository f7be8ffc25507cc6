"""Texts on a drawn map do not overlap."""

import random
from itertools import combinations

from companion.sheet_pages.hexagon_drawing import (
    Box,
    MapMark,
    arrows,
    corner,
    step_number_box,
)
from scoring.model.hex_grid import Place, neighbours

VILLAGE: list[Place] = [(0, 0), *neighbours((0, 0)), (2, -1), (1, 1), (2, 0), (-2, 1)]


def walk(draw: random.Random, legs: int) -> tuple[Place, ...]:
    """A way over tiles side by side."""
    places = [draw.choice(VILLAGE)]
    while len(places) <= legs:
        near = [p for p in neighbours(places[-1]) if p in VILLAGE and p not in places]
        if not near:
            break
        places.append(draw.choice(near))
    return tuple(places)


def boxes(ways: dict[int, tuple[Place, ...]], marks: list[MapMark]) -> list[Box]:
    drawn = list(arrows(ways, marks, VILLAGE))
    numbers = [step_number_box(line.number, float(line.x), float(line.y)) for line in drawn]
    return [*numbers, *map(Box.of_mark, marks)]


def test_numbers_of_steps_lie_on_no_other_number_and_no_mark():
    for seed in range(60):
        draw = random.Random(seed)
        ways = {n: way for n in range(1, 6) if len(way := walk(draw, draw.randint(1, 4))) > 1}
        marks = [MapMark(*corner(place), "▲") for place in draw.sample(VILLAGE, 2)]
        for one, other in combinations(boxes(ways, marks), 2):
            assert one.shared(other) < 2, (ways, marks)


def test_a_number_stands_beside_its_own_arrow():
    """Up and then down to the right: neither number is nearer to the other's arrow."""
    up, down = arrows({1: ((0, 1), (0, 0)), 3: ((0, 1), (0, 0)), 4: ((0, 1), (0, 0), (1, 0))})
    assert (up.number, down.number) == ("1, 3, 4", "4")

    def far(number, line):
        x = (float(line.x1) + float(line.x2)) / 2 - float(number.x)
        y = (float(line.y1) + float(line.y2)) / 2 - float(number.y)
        return float(x * x + y * y)

    assert far(up, up) < far(up, down)
    assert far(down, down) < far(down, up)


def test_a_way_that_is_gone_twice_is_one_arrow():
    (line,) = arrows({2: ((0, 0), (0, 1)), 3: ((0, 0), (0, 1))})
    assert line.number == "2–3"
