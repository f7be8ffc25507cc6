"""Settings of a sheet, pressed on the screen: an answer moves and folds nothing."""

import random

from playwright.sync_api import expect

from companion.tables import ledger
from scoring import game
from tests.browser.keystroke_model import blank_table
from tests.browser.scripts import script
from tests.games.keyflower.test_map import seat_of

BOXES = """() => [...document.querySelectorAll("#sheet :is(label, summary, .btn)")]
    .filter(el => el.offsetParent)
    .map(el => { const { x, y } = el.getBoundingClientRect(); return `${x} ${y + scrollY}`; })"""


def settings(page):
    """Those of the first of two seats, which has a village."""
    sheet = blank_table(page, "keyflower", 2)
    seat, _ = seat_of(random.Random(0), 8)
    keyflower = game("keyflower")
    cells = keyflower.sheet.cells(keyflower.sheet.read({"seats": {"p1": seat}}))
    ledger.write(sheet.split("/table/")[1].split("/")[0], None, "p1", cells, 1, "village")
    page.goto(f"{sheet}settings/", wait_until="networkidle")


def colour(page, name):
    page.locator(f"label:has([name='p1/colour'][value={name}])").tap()


def saved(page):
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")


def test_an_answer_moves_nothing_and_leaves_open_what_a_finger_opened(page):
    settings(page)
    decided = page.locator("#part-p1-decided")
    decided.locator("summary").tap()
    expect(decided).to_have_attribute("open", "")
    before = page.evaluate(BOXES)
    colour(page, "blue")
    expect(page.get_by_text("has this colour too")).to_be_visible()
    saved(page)
    assert page.evaluate(BOXES) == before
    page.locator("label:has([name='rulings/boat_2a_water']):not(:has(:checked))").tap()
    saved(page)
    page.locator("#undo").tap()
    expect(page.locator("[data-undone]")).to_be_visible()
    page.locator("#undo").tap()
    expect(page.get_by_text("has this colour too")).to_have_count(0)
    expect(decided).to_have_attribute("open", "")
    assert page.evaluate(BOXES) == before


HOLD = script("settings_of_a_sheet.hold")


def test_an_undo_beside_an_answer_that_comes_in_is_shown(page):
    """The answer's first bytes are here, and the page has not taken the rest yet."""
    settings(page)
    colour(page, "green")
    saved(page)
    page.evaluate(HOLD)
    colour(page, "white")
    page.wait_for_function("() => held")
    page.locator("#undo").tap()
    with page.expect_response(lambda one: "go=undo" in (one.request.post_data or "")):
        page.evaluate("release()")
    expect(page.locator("[data-undone]")).to_be_visible()
    expect(page.locator("[name='p1/colour'][value=green]")).to_be_checked()
