"""The worth of a tile to each seat, against the exhaustive search that counts both totals anew."""

import random

import pytest

from scoring import game
from scoring.games.keyflower.calculators import compare_tile_worth
from scoring.games.keyflower.solvers.worth_of_one_tile import Prices
from scoring.model.plan import PlanMismatch
from tests.contract.test_blank_is_not_zero import begun
from tests.contract.test_planned_totals import worked
from tests.finished_sheets import whole
from tests.games.keyflower import oracle, random_states
from tests.games.posted import cases

GAME = game("keyflower")
FIGHT, KEEP = (GAME.calculators[id_].form for id_ in ("fight", "keep"))
COLOURS = ("red", "blue", "yellow", "green")


def drawn(number, players=3):
    """A table of small villages: what is on offer belongs to nobody."""
    draw = random.Random(number)
    seats = {f"p{n}": random_states.random_seat(draw, "small") for n in range(1, players + 1)}
    rulings = random_states.random_rulings(draw)
    for cells in seats.values():
        for field in ("turn_order", "purple_as", "purple_on", "flip", "release", "use"):
            cells.pop(field, None)
        cells["winter"] = dict(list(cells.get("winter", {}).items())[:1])
        cells["boats"] = dict(list(cells.get("boats", {}).items())[:1])
    state = whole(GAME, {"seats": seats, "rulings": rulings})
    held = {tile for cells in seats.values() for tile in cells["winter"]}
    free = [tile for tile in oracle.WINTER if tile not in held]
    return draw, GAME.sheet.position(state), free


def counted(position, seat, winter=(), boats=(), touches=None, colour="", paid=0):
    """The best total by the exhaustive search, with tiles more and workers less."""
    cells = dict(position.seats[seat].cells)
    cells["winter"] = dict(cells.get("winter", {})) | dict.fromkeys(winter, True)
    cells["boats"] = dict(cells.get("boats", {})) | dict.fromkeys(boats, True)
    if touches:
        cells["turn_order"] = touches
    workers = dict(cells.get("workers", {}))
    if paid:
        workers[colour] -= paid
    return oracle.best(cells | {"workers": workers}, position.rulings)


def asked(form, position, cells, seat="p1"):
    filled = form.filled(position, seat)
    filled["seats"][seat] |= cells
    return form.answer(form.sheet.position(form.sheet.read(filled), table_position=position))


def rows(answer, block=0):
    return {row.entry: row for row in answer.blocks[block].rows}


def signed(text):
    return int(text.en.replace("−", "-"))


def test_a_tile_is_worth_the_best_total_with_it_less_the_one_without():
    for number in range(cases(25)):
        draw, position, free = drawn(number)
        offered = {tile: draw.choice(["open", *COLOURS]) for tile in draw.sample(free, 3)}
        answer = asked(FIGHT, position, {"offered": offered | {"turn_order_1": "open"}, "boats": {}}
                       | {"touches": {"turn_order_1": 4}})  # fmt: skip
        found = rows(answer)
        assert set(found) == {*offered, "turn_order_1"}
        for seat in position.seats:
            before = counted(position, seat)
            for tile in offered:
                worth = counted(position, seat, [tile]) - before
                told = found[tile].how.en
                if seat == "p1":
                    assert signed(found[tile].value) == worth, (number, tile)
                    assert f"{before + worth} with it, {before} without" in told
                elif any(position.seats[seat].filled(field) for field in compare_tile_worth.PIECES):
                    name = position.name(seat).en
                    shown = f"+{worth}" if worth > 0 else str(worth)
                    assert f"{name} {shown}" in told, (number, tile, seat)
        touched = counted(position, "p1", touches={"turn_order_1": 4}) - counted(position, "p1")
        assert signed(found["turn_order_1"].value) == touched == 4


def test_a_bid_up_to_the_ceiling_is_not_worse_than_none_and_one_more_is():
    seen = 0
    for number in range(cases(60)):
        draw, position, free = drawn(1000 + number, 1)
        tile, colour = draw.choice(free), draw.choice(COLOURS)
        held = position.seats["p1"].tally("workers").get(colour, 0)
        prices = Prices(position, position.seats["p1"], {})
        ceiling, without = prices.ceiling(tile, colour), counted(position, "p1")
        assert 0 <= ceiling <= held
        assert counted(position, "p1", [tile], colour=colour, paid=ceiling) >= without
        if ceiling < held:
            seen += 1
            assert counted(position, "p1", [tile], colour=colour, paid=ceiling + 1) < without
    assert seen


