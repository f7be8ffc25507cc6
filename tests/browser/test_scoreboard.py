"""The page of a table: scores first, each line opens to its sum, the connection is seen."""

import re

import pytest
from django.test import Client
from playwright.sync_api import expect

from companion.models import Code, Table
from companion.tables import ledger
from scoring import examples, game
from tests.browser.cell_entry import enter, tap
from tests.browser.keystroke_model import blank_table

VILLAGE = "whole_village"
# `ready` alone would wait for ever where no worker came.
WORKS = """() => Promise.race([
    navigator.serviceWorker.ready,
    new Promise((_, late) => setTimeout(() => late(Error("no worker")), 9000)),
]).then(() => null)"""
SMALL = {"viewport": {"width": 320, "height": 640}, "locale": "ja", "color_scheme": "dark"}


class Evening:
    """A table with phones that are seated; the host's village is a worked game, others are blank.

    ``screen``: there is one more, which came in by the code.
    """

    def __init__(self, another, live_server, names=("Aki", "ミカ"), *, screen=False):
        self.another, self.url = another, live_server.url
        host = Client()
        host.post("/open/keyflower/", {f"p{n}/name": name for n, name in enumerate(names, 1)})
        self.table = Table.objects.get()
        self.at = f"/table/{self.table.key}/"
        host.get(f"{self.at}invite/")
        self.code = Code.objects.get().code
        devices = {"host": host}
        seats = {"mika": "p2", "ben": "p3", "chiyo": "p4"}
        for who in [*seats][: len(names) - 1] + ["screen"] * screen:
            devices[who] = Client()
            devices[who].post(f"/join/{self.code}/", {"seat": seats.get(who, who)})
        self.secrets = {who: each.cookies["device"].value for who, each in devices.items()}
        self.host = host
        self.village("p1")

    def village(self, seat, **more):
        """Writes the worked village on a sheet."""
        sheet = game("keyflower").sheet
        state = sheet.read(examples("keyflower")[VILLAGE].state)
        cells = {
            f"{seat}{path.removeprefix('p1')}" if path.startswith("p1/") else str(path): value
            for path, value in sheet.cells(state).items()
            if not path.endswith(("/name", "/colour"))
        }
        cells |= {f"{seat}/{path}": value for path, value in more.items()}
        ledger.write(
            self.table.key, None, seat, cells, self.revision, f"village {seat} {len(more)}"
        )

    @property
    def revision(self):
        return Table.objects.get().revision

    def end(self, go):
        """Finishes the game, anyway, or reopens it."""
        self.host.post(f"{self.at}finish", {"go": go})

    def phone(self, who, url="", **more):
        url = url or self.url
        context = self.another(base_url=url, **more)
        context.add_cookies([{"name": "device", "value": self.secrets[who], "url": url}])
        page = context.new_page()
        page.goto(self.at)
        return page


@pytest.fixture
def evening(another, live_server):
    return Evening(another, live_server)


def wide(page):
    return page.evaluate("document.documentElement.scrollWidth > innerWidth")


@pytest.mark.parametrize("more", [{}, SMALL], ids=["en", "ja-320-dark"])
def test_scores_come_first_and_a_row_opens_to_its_pieces_and_sums(evening, axe, more):
    page = evening.phone("mika", **more)
    first = page.locator(".board__row").first
    assert page.locator(".around .sitter").first.bounding_box()["y"] < 260
    expect(first).to_contain_text("Aki")
    assert re.search(r"\d", first.locator(".rank__points").inner_text())
    first.locator("summary").tap()
    sums = first.locator(".why").filter(has=page.locator(".why__piece svg"))
    assert sums.count()
    assert re.search(r"\d.*×.*\d", sums.first.locator(".why__how").inner_text(), re.S)
    groups = [int(n) for n in first.locator(".why--part .why__points").all_inner_texts()]
    assert sum(groups) == int(first.locator(".rank__points").inner_text())
    assert not wide(page)
    assert axe(page) == ""


def test_who_joins_appears_at_the_table_of_the_inviting_phone(evening, axe):
    host = evening.phone("host")
    host.goto(f"{evening.at}invite/")
    expect(host.locator(".around .sitter:not(:has(.meeple--free))")).to_have_count(2)
    host.locator(".around .sitter:has(.meeple--free)").last.tap()
    expect(host.locator(".around .sitter--now:has(.meeple--free)")).to_have_count(1)
    expect(host.locator("#name")).to_be_focused()
    host.keyboard.type("Zo")
    Client().post(f"/join/{evening.code}/", {"name": "Tom"})
    expect(host.locator(".around .sitter:not(:has(.meeple--free))")).to_have_count(3)
    expect(host.locator(".around")).to_contain_text("Tom")
    # what is being typed meanwhile stays
    expect(host.locator("#name")).to_be_focused()
    expect(host.locator("#name")).to_have_value("Zo")
    expect(host.locator(".around .sitter--now")).to_have_count(1)
    assert axe(host) == ""
    host.locator("#start").tap()
    expect(host.locator(".around .sitter")).to_have_count(3)


TILES = ["keywood", "workshop", "barn", "farrier", "inn", "tavern", "stable", "store", "well"]


