"""Quick taps: a key after a key, a tap twice, a tap on another cell. Whole sheets are typed in
`test_typing_whole_sheets.py`.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.keystroke_model import blank_sheet

pytestmark = pytest.mark.parametrize("phone", [{}], indirect=True)


def test_the_last_cell_turns_no_page_while_others_are_blank(page, thumb):
    blank_sheet(page, "keyflower")
    last = page.locator(".part.now input[data-walk]").last
    last.tap()
    thumb.key(3)
    thumb.key("next")
    expect(page.locator("#part-p1-pieces.now")).to_be_visible()
    expect(last).to_have_value("3")


@pytest.mark.parametrize("cell", ["p1/left_sets", "p1/sets"])
def test_the_next_key_ends_a_row_of_the_others(page, cell):
    """Numbers to 15, with a key that deletes and with one for larger numbers."""
    blank_sheet(page, "diploma", 2)
    page.locator(f'[name="{cell}"]').tap()
    keys = page.locator("#keys [data-direct] button:visible")
    *_, before, last = [key.bounding_box() for key in keys.all()]
    assert keys.last.get_attribute("data-key") == "next"
    assert (last["y"], last["height"]) == (before["y"], before["height"])


def test_a_double_tap_takes_no_feat_off_again(page, thumb):
    blank_sheet(page, "dice_forge")
    page.locator("#keys [data-close]").tap()
    name = page.evaluate(
        "document.querySelector('.part.now [data-more][data-max=\"1\"]')?.name ?? ''"
    )
    name = name or "p1/feats/hydra"
    page.clock.install()
    page.clock.pause_at("2100-01-01")
    most = int(page.locator(f'[name="{name}"]').get_attribute("data-max"))
    for _ in range(most + 1):
        thumb.piece(name)
    expect(page.locator(f'[name="{name}"]')).to_have_value(str(most))


def test_a_double_tap_on_a_column_takes_no_dwarf_off_again(page, thumb):
    """A later tap on the last card does."""
    blank_sheet(page, "nidavellir")
    third = '[data-pile]:has([name="p1/hunters"]) [data-set="3"]'
    page.clock.install()
    page.clock.pause_at("2100-01-01")
    thumb.tap(third)
    thumb.tap(third)
    expect(page.locator('[name="p1/hunters"]')).to_have_value("3")
    page.clock.fast_forward(1000)
    thumb.tap(third)
    expect(page.locator('[name="p1/hunters"]')).to_have_value("2")


def test_a_number_is_sent_when_a_finger_goes_to_another_cell(page, thumb):
    """Digits without *Next*, then a tap on another number."""
    path = blank_sheet(page, "keyflower")
    thumb.key("digits")
    thumb.type("12")
    thumb.tap('[name="p1/resources/iron"]')
    thumb.saved()
    page.goto(path)
    expect(page.locator('[name="p1/resources/wood"]')).to_have_value("12")


def test_a_tile_below_the_open_pad_is_taken_by_one_tap(page, thumb):
    """The page moves as the pad closes: not under the finger."""
    blank_sheet(page, "keyflower")
    thumb.tap("#keys [data-close]")
    thumb.go("p1-winter")
    thumb.piece("p1/boats/sea_bastion")
    thumb.piece("p1/boats/sea_breese")
    expect(page.locator("#keys")).to_be_visible()
    thumb.piece("p1/summer_boats/boat_1a")
    expect(page.locator('[name="p1/summer_boats/boat_1a"]')).to_be_checked()


def test_a_number_is_stored_though_its_cell_was_tapped_once_more(page):
    blank_sheet(page, "dice_forge", 2)
    page.locator('label:has(input[name="p1/feats/typhon"])').tap()
    faces = page.locator('label:has(input[name="p1/typhon_faces"])')
    faces.tap()
    page.locator("#keys [data-key='8']:visible").tap()
    faces.tap()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#keys [data-key=before]:visible").tap()
    page.reload()
    expect(page.locator('input[name="p1/typhon_faces"]')).to_have_value("8")


def test_the_middle_of_a_tile_is_the_tile_and_not_its_upgrade(page, thumb):
    """As a finger means that taps the drawing; both halves stay 44 pixels wide."""
    blank_sheet(page, "keyflower")
    thumb.go("p1-village")
    tile = page.locator("#p1-village-home_1")
    at = tile.bounding_box()
    page.touchscreen.tap(at["x"] + at["width"] / 2 + 2, at["y"] + at["height"] / 2)
    expect(tile.locator(":checked")).to_have_value("before")
    widths = tile.locator(".split__half").evaluate_all("all => all.map(el => el.offsetWidth)")
    assert min(widths) >= 44
