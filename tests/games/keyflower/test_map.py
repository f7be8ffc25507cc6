"""The map of a village on the sheet: what it counts for the score, and what it doubts."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from scoring import game
from scoring.model.plan import State
from tests.games.keyflower import layout_oracle as oracle
from tests.games.keyflower.layouts import BOX, OTHERS, grown, plain, text
from tests.games.posted import cases

KEYFLOWER = game("keyflower")
SHEET = KEYFLOWER.sheet
CHART = SHEET.charts[SHEET.fields["map"].chart]

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
WHOLE = LAID | {"sea_bastion": "-3,0/2"}
OWNED: dict[str, Any] = {
    "village": VILLAGE,
    "boats": {"sea_breese": True, "sea_bastion": True},
    "summer_boats": {"boat_1a": True},
}


def table(seat: dict[str, Any]) -> State:
    return SHEET.read({"seats": {"p1": seat}})


def rows(seat: dict[str, Any]) -> dict[str, Any]:
    return {line.id: line for line in KEYFLOWER.score(table(seat))["p1"].lines}


def doubts(seat: dict[str, Any]) -> list[tuple[str, str]]:
    return [(doubt.path, doubt.message.en) for doubt in SHEET.doubts(table(seat))]


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


def test_a_map_that_is_whole_fills_in_what_is_blank_and_nothing_is_missing():
    lines = rows(OWNED | {"map": WHOLE})
    assert lines["sea_bastion"].points == 3
    assert lines["sea_breese"].points == 8  # three boats in line
    assert lines["turn_order_2"].points == 3
    assert "on the map" in lines["sea_bastion"].how.en
    missing = KEYFLOWER.score(table(OWNED | {"map": WHOLE}))["p1"].missing
    assert not {"p1/loop", "p1/chain"} & {str(each.path) for each in missing}


def test_a_map_that_is_not_whole_only_bounds_the_rows():
    """The boat lies nowhere yet: chain and touches may still grow, so nothing is called a total."""
    lines = rows(OWNED | {"map": LAID})
    assert lines["sea_breese"].points is None
    assert lines["sea_breese"].bounds[0] == 4  # two boats lie in line
    assert lines["turn_order_2"].bounds == (3, 6)
    assert "1 tile not on the map yet" in lines["sea_breese"].how.en


def test_what_is_entered_counts_and_a_contradiction_is_a_doubt():
    seat = OWNED | {"map": WHOLE, "loop": 4, "chain": 3}
    lines = rows(seat)
    assert (lines["sea_bastion"].points, lines["sea_breese"].points) == (4, 8)
    said = "Sea Bastion: the map shows 3, entered is 4. What is entered counts."
    assert doubts(seat)[0] == ("p1/loop", said)  # one tap settles it, so it comes first
    assert not [path for path, _ in doubts(seat) if path == "p1/chain"]
    touching = seat | {"turn_order": {"turn_order_2": 6}}
    assert "p1/turn_order/turn_order_2" in [path for path, _ in doubts(touching)]


@pytest.mark.parametrize(
    ("laid", "path", "says"),
    [
        ({"well": "0,1/0"}, "p1/map/well", "not among your tiles"),
        ({"keywood": "0,0/0"}, "p1/map/keywood", "lies where Home 3 lies already"),
        ({"keywood": "5,5/0"}, "p1/map/keywood", "does not touch the village"),
        ({"keywood": "-1,0/0"}, "p1/map/home_3", "edges do not match"),
    ],
)
def test_what_the_rules_of_placing_forbid_is_a_doubt(laid, path, says):
    found = doubts({"village": VILLAGE, "map": {"home_3": "0,0/5"} | laid})
    assert [said for at, said in found if at == path and says in said], found


def test_one_home_and_one_side_of_a_tile_lie_on_a_map():
    homes = {"home_3": "0,0/5", "home_1": "0,1/0", "home_2": "0,2/0"}
    found = doubts({"village": dict.fromkeys(homes, "before"), "map": homes})
    one = [at for at, said in found if said == "A player has one home." and "/map/" in at]
    assert one == ["p1/map/home_1", "p1/map/home_2"]
    sides = {"home_3": "0,0/5", "boat_2a": "-1,0/2", "boat_2b": "-2,0/2"}
    owned = {"boat_2a": True, "boat_2b": True}
    found = doubts({"village": {"home_3": "before"}, "summer_boats": owned, "map": sides})
    assert ("p1/map/boat_2a", "Two sides of one tile.") in found


@pytest.mark.parametrize(
    ("entered", "doubted"),
    [({"turn_order_2": 3}, []), ({"turn_order_2": 0}, []), ({"turn_order_3": 2}, [])]
    + [({"turn_order_2": n}, ["p1/turn_order/turn_order_2"]) for n in (1, 2, 4)],
)
def test_a_number_entered_is_compared_with_a_tile_that_lies_there(entered, doubted):
    found = doubts(OWNED | {"map": WHOLE, "turn_order": entered})
    assert [at for at, said in found if "the map shows 3, entered" in said] == doubted


def test_a_tile_whose_place_is_taken_waits():
    state = table({"village": VILLAGE, "map": {"home_3": "0,0/5", "keywood": "0,0/0"}})
    position = SHEET.position(state)
    chart = CHART(position, position.seats["p1"])
    assert set(chart.laid) == {"home_3"}
    assert set(chart.waiting) == {"keywood", "workshop", "carpenter"}


def test_a_tile_is_read_aloud_with_what_it_joins():
    state = table(OWNED | {"map": LAID})
    position = SHEET.position(state)
    chart = CHART(position, position.seats["p1"])
    said = chart.says["keywood"]
    assert said.en.startswith("Keywood, turned 2, road to ")
    assert "Home 3" in said.en
    assert "道で" in said.in_language("ja")


def test_an_arrangement_survives_export_and_import():
    state = table(OWNED | {"map": LAID})
    assert SHEET.loads(json.dumps(state)).state == state
    assert SHEET.loads(json.dumps(state)).errors == []


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
        position = SHEET.position(table({"map": laid}))
        chart = CHART(position, position.seats["p1"])
        assert len({spot.place for spot in chart.laid.values()}) == len(chart.laid)
