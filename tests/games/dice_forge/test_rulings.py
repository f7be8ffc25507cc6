"""The rows of rulings.toml: each interaction ruling of the research notes, recounted."""

import re
import tomllib
from contextlib import suppress
from dataclasses import fields
from fractions import Fraction as F
from itertools import combinations
from pathlib import Path

import pytest

from scoring import game
from scoring.games.dice_forge.calculators import result_texts
from scoring.games.dice_forge.solvers import roll_results
from scoring.games.dice_forge.solvers.dice import (
    Gain,
    box_copies,
    read_faces,
    starting_dice,
    with_face,
)
from scoring.games.dice_forge.solvers.last_turn import last_turn, last_turn_expected
from scoring.games.dice_forge.solvers.last_turn_bound import most_glory
from scoring.games.dice_forge.solvers.last_turn_state import TurnStart, read_feats
from scoring.games.dice_forge.solvers.reserve import (
    Reserve,
    TableRulings,
    hammer_choices,
    land,
    lose,
)
from scoring.games.dice_forge.solvers.roll_results import Roll, Weights
from tests.games.dice_forge.oracle_states import make_die

IT = game("dice_forge").catalogue
FACES, FEATS, START = read_faces(IT), read_feats(IT), starting_dice(IT)
BOX = {FACES[face]: copies for face, copies in box_copies(IT, 4).items()}
FILE = tomllib.loads((Path(__file__).parent / "rulings.toml").read_text("utf-8"))
ROWS = {
    kind: [
        {key: value for key, value in row.items() if key != "each"} | more
        for row in rows
        for more in row.get("each", [{}])
    ]
    for kind, rows in FILE.items()
}
EXPECTS = {"gives", "may_give", "owner", "most_glory", "ships", "triggers", "after"}
RESERVE = set(Reserve._fields) - {"glory"}
TURN = {each.name for each in fields(TurnStart)} - {"reserve", "feats", "opponents", "dice"}
KEYS = {
    "roll": EXPECTS
    | {"faces", "rolled", "view", "owned", "losing", "convert", "goal"}
    | {"reserve", "lost", "budgets", "only"},
    "gain": {
        "reserve",
        "paid",
        "losses",
        "gain",
        "hammered",
        "may_hammer",
        "after",
        "lost",
        "laps",
    },
    "price": {"face", "through", "gold"},
    "bound": RESERVE | TURN | {"feats", "dice", "box", "bound"},
    "turn": RESERVE
    | TURN
    | {"feats", "opponents", "sold", "rolls"}
    | {"glory", "actions", "says", "gaps"},
}
"""Keys of the rows of each kind, besides ``why``, ``case`` and ``rulings``."""


