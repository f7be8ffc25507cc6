"""Whole worked examples: each section on one screen, on the smallest phone too, the pad never over
its cell, two digits whole, and the scores one tap away from wherever one is.
"""

import pytest
from playwright.sync_api import expect

from companion.tables import ledger, new_table
from scoring import game, games
from tests.bench.time_of_each_tap import example
from tests.browser.cell_entry import save
from tests.browser.conftest import PHONE
from tests.browser.keystroke_model import Thumb, blank_sheet, blank_table
from tests.browser.scripts import script
from tests.browser.test_entry_speed import SCREEN, SMALL

COVERED = script("sheet_fits_phone.covered")
"""Numbers that the pad, or what stands above, lies over while they are typed."""
ELLIPTED = """() => [...document.querySelectorAll(".now .num[data-pad]")].filter(el => {
    if (el.offsetParent === null || el.dataset.max < 10) return false;
    const typed = el.value;
    el.value = Math.min(el.dataset.max, 88);
    const ellipted = el.scrollWidth > el.clientWidth;
    el.value = typed;
    return ellipted;
}).map(el => el.name)"""
"""Numbers of two digits that would not be seen whole."""
BROKEN = script("sheet_fits_phone.broken")
"""Words that go on in the next line."""


def turned(page):
    """Each section in turn, as it looks with nothing open over it."""
    for step in page.locator("#steps > a").all():
        page.evaluate("document.activeElement.blur()")
        step.evaluate("el => el.click()")
        page.evaluate("""() => {
            document.activeElement.blur();
            document.querySelector(".now .palette.open")?.classList.remove("open");
        }""")
        yield step.get_attribute("href")


def high(page):
    """The sections that are higher than a screen."""
    heights = {each: page.evaluate("document.body.scrollHeight") for each in turned(page)}
    return {each: height for each, height in heights.items() if height > SCREEN}


def covered(page):
    return [name for _ in turned(page) for name in page.evaluate(COVERED)]


def ellipted(page):
    return [name for _ in turned(page) for name in page.evaluate(ELLIPTED)]


def broken(page):
    return [word for _ in turned(page) for word in page.evaluate(BROKEN)]


def cut(page):
    """Steps whose words do not fit, and whether anything goes sideways but the steps."""
    small = "els => els.filter(el => el.scrollWidth > el.clientWidth).map(el => el.textContent)"
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]
    return page.locator("#steps > a, .bar__seat").evaluate_all(small)


@pytest.mark.parametrize("slug", sorted(games()))
def test_a_whole_seat(page, slug):
    """The largest example: every section is one screen, and no number is under the pad.

    That it is typed by thumb is in ``test_typing_whole_sheets``, on the small phone too in
    ``test_entry_speed``.
    """
    path = f"/pad/{new_table.open_pad(game(slug), example(slug)).key}/p1/"
    page.goto(path)
    for size in (SMALL, PHONE):
        page.set_viewport_size(size["viewport"])
        for language in ("en", "ja"):
            cookie = {"name": "django_language", "value": language, "url": page.url}
            page.context.add_cookies([cookie])
            page.goto(path)
            page.wait_for_selector("#sheet .part.now")
            assert cut(page) == []
            assert covered(page) == []
            assert ellipted(page) == []
            assert broken(page) == []
            assert size is SMALL or high(page) == {}


@pytest.mark.parametrize("phone", [{}, {"locale": "ja"}], indirect=True, ids=["en", "ja"])
def test_the_heads_of_a_blank_round_are_whole_words(page):
    blank_sheet(page, "map_masters", 2)
    heads = page.locator(".now .head__pick .side__name:visible")
    expect(heads).to_have_count(2)
    assert heads.evaluate_all("els => els.map(el => el.scrollWidth - el.clientWidth)") == [0, 0]


@pytest.mark.parametrize(
    ("phone", "opened", "slug"),
    [({}, blank_sheet, "keyflower"), (SMALL, blank_table, "map_masters")],
    indirect=["phone"],
    ids=["390 pad", "320 table"],
)
def test_the_scores_are_a_tap_on_the_total_away(page, opened, slug):
    opened(page, slug)
    thumb = Thumb(page)
    if page.locator("#keys [data-close]").is_visible():
        thumb.tap("#keys [data-close]")
    total = page.locator("#dock output").first.bounding_box()
    page.touchscreen.tap(total["x"] + total["width"] / 2, total["y"] + total["height"] / 2)
    page.wait_for_url("**/result/**" if opened is blank_sheet else "**/table/*/")


