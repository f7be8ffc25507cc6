"""Times of planners and calculators on random tables; a row is what is asked.

make bench          (or: .venv/bin/python -m pytest -m bench -s tests/bench)

Prints processor times; only a row with a goal can fail, since machines differ.
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
from tests.games.dice_forge.test_forms import DRAWS
from tests.games.keyflower import oracle, random_states, test_placing, test_transport
from tests.games.keyflower.random_layouts import grown
from tests.games.keyflower.test_map_plans import on_map, owning, posted
from tests.games.map_masters.random_states import position
from tests.games.nidavellir import random_states as nidavellir
from tests.games.nidavellir import test_taverns
from tests.games.posted import answered, random_form

pytestmark = pytest.mark.bench

type Work = Callable[[], object]


def plan(slug: str, question: str, drawn: Callable[[random.Random], Any]) -> Callable[..., Work]:
    found = game(slug)
    return lambda draw: partial(found.optimise, question, "p1", whole(found, drawn(draw)))


def form(calculator: str) -> Callable[..., Work]:
    """A form of Dice Forge as its own tests draw it."""
    asked, draws = game("dice_forge").calculators[calculator].form, DRAWS[calculator][0]
    assert asked
    return lambda draw: partial(answered, asked, random_form(asked, draw, draws))


def bids(players: int) -> Callable[..., Work]:
    """The taverns at a table in the middle of a game."""

    def drawn(draw: random.Random) -> Work:
        state = game("nidavellir").sheet.read(test_taverns.table(draw, players))
        cards = [draw.sample(test_taverns.CARDS, max(3, players)) for _ in test_taverns.TAVERNS]
        return partial(test_taverns.asked, state, "p1", cards)

    return drawn


def village(draw: random.Random) -> dict[str, Any]:
    return {"seats": {"p1": random_states.random_seat(draw, "full")}}


def fight(draw: random.Random) -> Work:
    """Six tiles of a winter on offer to three players."""
    found = game("keyflower")
    asked = found.calculators["fight"].form
    assert asked
    seats = {f"p{n}": random_states.random_seat(draw, "full") for n in (1, 2, 3)}
    for cells in seats.values():
        cells["winter"], cells["boats"] = {}, {}
    table = found.sheet.position(found.sheet.read({"seats": seats}))
    filled = asked.filled(table, "p1")
    filled["seats"]["p1"]["offered"] = dict.fromkeys(draw.sample(oracle.WINTER, 6), "open")
    read = asked.sheet.read(filled)
    return partial(asked.answer, asked.sheet.position(read, table_position=table))


def lay(draw: random.Random) -> Any:
    """A winter to lay beside a village of 20 to 25 tiles."""
    layout = grown(draw, draw.randint(20, 25), [*test_placing.VILLAGE, "boat_1a", "boat_3a"])
    tiles = [*draw.sample(test_placing.TURN_ORDER, 2), *draw.sample(test_placing.WINTER, 3)]
    return posted(owning(layout, [*tiles, "sea_bastion"]))


def carry(draw: random.Random) -> Any:
    """14 goods in a village of 20 tiles, and two uses of own transport tiles."""
    seat, rulings, layout, lying, _ = test_transport.case(draw, 20, 14, 0)
    goods = {layout.laid[place].tile: held for place, held in lying.items()}
    uses = dict.fromkeys(draw.sample(test_transport.able(seat), 2), 1)
    loose = {tile: held for tile, held in goods.items() if tile not in test_transport.YARDS}
    return posted(seat | {"map": on_map(layout), "goods": loose, "transports": uses}, rulings)


@pytest.mark.parametrize(
    ("what", "drawn", "number", "goal"),
    [
        ("nidavellir, final", plan("nidavellir", "final", nidavellir.table), 400, 50),
        ("nidavellir, hero", plan("nidavellir", "hero", nidavellir.table), 60, 300),
        ("nidavellir, bids of two", bids(2), 150, None),
        ("nidavellir, bids of four", bids(4), 150, None),
        ("map_masters, win", plan("map_masters", "win", lambda d: position(d)[0]), 100, None),
        ("keyflower, final", plan("keyflower", "final", village), 400, None),
        ("keyflower, which of six tiles", fight, 100, None),
        ("keyflower, where to lay", plan("keyflower", "place_tiles", lay), 40, None),
        ("keyflower, last transports", plan("keyflower", "last_transport", carry), 30, None),
        *((f"dice_forge, {each}", form(each), 40, None) for each in DRAWS),
    ],
)
def test_what_it_takes(
    what: str, drawn: Callable[[random.Random], Work], number: int, goal: float | None
) -> None:
    """``goal``: milliseconds for all but the slowest twentieth; up to eight mercenaries wait."""
    took = timed([drawn(random.Random(n)) for n in range(number)])
    say(what, took)
    assert goal is None or quantiles(took, n=20)[-1] <= goal
