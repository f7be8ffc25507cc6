"""Final glory, caps, rounds and the calculators' forms."""

from dataclasses import replace

import pytest

from scoring import game
from scoring.games.dice_forge import points, score
from scoring.games.dice_forge.calculators import last_turn
from scoring.games.dice_forge.calculators import odds as odds_calculator
from scoring.games.dice_forge.calculators.telling import exact
from scoring.games.dice_forge.sheet_functions import GOALS
from scoring.games.dice_forge.solvers import odds
from scoring.games.dice_forge.solvers.blessing import OtherFaces
from scoring.games.dice_forge.solvers.dice import read_faces, starting_dice, with_face
from scoring.model.catalogue import Scores
from scoring.model.position import Position
from scoring.model.sheet import Sheet
from scoring.solving import deadline
from tests.whole import whole

GAME = game("dice_forge")
FACES = read_faces(GAME.catalogue)
SIDES = [f"side_{n}" for n in range(1, 7)]


def scored(**cells):
    state = whole(GAME, {"seats": {"p1": cells}})
    return {line.id: line.points for line in GAME.score(state)["p1"].lines}


def test_track_and_printed_glory_are_added():
    # 41 + Hydra 26 + two Chests 2 x 2
    found = scored(glory=41, feats={"hydra": 1, "chest": 2})
    assert found == {"glory": 41, "hydra": 26, "chest": 4}


def test_a_feat_that_prints_no_glory_counts_0():
    assert scored(glory=5, feats={"hammer": 2, "elder": 1}) == {"glory": 5, "hammer": 0, "elder": 0}


def test_a_feat_of_a_place_that_holds_another_one_is_a_doubt():
    seats = {"p1": {"feats": {"ferryman": 1, "elder": 1}}, "p2": {"feats": {"cerberus": 1}}}
    state = whole(GAME, {"seats": seats, "table": {"place_m5": "cerberus"}})
    (found,) = (d for d in GAME.sheet.doubts(state) if "lies at this place" in d.message.en)
    assert found.path == "p1/feats/ferryman"


def test_what_is_left_over_counts_nothing():
    left = {"reserve": {"gold": 12, "sun": 6, "moon": 6}, "hammer_steps": 14}
    assert scored(glory=0, **left) == {"glory": 0}


def test_a_track_that_nobody_read_is_missing_not_nought():
    state = whole(GAME, {"seats": {"p1": {"feats": {"hydra": 1}}}})
    found = GAME.score(state)["p1"]
    assert (found.known, found.total) == (26, None)
    assert [each.path for each in found.missing] == ["p1/glory"]


def test_a_row_says_what_it_counts_and_how_far_a_blank_one_goes():
    state = whole(GAME, {"seats": {"p1": {"feats": {"typhon": 1}}}})
    track, typhon = GAME.score(state)["p1"].lines
    assert (track.entry, track.bounds) == ("glory", (0, 400))
    assert typhon.how.en == (
        "1 card × 16 printed; the points for faces forged before are on the track already"
    )


@pytest.mark.parametrize(
    ("feat", "glory"), [(e.id, e.facts["glory"]) for e in GAME.catalogue.of_kind("feat")]
)
def test_every_feat_counts_what_is_printed_on_it(feat, glory):
    assert scored(feats={feat: 1})[feat] == glory


def test_a_rule_word_that_nobody_counts_is_not_passed_over():
    chest = GAME.catalogue["chest"]
    strange = replace(chest, scores=(*chest.scores, Scores("per_moon", {"points": 1})))
    catalogue = replace(GAME.catalogue, entries={**GAME.catalogue.entries, "chest": strange})
    state = whole(GAME, {"seats": {"p1": {"feats": {"chest": 1}}}})
    table = Position(Sheet(catalogue, GAME.sheet.sections), state)
    with pytest.raises(ValueError, match="chest scores by 'per_moon'"):
        score.score(table)


def test_equal_totals_share_the_win():
    state = whole(GAME, {"seats": {"p1": {"glory": 9}, "p2": {"glory": 9}}})
    assert [p.place for p in GAME.rank(GAME.score(state), state)] == [1, 1]


def test_a_chest_raises_the_cap_and_more_is_a_doubt():
    def doubts(**cells):
        state = whole(GAME, {"seats": {"p1": cells}})
        return [d.path for d in GAME.sheet.doubts(state)]

    assert doubts(reserve={"gold": 13}) == ["p1/reserve/gold"]
    assert doubts(reserve={"gold": 16, "moon": 9}, feats={"chest": 1}) == []
    assert doubts(reserve={"moon": 10}, feats={"chest": 1}) == ["p1/reserve/moon"]


def doubted(*seats):
    state = {"seats": {f"p{n}": cells for n, cells in enumerate(seats, 1)}}
    return {d.path for d in GAME.sheet.doubts(whole(GAME, state))}


