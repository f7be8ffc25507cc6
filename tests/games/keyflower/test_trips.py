"""Steps told as a player says them: a good with all its way, under the tile that carries it."""

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from scoring import game
from scoring.games.keyflower.solvers.transport_rules import Move, Step, Trip, Upgrade, trips
from tests.finished_sheets import whole

KEYFLOWER = game("keyflower")
A, B, C, D = (0, 0), (0, 1), (1, 0), (1, 1)

ROW = {
    "workshop": "0,0/0",
    "farrier": "1,0/0",
    "stone_yard": "2,0/0",
    "timber_yard": "3,0/0",
    "home_3": "-1,0/0",
    "stable": "-1,1/0",
}
"""Tiles side by side; with boat 2a goods pass over any edge of land."""

SEAT: dict[str, Any] = {
    "village": dict.fromkeys(ROW, "before") | {"stable": "after"},
    "map": ROW,
    "summer_boats": {"boat_2a": True},
    "resources": {"wood": 1, "stone": 0, "iron": 0, "gold": 0},
    "skills": {"anvil": 0, "pickaxe": 0, "saw": 0},
    "goods": {"workshop": {"wood": 1}},
}
RULINGS = {"boat_2a_water": "any"}


def steps(transports, own=SEAT, **others):
    seats = {"p1": own | {"transports": transports}} | others
    state = whole(KEYFLOWER, {"seats": seats, "rulings": RULINGS})
    plan = KEYFLOWER.advise("last_transport", "p1", state)
    return plan, [(step.en, step.in_language("ja")) for step in plan.steps if ">" in step.en]


def test_a_good_is_told_with_all_its_way_under_the_tile_that_carries_it():
    plan, told = steps({"stable": 1})
    assert told == [
        (
            "Stable: 1 wood Workshop > Farrier > Stone Yard > Timber Yard",
            "うまや：木1個 作業場 > 装蹄師 > 石材置き場 > 材木置き場",
        )
    ]
    assert list(plan.ways.values()) == [((0, 0), (1, 0), (2, 0), (3, 0))]


def test_a_tile_of_another_player_is_used_as_it_lies_there():
    """The Stable of a rival carries as far as its face says, and is called theirs."""
    without: dict[str, Any] = SEAT | {
        field: {tile: held for tile, held in SEAT[field].items() if tile != "stable"}
        for field in ("village", "map")
    }
    facts = KEYFLOWER.catalogue["stable"].facts
    assert facts["transport_before"] < 3 <= facts["transport_after"]
    _, told = steps({"stable": 1}, without)
    assert told == [], "too far for the front"
    _, told = steps({"stable": 1}, without, p2={"village": {"stable": "after"}})
    assert told == [
        (
            "Another player’s Stable: 1 wood Workshop > Farrier > Stone Yard > Timber Yard",
            "他の人のうまや：木1個 作業場 > 装蹄師 > 石材置き場 > 材木置き場",
        )
    ]


def test_two_uses_of_a_tile_are_told_apart():
    _, told = steps({"home_3": 3})
    assert [en.partition(":")[0] for en, _ in told] == [
        "Home 3, first use",
        "Home 3, second use",
        "Home 3, use 3",
    ]


def test_goods_on_the_same_way_are_counted_and_an_upgrade_between_stays_where_it_is():
    up = Upgrade(0, "farrier", {"wood": 1}, {})
    moves: list[Move] = [
        Step(0, "wood", A, B),
        Step(0, "wood", A, B),
        Step(0, "gold", A, B),
        up,
        Step(0, "wood", B, C),
        Step(1, "wood", C, D),
    ]
    assert trips(moves) == [
        Trip(0, "wood", (A, B)),
        Trip(0, "wood", (A, B, C)),
        Trip(0, "gold", (A, B)),
        up,
        Trip(1, "wood", (C, D)),
    ]
    assert trips([Step(0, "wood", A, B)] * 3) == [Trip(0, "wood", (A, B), 3)]


@pytest.mark.parametrize("seed", range(30))
def test_trips_are_the_same_steps(seed):
    draw = random.Random(seed)
    places = [A, B, C, D]
    moves: list[Move] = []
    for _ in range(12):
        start, to = draw.sample(places, 2)
        moves.append(Step(draw.randint(0, 1), draw.choice(("wood", "iron")), start, to))
    told = [
        Step(trip.action, trip.good, *leg)
        for trip in trips(moves)
        if isinstance(trip, Trip)
        for leg in list(pairwise(trip.places)) * trip.number
    ]
    assert Counter(told) == Counter(moves)
