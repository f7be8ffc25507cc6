"""Forms of the calculators, filled from a table, and their answers: one test for each rule.

Random forms against independent searches are in ``test_forms``.
"""

import re
from fractions import Fraction as F
from pathlib import Path

import pytest

from scoring import game
from scoring.games.dice_forge import score
from scoring.games.dice_forge.calculators import telling
from scoring.games.dice_forge.solvers.dice import read_faces, starting_dice
from scoring.games.dice_forge.solvers.last_turn import last_turn, last_turn_expected
from scoring.games.dice_forge.solvers.reserve import PRINTED, Reserve
from scoring.games.dice_forge.solvers.turn import TurnStart, read_feats
from tests.whole import whole

GAME = game("dice_forge")
IT = GAME.catalogue
FACES = read_faces(IT)
FEATS = read_feats(IT)


def form_of(calculator):
    form = GAME.calculators[calculator].form
    assert form is not None
    return form


def answer(calculator, table=None, rulings=None, **cells):
    """The answer to one form; cells of the form's table go in ``table``."""
    form = form_of(calculator)
    raw = {"seats": {"p1": cells}, "table": table or {}, "rulings": rulings or {}}
    return form.answer(form.sheet.position(form.sheet.read(raw)))


def filled(calculator, state):
    return form_of(calculator).filled(GAME.sheet.position(whole(GAME, state)), "p1")


def rows(found, *, folded=None):
    """Every row's label in English."""
    blocks = [b for b in found.blocks if folded is None or b.folded == folded]
    return [row.label.en for block in blocks for row in block.rows]


def glory(found):
    """The number that the last turn's answer begins with."""
    return int(found.summary.en.split()[0])


def doubted(*seats, **table):
    state = {"seats": {f"p{n}": cells for n, cells in enumerate(seats, 1)}, "table": table}
    return {str(d.path) for d in GAME.sheet.doubts(whole(GAME, state))}


# ── the stacks of the islands ──────────────────────────────────────────────────


RICH = {"reserve": {"sun": 2, "moon": 8}, "chests": 1}


def test_a_stack_has_as_many_cards_as_players_less_those_taken():
    # two Ferrymen of 4 moons each and 2 suns between them: 12 + 12
    assert glory(answer("last_turn", **RICH)) == 24
    # with one left: Ferryman 12 and Satyrs 6, for 3 moons
    assert glory(answer("last_turn", {"players": "2"}, **RICH, taken={"ferryman": 1})) == 18
    assert glory(answer("last_turn", {"players": "4"}, **RICH, taken={"ferryman": 3})) == 18


def test_a_stack_that_is_empty_is_out_of_reach():
    found = answer("last_turn", {"players": "2"}, reserve={"moon": 4}, taken={"ferryman": 2})
    assert glory(found) == 6  # Satyrs


def test_each_place_holds_one_of_its_feats():
    moons = {"reserve": {"moon": 4}}
    assert glory(answer("last_turn", **moons)) == 12
    assert glory(answer("last_turn", {"cards": "advanced"}, **moons)) == 6
    # one place laid out otherwise: Cerberus among the beginner's feats, and no Ferryman
    assert glory(answer("last_turn", {"place_m5": "cerberus"}, **moons)) == 6
    assert glory(answer("last_turn", {"cards": "advanced", "place_m5": "ferryman"}, **moons)) == 12


def test_the_promo_stack_shows_its_top_card_alone():
    table = {"place_m8": "promo_stack", "players": "4"}
    one = {"reserve": {"sun": 5, "moon": 5}}
    assert glory(answer("last_turn", table, **one)) == 26  # Hydra, not the Mother's 29
    assert glory(answer("last_turn", table, **one, taken={"hydra": 1})) == 27
    # 12 suns and 10 moons, two chests: the Hydra and the Harpy below it
    two = {"reserve": {"sun": 12, "moon": 10}, "chests": 2}
    assert glory(answer("last_turn", table, **two)) == 26 + 27
    assert glory(answer("last_turn", table | {"players": "2"}, **two, taken={"hydra": 1})) < 2 * 27
    # a stack of two players ends with the Harpy
    gone = {"hydra": 1, "harpy": 1}
    assert glory(answer("last_turn", table | {"players": "2"}, **one, taken=gone)) < 26


def test_promos_take_the_place_of_other_feats():
    seagull = {"place_m4": "magical_seagull"}
    assert glory(answer("last_turn", seagull, reserve={"moon": 3})) == 10
    assert glory(answer("last_turn", reserve={"moon": 3})) == 6


