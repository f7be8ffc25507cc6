"""A first start shows the start page before there is a Python, and everything on it works."""

import pytest
from playwright.sync_api import expect

from tests.browser.cell_entry import enter
from tests.browser.scripts import script
from tests.browser.standalone_site import START, keep, stop_workers
from tests.browser.test_standalone_app import host, phone

__all__ = ["host", "phone"]

pytestmark = pytest.mark.timeout(400, method="thread")
LONG = 120_000
"""Milliseconds for Python to start the long way on a busy machine."""
TAKEN = script("standalone_start_page.taken")


@pytest.fixture
def page(phone, host):
    """The ready-made page, without a host from here on."""
    page = phone.start()
    page.goto(host.base)
    keep(page)
    host.stop()
    return page


def test_a_card_tapped_at_once_opens_its_game(page):
    card = page.locator("a.game").first
    name = card.inner_text()
    card.click()
    expect(page.locator(".bar__title")).to_have_text(name, timeout=LONG)


def test_a_search_typed_at_once_is_answered(page):
    page.locator("#q").press_sequentially("keyflwoer")
    expect(page.locator("#hits")).to_contain_text("キーフラワー", timeout=LONG)


def test_forms_behind_it_are_taken_and_kept(page, host):
    page.get_by_role("button", name="日本語").click()
    expect(page.get_by_role("button", name="English")).to_be_visible(timeout=LONG)
    page.locator("a[href$='/open/keyflower/']").click()
    page.locator("a[href$='/score/keyflower/']").click()
    page.click("button[name=players][value='2']")
    enter(page, "p1/resources/wood", "3")
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    stop_workers(page)
    page.goto(host.base)
    expect(page.locator("a.recent")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("button", name="English")).to_be_visible()


def test_it_needs_no_python_and_says_so_where_there_is_none(page, host, site):
    build = next(site.glob("build.*.js")).read_text()
    app = build.split('"app": {"sum": "')[1][:64]
    stop_workers(page)
    page.evaluate(TAKEN, app)
    page.goto(host.base)
    expect(page.get_by_role("heading", name=START)).to_be_visible()
    page.locator("a.game").first.click()
    expect(page.locator("body")).to_contain_text("it is fetched anew")


@pytest.mark.parametrize("phone", [["--accept-lang=ja"]], indirect=True)
def test_it_speaks_the_browsers_language(phone, host):
    page = phone.start()
    page.goto(host.base)
    page.locator("#keep").click()
    expect(page.get_by_role("button", name="English")).to_be_visible(timeout=LONG)
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.get_by_role("heading", name="今夜は何を遊ぶ？")).to_be_visible()
