"""A village laid by thumb and by keyboard: tapped, turned, moved, taken back; looked at by axe."""

import random
import re

import pytest
from playwright.sync_api import expect

from companion.models import Table
from companion.tables import new_table
from scoring import game
from tests.browser.keystroke_model import Thumb, blank_sheet
from tests.browser.scripts import script
from tests.games.keyflower.test_map import seat_of

TILES = {"home_3": "before", "keywood": "after", "workshop": "before", "stable": "before"}
SCREENS = [
    {"color_scheme": scheme, "locale": locale, "viewport": {"width": width, "height": height}}
    for scheme, locale, width, height in (("light", "en", 390, 844), ("dark", "ja", 320, 568))
]


def opened(page, seat):
    kept = new_table.open_pad(
        game("keyflower"), game("keyflower").sheet.read({"seats": {"p1": seat}})
    )
    page.goto(f"/pad/{kept.key}/p1/map/")
    expect(page.locator("[data-lies][tabindex], [data-at][tabindex]").first).to_be_attached()
    return kept.key


def saved(page, key, laid):
    """Everything was sent, and the database says the same as the page."""
    expect(page.locator("body")).to_have_attribute("data-sheet", re.compile("^(saved)?$"))
    assert Table.objects.get(pad=True, key=key).state["seats"]["p1"].get("map", {}) == laid


def value(page, tile):
    return page.locator(f'input[data-tile="{tile}"]').input_value()


@pytest.mark.parametrize("phone", SCREENS, indirect=True, ids=["390 light en", "320 dark ja"])
def test_the_way_to_the_map_is_in_sight_where_tiles_are_entered(page):
    sheet = blank_sheet(page, "keyflower", 3)
    for section, cell, face in (
        ("village", "village/home_3", "before"),
        ("winter", "winter/scribes", "1"),
    ):
        page.goto(sheet)
        page.wait_for_selector("#sheet .part.now")
        thumb = Thumb(page)
        thumb.go(f"p1-{section}")
        thumb.piece(f"p1/{cell}", face)
        thumb.tap(".part.now .head__map")
        page.wait_for_url("**/map/")
        assert thumb.flicks == 0
        expect(page.locator(f"[data-pick={cell.partition('/')[2]}]")).to_be_visible()


def test_two_taps_lay_a_tile_one_turns_it_and_undo_takes_it_back(page, axe):
    key = opened(page, {"village": TILES})
    page.locator("[data-pick=home_3]").tap()  # the first place is open
    expect(page.locator("[data-lies=home_3]")).to_be_visible()
    assert value(page, "home_3") == "0,0/0"
    page.locator('[data-at="0,-1"]').tap()
    expect(page.locator("[data-pick=keywood] b")).to_have_text(re.compile("^[0-6]$"))
    page.locator("[data-pick=keywood]").tap()
    expect(page.locator("[data-acts]")).to_be_visible()
    before = value(page, "keywood")
    assert before.startswith("0,-1/")
    page.locator("[data-lies=keywood]").tap()
    assert value(page, "keywood") != before
    page.locator("[data-act=any]").tap()
    turned = value(page, "keywood")
    saved(page, key, {"home_3": "0,0/0", "keywood": turned})
    expect(page.locator("[data-lies=keywood]")).to_have_attribute(
        "aria-label", re.compile("Keywood, turned [1-5]")
    )
    assert axe(page) == ""
    page.locator("[data-act=move]").tap()
    page.locator('[data-at="1,-1"]').tap()
    assert value(page, "keywood").startswith("1,-1/")
    page.locator("#undo").tap()
    expect(page.locator('input[data-tile="keywood"]')).to_have_value(turned)
    page.locator("[data-lies=keywood]").tap()
    page.locator("[data-act=off]").tap()
    expect(page.locator("[data-lies=keywood]")).to_be_hidden()
    expect(page.locator("[data-pick=keywood]")).to_be_visible()
    saved(page, key, {"home_3": "0,0/0"})
    # the other way round: first the tile, then its place
    page.locator('[data-at="0,-1"]').tap()
    expect(page.locator("[data-prompt=none]")).to_be_visible()
    page.locator("[data-pick=workshop]").tap()
    page.locator('[data-at="0,-1"]').tap()
    saved(page, key, {"home_3": "0,0/0", "workshop": value(page, "workshop")})
    page.reload()
    expect(page.locator("[data-lies=workshop]")).to_be_visible()