def test_the_great_bear_pays_where_another_hero_stands():
    # a Hammer at portal 1: nothing printed, 3 glory for each Bear when somebody is ousted
    bears = {"helpers": {"bears": 2}, "reserve": {"moon": 1}, "taken": {"chest": 4}}
    assert glory(answer("last_turn", **bears)) == 0
    assert glory(answer("last_turn", **bears, occupied={"portal_1": True})) == 6
    at_home = answer("last_turn", **bears, occupied={"portal_1": True}, portal="portal_1")
    assert glory(at_home) == 0


def test_only_shields_that_lie_in_the_garden_are_forged():
    # the green shield is worth 3 to 5 glory a roll; gone, the red one is left
    cells = {"reserve": {"sun": 5, "moon": 6}, "rolls": True}
    cells["taken"] = {id_: 4 for id_ in FEATS if id_ not in ("cancer", "guardians_shield")}
    table = {"cards": "advanced", "place_m7": "cancer"}
    said = [
        answer("last_turn", table, **cells, sold=sold).summary.en
        for sold in ({}, {"shield_green": 1, "shield_yellow": 1})
    ]
    assert said[0] != said[1]


def test_faces_bought_before_are_not_forged_for_typhon():
    # two cheap faces for 2 + 2 gold, then Typhon: 16 + 2; where those are sold, one for 3: 16 + 1
    cells = {"reserve": {"gold": 4, "sun": 7, "moon": 5}, "chests": 1}
    table = {"cards": "advanced"}
    assert glory(answer("last_turn", table, **cells)) == 18
    assert glory(answer("last_turn", table, **cells, sold={"g3": 4, "m1": 4})) == 17
    assert glory(answer("last_turn", table | {"players": "2"}, **cells, sold={"g3": 2})) == 17


def test_a_table_fills_in_places_copies_portals_and_players():
    table = {
        "seats": {
            "p1": {"portal": "portal_2", "feats": {"silver_hind": 1, "chest": 1}},
            "p2": {"portal": "portal_4", "feats": {"chest": 1, "gorgon": 1}},
            "p3": {"die_1": {"side_1": "shield_red", "side_2": "g4"}},
        },
        "table": {"place_m8": "promo_stack"},
    }
    form = filled("last_turn", table)
    mine = form["seats"]["p1"]
    assert form["table"] == {
        "players": "3",
        "place_m3": "silver_hind",
        "place_f5": "gorgon",
        "place_m8": "promo_stack",
    }
    assert mine["taken"] == {"silver_hind": 1, "chest": 2, "gorgon": 1}
    assert mine["portal"] == "portal_2"
    assert mine["occupied"] == {"portal_4": True}
    assert mine["sold"] == {"shield_red": 1, "g4": 1}


def test_form_and_tracker_allow_equally_many_forged_faces():
    form = form_of("last_turn").sheet.fields["forged"]
    assert form.cell.most == GAME.sheet.fields["forged"].cell.most
    table = {"seats": {"p1": {"forged": 33}}}
    assert filled("last_turn", table)["seats"]["p1"]["forged"] == 33


# ── the sanctuary of two players ───────────────────────────────────────────────


def offered(found):
    """The faces that an answer buys, in its best plan and the next best."""
    names = {IT.name(id_).en: id_ for id_, face in FACES.items() if face.price}
    said = [
        re.sub(r" for \d+ gold.*", "", part) for row in rows(found) for part in row.split("; B")
    ]
    bought = {part.removeprefix("Buy ").removeprefix("uy ") for part in said if "uy " in part}
    return {names[face] for face in bought - {"nothing"}}


TWO = {"players": "2"}
FOUR = {"gold": 4, "times": 12, "goal": "gold"}


def test_two_players_forge_the_mixed_faces_that_lie_there():
    mixed = {"mixed": {"g6": True, "and_g2_m1": True}}
    found = answer("forge", TWO | mixed, **FOUR)
    assert "g6" in offered(found)
    assert not offered(found) & {"or_g1_s1_m1", "and_v1_s1"}


def test_mixed_faces_that_nobody_named_are_left_out_and_said_so():
    found = answer("forge", TWO, **FOUR)
    assert not offered(found) & {"g6", "or_g1_s1_m1", "and_v1_s1", "and_g2_m1"}
    assert "4 and 12 gold" in found.summary.en
    both = dict.fromkeys(("g6", "and_g2_m1", "v4", "and_m2_v2"), True)
    assert "4 and 12 gold" not in answer("forge", TWO | {"mixed": both}, **FOUR).summary.en
    assert "4 and 12 gold" not in answer("forge", **FOUR).summary.en


def test_a_table_says_which_mixed_faces_lie_there_and_dice_show_them():
    table = {
        "seats": {"p1": {}, "p2": {"die_1": {"side_1": "v4"}}},
        "table": {"mixed": {"g6": True}},
    }
    form = filled("forge", table)
    assert form["table"] == {"players": "2", "mixed": {"g6": True, "v4": True}}


