"""The page never says *saved* of what the server does not have, whatever the server answers."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from companion.models import Event, Table
from tests.browser.cell_entry import enter, save, tap
from tests.browser.keystroke_model import blank_sheet, blank_table, open_table
from tests.browser.scripts import script

WATCH = """
    window.said = [];
    addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
        said.push(document.body.dataset.sheet);
    }).observe(document.body, { attributes: true, attributeFilter: ["data-sheet"] }));
"""
NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined });"


def open_pad(page):
    page.add_init_script(WATCH)
    page.goto("/score/keyflower/")
    page.click("button[name=players][value='2']")
    page.wait_for_selector("#sheet")


def at_the_sheet(page):
    """A table's address, with this page on its first seat."""
    page.add_init_script(WATCH)
    table = open_table(page, "keyflower", "Aki", "Mika").rstrip("/")
    page.goto(f"{table}/sheet/p1/")
    return table


def state(page):
    return page.locator("body").get_attribute("data-sheet")


def answers(status: int, **headers: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=status, headers=headers, body="no")


FAULTS = {
    "our mistake": answers(500),
    "a proxy without a server": answers(502),
    "a server that comes back": answers(503, **{"Retry-After": "1"}),
    "too many": answers(429, **{"Retry-After": "1"}),
    "somebody else's page": answers(200),
    "no network": lambda route: route.abort(),
}


SMOKE = {"no network": pytest.mark.smoke}


@pytest.mark.parametrize(
    "fault",
    [pytest.param(does, id=name, marks=SMOKE.get(name, ())) for name, does in FAULTS.items()],
)
def test_what_was_not_stored_waits_and_arrives_in_order(page, phone, fault):
    open_pad(page)
    save(page, "p1/resources/wood", "1")
    page.evaluate("said.length = 0")

    def unless_read(route):
        route.continue_() if route.request.method == "GET" else fault(route)

    phone.route("**/pad/**", unless_read)
    enter(page, "p1/resources/wood", "3")
    expect(page.locator("body")).to_have_attribute("data-sheet", "waiting")
    enter(page, "p1/resources/stone", "4")
    enter(page, "p1/resources/wood", "5")
    enter(page, "p1/skills/anvil", "1")
    assert "saved" not in page.evaluate("said")
    assert Table.objects.get(pad=True).state["seats"]["p1"] == {"resources": {"wood": 1}}

    sent = []
    phone.unroute("**/pad/**")
    page.on("request", lambda r: sent.append(r.headers.get("hx-trigger-name")))
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved", timeout=30_000)
    assert page.evaluate("said") == ["saving", "waiting", "saved"]
    wood, stone, anvil = "p1/resources/wood", "p1/resources/stone", "p1/skills/anvil"
    assert [name for name in sent if name] == [wood, stone, wood, anvil]
    kept = Table.objects.get(pad=True).state
    assert kept["seats"]["p1"]["resources"] == {"wood": 5, "stone": 4}
    assert kept["seats"]["p1"]["skills"] == {"anvil": 1}
    expect(page.locator(f'input[name="{wood}"]')).to_have_value("5")


WORDS = script("unsaved_entries.words")


@pytest.mark.parametrize("phone", [{}, {"viewport": {"width": 320, "height": 640}}], indirect=True)
def test_what_waits_is_said_over_no_other_words(page, phone):
    open_pad(page)
    phone.set_offline(True)
    wood = page.locator('input[name="p1/resources/wood"]')
    key = page.locator('#keys [data-direct] [data-key="3"]')
    expect(key).to_be_visible()  # the scripts have laid out the sheet
    before = wood.bounding_box(), key.bounding_box()
    key.tap()
    expect(page.locator("body")).to_have_attribute("data-sheet", "waiting")
    expect(page.locator("#keys")).to_be_visible()
    expect(page.locator("#keys [data-unsaved]")).to_be_in_viewport()
    assert (wood.bounding_box(), key.bounding_box()) == before  # nothing moves under the finger
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(WORDS) == []


