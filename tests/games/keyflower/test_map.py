"""The map of a village on the sheet: what it counts for the score, and what it doubts."""

import random
from typing import Any

import pytest

from scoring import game
from scoring.model.plan import State
from tests.games.keyflower import layout_oracle as oracle
from tests.games.keyflower.random_layouts import BOX, OTHERS, grown, plain, text
from tests.games.posted import cases

KEYFLOWER = game("keyflower")
SHEET = KEYFLOWER.sheet
MAP = SHEET.fields["map"]

# Water to the left of the home, two boats in line there; home, Keywood and Carpenter are a loop,
# and Turn Order 2 touches Keywood, Workshop and Carpenter.
VILLAGE = {"home_3": "before", "keywood": "after", "workshop": "before", "carpenter": "before"}
LAID = {
    "home_3": "0,0/5",
    "keywood": "0,-1/2",
    "workshop": "0,-2/0",
    "carpenter": "1,-1/4",
    "sea_breese": "-1,0/2",
    "boat_1a": "-2,0/2",
    "turn_order_2": "1,-2/2",
}
OWNED: dict[str, Any] = {
    "village": VILLAGE,
    "boats": {"sea_breese": True, "sea_bastion": True},
    "summer_boats": {"boat_1a": True},
}


def table(seat: dict[str, Any]) -> State:
    return SHEET.read({"seats": {"p1": seat}})


def rows(seat: dict[str, Any]) -> dict[str, Any]:
    return {line.id: line for line in KEYFLOWER.score(table(seat))["p1"].lines}


def seat_of(rng: random.Random, size: int) -> tuple[dict[str, Any], Any]:
    """A random village as its owner would have entered it, every tile on the map."""
    boats = rng.sample(["boat_1a", "boat_3a", "sea_breese"], min(size - 1, rng.randint(0, 3)))
    tiles = ["sea_bastion", "sea_breese", "turn_order_2", "turn_order_3", *rng.sample(OTHERS, 40)]
    tiles = [tile for tile in dict.fromkeys(tiles) if tile not in boats]
    layout = grown(rng, size, tiles, dense=rng.random() < 0.7, boats=boats)
    fields = {"winter": "winter", "boat": "boats", "summer_boat": "summer_boats"}
    seat: dict[str, Any] = {}
    for place, each in layout.laid.items():
        seat.setdefault("map", {})[each.tile] = f"{place[0]},{place[1]}/{each.turn}"
        kind = BOX[each.tile].kind
        if kind in ("home", "spring", "summer", "autumn"):
            seat.setdefault("village", {})[each.tile] = "before"
        elif kind != "turn_order":
            seat.setdefault(fields[kind], {})[each.tile] = True
    return seat, layout


@pytest.mark.parametrize("part", range(2))
def test_what_a_whole_map_shows_is_what_an_independent_count_finds(part):
    """From the posted form to the row, as counted by the oracle, which shares no code."""
    rng = random.Random(part)
    seen = set()
    for _ in range(cases(60) // 2):
        seat, layout = seat_of(rng, rng.randint(1, 14))
        state = SHEET.enter(
            SHEET.blank(1), {path: _typed(v) for path, v in SHEET.cells(table(seat)).items()}
        ).state
        lines = {line.id: line for line in KEYFLOWER.score(state)["p1"].lines}
        hexes = plain(layout)
        for tile, (bastion, breese) in {
            "sea_bastion": (True, False),
            "sea_breese": (False, True),
        }.items():
            if tile in lines:
                touching = oracle.paid(hexes, bastion=False, breese=False, once=False)
                paid = oracle.paid(hexes, bastion=bastion, breese=breese, once=False)
                assert lines[tile].points == paid - touching, text(layout)
                seen.add((tile, paid > touching))
        touched = sum(line.points for id_, line in lines.items() if id_.startswith("turn_order"))
        assert touched == oracle.paid(hexes, bastion=False, breese=False, once=False)
        assert [d for d in SHEET.doubts(state) if d.path.startswith("p1/map")] == []
    assert {("sea_bastion", True), ("sea_breese", True)} <= seen


def _typed(value: object) -> str:
    return "1" if value is True else str(value)


def test_a_tile_whose_place_is_taken_waits():
    state = table({"village": VILLAGE, "map": {"home_3": "0,0/5", "keywood": "0,0/0"}})
    chart = SHEET.chart(state, "p1", MAP)
    assert set(chart.laid) == {"home_3"}
    assert set(chart.waiting) == {"keywood", "workshop", "carpenter"}


def test_a_tile_is_read_aloud_with_what_it_joins():
    state = table(OWNED | {"map": LAID})
    chart = SHEET.chart(state, "p1", MAP)
    said = chart.says["keywood"]
    assert said.en.startswith("Keywood, turned 2, road to ")
    assert "Home 3" in said.en
    assert "道で" in said.in_language("ja")


@pytest.mark.parametrize("typed", ["0,0", "0,0/6", "100,0/1", "-0,1/2", "a,b/1", "0.5,1/2"])
def test_a_place_that_is_none_is_refused(typed):
    reading = SHEET.enter(table(OWNED), {"p1/map/keywood": typed})
    assert [str(error.path) for error in reading.errors] == ["p1/map/keywood"]


def test_any_arrangement_is_drawn():
    """Nobody printed some of these villages; a page shows them all the same."""
    rng = random.Random(5)
    for _ in range(20):
        laid = {
            tile: f"{rng.randint(-3, 3)},{rng.randint(-3, 3)}/{rng.randrange(6)}"
            for tile in rng.sample(list(BOX), 30)
        }
        chart = SHEET.chart(table({"map": laid}), "p1", MAP)
        assert len({spot.place for spot in chart.laid.values()}) == len(chart.laid)
