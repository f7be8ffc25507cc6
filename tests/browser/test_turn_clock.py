"""Two hours of turns on three phones that sleep most of the time: all show the server's time."""

import time

from playwright.sync_api import expect

from companion.http import server_clock
from tests.browser.test_four_phones_play import hands, together

__all__ = ["hands"]

MINUTE = 60_000
DRIFT = 250
"""Milliseconds that a phone may be wrong at most."""


class Hours:
    """The server's clock and the phones', all stopped and moved by hand."""

    def __init__(self, skews, start):
        self.skews, self.now, self.asked = skews, start, set()
        for page, skew in skews.items():
            page.clock.pause_at((start + skew) / 1000)
            # what a page before asked for may still end
            page.on("request", lambda each: self.asked.add(each))
            page.on("requestfinished", lambda each: self.asked.discard(each))
            page.on("requestfailed", lambda each: self.asked.discard(each))

    def wait_until_quiet(self):
        """Waits until no answer is on its way; no clock moves meanwhile."""
        deadline = time.monotonic() + 10
        quiet = 0
        while quiet < 3:
            for page in self.skews:
                page.wait_for_timeout(20)
            quiet = 0 if self.asked else quiet + 1
            assert time.monotonic() < deadline, f"{len(self.asked)} still unanswered"

    def pass_by(self, ms):
        self.wait_until_quiet()
        self.now += ms
        for page in self.skews:
            page.clock.fast_forward(ms)  # as a phone that wakes up: a timer fires once at most


def shown(page):
    return page.locator(".turns__time").inner_text().strip()


def spelt(ms):
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def test_two_hours_with_sleeps_drift_less_than_a_quarter_second(hands, monkeypatch):
    host, ahead, behind, _none = hands
    together(hands)
    table = host.page.url.partition("invite")[0]
    start = round(time.time()) * 1000
    skews = {host.page: 0, ahead.page: 60 * MINUTE, behind.page: -90_000}
    for page, skew in skews.items():
        page.clock.install(time=(start + skew) / 1000)
        page.goto(f"{table}calculators/")
    hours = Hours(skews, start + MINUTE)
    monkeypatch.setattr(server_clock, "now_ms", lambda: hours.now)
    host.tap('form[action$="/turn"] button[name="pass"]')
    host.page.wait_for_selector(".turns__time")
    for hand in (ahead, behind):
        hand.page.goto(table)
        hand.page.wait_for_selector(".turns__time")
    ran = 0
    for ms in (5 * MINUTE, 55 * MINUTE, 1_500, 45 * MINUTE, 17 * MINUTE):
        for rest in (ms, 1000 - (ran + ms) % 1000 - DRIFT, 2 * DRIFT):
            hours.pass_by(rest)
            ran += rest
        # a quarter second after the second has changed, and so long before it changes again
        assert [shown(hand.page) for hand in hands[:3]] == [spelt(ran - DRIFT)] * 3
        hours.pass_by(1000 - 2 * DRIFT)
        ran += 1000 - 2 * DRIFT
        assert [shown(hand.page) for hand in hands[:3]] == [spelt(ran)] * 3


def test_one_tap_passes_on_and_all_see_it(hands, axe):
    together(hands)
    host, mika, small, _dark = hands
    table = host.page.url.partition("invite")[0]
    for hand in hands:
        hand.page.goto(table)
    host.page.goto(f"{table}calculators/")
    host.tap('form[action$="/turn"] button[name="pass"]')
    mika.page.wait_for_selector(".turns__time")
    first = mika.page.locator(".turns__who").inner_text()
    mika.tap(".turns__go .btn--main")
    small.page.wait_for_selector('.turns__go [name="pass"][value="p3"]')
    expect(mika.page.locator(".turns__who")).not_to_have_text(first, use_inner_text=True)
    for hand in hands:
        hand.page.locator("#turns-all summary").first.tap()
        hand.see("turns")
        assert axe(hand.page) == ""
