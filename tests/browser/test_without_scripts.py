"""Sheets are entered and saved without scripts."""

import pytest
from playwright.sync_api import expect

from scoring import games


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
