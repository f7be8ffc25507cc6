"""Exact odds, in sums a reader can follow; against every roll, from the form: ``test_forms.py``."""

import random
from fractions import Fraction as F

from scoring import game
from scoring.games.dice_forge.solvers import odds
from scoring.games.dice_forge.solvers.blessing_rolls import OtherFaces, blessing
from scoring.games.dice_forge.solvers.dice import (
    Gain,
    read_faces,
    starting_dice,
)
from scoring.games.dice_forge.solvers.odds import reach, several
from scoring.games.dice_forge.solvers.roll_results import Weights
from tests.games.dice_forge import oracle
from tests.games.dice_forge.oracle_states import make_die
from tests.games.posted import cases

CATALOGUE = game("dice_forge").catalogue
FACES = read_faces(CATALOGUE)
START = starting_dice(CATALOGUE)
PLAIN = Weights(F(1, 2), F(2), F(2))


def die(*sides):
    return make_die(FACES, sides)


def dice(*pair):
    return (die(*pair[0]), die(*pair[1]))


def test_three_opponents_beside_two_mirrors_equal_every_roll_enumerated():
    # few faces on each die keep 36^3 rolls countable: two different ones on each of six dice
    rng = random.Random(21)
    for _ in range(max(2, cases(150) // 75)):
        pair = [["mirror", rng.choice(oracle.EVERY)] * 3 for _ in range(2)]
        rolled = [[rng.choice(oracle.EVERY), rng.choice(oracle.EVERY)] for _ in range(6)]
        weights = {each: F(rng.randint(0, 4)) for each in ("gold", "sun", "moon", "ship")}
        weights["glory"] = F(1)
        wanted = oracle.distribution([p[:2] for p in pair], weights, (), rolled)
        view = OtherFaces(dice=tuple(die(*each * 3) for each in rolled))
        found = odds.one(dice(*pair), Weights(**weights), view)
        assert {tuple(g): F(c, found.total) for g, c in found.counts.items()} == wanted


# ── sums to follow ─────────────────────────────────────────────────────────────


def test_after_ten_blessings_of_the_starting_dice_a_sun_is_nearly_sure():
    after = several(blessing(START), 10, PLAIN)
    # 1 - (5/6)^10
    assert after.at_least(Gain(sun=1)) == 1 - F(5, 6) ** 10
    # glory: 2 x 10 x 1/6, uncapped
    assert after.mean("glory") == F(10, 3)
    # 9 suns or moons do not fit without a chest
    assert after.at_least(Gain(moon=7)) == 0


def test_aiming_at_a_target_is_never_worse_than_the_weights():
    pair = dice(["or_g1_s1_m1"] * 6, ["or_g2_s2_m2"] * 6)
    rolled = blessing(pair)
    weights = Weights(F(3), F(1), F(1))
    # by weights everything becomes gold; aimed, 3 suns and 3 moons come after two blessings
    assert several(rolled, 2, weights).at_least(Gain(sun=3, moon=3)) == 0
    assert reach(rolled, 2, Gain(sun=3, moon=3)) == 1