def test_faces_that_two_players_put_away_are_a_doubt():
    named = {"g6": True, "and_g2_m1": True}
    assert doubted({"die_1": {"side_1": "g6"}}, {}, mixed=named) == set()
    assert doubted({"die_1": {"side_1": "and_v1_s1"}}, {}, mixed=named) == {"p1/die_1/side_1"}
    three = named | {"and_v1_s1": True}
    assert {p.split("/")[0] for p in doubted({}, {}, mixed=three)} == {"table"}
    assert doubted({}, {}, {}, mixed=three) == set()
    seen = {"side_1": "g6", "side_2": "and_g2_m1", "side_3": "and_v1_s1"}
    assert doubted({"die_1": seen}, {}) == {f"p1/die_1/side_{n}" for n in (1, 2, 3)}


def test_no_reserve_holds_more_gold_than_the_form_for_forging_takes():
    assert form_of("forge").sheet.fields["gold"].cell.most == 28
    assert (
        filled("forge", {"seats": {"p1": {"reserve": {"gold": 40}}}})["seats"]["p1"]["gold"] == 28
    )


# ── hammers, caps, words ───────────────────────────────────────────────────────


def test_gold_on_a_hammer_that_ends_no_lap_is_said_to_count_nothing():
    note = "no lap"
    assert any(note in row for row in rows(answer("roll", came_1="side_1", hammers=1)))
    assert not any(note in row for row in rows(answer("roll", came_1="side_1")))
    full = answer("roll", came_1="side_1", hammers=1, hammer_steps=30)
    assert not any(note in row for row in rows(full))


@pytest.mark.parametrize("calculator", ["roll", "odds", "last_turn"])
def test_a_reserve_over_its_cap_counts_as_full_and_is_said(calculator):
    cells = {"came_1": "side_1"} if calculator == "roll" else {}
    found = answer(calculator, **cells, reserve={"gold": 40})
    assert "-" not in found.summary.en
    assert "holds 12" in " ".join(rows(found))
    assert "holds" not in " ".join(rows(answer(calculator, **cells, reserve={"gold": 12})))


def test_gold_that_no_hammer_holds_is_not_counted_and_said():
    # one hammer holds 30: a second one bought this turn is as good as new
    for calculator, cells in (
        ("roll", {"came_1": "side_1"}),
        ("last_turn", {"reserve": {"gold": 1}}),
    ):
        over = answer(calculator, **cells, hammers=1, hammer_steps=40)
        assert "take 30" in " ".join(rows(over))
    cells = {"reserve": {"moon": 1}, "helpers": {"tritons": 3}, "hammers": 1}
    cells["taken"] = {id_: 4 for id_ in FEATS if id_ != "hammer"}
    assert glory(answer("last_turn", **cells, hammer_steps=40)) == 10
    kept = answer("roll", came_1="side_1", hammer_steps=20).applies[0].cells
    assert kept["p1/hammer_steps"] == 20


def test_a_full_reserve_keeps_what_it_has():
    assert (
        answer("roll", came_1="side_1", reserve={"gold": 40}).summary.en
        == "Minor blessing: nothing."
    )


def test_the_odds_ask_only_what_they_count():
    assert not {"hammers", "hammer_steps"} & set(form_of("odds").sheet.fields)
    assert any("hammer" in row for row in rows(answer("odds")))


def test_printed_rules_let_gold_be_divided_and_not_run_on():
    # facts: the English card allows using a part; a second card is not reached
    printed = [IT[id_].presets["printed"] for id_ in ("hammer_split", "hammer_carry")]
    assert printed == ["yes", "no"]
    assert (PRINTED.split, PRINTED.carry) == (True, False)


def test_lines_of_the_last_turn_that_begin_with_the_same_roll_say_what_follows():
    standing = TurnStart(
        Reserve(sun=4, moon=4),
        {"ferryman": 2, "gorgon": 2, "chest": 2},
        hinds=1,
        dice=starting_dice(IT),
    )
    found = last_turn_expected(standing, FEATS)
    said = [
        " ".join(step.en for step in telling.turn(IT, line)) for line in (found.best, *found.others)
    ]
    assert len(set(said)) == len(said)
    assert any("Gorgon" in line for line in said)


def test_no_step_is_told_that_brings_nothing():
    # 8 glory of the Triton, 16 of Typhon; its token would bring gold that nothing needs
    cells = {"reserve": {"sun": 11, "moon": 6}, "chests": 2}
    best = answer("last_turn", {"cards": "advanced"}, **cells).blocks[0]
    assert [row.label.en for row in best.rows] == [
        "Take Triton: 8 glory",
        "Pay 2 suns for one more action",
        "Take Typhon: 16 glory",
    ]


