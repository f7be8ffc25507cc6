"""One roll resolved: each interaction ruling of the research notes, the sum in a comment.

Each test is named after what the ruling says; its id in the notes stands in the docstring.
"""

import random
import tomllib
from fractions import Fraction as F
from pathlib import Path

import pytest

from scoring import game
from scoring.games.dice_forge.calculators import result_texts
from scoring.games.dice_forge.solvers import roll
from scoring.games.dice_forge.solvers.blessing_rolls import blessing
from scoring.games.dice_forge.solvers.dice import Gain, read_faces, with_face
from scoring.games.dice_forge.solvers.odds import several
from scoring.games.dice_forge.solvers.reserve import (
    PRINTED,
    Reserve,
    TableRulings,
    hammer_choices,
    land,
)
from scoring.games.dice_forge.solvers.roll import Need, Roll, Weights
from tests.games.dice_forge import oracle
from tests.games.dice_forge.oracle_states import make_die
from tests.games.posted import cases

STATES = cases(150)
CATALOGUE = game("dice_forge").catalogue
FACES = read_faces(CATALOGUE)
EVEN = Weights(F(1), F(1), F(1))
GLORY = Weights(F(0), F(0), F(0))


def rolled(*faces, view=(), **more):
    return Roll(tuple(FACES[f] for f in faces), tuple(FACES[f] for f in view), **more)


def totals(*faces, house=None, **more):
    """Everything that a roll may give, in total."""
    return {r.total for r in roll.results(rolled(*faces, **more), house or TableRulings())}


def best(*faces, goal=EVEN, reserve=None, house=None, **more):
    question = rolled(*faces, **more)
    return roll.choices(question, reserve or Reserve(), goal, house or TableRulings())[0]


def test_all_results_equal_those_of_the_oracle():
    rng = random.Random(30)
    for _ in range(STATES):
        a, b = rng.choice(oracle.EVERY), rng.choice([None, *oracle.EVERY])
        view = [rng.choice(oracle.EVERY) for _ in range(rng.randint(0, 4))]
        owned = frozenset(rng.sample(oracle.BOARS, rng.choice([0, 0, 1, 2])))
        faces = (a,) if b is None else (a, b)
        found = {tuple(got) for got in totals(*faces, view=view, owned=owned)}
        assert found == oracle.roll(a, b, view, owned)


ROLLS = [
    {key: value for key, value in row.items() if key != "each"} | more
    for row in tomllib.loads((Path(__file__).parent / "rolls.toml").read_text("utf-8"))["roll"]
    for more in row.get("each", [{}])
]


@pytest.mark.parametrize("row", ROLLS, ids=lambda row: row["why"])
def test_a_roll_of_the_rulings(row):
    more = {key: row[key] for key in ("view", "losing", "convert") if key in row}
    more["house"] = TableRulings(**row.get("rulings", {}))
    if "gives" in row:
        assert totals(*row["faces"], **more) == {Gain(**each) for each in row["gives"]}
        return
    goal = Weights(*map(F, row.get("goal", (1, 1, 1))))
    choice = best(*row["faces"], goal=goal, reserve=Reserve(**row.get("reserve", {})), **more)
    assert choice.after == Reserve(**row["after"])
    assert choice.lost == Gain(**row.get("lost", {}))


# ── ships ──────────────────────────────────────────────────────────────────────


def test_a_ship_is_one_purchase_at_two_less():
    """ship_basic, ship_order: 3 + 4 gold pay a face of price up to 7 + 2"""
    choice = best("ship", "g4", reserve=Reserve(gold=3))
    assert choice.result.ships == (2,)
    assert choice.ship_budgets == (9,)


def test_x3_makes_a_ships_discount_six():
    """ship_x3: still one purchase, 3 x 2 off"""
    assert best("ship", "x3").result.ships == (6,)


def test_two_ships_are_two_purchases():
    """ship_double: the own ship and a mirrored one"""
    (copied,) = roll.results(rolled("ship", "mirror", view=["ship"]))
    assert copied.ships == (2, 2)


