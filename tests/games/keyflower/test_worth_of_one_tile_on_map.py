"""The worth of a tile with its places on a map, against every way of laying it."""

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from scoring import game
from scoring.games.keyflower.solvers import worth_of_one_tile
from scoring.games.keyflower.solvers.layout import Layout
from scoring.games.keyflower.solvers.map_layout import MapLayout
from scoring.games.keyflower.solvers.worth_of_one_tile import Prices
from scoring.model.position import Position
from tests.finished_sheets import whole
from tests.games.keyflower import layout_oracle, oracle, random_states
from tests.games.keyflower import test_placing as winter
from tests.games.keyflower.random_layouts import BOX, grown, plain, text
from tests.games.keyflower.test_map_plans import FIELDS, owning
from tests.games.keyflower.test_worth_of_one_tile import asked, rows, signed
from tests.games.posted import cases

GAME = game("keyflower")
FIGHT, KEEP = (GAME.calculators[id_].form for id_ in ("fight", "keep"))
PIECES = ("resources", "skills", "workers")


def table(*seats: dict[str, Any]) -> Position:
    state = {"seats": {f"p{n}": seat for n, seat in enumerate(seats, 1)}}
    return GAME.sheet.position(whole(GAME, state))


def drawn(rng: random.Random, n: int) -> tuple[Layout, list[str], dict[str, Any], str]:
    """A village, what waits beside it, its sheet, and a tile to win."""
    layout, tiles = winter.case(rng, n)
    *waiting, offered = tiles
    kinds = [BOX[tile].kind for tile in (*tiles, *(e.tile for e in layout.laid.values()))]
    if BOX[offered].kind not in ("winter", "turn_order", "boat") or kinds.count("boat") > 1:
        return drawn(rng, n)
    seat = owning(layout, waiting)
    pieces = random_states.random_seat(rng, "small")
    return layout, waiting, seat | {field: pieces.get(field, {}) for field in PIECES}, offered


def laid(layout: Layout, tiles: Sequence[str], owned: Sequence[str]) -> int:
    """The most that the map pays once these tiles lie, by trying all ways."""
    ways = layout_oracle.all_placings(
        plain(layout),
        [(BOX[tile].kind, BOX[tile].edges) for tile in tiles],
        any_edge=layout.any_edge,
    )
    bastion, breese = (boat in owned for boat in ("sea_bastion", "sea_breese"))
    return max(
        (layout_oracle.paid(way, bastion=bastion, breese=breese, once=False) for way in ways),
        default=-1,
    )


def total(
    seat: dict[str, Any], layout: Layout, waiting: Sequence[str], won: Sequence[str]
) -> int | None:
    cells: dict[str, Any] = {**seat, "turn_order": {}, "loop": 0, "chain": 0}
    for tile in won:
        if (field := FIELDS.get(BOX[tile].kind)) is not None:
            cells[field] = {**cells.get(field, {}), tile: True}
    owned = [*(each.tile for each in layout.laid.values()), *waiting, *won]
    paid = laid(layout, [*waiting, *won], owned)
    if paid < 0:
        return None
    return paid + (oracle.best(cells, oracle.RULEBOOK) or 0)


def test_a_tile_is_worth_what_its_best_place_adds_to_me_and_to_a_rival():
    rng, met = random.Random(21), set()
    for n in range(cases(30)):
        layout, waiting, seat, offered = drawn(rng, n)
        kind = BOX[offered].kind
        position = table(seat, seat)
        boats = {offered: True} if kind == "boat" else {}
        other = next(tile for tile in winter.WINTER if tile not in waiting)
        fought = other if kind == "boat" else offered
        answer = asked(FIGHT, position, {"offered": {fought: "open"}, "boats": boats})
        before, after = (total(seat, layout, waiting, won) for won in ([], [offered]))
        if before is None or after is None:
            continue  # not all of them fit
        found = {row.entry: row for block in answer.blocks[:2] for row in block.rows}[offered]
        assert signed(found.value) == after - before, (text(layout), waiting, offered)
        assert f"{after} with it, {before} without" in found.how.en
        worth = f"+{after - before}" if after > before else str(after - before)
        if any(seat[field] for field in PIECES):
            assert f"Player 2 {worth}" in found.how.en
            met.add("rival")
        on_map = re.search(r"(\d+) of it for where it is laid", found.how.en)
        owned = [*(each.tile for each in layout.laid.values()), *waiting]
        adds = laid(layout, [*waiting, offered], [*owned, offered]) - laid(layout, waiting, owned)
        assert int(on_map[1]) == adds if on_map else adds == 0
        met |= {kind} | ({"waits"} if waiting else set()) | ({"map"} if adds else set())
    assert met == {"winter", "turn_order", "boat", "rival", "waits", "map"}


