"""An evening with friends: four phones sit down, look something up, and correct the score."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from companion.models import Table
from tests.browser.cell_entry import rest_none
from tests.browser.conftest import DARK, PHONE
from tests.browser.finish_game import finish

SMALL = {"viewport": {"width": 320, "height": 640}}


class Hand:
    """A phone whose taps are counted; typing is none."""

    taps = scans = names = 0

    def __init__(self, context):
        self.page = context.new_page()

    def tap(self, selector):
        type(self).taps += 1
        self.page.locator(selector).first.tap()

    def name_is(self, text):
        """Types a name where the focus is, and Enter."""
        type(self).names += 1
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def scan(self, link):
        type(self).scans += 1
        self.page.goto(link)

    def see(self, what):
        """Nothing is wider than the screen."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), what


@pytest.fixture
def hands(another):
    Hand.taps = Hand.scans = Hand.names = 0
    return [Hand(another(**more)) for more in ({}, DARK, SMALL, SMALL | DARK)]


JOINING = ("ミカ", "Tom", "Amelie the Magnificent")


def together(hands, slug="keyflower", *boxes):
    """Four phones at one table, by their own taps alone; the table's address."""
    host = hands[0]
    host.page.goto("/")
    host.tap(f'a[href="/open/{slug}/"]')
    host.page.wait_for_selector("#open")
    host.see("new")
    for box in boxes:
        host.tap(f'label:has([name="table/{box}"])')
    host.tap(".nav .btn--main")
    link = host.page.locator("[data-link]").first.input_value()
    host.see("invite")
    for hand, name in zip(hands[1:], JOINING, strict=True):
        hand.scan(link)
        hand.see("claim")
        hand.name_is(name)
        hand.page.wait_for_selector("#board")
        expect(host.page.locator(".around")).to_contain_text(name)
    expect(host.page.locator("#start")).to_contain_text("4")
    host.see("all-here")
    return host.page.url.removesuffix("invite/")


def test_from_home_to_four_seated_players_in_six_taps_and_with_the_same_in_three(hands, axe):
    table = together(hands, "nidavellir", "thingvellir", "idavoll")
    host = hands[0]
    host.tap("#start")
    host.page.wait_for_url(table)
    assert (Hand.taps, Hand.scans, Hand.names) == (5, 3, 3)
    # the same again: everybody known, and with the same boxes
    Hand.taps = Hand.scans = Hand.names = 0
    host.page.goto("/")
    host.tap('a[href="/open/nidavellir/"]')
    host.tap('button[name="who"]')
    expect(host.page.locator(".around .sitter:not(:has(.meeple--free))")).to_have_count(4)
    link = host.page.locator("[data-link]").first.input_value()
    for hand in hands[1:]:
        hand.scan(link)
        hand.page.wait_for_selector("#board")
    expect(host.page.locator(".around")).not_to_contain_text("no phone")
    host.see("all-again")
    assert axe(host.page) == ""
    host.tap("#start")
    host.page.wait_for_selector(".board__row")
    assert (Hand.taps, Hand.scans, Hand.names) == (3, 3, 0)
    first, again = Table.objects.order_by("made")
    assert again.state["table"] == first.state["table"] == {"thingvellir": True, "idavoll": True}
    assert again.state["seats"] == first.state["seats"]
    # and once more from the start page, where the last table is over
    for each in Table.objects.all():
        host.page.goto(f"/table/{each.key}/")
        finish(host.page)
        host.page.wait_for_selector("[data-reveal]")
    Hand.taps = 0
    host.page.goto("/")
    host.tap('button[name="invite"]')
    expect(host.page.locator(".around .sitter:not(:has(.meeple--free))")).to_have_count(4)
    assert Hand.taps == 1


@pytest.mark.smoke
def test_looking_something_up_does_not_lose_the_table(hands, axe):
    table = together(hands)
    for hand in hands[1:]:
        page = hand.page
        page.goto(f"{table}rules/")
        page.fill("#q", "gold")
        page.wait_for_selector("#hits .hits a")
        page.wait_for_url(f"{table}rules/?q=gold")
        page.reload()
        page.locator("#hits .hits a").first.tap()
        page.wait_for_selector(".kept")
        hand.see("entry")
        assert axe(page) == ""
        page.reload()
        page.locator("main a.chip, main a.tap, main a.term").first.tap()
        page.wait_for_selector(".kept")
        page.go_back()
        page.go_back()
        page.wait_for_url(f"{table}rules/?q=gold")
        page.go_forward()
        page.locator(".kept__link").tap()
        page.wait_for_url(table)


def test_a_score_is_corrected_for_all_after_the_end(hands, axe):
    table = together(hands)
    host, mika = hands[0], hands[1]
    mika.page.goto(f"{table}sheet/p2/")
    mika.page.fill('input[name="p2/resources/gold"]', "9")
    mika.page.keyboard.press("Enter")
    rest_none(mika.page)
    mika.page.wait_for_selector('body[data-sheet="saved"]')
    host.page.goto(table)
    finish(host.page)
    host.page.wait_for_selector("[data-reveal]")
    expect(mika.page.locator('input[name="p2/resources/gold"]')).to_be_disabled()
    assert axe(mika.page) == ""
    mika.see("finished-sheet")
    mika.page.locator('a[href="?correct=1"]').tap()
    mika.page.fill('input[name="p2/resources/gold"]', "8")
    mika.page.keyboard.press("Enter")
    mika.page.wait_for_selector('body[data-sheet="saved"]')
    mika.see("correcting")
    # the page that corrects is not loaded anew by what it asks for
    mika.page.evaluate("window.same = true")
    for _ in range(2):
        with mika.page.expect_response(lambda answer: "v=" in answer.url) as poll:
            pass
        assert poll.value.status == 204
    assert mika.page.evaluate("window.same") is True
    expect(host.page.locator("#board")).to_contain_text("ミカ corrected the score")
    host.see("corrected")
    for hand in hands:
        hand.page.goto(table)
        hand.page.locator('a[href*="/result/"][href$="/"]').first.tap()
        hand.page.wait_for_selector("main .dot")
        assert axe(hand.page) == ""
        hand.see("result")


def test_a_sheet_lets_go_of_whoever_leaves_it_while_the_game_ends(hands, browser):
    """The sheet is loaded anew when the game ends; that would cancel a way that was begun."""
    table = together(hands)
    host = hands[0].page
    seat = hands[1].page.context.storage_state()
    with browser.new_context(**PHONE, storage_state=seat, service_workers="block") as phone:
        mika = phone.new_page()
        mika.goto(f"{table}sheet/p2/")
        host.goto(table)
        held = []
        mika.route(table, lambda route: held.append(route))  # a slow network
        with mika.expect_request(table):
            mika.locator(f'a[href="{urlsplit(table).path}"]').first.tap()
        with mika.expect_response(lambda answer: "v=" in answer.url and answer.status == 200):
            finish(host)
        held[0].continue_()
        mika.wait_for_url(table)
        expect(mika.locator("#end")).to_be_visible()
