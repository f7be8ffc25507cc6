"""Final glory, caps, rounds and the calculators' forms."""

import pytest

from scoring import game
from scoring.games.dice_forge import points
from scoring.games.dice_forge.calculators import last_turn
from scoring.games.dice_forge.calculators import odds as odds_calculator
from scoring.games.dice_forge.calculators.result_texts import exact
from scoring.games.dice_forge.sheet_functions import GOALS
from scoring.games.dice_forge.solvers import odds
from scoring.games.dice_forge.solvers.blessing_rolls import OtherFaces
from scoring.games.dice_forge.solvers.dice import read_faces, starting_dice, with_face
from scoring.solving import deadline
from tests.finished_sheets import whole
from tests.games.dice_forge.random_forms import answered, form

GAME = game("dice_forge")
FACES = read_faces(GAME.catalogue)
SIDES = [f"side_{n}" for n in range(1, 7)]


@pytest.mark.parametrize(("players", "rounds"), [(2, 9), (3, 10), (4, 9)])
def test_rounds_by_number_of_players(players, rounds):
    stages = GAME.sheet.phases.listed(GAME.sheet.blank(players))
    assert len(stages) == rounds + 2
    assert points.blessings_to_come(players, 1) == {2: 36, 3: 30, 4: 36}[players]


def filled(calculator, table):
    return form(calculator).filled(GAME.sheet.position(table), "p1")


def answer(calculator, table=None, **cells):
    raw = filled(calculator, table) if table else form(calculator).sheet.blank(1)
    raw["seats"]["p1"] |= cells
    return answered(calculator, raw)


def test_a_reserve_of_no_use_to_a_form_stays_out_of_it():
    table = whole(GAME, {"seats": {"p1": {"name": "Bo", "colour": "red", "forged": 3}}})
    assert filled("roll", table)["seats"]["p1"] == {"name": "Bo"}
    assert filled("last_turn", table)["seats"]["p1"] == {"name": "Bo", "forged": 3}


def test_mirrors_see_the_dice_of_the_others_at_the_table():
    table = whole(
        GAME, {"seats": {"p1": {"die_1": {"side_1": "mirror"}}, "p2": {"die_1": {"side_1": "v4"}}}}
    )
    alone = answer("odds", die_1={"side_1": "mirror"})
    assert "blank" in alone.summary.en
    found = answer("odds", table)
    assert "blank" not in found.summary.en
    dice = filled("odds", table)["seats"]["p1"]
    assert dice["rival_1"]
    assert dice["rival_1_die_1"] == {"side_1": "v4"}
    (glory,) = [r for b in found.blocks for r in b.rows if r.entry == "glory" and r.share]
    start = starting_dice(GAME.catalogue)
    mine, theirs = ((with_face(start, 0, 0, FACES[face])) for face in ("mirror", "v4"))
    others = OtherFaces(dice=theirs)
    assert glory.value == exact(odds.one(mine, GOALS["balanced"], others).mean("glory"))


def test_what_takes_too_long_is_said_and_not_waited_for(monkeypatch):
    monkeypatch.setattr(odds_calculator, "SECONDS", -1.0)
    monkeypatch.setattr(last_turn, "SECONDS", -1.0)
    said = answer("odds", times=10, need={"gold": 9}).summary.en
    assert said.startswith("Too many possibilities")
    assert "1.50 gold" in said
    assert answer("last_turn", reserve={"sun": 6}).summary.en.startswith("With so many effects")


DEVELOPED = (
    ("g3", "m1", "v3", "and_v1_s1", "or_g3_v2", "s2"),
    ("m2", "v4", "g4", "or_g1_s1_m1", "and_g2_m1", "x3"),
)


def test_rolls_are_counted_with_three_developed_rivals_and_satyrs_to_buy():
    """Some ten thousand rows of six dice: counted within the time that a form has."""
    dice = {
        f"{of}die_{n}": dict(zip(SIDES, faces[k:] + faces[:k], strict=True))
        for k, of in enumerate(("", "rival_1_", "rival_2_", "rival_3_"))
        for n, faces in enumerate(DEVELOPED, 1)
    }
    there = dict.fromkeys(("rival_1", "rival_2", "rival_3"), True)
    reserve = {"gold": 12, "sun": 6, "moon": 6}
    found = answer("last_turn", reserve=reserve, rolls=True, helpers={"hinds": 1}, **dice, **there)
    assert "on average" in found.summary.en
    assert found.proof.verdict == "optimal"


def test_without_rolls_nothing_is_proven_where_rolls_were_asked_for(monkeypatch):
    def late(*_):
        raise deadline.OutOfTime("none left")

    monkeypatch.setattr(last_turn, "last_turn_expected", late)
    found = answer("last_turn", reserve={"sun": 6}, rolls=True)
    assert found.summary.en.startswith("Too many ways to count with rolls")
    assert (found.proof.verdict, found.proof.bound) == ("best found", 33)  # 97/3
    assert answer("last_turn", reserve={"sun": 6}).proof.verdict == "optimal"


@pytest.mark.parametrize(
    "more",
    [
        {"view": {"v3": True}},  # mirrors
        {"view": {}},
        pytest.param(
            {"helpers": {"hinds": 4, "tritons": 4, "cerberus": 2}, "hammers": 2},
            marks=pytest.mark.slow,
        ),
    ],
)
def test_what_is_only_best_found_has_a_bound(more):
    """Mirrors, ships, and hammers with hinds and tritons; 1.5 s of processor time at most."""
    special = ("mirror", "ship", "x3", "v3", "and_v1_s1", "g3")
    dice = {f"die_{n}": dict(zip(SIDES, special, strict=True)) for n in (1, 2)}
    reserve = {"gold": 12, "sun": 6, "moon": 6}
    found = answer("last_turn", reserve=reserve, rolls=True, **dice, **more)
    assert found.proof.verdict == "best found"
    assert found.proof.bound >= 24


def test_forging_offers_what_it_found_to_the_tracker():
    table = whole(GAME, {"seats": {"p1": {"reserve": {"gold": 9}}, "p2": {}}})
    found = answer("forge", table, times=10)
    assert found.proof is not None
    assert found.proof.verdict == "optimal"
    (apply,) = found.applies
    after = GAME.sheet.put(table, apply.cells)
    bought = {**after["seats"]["p1"].get("die_1", {}), **after["seats"]["p1"].get("die_2", {})}
    spent = sum(GAME.catalogue[face].facts["price"] for face in bought.values())
    assert after["seats"]["p1"]["reserve"].get("gold", 0) == 9 - spent
