"""The calculators of versus play: what they say, and what they write back to a table."""

from scoring import game
from scoring.games.map_masters.solvers import paths
from tests.finished_sheets import whole

GAME = game("map_masters")


def asked(tool, seats, **more):
    """The answer of a form that is filled in by hand."""
    found = GAME.calculators[tool].form
    state = found.sheet.read({"seats": seats, **more})
    return found.answer(found.sheet.position(state))


def applied(state, answer, which=0):
    return GAME.sheet.read(GAME.sheet.put(state, answer.applies[which].cells))


def values(answer, block=0):
    return {row.label.en: row.value.en for row in answer.blocks[block].rows}


# -- a path --------------------------------------------------------------------------------


def test_every_token_of_the_notation_is_listed():
    listed = " ".join(row.value.en for row in asked("path", {"p1": {}}).blocks[0].rows)
    assert set(paths.FOUND) | set(paths.PAID) | set("()[]>#FfO'*") <= set(listed)


# -- a laid dungeon ------------------------------------------------------------------------


def test_a_large_dungeon_is_answered_in_time():
    lines = [f"{a}-{b} skM" for a in "ABCDEF" for b in "ABCDEF" if a < b]
    text = "; ".join([">-A s", *lines, *(f"{a}: Mo" for a in "ABCDEF"), "F-> c"])
    answer = asked("laid_dungeon", {"p1": {"dungeon": text}})
    assert answer.proof.verdict in ("optimal", "best found")


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


def test_the_best_path_is_proven_and_written():
    cells = {"dungeon": ">-A kL; A-R s; R: Mo; R-> c"}
    table = {"round": "3", "primary": "objective_key"}
    answer = asked("laid_dungeon", {"p1": cells}, table=table)
    assert answer.proof.verdict == "optimal"
    state = whole(GAME, {"seats": {"p1": {}}})
    walked = paths.walk(applied(state, answer)["seats"]["p1"]["path_3"])
    assert walked.fault is None
    assert walked.circled["key"] == 1
