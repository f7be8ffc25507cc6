"""Second best means different: beside a plan stands another plan, and what it costs.

Over every calculator of every game: plans around a plan, options listed under it, and the blocks of
an answer that hold other plans.
"""

import inspect
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import game as find
from scoring import games
from scoring.game import Game
from scoring.model.calculator import Answer, Block, Calculator, Form
from scoring.model.cells import CellPath
from scoring.model.plan import NoAnswer, State
from scoring.solving import deadline
from tests.contract.random_states import states
from tests.contract.test_every_field_matters import WHOLE, drawings, filled
from tests.contract.test_proven_plans import few

ALL = [(slug, each) for slug in sorted(games()) for each in find(slug).calculators.values()]


def named(slug: str, each: Calculator) -> Any:
    return pytest.param(slug, each.id, id=f"{slug}-{each.id}")


PLANNERS = [(slug, each, each.planner) for slug, each in ALL if each.planner]
planners = pytest.mark.parametrize(
    ("slug", "calculator"), [named(slug, each) for slug, each, _ in PLANNERS]
)
looking = pytest.mark.parametrize(
    ("slug", "calculator"),
    [named(slug, each) for slug, each, found in PLANNERS if found.alternatives],
)
ENOUGH = 5
"""Answers with other plans, after which a form has shown that it keeps the promise."""


def offers_others(slug: str, each: Calculator) -> bool:
    module = import_module(f"scoring.games.{slug}.calculators.{each.id}")
    return "others=True" in inspect.getsource(module)


OFFERING = [
    pytest.param(find(slug), each.form, id=f"{slug}-{each.id}")
    for slug, each in ALL
    if each.form and offers_others(slug, each) and f"{slug}-{each.id}" not in WHOLE
]


def lain(game: Game, plan: Any) -> set[str]:
    """Returns the tiles on a map, wherever: one laid elsewhere is held back no more than before."""
    on_maps = {field.id for field in game.sheet.fields.values() if field.kind == "map"}
    cells = {CellPath(path) for path in game.sheet.cells(plan.after)}
    return {path for path in cells if path.field in on_maps} or {str(id(plan))}


@looking
@few
@given(data=st.data())
def test_second_best_is_another_plan_and_not_the_best_with_a_piece_held_back(
    slug, calculator, data
):
    game = find(slug)
    state = data.draw(states(game, seats=2, most=4, cells=14, decided=False))
    with suppress(NoAnswer):
        plan = game.optimise(calculator, "p1", state)
        around = game.alternatives(plan, state)
        second = [around.runner_up] if around.runner_up else []
        assert all(tie.worth == plan.worth for tie in around.ties)
        assert all(other.worth < plan.worth for other in second)
        best, seen = points_of(game, plan.after), [plan.steps]
        for other in (*around.ties, *second):
            now = points_of(game, other.after)
            more = any(now[row] > best[row] for row in now)
            assert more or lain(game, other) == lain(game, plan), "no piece is merely held back"
            if plan.worth == sum(best.values()):
                cost = other.worth - plan.worth
                assert sum(now.values()) - sum(best.values()) == cost, "it says the cost"
            assert other.steps not in seen, "it says what changes"
            seen.append(other.steps)


def points_of(game: Game, state: State) -> dict[str, int]:
    return {line.id: line.points or 0 for line in game.score(state)["p1"].lines}


@planners
@few
@given(data=st.data())
def test_no_two_options_of_a_plan_read_alike(slug, calculator, data):
    """The step that is taken may come once more in the list of all options, with its worth."""
    game = find(slug)
    state = data.draw(states(game, seats=3, most=9, cells=20))
    with suppress(NoAnswer):
        plan = game.optimise(calculator, "p1", state)
        for language in ("en", "ja"):
            told = [step.in_language(language) for step in plan.steps]
            assert len(told[1:]) == len(set(told[1:])), told


def answers(game: Game, form: Form) -> Iterator[tuple[State, Answer]]:
    seats = 1 if form.scope == "one" else form.sheet.most_seats
    for state in chain(filled(game, form), drawings(game, form.sheet, seats)):
        with deadline.within(1), suppress(NoAnswer):
            yield state, form.answer(form.sheet.position(state))


def bare(told: str) -> str:
    return re.sub(r"\W+", "", told)


@pytest.mark.parametrize(("game", "form"), OFFERING)
def test_other_plans_of_an_answer_read_apart_and_each_says_what_it_costs(game, form):
    met = 0
    for state, answer in answers(game, form):
        found = [n for n, block in enumerate(answer.blocks) if block.others]
        for n in found:
            met += bool(answer.blocks[n].rows)
            hold(answer.blocks[n - 1], answer.blocks[n], state)
        if met >= ENOUGH:
            return
    raise AssertionError(f"only {met} answers had other plans")


def hold(best: Block, others: Block, state: State) -> None:
    for language in ("en", "ja"):
        told = [row.label.in_language(language) for row in others.rows]
        assert all(row.how.in_language(language).strip() for row in others.rows), (told, state)
        whole = "".join(row.label.in_language(language) for row in best.rows)
        plans = [bare(each) for each in (whole, *told)]
        assert len(plans) == len(set(plans)), (plans, state)
