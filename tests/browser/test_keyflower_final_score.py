"""Keyflower's final score on a phone: entered, corrected, proven, shared."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.cell_entry import enter, press, reach, tap

HOLDINGS = {
    "resources": {"wood": "4", "stone": "3", "iron": "3", "gold": "3"},
    "skills": {"anvil": "2", "pickaxe": "2", "saw": "1"},
    "workers": {"red": "4", "blue": "2", "yellow": "3", "green": "3"},
}
WINTER = ["mercers_guild", "jeweller", "scribes", "craftsmans_guild", "key_market", "keythedral"]
BOATS = ["flipper", "keyflower"]
VILLAGE = {
    "home_1": "after",
    "keywood": "after",
    "stable": "after",
    "carpenter": "after",
    "sawmill": "before",
    "well": "after",
    "alehouse": "before",
    "timber_yard": "before",
}


def open_sheet(page, players=1, ready="#sheet .part.now"):
    page.goto("/score/keyflower/")
    page.click(f'button[name=players][value="{players}"]')
    page.wait_for_selector(ready)


UNDERWAY = re.compile("saving|waiting")


def rest_none(page):
    """Says of every section of the sheet that its rest is none."""
    page.keyboard.press("Escape")
    for n in range(page.locator("#steps > a").count()):
        press(page, f"#steps > a >> nth={n}")
        while page.locator(".part.now [data-onward]").is_visible():
            press(page, ".part.now [data-onward]")
        # an answer still on its way may be the one to the last blank of the section
        expect(page.locator("body")).not_to_have_attribute("data-sheet", UNDERWAY)
        if page.locator("[data-ahead=rest]").is_visible():
            press(page, "[data-ahead=rest]")


@pytest.mark.smoke
def test_full_holdings_within_ninety_seconds_of_taps(page):
    """A tap or a typed key each second, and as much again to look: at most 90 of them."""
    open_sheet(page)
    actions = 2  # the game, "just me"; the first number is waiting for its digits then
    for field, row in HOLDINGS.items():
        for piece, number in row.items():
            cell = page.locator(f'input[name="p1/{field}/{piece}"]')
            if not cell.evaluate("el => el === document.activeElement"):
                cell.tap()
                actions += 1
            page.keyboard.type(number)
            actions += 1
            if cell.evaluate("el => el === document.activeElement"):
                page.keyboard.press("Enter")
                actions += 1
            expect(cell).to_have_value(number)
    purple = 'select[name="p1/purple"]'
    actions += reach(page, purple)
    page.locator(purple).tap()
    expect(page.locator(purple)).to_have_value("won")
    actions += 1
    for tile, face in VILLAGE.items():
        actions += tap(page, f"p1/village/{tile}", face)
    enter(page, "p1/storage/timber_yard/wood", "4")
    for tile in WINTER:
        actions += tap(page, f"p1/winter/{tile}")
    for boat in BOATS:
        actions += tap(page, f"p1/boats/{boat}")
    page.keyboard.press("Escape")
    enter(page, "p1/turn_order/turn_order_1", "4")
    actions += 2 + 2
    # the part of the worked game that is entered here: 45 + 66 + (keyflower 6 + flipper 2) + 4
    expect(page.locator(".dock__total")).to_contain_text("≥ 123", use_inner_text=True)
    rest_none(page)
    actions += 6
    expect(page.locator(".dock__total")).to_have_text("123", use_inner_text=True)
    page.locator("#steps > a").last.tap()
    page.click("[data-end][value=result]")
    actions += 1
    assert actions <= 66
    page.wait_for_url("**/result/**")
    expect(page.locator(".end__line").first).to_contain_text("123 points", use_inner_text=True)


def test_fields_that_do_not_matter_stay_out_of_the_way(page):
    open_sheet(page)
    loop = page.locator('input[name="p1/loop"]')
    expect(loop).to_be_hidden()
    tap(page, "p1/boats/sea_bastion")
    expect(loop).to_be_visible()


@pytest.mark.parametrize("phone", [{"java_script_enabled": False}], indirect=True)
@pytest.mark.smoke
def test_everything_works_without_script(page):
    open_sheet(page, 2, ready="#sheet")
    page.fill('input[name="p1/resources/wood"]', "3 + 3")
    page.fill('input[name="p1/resources/stone"]', "3")
    page.fill('input[name="p1/resources/iron"]', "6")
    tap(page, "p1/winter/mercers_guild")
    tap(page, "p1/winter/windmill")
    for box in page.locator("[data-rest-cell]").all():
        box.check()
    page.click(".menu summary")
    page.click("button[value=p2]")
    page.fill('input[name="p2/resources/gold"]', "x")
    page.locator("#steps > a").last.tap()
    page.click("[data-end][value=result]")
    expect(page.locator("#p2-resources-gold-err")).to_be_visible()
    expect(page.locator('input[name="p2/resources/gold"]')).to_have_value("x")
    page.fill('input[name="p2/resources/gold"]', "2")
    for box in page.locator("[data-rest-cell]").all():
        box.check()
    page.locator("#steps > a").last.tap()
    page.click("[data-end][value=result]")
    points = page.locator(".podium__points")
    assert [points.nth(n).inner_text() for n in range(2)] == ["20", "2"]
    assert page.locator(".pieces__item").first.inner_text().startswith("Wood ×3")
    page.click('a[hx-target^="#around-"] >> nth=0')
    expect(page.locator(".worth")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/score/keyflower/", "/find?q=guild", "/keyflower/windmill"])
def test_first_view_needs_few_requests(page, path):
    """At most 8; what they weigh is counted in ``tests/web/test_page_size.py``."""
    counted = []
    page.on("requestfinished", lambda request: counted.append(request.url))
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert len(counted) <= 8, counted
