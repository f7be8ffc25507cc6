"""Forging, in sums to follow; against every set of faces on every side: ``test_forms.py``."""

from fractions import Fraction as F

import pytest

from scoring import game
from scoring.games.dice_forge.calculators import result_texts
from scoring.games.dice_forge.solvers.dice import box_copies, read_faces, starting_dice
from scoring.games.dice_forge.solvers.forge import forge
from scoring.games.dice_forge.solvers.roll import Weights
from tests.games.dice_forge.oracle_states import make_die

CATALOGUE = game("dice_forge").catalogue
FACES = read_faces(CATALOGUE)
START = starting_dice(CATALOGUE)
BOX = {FACES[face]: copies for face, copies in box_copies(CATALOGUE, 4).items()}
PLAIN = Weights(F(1, 2), F(2), F(2))


def die(*sides):
    return make_die(FACES, sides)


def test_four_gold_buy_the_face_that_pays_back_most():
    # 12 blessings at 1/6 each: 2 x (gain - 1/2 for the 1 gold lost) less 1/2 x price
    # g6: 2 x 2.5 - 2 = 3; 1 sun + 1 glory: 2 x 2.5 - 2 = 3; 2 gold + 1 moon: 2 x 2.5 - 2 = 3
    # 1 moon: 2 x 1.5 - 1 = 2; with 3 gold: 2 x 1 - 1 = 1, together 3
    found = forge(START, 4, BOX, 12, PLAIN)
    assert found.best.worth == 3
    assert [plan.worth for plan in found.others] == [3, 3, 3]
    assert found.proof.verdict == "optimal"
    assert found.proof.bound == 3


def test_without_blessings_left_nothing_is_bought():
    found = forge(START, 12, BOX, 0, PLAIN)
    assert (found.best.bought, found.best.worth) == ((), 0)
    assert result_texts.forging(CATALOGUE, found.best)[0].ja == "何も買わない"


def test_a_face_that_x3_would_triple_goes_on_the_other_die():
    # x3 on the first die: on the second one 4 glory counts 5 + 3 times, on the first 6 times
    dice = (die("x3", *["g1"] * 5), die(*["g1"] * 6))
    plan = forge(dice, 12, {FACES["v4"]: 1}, 36, Weights(F(0), F(0), F(0))).best
    assert [(b.die, b.face.id) for b in plan.bought] == [(1, "v4")]
    assert plan.worth == 4 * 8


def test_a_face_sold_out_is_not_bought():
    assert forge(START, 4, {FACES["g6"]: 0}, 12, PLAIN).best.bought == ()


def test_negative_gold_is_refused():
    with pytest.raises(ValueError, match="less than 0"):
        forge(START, -1, BOX, 1, PLAIN)


def test_each_step_says_what_goes_where():
    (step,) = result_texts.forging(CATALOGUE, forge(START, 2, {FACES["g3"]: 1}, 36, PLAIN).best)
    assert step.en == "Buy 3 gold for 2 gold; light die: over 1 gold"
    assert step.ja == "ゴールド3を2ゴールドで買い、明るいダイスのゴールド1と替える"
