"""The calculators of Diploma: what they say, what they leave unsaid, and what they write back."""

import tomllib
from pathlib import Path

from scoring import game
from scoring.model.rulings import default_preset
from tests.finished_sheets import whole

GAME = game("diploma")
EXAMPLES = Path(__file__).parents[3] / "scoring/games/diploma/examples"


def asked(calculator, seats, **more):
    """The answer of a form that is filled in by hand."""
    form = GAME.calculators[calculator].form
    return form.answer(form.sheet.position(form.sheet.read({"seats": seats, **more})))


def at_table(calculator, state, seat="p1", own=None, **table):
    """The answer of the form that a table fills, with some cells added by hand."""
    form = GAME.calculators[calculator].form
    filled = form.filled(GAME.sheet.position(whole(GAME, state)), seat)
    filled["seats"][seat] |= own or {}
    filled["table"] = filled.get("table", {}) | table
    return form.answer(form.sheet.position(form.sheet.read(filled)))


def applied(state, answer, which=0):
    return GAME.sheet.read(GAME.sheet.put(state, answer.applies[which].cells))


def rows(answer, block=0):
    return [(row.label.en, row.value.en) for row in answer.blocks[block].rows]


# -- the end and the next round ------------------------------------------------------------


def test_counters_agree_with_the_round_they_were_laid_in():
    # three rounds by one-by-one ticks and by arithmetic are the same
    state = {"seats": {"p1": {}, "p2": {}}, "table": {"round": 2}}
    state = applied(state, asked("barriers", {"p1": {"laid": 2}, "p2": {}}, table={"round": 2}))
    for _ in range(4):
        state = applied(state, at_table("next_round", state))
        assert rows(at_table("barriers", state))
        again = applied(state, at_table("barriers", state))
        assert again["seats"]["p1"]["barrier"] == state["seats"]["p1"]["barrier"]


# -- course and examples -------------------------------------------------------------------


def test_the_course_has_the_phases_of_a_round():
    phases = [phase.id for phase in GAME.sheet.phases.listed(GAME.sheet.blank(2))]
    assert phases == ["setup", "production", "placement", "scoring", "handover", "end"]


def test_every_rule_word_and_ruling_is_worked():
    words, answered = set(), set()
    for path in EXAMPLES.glob("*.toml"):
        example = tomllib.loads(path.read_text("utf-8"))
        assert example["source"] in GAME.catalogue.sources
        state = whole(GAME, example["state"])
        rulings = GAME.sheet.rulings(state)
        preset = default_preset(GAME.catalogue)
        answered |= {e.id for e in GAME.catalogue.rulings() if rulings[e.id] != e.presets[preset]}
        for breakdown in GAME.score(state).values():
            for line in breakdown.lines:
                words |= {s.rule for s in GAME.catalogue[line.entry].scores}
        titles = {cells.get("title") for cells in state["seats"].values()} - {None}
        words |= {s.rule for title in titles for s in GAME.catalogue[title].scores}
    assert words == set(GAME.catalogue.rules)
    assert answered == {entry.id for entry in GAME.catalogue.rulings()}
