"""Exact odds, in sums a reader can follow; against every roll, from the form: ``test_forms.py``."""

import random
from fractions import Fraction as F

import pytest

from scoring import game
from scoring.games.dice_forge.solvers import odds
from scoring.games.dice_forge.solvers.blessing_rolls import OtherFaces, blessing
from scoring.games.dice_forge.solvers.dice import (
    Gain,
    read_faces,
    starting_dice,
    with_face,
)
from scoring.games.dice_forge.solvers.odds import reach, several
from scoring.games.dice_forge.solvers.reserve import Reserve
from scoring.games.dice_forge.solvers.roll import Weights
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


def test_starting_dice_bring_one_and_a_half_gold():
    # light 5/6 gold + 1/6 sun, dark 4/6 gold + 1/6 moon + 2/6 glory
    single = odds.one(START, PLAIN)
    assert [single.mean(r) for r in ("gold", "sun", "moon", "glory")] == [
        F(3, 2),
        F(1, 6),
        F(1, 6),
        F(1, 3),
    ]


def test_after_ten_blessings_of_the_starting_dice_a_sun_is_nearly_sure():
    after = several(blessing(START), 10, PLAIN)
    # 1 - (5/6)^10
    assert after.at_least(Gain(sun=1)) == 1 - F(5, 6) ** 10
    # glory: 2 x 10 x 1/6, uncapped
    assert after.mean("glory") == F(10, 3)
    # 9 suns or moons do not fit without a chest
    assert after.at_least(Gain(moon=7)) == 0


def test_a_joint_target_counts_both_dice():
    # sun on the light die (1/6) and gold on the dark one (4/6); sun and gold never on one die
    rolled = several(blessing(START), 1, PLAIN)
    assert rolled.at_least(Gain(gold=1, sun=1)) == F(1, 6) * F(4, 6)


def test_aiming_at_a_target_is_never_worse_than_the_weights():
    pair = dice(["or_g1_s1_m1"] * 6, ["or_g2_s2_m2"] * 6)
    rolled = blessing(pair)
    weights = Weights(F(3), F(1), F(1))
    # by weights everything becomes gold; aimed, 3 suns and 3 moons come after two blessings
    assert several(rolled, 2, weights).at_least(Gain(sun=3, moon=3)) == 0
    assert reach(rolled, 2, Gain(sun=3, moon=3)) == 1


def test_a_face_adds_what_it_gives_less_what_it_replaces():
    # 6 gold for 1 gold on one side of six: 5/6 gold, at half a glory each
    (added,) = odds.best_sides(START, [FACES["g6"]], PLAIN)
    assert added.replaced.id == "g1"
    assert added.worth == F(5, 12)


def test_x3_adds_what_the_other_die_brings_twice_over():
    # x3 for a 1-gold side of the light die: 1/6 x (2 x dark die's mean - 1 gold)
    # dark: 4/6 gold, 1/6 moon, 2/6 glory -> gold 2 x 4/6 - 1, moon 2/6, glory 4/6, each / 6
    # with these weights the light die is the better one for it: the dark one brings more
    (added,) = odds.best_sides(START, [FACES["x3"]], PLAIN)
    assert (added.die, added.replaced.id) == (0, "g1")
    assert added.worth == F(1, 18) * F(1, 2) + F(1, 18) * 2 + F(1, 9)


def test_the_best_side_for_a_face_drops_the_least_valuable_one():
    (best,) = odds.best_sides(START, [FACES["v4"]], PLAIN)
    assert best.replaced.id == "g1"
    assert best.worth == F(4 - F(1, 2), 6)


def test_a_boar_face_never_comes_off():
    locked = dice(["boar_red"] * 6, ["g1"] * 6)
    with pytest.raises(ValueError, match="never comes off"):
        with_face(locked, 0, 0, FACES["v4"])
    assert [added.die for added in odds.best_sides(locked, [FACES["v4"]], PLAIN)] == [1]
    assert odds.best_sides(dice(["boar_red"] * 6, ["boar_blue"] * 6), [FACES["v4"]], PLAIN) == []


def test_a_mirror_facing_a_mirror_copies_the_own_other_face():
    # mirror + 4 gold while the opponent shows two mirrors: 4 + 4 gold
    view = OtherFaces(visible=(FACES["mirror"], FACES["mirror"]))
    found = odds.one(dice(["mirror"] * 6, ["g4"] * 6), PLAIN, view)
    assert found.mean("gold") == 8


def test_nothing_in_view_leaves_a_mirror_blank():
    assert odds.one(dice(["mirror"] * 6, ["g4"] * 6), PLAIN).mean("gold") == 4


def test_weights_decide_an_or_face():
    pair = dice(["or_g3_v2"] * 6, ["g1"] * 6)
    assert odds.one(pair, Weights(F(1, 2), F(0), F(0))).mean("glory") == 2
    assert odds.one(pair, Weights(F(1), F(0), F(0))).mean("gold") == 4


def test_a_full_reserve_turns_an_or_face_to_glory():
    # 12 gold already: 3 gold would be lost, so 2 glory, though gold is worth more
    pair = dice(["or_g3_v2"] * 6, ["g1"] * 6)
    after = several(blessing(pair), 1, Weights(F(1), F(0), F(0)), Reserve(gold=12))
    assert [after.mean(r) for r in ("gold", "sun", "moon", "glory")] == [12, 0, 0, 2]


def test_weights_below_nothing_are_refused():
    with pytest.raises(ValueError, match="less than 0"):
        Weights(F(-1), F(0), F(0))


def test_the_distributions_of_a_page_hold_together():
    single, rolled = odds.one(START, PLAIN), blessing(START)
    reserve, need = Reserve(gold=3), Gain(gold=5, sun=1)
    assert sum(chance for _, chance in single.likeliest) == 1
    assert single.tail("gold") == {1: 1 - F(1, 6) * F(2, 6), 2: F(5, 6) * F(4, 6)}
    by_weights = several(rolled, 3, PLAIN, reserve).at_least(need)
    assert 0 < by_weights <= reach(rolled, 3, need, reserve) < 1
    gold, suns, moons = (single.mean(r) for r in ("gold", "sun", "moon"))
    assert single.worth(PLAIN) == gold / 2 + 2 * (suns + moons) + F(1, 3)