TABS = """els => els.map(el => {
    const { x, width } = el.getBoundingClientRect();
    return [el.hash, Math.round(x), Math.round(width)];
})"""


@pytest.mark.parametrize("slug", sorted(games()))
@pytest.mark.parametrize(
    "phone", [SMALL, {**SMALL, "locale": "ja"}], indirect=True, ids=["en", "ja"]
)
def test_the_tabs_stay_where_they_are_whatever_points_they_say(page, slug):
    """So no tab moves under a finger when an answer comes: blank, half entered, and all of it."""
    sheet, cells = game(slug).sheet, game(slug).sheet.cells(example(slug))
    chosen = {path: value for path, value in cells.items() if path.startswith("table/")}
    first = list(cells.items())[: len(cells) // 2]
    rows = []
    for entered in ({}, dict(first), cells):
        state = sheet.put(sheet.blank(len(example(slug)["seats"])), chosen | entered)
        page.goto(f"/pad/{new_table.open_pad(game(slug), state).key}/p1/")
        page.wait_for_selector("#sheet .part.now")
        rows.append(page.locator("#steps > a").evaluate_all(TABS))
    assert rows[0] == rows[1] == rows[2]


@pytest.mark.parametrize("phone", [{**SMALL, "locale": "ja"}], indirect=True)
def test_a_name_is_whole_in_the_bar_and_on_a_board(page):
    path = blank_sheet(page, "map_masters", 4)
    page.goto(f"{path}settings/")
    for n, name in enumerate(("健太郎丸", "さくらこ", "ひろしさん", "プレイヤー四"), 1):
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.fill(f'[name="p{n}/name"]', name)
            page.press(f'[name="p{n}/name"]', "Tab")
    page.goto(path)
    page.wait_for_selector("#sheet .part.now")
    small = (
        "els => els.filter(el => el.scrollHeight > el.clientHeight + 1).map(el => el.textContent)"
    )
    assert page.locator(".now .board__who small").evaluate_all(small) == []
    expect(page.locator(".bar__seat")).to_contain_text("健太郎丸", use_inner_text=True)
    assert cut(page) == []


@pytest.mark.parametrize("phone", [SMALL, {**SMALL, "locale": "ja"}], indirect=True)
def test_what_is_missing_leaves_room_for_the_rows_of_four_players(page):
    blank_sheet(page, "map_masters", 4)
    page.fill('[name="p1/primary_1"]', "2")
    page.press('[name="p1/primary_1"]', "Escape")
    page.evaluate("document.activeElement.blur()")
    expect(page.locator("#missing .dock__cell").first).to_be_visible()
    last = page.locator('[name="p4/primary_1"]').bounding_box()
    assert last["y"] + last["height"] <= page.locator("#dock").bounding_box()["y"]


@pytest.mark.parametrize("phone", [{}], indirect=True)
def test_what_a_board_asks_first_is_drawn_and_named(page):
    blank_sheet(page, "map_masters")
    for head in page.locator(".now .head__pick").all():
        expect(head.locator("svg")).to_be_visible()
        expect(head.locator(".side__name")).to_be_visible()


def test_a_choice_without_a_drawing_is_seen_at_once_and_what_waits_for_another_section_says_so(
    page,
):
    sheet = blank_table(page, "map_masters", 2)
    ledger.write(sheet.split("/")[2], None, "p1", {"table/coop": True}, 1, "coop")
    page.goto(sheet)
    mission = page.locator('label:has([name="table/mission"])')
    mission.tap()
    page.locator('.face[data-face="mission_3"]').tap()
    expect(mission.locator("[data-shown]")).to_have_text("Mission 3")
    waiting = page.locator("#part-table-goals .part__empty")
    page.locator('#steps > a[href="#part-table-goals"]').tap()
    expect(waiting).to_be_visible()
    page.locator('#steps > a[href="#part-table-groups"]').tap()
    page.locator('label:has([name="table/groups/green"])').tap()
    page.locator('#steps > a[href="#part-table-goals"]').tap()
    expect(page.locator('[name="table/asked/green/coin"]')).to_be_visible()
    expect(waiting).to_be_hidden()


def whole_pixels(element):
    return {side: round(pixels) for side, pixels in element.bounding_box().items()}


@pytest.mark.parametrize("phone", [{}, {**SMALL, "locale": "ja"}], indirect=True)
def test_the_dock_is_as_high_whatever_it_says(page):
    """Otherwise a finger on its way there, or to what lies above, meets another thing."""
    blank_table(page, "nidavellir")
    page.locator('#steps > a[href="#part-p1-heroes"]').tap()
    dock = page.locator("#dock")
    blank = whole_pixels(dock)
    page.locator('label:has([name="p1/heroes/skaa"])').tap()
    page.wait_for_selector("#dock [data-state=saved]")
    expect(page.locator("#missing .dock__cell").first).to_be_visible()
    expect(page.locator("#doubts > summary")).to_be_visible()
    assert whole_pixels(dock) == blank
    page.locator(".dock__total").evaluate("el => { el.textContent = '≥ 888' }")
    assert page.locator(".dock__name").evaluate("el => el.scrollWidth - el.clientWidth") == 0
    ends = "el => { el.textContent = 'x'.repeat(80); return el.getBoundingClientRect().right }"
    long, room = page.locator("#missing .dock__cell").first.evaluate(ends), page.locator("#missing")
    assert long <= room.evaluate("el => el.getBoundingClientRect().right"), "only dots are seen"


BOX = """el => {
    const text = document.createRange();
    text.selectNodeContents(el);
    const { left, top, right, bottom } = (el.matches("output") ? text : el).getBoundingClientRect();
    return [left, top, right, bottom];
}"""


@pytest.mark.parametrize("phone", [{"locale": "ja"}], indirect=True)
@pytest.mark.parametrize("size", ["100%", "200%"])
def test_nothing_in_the_dock_lies_on_the_total(page, size):
    """A total of three digits, still open, is as wide as it gets; large text has its own rows."""
    blank_table(page, "nidavellir")
    save(page, "p1/hunters", "12")
    page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
    expect(page.locator(".dock__total")).to_have_text("≥ 158", use_inner_text=True)
    parts = [".dock__way", ".dock__who", ".dock__warnings", "#missing", "#dock > .btn:visible"]
    left, top, right, bottom = page.locator(".dock__total").evaluate(BOX)
    for part in parts:
        x, y, x2, y2 = page.locator(part).first.evaluate(BOX)
        assert x >= right - 1 or y >= bottom - 1 or x2 <= left + 1 or y2 <= top + 1, part


@pytest.mark.parametrize("phone", [{"locale": "ja"}], indirect=True)
def test_the_last_key_of_a_palette_says_the_rest_in_two_lines(page):
    blank_sheet(page, "keyflower", 1)
    page.locator("#keys [data-close]").tap()
    page.locator('#steps > a[href="#part-p1-village"]').tap()
    page.locator("[data-tab]").last.tap()
    onward = page.locator("[data-onward] > span")
    expect(onward).to_have_text("残りはなし")
    lines = "el => el.offsetHeight / parseFloat(getComputedStyle(el).lineHeight)"
    assert round(onward.evaluate(lines)) == 2


@pytest.mark.parametrize("phone", [{}, {**SMALL, "locale": "ja"}], indirect=True)
def test_the_dock_of_all_players_is_as_high_whatever_it_says(page):
    """The list of what is missing stands on it, and would come under a finger."""
    path, held = blank_table(page, "map_masters", 2), []
    dock = page.locator("#dock")
    blank = whole_pixels(dock)
    page.route(f"**{path}", lambda route: held.append(route))
    page.locator('label:has([name="p1/escaped_1"])').tap()
    expect(dock.locator("[data-state=saving]")).to_be_visible()
    assert whole_pixels(dock) == blank
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    page.unroute(f"**{path}")
    expect(dock.locator("[data-state=saved]")).to_be_visible()
    thumb = Thumb(page)
    thumb.tap('[name="p1/primary_1"]')
    thumb.count("15")
    thumb.count("12")
    page.locator("#keys [data-close]").tap()
    expect(dock.locator("output").first).to_contain_text("≥")
    expect(dock.locator("[data-state=saved]")).to_be_visible()
    assert whole_pixels(dock) == blank


def test_a_tap_on_the_sheet_shuts_the_list_of_what_is_missing_and_does_what_it_says(page):
    blank_table(page, "nidavellir")
    page.locator('#steps > a[href="#part-p1-heroes"]').tap()
    page.locator('label:has([name="p1/heroes/skaa"])').tap()
    page.wait_for_selector("#dock [data-state=saved]")
    page.locator("#doubts > summary").tap()
    listed = page.locator("#doubts .warnings-list__items")
    expect(listed).to_be_visible()
    page.locator('label:has([name="p1/heroes/aegur"])').tap()
    expect(listed).to_be_hidden()
    expect(page.locator('[name="p1/heroes/aegur"]')).to_be_checked()
    page.wait_for_selector("#dock [data-state=saved]")
    expect(listed).to_be_hidden()
    page.locator("#doubts > summary").tap()
    listed.get_by_text("Army").tap()
    expect(page.locator("#part-p1-army")).to_be_visible()
    expect(listed).to_be_hidden()  # it does not lie over the section that its line leads to


OVERFLOW = """els => els.filter(el => el.checkVisibility() && el.scrollWidth > el.clientWidth)
    .map(el => `${el.textContent.trim()} ${el.scrollWidth} > ${el.clientWidth}`)"""


@pytest.mark.parametrize("phone", [SMALL, {**SMALL, "locale": "ja"}, {}], indirect=True)
def test_the_names_of_palettes_and_of_ones_own_tiles_are_whole(page):
    path = blank_table(page, "keyflower")
    entered = {"p1/village/woodcutter": "before", "p1/village/tavern": "before"}
    ledger.write(path.split("/")[2], None, "p1", entered, 1, "tiles")
    page.goto(path)
    page.locator('#steps > a[href="#part-p1-village"]').tap()
    page.locator(".mine__add:visible").tap()
    tabs = page.locator(".palette.open .palette__tab")
    for tab in tabs.all()[1:5]:
        tab.tap()
        assert tabs.evaluate_all(OVERFLOW) == []
    assert page.locator(".now .strip__one").evaluate_all(OVERFLOW) == []


@pytest.mark.parametrize("phone", [SMALL], indirect=True)
def test_what_is_missing_and_what_to_check_lie_beside_each_other(page):
    path = blank_table(page, "keyflower")
    ledger.write(path.split("/")[2], None, "p1", {"p1/purple": "won"}, 1, "purple")
    page.goto(path)
    missing, doubtful = page.locator("#doubts > summary > span").all()
    right = missing.evaluate(BOX.replace('el.matches("output")', "true"))[2]
    assert right <= doubtful.bounding_box()["x"]
    name = page.locator(".dock__name").bounding_box()
    assert name["y"] >= page.locator("#dock").bounding_box()["y"] + 6


@pytest.mark.parametrize("phone", [{"locale": "ja"}], indirect=True)
def test_of_what_is_missing_at_least_the_first_is_named(page):
    """A long name ends in an ellipsis, and does not become one."""
    path = blank_table(page, "keyflower")
    first = {f"p1/none/{each}": True for each in ("pieces", "village")}
    ledger.write(path.split("/")[2], None, "p1", {"p1/boats/sea_breese": True} | first, 1, "b")
    page.goto(path)
    cell = page.locator("#missing .dock__cell").first
    expect(cell).to_contain_text("家から水辺でつながる船の数")
    assert cell.bounding_box()["width"] > 60


@pytest.mark.parametrize("phone", [{"locale": "ja"}], indirect=True)
def test_a_long_title_leaves_the_name_room_in_the_bar(page):
    blank_table(page, "diploma")
    seat, bar = (page.locator(each).bounding_box() for each in (".bar__seat", ".bar"))
    assert seat["y"] >= bar["y"] + 4
    expect(page.locator(".bar__seat small")).to_contain_text("ディプローマ")
