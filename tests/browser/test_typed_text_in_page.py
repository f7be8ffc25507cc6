"""The page reads what people type as the server does; the server's half is in tests/web."""

import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.keystroke_model import blank_sheet

CASES = tomllib.loads((Path(__file__).parents[1] / "typed_text_cases.toml").read_text())


@pytest.mark.parametrize("name", ["sum", "fold"])
def test_cases(page, name):
    page.goto("/score/keyflower/")
    read = page.evaluate(
        """async ([name, typed]) => {
            const fields = await import("/static/js/sheet_inputs.js");
            return typed.map(fields[name]);
        }""",
        [name, [case["typed"] for case in CASES[name]]],
    )
    assert {case["typed"]: got for case, got in zip(CASES[name], read, strict=True)} == {
        case["typed"]: case.get("is") for case in CASES[name]
    }


def test_a_list_shows_what_is_sought_and_says_where_there_is_nothing(page):
    blank_sheet(page, "keyflower")
    page.locator("#steps > a").nth(1).tap()
    palette = page.locator(".now .palette")
    box, nothing = palette.locator("[data-filter]"), palette.locator(".palette__none")
    groups = palette.locator(".palette__group:visible")
    expect(nothing).to_be_hidden()
    palette.locator("[data-seek]").tap()
    box.fill("keywood")
    expect(palette.locator("[data-find]:visible")).to_have_count(1)
    expect(groups).to_have_count(1)
    box.fill("nowhere")
    expect(nothing).to_be_visible()
    expect(groups).to_have_count(0)
    palette.locator("[data-seek]").tap()
    expect(nothing).to_be_hidden()
    expect(palette.locator(".palette__group[open]")).to_have_count(1)