def test_more_faces_than_the_sanctuary_has_are_a_doubt():
    # with two players two of each pool are left: four 3-gold faces cannot be
    two = {"die_1": {"side_1": "g3", "side_2": "g3"}}
    assert doubted(two, two) == {"p2/die_1/side_1", "p2/die_1/side_2"}
    assert doubted(two, two, {}) == set()  # three players: four are there


def test_starting_faces_may_be_entered_too():
    # two players: 2 sold + 2 started with; one seat alone does not say how many play
    started = {"die_1": {"side_6": "s1"}}
    assert doubted(started, started) == set()
    three = {"die_1": {f"side_{n}": "s1" for n in (4, 5, 6)}}
    assert doubted(three, {}) == set()  # 3 entered, 1 left blank: 4
    assert doubted(three | {"die_2": {"side_1": "s1"}}, {}) == {"p1/die_2/side_1"}
    assert doubted(three | {"die_2": {"side_1": "s1"}}) == set()


def test_a_stack_is_as_high_as_there_are_players():
    assert doubted({"feats": {"elder": 3}}, {}) == {"p1/feats/elder"}
    assert doubted({"feats": {"elder": 2}}, {"feats": {"elder": 1}}, {}) == set()
    assert doubted({"feats": {"chimera": 1}}, {}) == {"p1/feats/chimera"}
    assert doubted({"feats": {"elder": 4}}) == set()  # one seat: four may be playing


def test_feats_of_the_same_place_are_never_in_one_game():
    assert doubted({"feats": {"hydra": 1}}, {"feats": {"typhon": 1}}) == {
        "p1/feats/hydra",
        "p2/feats/typhon",
    }
    # the promo stack begins with a Hydra
    assert doubted({"feats": {"hydra": 1}}, {"feats": {"harpy": 1}}) == set()


def test_what_only_feats_bring_needs_them():
    assert doubted({"hammer_steps": 31, "feats": {"hammer": 1}}) == {"p1/hammer_steps"}
    assert doubted({"hammer_steps": 60, "feats": {"hammer": 2}}) == set()
    assert doubted({"typhon_faces": 3}) == {"p1/typhon_faces"}
    assert doubted({"tokens": {"triton_token": 1}}) == {"p1/tokens/triton_token"}
    assert doubted({"tokens": {"triton_token": 1}, "feats": {"triton": 1}}) == set()


def doubts_of(*seats, **table):
    state = {"table": table, "seats": {f"p{n}": cells for n, cells in enumerate(seats, 1)}}
    return {d.path: d.message.en for d in GAME.sheet.doubts(whole(GAME, state))}


def test_hammer_steps_need_a_hammer():
    assert set(doubts_of({"hammer_steps": 1})) == {"p1/hammer_steps"}


def test_a_promo_stack_holds_one_of_each_monster():
    two_hydras = {"feats": {"hydra": 2}}
    said = doubts_of(two_hydras, {}, place_m8="promo_stack")
    assert said["p1/feats/hydra"].startswith("The promo stack holds one of each")
    assert doubts_of(two_hydras, {}, place_m8="hydra") == {}
    # what lies elsewhere is as high as ever
    assert doubts_of({"feats": {"chest": 2}}, {}, place_m8="promo_stack") == {}


def test_two_heroes_at_one_portal_are_a_doubt():
    there = {"portal": "portal_2"}
    message = "Only one hero stands at a portal: who enters it ousts the other."
    assert doubts_of(there, there, {}) == {"p1/portal": message, "p2/portal": message}
    assert doubts_of(there, {"portal": "portal_3"}, {}) == {}


MIXED = "With two players two faces of each mixed pool stay in, and this would be another."


def test_two_players_keep_two_faces_of_each_mixed_pool():
    three = {"g6": True, "and_v1_s1": True, "and_g2_m1": True}
    two = {"g6": True, "and_v1_s1": True}
    assert doubts_of({}, {}, mixed=three) == {f"table/mixed/{face}": MIXED for face in three}
    assert doubts_of({}, {}, {}, mixed=three) == {}, "with three players all four stay"
    dice = {"die_1": {"side_1": "g6", "side_2": "and_v1_s1"}}, {"die_1": {"side_1": "and_g2_m1"}}
    every = {f"p1/die_1/side_{n}": MIXED for n in (1, 2)} | {"p2/die_1/side_1": MIXED}
    assert doubts_of(*dice) == every
    assert doubts_of(*dice, mixed=two) == every
    assert doubts_of(dice[0], {}, mixed=two) == {}
    assert doubts_of({}, dice[1], mixed=two) == {"p2/die_1/side_1": MIXED}


@pytest.mark.parametrize(("players", "rounds"), [(2, 9), (3, 10), (4, 9)])
def test_rounds_by_number_of_players(players, rounds):
    stages = GAME.sheet.phases.listed(GAME.sheet.blank(players))
    assert len(stages) == rounds + 2
    assert points.blessings_to_come(players, 1) == {2: 36, 3: 30, 4: 36}[players]


