"""A hand that finds a cell wherever it is: behind another section, in a palette, under a tab."""

import re

from playwright.sync_api import Page, expect

from tests.browser.scripts import script

WAY = script("cell_entry.way")


def press(page: Page, what: str) -> None:
    """Taps, and waits until the page has done what it does then: a click comes after the finger."""
    page.evaluate("""() => { window.pressed = new Promise(done =>
        addEventListener("click", () => setTimeout(done), { once: true, capture: true })); }""")
    page.locator(what).first.tap()
    page.evaluate("window.pressed")


def reach(page: Page, cell: str) -> int:
    """Opens what a cell is in; returns how many taps that took."""
    taps = 0
    if not page.locator(".stepped").count():
        return taps
    while way := page.locator(cell).first.evaluate(WAY):
        press(page, way)
        taps += 1
    return taps


def tap(page: Page, name: str, value: str | None = None) -> int:
    """Taps a cell, or one of its options; returns how many taps it took to get there and do so."""
    chosen = f'input[name="{name}"]' + (f'[value="{value}"]' if value else "")
    taps = reach(page, chosen)
    page.locator(f"label:has({chosen})").tap()
    return taps + 1


def enter(page: Page, name: str, value: str) -> None:
    """Types into a cell, leaves it and closes the pad."""
    cell = page.locator(f'input[name="{name}"]')
    reach(page, f'input[name="{name}"]')
    cell.fill(value)
    page.keyboard.press("Escape")
    cell.blur()


def save(page: Page, name: str, value: str) -> None:
    """Enters a cell, and waits until it is stored."""
    enter(page, name, value)
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")


UNDERWAY = re.compile("saving|waiting")


def rest_none(page: Page) -> None:
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
