"""Two phones at a set-up page: one is in, one draws, both see the draw and check it.

A pad's one phone draws by itself.
"""

import re

from playwright.sync_api import expect

from tests.browser.keystroke_model import open_table, sat


def test_what_one_phone_draws_the_other_sees_and_checks(phones, axe):
    aki, mika, _ = phones
    table = open_table(aki, "keyflower", "Aki", "ミカ")
    sat(aki, mika, table.rstrip("/"))

    mika.goto(f"{table}set-up/")
    expect(mika.locator("[data-own-number]")).to_have_value(re.compile("^[0-9a-f]{32}$"))
    shown = mika.locator("#draws [name=print]").get_attribute("value")
    mika.click("#do button[name=in]")
    expect(mika.locator("#do button[name=draw]")).to_be_visible()  # being in, it may draw next

    aki.goto(f"{table}set-up/")
    expect(aki.locator("#draws [name=print]")).to_have_value(shown)
    expect(aki.locator("[data-own-number]")).not_to_have_value("")
    aki.locator("#do button[name=draw]").click()
    homes = aki.locator("[aria-labelledby=draw-homes] .lots__lot")
    expect(homes).to_have_count(2)
    drawn = mika.locator("[aria-labelledby=draw-homes] .lots__lot")
    expect(drawn).to_have_count(2)  # by its poll
    numbers = [text.strip()[-1] for text in homes.all_inner_texts()]
    assert [text.strip()[-1] for text in drawn.all_inner_texts()] == numbers
    expect(mika.locator("#draws [name=print]")).not_to_have_value(shown)

    mika.route("**/set-up/?v=*", lambda route: route.abort())  # nothing is swapped from here on
    mika.goto(f"{table}set-up/")
    mika.locator("#how summary").click()
    mika.locator("[data-check-draws]").click()
    expect(mika.locator("[data-seed] [data-right]")).to_be_visible()
    mika.locator("[data-seed]").evaluate("each => { each.dataset.seed += '0' }")
    mika.locator("[data-check-draws]").click()
    expect(mika.locator("[data-seed] [data-wrong]")).to_be_visible()
    for phone in (aki, mika):
        wide = phone.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        assert axe(phone) == ""


def test_a_press_without_a_network_leads_back_to_its_button(page, phone):
    """Not to the browser's own page, from which nothing leads back."""
    set_up = f"{open_table(page, 'nidavellir', 'Aki', 'Mika')}set-up/"
    page.goto(set_up)
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    draw = page.locator("#do button[name=draw]")
    phone.set_offline(True)
    draw.tap()
    expect(page.locator("main")).to_contain_text("has to be pressed again")
    phone.set_offline(False)
    expect(draw).to_be_visible()
    assert page.url.endswith(set_up)
    before = page.locator(".lots__lot").count()
    draw.tap()
    expect(page.locator(".lots__lot")).to_have_count(before + 2)  # a gem for each
