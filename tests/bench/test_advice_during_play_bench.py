"""Time of advice while the game still runs.

    make bench          (or: .venv/bin/python -m pytest -m bench -s tests/bench)

Prints processor times; judges nothing, since machines differ.
"""

import random
from functools import partial
from typing import Any

import pytest

from scoring import game
from scoring.games.keyflower.solvers import tile_placement
from scoring.model.position import Position
from tests.bench.milliseconds import say, timed
from tests.games.keyflower import oracle as keyflower_oracle
from tests.games.keyflower import random_states as villages
from tests.games.keyflower import test_placing as laying
from tests.games.keyflower.random_layouts import grown
from tests.games.keyflower.test_map_plans import owning
from tests.games.nidavellir import test_taverns as taverns

pytestmark = pytest.mark.bench

NIDAVELLIR, KEYFLOWER = game("nidavellir"), game("keyflower")


def bidding(number: int, players: int) -> Any:
    """A table in the middle of a game, with as many cards as that many players get."""
    draw = random.Random(f"bench {players} {number}")
    state = NIDAVELLIR.sheet.read(taverns.table(draw, min(players, 4)))
    for n in range(5, players + 1):
        state["seats"][f"p{n}"] = {**state["seats"]["p1"], "gem": "gem_1"}
    cards = [draw.sample(taverns.CARDS, max(3, players)) for _ in taverns.TAVERNS]
    return state, cards


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_to_bid(players: int) -> None:
    took = list[float]()
    for number in range(150):
        state, cards = bidding(number, players)
        took += timed([partial(taverns.asked, state, "p1", cards)])
    say(f"what to bid, {players} players, from the sheets", took)


def winter(number: int, size: str, players: int) -> Position:
    draw = random.Random(f"winter {number}")
    seats = {f"p{n}": villages.random_seat(draw, size) for n in range(1, players + 1)}
    for cells in seats.values():
        cells["winter"], cells["boats"] = {}, {}
    return KEYFLOWER.sheet.position(KEYFLOWER.sheet.read({"seats": seats}))


@pytest.mark.parametrize(("offered", "players"), [(6, 3), (12, 6)])
def test_which_tile_to_fight_for(offered: int, players: int) -> None:
    form = KEYFLOWER.calculators["fight"].form
    assert form
    took = list[float]()
    for number in range(100):
        position = winter(number, "full", players)
        filled = form.filled(position, "p1")
        tiles = random.Random(number).sample(keyflower_oracle.WINTER, offered)
        filled["seats"]["p1"]["offered"] = dict.fromkeys(tiles, "open")
        asked = form.sheet.position(form.sheet.read(filled), table_position=position)
        took += timed([partial(form.answer, asked)])
    say(f"which of {offered} tiles, {players} players", took)


def mapped(number: int, players: int, waiting: int) -> Position:
    """A winter whose players all have maps, and so many tiles that do not lie yet."""
    draw, position = random.Random(f"mapped {number}"), winter(number, "full", players)
    seats: dict[str, Any] = {}
    for seat in position:
        layout = grown(draw, draw.randint(13, 18), [*laying.VILLAGE, "boat_1a"])
        held = {each.tile for each in layout.laid.values()}
        won = draw.sample([tile for tile in laying.VILLAGE if tile not in held], waiting)
        seats[seat.id] = owning(layout, won) | {
            field: dict(seat.tally(field)) for field in ("resources", "skills", "workers")
        }
    return KEYFLOWER.sheet.position(KEYFLOWER.sheet.read({"seats": seats}))


@pytest.mark.parametrize(("offered", "players"), [(6, 3), (10, 5)])
@pytest.mark.parametrize("waiting", [0, 2])
def test_which_tile_to_fight_for_on_maps(offered: int, players: int, waiting: int) -> None:
    form = KEYFLOWER.calculators["fight"].form
    assert form
    took = list[float]()
    for number in range(30):
        position, draw = mapped(number, players, waiting), random.Random(number)
        filled = form.filled(position, "p1")
        tiles = [*draw.sample(keyflower_oracle.WINTER, offered - 2), "turn_order_1", "turn_order_2"]
        filled["seats"]["p1"]["offered"] = dict.fromkeys(tiles, "open")
        asked = form.sheet.position(form.sheet.read(filled), table_position=position)
        took += timed([partial(form.answer, asked)])
    say(f"which of {offered} tiles, {players} maps, {waiting} waiting", took)


def won(draw: random.Random, turn_order: int, of_winter: int, boats: int) -> list[str]:
    tiles = draw.sample(laying.TURN_ORDER, turn_order) + draw.sample(laying.WINTER, of_winter)
    return tiles + draw.sample([boat for boat in laying.BOATS if boat != "sea_bastion"], boats)


@pytest.mark.parametrize("bastion", [False, True])
@pytest.mark.parametrize(
    ("turn_order", "of_winter", "boats"),
    [(1, 1, 1), (1, 2, 1), (2, 1, 1), (2, 3, 1), (3, 2, 1), (2, 5, 1), (3, 4, 1), (4, 4, 0)],
)
def test_where_to_lay(turn_order: int, of_winter: int, boats: int, bastion: bool) -> None:
    took, proven = list[float](), 0
    for number in range(40):
        draw = random.Random(f"laid {turn_order} {of_winter} {boats} {number}")
        layout = grown(draw, draw.randint(20, 25), [*laying.VILLAGE, "boat_1a", "boat_3a"])
        tiles = won(draw, turn_order, of_winter, boats)
        if bastion:
            tiles[-1] = "sea_bastion"
        paid = laying.terms(layout, tiles)
        found = list[Any]()
        took += timed([lambda: found.append(tile_placement.best(layout, tiles, paid))])  # noqa: B023
        proven += found[0].proof.verdict == "optimal"
    what = f"{turn_order} turn order, {of_winter} winter, {boats} boat" + bastion * ", Sea Bastion"
    say(f"{what}: {proven} proven", took)
