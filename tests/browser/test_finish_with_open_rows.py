"""The end with open rows: from *Finish* to a settled podium on the phone that knows."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from companion.models import Table
from companion.tables import ledger
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


def test_the_button_beside_a_number_is_on_one_line(page, phone, live_server):
    host = Client()
    host.post("/open/map_masters/", {"p1/name": "Aki", "p2/name": "Mika"})
    table = Table.objects.get()
    ledger.write(table.key, None, "p1", {"p1/primary_1": 3, "p2/primary_1": 2}, 1, "x")
    secret = host.cookies["device"].value
    phone.add_cookies([{"name": "device", "value": secret, "url": live_server.url}])
    page.goto(f"/table/{table.key}/")
    page.locator('button[name="go"][value="finish"]').tap()
    beside = page.locator(".replies .btn:visible").first
    assert beside.bounding_box()["height"] <= 48
