"""A sixth game is scored and played; its pages to read are in `web/test_sixth_game.py`."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.cell_entry import enter, tap
from tests.browser.test_keyflower_final_score import rest_none
from tests.contract.toy_game import on_the_shelf


@pytest.fixture(autouse=True)
def _toy(live_server):
    """The server runs in this process: what is on the shelf here is on its shelf."""
    with on_the_shelf():
        yield


@pytest.fixture
def home(page):
    page.goto("/")
    return page


def test_it_is_scored_with_a_proof(home, axe):
    home.goto("/score/toy/")
    home.locator("[name=players][value='1'], [name=players] >> nth=0").first.click()
    home.wait_for_selector(".stepped")
    enter(home, "p1/fruit/apple", "3")
    enter(home, "p1/fruit/pear", "2")
    tap(home, "p1/baskets/gift_basket")
    home.wait_for_selector('body[data-sheet="saved"]')
    rest_none(home)
    home.locator("#steps > a").last.tap()
    home.locator("[data-end][value=result]").click()
    expect(home.locator("main")).to_contain_text("2 bundles × 4")
    expect(home.locator("main")).to_contain_text(re.compile("[Pp]roven|[Bb]est"))
    assert axe(home) == ""


def test_it_is_played_at_a_table(home, axe):
    home.goto("/open/toy/")
    home.locator("[name='p1/name']").fill("Ann")
    home.locator("[name='table/festival']").check()
    home.get_by_role("button", name=re.compile("Open the table")).click()
    home.locator("#name").fill("Ben")
    home.keyboard.press("Enter")
    expect(home.locator(".around")).to_contain_text("Ben")
    table = re.search(r"/table/\w+/", home.url)[0]
    home.goto(table)
    expect(home.locator("main")).to_contain_text("Spring")
    home.locator("#stage summary").click()
    home.get_by_role("button", name=re.compile("Feast")).click()
    expect(home.locator("main")).to_contain_text("Eat.")
    home.goto(f"{table}calculators/scale/")
    expect(home.locator("main")).to_contain_text("0 coins in all.")
    home.goto(f"{table}ask/p1/final/")
    expect(home.locator("main")).to_contain_text("Best baskets")
    assert axe(home) == ""
