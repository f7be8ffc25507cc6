"""The end with open rows: from *Finish* to a settled podium on the phone that knows."""

import pytest
from playwright.sync_api import expect

from tests.web.test_open_questions import Evening

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_open_rows_are_three_taps_to_a_settled_podium(page, phone, live_server):
    evening, taps = Evening("p1", "p3"), 0
    secret = evening.host.cookies["device"].value
    phone.add_cookies([{"name": "device", "value": secret, "url": live_server.url}])
    page.goto(evening.at)
    page.locator('button[name="go"][value="finish"]').tap()
    taps += 1
    for left, captive in ((2, "explorer_12"), (1, "explorer_5")):
        expect(page.locator("#asks")).to_contain_text("One" if left == 1 else "2 answers")
        page.locator(f'.reply[value="{captive}"]').first.tap()
        taps += 1
    expect(page.locator('[data-place="1"]')).to_contain_text("Aki")
    expect(page.locator(".end__line")).to_contain_text("Aki wins by")
    assert taps <= 3
