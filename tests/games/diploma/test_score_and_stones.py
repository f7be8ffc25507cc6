"""Diploma: rows and rulings by hand, unknowns that stay unknown, stones against the oracle."""

import random

import pytest

from scoring import game
from scoring.games.diploma.solvers import rules_of_play
from scoring.games.diploma.solvers.student_sheet import STONES
from tests.finished_sheets import whole
from tests.games.diploma.oracle import most_points
from tests.games.diploma.random_states import state as random_state
from tests.games.posted import cases

STATES = cases(300)
GAME = game("diploma")


# -- unknown stays unknown -----------------------------------------------------------------


def test_no_line_with_an_unknown_value_ever_shows_a_number():
    rng = random.Random("partial")
    for _ in range(300):
        state = random_state(rng)
        cells = state["seats"]["p1"]
        if rng.random() < 0.5:
            cells.pop("power_points")
        cells |= {"sets": cells.get("sets", 0), "circles": rng.randrange(2)}
        scored = GAME.score(whole(GAME, state))["p1"]
        unknown = "power_points" not in cells or bool(cells["circles"])
        unknown |= bool(cells.get("hand_titles")) and "penalty" not in state.get("table", {})
        unknown |= all(cells.get("stones", {}).get(f"stone_{c}") for c in "abcd")
        assert scored.partial == unknown
        assert (scored.total is None) == unknown


# -- spending stones -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_stones_are_spent_as_well_as_by_trying_everything(seed):
    rng = random.Random(f"stones {seed}")
    for _ in range(STATES // 5):
        state = whole(GAME, random_state(rng))
        plan = GAME.optimise("stones", "p1", state)
        seat, penalty = state["seats"]["p1"], state.get("table", {}).get("penalty")
        best = most_points(seat, penalty, GAME.sheet.rulings(state)["sets_per_phase"])
        if best is None:
            assert plan.proof.verdict == "impossible"
            continue
        assert plan.worth == best, state
        if plan.proof.verdict == "optimal":
            # whatever the penalty, nothing is better
            assert plan.proof.bound == best
            if penalty is None:
                for guess in (0, 7):
                    again = most_points(seat, guess, GAME.sheet.rulings(state)["sets_per_phase"])
                    left = sum(plan.after["seats"]["p1"].get("hand_titles", {}).values())
                    assert again == best - guess * left


# -- mended faults ----------------------------------------------------------------------


def test_that_values_are_not_public_is_said_once():
    cells = {"sets": 0, "circles": 1, "stones": dict.fromkeys(STONES, 1)}
    cells |= {"title": "other_title", "title_stone": "stone_a", "hand_titles": {"other_title": 1}}
    lines = GAME.score(whole(GAME, {"seats": {"p1": cells}}))["p1"].lines
    assert sum(line.points is None for line in lines) == 5
    assert not any("public" in line.how.en or "公開" in line.how.ja for line in lines)
    hints = [section.hint for section in GAME.sheet.sections if "not public" in section.hint.en]
    assert len(hints) == 1
    form = GAME.calculators["die"].form
    dice = {"seats": {"p1": {"die_1": "1", "die_2": "4"}}, "table": {"judgement": "3"}}
    answer = form.answer(form.sheet.position(form.sheet.read(dice)))
    said = [block.title.en for block in answer.blocks]
    said += [row.how.en for block in answer.blocks for row in block.rows]
    assert sum("not public" in text for text in said) == 1


def test_no_form_and_no_sheet_takes_more_mana_than_anybody_may_hold():
    """8, with Mage's Aptitude."""
    forms = [each.form.sheet for each in GAME.calculators.values() if each.form]
    asking = [sheet for sheet in (GAME.sheet, *forms) if "mana" in sheet.declared]
    assert len(asking) == 5
    for sheet in asking:
        assert [e.path for e in sheet.enter(sheet.blank(1), {"p1/mana": "9"}).errors] == ["p1/mana"]
        assert sheet.enter(sheet.blank(1), {"p1/mana": "8"}).errors == []


# -- the folder itself ---------------------------------------------------------------------


def test_the_sheet_takes_as_many_uses_as_a_tool_has():
    field = GAME.sheet.fields["tool_uses"]
    assert field.cell.most == rules_of_play.TOOL_USES
    assert tuple(row.id for row in field.rows) == rules_of_play.OVER
    assert {o.id for o in GAME.sheet.fields["barrier"].cell.options} == set(
        rules_of_play.BARRIER_LEFT
    )
    assert tuple(row.id for row in GAME.sheet.fields["stones"].rows) == STONES
