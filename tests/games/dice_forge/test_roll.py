"""One roll resolved: each interaction ruling of the research notes, the sum in a comment.

Each test is named after what the ruling says; its id in the notes stands in the docstring.
"""

import random
from fractions import Fraction as F

import pytest

from scoring import game
from scoring.games.dice_forge.calculators import telling
from scoring.games.dice_forge.solvers import roll
from scoring.games.dice_forge.solvers.blessing import blessing
from scoring.games.dice_forge.solvers.dice import NOTHING, Gain, read_faces, with_face
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


# ── ×3 ─────────────────────────────────────────────────────────────────────────


def test_x3_triples_the_other_die():
    """x3_basic"""
    assert totals("x3", "g4") == {Gain(gold=12)}  # 3 x 4
    assert totals("x3", "x3") == {NOTHING}
    assert totals("x3") == {NOTHING}  # alone in a minor blessing


def test_x3_triples_one_choice_of_an_or_face():
    """x3_choice: 3 gold, 3 suns or 3 moons, never mixed"""
    assert totals("x3", "or_g1_s1_m1") == {Gain(gold=3), Gain(sun=3), Gain(moon=3)}


def test_x3_triples_all_parts_of_an_and_face():
    """x3_combined: 3 x (2 moons + 2 glory)"""
    assert totals("and_m2_v2", "x3") == {Gain(moon=6, glory=6)}


def test_caps_come_after_tripling():
    """x3_caps: 5 + 3 x 3 = 14 gold, 12 stay, 2 are lost"""
    choice = best("x3", "g3", reserve=Reserve(gold=5))
    assert (choice.after.gold, choice.lost.gold) == (12, 2)


# ── mirrors ────────────────────────────────────────────────────────────────────


def test_a_mirror_copies_one_showing_face_with_its_choices():
    """mirror_basic: 4 gold, or 3 gold, or 2 glory; 1 gold from the other die each time"""
    found = totals("mirror", "g1", view=["g4", "or_g3_v2"])
    assert found == {Gain(gold=5), Gain(gold=4), Gain(gold=1, glory=2)}


def test_a_copied_face_is_tripled():
    """mirror_x3: pick 2 suns, then 3 x 2"""
    assert Gain(sun=6) in totals("mirror", "x3", view=["s2", "g1"])


def test_copying_x3_triples_the_own_other_die():
    """mirror_copies_x3: 3 x 2 moons; in a minor blessing nothing"""
    assert totals("mirror", "m2", view=["x3"]) == {Gain(moon=6)}
    assert totals("mirror", view=["x3"]) == {NOTHING}


def test_a_mirror_in_view_opens_the_own_faces():
    """mirror_copies_mirror: the opponent's 1 gold or the own 4 glory, beside the 4 glory rolled"""
    found = totals("mirror", "v4", view=["mirror", "g1"])
    assert found == {Gain(gold=1, glory=4), Gain(glory=8)}
    # without a mirror in view the own face is no choice
    assert totals("mirror", "v4", view=["g1"]) == {Gain(gold=1, glory=4)}


def test_two_own_mirrors_may_copy_the_same_face():
    """mirror_copies_mirror: 2 x 4 glory"""
    assert best("mirror", "mirror", view=["v4", "g1"], goal=GLORY).after.glory == 8


def test_a_mirror_reads_what_shows_when_it_is_resolved():
    """mirror_timing: a ship put 6 gold over the 1 gold in between"""
    assert totals("mirror", "g1", view=["g1", "s1"]) == {Gain(gold=2), Gain(gold=1, sun=1)}
    assert totals("mirror", "g1", view=["g6", "s1"]) == {Gain(gold=7), Gain(gold=1, sun=1)}


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


def test_a_boars_sun_satisfies_a_red_shield():
    """boar_shield: sun taken -> 1 sun + 5 glory; moon taken -> 1 moon + 2 suns"""
    assert totals("boar_green", "shield_red") == {Gain(sun=1, glory=5), Gain(sun=2, moon=1)}


# ── shields ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("shield", "beside", "total"),
    [
        ("shield_red", "s2", Gain(sun=2, glory=5)),
        ("shield_red", "m2", Gain(sun=2, moon=2)),
        ("shield_blue", "and_g2_m1", Gain(gold=2, moon=1, glory=5)),
        ("shield_blue", "g1", Gain(gold=1, moon=2)),
        ("shield_yellow", "g1", Gain(gold=1, glory=5)),
        ("shield_yellow", "s1", Gain(gold=3, sun=1)),
        ("shield_green", "v2", Gain(glory=7)),
        ("shield_green", "g3", Gain(gold=3, glory=3)),
    ],
)
def test_a_shield_pays_five_glory_or_its_own_resource(shield, beside, total):
    """shield_basic"""
    assert totals(shield, beside) == {total}
    assert totals(beside, shield) == {total}


def test_a_shield_looks_at_what_was_taken_from_an_or_face():
    """shield_choice: 1 sun + 5, or 1 gold + 2 suns, or 1 moon + 2 suns"""
    assert totals("shield_red", "or_g1_s1_m1") == {
        Gain(sun=1, glory=5),
        Gain(gold=1, sun=2),
        Gain(sun=2, moon=1),
    }


def test_a_tripled_shield_pays_its_own_resource_three_times():
    """shield_x3: 3 x 2 moons, 3 x 3 glory; never the 5 glory"""
    assert totals("shield_blue", "x3") == {Gain(moon=6)}
    assert totals("shield_green", "x3") == {Gain(glory=9)}


def test_a_shield_alone_pays_its_own_resource():
    """shield_minor"""
    assert totals("shield_yellow") == {Gain(gold=3)}