def test_two_tiles_together_are_counted_together():
    for number in range(cases(40)):
        draw, position, free = drawn(2000 + number, 1)
        pair = draw.sample(free, 2)
        answer = asked(KEEP, position, {"dealt": dict.fromkeys(pair, True)})
        before = counted(position, "p1")
        both = counted(position, "p1", pair) - before
        worth = {tile: counted(position, "p1", [tile]) - before for tile in pair}
        assert {tile: signed(row.value) for tile, row in rows(answer).items()} == worth
        assert [worth[tile] for tile in rows(answer)] == sorted(worth.values(), reverse=True)
        alone = sum(worth.values())
        blocks = [b for b in answer.blocks if b.title.en == "Two together"]
        assert bool(blocks) == (both != alone), "a pair is told where it differs"
        for block in blocks:
            (row,) = block.rows
            assert signed(row.value) == both
            assert row.how.en.startswith(f"{abs(both - alone)} ")


def test_boats_are_worth_what_they_add_and_nobody_takes_two():
    for number in range(cases(20)):
        _, position, free = drawn(3000 + number, 1)
        own = position.seats["p1"]
        position = position.having(own.put(boats={}))
        cells = {"offered": {free[0]: "open"}, "loop": 7, "chain": 2}
        answer = asked(FIGHT, position, cells | {"boats": dict.fromkeys(oracle.BOATS, True)})
        found = rows(answer, 1)
        assert set(found) == set(oracle.BOATS)
        there = position.having(position.seats["p1"].put(loop=7, chain=2))
        for boat, row in found.items():
            worth = counted(there, "p1", boats=[boat]) - counted(there, "p1")
            assert signed(row.value) == worth, (number, boat)
        pairs = [
            row.label.en for b in answer.blocks if b.title.en == "Two together" for row in b.rows
        ]
        names = [GAME.catalogue.name(boat).en for boat in oracle.BOATS]
        assert not any(sum(name in pair for name in names) > 1 for pair in pairs)


def test_what_a_screen_hides_is_named_and_not_guessed():
    _, position, _ = drawn(8)
    hidden = position.seats["p2"]
    blank = hidden.put(**dict.fromkeys(compare_tile_worth.SEEN))
    answer = asked(FIGHT, position.having(blank), {"offered": {"keythedral": "open"}})
    assert "Player 2" not in rows(answer)["keythedral"].how.en
    assert "Player 3 +12" in rows(answer)["keythedral"].how.en
    told = [row.label.en for row in answer.blocks[-1].rows]
    assert "What lies behind the screens of Player 2." in told


RIVALS = {
    "p1": {"resources": {"gold": 1, "wood": 2}, "workers": {"green": 1}},
    "p2": {"resources": {"gold": 4, "wood": 8}, "workers": {"green": 5}, "skills": {"saw": 6}},
}


def test_of_others_only_what_lies_open_is_told_and_used():
    state = whole(GAME, {"seats": RIVALS})
    other = GAME.sheet.put(state, {"p2/workers/green": 0, "p2/skills/saw": None})
    dealt = {"dealt": dict.fromkeys(("scribes", "windmill", "keythedral"), True)}
    answers = [
        asked(KEEP, GAME.sheet.position(GAME.sheet.lying_open(each, "p1")), dealt)
        for each in (state, other)
    ]
    assert answers[0] == answers[1]
    for tile, row in rows(answers[0]).items():
        takes = Prices(GAME.sheet.position(state), GAME.sheet.position(state).seats["p2"], {})
        hidden = takes.takes(tile) & {*COLOURS, "anvil", "pickaxe", "saw"}
        assert ("Player 2 ?" in row.how.en) == bool(hidden), tile
    counted_up = state | {"play": {"stage": "count"}}
    assert GAME.sheet.lying_open(counted_up, "p1") == counted_up


def test_a_total_that_is_another_one_than_the_sheets_says_why():
    """Over the worked games with cells left out: the same number, or a sentence about it."""
    draw, differing = random.Random(6), 0
    for state in [*worked(GAME), *(begun(each, GAME, draw) for each in worked(GAME))]:
        settled, _ = GAME.solve_open_decisions(state)
        for seat, found in GAME.score(settled).items():
            table = compare_tile_worth.Table(GAME.sheet.position(state), seat, {})
            if found.range.exact != table.own_prices.total():
                differing += 1
                assert table.basis(), (seat, state)
    assert differing


def test_a_total_on_which_the_methods_differ_is_never_shown(monkeypatch):
    _, position, free = drawn(10)
    monkeypatch.setattr(compare_tile_worth.Prices, "_total", lambda *_: 1)
    with pytest.raises(PlanMismatch):
        asked(FIGHT, position, {"offered": {free[0]: "open"}})