PLACES = """() => [...document.querySelectorAll(".part.now label, #dock, #steps")].map(el => {
    const { x, y, width, height } = el.getBoundingClientRect();
    return [x, y, width, height];
})"""


@pytest.mark.parametrize(
    "phone", [{}, {"locale": "ja", "viewport": {"width": 320, "height": 568}}], indirect=True
)
def test_why_a_number_was_refused_is_said_and_nothing_moves(page, phone):
    """The answer comes while the finger is on its way to the next piece."""
    blank_table(page, "dice_forge", 2)
    held = []
    phone.route("**/sheet/**", lambda r: r.continue_() if held else held.append(r))
    page.locator('label:has([name="p1/glory"])').tap()
    page.locator("#keys [data-key='+']").tap()
    strip = page.locator("#dock [data-refusal]")
    expect(strip).to_be_hidden()
    page.locator("#keys [data-digits] [data-key=next]").tap()
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator("body")).to_have_attribute("data-sheet", "saving")
    before = page.evaluate(PLACES)
    while not held:  # it is on its way; the test's own clock ends what never comes
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator("body")).to_have_attribute("data-sheet", "refused")
    assert page.evaluate(PLACES) == before
    expect(strip).to_contain_text("3+6+2")
    expect(strip).to_contain_text(page.locator(".part.now .tray__name").first.inner_text())
    bad = page.locator("#p1-glory-err").evaluate("el => getComputedStyle(el).color")
    expect(page.locator('label:has([name="p1/glory"])')).to_have_css("border-top-color", bad)
    piece = page.locator(".part.now label:has([data-more])").last
    covered = piece.bounding_box()
    page.touchscreen.tap(covered["x"] + covered["width"] / 2, covered["y"] + covered["height"] / 2)
    expect(piece.locator("input")).to_have_value("1")
    page.locator('label:has([name="p1/glory"])').tap()  # where the pad hides the dock, it says so
    expect(page.locator("#keys [data-unsaved]")).to_contain_text("3+6+2")
    keys = page.locator("#keys").bounding_box()
    page.locator("#keys [data-digits] [data-key='7']").tap()
    page.locator("#keys [data-digits] [data-key=next]").tap()
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    expect(strip).to_be_hidden()
    page.locator('label:has([name="p1/glory"])').tap()
    assert page.locator("#keys").bounding_box() == keys


