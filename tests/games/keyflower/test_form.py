"""From the posted form to the total: what people type, recorded decisions and blanks included.

Every option of the form is met, and every field changes some answer; the expected numbers are those
of an exhaustive search that shares nothing with the game's code (``oracle``).
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from scoring import game
from scoring.core.breakdown import Breakdown
from scoring.core.plan import State
from tests.games.keyflower import oracle, states

KEYFLOWER = game("keyflower")
SHEET = KEYFLOWER.sheet
STATES = int(os.environ.get("COMPANION_STATES", "160"))
SEATS = ("p1", "p2", "p3", "p4", "p5", "p6")
PIECES = {
    piece: field
    for field in ("resources", "skills", "workers")
    for piece in (row.id for row in SHEET.fields[field].rows)
}


def options() -> list[tuple[str, str]]:
    """Every cell of the form with everything that it offers; for numbers, that there is one."""
    found = []
    for field in SHEET.asked.values():
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


def posted(rng: random.Random, forced: list[tuple[str, str]]) -> dict[str, str]:
    """A form as its browser sends it: one or two small seats, and the cells that are forced."""
    seats = SEATS[: rng.choice((1, 1, 2))]
    typed: dict[str, str] = {}
    for seat in seats:
        drawn = SHEET.read({"seats": {seat: states.random_seat(rng, "small")}})
        for path, value in SHEET.cells(drawn).items():
            if path.startswith(f"{seat}/"):
                typed[path] = "1" if value is True else str(value)
    for path, value in forced:
        if rng.random() < 0.7:
            for other, given in supported(path, value):
                typed[other if other.startswith("rulings/") else f"p1/{other}"] = given
    for path, value in forced:
        number = SHEET.cell(f"p1/{path}").kind == "number"
        typed[f"p1/{path}"] = str(rng.randint(1, 3)) if number else value
    for ruling, option in states.random_rulings(rng).items():
        typed.setdefault(f"rulings/{ruling}", option)
    return typed


def entered(typed: dict[str, str]) -> State:
    seats = {path.split("/")[0] for path in typed if not path.startswith("rulings/")}
    reading = SHEET.enter({"game": "keyflower", "seats": {seat: {} for seat in seats}}, typed)
    assert reading.errors == []
    return reading.state


def reported(state: State) -> dict[str, Breakdown]:
    settled, plans = KEYFLOWER.settle(state)
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
    settled, _ = KEYFLOWER.settle(state)
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
        best = oracle.best_recorded(kept, rulings)
        assert best is not None, (seat, "what is not doubted is possible", state)
        for rows in doubted:
            also = deepcopy(cells)
            for other in doubted - {rows}:
                without(also, other)
            assert oracle.best_recorded(also, rulings) is None, (rows, "is possible", state)
        for path, value in SHEET.cells({"game": "keyflower", "seats": {seat: kept}}).items():
            assert SHEET.cells(settled).get(path) == value, (path, "is kept", state)
        if blank := oracle.open_points(cells):
            least, most = (best + sum(ends) for ends in zip(*blank, strict=True))
            assert found[seat].total is None, state
            assert found[seat].bounds == (least, most), state
        else:
            assert found[seat].total == best, state
    return found


def test_from_the_posted_form_to_the_total_of_an_exhaustive_search() -> None:
    rng = random.Random(1971)
    every = options()
    met: set[tuple[str, str]] = set()
    matters: set[str] = set()
    for n in range(STATES):
        # far apart in the form, so that no two are values of one cell
        forced = every[n % len(every) :: STATES]
        state = entered(posted(rng, forced))
        found = check(state)
        for path, value in SHEET.cells(state).items():
            if path.startswith("p1/"):
                number = type(value) is int or value is True
                met.add((path.removeprefix("p1/"), "1" if number else str(value)))
        for field in state["seats"]["p1"]:
            if field not in matters:
                bare = deepcopy(state)
                del bare["seats"]["p1"][field]
                other = reported(bare)["p1"]
                if (other.total, other.bounds) != (found["p1"].total, found["p1"].bounds):
                    matters.add(field)
    assert set(every) <= met, "an option of the form was not met"
    assert set(SHEET.asked) <= matters, "a field is asked and changes nothing"


# ── what a recorded decision means, each by hand ───────────────────────────────────────


@pytest.mark.parametrize(
    ("seat", "rulings", "total"),
    [
        # as gold it is worth 1 point left over; free to choose it would complete the set of 10
        (
            {
                "purple": "won",
                "purple_as": "gold",
                "skills": {"anvil": 1, "saw": 1},
                "winter": {"scribes": True},
            },
            {},
            1,
        ),
        # gold may still lie on the yard: 3 points there
        ({"purple": "won", "purple_as": "gold", "village": {"timber_yard": "after"}}, {}, 3),
        # the Well turned 7, the sawmill stays 3, Flipper 2; the best would be 10 + 3 + 2
        (
            {
                "village": {"well": "before", "sawmill": "before"},
                "boats": {"flipper": True},
                "flip": "well",
            },
            {},
            12,
        ),
        # exactly 3 wood to the windmill and 2 more goods, of which it takes what it likes: 5, and
        # the 2 gold left over 2; a fourth wood stays out
        (
            {
                "resources": {"wood": 4, "stone": 2, "gold": 2},
                "winter": {"windmill": True},
                "use": {"windmill": {"wood": 3}},
            },
            {},
            7,
        ),
        # two kinds recorded for the scholar: one of them pays, 2 x 3
        (
            {
                "skills": {"anvil": 2, "saw": 1},
                "winter": {"scholar": True},
                "use": {"scholar": {"anvil": 2, "saw": 1}},
            },
            {},
            6,
        ),
        # one wood is taken off the barn, no more: 2 stay; nothing else takes it
        (
            {
                "village": {"barn": "before"},
                "storage": {"barn": {"wood": 3}},
                "release": {"barn": {"wood": 1}},
            },
            {"storage_release": "yes"},
            2,
        ),
        # impossible, so left out: no Flipper, no storage tile, a tile that is not there
        (
            {
                "village": {"well": "before"},
                "flip": "well",
                "purple": "won",
                "purple_on": "barn",
                "use": {"windmill": {"wood": 1}},
            },
            {},
            4,
        ),
    ],
)
def test_a_recorded_decision_is_kept_exactly(
    seat: dict[str, Any], rulings: dict[str, str], total: int
) -> None:
    state = SHEET.read({"seats": {"p1": seat}, "rulings": rulings})
    assert check(state)["p1"].total == total


def test_two_rulings_changed_together_work() -> None:
    # rulebook: nothing; passed on it completes the craftsmen 3; at 5 points a set 5; green alone 0
    seat = {
        "purple": "passed",
        "workers": {"red": 1, "blue": 1},
        "winter": {"craftsmans_guild": True},
    }
    totals = {}
    for purple in ("no", "yes"):
        for points in ("3", "5"):
            typed = {
                "rulings/purple_without_bid": purple,
                "rulings/craftsmans_guild_points": points,
            }
            state = SHEET.enter(SHEET.read({"seats": {"p1": seat}}), typed).state
            found = check(state)["p1"]
            totals[purple, points] = found.total
            other = {a.ruling: a.total for a in KEYFLOWER.alternatives(state, "p1", found)}
            swapped = ("yes" if purple == "no" else "no", points)
            assert other["purple_without_bid"] == (
                0 if swapped[0] == "no" else 3 if points == "3" else 5
            )
    assert totals == {("no", "3"): 0, ("no", "5"): 0, ("yes", "3"): 3, ("yes", "5"): 5}


def test_a_decision_survives_a_ruling_that_is_switched_and_back() -> None:
    seat = {"purple": "passed", "purple_as": "gold", "resources": {"gold": 1}}
    state = SHEET.read({"seats": {"p1": seat}})
    assert check(state)["p1"].total == 1
    switched = SHEET.enter(state, {"rulings/purple_without_bid": "yes"}).state
    assert check(switched)["p1"].total == 2
    assert json.dumps(state["seats"]) == json.dumps(switched["seats"])