def test_every_tile_that_lies_open_is_listed_whether_it_pays_or_not(page):
    sheet = blank_table(page, "keyflower", 2)
    key = sheet.split("/table/")[1].partition("/")[0]
    ledger.write(key, None, "p1", {f"p1/village/{tile}": "before" for tile in TILES}, 1, "tiles")
    page.goto(sheet)
    tap(page, "p1/village/farrier", "after")
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    page.goto(sheet.partition("sheet/")[0])
    expect(page.locator(".own__row .pieces__item")).to_have_count(len(TILES))
    assert not wide(page)
    row = page.locator(".board__row").first
    row.locator("summary").tap()
    expect(row.locator(".board__lines")).not_to_contain_text("Nothing entered yet")


def test_what_lies_open_of_a_hidden_sheet_is_seen_and_no_more(evening):
    Table.objects.update(screens=True)
    mika, host = evening.phone("mika"), evening.phone("host")
    mika.goto(f"{evening.at}sheet/p2/")
    enter(mika, "p2/workers/green", "13")
    tap(mika, "p2/village/keywood", "before")
    expect(mika.locator("body")).to_have_attribute("data-sheet", "saved")
    row = host.locator(".board__row").filter(has_text="ミカ")
    row.get_by_text("What lies open").tap()
    expect(host.locator("main")).to_contain_text("Keywood")
    expect(host.locator("main")).not_to_contain_text("13")
    expect(host.locator("main")).not_to_contain_text("Green")


def test_who_is_still_entering_is_seen_and_how_far(evening):
    host, mika = evening.phone("host"), evening.phone("mika")
    row = host.locator(".board__row").filter(has_text="ミカ")
    expect(row).to_contain_text("nothing entered yet")
    mika.goto(f"{evening.at}sheet/p2/")
    mika.fill('input[name="p2/resources/gold"]', "9")
    mika.keyboard.press("Enter")
    expect(row).to_contain_text(re.compile(r"entering: \d of \d"))
    expect(row).not_to_contain_text("away")


def test_a_lost_connection_is_seen_with_the_time_and_so_is_its_return(evening):
    page = evening.phone("mika")
    line = page.locator("[data-live]")
    expect(line).to_have_text("", use_inner_text=True)
    page.context.set_offline(True)
    expect(line).to_contain_text(re.compile(r"No connection\. As of \d?\d:\d\d"))
    page.context.set_offline(False)
    expect(line).to_contain_text("Connected again")


def test_changes_that_wait_are_counted_on_the_board_too(evening):
    page = evening.phone("mika", locale="ja")
    page.goto(f"{evening.at}sheet/p2/")
    page.evaluate(WORKS)
    page.route("**/sheet/p2/", lambda route: route.abort())
    page.fill('input[name="p2/resources/gold"]', "9")
    page.keyboard.press("Enter")
    page.wait_for_selector('body[data-sheet="waiting"]')
    page.goto(evening.at)
    expect(page.locator("[data-live] [data-state]")).to_have_text("送信待ち1件は未集計")
    page.unroute("**/sheet/p2/")
    expect(page.locator("[data-live] [data-state]")).not_to_have_text("送信待ち1件は未集計")


@pytest.mark.parametrize(("more", "says"), [({}, "No connection"), (SMALL, "接続がありません")])
def test_without_a_network_there_is_a_page_of_our_own(evening, axe, more, says):
    page = evening.phone("mika", **more)
    page.evaluate(WORKS)
    page.context.set_offline(True)
    page.goto(evening.at)
    expect(page.locator("h1")).to_have_text(says)
    assert page.locator(".btn--main").evaluate("e => getComputedStyle(e).minHeight") == "48px"
    assert axe(page) == ""
    page.context.set_offline(False)
    page.wait_for_selector("#board")


def test_over_plain_http_the_board_stays_instead_of_the_browsers_page(evening, settings):
    settings.HOSTS = ["*"]
    page = evening.phone("mika", evening.url.replace("localhost", "companion.test"))
    assert page.evaluate("isSecureContext") is False
    page.context.set_offline(True)
    expect(page.locator("[data-live]")).to_contain_text("No connection")
    page.locator("nav.nav a").last.tap()
    expect(page.locator("[data-live]")).to_contain_text("No connection")
    assert page.url.endswith(evening.at)
    page.context.set_offline(False)
    expect(page.locator("[data-live]")).to_contain_text("Connected again")
    page.locator("nav.nav a").last.tap()
    page.wait_for_url(f"**{evening.at}log/")


def test_what_is_pressed_without_a_network_is_answered(evening):
    page = evening.phone("mika")
    page.locator("#stage > summary").tap()
    page.context.set_offline(True)
    expect(page.locator("[data-live]")).to_contain_text("No connection. As of")
    page.locator("[name=done], [name=stage]").first.tap()
    expect(page.locator("[data-live]")).to_contain_text("that was not sent")
    page.context.set_offline(False)
    expect(page.locator("[data-live]")).to_contain_text("Connected again")


def test_a_phone_that_is_let_onto_a_seat_has_its_sheet_in_the_bar(evening, another):
    there = another().new_page()
    there.goto(f"/join/{evening.code}/")
    there.locator('button[name="seat"][value="p1"]').tap()
    expect(there.locator('.nav a[href*="/sheet/"]')).to_have_count(0)
    evening.phone("host").get_by_role("button", name="Yes", exact=True).tap()
    expect(there.locator('.nav a[href$="/sheet/p1/"]')).to_be_visible()
