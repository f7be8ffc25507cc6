"""Whatever a form or a sheet holds, its answer looks at the clock before much more is worked out.

Steps of Python are counted, not seconds: calls, resumed generators and rounds of loops. A busy
machine fails nothing here, and a search that runs on is stopped and named.
"""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import environ
from typing import Any

import pytest

from scoring import game as find
from scoring import games
from scoring.game import Game
from scoring.model.calculator import Answer, Form
from scoring.model.cells import Cell
from scoring.model.plan import NoAnswer, State
from scoring.solving import deadline
from tests.contract.test_proven_plans import absurd

MOST_STEPS = 2_000_000
"""Between two looks at the clock: less than a second. A plain score is never stopped."""

FORMS = int(environ.get("COMPANION_FORMS", "1"))
"""Drawn for each number of seats, beside the absurd ones."""
ALL = [(slug, each) for slug in sorted(games()) for each in find(slug).calculators.values()]
forms = pytest.mark.parametrize(
    ("game", "form"),
    [pytest.param(find(s), c.form, id=f"{s}-{c.id}") for s, c in ALL if c.form],
)
planners = pytest.mark.parametrize(
    ("game", "calculator"),
    [pytest.param(find(s), c.id, id=f"{s}-{c.id}") for s, c in ALL if c.planner],
)


class RanOn(BaseException):
    """No part of an answer may swallow this."""


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Raises ``RanOn`` once too many steps were taken since the clock was last looked at."""
    steps, look, tool = 0, deadline.left, sys.monitoring.PROFILER_ID

    def step(*_: Any) -> None:
        nonlocal steps
        steps += 1
        if steps > MOST_STEPS:
            sys.monitoring.set_events(tool, 0)
            raise RanOn

    def left(most: float = deadline.SECONDS) -> float:
        nonlocal steps
        steps = 0
        return look(most)

    events = sys.monitoring.events
    kinds = (events.PY_START, events.PY_RESUME, events.JUMP)
    monkeypatch.setattr(deadline, "left", left)
    sys.monitoring.use_tool_id(tool, "steps")
    for kind in kinds:
        sys.monitoring.register_callback(tool, kind, step)
    sys.monitoring.set_events(tool, kinds[0] | kinds[1] | kinds[2])
    try:
        yield
    finally:
        sys.monitoring.set_events(tool, 0)
        for kind in kinds:
            sys.monitoring.register_callback(tool, kind, None)
        sys.monitoring.free_tool_id(tool)
        monkeypatch.undo()


def extreme(asked: Game | Form, rng: random.Random, seats: int) -> State:
    """A sheet or form of which some is blank, and the rest as little or as much as it may be."""
    sheet = asked.sheet
    values = {}

    def value(cell: Cell) -> str:
        match cell.kind:
            case "number":
                return str(rng.choice((cell.least, cell.most, cell.most)))
            case "choice":
                return rng.choice(cell.options).id
            case "flag":
                return "1"
            case "text":
                return ("NESW" * cell.length)[: cell.length]
            case "spot":  # crowded, so that as much as can be hangs together
                return f"{rng.randint(-4, 4)},{rng.randint(-4, 4)}/{rng.randrange(6)}"

    state = sheet.blank(seats)
    for holder, fields in (
        ("table", sheet.table_fields),
        *((s, sheet.declared) for s in state["seats"]),
    ):
        for field in fields.values():
            part = rng.choice((0, 0.5, 1, 1))
            for path in field.paths():
                if not field.decided and rng.random() < part:
                    values["/".join((holder, *path))] = value(field.cell)
    return sheet.enter(state, values).state


def drawn(asked: Game | Form, label: str) -> Iterator[State]:
    if isinstance(asked, Form):
        every = (1,) if asked.scope == "one" else (1, asked.sheet.most_seats)
    else:
        every = (min(2, asked.sheet.most_seats),)
    for seats in every:
        yield absurd(asked, seats)
        yield absurd(asked, seats, decided=True)
        yield absurd(asked, seats, number=999)
        rng = random.Random(f"{label} {seats}")
        for _ in range(FORMS):
            yield extreme(asked, rng, seats)


@forms
@pytest.mark.slow
def test_no_form_is_worked_on_without_looking_at_the_clock(game, form, monkeypatch):
    for state in drawn(form, game.slug):
        position = form.sheet.position(state)
        with counted(monkeypatch), deadline.within(), suppress(NoAnswer):
            form.answer(position)


@planners
@pytest.mark.slow
def test_no_plan_is_worked_on_without_looking_at_the_clock(game, calculator, monkeypatch):
    for state in drawn(game, calculator):
        with counted(monkeypatch), deadline.within(), suppress(NoAnswer):
            plan = game.optimise(calculator, "p1", state)
            game.alternatives(plan, state)
            if calculator == game.final:
                settled, _ = game.solve_open_decisions(state)
                game.other_rulings(state, "p1", game.score(settled)["p1"])


@forms
def test_a_form_without_time_is_answered_or_says_so(game, form):
    """Nothing else is raised, whatever is still to be worked out when the time is up."""
    for state in drawn(form, game.slug):
        with deadline.within(0), suppress(NoAnswer):
            assert isinstance(form.answer(form.sheet.position(state)), Answer)


@planners
def test_a_plan_without_time_is_none(game, calculator):
    for state in drawn(game, calculator):
        with pytest.raises(NoAnswer), deadline.within(0):
            game.optimise(calculator, "p1", state)
