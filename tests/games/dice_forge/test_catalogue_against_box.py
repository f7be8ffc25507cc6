"""The catalogue against the box: counts, prices, places, and the cases that are walked through."""

import tomllib
from collections import Counter
from fractions import Fraction as F
from itertools import combinations
from pathlib import Path

from scoring import game
from scoring.games.dice_forge import points, score
from scoring.games.dice_forge.solvers import roll
from scoring.games.dice_forge.solvers.dice import Gain, read_faces, with_face
from scoring.games.dice_forge.solvers.last_turn import last_turn
from scoring.games.dice_forge.solvers.reserve import Reserve, TableRulings, land, lose
from scoring.games.dice_forge.solvers.roll import Roll, Weights
from scoring.games.dice_forge.solvers.turn_state import TurnStart, read_feats
from tests.finished_sheets import whole
from tests.games.dice_forge.oracle_states import make_die

GAME = game("dice_forge")
IT = GAME.catalogue
FACES = read_faces(IT)
FEATS = IT.of_kind("feat")
BASE = [e for e in FEATS if e.facts["set"] in ("common", "beginner", "advanced")]


# ── the box ────────────────────────────────────────────────────────────────────


def test_twenty_four_sets_of_four_feats_are_96_cards():
    assert len(BASE) == 24
    assert sum(e.facts["four_players"] for e in BASE) == 96
    assert Counter(e.facts["set"] for e in BASE) == {"common": 6, "beginner": 9, "advanced": 9}


def test_every_place_has_one_feat_or_one_of_two():
    """Fifteen stacks: six the same in every game, nine with an alternative."""
    places = Counter(e.facts["slot"] for e in BASE)
    assert len(places) == 15
    assert Counter(places.values()) == {1: 6, 2: 9}


def test_in_place_of_goes_both_ways_and_stays_in_one_place():
    for feat in FEATS:
        for other in feat.facts.get("instead_of", ()):
            assert feat.id in IT[other].facts["instead_of"]
            assert feat.facts["slot"] == IT[other].facts["slot"]
            assert feat.facts["cost"] == IT[other].facts["cost"]


def test_portals_list_their_feats():
    listed = {portal.id: set(portal.facts["feats"]) for portal in IT.of_kind("portal")}
    placed = {id_: {e.id for e in FEATS if e.facts["portal"] == id_} for id_ in listed}
    assert listed == placed


def test_the_printed_rule_pays_the_printed_glory():
    for feat in FEATS:
        (printed,) = [s for s in feat.scores if s.rule == "printed"]
        assert printed["points"] == feat.facts["glory"]


def test_108_faces():
    """48 on four pairs of starting dice, 40 in the sanctuary, 20 in the gardens."""
    faces = IT.of_kind("face")
    start = sum(e.facts.get("light", 0) + e.facts.get("dark", 0) for e in faces)
    garden = sum(e.facts["four_players"] for e in faces if e.facts.get("pool") == "garden")
    sold = sum(e.facts["four_players"] for e in faces if "price" in e.facts)
    assert (4 * start, sold, garden) == (48, 40, 20)


def test_pools_and_faces_name_each_other_and_agree_on_the_price():
    for pool in IT.of_kind("pool"):
        inside = {e.id for e in IT.of_kind("face") if e.facts.get("pool") == pool.id}
        assert set(pool.facts["faces"]) == inside
        assert {IT[f].facts.get("price") for f in inside} == {pool.facts.get("price")}


def test_no_entry_stands_alone():
    """Each leads on, or can be reached from another."""
    reached = {to for e in IT.values() for to in (*e.see, *e.about)}
    leading = {"portal", "pool", "faces", "feats"}
    assert not [
        e.id
        for e in IT.values()
        if e.id not in reached and not (e.see or e.about or leading & set(e.facts))
    ]


# ── cases, by the resolver ─────────────────────────────────────────────────────


def totals(*faces, view=(), **more):
    asked = Roll(tuple(FACES[f] for f in faces), tuple(FACES[f] for f in view), **more)
    return {result.total for result in roll.results(asked, TableRulings())}


def price(face, through=""):
    """Returns the price of a face, through a ship two gold less."""
    off = FACES[through].ways[0].off if through else 0
    return max(0, IT[face].facts["price"] - off)


def typhon(forged):
    feat = read_feats(IT)["typhon"]
    return feat.glory + feat.per_forged * forged


def forged_over(dice, side, face):
    try:
        return with_face(dice, 0, side, FACES[face])
    except ValueError:
        return None


def test_case_x3_choice():
    assert Gain(sun=3) in totals("x3", "or_g1_s1_m1")
    landed = land(Reserve(sun=4), Gain(sun=3))  # 4 + 3, cap 6
    assert (landed.after.sun, landed.lost.sun) == (6, 1)