def test_a_keyboard_walks_turns_and_takes_off(page):
    key = opened(page, {"village": TILES, "map": {"home_3": "0,0/0", "keywood": "0,-1/1"}})
    home = page.locator("[data-lies=home_3]")
    home.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-lies=keywood]")).to_be_focused()
    page.keyboard.press("r")
    assert value(page, "keywood") != "0,-1/1"
    expect(page.locator("[data-lies=keywood]")).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.locator('[data-at="0,-1"]')).to_be_focused()
    saved(page, key, {"home_3": "0,0/0"})
    page.keyboard.press("Control+z")
    expect(page.locator("[data-lies=keywood]")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("[data-lies=home_3]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[data-prompt=at]")).to_be_visible()


@pytest.mark.parametrize("phone", SCREENS, indirect=True, ids=["390 light en", "320 dark ja"])
def test_twenty_five_tiles_are_large_enough_to_tap_and_fingers_change_the_size(page, axe):
    seat, layout = seat_of(random.Random(3), 25)
    assert len(layout.laid) == 25
    opened(page, seat)
    tile = page.locator("[data-lies]:not([hidden])").first
    box = tile.locator(".hexes__edge").bounding_box()
    assert min(box["width"], box["height"]) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]
    for tab in page.locator("#hexes-tabs [data-show]").all():
        tab.tap()
        lit = page.locator(f'[data-lit="{tab.get_attribute("data-show")}"]')
        expect(lit).not_to_have_attribute("hidden", "")
    assert axe(page) == ""
    view = page.locator("[data-view]").bounding_box()
    x, y = view["x"] + view["width"] / 2, view["y"] + view["height"] / 2
    before = page.locator("[data-ground]").bounding_box()["width"]
    client = page.context.new_cdp_session(page)
    for kind, far in (("touchStart", 30), ("touchMove", 60), ("touchMove", 90)):
        points = [{"x": x - far, "y": y, "id": 0}, {"x": x + far, "y": y, "id": 1}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.locator("[data-ground]").bounding_box()["width"] > 1.5 * before
    page.locator("[data-zoom='0']").tap()
    assert page.locator("[data-ground]").bounding_box()["width"] == pytest.approx(before, abs=2)


BUTTONS = script("map_entry.buttons")

FOCUS = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
    const el = document.activeElement;
    done(el !== document.body && el.getClientRects().length > 0);
})))"""

IN_SIGHT = script("map_entry.in_sight")


@pytest.mark.parametrize("phone", SCREENS, indirect=True, ids=["390 light en", "320 dark ja"])
def test_the_map_lies_still_whatever_its_foot_says(page):
    """A finger that goes to a tile again, or to a second place, meets it where it was seen."""
    opened(page, {"village": TILES, "map": {"home_3": "0,0/0", "keywood": "0,-1/0"}})
    foot, tile = page.locator(".hexes__foot"), page.locator("[data-lies=home_3]")
    place, pick = page.locator('[data-at="1,-1"]'), page.locator("[data-pick=stable]")

    def lies():
        return foot.bounding_box(), tile.bounding_box()

    still = lies()
    for each in (tile, place, place, pick, pick, page.locator("[data-lies=keywood]")):
        press(page, each)
        assert lies() == still
    press(page, page.locator("[data-act=any]"))
    page.wait_for_selector("#hexes-odd #doubts", state="attached")
    expect(page.locator("#hexes-odd #doubts > summary")).to_be_visible()
    assert lies() == still


def press(page, what):
    """As `cell_entry.press`, of one that may be an SVG's."""
    box = what.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


def anew(page, opening):
    """The map as it is stored, with one hexagon open or none."""
    page.reload()
    expect(page.locator("[data-lies][tabindex], [data-at][tabindex]").first).to_be_attached()
    if opening:
        page.locator(opening).first.tap()


