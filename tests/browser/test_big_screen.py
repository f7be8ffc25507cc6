"""A television beside the phones: it comes in by the code, follows, and shows the reveal."""

import re

import pytest
from django.test import Client
from playwright.sync_api import expect

from companion.tables import ledger
from tests.browser.cell_entry import rest_none
from tests.browser.finish_game import finish
from tests.browser.test_score_reveal import played
from tests.browser.test_scoreboard import SMALL, evening, wide

__all__ = ["evening", "played"]

WALL = {"viewport": {"width": 1280, "height": 720}, "is_mobile": False}


@pytest.fixture
def wall(evening, request):
    """A television that typed the code."""
    page = evening.another(**{**WALL, **request.param}).new_page()
    page.goto(f"/join/{evening.code}/")
    page.locator('button[value="screen"]').click()
    page.wait_for_url(f"**{evening.at}screen/")
    return page


@pytest.mark.parametrize(
    "wall", [{}, {"locale": "ja", "color_scheme": "dark"}], indirect=True, ids=["en", "ja-dark"]
)
def test_a_television_follows_the_table(evening, wall, axe):
    assert not wide(wall)
    assert axe(wall) == ""
    # everybody has a phone: the felt fills the screen, and nothing on it is small
    expect(wall.locator(".qr")).to_have_count(0)
    box = wall.locator(".around").bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1280, 720)
    sizes = "all => all.map(each => parseFloat(getComputedStyle(each).fontSize))"
    assert min(wall.locator(".around :is(b, small, h1, p)").evaluate_all(sizes)) >= 40
    assert min(wall.locator(".around b:not(.sitter__open)").evaluate_all(sizes)) >= 120
    assert min(wall.locator(".around b").evaluate_all(sizes)) >= 112  # at least so many points
    cells = {"seats/p3": True, "p3/name": "Tom"}
    ledger.write(evening.table.key, None, "p1", cells, evening.revision, "Tom")
    expect(wall.locator(".invite__code")).to_have_text(evening.code)
    expect(wall.locator(".qr")).to_have_count(0)  # the game goes on
    assert wall.evaluate("document.documentElement.scrollHeight") <= 720
    assert axe(wall) == ""
    host, mika = evening.phone("host"), evening.phone("mika", **SMALL)
    host.locator("#stage > summary").tap()
    host.locator('.stage__all button[value="spring"]').tap()
    expect(wall.locator(".around__middle")).to_contain_text("2/6")
    mika.goto(f"{evening.at}sheet/p2/")
    mika.fill('input[name="p2/resources/gold"]', "9")
    mika.keyboard.press("Enter")
    points = wall.locator(".around .sitter b").nth(1)  # by their order, two on the left
    expect(points).to_contain_text(re.compile("≥ 9"))
    rest_none(mika)
    expect(points).to_have_text("9")
    finish(host)
    wall.locator("[data-reveal]").wait_for()
    expect(wall.locator(".podium__name").first).to_have_text("Aki")
    expect(wall.locator(".qr")).to_have_count(0)
    assert axe(wall) == ""


def test_before_the_game_a_television_shows_a_large_code(another, live_server, axe):
    host = Client()
    at = host.post("/open/nidavellir/", {"p1/name": "Aki", "p2/name": "ミカ"})["Location"]
    link = re.search(r"http://\S+/join/\w+/\w+/", host.get(at).content.decode())
    page = another(**WALL).new_page()
    page.goto(re.sub(r"^http://[^/]+", live_server.url, link[0]))
    with page.expect_navigation():  # whose styles are all there then
        page.locator('button[value="screen"]').click()
    expect(page.locator(".around__middle .invite__code")).to_be_visible()
    assert page.locator(".qr svg").bounding_box()["width"] > 310
    assert page.evaluate("document.documentElement.scrollHeight") <= 720
    assert axe(page) == ""
