"""Codes from phone to phone in a browser, also between servers that know nothing of each other."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.cell_entry import enter
from tests.browser.keystroke_model import open_table
from tests.browser.scripts import script

SCREENS = [
    {"locale": "en", "color_scheme": "light"},
    {"locale": "ja", "color_scheme": "dark", "viewport": {"width": 320, "height": 568}},
]
NAMES = ["Aki", "Ben", "Chie", "Dai"]


def opened(page):
    page.goto(open_table(page, "keyflower", *NAMES))
    return address(page)


def address(page):
    return re.search(r"https?://[^/]+/table/\w+/", page.url)[0]


def code(page, at):
    page.goto(f"{at}code/")
    expect(page.locator(".qr svg")).to_be_visible()
    return page.input_value("[data-link]")


def paste(page, base, text):
    page.goto(f"{base}/code")
    page.fill("#code", text)
    page.locator("form[data-read] > .btn--main").click()


def seat(page, base, text, who):
    paste(page, base, text)
    page.locator(f"button[value='open {who}']").click()
    page.wait_for_url(re.compile(r"/table/\w+/$"))
    return address(page)


def fill(page, at, who, cells):
    page.goto(f"{at}sheet/{who}/")
    for path, value in cells.items():
        enter(page, f"{who}/{path}", value)
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")


@pytest.mark.parametrize("phone", SCREENS, indirect=True, ids=["en light", "ja dark 320"])
def test_its_pages_are_accessible_and_fit_the_screen(phone, page, axe):
    at = opened(page)
    base = at.partition("/table/")[0]
    first = code(page, at)

    def looked_at():
        assert axe(page) == ""
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0

    looked_at()
    paste(page, base, "nothing")
    expect(page.locator("#code-err")).to_be_visible()
    looked_at()
    again = seat(page, base, first, "p2")
    for table, value in ((at, "3"), (again, "5")):
        fill(page, table, "p1", {"resources/wood": value})
    told = code(page, again)
    paste(page, base, told)
    key = at.split("/")[-2]
    expect(page.locator(f"button[value='table {key}']")).to_be_visible()
    looked_at()
    page.locator(f"button[value='table {key}']").click()
    choice = page.locator("button[name=choose]")
    expect(choice).to_have_count(2)
    looked_at()
    page.goto(f"{at}sheet/p1/")
    expect(page.locator("[id='p1-resources-wood-says']")).to_contain_text("5")
    page.goto(f"{at}code/")
    choice.filter(has_text="5").click()
    expect(choice).to_have_count(0)
    page.goto(f"{at}sheet/p1/")
    expect(page.locator('input[name="p1/resources/wood"]')).to_have_value("5")


def test_a_link_that_the_phones_camera_found_is_read_at_once(page):
    link = code(page, opened(page))
    page.goto("/about")
    page.goto(link)
    expect(page.locator("button[value='open p2']")).to_be_visible()
    assert "#" not in page.url
    page.go_back()  # and not into the code once more
    expect(page.locator("h1")).to_have_text("About this app")


FAKES = script("sync_codes.fakes")


def test_the_camera_reads_where_the_browser_knows_codes(page):
    link = code(page, opened(page))
    page.goto("/code")
    expect(page.locator("[data-no-camera]")).to_be_visible()
    expect(page.locator("[data-camera]")).to_be_hidden()
    page.add_init_script(FAKES.replace("LINK", link))
    page.goto("/code")
    expect(page.locator("[data-no-camera]")).to_be_hidden()
    page.locator("[data-camera] button").click()
    expect(page.locator("button[value='open p2']")).to_be_visible()
