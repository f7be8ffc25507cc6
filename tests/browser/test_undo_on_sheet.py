"""Undo, pressed on the screen: the section stays in sight, and the page says what was undone."""

import pytest
from playwright.sync_api import expect

from scoring import game, games
from tests.browser.cell_entry import enter, tap
from tests.browser.keystroke_model import blank_sheet, blank_table
from tests.browser.scripts import script

SLUGS = [slug for slug in sorted(games()) if game(slug).scorable]

SEEN = """() => {
    const parts = [...document.querySelectorAll(".part")].filter(el => el.offsetParent);
    const marked = [...document.querySelectorAll("#steps > a[aria-current]")];
    return [parts.map(el => el.id), marked.map(el => el.hash.slice(1))];
}"""

KINDS = script("undo_on_sheet.kinds")


REACHED = script("undo_on_sheet.reached")


def sections(page):
    """The sections in sight, and those marked in the row of steps."""
    return page.evaluate(SEEN)


def start(page, slug, at_table):
    if at_table:
        blank_table(page, slug, 2)
    else:
        blank_sheet(page, slug, 1)
    page.wait_for_selector(".stepped")


def turn_to(page, n):
    """Opens the nth section; a sheet with one alone has no row of steps to be seen."""
    step = page.locator("#steps > a").nth(n)
    if step.is_visible():
        step.tap()
    return step.get_attribute("href")[1:]


DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def settled(page):
    """Everything was sent, and whatever was to come back has come."""
    page.wait_for_function("() => !['saving', 'waiting'].includes(document.body.dataset.sheet)")
    page.evaluate(DRAWN)


def takes_back(request):
    return "go=undo" in (request.post_data or "")


@pytest.fixture
def undo(page):
    """Taps undo once: one request is sent, and the page says what was undone."""
    sent = []
    page.on("request", lambda request: sent.append(request) if takes_back(request) else None)

    def tap_undo():
        sent.clear()
        with page.expect_request(takes_back):
            page.locator("#undo").tap()
        expect(page.locator("[data-undone]")).to_be_visible()
        settled(page)
        assert len(sent) == 1

    return tap_undo


@pytest.mark.parametrize("at_table", [False, True], ids=["pad", "table"])
@pytest.mark.parametrize("slug", SLUGS)
def test_each_kind_of_button_and_its_undo_leave_one_section_in_sight(page, slug, at_table, undo):
    start(page, slug, at_table)
    for n in range(page.locator("#steps > a").count()):
        page.keyboard.press("Escape")
        here = turn_to(page, n)
        assert sections(page) == [[here], [here]]
        for kind in page.evaluate(KINDS):
            spot = page.evaluate(REACHED, kind)
            if spot is None:
                continue
            page.touchscreen.tap(spot["x"], spot["y"])
            if page.locator("#keys [data-key='3']").first.is_visible():
                page.locator("#keys [data-key='3']:visible").first.tap()
            settled(page)
            section = sections(page)
            assert len(section[0]) == 1, f"{section} after {kind} in {here}"
            assert section[0] == section[1]
            if page.locator("#undo").is_enabled():
                undo()
                assert sections(page)[0] == sections(page)[1], f"undo of {kind} in {here}"
                assert len(sections(page)[0]) == 1
                if sections(page) != [[here], [here]]:
                    turn_to(page, n)
            page.evaluate(KINDS)


@pytest.mark.parametrize("phone", [{"locale": "en"}, {"locale": "ja"}], indirect=True)
def test_undo_says_what_it_took_back_and_goes_there(page):
    start(page, "keyflower", False)
    wood = page.locator('input[name="p1/resources/wood"]')
    wood.tap()
    page.locator("#keys [data-key='7']:visible").tap()
    settled(page)
    page.locator("#steps > a").nth(2).tap()
    page.locator("#undo").tap()
    said = page.locator("[data-undone]")
    expect(said).to_be_visible()
    expect(said).to_contain_text("7 → –")
    settled(page)
    expect(wood).to_be_visible()
    expect(wood).to_have_value("")
    expect(wood).to_be_focused()
    assert sections(page) == [["part-p1-pieces"], ["part-p1-pieces"]]


def test_what_is_entered_while_an_undo_is_on_its_way_is_kept(page):
    """The page that the undo answers with lacks it."""
    start(page, "dice_forge", False)
    if page.locator("#keys [data-close]").is_visible():
        page.locator("#keys [data-close]").tap()
    tap(page, "p1/feats/hydra")
    settled(page)
    held = []

    def hold(route):
        undo = "go=undo" in (route.request.post_data or "")
        held.append(route) if undo and not held else route.continue_()

    page.route("**/pad/**", hold)
    page.locator("#undo").tap()
    page.wait_for_function("() => true")
    tap(page, "p1/feats/typhon")
    page.wait_for_timeout(300)
    held[0].continue_()
    expect(page.locator("[data-undone]")).to_be_visible()
    expect(page.locator('[name="p1/feats/hydra"]')).to_have_value("")
    expect(page.locator('[name="p1/feats/typhon"]')).to_have_value("1")
    settled(page)
    page.reload()
    expect(page.locator('[name="p1/feats/typhon"]')).to_have_value("1")