@pytest.mark.parametrize("phone", [{"viewport": {"width": 390, "height": 700}}], indirect=True)
def test_a_cell_that_takes_anothers_place_leaves_the_sheet_as_it_is(page):
    """The other side of a boat takes the place of the first: the answer is the whole sheet."""
    blank_table(page, "keyflower", 2)
    page.locator('#steps > a[href="#part-p1-winter"]').tap()
    first, other = (
        page.locator(f'label:has([name="p1/summer_boats/boat_1{side}"])') for side in "ab"
    )
    first.tap()
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    page.evaluate("scrollTo(0, 50)")
    sheet = page.locator("#sheet").element_handle()
    before = other.bounding_box()
    page.touchscreen.tap(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    expect(first.locator("input")).not_to_be_checked()
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    assert sheet.evaluate("sheet => sheet.isConnected")
    assert other.bounding_box() == before
    assert page.evaluate("scrollY") == 50


def is_post(route):
    return route.request.method == "POST"


def test_the_palette_stays_at_its_tab_when_the_answer_is_the_whole_sheet(page, phone):
    """Another home takes the place of the first; meanwhile the finger has gone on to spring."""
    blank_table(page, "keyflower", 2)
    page.locator('#steps > a[href="#part-p1-village"]').tap()
    held = []
    phone.route("**/sheet/**", lambda r: held.append(r) if is_post(r) else r.continue_())
    for home in ("home_1", "home_2"):
        page.locator(f'label:has([name="p1/village/{home}"][value="before"])').tap()
        expect(page.locator("body")).to_have_attribute("data-sheet", "saving")
        spring = page.locator(".now .palette [data-tab]").nth(1)
        spring.tap()
        expect(spring).to_have_attribute("aria-current", "")
        if home == "home_2":
            page.locator(".now .palette [data-seek]").tap()
            page.keyboard.type("key")
        tile = page.locator('label:has([name="p1/village/keywood"][value="before"])')
        before = tile.bounding_box()
        sheet = page.locator("#sheet").element_handle()
        held.pop().continue_()
        expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
        if home == "home_1":
            page.locator(".now .palette [data-tab]").first.tap()
    assert sheet.evaluate("sheet => sheet.isConnected")
    lies = page.locator("[name^='p1/village/home_']:checked:not([value=''])")
    expect(lies).to_have_count(1)
    expect(lies).to_have_attribute("name", "p1/village/home_2")
    expect(page.locator(".now .palette [data-filter]")).to_have_value("key")
    expect(page.locator(".now .palette [data-filter]")).to_be_focused()
    assert tile.bounding_box() == before


def test_an_old_token_is_replaced_and_the_change_sent_again(page, phone):
    open_pad(page)
    address = page.url
    # as after a year, or after the cookies were deleted: the page's token fits nothing any more
    phone.clear_cookies(name="csrftoken")
    save(page, "p1/resources/wood", "3")
    assert Table.objects.get(pad=True).state["seats"]["p1"] == {"resources": {"wood": 3}}
    page.click(".menu summary")
    page.click("button[value=p2]")  # the form's own token is a fresh one, too
    page.wait_for_url(lambda url: url != address)
    expect(page.locator("#sheet")).to_be_visible()


def test_a_change_whose_answer_was_lost_counts_once(page, phone):
    at_the_sheet(page)
    lost = []

    def lose(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    phone.route("**/sheet/**", lose)
    enter(page, "p1/resources/wood", "3")
    expect(page.locator("body")).to_have_attribute("data-sheet", "waiting")
    save(page, "p1/resources/wood", "4")
    assert lost == [200]
    cell = "p1/resources/wood"
    written = Event.objects.filter(cells__has_key=cell).order_by("number")
    assert [event.cells[cell] for event in written] == [3, 4]


@pytest.mark.parametrize("locks", [True, False], ids=["https", "http"])
def test_a_number_is_one_change_with_pauses_between_its_digits(page, phone, locks):
    if not locks:
        phone.add_init_script(NO_LOCKS)
    at_the_sheet(page)
    sent = []
    page.on("request", lambda r: sent.append(r.post_data) if r.method == "POST" else None)
    before = Event.objects.count()
    page.locator('input[name="p1/resources/wood"]').tap()
    for digit in "12":
        page.keyboard.press(digit)
        page.evaluate("() => fetch(location.href).then(page => page.text())")  # time passes
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    assert len(sent) == 2
    events = Event.objects.order_by("number")[before:]
    assert [list(event.cells.values()) for event in events] == [[12], [3]]
    for cell in ("stone", "wood"):
        page.locator("#undo").tap()
        expect(page.locator(f'input[name="p1/resources/{cell}"]')).to_have_value("")
    assert "resources" not in Table.objects.get().state["seats"]["p1"]


def test_none_is_said_and_stays_said(page):
    """A 0 is no blank: it is there after a reload."""
    open_pad(page)
    page.locator('#keys [data-direct] [data-key="0"]').tap()
    enter(page, "p1/skills/anvil", "0")
    save(page, "p1/workers/red", "2")
    page.reload()
    expect(page.locator('input[name="p1/resources/wood"]')).to_have_value("0")
    expect(page.locator('input[name="p1/skills/anvil"]')).to_have_value("0")
    expect(page.locator('input[name="p1/skills/saw"]')).to_have_value("")


@pytest.mark.parametrize("locks", [True, False], ids=["https", "http"])
def test_two_tabs_send_each_change_once_and_lose_none(page, phone, locks):
    if not locks:
        phone.add_init_script(NO_LOCKS)
    table = at_the_sheet(page)
    other = phone.new_page()
    other.goto(f"{table}/sheet/p2/")
    phone.set_offline(True)
    for n, piece in enumerate(("wood", "stone", "iron", "gold"), 1):
        enter(page, f"p1/resources/{piece}", str(n))
        enter(other, f"p2/resources/{piece}", str(10 + n))
    phone.set_offline(False)
    for each in (page, other):
        expect(each.locator("body")).to_have_attribute("data-sheet", "saved")
    seats = Table.objects.get().state["seats"]
    assert seats["p1"]["resources"] == {"wood": 1, "stone": 2, "iron": 3, "gold": 4}
    assert seats["p2"]["resources"] == {"wood": 11, "stone": 12, "iron": 13, "gold": 14}
    written = [path for event in Event.objects.all() for path in event.cells if "resources" in path]
    assert len(written) == len(set(written)) == 8


def test_a_refused_value_is_not_called_saved_by_the_next_good_one(page):
    open_pad(page)
    enter(page, "p1/resources/wood", "many")
    expect(page.locator("body")).to_have_attribute("data-sheet", "refused")
    enter(page, "p1/resources/stone", "2")
    page.wait_for_function("() => document.querySelector('#p1-resources-stone').value === '2'")
    expect(page.locator("body")).to_have_attribute("data-sheet", "refused")
    save(page, "p1/resources/wood", "2")


def test_a_seat_that_was_added_elsewhere_is_shown_with_the_next_change(page, phone):
    page.goto("/score/map_masters/")
    page.click("button[name=players][value='2']")
    page.wait_for_selector("#sheet")
    other = phone.new_page()
    other.goto(page.url)
    other.locator("[name=go][value=add]").evaluate("button => button.click()")
    other.wait_for_url("**/p3/")
    enter(page, "p1/coins", "7")
    expect(page.locator("#p3-coins")).to_have_count(1)
    expect(page.locator("#p1-coins")).to_have_value("7")
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")


def test_a_table_that_is_gone_is_told_and_holds_nothing_up(page):
    at_the_sheet(page)
    # the poll would find out as well, and load the page anew under the hands of the test
    page.route(re.compile(r"[?&]v=\d"), lambda route: route.abort())
    Table.objects.all().delete()
    enter(page, "p1/resources/wood", "3")
    page.wait_for_selector("main [role=alert]")
    assert state(page) == "refused"
    open_pad(page)
    save(page, "p1/resources/wood", "3")


def test_what_an_earlier_version_kept_is_sent(page, phone):
    open_pad(page)
    address = page.locator("#sheet").get_attribute("action")
    old = {"url": address, "name": "p1/resources/wood", "value": "7", "base": "", "form": "abc"}
    page.evaluate("old => localStorage.setItem('waiting', JSON.stringify([old]))", old)
    page.reload()
    page.wait_for_function("() => !Object.keys(localStorage).length")
    assert Table.objects.get(pad=True).state["seats"]["p1"] == {"resources": {"wood": 7}}


def test_a_line_that_is_typed_when_the_page_goes_is_kept_and_not_called_saved_before(page):
    """A path of twenty signs is much to type again; the number pad keeps its number likewise."""
    blank_sheet(page, "map_masters", 1)
    tap(page, "p1/escaped_1")
    body = page.locator("body")
    expect(body).to_have_attribute("data-sheet", "saved")
    page.locator(".part.now summary").first.tap()
    path = page.locator('[name="p1/path_1"]')
    path.tap()
    page.locator("[data-letters]:visible").tap()
    path.press_sequentially("csk")
    expect(body).not_to_have_attribute("data-sheet", "saved")
    page.reload()
    expect(path).to_have_value("csk")
    expect(body).not_to_have_attribute("data-sheet", "saving")
    page.reload()
    expect(path).to_have_value("csk")
