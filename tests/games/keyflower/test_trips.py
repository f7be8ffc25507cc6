"""Steps told as a player says them: a good with all its way, under the tile that carries it."""

from typing import Any

from scoring import game
from tests.finished_sheets import whole

KEYFLOWER = game("keyflower")

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


def test_goods_on_the_same_way_are_counted_and_one_may_wait_half_way():
    upgraded = {"village": SEAT["village"] | {"farrier": "after"}}
    goods = {"resources": {"wood": 2}, "goods": {"farrier": {"wood": 2}}}
    _, told = steps({"stable": 1}, SEAT | upgraded | goods)
    assert [en for en, _ in told] == ["Stable: 2 wood Farrier > Stone Yard > Timber Yard"]
    _, told = steps({"stable": 2}, SEAT | upgraded | goods | {"goods": {"workshop": {"wood": 2}}})
    assert [en for en, _ in told] == [
        "Stable, first use: 1 wood Workshop > Farrier > Stone Yard > Timber Yard",
        "Stable, first use: 1 wood Workshop > Farrier",
        "Stable, second use: 1 wood Farrier > Stone Yard > Timber Yard",
    ]
