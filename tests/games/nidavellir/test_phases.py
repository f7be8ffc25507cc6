"""Phases by players and expansions, and what a table keeps during play."""

import pytest

from scoring import game

GAME = game("nidavellir")
SHEET = GAME.sheet


def phases(players, **table):
    state = SHEET.blank(players) | ({"table": table} if table else {})
    return [phase.id for phase in SHEET.phases.listed(SHEET.read(state))]


def rounds(listed, age):
    return sum(phase.startswith(f"age_{age}_") for phase in listed)


@pytest.mark.parametrize(
    ("players", "base", "idavoll"),
    [(2, (4, 4), (5, 4)), (3, (4, 4), (5, 4)), (4, (3, 3), (4, 3)), (5, (3, 3), (4, 3))],
)
def test_rounds_of_each_age_follow_players_and_idavoll(players, base, idavoll):
    for table, wanted in (
        ({}, base),
        ({"thingvellir": True}, base),
        ({"idavoll": True}, idavoll),
        ({"thingvellir": True, "idavoll": True}, idavoll),
    ):
        listed = phases(players, **table)
        assert (rounds(listed, 1), rounds(listed, 2)) == wanted


def test_a_base_game_runs_from_set_up_to_the_count():
    one, two = ([f"age_{age}_round_{n}" for n in (1, 2, 3)] for age in (1, 2))
    assert phases(4) == ["setup", *one, "evaluation", *two, "end", "count"]


def test_mercenaries_enlist_before_the_evaluation_and_before_the_last_decisions():
    listed = phases(5, thingvellir=True)
    assert listed.index("evaluation") == listed.index("enlist_1") + 1
    assert listed.index("end") == listed.index("enlist_2") + 1
    assert not any(phase.startswith("enlist") for phase in phases(5, idavoll=True))


def test_mythology_lies_at_the_dancing_dragon_in_the_first_three_rounds_only():
    listed = SHEET.phases.listed(SHEET.read(SHEET.blank(3) | {"table": {"idavoll": True}}))
    filled = [phase.id for phase in listed if any(s.id == "fill_mythology" for s in phase.steps)]
    assert filled == ["age_1_round_1", "age_1_round_2", "age_1_round_3"]


def test_tables_that_named_their_expansions_the_old_way_run_the_same():
    old = phases(4, expansions={"thingvellir": True, "idavoll": True})
    assert old == phases(4, thingvellir=True, idavoll=True)


def test_sections_of_expansions_wait_for_their_flag_and_their_cards_count_without():
    sections = {section.id: section.when for section in SHEET.sections}
    assert sections["thingvellir"] == "table/thingvellir"
    assert sections["idavoll"] == "table/idavoll"
    seat = {"animals": {"durathor": True}}
    state = SHEET.read({"seats": {"p1": seat, "p2": {}}, "table": {"thingvellir": True}})
    line = GAME.score(state)["p1"].line("hunter")
    assert line is not None
    assert line.points == 1
    assert [doubt.path for doubt in SHEET.doubts(state)] == ["p1/animals/durathor"]


def steps(players, **table):
    state = SHEET.blank(players) | ({"table": table} if table else {})
    listed = SHEET.phases.listed(SHEET.read(state))
    return [(phase.id, step.id) for phase in listed for step in phase.steps]


@pytest.mark.parametrize(("box", "name"), [("thingvellir", "Thingvellir"), ("idavoll", "Idavoll")])
def test_steps_of_an_expansion_are_listed_where_it_is_played(box, name):
    said = {step.id: step.text.en for phase in SHEET.phases.phases for step in phase.steps}
    own = {id_ for id_, text in said.items() if name in text}
    assert own
    assert not own & {id_ for _, id_ in steps(3)}, "not at a table of the base game"
    assert own <= {id_ for _, id_ in steps(3, **{box: True})}
    assert steps(3, **{box: True}) == steps(3, expansions={box: True}), "named the old way"
