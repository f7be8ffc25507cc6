"""Co-op: a mission played through the calculators alone, and what the pages then say of it."""

import pytest

from scoring import game
from scoring.games.map_masters.score import rank, score
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


MET = {"coop": True, "groups": {"red": "goal_met", "blue": "goal_met"}}
MISSED = MET | {"groups": {"red": "under_way", "blue": "goal_met"}}
NO_POINTS = "Co-op has no points of its own."
LOST = ("mission_lost", 0, f"Lost: a group is stuck. {NO_POINTS}", "stated")


def ended(table):
    return GAME.sheet.position(GAME.sheet.read({"seats": {"p1": {}, "p2": {}}, "table": table}))


@pytest.mark.parametrize(
    ("table", "lines", "place", "reason"),
    [
        (
            MET | {"mission_won": True},
            [
                ("mission_won", 0, f"Won together. {NO_POINTS}", "stated"),
                ("mission_score", None, "Work it out as the booklet says.", "unknown"),
            ],
            1,
            "won together",
        ),
        (
            MET | {"mission_won": True, "mission_score": 12},
            [
                ("mission_won", 0, f"Won together. {NO_POINTS}", "stated"),
                ("mission_score", 12, "as entered", "house"),
            ],
            1,
            "won together",
        ),
        (
            MISSED | {"mission_score": 12},  # of no mission that is under way
            [
                (
                    "mission_open",
                    0,
                    f"Under way: 1 of 2 groups has met a goal. {NO_POINTS}",
                    "stated",
                ),
                ("mission_score", None, "Only once it is won.", "unknown"),
            ],
            0,
            "the mission is under way",
        ),
        (MET | {"groups": {"red": "stuck"}}, [LOST], 0, "the mission is lost"),
        (
            MET | {"groups": {"red": "stuck"}, "mission_won": True, "mission_score": 5},
            [LOST],
            0,
            "the mission is lost",
        ),
    ],
)
def test_the_rows_and_places_of_a_mission_say_how_it_ended(table, lines, place, reason):
    position = ended(table)
    scored = score(position)
    for seat in ("p1", "p2"):
        found = [(x.id, x.points, x.how.en, x.status) for x in scored[seat].lines]
        assert found == lines
        assert {x.entry for x in scored[seat].lines} == {"coop_victory"}
    assert [x.label.en for x in scored["p1"].lines] == ["Mission", "The mission's own score"][
        : len(lines)
    ]
    placings = [(p.seat, p.place, p.best, p.worst, p.reason.en) for p in rank(scored, position)]
    assert placings == [(seat, place, place, place, reason) for seat in ("p1", "p2")]
