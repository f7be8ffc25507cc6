"""A game that is one folder more is listed, drawn, searched, scored, played and printed."""

import re

import pytest
from playwright.sync_api import expect

from companion import search
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


def test_it_is_listed_and_drawn(home, axe):
    assert home.get_by_role("link", name=re.compile("Toy Orchard")).count()
    home.goto("/toy/")
    expect(home.get_by_role("heading", level=1)).to_have_text("Toy Orchard")
    assert home.locator("svg.drawn").count() > 0
    assert axe(home) == ""


def test_it_is_looked_up(home):
    # a real server has read all of it before the first phone asks
    search.answer(search.find("pie basket"))
    home.goto("/find?q=pie+basket")
    hit = home.get_by_role("link", name=re.compile("Pie basket")).first
    hit.click()
    expect(home.get_by_role("heading", level=1)).to_have_text("Pie basket")


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


def test_it_is_told(home, axe):
    home.goto("/toy/")
    home.get_by_role("link", name="How to play").click()
    expect(home.get_by_role("heading", name="Feast")).to_be_visible()
    expect(home.locator("main")).to_contain_text("Eat.")
    assert axe(home) == ""


def test_it_is_printed(home):
    home.goto("/toy/print")
    expect(home.locator("main")).to_contain_text("Gift basket")
