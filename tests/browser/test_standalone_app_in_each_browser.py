"""The exported site in every engine that is here: kept, without a host, closed and opened again.

Chromium is the machine's, Firefox and WebKit are those of `playwright install firefox webkit`. What
needs a browser that can be killed is in test_standalone_app.py.
"""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.cell_entry import enter
from tests.browser.conftest import ARGUMENTS
from tests.browser.standalone_site import Host, keep
from tests.conftest import NO_ENGINE


@pytest.fixture(params=[pytest.param("chromium", marks=pytest.mark.smoke), "firefox", "webkit"])
def phone(request, playwright, tmp_path):
    """A page in a browser of that engine; opened again, it has what it had."""
    engine = getattr(playwright, request.param)
    options = {}
    if request.param == "chromium":
        path = request.getfixturevalue("chromium")
        options = {"executable_path": path, "args": ARGUMENTS}
    elif not Path(engine.executable_path).exists():
        pytest.skip(f"{request.param}: {NO_ENGINE}")
    there = []

    def opened():
        while there:
            there.pop().close()
        context = engine.launch_persistent_context(
            tmp_path / "phone", locale="en", viewport={"width": 390, "height": 844}, **options
        )
        there.append(context)
        context.set_default_timeout(60_000)
        context.set_default_navigation_timeout(240_000)
        return context.new_page()

    yield opened
    while there:
        there.pop().close()


@pytest.mark.timeout(600, method="thread")
def test_it_is_kept_and_there_again_without_a_host(phone, site):
    host = Host(site)
    host.start()
    try:
        page = phone()
        page.goto(host.base)
        keep(page)
    finally:
        host.stop()
    page.goto(f"{host.base}find?q=keyflwoer")
    expect(page.locator("main")).to_contain_text("キーフラワー")
    page.goto(f"{host.base}score/keyflower/")
    page.click("button[name=players][value='2']")
    enter(page, "p1/resources/wood", "3")
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    pad = page.url
    page = phone()
    page.goto(pad)
    expect(page.locator("input[name='p1/resources/wood']")).to_have_value("3")
