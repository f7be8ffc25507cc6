"""A board asks as often as things happen; what is stored of a phone is at hand in both schemes."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from companion.models import Table

SECOND = 1000
MINUTE = 60 * SECOND


@pytest.fixture
def board(page, phone, live_server):
    """The scoreboard of a table under a clock of the test's own; it counts what it would ask."""
    host = Client()
    host.post("/open/keyflower/", {"p1/name": "Aki", "p2/name": "Mika"})
    cookie = {"name": "device", "value": host.cookies["device"].value, "url": live_server.url}
    phone.add_cookies([cookie])
    page.clock.install()
    # The answers take real time, and the test's minutes none: nothing new is all they ever say.
    page.route("**/table/*/?v=*", lambda route: route.fulfill(status=204))
    show(page, f"/table/{Table.objects.get().key}/")
    return page


def show(page, path):
    """Opens a page that polls, and counts from there."""
    page.goto(path)
    expect(page.locator("#board")).to_be_visible()
    page.evaluate(
        """() => {
            window.asked = 0;
            document.addEventListener("poll", () => { window.asked += 1; });
        }"""
    )


def asked(page, milliseconds):
    """Returns the number of polls within that time."""
    before = page.evaluate("window.asked")
    page.clock.run_for(milliseconds)
    return page.evaluate("window.asked") - before


def test_a_board_asks_more_rarely_the_longer_nothing_happens_and_at_once_at_a_touch(board):
    assert 4 <= asked(board, 10 * SECOND) <= 6
    asked(board, MINUTE)
    assert 5 <= asked(board, 30 * SECOND) <= 7
    asked(board, 5 * MINUTE)
    assert 3 <= asked(board, MINUTE) <= 5
    before = board.evaluate("window.asked")
    board.locator("h1, .board__row").first.dispatch_event("pointerdown")
    assert board.evaluate("window.asked") == before + 1
    assert 4 <= asked(board, 10 * SECOND) <= 6


def test_a_board_in_play_asks_every_second_while_things_happen(board):
    board.evaluate('() => document.getElementById("board").toggleAttribute("data-playing", true)')
    assert 9 <= asked(board, 10 * SECOND) <= 11
    asked(board, MINUTE)
    assert 5 <= asked(board, 30 * SECOND) <= 7


def test_the_page_that_invites_asks_twice_a_second_however_long_nobody_comes(board):
    show(board, f"{board.url}invite/")
    assert 18 <= asked(board, 10 * SECOND) <= 22
    asked(board, 10 * MINUTE)
    assert 18 <= asked(board, 10 * SECOND) <= 22


def test_a_board_that_nobody_sees_asks_nothing_and_at_once_when_it_is_seen(board):
    board.evaluate(
        """() => {
            window.seen = "hidden";
            Object.defineProperty(document, "visibilityState", { get: () => window.seen });
        }"""
    )
    assert asked(board, MINUTE) == 0
    board.evaluate(
        """() => {
            window.seen = "visible";
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    assert board.evaluate("window.asked") >= 1


def test_an_own_change_is_followed_by_a_look(board):
    asked(board, 10 * MINUTE)
    before = board.evaluate("window.asked")
    board.evaluate('() => { document.dispatchEvent(new Event("sent")); }')
    assert board.evaluate("window.asked") == before + 1