def test_case_x3_everything():
    assert totals("x3", "and_g1_s1_m1_v1") == {Gain(3, 3, 3, 3)}


def test_case_mirror_x3_hammer():
    assert Gain(gold=18) in totals("mirror", "x3", view=["g6"])  # 6 x 3
    one = Reserve(hammers=1)
    parted = land(one, Gain(gold=18), 15)
    assert (parted.laps, parted.after.gold) == (10, 3)
    assert land(Reserve(), Gain(gold=18)).lost.gold == 6  # cap 12
    whole = land(one, Gain(gold=18), 18, TableRulings(split=False))
    assert (whole.laps, whole.after.steps) == (10, 18)


def test_case_hammer_two_laps():
    landed = land(Reserve(hammers=1, steps=13), Gain(gold=18), 17)  # 2 + 15, and 1 is left
    assert (landed.laps, landed.after.gold) == (25, 1)


def test_case_boar_four_times():
    owned = frozenset({"boar_red"})
    most = max(t.glory for t in totals("mirror", "x3", view=["boar_red"], owned=owned))
    # three times for the tripled copy; the bearer's own roll pays once more
    assert most == 3 * 3


def test_case_shield_choice():
    assert totals("shield_red", "or_g1_s1_m1") >= {Gain(sun=1, glory=5), Gain(gold=1, sun=2)}


def test_case_shield_x3_and_two_shields():
    assert totals("shield_green", "x3") == {Gain(glory=9)}
    assert totals("shield_red", "shield_blue") == {Gain(sun=2, moon=2)}


def test_case_shield_at_the_cap():
    assert totals("shield_yellow", "g4") == {Gain(gold=4, glory=5)}
    landed = land(Reserve(gold=12), Gain(gold=4, glory=5))
    assert (landed.after.gold, landed.after.glory) == (12, 5)


def test_case_sentinel_x3():
    assert Gain(glory=12) in totals("x3", "s2", convert="sentinel")  # 2 x 3 suns at 2


def test_case_cyclops():
    rolled = ("g6", "s1", "g4", "g6")
    most = [max(t.glory for t in totals(face, convert="cyclops")) for face in rolled]
    assert sum(most) == 16  # 6 + 0 + 4 + 6


def test_case_minotaur():
    after = lose(lose(Reserve(gold=1, glory=5), Gain(gold=3)), Gain(1, 1, 1, 1))
    assert (after.gold, after.glory) == (0, 4)


def test_case_satyrs():
    up = [FACES[f] for f in ("x3", "g1", "v3", "m1")]
    best = roll.satyrs(up, Reserve(), Weights(F(0), F(0), F(0)))[0]
    assert best.after.glory == 9  # 3 x 3


def test_case_cerberus_shield():
    assert totals("shield_green", "or_g3_v2") == {Gain(glory=7), Gain(gold=3, glory=3)}


def test_case_x3_ship():
    assert totals("ship", "x3") == {Gain(ships=1, off=6)}  # 2 x 3
    assert IT["s2"].facts["price"] - 6 == 2


def test_case_ship_and_gold():
    assert totals("ship", "g6") == {Gain(gold=6, ships=1, off=2)}
    assert price("s2", "ship") == 6
    full = land(Reserve(gold=12).paid(Gain(gold=6)), Gain(gold=6))  # bought first, then 6 fit
    assert (full.after.gold, full.lost.gold) == (12, 0)


def best(feats, reserve, **more):
    stacks = {feat: 2 for feat in feats}
    return last_turn(TurnStart(reserve, stacks, **more), read_feats(IT)).best


def test_case_spend_first():
    full = Reserve(gold=12)
    assert best([], full, elders=1, owls=1).glory == 4
    assert land(full.paid(Gain(gold=3)), Gain(gold=1)).after.gold == 10  # 12 - 3 + 1


def test_case_wild_spirits_extra():
    found = best(["wild_spirits", "satyrs"], Reserve(sun=3))
    assert (found.glory, found.actions) == (8, ("wild_spirits", "satyrs"))  # 2 + 6


def test_case_ferryman_gorgon():
    assert best(["ferryman", "gorgon"], Reserve(sun=6, moon=4)).glory == 26  # 12 + 14
    assert best(["hydra"], Reserve(sun=5, moon=5)).glory == 26


def test_case_triton_extra():
    # 4 suns take it, its token is 2 suns, they pay for a second action: 8 + 2
    found = best(["triton", "chest"], Reserve(sun=4, moon=1))
    assert (found.glory, found.actions) == (10, ("triton", "chest"))


def test_case_forge_then_typhon():
    assert sum(price(face) for face in ("g3", "m1", "g4", "s1")) == 10  # 2 + 2 + 3 + 3
    sold = {FACES[face]: 1 for face in ("g3", "m1", "g4", "s1")}
    reserve = Reserve(gold=10, sun=7, moon=5, chests=1)
    found = best(["typhon"], reserve, sanctuary=sold, forged=2)
    assert found.glory == 16 + 4 + 2


