"""A player's answer stands as answered on the sheet; a better place is a ghost beside it, and what
stands beside a total says no more than it is.
"""

import re

import pytest
from playwright.sync_api import expect

from companion.tables import new_table
from scoring import examples, game
from tests.browser.cell_entry import enter, reach, save, tap
from tests.browser.keystroke_model import blank_sheet
from tests.browser.test_scoreboard import wide


def foot(page, kind):
    return page.locator(f".column[data-piece={kind}] .column__foot")


@pytest.mark.parametrize(("column", "gain"), [("explorer", 2), ("hunter", 0)])
def test_ylud_stands_where_the_player_said_and_a_better_place_is_a_ghost(page, axe, column, gain):
    page.goto(blank_sheet(page, "nidavellir"))
    hunters = 'input[name="p1/hunters"]'
    enter(page, "p1/hunters", "6")
    tap(page, "p1/explorers/explorer_11")
    tap(page, "p1/heroes/ylud")
    tap(page, "p1/ylud_at", column)
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    reach(page, hunters)
    expect(foot(page, column).locator("li:not(.ghost)")).to_contain_text("Ylud")
    head = page.locator(".column[data-piece=hunter] .column__head")
    if gain:
        expect(page.locator(".ghost")).to_have_count(1)
        expect(foot(page, "hunter").locator(".ghost")).to_contain_text(f"Ylud +{gain}")
        expect(head).to_contain_text("36")
    else:
        expect(page.locator(".ghost")).to_have_count(0)
        expect(head).to_contain_text("49")
    assert not wide(page)
    assert axe(page) == ""


@pytest.mark.parametrize("phone", [{}, {"locale": "ja", "color_scheme": "dark"}], indirect=True)
def test_a_total_says_that_it_lacks_what_waits_for_the_network(page, phone):
    page.goto(blank_sheet(page, "keyflower"))
    save(page, "p1/resources/wood", "3")
    phone.set_offline(True)
    enter(page, "p1/resources/gold", "5")
    enter(page, "p1/resources/iron", "3")
    beside = page.locator(".dock__now")
    two = re.compile("2 unsent, not counted|送信待ち2件は未集計")
    expect(beside).to_contain_text(two)
    enter(page, "p1/resources/iron", "5")  # the same cell once more
    expect(beside).to_contain_text(two)
    assert not wide(page)
    phone.set_offline(False)
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    expect(beside).to_contain_text(re.compile("5"))
    expect(beside).not_to_contain_text(re.compile("unsent|未集計"))


def entered(slug, seat):
    """A pad on which the rest of each section is none; the path of its sheet."""
    sheet = game(slug).sheet
    state = sheet.with_rest_none(sheet.read(seat))
    return f"/pad/{new_table.open_pad(game(slug), state).key}/p1/"


@pytest.mark.parametrize("phone", [{}, {"locale": "ja"}], indirect=True, ids=["en", "ja"])
def test_only_a_total_with_decisions_of_ours_is_called_best_arranged(page):
    ours = re.compile("best arranged|最善の配置で")
    so_far = re.compile("so far|途中")
    beside, total = page.locator(".dock__name"), page.locator(".dock__total")
    page.goto(blank_sheet(page, "keyflower", 1))
    expect(total).to_have_text("–")
    expect(beside).not_to_have_text(ours)
    expect(beside).not_to_have_text(so_far)
    enter(page, "p1/resources/gold", "5")
    expect(total).to_contain_text("≥")
    expect(beside).to_have_text(so_far)
    page.goto(entered("keyflower", {"seats": {"p1": {"resources": {"gold": 5}}}}))
    expect(total).to_have_text("5")
    expect(beside).not_to_have_text(ours)
    expect(beside).not_to_have_text(so_far)
    page.goto(entered("keyflower", examples("keyflower")["storage_release"].state))
    expect(total).to_have_text("6")
    expect(beside).to_have_text(ours)
