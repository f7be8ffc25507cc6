"""The catalogue against the box: counts, prices, places, and the cases that are walked through."""

import tomllib
from collections import Counter
from fractions import Fraction as F
from pathlib import Path

from scoring import game
from scoring.games.dice_forge import roll, score
from scoring.games.dice_forge.dice import PRINTED, Gain, House, Reserve, land, lose, read_faces
from scoring.games.dice_forge.roll import Roll, Weights

GAME = game("dice_forge")
IT = GAME.catalogue
FACES = read_faces(IT)
FEATS = IT.of_kind("feat")
BASE = [e for e in FEATS if e.facts["set"] in ("common", "beginner", "advanced")]
ALL = {"gold", "sun", "moon", "glory"}


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
    asked = Roll(tuple(FACES[f] for f in faces), tuple(FACES[f] for f in view), (), **more)
    return {result.total for result in roll.results(asked, House())}


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
    whole = land(one, Gain(gold=18), 18, PRINTED)
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


def test_cases_in_feats_add_up():
    glory = {e.id: e.facts["glory"] for e in FEATS}
    assert glory["wild_spirits"] + glory["satyrs"] == 8
    assert glory["ferryman"] + glory["gorgon"] == glory["hydra"] == 26
    assert sum(IT[f].facts["price"] for f in ("g3", "m1", "g4", "s1")) == 10


# ── worked games ───────────────────────────────────────────────────────────────


def worked_games():
    folder = Path(score.__file__).parent / "examples"
    return [tomllib.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.toml"))]


def test_worked_games_could_have_been_played():
    for example in worked_games():
        assert GAME.sheet.doubts(GAME.sheet.read(example["state"])) == [], example["name"]["en"]


def test_every_feat_is_in_a_worked_game():
    met = {line for game in worked_games() for rows in game["expect"].values() for line in rows}
    assert {e.id for e in FEATS} - met == set()