def test_a_map_answers_what_the_form_would_ask_of_it():
    seat = {"village": {"home_3": "before"}, "resources": {"gold": 1}, "loop": 5}
    told = {"loop": 5, "chain": None, "touches": {}}
    for lies, is_asked in ((None, True), ({"home_3": "0,0/0"}, False)):
        position = table(seat | ({"map": lies} if lies else {}), {})
        form = FIGHT.filled(position, "p1")
        assert ("loop" in form["seats"]["p1"]) is is_asked
        shaped = FIGHT.shaped(form)
        fields = {id_ for id_ in told if not shaped.fields[id_].standalone_only}
        assert fields == (set(told) if is_asked else set())


def test_a_number_that_was_typed_stays_whatever_is_won():
    layout, _ = winter.full(random.Random(23))
    seat = owning(layout, []) | {"boats": {"sea_bastion": True}, "resources": {"gold": 1}}
    seat["map"] |= {"sea_bastion": "9,9/0"}
    position = table(seat | {"loop": 5})
    found = rows(asked(FIGHT, position, {"offered": {"turn_order_4": "open"}}))["turn_order_4"]
    told = re.search(r"(\d+) with it, (\d+) without", found.how.en)
    assert told
    scored = GAME.solve_open_decisions(position.state)[0]
    assert int(told[2]) == GAME.score(scored)["p1"].total


def test_what_lies_there_is_worth_what_its_sheet_says():
    """Whatever numbers were typed, and whatever lies on the map that nobody says is owned."""
    rng, met = random.Random(25), set()
    for n in range(cases(200)):
        layout, _ = winter.case(rng, n)
        seat = owning(layout, [])
        for owned in (seat[field] for field in ("village", "boats", "winter") if field in seat):
            for tile in [tile for tile in owned if rng.random() < 0.2]:
                del owned[tile]
        if rng.random() < 0.3:
            seat["loop"] = rng.choice((0, 3, 5))
        if rng.random() < 0.3:
            seat["chain"] = rng.choice((0, 1, 2))
        if rng.random() < 0.3:
            seat["boats"] = {rng.choice(winter.BOATS): True} | seat.get("boats", {})
        position = GAME.sheet.position(GAME.solve_open_decisions(table(seat).state)[0])
        it = position.seats["p1"]
        prices, total = Prices(position, it, {}), GAME.score(position.state)["p1"].total
        if total is None or prices.ground is None:
            continue
        if MapLayout(it, GAME.catalogue).waiting:
            continue
        assert prices.total() == total, (text(layout), seat)
        met.add((layout.holds("sea_bastion"), "sea_bastion" in it.picked("boats")))
    assert {(True, True), (True, False)} <= met


def test_what_lies_on_my_map_is_not_laid_again():
    home, beside = {"home_3": "0,0/0"}, "1,-1/0"
    own = {"village": {"home_3": "before"}, "resources": {"gold": 1}}
    for tile in ("turn_order_2", "craftsmans_guild"):
        position = table(own | {"map": home | {tile: beside}}, {})
        found = rows(asked(FIGHT, position, {"offered": {tile: "open", "turn_order_3": "open"}}))
        # the one is mine, as it lies there; the other only lies there to see how it would fit
        assert (tile in found) is (tile == "craftsmans_guild")
        if tile in found:
            assert "for where it is laid" not in found[tile].how.en


def test_of_many_tiles_that_wait_it_says_that_not_every_way_was_tried():
    layout = grown(random.Random(24), 6, winter.VILLAGE)
    waiting = [*winter.WINTER[: worth_of_one_tile.FEW + 1]]
    for tiles, said in ((waiting, True), (waiting[:1], False)):
        seat = owning(layout, tiles) | {"resources": {"gold": 1}}
        answer = asked(FIGHT, table(seat), {"offered": {"turn_order_1": "open"}})
        unknown = [row.label.en for row in answer.blocks[-1].rows]
        assert any("several still wait" in row for row in unknown) is said
        assert signed(rows(answer)["turn_order_1"].value) > 0


@pytest.mark.parametrize("waiting", [0, 9])
def test_a_map_that_is_hardly_begun_leaves_the_form_as_it_was(waiting):
    tiles = dict.fromkeys(winter.VILLAGE[:waiting], "before")
    lies = {"home_3": "0,0/0"} if waiting else {winter.VILLAGE[0]: "0,0/0"}
    seat = {"village": {"home_3": "before"} | tiles, "map": lies, "resources": {"gold": 1}}
    position = table(seat, {})
    assert "table" not in FIGHT.filled(position, "p1")
    answer = asked(
        FIGHT, position, {"offered": {"turn_order_1": "open"}, "touches": {"turn_order_1": 4}}
    )
    assert signed(rows(answer)["turn_order_1"].value) == 4
