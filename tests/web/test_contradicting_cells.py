"""A contradiction is named at its cell, and every planner answers all the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from django.test import Client

from companion.models import Table
from companion.tables.new_table import open_pad
from scoring import game as find
from scoring import games
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.fields import Field
from scoring.model.plan import State
from scoring.model.validation import Value

pytestmark = pytest.mark.django_db

SPOTS = (("0,0/0", "1,0/0"), ("0,0/0", "0,0/0"), ("0,0/0", None), ("0,0/0", "3,3/1"))
"""Places of a pair on a map: side by side, in one place, one of them beside it, far apart."""


def held(field: Field) -> Value:
    return True if field.cell.kind == "flag" else field.cell.options[0].id


def sides(game: Game) -> Iterator[tuple[Field, str, str]]:
    """Two rows of which a seat has one."""
    for field in game.sheet.declared.values():
        for rows in field.one_of:
            for one, other in combinations(rows, 2):
                yield field, one, other


def mapped(game: Game, cells: dict[str, Value], one: str, other: str) -> Iterator[dict[str, Value]]:
    for field in game.sheet.declared.values():
        if field.kind == "map" and {one, other} <= field.row_ids:
            for spots in SPOTS:
                laid = zip((one, other), spots, strict=True)
                yield cells | {str(CellPath.to("p1", field.id, t)): s for t, s in laid if s}


def doubled(game: Game) -> Iterator[State]:
    """Each pair that cannot be on one seat, and each thing of the box on two seats."""
    sheet = game.sheet
    for field, one, other in sides(game):
        cells = {str(CellPath.to("p1", field.id, row)): held(field) for row in (one, other)}
        for each in (cells, *mapped(game, cells, one, other)):
            yield sheet.put(sheet.blank(1), each)
    for field in sheet.declared.values():
        if not field.unique or field.kind != "pick":
            continue
        every = {str(CellPath.to("p1", field.id, row.id)): held(field) for row in field.rows}
        yield sheet.put(sheet.blank(1), every)
        for row in field.rows:
            both = {str(CellPath.to(seat, field.id, row.id)): held(field) for seat in ("p1", "p2")}
            yield sheet.put(sheet.blank(2), both)


def asked(client: Client, slug: str, planner: str, state: State) -> Any:
    where = f"/api/v1/optimise/{slug}/{planner}/p1"
    answer = client.post(where, json.dumps(state), "application/json")
    assert answer.status_code == 200, (state, answer.content)
    return answer.json()


@pytest.mark.slow
@pytest.mark.parametrize("slug", [slug for slug in sorted(games()) if find(slug).planners])
def test_every_planner_answers_a_sheet_on_which_something_is_twice(client: Client, slug: str):
    game = find(slug)
    for state in doubled(game):
        for planner in game.planners:
            plan = asked(client, slug, planner, state)
            possible = plan["proof"]["verdict"] != "impossible"
            assert possible or plan["conflicts"] or plan["steps"], (planner, state)


@pytest.mark.parametrize("slug", sorted(games()))
def test_what_a_seat_cannot_have_together_is_named_at_its_cell(client: Client, slug: str):
    game = find(slug)
    for field, one, other in sides(game):
        cells = {str(CellPath.to("p1", field.id, row)): held(field) for row in (one, other)}
        state = game.sheet.put(game.sheet.blank(1), cells)
        answer = client.post(f"/api/v1/score/{slug}", json.dumps(state), "application/json")
        named = [each["path"] for each in answer.json()["doubts"] if each["conflict"]]
        assert len(named) == 1
        assert named[0] in cells


HOMES: dict[str, Any] = {
    "village": {"home_1": "before", "home_2": "before", "keywood": "before"},
    "map": {"home_1": "0,0/0"},
}


def test_a_plan_that_two_homes_forbid_leads_to_the_cell(client: Client) -> None:
    state = find("keyflower").sheet.read({"seats": {"p1": HOMES}})
    made = Table.objects.create(pad=True, game="keyflower", state=state)
    page = client.get(f"/pad/{made.key}/p1/ask/place_tiles/").content.decode()
    assert f'href="/pad/{made.key}/p1/#p1-village-home_2"' in " ".join(page.split())
    assert "Put this right first" in page
    assert "try again" not in page


def test_a_home_that_is_tapped_lies_where_the_one_before_lay(client: Client) -> None:
    seat = {"village": {"home_1": "before"}, "map": {"home_1": "0,0/2"}}
    state = find("keyflower").sheet.read({"seats": {"p1": seat}})
    made = open_pad(find("keyflower"), state)
    htmx = {"HX-Request": "true", "HX-Trigger-Name": "p1/village/home_4"}
    typed = {"p1/village/home_4": "after", "form": "k1"}
    answer = client.post(f"/pad/{made.key}/p1/", typed, headers=htmx)
    assert answer["X-Whole"] == "1"
    made.refresh_from_db()
    after = {"village": {"home_4": "after"}, "map": {"home_4": "0,0/2"}}
    assert made.state["seats"]["p1"] == after
    client.post(f"/pad/{made.key}/p1/", {"go": "undo"})
    made.refresh_from_db()
    assert made.state["seats"]["p1"] == seat


def test_both_homes_from_a_file_stay_until_one_is_tapped(client: Client) -> None:
    sheet = json.dumps({"seats": {"p1": HOMES}})
    there = client.post("/score/keyflower/", {"sheet": sheet})["Location"]
    made = Table.objects.get(pad=True, key=there.split("/")[2])
    assert set(made.state["seats"]["p1"]["village"]) == {"home_1", "home_2", "keywood"}
    client.post(
        there,
        {"p1/village/home_3": "before"},
        headers={"HX-Request": "true", "HX-Trigger-Name": "p1/village/home_3"},
    )
    made.refresh_from_db()
    assert set(made.state["seats"]["p1"]["village"]) == {"home_3", "keywood"}
