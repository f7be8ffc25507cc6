"""What is called proven is proven, in every game: for the table as it is shown, and in time.

Nobody has to believe a planner: what it says is compared with the table that comes back.
"""

import json
import logging
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import game as find
from scoring import games
from scoring.core import clock
from scoring.core.fields import Field
from scoring.core.ilp import SolverFailed
from scoring.core.plan import PlanMismatch, State
from tests.contract.strategies import states

few = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
each_game = pytest.mark.parametrize("slug", sorted(games()))
settling = pytest.mark.parametrize("slug", sorted(s for s in games() if find(s).final))
SLACK = 0.7
"""Seconds for what is not a search: reading, scoring, building a model."""


def absurd(slug: str, seats: int = 2, decided: bool = False) -> State:
    """As much of everything as its cell takes."""
    sheet = find(slug).sheet

    def held(fields: Mapping[str, Field]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for field in fields.values():
            if field.decided and not decided:
                continue
            cell = field.cell
            value = {
                "flag": True,
                "number": cell.most,
                "choice": cell.options[-1].id if cell.options else "",
                "text": "NESW" * (cell.length // 4),
            }[cell.kind]
            for *keys, last in field.paths():
                holder = found
                for key in keys:
                    holder = holder.setdefault(key, {})
                holder[last] = value
        return found

    own = held(sheet.asked)
    raw = {"table": held(sheet.table_fields), "seats": {f"p{n + 1}": own for n in range(seats)}}
    return sheet.take(raw).state


@settling
@few
@given(data=st.data())
def test_a_sealed_total_is_the_total_shown_and_nothing_beats_it_there(slug, data):
    game = find(slug)
    state = data.draw(states(game, seats=3, most=4, cells=12))
    settled, plans = game.settle(state)
    shown = game.score(settled)
    for seat, plan in plans.items():
        assert plan.after == settled
        if plan.proof.verdict != "optimal":
            continue
        assert plan.proof.bound == plan.worth == shown[seat].total
        entered = settled["seats"] | {seat: state["seats"][seat]}
        again = game.optimise(game.final, seat, settled | {"seats": entered})
        assert again.worth == plan.worth, "asked again with the others as they are shown"


@settling
@few
@given(data=st.data())
def test_what_was_decided_stays(slug, data):
    """All but what is in doubt is found again in the settled state, whatever the planner says."""
    game = find(slug)
    state = data.draw(states(game, seats=2, most=3, cells=12))
    settled, plans = game.settle(state)
    after = game.sheet.cells(settled)
    doubted = [doubt.path for doubt in game.sheet.doubts(state)]
    for seat in plans:
        for path, value in game.decided(state, seat).items():
            if any(f"{path}/".startswith(f"{doubt}/") for doubt in doubted):
                continue
            kept = after.get(path) == value
            assert kept or (type(value) is int and int(after.get(path, 0)) >= value), path


@each_game
def test_nothing_is_placed_or_sealed_before_something_was_entered(slug):
    game = find(slug)
    blank = game.sheet.blank(min(3, game.sheet.most_seats))
    settled, plans = game.settle(blank)
    assert plans == {}
    assert {each.place for each in game.rank(game.score(settled), settled)} == {0}


@settling
@pytest.mark.parametrize("reason", [PlanMismatch("wrong"), SolverFailed("late"), clock.OutOfTime()])
def test_a_seat_without_an_answer_is_left_as_it_is(slug, reason, monkeypatch, caplog):
    game = find(slug)

    def fails(*_):
        raise reason

    final = game.calculators[game.final]
    final = replace(final, planner=replace(final.planner, plan=fails))
    broken = replace(game, calculators=game.calculators | {game.final: final})
    state = absurd(slug)
    with caplog.at_level(logging.WARNING):
        assert broken.settle(state) == (state, {})
    assert caplog.records, "it is written down"


@each_game
def test_an_absurd_sheet_is_settled_in_time(slug):
    game, state = find(slug), absurd(slug)
    start = time.thread_time()
    with clock.within():
        settled, plans = game.settle(state)
        for seat, plan in plans.items():
            game.around(plan, state)
            game.alternatives(state, seat, game.score(settled)[seat])
    assert time.thread_time() - start < clock.SECONDS + SLACK


@each_game
def test_an_absurd_sheet_is_read_back(slug):
    state = absurd(slug, decided=True)
    assert find(slug).sheet.read(json.loads(json.dumps(state))) == state