def each_row(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", ROWS[kind], ids=lambda row: row["why"])


def faces(ids):
    return tuple(FACES[face] for face in ids)


def gains(listed):
    return {Gain(**each) for each in listed}


def house(row):
    return TableRulings(**row.get("rulings", {}))


@each_row("roll")
def test_a_roll_of_the_rulings(row):
    assert row.keys() & EXPECTS
    owned, goal = frozenset(row.get("owned", ())), Weights(*map(F, row.get("goal", (1, 1, 1))))
    reserve = Reserve(**row.get("reserve", {}))
    if "rolled" in row:  # by others, for the Satyrs
        choices = roll_results.satyrs(faces(row["rolled"]), reserve, goal, owned)
        found = [choice.result for choice in choices]
    else:
        more = {key: row[key] for key in ("losing", "convert") if key in row}
        asked = Roll(faces(row["faces"]), faces(row.get("view", ())), owned, **more)
        choices = roll_results.choices(asked, reserve, goal, house(row))
        found = roll_results.results(asked, house(row))
    totals = {each.total for each in found}
    assert "gives" not in row or totals == gains(row["gives"])
    assert gains(row.get("may_give", ())) <= totals
    assert gains(row.get("owner", ())) <= {each.owner for each in found}
    assert row.get("most_glory", 0) in (0, max(each.glory for each in totals))
    assert "ships" not in row or {each.ships for each in found} == {tuple(row["ships"])}
    if "triggers" in row:
        assert {each.triggers for each in found} == {tuple(row["triggers"].items())}
    if "after" in row:
        assert choices[0].after == Reserve(**row["after"])
        assert choices[0].lost == Gain(**row.get("lost", {}))
        assert "budgets" not in row or choices[0].ship_budgets == tuple(row["budgets"])
        assert not row.get("only") or {each.after for each in choices} == {choices[0].after}


@each_row("gain")
def test_a_gain_or_loss_of_the_rulings(row):
    reserve = Reserve(**row.get("reserve", {})).paid(Gain(gold=row.get("paid", 0)))
    if "may_hammer" in row:
        choices = hammer_choices(reserve, row["gain"]["gold"], house(row))
        assert list(choices) == row["may_hammer"]
    for loss in row.get("losses", ()):
        reserve = lose(reserve, Gain(**loss))
    landed = land(reserve, Gain(**row.get("gain", {})), row.get("hammered", 0), house(row))
    assert landed.after == Reserve(**row["after"])
    assert (landed.lost, landed.laps) == (Gain(**row.get("lost", {})), row.get("laps", 0))


@each_row("price")
def test_a_price_of_the_rulings(row):
    off = FACES[row["through"]].ways[0].off if "through" in row else 0
    assert max(0, IT[row["face"]].facts["price"] - off) == row["gold"]


@each_row("turn")
def test_a_turn_of_the_rulings(row):
    reserve = Reserve(**{key: row[key] for key in RESERVE if key in row})
    feats = row.get("feats", [])
    there = {key: row[key] for key in TURN if key in row}
    there["occupied"] = frozenset(row.get("occupied", ()))
    there["sanctuary"] = dict.fromkeys(faces(row["sold"]), 1) if "sold" in row else BOX
    stacks = dict.fromkeys(feats, 2) if isinstance(feats, list) else feats
    opponents = (START,) * row.get("opponents", 0)
    start = TurnStart(reserve, stacks, dice=START, opponents=opponents, **there)
    if row.get("rolls"):
        found = last_turn_expected(start, FEATS)
    else:
        found = last_turn(start, FEATS, house(row))
    assert found.best.glory == F(row["glory"])
    assert "actions" not in row or list(found.best.actions) == row["actions"]
    gaps = tuple(row.get("gaps", ()))
    proven = "best found" if gaps else "optimal"
    assert (getattr(found, "gaps", ()), found.proof.verdict) == (gaps, proven)
    told = [step.en for step in result_texts.turn(IT, found.best)]
    said = ".*".join(map(re.escape, row.get("says", "…").split("…")))
    assert any(re.fullmatch(said, each) for each in told)


@each_row("bound")
def test_a_bound_is_that_of_the_favourable_parts(row):
    reserve = Reserve(**{key: row[key] for key in RESERVE if key in row})
    there = {key: row[key] for key in TURN if key in row}
    there["occupied"] = frozenset(row.get("occupied", ()))
    stacks = dict.fromkeys(row.get("feats", ()), 2)
    dice, sold = START if row.get("dice") else (), BOX if row.get("box") else {}
    start = TurnStart(reserve, stacks, dice=dice, sanctuary=sold, **there)
    assert most_glory(start, FEATS, FACES.values()) == F(row["bound"])


def test_a_bound_takes_no_more_copies_than_there_are():
    once = TurnStart(Reserve(sun=6), {"guardians_owl": 1})
    assert most_glory(once, FEATS, FACES.values()) == 4


@pytest.mark.parametrize("kind", KEYS)
def test_every_key_of_a_row_is_known(kind):
    said = {key for row in ROWS[kind] for key in row}
    assert said - KEYS[kind] <= {"why", "case", "rulings"}


# ── cases that are no rows ─────────────────────────────────────────────────────


def test_a_boar_never_comes_off():
    """boar_locked, case_boar_stays, case_second_boar"""
    dice = (make_die(FACES, ["boar_red", *["g1"] * 5]), make_die(FACES, ["g1"] * 6))

    def free(now, face):
        found = []
        for side in range(6):
            with suppress(ValueError):
                with_face(now, 0, side, FACES[face])
                found.append(side)
        return found

    assert free(dice, "v4") == free(dice, "boar_blue") == [1, 2, 3, 4, 5]
    assert free(with_face(dice, 0, 1, FACES["boar_blue"]), "g1") == [2, 3, 4, 5]


def test_half_of_the_pairs_of_a_pool_of_four_have_a_given_face():
    """case_pool_of_two"""
    pairs = list(combinations(IT["pool_5"].facts["faces"], 2))
    assert F(sum("g6" in pair for pair in pairs), len(pairs)) == F(1, 2)


def test_every_case_is_recounted():
    there = {row["case"] for rows in ROWS.values() for row in rows if "case" in row}
    there |= {"case_second_boar", "case_pool_of_two"}
    assert {case.id for case in IT.of_kind("example")} - there == set()
