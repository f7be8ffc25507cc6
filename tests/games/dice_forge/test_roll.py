"""One roll resolved: all results against brute force, and what a row of rulings.toml cannot say."""

import random
from fractions import Fraction as F

from scoring import game
from scoring.games.dice_forge.calculators import result_texts
from scoring.games.dice_forge.solvers import roll_results
from scoring.games.dice_forge.solvers.blessing_rolls import blessing
from scoring.games.dice_forge.solvers.dice import Gain, read_faces
from scoring.games.dice_forge.solvers.odds import several
from scoring.games.dice_forge.solvers.reserve import (
    Reserve,
    TableRulings,
)
from scoring.games.dice_forge.solvers.roll_results import Need, Roll, Weights
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
    return {r.total for r in roll_results.results(rolled(*faces, **more), house or TableRulings())}


def best(*faces, goal=EVEN, reserve=None, house=None, **more):
    question = rolled(*faces, **more)
    return roll_results.choices(question, reserve or Reserve(), goal, house or TableRulings())[0]


def test_all_results_equal_those_of_the_oracle():
    rng = random.Random(30)
    for _ in range(STATES):
        a, b = rng.choice(oracle.EVERY), rng.choice([None, *oracle.EVERY])
        view = [rng.choice(oracle.EVERY) for _ in range(rng.randint(0, 4))]
        owned = frozenset(rng.sample(oracle.BOARS, rng.choice([0, 0, 1, 2])))
        faces = (a,) if b is None else (a, b)
        found = {tuple(got) for got in totals(*faces, view=view, owned=owned)}
        assert found == oracle.roll(a, b, view, owned)


def test_each_die_is_a_gain_of_its_own_for_a_hammer_that_takes_all_or_nothing():
    """3 + 4 gold, all or nothing each: 0, 3, 4 or 7 steps"""
    house = TableRulings(split=False, carry=False)
    found = roll_results.choices(rolled("g3", "g4"), Reserve(hammers=1), EVEN, house)
    assert {choice.to_hammer for choice in found} == {0, 3, 4, 7}


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
    found = roll_results.choices(rolled("mirror", "g1", view=["g4", "g4"]), Reserve(gold=12), EVEN)
    assert len(found) == 1
