"""A long computation says what it is and can be stopped; a newer question replaces it."""

import pytest
from playwright.sync_api import expect

from companion.tables import new_table
from scoring import game
from tests.browser.scripts import script

# What a worker fetches, a test could not hold back.
phones = pytest.mark.parametrize("phone", [{"service_workers": "block"}], indirect=True)
SEAT = {
    "village": {"home_3": "before", "workshop": "before"},
    "map": {"home_3": "0,0/0"},
}


class Held:
    """Requests that get no answer until they are let go."""

    def __init__(self, page, address):
        self.routes = []
        page.route(address, lambda route: self.routes.append(route))


STOPS = script("stop_long_computation.stops")
"""Presses the button once it is there: Playwright itself waits until a page has gone elsewhere."""


@phones
def test_a_plan_says_what_it_works_out_and_can_be_stopped(phone):
    page = phone.new_page()
    kept = new_table.open_pad(
        game("keyflower"), game("keyflower").sheet.read({"seats": {"p1": SEAT}})
    )
    page.goto(f"/pad/{kept.key}/p1/map/")
    held = Held(page, "**/ask/place_tiles/")
    page.evaluate(STOPS)
    with page.expect_event("requestfailed"):
        page.get_by_role("link", name="Where to lay what I won").tap(no_wait_after=True)
    expect(page.locator("[data-working]")).to_contain_text("Stopped.")
    told = page.locator("body").get_attribute("data-prompt")
    assert told.startswith("Working it out: Where to lay what I won")
    assert page.url.endswith(f"/pad/{kept.key}/p1/map/")
    assert len(held.routes) == 1
    page.unroute("**/ask/place_tiles/")
    page.get_by_role("link", name="Where to lay what I won").tap()  # and asked again
    expect(page.get_by_role("button", name="Put these on my map")).to_be_visible()
    expect(page.locator("[data-working]")).to_be_hidden()


@phones
def test_a_calculator_says_so_too_and_the_newest_question_counts(phone, axe):
    page = phone.new_page()
    page.goto("/nidavellir/calculators/coins/", wait_until="networkidle")  # its scripts are there
    held = Held(page, "**/calculators/coins/?*sent=1*")
    field = page.locator("#calculator [hx-get]:visible").first
    bar = page.locator("[data-working]")

    def ask():
        field.evaluate("el => el.dispatchEvent(new Event('change', { bubbles: true }))")

    ask()
    expect(bar).to_contain_text("Working it out: ")
    assert axe(page) == ""
    with page.expect_event("requestfailed"):  # the first one is hung up on
        ask()
    expect(bar).to_be_visible()
    assert len(held.routes) == 2
    held.routes.pop().continue_()
    expect(bar).to_be_hidden()
    ask()
    expect(bar).to_be_visible()
    with page.expect_event("requestfailed"):
        bar.get_by_role("button", name="Stop").tap()
    expect(bar).to_contain_text("Stopped.")
    assert axe(page) == ""
