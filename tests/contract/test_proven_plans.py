"""A plan called proven is proven, in every game: for the table as it is shown, and in time.

Nobody has to believe a planner: what it says is compared with the table that comes back.
"""

import json
import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import game as find
from scoring import games
from scoring.game import Game
from scoring.model.calculator import Form
from scoring.model.cells import MOST, Cell, CellPath
from scoring.model.fields import Field
from scoring.model.plan import PlanMismatch, State
from scoring.model.sheet import Sheet
from scoring.model.sheet_reader import Reading
from scoring.solving import deadline
from scoring.solving.ilp import SolverFailed
from tests.contract.random_states import states

few = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
each_game = pytest.mark.parametrize("slug", sorted(games()))
settling = pytest.mark.parametrize("slug", sorted(s for s in games() if find(s).final))


def absurd(
    game: Game | Form, seats: int = 2, decided: bool = False, number: int | None = None
) -> State:
    """As much of everything as its cell takes, or so much as was recorded under other limits."""
    sheet = game.sheet

    def held(fields: Mapping[str, Field]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for field in fields.values():
            if field.decided and not decided:
                continue
            cell = field.cell
            value = {
                "flag": True,
                "number": cell.most if number is None else number,
                "choice": cell.options[-1].id if cell.options else "",
                "text": "NESW" * (cell.length // 4),
                "spot": "",  # as below
            }[cell.kind]
            for n, (*keys, last) in enumerate(field.paths()):
                holder = found
                for key in keys:
                    holder = holder.setdefault(key, {})
                holder[last] = f"{n % 9},{n // 9}/{n % 6}" if cell.kind == "spot" else value
        return found

    own = held(sheet.declared)
    raw = {"table": held(sheet.table_fields), "seats": {f"p{n + 1}": own for n in range(seats)}}
    return sheet.take(raw, stored=True).state


@settling
@few
@given(data=st.data())
def test_what_was_decided_stays(slug, data):
    """All but what is in doubt is found again in the settled state, whatever the planner says."""
    game = find(slug)
    state = data.draw(states(game, seats=2, most=3, cells=12))
    settled, plans = game.solve_open_decisions(state)
    after = game.sheet.cells(settled)
    doubted = [doubt.path for doubt in game.sheet.doubts(state)]
    for seat in plans:
        for path, value in game.sheet.decided(state, seat).items():
            if any(f"{path}/".startswith(f"{doubt}/") for doubt in doubted):
                continue
            kept = after.get(path) == value
            assert kept or (type(value) is int and int(after.get(path, 0)) >= value), path


@each_game
def test_nothing_is_placed_or_sealed_before_something_was_entered(slug):
    game = find(slug)
    blank = game.sheet.blank(min(3, game.sheet.most_seats))
    settled, plans = game.solve_open_decisions(blank)
    assert plans == {}
    assert {each.place for each in game.rank(game.score(settled), settled)} == {0}


@settling
@pytest.mark.parametrize(
    "reason", [PlanMismatch("wrong"), SolverFailed("late"), deadline.OutOfTime()]
)
def test_a_seat_without_an_answer_is_left_as_it_is(slug, reason, monkeypatch, caplog):
    game = find(slug)

    def fails(*_):
        raise reason

    final = game.calculators[game.final]
    final = replace(final, planner=replace(final.planner, plan=fails))
    broken = replace(game, calculators=game.calculators | {game.final: final})
    state = absurd(find(slug))
    with caplog.at_level(logging.INFO):
        assert broken.solve_open_decisions(state) == (state, {})
    assert caplog.records, "it is written down"


@each_game
def test_an_absurd_sheet_is_read_back(slug):
    state = absurd(find(slug), decided=True)
    assert find(slug).sheet.read(json.loads(json.dumps(state))) == state


def numbers(sheet: Sheet) -> list[tuple[CellPath, Cell]]:
    """Every cell of the table and of the first seat that takes a number."""
    found: list[tuple[CellPath, Cell]] = []
    for holder, fields in (("table", sheet.table_fields), ("p1", sheet.declared)):
        for field in fields.values():
            if field.cell.kind == "number":
                found += [(CellPath.to(holder, *path), field.cell) for path in field.paths()]
    return found


def sheets(slug: str) -> list[Sheet]:
    forms = [each.form for each in find(slug).calculators.values() if each.form]
    return [find(slug).sheet, *(form.sheet for form in forms)]


@each_game
def test_every_number_has_a_limit_from_the_box(slug):
    for sheet in sheets(slug):
        assert [path for path, cell in numbers(sheet) if cell.most >= MOST] == []


@each_game
def test_a_number_that_was_recorded_counts_whatever_the_limit_is_today(slug):
    sheet = find(slug).sheet
    for path, cell in numbers(sheet):
        beyond = cell.most + 1
        kept = sheet.put(sheet.blank(1), {path: beyond})
        assert sheet.take(kept, stored=True).state == kept, path
        assert sheet.cells(kept)[path] == beyond
        if not sheet.fields.get(path.field, sheet.table_fields.get(path.field)).decided:
            assert path in {doubt.path for doubt in sheet.doubts(kept)}


@each_game
def test_what_is_beyond_a_limit_cannot_be_entered(slug):
    sheet = find(slug).sheet
    for path, cell in numbers(sheet):
        typed = {path: str(cell.most + 1)}
        assert [e.path for e in sheet.enter(sheet.blank(1), typed).errors] == [path]
        raw = sheet.put(sheet.blank(1), {path: cell.most + 1})
        assert [e.path for e in sheet.take(raw).errors] == [path]
        assert sheet.enter(raw, typed) == Reading(raw, []), "sent as it was: nothing is entered"


@settling
@few
@given(data=st.data())
def test_what_another_ruling_would_give_is_what_it_gives(slug, data):
    game = find(slug)
    state = data.draw(states(game, seats=1, most=4, cells=14))
    settled, _ = game.solve_open_decisions(state)
    used = game.sheet.rulings(state)
    for other in game.other_rulings(state, "p1", game.score(settled)["p1"]):
        assert other.option != used[other.ruling], "it is another answer"
        ruled = game.sheet.enter(state, {f"rulings/{other.ruling}": other.option}).state
        there = game.score(game.solve_open_decisions(ruled)[0])["p1"]
        assert other.total == there.total
        assert other.points == {line.id: line.points for line in there.lines}
