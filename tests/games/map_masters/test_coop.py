"""Co-op: a mission played through the calculators alone, and what the pages then say of it."""

from scoring import game
from tests.finished_sheets import whole

GAME = game("map_masters")


def test_co_op_has_phases_of_its_own():
    state = GAME.sheet.read({"seats": {"p1": {}}, "table": {"coop": True}})
    phases = [phase.id for phase in GAME.sheet.phases.listed(state)]
    assert phases == ["coop_setup", "coop_turns", "coop_end"]


def test_planners_of_versus_play_say_that_they_are_not_for_co_op():
    state = whole(GAME, {"seats": {"p1": {}, "p2": {}}, "table": {"coop": True}})
    planners = [each.id for each in GAME.calculators.values() if each.planner]
    assert planners == ["win", "second", "third", "route"]
    for planner in planners:
        plan = GAME.optimise(planner, "p1", state)
        assert plan.proof.verdict == "impossible"
        assert "together" in plan.steps[0].en


def test_co_op_sections_show_only_in_co_op():
    listed = [s for s in (*GAME.sheet.table, *GAME.sheet.sections) if s.when]
    assert {s.when for s in listed} == {"table/coop"}
    assert all(section.tracked for section in listed)