def test_each_kind_of_button_on_a_map_and_its_undo_leave_the_map_in_sight(page):
    opened(page, {"village": TILES, "map": {"home_3": "0,0/0", "keywood": "0,-1/0"}})
    pressed = set()
    for opening in (None, "[data-lies=keywood]", '[data-at="1,-1"]'):
        anew(page, opening)
        for button in page.evaluate(BUTTONS):
            anew(page, opening)
            page.locator(button).first.tap()
            pressed.add(button.partition("=")[0])
            page.wait_for_function(
                "() => !['saving', 'waiting'].includes(document.body.dataset.sheet)"
            )
            seen = page.evaluate(IN_SIGHT)
            assert seen == {"drawn": True, "marked": seen["marked"], "feet": 1}, button
            assert seen["marked"] <= 1, button
            focus = page.evaluate(FOCUS)
            assert focus, f"{button} loses the focus"
            if page.locator("#undo").is_enabled():
                page.locator("#undo").tap()
                expect(page.locator("[data-undone]")).to_be_visible()
                assert page.evaluate(IN_SIGHT)["drawn"], f"undo of {button}"
                assert page.evaluate(IN_SIGHT)["feet"] == 1, f"undo of {button}"
    assert pressed == {f"[data-{kind}" for kind in ("at", "lies", "pick", "act", "zoom", "show")}


PUSHED = """() => {
    const { scrollLeft, scrollTop } = document.querySelector("[data-view]");
    return [scrollLeft, scrollTop];
}"""


def test_undo_leaves_the_map_where_it_was_pushed_to(page):
    opened(page, {"village": TILES, "map": {"home_3": "0,0/0", "keywood": "0,-1/0"}})
    page.locator("[data-lies=keywood]").tap()
    page.locator("[data-act=any]").tap()
    page.locator("[data-act=done]").tap()
    for _ in range(6):
        page.locator("[data-zoom='1.25']").tap()
    page.wait_for_function("() => document.body.dataset.sheet === 'saved'")
    page.evaluate("document.querySelector('[data-view]').scrollTo(90, 70)")
    before = page.evaluate(PUSHED)
    assert min(before) > 20
    page.locator("#undo").tap()
    expect(page.locator("[data-undone]")).to_be_visible()
    assert value(page, "keywood") == "0,-1/0"
    assert page.evaluate(PUSHED) == before


def test_an_answer_leaves_folded_what_a_finger_folded(page, thumb):
    """Otherwise what lies below moves under the finger."""
    seat, _ = seat_of(random.Random(0), 8)
    key = opened(page, seat)
    fold = page.locator(".hexes__offered")
    page.locator("[data-act=more]").tap()
    expect(fold).to_have_attribute("open", "")
    fold.locator("summary").tap()
    expect(fold).not_to_have_attribute("open", "")
    page.locator(".pad summary").first.tap()
    cell = page.locator(".pad [data-pad]").first
    thumb.tap(f'[name="{cell.get_attribute("name")}"]')
    there = cell.bounding_box()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#keys [data-direct]:not([hidden]) [data-key='2']").tap()
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    assert cell.bounding_box() == there
    expect(fold).not_to_have_attribute("open", "")
    page.reload()
    assert Table.objects.get(key=key).state["seats"]["p1"]["transports"]


def test_a_tile_that_is_opened_on_an_enlarged_map_is_whole_in_sight(page):
    opened(page, {"village": TILES, "map": {"home_3": "0,0/0", "keywood": "0,-1/0"}})
    for _ in range(6):
        page.locator("[data-zoom='1.25']").tap()
    view = page.locator("[data-view]")
    for x, y in ((0, 0), (9999, 9999)):
        view.evaluate("(el, [x, y]) => el.scrollTo(x, y)", [x, y])
        page.locator("[data-lies=keywood]").dispatch_event("click")
        within, tile = view.bounding_box(), page.locator("[data-lies=keywood]").bounding_box()
        assert within["x"] <= tile["x"], (x, y)
        assert within["y"] <= tile["y"], (x, y)
        assert tile["x"] + tile["width"] <= within["x"] + within["width"], (x, y)
        assert tile["y"] + tile["height"] <= within["y"] + within["height"], (x, y)
        page.locator("[data-act=done]").tap()
    assert page.evaluate("scrollY") == 0