def test_a_ship_works_alone_and_is_blank_under_the_minotaur():
    """ship_minor"""
    assert best("ship").result.ships == (2,)
    (lost,) = roll.results(rolled("ship", "g1", losing=True))
    assert lost.ships == ()


# ── boars ──────────────────────────────────────────────────────────────────────


def test_a_boar_pays_bearer_and_card_owner():
    """boar_basic: the bearer 1 sun or 1 moon, the owner acts once"""
    found = roll.results(rolled("boar_red", "g1"))
    assert {r.total for r in found} == {Gain(gold=1, sun=1), Gain(gold=1, moon=1)}
    assert {r.triggers for r in found} == {(("boar_red", 1),)}


def test_an_owner_who_copies_a_boar_gets_both_parts():
    """boar_mirror: 1 moon as its bearer, 3 glory as its owner, 1 gold from the other die"""
    found = totals("mirror", "g1", view=["boar_blue"], owned=frozenset({"boar_blue"}))
    assert Gain(gold=1, moon=1, glory=3) in found
    assert len(found) == 5  # sun+sun, sun+moon (twice the same), moon+moon, sun+3, moon+3
    # somebody else's card: only the bearer's part, and the owner acts
    strange = roll.results(rolled("mirror", "g1", view=["boar_blue"]))
    assert {r.total for r in strange} == {Gain(gold=1, sun=1), Gain(gold=1, moon=1)}
    assert {r.triggers for r in strange} == {(("boar_blue", 1),)}


def test_a_tripled_boar_gives_three_of_one_kind_and_three_triggers():
    """boar_x3: 3 suns or 3 moons; the owner acts three times"""
    found = roll.results(rolled("boar_red", "x3"))
    assert {r.total for r in found} == {Gain(sun=3), Gain(moon=3)}
    assert {r.triggers for r in found} == {(("boar_red", 3),)}


def test_an_owner_with_mirror_and_x3_acts_four_times_in_that_step():
    """boar_owner_mirror_x3: 1 by the bearer, 3 by the tripled copy; 3 suns and 3 x 3 glory"""
    bearer = roll.results(rolled("boar_red", "g1"))[0]
    owner = best("mirror", "x3", view=["boar_red", "g1"], owned=frozenset({"boar_red"}))
    assert dict(bearer.triggers)["boar_red"] + dict(owner.result.triggers)["boar_red"] == 4
    assert owner.result.owner == Gain(glory=9)
    # the owner may choose differently each time: sun, moon, 3 glory
    every = roll.results(rolled("mirror", "x3", view=["boar_red"], owned=frozenset({"boar_red"})))
    assert Gain(sun=1, moon=1, glory=3) in {r.owner for r in every}


def test_a_boar_face_is_never_removed():
    """boar_locked"""
    dice = (make_die(FACES, ["boar_red"] + ["g1"] * 5), make_die(FACES, ["g1"] * 6))
    with pytest.raises(ValueError, match="never comes off"):
        with_face(dice, 0, 0, FACES["v4"])


def test_the_minotaur_takes_from_the_bearer_and_still_pays_the_owner():
    """boar_minotaur: the bearer loses 1 sun or moon; an owner who copied it gains 3 glory"""
    own = frozenset({"boar_red"})
    choice = best(
        "mirror", "g1", view=["boar_red"], owned=own, losing=True, reserve=Reserve(2, 1, 1)
    )
    # 2 - 1 gold, one of sun and moon lost, 3 glory from the card
    assert (choice.after.gold, choice.after.glory) == (1, 3)
    assert choice.after.sun + choice.after.moon == 1
    assert choice.result.triggers == (("boar_red", 1),)


# ── satyrs, cerberus ───────────────────────────────────────────────────────────


def satyrs(*faces, goal=GLORY, **more):
    return roll.satyrs([FACES[f] for f in faces], Reserve(), goal, **more)