@pytest.mark.parametrize("at_table", [False, True], ids=["pad", "table"])
def test_undo_waits_for_what_it_takes_back(page, at_table):
    """The answer to that brings another button of the same name."""
    start(page, "dice_forge", at_table)
    page.locator("#keys [data-close]").tap()
    tap(page, "p1/feats/typhon")
    settled(page)
    held = []

    def hold(route):
        first = "hydra" in (route.request.post_data or "") and not held
        held.append(route) if first else route.continue_()

    page.route("**/sheet/**" if at_table else "**/pad/**", hold)
    with page.expect_request(lambda request: "hydra" in (request.post_data or "")):
        tap(page, "p1/feats/hydra")
    page.locator("#undo").tap()
    page.evaluate(DRAWN)
    with page.expect_request(takes_back):
        held[0].continue_()
    expect(page.locator("[data-undone]")).to_be_visible()
    expect(page.locator('[name="p1/feats/hydra"]')).to_have_value("")
    expect(page.locator('[name="p1/feats/typhon"]')).to_have_value("1")


def test_an_undo_without_a_network_waits_its_turn(page, phone):
    """It takes back what was entered before it, and nothing of what came after."""
    start(page, "keyflower", False)
    wood = page.locator('[name="p1/resources/wood"]')
    enter(page, "p1/resources/wood", "3")
    settled(page)
    phone.set_offline(True)
    enter(page, "p1/resources/wood", "4")
    page.locator("#undo").tap()
    enter(page, "p1/resources/wood", "5")
    expect(page.locator("body")).to_have_attribute("data-sheet", "waiting")
    phone.set_offline(False)
    settled(page)
    expect(wood).to_have_value("5")
    page.locator("#undo").tap()
    settled(page)
    expect(wood).to_have_value("3")


def test_two_taps_on_undo_take_back_two_changes(page):
    """The second comes before the first is answered."""
    start(page, "dice_forge", True)
    page.locator("#keys [data-close]").tap()
    for feat in ("typhon", "hydra"):
        tap(page, f"p1/feats/{feat}")
        settled(page)
    held = []

    def hold(route):
        first = takes_back(route.request) and not held
        held.append(route) if first else route.continue_()

    page.route("**/sheet/**", hold)
    page.locator("#undo").tap()
    page.locator("#undo").tap()
    page.evaluate(DRAWN)
    held[0].continue_()
    settled(page)
    for feat in ("typhon", "hydra"):
        expect(page.locator(f'[name="p1/feats/{feat}"]')).to_have_value("")


@pytest.mark.parametrize("phone", [{"viewport": {"width": 320, "height": 420}}], indirect=True)
def test_undo_can_be_tapped_again_wherever_the_page_went(page):
    """The section is longer than the screen, and what was undone stands far below the arrow."""
    start(page, "dice_forge", True)
    page.locator("#keys [data-close]").tap()
    for feat in ("typhon", "hydra"):
        tap(page, f"p1/feats/{feat}")
        settled(page)
    page.locator("#undo").tap()
    settled(page)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    button = page.locator("#undo").bounding_box()
    page.touchscreen.tap(button["x"] + button["width"] / 2, button["y"] + button["height"] / 2)
    settled(page)
    for feat in ("typhon", "hydra"):
        expect(page.locator(f'[name="p1/feats/{feat}"]')).to_have_value("")


WHERE = """() => [...document.querySelectorAll("#sheet label, #steps, #dock")]
    .filter(el => el.offsetParent)
    .map(el => { const { x, y } = el.getBoundingClientRect(); return `${el.id} ${x} ${y}`; })"""


def test_what_was_undone_is_said_beside_the_button_and_moves_nothing(page, undo):
    start(page, "dice_forge", False)
    page.locator("#keys [data-close]").tap()
    tap(page, "p1/feats/hydra")
    settled(page)
    before = page.evaluate(WHERE)
    undo()
    assert page.evaluate(WHERE) == before
    said, button = (page.locator(each).bounding_box() for each in ("[data-undone]", "#undo"))
    assert said["x"] + said["width"] <= button["x"]
    tap(page, "p1/feats/typhon")
    expect(page.locator("[data-undone]")).to_have_count(0)
    page.goto(page.locator("[data-other]").get_attribute("href"))
    page.locator("label:has([name='p1/colour']):visible").last.tap()
    settled(page)
    undo()
