"""Sheets without scripts, in large letters, on the smallest phone, in forced colours."""

import pytest
from playwright.sync_api import expect

from scoring import games

SMALL = {"viewport": {"width": 320, "height": 568}}
HARD = {
    "small": SMALL,
    "small ja": {**SMALL, "locale": "ja", "forced_colors": "active"},
}


@pytest.mark.parametrize("phone", [{"java_script_enabled": False}], indirect=True, ids=["plain"])
@pytest.mark.parametrize("slug", games())
def test_a_sheet_is_entered_and_saved_without_scripts(page, slug):
    page.goto(f"/score/{slug}/")
    page.locator("button[name=players]").first.click()
    page.wait_for_selector("#sheet")
    cell = page.locator("#sheet .part input.num[name^='p1/']:visible").first
    name = cell.get_attribute("name")
    cell.fill("2")
    page.locator(f'.part:has([name="{name}"]) > button.nojs').click()
    expect(page.locator(f'[name="{name}"]')).to_have_value("2")
    page.reload()
    expect(page.locator(f'[name="{name}"]')).to_have_value("2")


@pytest.mark.parametrize("phone", HARD.values(), indirect=True, ids=HARD)
@pytest.mark.parametrize("slug", games())
def test_nothing_scrolls_sideways(page, slug):
    """With letters of twice the size, too."""
    page.goto(f"/score/{slug}/")
    page.locator("button[name=players]").first.click()
    page.wait_for_selector("#sheet.sheet")
    sheet = page.url
    settings = page.locator(".menu a[data-other]").get_attribute("href")
    page.goto(f"/{slug}/calculators/")
    first = page.locator(f'main a[href^="/{slug}/calculators/"]')
    paths = [sheet, settings, *([first.first.get_attribute("href")] if first.count() else [])]
    wide = []
    for path in paths:
        page.goto(path)
        for size in ("100%", "200%"):
            page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
            width = page.evaluate("document.documentElement.scrollWidth")
            if width > 320:
                wide.append((path, size, width))
    assert wide == []
