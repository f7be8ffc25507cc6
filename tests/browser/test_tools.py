"""Calculators on a phone, in both languages and schemes: a roll takes three taps."""

import pytest

from companion.models import Table
from tests.browser.conftest import PHONE
from tests.browser.hand import enter, tap


@pytest.fixture(params=[("en-US", "light"), ("ja-JP", "dark")], ids=["en", "ja"])
def phone(request, browser, live_server):
    locale, scheme = request.param
    context = browser.new_context(
        base_url=live_server.url, **{**PHONE, "locale": locale, "color_scheme": scheme}
    )
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


def opened(phone, slug):
    phone.goto(f"/open/{slug}/")
    for n, name in enumerate(("Aki", "ミカ"), 1):
        phone.fill(f"#p{n}-name", name)
    phone.locator("main button").last.click()
    phone.wait_for_selector(".invite__code")
    return phone.url.split("/invite")[0]


def test_a_roll_is_applied_with_three_taps(phone, axe):
    table = opened(phone, "dice_forge")
    phone.goto(f"{table}/calculators/roll/")
    assert axe(phone) == ""
    # light die: the sun; dark die: 2 glory
    phone.locator('label:has(input[name="p1/came_1"])').last.tap()
    tap(phone, "p1/came_2", "side_5")
    phone.locator('button[name="apply"]').tap()
    phone.wait_for_selector("main .note")
    assert axe(phone) == ""
    phone.goto(f"{table}/sheet/p1/")
    assert phone.input_value('input[name="p1/reserve/sun"]') == "1"
    assert phone.input_value('input[name="p1/glory"]') == "2"
    phone.goto(f"{table}/log/")
    phone.locator(".log form button").first.tap()
    phone.wait_for_selector(".log s")
    phone.goto(f"{table}/sheet/p1/")
    assert phone.input_value('input[name="p1/glory"]') == ""


def test_an_offer_waits_for_the_answer_to_what_was_last_entered(phone):
    table = opened(phone, "dice_forge")
    phone.goto(f"{table}/calculators/roll/")
    offer = phone.locator('button[name="apply"]')
    phone.locator('label:has(input[name="p1/came_1"])').last.tap()
    offer.wait_for()
    assert offer.is_enabled()
    phone.route("**/calculators/roll/?**", lambda route: route.abort())
    tap(phone, "p1/came_2", "side_5")
    assert offer.is_disabled()


def test_what_waits_is_sent_from_a_calculator_too(phone):
    table = opened(phone, "dice_forge")
    phone.goto(f"{table}/sheet/p1/")
    phone.context.set_offline(True)
    enter(phone, "p1/glory", "7")
    phone.wait_for_selector('body[data-sheet="waiting"]')
    phone.route("**/sheet/p1/", lambda route: route.abort())
    phone.context.set_offline(False)
    phone.goto(f"{table}/calculators/roll/")
    assert phone.locator("#sheet").count() == 0
    assert Table.objects.get().state["seats"]["p1"].get("glory") is None
    phone.unroute("**/sheet/p1/")
    phone.wait_for_function("() => !Object.keys(localStorage).some(k => k.startsWith('edit:'))")
    assert Table.objects.get().state["seats"]["p1"]["glory"] == 7


def test_what_was_refused_is_not_called_saved(phone):
    table = opened(phone, "dice_forge")
    phone.goto(f"{table}/sheet/p1/")
    enter(phone, "p1/glory", "??")
    phone.wait_for_selector("#p1-glory-says .err, #p1-glory-says *")
    phone.wait_for_selector('[data-state="refused"]')
    enter(phone, "p1/glory", "7")
    phone.wait_for_selector('[data-state="saved"]')


@pytest.mark.parametrize(
    ("slug", "tool"),
    [("nidavellir", "gems"), ("map_masters", "path"), ("diploma", "mana"), ("dice_forge", "odds")],
)
def test_calculators_fit_the_screen_and_everybody(phone, axe, slug, tool):
    for path in (f"/{slug}/calculators/", f"/{slug}/calculators/{tool}/"):
        phone.goto(path)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        assert axe(phone) == ""


def test_the_history_fits_the_screen_and_everybody(phone, axe):
    table = opened(phone, "keyflower")
    assert axe(phone) == ""
    phone.goto(f"{table}/")
    phone.locator('button[value="finish"]').click()
    phone.wait_for_selector("#sure")  # nobody has entered anything
    assert axe(phone) == ""
    phone.locator('button[value="finish"]').click()
    phone.wait_for_selector("#end")
    phone.goto("/history/")
    phone.locator(".person summary").first.click()
    assert axe(phone) == ""
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.goto("/open/nidavellir/")
    assert axe(phone) == ""