def test_case_bears():
    met = frozenset({IT["hammer"].facts["portal"]})
    assert best(["hammer"], Reserve(moon=1), bears=2, occupied=met).glory == 6  # 2 x 3


def test_case_nymph():
    assert best([], Reserve(moon=5), nymphs=2).glory == 8  # 2 x 4
    assert best([], Reserve(moon=4), nymphs=2).glory == 4  # 2 x 2


def test_case_mirror_view():
    found = totals("mirror", "g1", view=["g4", "m1", "g1", "or_g3_v2"])
    assert Gain(gold=1, glory=2) in found


def test_case_mirror_copies_x3():
    assert totals("mirror", "m2", view=["x3"]) == {Gain(moon=6)}  # 2 x 3
    assert totals("mirror", view=["x3"]) == {Gain()}


def test_case_mirrors_meet():
    assert totals("mirror", "g4", view=["mirror", "mirror"]) == {Gain(gold=8)}  # 4 + 4
    assert totals("mirror", "mirror", view=["v3"]) == {Gain(glory=6)}  # 3 + 3


def test_case_mirror_after_ship():
    assert price("s2", "ship") == 6  # 8 - 2
    after, before = (totals("mirror", "g1", view=[face, "g6"]) for face in ("s2", "ship"))
    assert Gain(gold=1, sun=2) in after
    assert not any(total.ships for total in after)
    assert any(total.ships for total in before)


def test_case_ship_two_moons():
    assert totals("ship", "g4") == {Gain(gold=4, ships=1, off=2)}
    assert price("m2", "ship") == 4  # 6 - 2
    assert price("or_g3_v2", "ship") == 3  # 5 - 2


def test_case_two_ships():
    assert totals("ship", "mirror", view=["ship"]) == {Gain(ships=2, off=4)}
    assert 2 * price("s1", "ship") == 2  # (3 - 2) twice
    assert price("s2", "ship") == 6


def test_case_ship_alone():
    assert totals("ship") == {Gain(ships=1, off=2)}
    assert 3 - price("g6", "ship") == 1
    assert totals("ship", "g1", losing=True) == {Gain(gold=1)}


def test_case_boar_rolled():
    assert totals("boar_red", "g4") == {Gain(gold=4, moon=1), Gain(gold=4, sun=1)}
    assert set(FACES["boar_red"].owner) == {Gain(sun=1), Gain(moon=1), Gain(glory=3)}


def test_case_boar_copied():
    copied = Roll((FACES["mirror"], FACES["s1"]), (FACES["boar_red"],))
    (two_suns,) = [r for r in roll.results(copied, TableRulings()) if r.total == Gain(sun=2)]
    # one for Chie's copy, one for Bo's own roll: 2 x 3 glory
    assert two_suns.triggers == (("boar_red", 1),)
    owned = frozenset({"boar_red"})
    assert Gain(sun=2, glory=3) in totals("mirror", "s1", view=["boar_red"], owned=owned)


def test_case_boar_stays():
    dice = (make_die(FACES, ["boar_red", *["g1"] * 5]), make_die(FACES, ["g1"] * 6))
    assert [side for side in range(6) if forged_over(dice, side, "v4")] == [1, 2, 3, 4, 5]
    assert price("v4") == 12
    assert typhon(3 + 1) == 20


def test_case_boar_lost_moon():
    assert Gain(moon=1, glory=2) in totals("boar_red", "v2", losing=True)
    after = lose(Reserve(sun=1, glory=5), Gain(moon=1, glory=2))
    assert (after.sun, after.moon, after.glory) == (1, 0, 3)


def test_case_boar_and_shield():
    assert totals("boar_red", "shield_red") == {Gain(sun=1, glory=5), Gain(sun=2, moon=1)}


def test_case_shield_met():
    assert totals("shield_red", "s2") == {Gain(sun=2, glory=5)}
    assert totals("shield_red", "m2") == {Gain(sun=2, moon=2)}


def test_case_shield_alone():
    assert totals("shield_blue") == {Gain(moon=2)}
    asked = Roll((FACES["shield_blue"],), (), (FACES["m2"],))
    assert {result.total for result in roll.results(asked, TableRulings())} == {Gain(moon=2)}


def test_case_shield_and_ship():
    assert totals("shield_yellow", "ship") == {Gain(gold=3, ships=1, off=2)}
    assert price("or_g3_v2", "ship") == 3


def test_case_shield_and_mirror():
    found = totals("shield_green", "mirror", view=["v2", "g4"])
    assert found == {Gain(glory=7), Gain(gold=4, glory=3)}
    assert totals("shield_green", "mirror", view=["shield_red"]) == {Gain(sun=2, glory=3)}


