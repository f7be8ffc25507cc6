"""A link leaves the phone over plain HTTP too, where browsers neither share nor copy by
themselves.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.cell_entry import rest_none


@pytest.fixture
def plain(page, live_server, settings):
    """A page by a name that is not this machine's own: no secure context, as in a home Wi-Fi."""
    settings.HOSTS = ["*"]
    page.goto(live_server.url.replace("localhost", "companion.test") + "/keyflower/print")
    assert page.evaluate("isSecureContext") is False
    assert page.evaluate("!navigator.clipboard && !navigator.share")
    entry = page.url.replace("/print", "/")
    page.goto(entry)
    page.goto(page.locator("a.gallery__item").first.evaluate("a => a.href"))
    return page


def test_copied_is_said_when_it_is_in_the_clipboard(plain):
    button = plain.locator("[data-share]")
    expect(button).to_have_text("Copy the link", use_inner_text=True)
    link = plain.locator("[data-link]").input_value()
    button.tap()
    plain.wait_for_function("() => document.querySelector('[data-share]').innerText === 'Copied'")
    plain.goto(plain.url.partition("/keyflower")[0] + "/find")
    plain.locator("input[type=search]").focus()
    plain.keyboard.press("Control+V")
    assert plain.locator("input[type=search]").input_value() == link


def test_what_was_not_copied_is_not_called_so_but_marked(plain):
    plain.evaluate("document.execCommand = () => false")
    plain.locator("[data-share]").tap()
    plain.wait_for_function(
        "() => document.querySelector('[data-share]').innerText === 'Selected: now copy it'"
    )
    marked = plain.evaluate(
        "() => { const e = document.activeElement;"
        " return e.value.slice(e.selectionStart, e.selectionEnd); }"
    )
    assert marked == plain.locator("[data-link]").input_value()


def test_a_tap_on_the_link_marks_all_of_it(plain):
    field = plain.locator("[data-link]")
    field.tap()
    assert field.evaluate("e => [e.selectionStart, e.selectionEnd - e.value.length]") == [0, 0]


def test_where_a_phone_shares_it_is_asked_to(page):
    page.add_init_script("navigator.share = async what => { window.shared = what.url; }")
    page.goto("/score/keyflower/")
    page.locator('button[value="1"]').tap()
    page.wait_for_selector("#sheet")
    rest_none(page)
    page.locator('[data-end][value="result"]').tap()
    page.wait_for_load_state()  # its script is there
    button = page.locator("[data-share]")
    expect(button).to_have_text("Share the link", use_inner_text=True)
    button.tap()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("window.shared") == page.locator("[data-link]").input_value()
    expect(button).to_have_text("Share the link", use_inner_text=True)
