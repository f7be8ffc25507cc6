"""The course of a game, and what calculators list; their answers are rows of ``cases/``."""

from scoring import game
from scoring.games.map_masters.solvers import typed_paths

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


def test_six_rounds_with_their_checklists():
    phases = {phase.id: phase for phase in GAME.sheet.phases.listed(GAME.sheet.blank(3))}
    assert list(phases) == ["setup", *(f"round_{n}" for n in range(1, 7)), "count"]
    steps = {id_: [step.id for step in phase.steps] for id_, phase in phases.items()}
    assert steps["round_1"][0] == "youngest"
    assert steps["round_2"][0] == "fewest"
    assert [n for n in range(1, 7) if "flush" in steps[f"round_{n}"]] == [3]
    assert [n for n in range(1, 7) if "optimizers" in steps[f"round_{n}"]] == [1, 2, 3, 4, 5]
    # every line of the end-of-round checklist has its step
    listed = {step.entry for step in phases["round_3"].steps}
    assert {entry.id for entry in GAME.catalogue.of_kind("reward_step")} <= listed


def test_co_op_has_phases_and_sections_of_its_own():
    state = GAME.sheet.read({"seats": {"p1": {}}, "table": {"coop": True}})
    phases = [phase.id for phase in GAME.sheet.phases.listed(state)]
    assert phases == ["coop_setup", "coop_turns", "coop_end"]
    tracked = [s for s in (*GAME.sheet.table, *GAME.sheet.sections) if s.tracked]
    assert [s.id for s in tracked if not s.when] == ["market"], "the others are of co-op alone"