def form_of(calculator):
    form = GAME.calculators[calculator].form
    assert form is not None
    return form


def filled(calculator, table):
    return form_of(calculator).filled(GAME.sheet.position(table), "p1")


def answer(calculator, table=None, **cells):
    form = form_of(calculator)
    raw = filled(calculator, table) if table else form.sheet.blank(1)
    raw["seats"]["p1"] |= cells
    return form.answer(form.sheet.position(form.sheet.read(raw)))


@pytest.mark.parametrize(
    ("stage", "times"), [(None, 36), ("setup", 36), ("round_2", 32), ("round_10", 4), ("count", 4)]
)
def test_the_round_says_how_many_blessings_are_to_come(stage, times):
    # two players: 9 rounds of 2 x 2; a tenth that only three play counts as the last
    play = {"stage": stage} if stage else {}
    table = whole(GAME, {"seats": {"p1": {}, "p2": {}}, "play": play})
    form = filled("forge", table)
    assert (form["seats"]["p1"]["times"], form["table"]) == (times, {"players": "2"})


def test_a_reserve_of_no_use_to_a_form_stays_out_of_it():
    table = whole(GAME, {"seats": {"p1": {"name": "Bo", "colour": "red", "forged": 3}}})
    assert filled("roll", table)["seats"]["p1"] == {"name": "Bo"}
    assert filled("last_turn", table)["seats"]["p1"] == {"name": "Bo", "forged": 3}


def test_starting_dice_bring_one_and_a_half_gold():
    # light: five 1-gold, a sun; dark: four 1-gold, a moon, 2 glory -> 5/6 + 4/6 = 3/2
    (row,) = [r for b in answer("odds").blocks for r in b.rows if r.entry == "gold" and r.share]
    assert row.value.en == "1.50 (3/2)"


def test_a_roll_is_applied_to_the_tracker_with_caps():
    table = whole(GAME, {"seats": {"p1": {"reserve": {"gold": 12}, "glory": 5}}})
    # dark side 6 is the 2 glory of the starting die, light side 1 a gold that no longer fits
    found = answer("roll", table, came_1="side_1", came_2="side_6")
    (apply,) = found.applies
    after = GAME.sheet.put(table, apply.cells)
    cells = after["seats"]["p1"]
    dark = form_of("roll").shaped(filled("roll", table))
    assert dark.fields["came_2"].cell.options[5].name.en in {"2 glory", "1 moon"}
    assert cells["reserve"]["gold"] == 12
    assert cells.get("glory", 0) + cells["reserve"].get("moon", 0) in (7, 6)


def test_one_die_alone_is_a_minor_blessing():
    assert answer("roll", came_1="side_1").summary.en == "Minor blessing: 1 gold."


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


def test_dice_behind_a_screen_are_not_guessed():
    seats = {"p1": {"die_1": {"side_1": "mirror"}}, "p2": {"name": "Bo"}}
    assert "blank" in answer("odds", whole(GAME, {"seats": seats})).summary.en


def test_satyrs_use_two_of_the_faces_that_opponents_rolled():
    found = answer("roll", rolled={"x3": 1, "v3": 1, "g1": 2})
    assert found.summary.en == "Satyrs: 9 glory."  # 3 x 3
    assert answer("roll", rolled={"g4": 2}).summary.en == "Satyrs: 8 gold."
    assert "6 dice at most" in answer("roll", rolled={"g4": 4, "g1": 3}).summary.en
    owner = answer("roll", rolled={"boar_red": 1, "s1": 1}, boars={"boar_red": True}, goal="glory")
    assert owner.summary.en == "Satyrs: 2 suns, 3 glory."


def test_the_last_turn_uses_the_others_dice_for_satyrs():
    table = whole(
        GAME,
        {"seats": {"p1": {"reserve": {"moon": 3}}, "p2": {"die_1": dict.fromkeys(SIDES, "v4")}}},
    )
    without = answer("last_turn", reserve={"moon": 3}, rolls=True)
    assert any("Satyrs count their printed glory" in r.label.en for r in without.blocks[-1].rows)
    found = answer("last_turn", table, rolls=True)
    assert not any("Satyrs count" in r.label.en for r in found.blocks[-1].rows)
    # p2's light die always shows 4, the dark one 2 glory on one side: 6 + 4 + 2/6
    assert found.summary.en == "10.33 (31/3) glory on average this turn."


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


def test_the_last_turn_takes_the_dearest_feat_that_it_can_pay():
    # 5 suns and 5 moons: Hydra, 26 glory, and nothing left for a second action
    found = answer("last_turn", reserve={"sun": 5, "moon": 5})
    assert found.summary.en.startswith("26 glory")
