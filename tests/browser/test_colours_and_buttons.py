"""Looks that only a browser shows: the scheme that is offered, a button among links."""

import pytest
from playwright.sync_api import expect

from companion.models import Table
from companion.tables import ledger, saved_results
from scoring import examples, game
from tests.browser.keystroke_model import blank_table

SCHEMES = [("light", "Dark", "dark"), ("dark", "Light", "light")]


@pytest.mark.parametrize(
    ("phone", "offered", "then"),
    [({"color_scheme": scheme}, offered, then) for scheme, offered, then in SCHEMES],
    indirect=["phone"],
    ids=["light", "dark"],
)
def test_the_scheme_that_is_offered_is_not_the_phones_own(page, offered, then):
    page.goto("/about")
    more, offers = page.locator(".foot > summary"), page.locator(".foot button:visible")
    more.tap()
    expect(offers).to_have_text([offered])
    offers.tap()
    expect(page.locator("html")).to_have_attribute("data-scheme", then)
    more.tap()
    expect(offers).to_have_count(1)
    expect(offers).not_to_have_text(offered)


def test_what_is_worth_a_second_look_is_a_link_like_others(page):
    """Each opens a private copy, so it is a button; it had the browser's grey box."""
    keyflower = game("keyflower")
    state = keyflower.sheet.read(examples("keyflower")["whole_village"].state)
    page.goto(f"/result/{saved_results.keep_result(keyflower, state).key}/")
    button = page.locator("button[name=cell]").first
    expect(button).to_be_visible()
    expect(button).to_have_css("border-top-width", "0px")
    expect(button).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(button).to_have_css("text-align", "start")
    box = button.bounding_box()
    assert box["height"] >= 24
    button.tap()
    page.wait_for_url("**/pad/**")


def test_a_total_that_is_open_leaves_room_for_what_stands_beside_it(page):
    """Two numbers and a word, in the size of one number, left a third of the row."""
    nidavellir = game("nidavellir")
    path = blank_table(page, "nidavellir", 3).partition("sheet/")[0]
    state = nidavellir.sheet.read(examples("nidavellir")["artifacts"].state)
    cells = {p: v for p, v in nidavellir.sheet.cells(state).items() if p.startswith("p1/")}
    ledger.write(Table.objects.get().key, None, "p1", cells, 99, "artifacts")
    page.goto(path)
    expect(page.locator(".rank__points").first).to_contain_text(" to ")
    line = page.locator(".board__state").first
    assert line.bounding_box()["height"] < 2.5 * 16 * 1.3
