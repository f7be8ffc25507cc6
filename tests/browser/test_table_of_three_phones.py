"""One table, three phones: join, enter, reveal, finish; two values of a cell. In two languages."""

import pytest
from playwright.sync_api import expect

from tests.browser.cell_entry import enter, rest_none, save, tap
from tests.browser.finish_game import finish
from tests.browser.keystroke_model import open_table, sat
from tests.browser.test_undo_on_sheet import sections


def board_says(page, text):
    page.wait_for_function(
        "text => document.querySelector('#board').innerText.includes(text)", arg=text
    )


def test_a_reveal_and_the_undo_after_it_leave_the_open_section_in_sight(phones):
    """The host's sheet is drawn anew with the row of who has shown theirs."""
    tom, mika, _ = phones
    table = open_table(tom, "map_masters", "Tom", "ミカ", screens="1").rstrip("/")
    sat(tom, mika, table)
    tom.goto(f"{table}/sheet/p1/")
    save(tom, "p1/primary_2", "7")
    here = sections(tom)
    rival = tom.locator('input[name="p2/primary_2"]')
    expect(rival).to_have_count(0)
    mika.goto(f"{table}/sheet/p2/")
    save(mika, "p2/primary_2", "4")
    mika.goto(f"{table}/")
    mika.locator("#reveal > summary").tap()
    mika.locator('form[action$="reveal"] button').tap()
    expect(rival).to_have_value("4")
    assert sections(tom) == here
    assert len(here[0]) == 1
    tom.locator("#undo").tap()
    expect(tom.locator("[data-undone]")).to_contain_text("7 → –")
    expect(tom.locator('input[name="p1/primary_2"]')).to_have_value("")
    expect(tom.locator('input[name="p1/primary_2"]')).to_be_focused()
    assert sections(tom) == here
    expect(rival).to_have_value("4")


@pytest.mark.smoke
def test_a_game_at_a_table(phones, axe):
    host, mika, tom = phones
    host.goto("/open/keyflower/")
    host.fill("#p1-name", "Aki")
    tap(host, "screens")
    host.get_by_role("button", name="Open the table").tap()
    for name in ("ミカ", "Tom"):  # without a phone, so far
        host.fill("#name", name)
        host.keyboard.press("Enter")
        expect(host.locator(".around")).to_contain_text(name)
    code = host.locator(".invite__code").inner_text()
    assert axe(host) == ""
    for phone, seat in ((mika, "p2"), (tom, "p3")):
        phone.goto(f"/join/{code}/")  # what the QR code holds
        phone.click(f'button[value="{seat}"]')
        phone.wait_for_selector("#board")
        phone.goto(f"{phone.url}sheet/{seat}/")

    # everybody enters; behind screens nobody sees the others
    table = host.url.split("/invite")[0]
    host.goto(f"{table}/sheet/p1/")
    enter(host, "p1/resources/gold", "3+4")
    enter(mika, "p2/resources/gold", "9")
    tap(tom, "p3/winter/keythedral")
    host.wait_for_selector('[data-state="saved"]')
    mika.wait_for_selector('[data-state="saved"]')
    tom.wait_for_selector('[data-state="saved"]')
    host.goto(f"{table}/")
    expect(host.locator("#board")).to_contain_text("?", use_inner_text=True)
    expect(host.locator("#board")).not_to_contain_text("9", use_inner_text=True)
    assert axe(host) == ""

    # screens go away, and scores arrive without reloading
    for phone in (mika, tom):
        phone.goto(f"{table}/")
        phone.locator("#reveal > summary").click()
        phone.locator('form[action$="reveal"] button').click()
        phone.wait_for_selector("#board")
    board_says(host, "12")
    board_says(host, "9")

    # the course of play, a timer and the start player, seen by everybody
    host.goto(f"{table}/")
    tom.goto(f"{table}/")
    for phone in (host, tom):
        phone.locator("#stage > summary").click()
    # Something is entered, so nobody knows how far the game is before somebody says so.
    host.locator('.stage__all button[value="setup"]').click()
    host.locator(".check__btn").first.click()
    tom.wait_for_selector('.check__btn[aria-pressed="true"]')
    host.locator('button[name="stage"][value="spring"]').click()
    board_says(tom, "Spring")
    host.goto(f"{table}/calculators/")
    host.locator('button[name="minutes"]').first.click()
    host.wait_for_selector(".timer")
    host.locator('button[name="first"][value="p1"]').click()
    host.wait_for_selector(".first")
    assert axe(host) == ""
    tom.wait_for_selector(".timer [data-until]")
    was = tom.locator(".timer__left").inner_text()
    tom.wait_for_function(
        "was => document.querySelector('.timer__left').innerText !== was", arg=was
    )
    board_says(tom, "Start player")
    assert axe(tom) == ""
    mika.goto(f"{table}/ask/p2/final/")
    assert axe(mika) == ""
    mika.goto(f"{table}/rules/")
    mika.fill("#q", "風車")
    mika.wait_for_selector("#hits .hit")

    # everybody says that the rest of each section is none
    for n, phone in enumerate((host, mika, tom), 1):
        phone.goto(f"{table}/sheet/p{n}/")
        rest_none(phone)
        phone.wait_for_selector('body:not([data-sheet="waiting"]):not([data-sheet="saving"])')

    # the end
    host.goto(f"{table}/")
    finish(host)
    host.wait_for_selector("#end")
    assert axe(host) == ""
    host.locator('a[href*="/result/"][href$="/"]').first.click()
    names = host.locator(".podium__name")
    assert [names.nth(n).inner_text() for n in range(3)] == ["Tom", "ミカ", "Aki"]
    assert axe(host) == ""

    # once more: the first phone opens the next game, the others follow with a tap
    host.goto(f"{table}/")
    host.locator('form[action$="again"] button').click()
    host.wait_for_url(lambda url: "/table/" in url and table not in url)
    tom.goto(f"{table}/")
    tom.locator('form[action$="again"] button').click()
    tom.wait_for_url(host.url)
