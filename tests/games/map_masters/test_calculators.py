"""The course of a game, and what calculators list; their answers are rows of ``cases/``."""

from scoring import game
from scoring.games.map_masters.solvers import typed_paths
from tests.finished_sheets import whole
from tests.games.map_masters.random_states import played

GAME = game("map_masters")


def asked(tool, seats, **more):
    """The answer of a form that is filled in by hand."""
    found = GAME.calculators[tool].form
    state = found.sheet.read({"seats": seats, **more})
    return found.answer(found.sheet.position(state))


# -- a path --------------------------------------------------------------------------------


def test_every_token_of_the_notation_is_listed():
    listed = " ".join(row.value.en for row in asked("path", {"p1": {}}).blocks[0].rows)
    assert set(typed_paths.FOUND) | set(typed_paths.PAID) | set("()[]>#FfO'*") <= set(listed)


# -- the course ----------------------------------------------------------------------------


def test_every_line_of_the_end_of_a_round_has_its_step():
    phases = {phase.id: phase for phase in GAME.sheet.phases.listed(GAME.sheet.blank(3))}
    listed = {step.entry for step in phases["round_3"].steps}
    assert {entry.id for entry in GAME.catalogue.of_kind("reward_step")} <= listed


def test_all_that_is_tracked_but_the_market_is_of_co_op_alone():
    tracked = [s for s in (*GAME.sheet.table, *GAME.sheet.sections) if s.tracked]
    assert [s.id for s in tracked if not s.when] == ["market"]


# -- mended faults -------------------------------------------------------------------------


def test_a_third_spellbook_is_doubted_where_it_is_held_and_still_used():
    """A seat that recorded three books gets its best path; the path is not doubted again."""
    cells = {
        "dungeon": "A-C Px; >-A; >-B r; B-D xP; C-> sPxM; C-C P; C: MMo; A= r; B= kx; D= so",
        "more": {"escape": 1},
        "fairies": {"sword_fairy": 2, "key_fairy": 2},
        "books": {"book_no_sword": True, "book_cross_hole": True, "book_no_scroll": True},
        "primary_1": 3,
    }
    table = {"primary_objective_2": "objective_monster"}
    state = whole(GAME, {"seats": played({"p1": cells}), "table": table})
    (before,) = GAME.sheet.doubts(state)
    plan = GAME.optimise("route", "p1", state)
    assert plan.proof.verdict == "optimal"
    assert GAME.sheet.doubts(plan.after) == [before]