def test_a_turn_of_nothing_is_told_beside_others():
    found = last_turn(TurnStart(Reserve(), {}), FEATS)
    assert [step.en for step in telling.turn(IT, found.best)] == ["Nothing brings glory"]
    beside = [step.en for step in telling.turn(IT, found.best, runner_up=True)]
    assert beside == ["Doing nothing"]


def test_a_lesser_turn_of_nothing_says_so():
    (best, others) = answer("last_turn", reserve={"gold": 1, "moon": 2}).blocks[:2]
    assert "Doing nothing" in [row.label.en for row in others.rows]
    assert "Nothing brings glory" not in [row.label.en for row in (*best.rows, *others.rows)]


def test_the_last_turn_of_an_empty_form_is_not_proven():
    for cells in ({}, {"chests": 1, "hammers": 1}):
        found = answer("last_turn", **cells)
        assert found.summary.en == "Enter the reserve, or what helps in this turn."
        assert (found.proof, found.blocks) == (None, ())


def test_the_reserve_after_begins_with_what_is_in_hand():
    found = answer("odds", reserve={"gold": 7}, times=1)
    (after,) = (block for block in found.blocks if block.title.en.startswith("Reserve after"))
    assert after.rows[0].how.en.startswith("≥7 100 % · ≥8 ")
    assert "≥1 " in after.rows[1].how.en


# ── doubts ─────────────────────────────────────────────────────────────────────


def test_the_promo_stack_has_one_hydra():
    assert doubted({"feats": {"hydra": 2}}, {"feats": {"harpy": 1}}, {}) == {"p1/feats/hydra"}
    assert doubted({"feats": {"hydra": 1}}, {"feats": {"hydra": 1, "harpy": 1}}, {}) == {
        "p1/feats/hydra",
        "p2/feats/hydra",
    }
    assert doubted({"feats": {"hydra": 2}}, {}, place_m8="promo_stack") == {"p1/feats/hydra"}
    assert doubted({"feats": {"hydra": 2}}, {}) == set()


def test_a_feat_that_was_not_laid_out_is_a_doubt():
    assert doubted({"feats": {"gorgon": 1}}, place_f5="triton") == {"p1/feats/gorgon"}
    assert doubted({"feats": {"triton": 1}}, place_f5="triton") == set()
    assert doubted({"feats": {"harpy": 1}}, place_m8="typhon") == {"p1/feats/harpy"}
    assert doubted({"feats": {"hydra": 1, "harpy": 1}}, place_m8="promo_stack") == set()


def test_two_heroes_never_stand_at_one_portal():
    assert doubted({"portal": "portal_1"}, {"portal": "portal_1"}) == {"p1/portal", "p2/portal"}
    assert doubted({"portal": "portal_1"}, {"portal": "portal_2"}, {}) == set()


# ── one spelling ───────────────────────────────────────────────────────────────


def test_a_feat_is_spelled_one_way_in_everything_that_is_read():
    """Other spellings are for the search alone: no text, name or word uses them."""
    other = {
        alias
        for feat in IT.of_kind("feat")
        for alias in feat.aliases.get("ja", ())
        if re.fullmatch(r"[ァ-ヶー]+", alias) and alias not in feat.name.ja
    }
    assert {"ニンフ", "テュポーン", "ヒドラ"} <= other
    home = Path(score.__file__).parent
    files = [*home.rglob("*.toml"), *home.rglob("*.ftl"), *home.rglob("*.py")]
    found = [
        (path.name, line)
        for path in files
        if path.name != "player_questions.toml"  # how players spell it, and for the search alone
        for line in path.read_text("utf-8").splitlines()
        if not line.startswith("aliases")
        and any(re.search(rf"(?<![ァ-ヶー]){word}(?![ァ-ヶー])", line) for word in other)
    ]
    assert found == []


def test_expected_lines_count_every_roll():
    # what the promo stack hides is not taken before its top: 26, then 27 as the extra action
    standing = TurnStart(
        Reserve(sun=12, moon=10, chests=2),
        {"hydra": 1, "harpy": 1},
        below={"harpy": "hydra"},
        dice=starting_dice(IT),
    )
    assert last_turn(standing, FEATS).best.glory == 53
    assert last_turn_expected(standing, FEATS).best.glory == F(53)


def test_cards_taken_are_asked_of_what_lies_on_the_islands_only():
    asked = GAME.calculators["last_turn"].form

    def rows(**table):
        sheet = asked.shaped(asked.sheet.read({"seats": {"p1": {}}, "table": table}))
        return sheet.fields["taken"].row_ids

    feats = {feat.id for feat in GAME.catalogue.of_kind("feat")}
    assert rows() == feats
    assert rows(place_m3="great_bear") == feats - {"silver_hind"}
    monsters = {"hydra", "harpy", "chimera", "mother_of_monsters"}
    assert rows(place_m8="promo_stack") == feats - {"typhon"}
    assert rows(place_m8="typhon") == feats - monsters
