"""Forms as people post them, recorded decisions and blanks included, and what they should give.

The expected numbers are those of an exhaustive search that shares nothing with the game's code
(``oracle``); its own fixed order of asking makes runs repeatable.
"""

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from scoring import game
from scoring.model.breakdown import Breakdown
from scoring.model.plan import State
from tests.games.keyflower import oracle, random_states

KEYFLOWER = game("keyflower")
SHEET = KEYFLOWER.sheet
SEATS = ("p1", "p2", "p3", "p4", "p5", "p6")
PIECES = {
    piece: field
    for field in ("resources", "skills", "workers")
    for piece in (row.id for row in SHEET.fields[field].rows)
}


def options() -> list[tuple[str, str]]:
    """Every cell of the form with everything that it offers; for numbers, that there is one.

    Without the map and what only planners read of it: they have tests of their own.
    """
    found = []
    fields = [f for section in SHEET.sections if not section.map for f in section.fields]
    for field in fields:
        for path in field.paths():
            offered = [option.id for option in field.cell.options]
            found += [("/".join(path), each) for each in offered or ["1"]]
    return found


def supported(path: str, value: str) -> Iterator[tuple[str, str]]:
    """Cells that make a decision possible, more often than not."""
    field, *rows = path.split("/")
    if field == "flip":
        yield from ((f"village/{value}", "before"), ("boats/flipper", "1"))
    elif field == "purple_as":
        yield "purple", "won"
    elif field == "purple_on":
        yield from (("purple", "won"), (f"village/{value}", "before"))
    elif field == "release":
        tile, good = rows
        yield from ((f"village/{tile}", "after"), (f"storage/{tile}/{good}", "2"))
        yield "rulings/storage_release", "yes"
    elif field == "use":
        tile, piece = rows
        owned = "boats" if tile == "white_wind" else "winter"
        yield from ((f"{owned}/{tile}", "1"), (f"{PIECES[piece]}/{piece}", "3"))


def posted(
    rng: random.Random, forced: list[tuple[str, str]], size: str = "small"
) -> dict[str, str]:
    """A form as its browser sends it: one or two small seats, and the cells that are forced."""
    seats = SEATS[: rng.choice((1, 1, 2))]
    typed: dict[str, str] = {}
    for seat in seats:
        drawn = SHEET.read({"seats": {seat: random_states.random_seat(rng, size)}})
        for path, value in SHEET.cells(drawn).items():
            if path.startswith(f"{seat}/"):
                typed[path] = "1" if value is True else str(value)
    for path, value in forced:
        if rng.random() < 0.7:
            for other, given in supported(path, value):
                typed[other if other.startswith("rulings/") else f"p1/{other}"] = given
    for path, value in forced:
        cell = SHEET.cell(f"p1/{path}")
        number = cell is not None and cell.kind == "number"
        typed[f"p1/{path}"] = str(rng.randint(1, 3)) if number else value
    for ruling, option in random_states.random_rulings(rng).items():
        typed.setdefault(f"rulings/{ruling}", option)
    return typed


def entered(typed: dict[str, str]) -> State:
    seats = {path.split("/")[0] for path in typed if not path.startswith("rulings/")}
    reading = SHEET.enter({"game": "keyflower", "seats": {seat: {} for seat in seats}}, typed)
    assert reading.errors == []
    return SHEET.with_rest_none(reading.state)


def reported(state: State) -> dict[str, Breakdown]:
    settled, plans = KEYFLOWER.solve_open_decisions(state)
    for seat in plans:
        assert plans[seat].proof.verdict == "optimal" or KEYFLOWER.score(settled)[seat].partial
    return dict(KEYFLOWER.score(settled))


def without(seat: dict[str, Any], rows: tuple[str, ...]) -> None:
    """Takes one cell out, and what is then empty."""
    if len(rows) == 1:
        del seat[rows[0]]
        return
    without(seat[rows[0]], rows[1:])
    if not seat[rows[0]]:
        del seat[rows[0]]


def check(state: State) -> dict[str, Breakdown]:
    """Each seat's total, bounds and doubted decisions are what the search finds."""
    settled, _ = KEYFLOWER.solve_open_decisions(state)
    found, rulings = reported(state), dict(SHEET.rulings(state))
    for seat, cells in state["seats"].items():
        doubted = {
            tuple(doubt.path.split("/")[1:])
            for doubt in SHEET.doubts(state)
            if doubt.path.startswith(f"{seat}/") and doubt.path.split("/")[1] in oracle.DECISIONS
        }
        kept = deepcopy(cells)
        for rows in doubted:
            without(kept, rows)
        best = oracle.best(kept, rulings)
        assert best is not None, (seat, "what is not doubted is possible", state)
        for rows in doubted:
            also = deepcopy(cells)
            for other in doubted - {rows}:
                without(also, other)
            assert oracle.best(also, rulings) is None, (rows, "is possible", state)
        for path, value in SHEET.cells({"game": "keyflower", "seats": {seat: kept}}).items():
            assert SHEET.cells(settled).get(path) == value, (path, "is kept", state)
        if blank := oracle.open_points(cells):
            least, most = (best + sum(ends) for ends in zip(*blank, strict=True))
            assert found[seat].total is None, state
            assert (found[seat].range.least, found[seat].range.most) == (least, most), state
        else:
            assert found[seat].total == best, state
    return found