def test_a_shield_beside_a_ship_pays_its_own_resource():
    """shield_ship: 3 gold and one purchase"""
    assert totals("shield_yellow", "ship") == {Gain(gold=3, ships=1, off=2)}


def test_two_shields_pay_their_own_resources():
    """shield_shield: 2 suns and 3 glory"""
    assert totals("shield_red", "shield_green") == {Gain(sun=2, glory=3)}


def test_a_mirror_counts_for_a_shield_and_a_copied_shield_looks_at_the_own_die():
    """shield_mirror: copied 2 suns + 5 glory; copied shield beside own 1 sun: 1 sun + 5"""
    assert totals("shield_red", "mirror", view=["s2"]) == {Gain(sun=2, glory=5)}
    assert totals("s1", "mirror", view=["shield_red"]) == {Gain(sun=1, glory=5)}


def test_lost_hammered_and_converted_resources_still_satisfy_a_shield():
    """shield_overflow"""
    full = best("s2", "shield_red", reserve=Reserve(sun=6))
    assert (full.after.glory, full.lost.sun) == (5, 2)
    # 4 gold all on the hammer: 14 + 4 finish the first lap, 10 glory and the shield's 5
    forged = best("g4", "shield_yellow", goal=GLORY, reserve=Reserve(hammers=1, steps=14))
    assert (forged.after.glory, forged.after.gold + forged.after.steps) == (15, 18)
    # 2 suns turned into 4 glory, and 5 for the shield
    assert Gain(glory=9) in totals("s2", "shield_red", convert="sentinel")


def test_under_the_minotaur_a_shield_costs_five_glory_or_its_own_resource():
    """shield_minotaur: 10 - 5 glory and 3 - 1 suns; or 3 - 2 suns"""
    start = Reserve(gold=3, sun=3, glory=10)
    hit = best("shield_red", "s1", losing=True, reserve=start).after
    assert (hit.glory, hit.sun) == (5, 2)
    hit = best("shield_red", "g1", losing=True, reserve=start).after
    assert (hit.glory, hit.sun, hit.gold) == (10, 1, 2)


# ── minotaur ───────────────────────────────────────────────────────────────────


def test_the_minotaur_stops_at_nothing_and_x3_triples_the_loss():
    """minotaur_basic: 5 - 3 x 4 gold stops at 0"""
    choice = best("x3", "g4", losing=True, reserve=Reserve(gold=5, sun=1))
    assert (choice.after.gold, choice.after.sun) == (0, 1)


def test_the_loser_chooses_the_least_painful_loss():
    """minotaur_basic: 3 gold of none rather than 2 glory"""
    choice = best("or_g3_v2", "g1", losing=True, reserve=Reserve(glory=7))
    assert choice.after == Reserve(glory=7)


def test_glory_on_the_track_can_be_lost():
    """minotaur_glory: 3 - 2 glory; cards are not on the track"""
    assert best("v2", "g1", losing=True, reserve=Reserve(glory=3)).after.glory == 1


def test_under_the_minotaur_the_loser_picks_what_the_mirror_copies():
    """minotaur_mirror: 1 gold lost rather than 4 glory; the other die takes 1 gold more"""
    choice = best("mirror", "g1", view=["v4", "g1"], losing=True, reserve=Reserve(gold=5, glory=9))
    assert (choice.after.gold, choice.after.glory) == (3, 9)


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


# ── sentinel, cyclops ──────────────────────────────────────────────────────────


def test_the_sentinel_turns_all_or_none_of_one_die_into_glory():
    """sentinel_conversion: 3 x 2 suns are 12 glory; gold stays gold"""
    assert totals("s2", "x3", convert="sentinel") == {Gain(sun=6), Gain(glory=12)}
    assert totals("and_g2_m1", "g1", convert="sentinel") == {
        Gain(gold=3, moon=1),
        Gain(gold=3, glory=2),
    }
    # each die by itself: moons kept, sun converted, and the other ways
    assert len(totals("m2", "s1", convert="sentinel")) == 4


def test_a_table_may_let_the_sentinel_convert_in_part():
    """sentinel_conversion, open question: 1 of 2 suns for 2 glory"""
    found = totals("s2", "g1", convert="sentinel", house=TableRulings(convert_part=True))
    assert Gain(gold=1, sun=1, glory=2) in found


def test_the_cyclops_turns_gold_into_glory():
    """cyclops_conversion: 6 gold or 6 glory; a yellow shield's 3 gold as well"""
    assert totals("g6", convert="cyclops") == {Gain(gold=6), Gain(glory=6)}
    assert totals("shield_yellow", convert="cyclops") == {Gain(gold=3), Gain(glory=3)}
    assert totals("and_g1_s1_m1_v1", convert="cyclops") == {
        Gain(1, 1, 1, 1),
        Gain(0, 1, 1, 2),
    }


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


def test_gold_over_the_cap_goes_to_the_hammer():
    """11 + 4 gold: 1 fits, 3 drive the hammer"""
    choice = best("g4", "s1", goal=Weights(F(1), F(0), F(0)), reserve=Reserve(gold=11, hammers=1))
    assert (choice.after.gold, choice.to_hammer, choice.lost) == (12, 3, NOTHING)


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
    steps = telling.choice(CATALOGUE, taken)
    said = [step.en for step in steps]
    assert said[0] == "Mirror as 3 gold or 2 glory: 2 glory"
    assert "Hammer laps: 10 glory" in said
    assert steps[0].ja == "鏡→ゴールド3か2点：2点"


def test_results_that_end_the_same_are_shown_once():
    found = roll.choices(rolled("mirror", "g1", view=["g4", "g4"]), Reserve(gold=12), EVEN)
    assert len(found) == 1
