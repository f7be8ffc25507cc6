"""A home takes the other's place; what planners say: ``contract/test_contradicting_cells.py``."""

import json
from typing import Any

import pytest

from companion.models import Table
from companion.tables.new_table import open_pad
from scoring import game as find
from tests.page_posts import post_cell, table_at

pytestmark = pytest.mark.django_db


HOMES: dict[str, Any] = {
    "village": {"home_1": "before", "home_2": "before", "keywood": "before"},
    "map": {"home_1": "0,0/0"},
}


def test_a_plan_that_two_homes_forbid_leads_to_the_cell(client):
    state = find("keyflower").sheet.read({"seats": {"p1": HOMES}})
    made = Table.objects.create(pad=True, game="keyflower", state=state)
    page = client.get(f"/pad/{made.key}/p1/ask/place_tiles/").content.decode()
    assert f'href="/pad/{made.key}/p1/#p1-village-home_2"' in " ".join(page.split())
    assert "Put this right first" in page
    assert "try again" not in page


def test_a_home_that_is_tapped_lies_where_the_one_before_lay(client):
    seat = {"village": {"home_1": "before"}, "map": {"home_1": "0,0/2"}}
    state = find("keyflower").sheet.read({"seats": {"p1": seat}})
    made = open_pad(find("keyflower"), state)
    answer = post_cell(client, f"/pad/{made.key}/p1/", "p1/village/home_4", "after", form="k1")
    assert answer["X-Whole"] == "1"
    made.refresh_from_db()
    assert made.state["seats"]["p1"] == {"village": {"home_4": "after"}, "map": {"home_4": "0,0/2"}}
    client.post(f"/pad/{made.key}/p1/", {"go": "undo"})
    made.refresh_from_db()
    assert made.state["seats"]["p1"] == seat


def test_both_homes_from_a_file_stay_until_one_is_tapped(client):
    sheet = json.dumps({"seats": {"p1": HOMES}})
    there = client.post("/score/keyflower/", {"sheet": sheet})["Location"]
    made = table_at(there)
    assert set(made.state["seats"]["p1"]["village"]) == {"home_1", "home_2", "keywood"}
    post_cell(client, there, "p1/village/home_3", "before")
    made.refresh_from_db()
    assert set(made.state["seats"]["p1"]["village"]) == {"home_3", "keywood"}