def test_satyrs_take_two_rolled_dice_as_a_pair():
    """satyrs_basic: x3 and 4 glory of two opponents' four dice: 3 x 4"""
    assert satyrs("x3", "g1", "v4", "v2")[0].after.glory == 12
    # with one opponent both dice of that player, even if they are poor: 1 gold + 2 glory
    assert {choice.after for choice in satyrs("g1", "v2")} == {Reserve(gold=1, glory=2)}


def test_a_boar_among_the_satyrs_picks_pays_its_owner():
    """satyrs_boar: 1 sun or moon, and 3 glory from the own card; 4 glory from the other pick"""
    choice = satyrs("boar_red", "v4", owned=frozenset({"boar_red"}))[0]
    assert choice.after.glory == 7
    assert choice.result.triggers == (("boar_red", 1),)


# ── hammer, chests, goals ──────────────────────────────────────────────────────


def test_gold_past_one_lap_runs_on_into_the_next():
    """hammer lap carry-over: 10 + 18 (x3 with 6 gold) = 28 steps, one lap, 10 glory"""
    landed = land(Reserve(hammers=1, steps=10), Gain(gold=18), 18)
    assert (landed.after.steps, landed.laps) == (28, 10)
    # from 14 past the end of both laps: 10 and 15
    assert land(Reserve(hammers=1, steps=14), Gain(gold=18), 16).laps == 25


def test_gold_past_one_card_runs_on_only_online():
    """hammer, several cards: 28 of 30 steps, 4 gold: online all 4, in print 2"""
    two = Reserve(hammers=2, steps=28)
    assert max(hammer_choices(two, 4)) == 4
    assert max(hammer_choices(two, 4, PRINTED)) == 2
    assert list(hammer_choices(two, 4, TableRulings(split=False, carry=False))) == [0, 2]


def test_each_die_is_a_gain_of_its_own_for_a_hammer_that_takes_all_or_nothing():
    """3 + 4 gold, all or nothing each: 0, 3, 4 or 7 steps"""
    house = TableRulings(split=False, carry=False)
    found = roll.choices(rolled("g3", "g4"), Reserve(hammers=1), EVEN, house)
    assert {choice.to_hammer for choice in found} == {0, 3, 4, 7}


def test_chests_add_up_and_count_at_once():
    """chest_stack: two chests hold 12 + 2 x 4 gold and 6 + 2 x 3 suns"""
    assert land(Reserve(chests=2), Gain(gold=30, sun=30)).after == Reserve(20, 12, chests=2)


def test_a_need_is_met_before_anything_else():
    """4 suns wanted, 3 there: 1 sun, though 2 glory are worth more"""
    goal = Need(Gain(sun=4), EVEN)
    choice = best("or_g1_s1_m1", "g1", goal=goal, reserve=Reserve(sun=3))
    assert choice.after.sun == 4


def test_two_players_finish_the_first_blessing_before_the_second():
    """two_player_double: sun is full after the first 5 + 1, so the second one takes the moon"""
    dice = (make_die(FACES, ["or_g1_s1_m1"] * 6), make_die(FACES, ["v2"] * 6))
    weights = Weights(F(0), F(3), F(2))
    after = several(blessing(dice), 2, weights, Reserve(sun=5))
    assert [after.mean(r) for r in ("gold", "sun", "moon", "glory")] == [0, 6, 1, 4]


# ── in words ───────────────────────────────────────────────────────────────────


def test_a_choice_is_said_step_by_step_in_both_languages():
    reserve = Reserve(gold=11, hammers=1, steps=14)
    taken = best("mirror", "g4", view=["or_g3_v2"], goal=GLORY, reserve=reserve)
    steps = result_texts.choice(CATALOGUE, taken)
    said = [step.en for step in steps]
    assert said[0] == "Mirror as 3 gold or 2 glory: 2 glory"
    assert "Hammer laps: 10 glory" in said
    assert steps[0].ja == "鏡→ゴールド3か2点：2点"


def test_results_that_end_the_same_are_shown_once():
    found = roll.choices(rolled("mirror", "g1", view=["g4", "g4"]), Reserve(gold=12), EVEN)
    assert len(found) == 1
