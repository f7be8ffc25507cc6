"""Cells that cannot be together: the new one stays, and the map's number is one tap."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from companion.models import Table
from companion.tables import new_table
from scoring import game
from tests.browser.cell_entry import reach

KEYFLOWER = game("keyflower")
SCREENS = [{"locale": "en"}, {"locale": "ja", "color_scheme": "dark"}]

TYPED = {
    "village": {"home_3": "before", "keywood": "after", "workshop": "before"},
    "map": {"home_3": "0,0/0", "keywood": "1,-1/2", "workshop": "-1,0/1", "turn_order_1": "0,-1/0"},
    "turn_order": {"turn_order_1": 6},
}
"""A touch typed that the map contradicts, and edges that do not match."""


def opened(page, seat, at="map/"):
    kept = new_table.open_pad(KEYFLOWER, KEYFLOWER.sheet.read({"seats": {"p1": seat}}))
    page.goto(f"/pad/{kept.key}/p1/{at}")
    return kept.key


def saved(page):
    expect(page.locator("body")).to_have_attribute("data-sheet", re.compile("^(saved)?$"))


@pytest.mark.parametrize("phone", SCREENS, indirect=True, ids=["en", "ja dark"])
@pytest.mark.parametrize("where", ["sheet", "map"])
def test_the_maps_number_is_first_in_the_list_and_one_tap(page, where):
    key = opened(page, TYPED, "" if where == "sheet" else "map/")
    page.locator("#doubts > summary").tap()
    first = page.locator(".warnings-list__items ul").last.locator("li").first
    offer = first.locator("[data-choose]")
    expect(offer).to_be_visible()
    offer.tap()
    saved(page)
    expect(page.locator("[data-choose]:visible")).to_have_count(0)
    assert Table.objects.get(pad=True, key=key).state["seats"]["p1"]["turn_order"] == {
        "turn_order_1": 0
    }
    page.goto(f"/pad/{key}/p1/")
    page.wait_for_selector(".stepped")
    reach(page, "input[name='p1/turn_order/turn_order_1']")
    badge = page.locator("#p1-turn_order-turn_order_1-worth")
    expect(badge).to_be_visible()
    expect(badge).to_have_text("3")


def test_doubts_of_one_kind_are_one_line_with_their_number(page):
    opened(page, TYPED)
    page.locator("#doubts > summary").tap()
    lines = page.locator(".warnings-list__items li").all_inner_texts()
    assert len(lines) == len({re.sub(r"^.*(?=:)", "", line) for line in lines})
    assert any("×" in line for line in lines)


HEAP = ("home_3", "keywood", "workshop", "barn", "farrier", "inn", "tavern", "stable", "store")


@pytest.mark.parametrize("planner", ["place_tiles", "final"])
def test_doubts_about_edges_leave_the_answer_on_the_screen(page, planner):
    """Nine tiles in a heap, most of whose edges do not match."""
    lying = {tile: f"{n % 3},{n // 3}/{n % 6}" for n, tile in enumerate(HEAP)}
    key = opened(page, {"village": dict.fromkeys(HEAP, "before"), "map": lying}, "")
    page.goto(reverse("pad_plan", args=[key, "p1", planner]))
    expect(page.locator(".warnings > summary")).to_be_visible()
    assert page.locator(".warnings li").count() <= 2, "one line for each kind"
    expect(page.get_by_role("heading", name="Player 1")).to_be_in_viewport(ratio=1)
