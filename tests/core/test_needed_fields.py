"""A cell that changes a total is needed or decided, or its blank is an answer: the data says."""

from dataclasses import replace
from typing import Any

import pytest

from scoring import game as find
from scoring import games
from scoring.game import Game
from scoring.model.fields import Field
from scoring.model.sheet import Sheet
from scoring.registry import examples
from scoring.tools import check_game, never_asked_cells


def having(toy: Game, section: str, **changes: Any) -> Game:
    """The toy with another say about one of its sections."""
    sections = [
        replace(each, **changes) if each.id == section else each for each in toy.sheet.sections
    ]
    return replace(toy, sheet=Sheet(toy.catalogue, sections, toy.sheet.table))


def changed(toy: Game, field: str, **changes: Any) -> Game:
    """The toy with another say about one of its fields."""

    def other(each: Field) -> Field:
        return replace(each, **changes) if each.id == field else each

    section = next(s for s in toy.sheet.sections if field in [f.id for f in s.fields])
    return having(toy, section.id, fields=tuple(map(other, section.fields)))


def found(game: Game) -> list[str]:
    states = [game.sheet.read({"seats": {"p1": {"cat": True, "trees": {}}}}), game.sheet.blank(2)]
    return [error.entry for error in never_asked_cells.changing(game, states)]


def test_a_line_of_text_that_scores_is_refused_unless_its_blank_is_an_answer(toy):
    assert found(toy) == []
    wrong = changed(toy, "walk", optional=False)
    assert found(wrong) == ["walk"]
    (error,) = never_asked_cells.changing(wrong, [wrong.sheet.blank(1)])
    assert "p1: 0, and 8 with p1/walk = 'NESW'; say needed, or optional" in str(error)
    assert found(changed(toy, "walk", optional=False, needed=True)) == []


@pytest.mark.parametrize("said", ["tracked", "settings"])
def test_a_section_that_nobody_is_asked_for_may_score_nothing(toy, said):
    """Fields that change nothing as long as they stand alone are not named."""
    assert found(having(toy, "yard", **{said: True})) == ["coins", "cat", "guest"]
    assert found(having(toy, "yard", **{said: True}, optional=True)) == []


def test_what_says_which_sheet_a_table_has_is_none_of_them(toy):
    assert ("table", "festival") not in [(h, f.id) for h, f in never_asked_cells.unasked(toy.sheet)]
    assert [f.id for _, f in never_asked_cells.unasked(toy.sheet)] == ["dances"]


@pytest.mark.slow
@pytest.mark.parametrize("slug", sorted(games()))
def test_check_game_refuses_no_game_for_it_and_looks_at_worked_totals(slug):
    game = find(slug)
    states = [game.sheet.read(each.state) for each in examples(slug).values()]
    scored = [game.score(game.sheet.with_rest_none(state)) for state in states]
    assert any(each.total is not None for seats in scored for each in seats.values())
    assert check_game.mistakes(slug) == []