def test_case_shield_losing():
    start = Reserve(gold=1, sun=2, glory=8)
    assert totals("shield_red", "s1", losing=True) == {Gain(sun=1, glory=5)}
    assert totals("shield_red", "g1", losing=True) == {Gain(gold=1, sun=2)}
    after = lose(start, Gain(sun=1, glory=5))
    assert (after.sun, after.glory) == (1, 3)
    after = lose(start, Gain(gold=1, sun=2))
    assert (after.gold, after.sun, after.glory) == (0, 0, 8)


def test_case_mirror_losing():
    losses = totals("mirror", "g1", view=["v4", "m2"], losing=True)
    assert losses == {Gain(gold=1, glory=4), Gain(gold=1, moon=2)}
    left = {(r.gold, r.glory) for r in (lose(Reserve(gold=1, glory=4), one) for one in losses)}
    assert left == {(0, 0), (0, 4)}


def test_case_satyrs_boar():
    up = [FACES[face] for face in ("boar_red", "g1", "s1", "m1")]
    owned = frozenset({"boar_red"})
    found = roll.satyrs(up, Reserve(), Weights(F(0), F(1), F(0)), owned)[0].after
    assert (found.sun, found.glory) == (2, 3)  # 1 + 1 suns, 3 from the card


def test_case_cerberus_loss():
    once = lose(lose(Reserve(gold=1, glory=5), Gain(gold=1)), Gain(glory=2))
    assert (once.gold, once.glory) == (0, 3)
    assert lose(lose(once, Gain(gold=1)), Gain(glory=2)).glory == 1


def test_case_two_blessings():
    assert price("m2", "ship") == 4
    assert points.rounds(2) * 2 * 2 == points.rounds(4) * 4 == 36


def test_case_two_chests():
    assert Reserve(chests=2).caps() == (20, 12, 12)


def test_case_typhon_then_forge():
    assert (typhon(5), typhon(5 + 3)) == (21, 24)


def test_case_elder_too_late():
    assert best(["elder"], Reserve(gold=3, sun=1)).glory == 0
    assert best(["elder"], Reserve(gold=3, sun=1), elders=1).glory == 4


def test_case_convert_one_of_two():
    whole = {Gain(sun=2), Gain(glory=4)}
    assert totals("s2", convert="sentinel") == whole
    asked = Roll((FACES["s2"],), convert="sentinel")
    part = {result.total for result in roll.results(asked, TableRulings(convert_part=True))}
    assert part == whole | {Gain(sun=1, glory=2)}


def test_case_second_boar():
    dice = (make_die(FACES, ["boar_red", *["g1"] * 5]), make_die(FACES, ["g1"] * 6))
    assert [side for side in range(6) if forged_over(dice, side, "boar_blue")] == [1, 2, 3, 4, 5]
    now = with_face(dice, 0, 1, FACES["boar_blue"])
    assert [side for side in range(6) if forged_over(now, side, "g1")] == [2, 3, 4, 5]


def test_case_triton_hammer():
    landed = land(Reserve(hammers=1, steps=12), Gain(gold=6), 3)
    assert (landed.laps, landed.after.gold) == (10, 3)


def test_case_pool_of_two():
    kinds = IT["pool_5"].facts["faces"]
    left = list(combinations(kinds, 2))
    assert F(sum("g6" in pair for pair in left), len(left)) == F(1, 2)


def test_case_bear_too_late():
    met = frozenset({IT["great_bear"].facts["portal"]})
    printed = IT["great_bear"].facts["glory"]
    first, second = (
        best(["great_bear"], Reserve(moon=2), occupied=met, bears=bears) for bears in (0, 1)
    )
    assert (first.glory, second.glory) == (printed, printed + 3)


def test_every_ruling_is_worked_out_on_a_page_of_its_own():
    worked = {id_ for case in IT.of_kind("example") for id_ in case.see}
    assert [ruling.id for ruling in IT.of_kind("ruling") if ruling.id not in worked] == []


def test_every_case_is_recomputed_here():
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_case_")}
    shared = {
        "case_shield_x3": "case_shield_x3_and_two_shields",
        "case_two_shields": "case_shield_x3_and_two_shields",
    }
    cases = {shared.get(case.id, case.id) for case in IT.of_kind("example")}
    assert cases - tested == set()


# ── worked games ───────────────────────────────────────────────────────────────


def worked_games():
    folder = Path(score.__file__).parent / "examples"
    return [tomllib.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.toml"))]


def test_worked_games_could_have_been_played():
    for example in worked_games():
        assert GAME.sheet.doubts(whole(GAME, example["state"])) == [], example["name"]["en"]


def test_every_feat_is_in_a_worked_game():
    met = {line for game in worked_games() for rows in game["expect"].values() for line in rows}
    assert {e.id for e in FEATS} - met == set()
