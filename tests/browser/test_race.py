"""Done! on two phones at 390x844: both see the same order; a phone without network says so."""

import random
import re

import pytest
from playwright.sync_api import expect

from companion.models import Code, Table
from companion.tables import first_to_finish
from tests.browser.cell_entry import reach, tap
from tests.browser.keystroke_model import open_table, send
from tests.browser.scripts import script
from tests.web.test_races import MeasuredClock


@pytest.fixture(params=["en light", "ja dark"])
def pair(request, another):
    """The host's phone and a player's on their own sheets, in a round with an hourglass."""
    locale, scheme = request.param.split()
    pages = host, player = [
        another(locale=locale, color_scheme=scheme).new_page() for _ in range(2)
    ]
    faults = []
    for page in pages:
        page.on("pageerror", lambda error: faults.append(str(error)))
    table = open_table(host, "map_masters", "Aki", "Mika", "Ken").rstrip("/")
    host.request.get(f"{table}/invite/")
    send(player, f"/join/{Code.objects.get().code}/", {"seat": "p2"})
    for page, seat in ((host, "p1"), (player, "p2")):
        page.goto(f"{table}/sheet/{seat}/")
        page.wait_for_selector("#sheet")
    tap(host, "table/hourglass_1")
    for page in pages:
        expect(page.locator("#race-round_1-1")).to_be_attached()
        reach(page, "#race-round_1-1")
        expect(page.locator("[data-done]:visible")).to_have_count(1)
    yield pages
    assert faults == []


def measured(page):
    """Waits until this phone has measured its clock."""
    with page.expect_response(lambda answer: "?v=" in answer.url):
        pass


def order(page):
    return page.locator(".race__order:visible li span:nth-of-type(2)")


def test_two_phones_see_the_same_order_and_the_bonus_is_entered_with_a_tap(pair, axe):
    host, player = pair
    for page in (host, player):
        measured(page)
    player.locator("[data-done]:visible").tap()
    for page in (host, player):
        expect(order(page)).to_have_text(["Mika"])
    host.locator("[data-done]:visible").tap()
    for page in (host, player):
        expect(order(page)).to_have_text(["Mika", "Aki"])
        expect(page.locator(".race__order:visible b")).to_have_text(["1", "2"])
        assert axe(page) == ""
    player.locator("[data-choose]:visible").tap()
    for page in (host, player):
        expect(page.locator('input[name="p2/first_1"]')).to_be_checked()
        expect(page.locator("[data-choose]:visible")).to_have_count(0)
    told = Table.objects.get().state["play"]["race"]["first_1"]
    assert all(re.fullmatch(r".+ ±\d{1,3} ms", each) for each in told.values()), told


def test_a_phone_without_network_says_that_it_waits_and_neither_wins_nor_loses(pair, monkeypatch):
    host, player = pair
    measured(host)
    player.context.set_offline(True)
    player.locator("[data-done]:visible").tap()
    said = player.locator(".race__says:visible")
    expect(said).not_to_be_empty()
    expect(player.locator("[data-done]:visible")).to_be_disabled()
    assert "race" not in Table.objects.get().state.get("play", {})
    # as if it had been away for as long as makes a phone absent
    monkeypatch.setattr(first_to_finish, "_silent", lambda who: {"p2"} - {who.seat})
    host.locator("[data-done]:visible").tap()
    expect(host.locator(".race__order:visible li")).to_have_count(2)
    expect(host.locator(".race__order:visible b")).to_have_text(["1", "?"])
    player.context.set_offline(False)
    expect(order(player)).to_have_count(2)
    assert set(Table.objects.get().state["play"]["race"]["first_1"]) == {"p1", "p2"}


MEASURE = script("race.measure")


def test_a_phone_measures_its_clock_as_the_simulated_ones_do(page):
    chance = random.Random(7)
    for ahead in (0, -3_000_000, 250):
        page.goto("/about")
        clock, samples, at = MeasuredClock(), [], 1_764_247_629_000
        for _ in range(40):
            at += chance.randint(100, 4000)
            ahead += chance.choice([0, 0, 1, -1, chance.randint(-90, 90)])
            there, back = chance.randint(1, 300), chance.randint(1, 300)
            samples.append([at + ahead, at + ahead + there + back, at + there])
            clock.learn(*samples[-1])
            here = at + ahead + there + back + chance.choice([5, 700, 59_000, 61_000])
            assert page.evaluate(MEASURE, [samples[-1:], here]) == clock.told(here)
