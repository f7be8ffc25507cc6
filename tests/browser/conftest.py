"""A phone in a test's hand: Chromium as installed on the machine, driven by Playwright.

@pytest.mark.parametrize("phone", [{"locale": "ja"}], indirect=True)
def test_home_is_japanese(page): ...
"""

import os
import shutil
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from playwright.sync_api import expect, sync_playwright

from companion import preload
from companion.operations.operational_problem import OperationalProblem
from companion.standalone import pyodide_files
from tests.browser.keystroke_model import Thumb
from tests.browser.standalone_site import BELOW, export
from tests.conftest import NO_BROWSER, NO_PARTS
from tests.once import made_once

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL = "chromium-headless-shell"
"""The same engine without a window around it, for half the processor time; taken where it is."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Whatever a page needs must come from the app itself.
    # `companion.test` is this machine under a name that browsers do not trust: as in a home Wi-Fi.
    "--host-resolver-rules=MAP companion.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, "
    "EXCLUDE 127.0.0.1",
]
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "en",
    "color_scheme": "light",
    "reduced_motion": "reduce",
}


def pytest_collection_modifyitems(items):
    for item in items:
        if "/tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)
            if not item.get_closest_marker("smoke"):
                item.add_marker(pytest.mark.slow)
            # Playwright's own clock does not reach a script that never ends.
            item.add_marker(pytest.mark.timeout(240, method="thread"))


@pytest.fixture(scope="session")
def playwright():
    # Playwright keeps an event loop in this thread; Django would refuse the database here.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=30_000)
    with sync_playwright() as playwright:
        yield playwright
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session")
def chromium():
    """Returns the path of the machine's Chromium."""
    path = next(filter(None, map(shutil.which, (SHELL, *NAMES))), None)
    if path is None:
        pytest.skip(NO_BROWSER)
    return path


@pytest.fixture(scope="session")
def browser(chromium, playwright):
    browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The whole app as an exported site; nobody writes into it."""
    own = Path(settings.VAR) / "phone"
    try:
        pyodide_files.part_paths(pyodide_files.folders_to_search(None, own))
    except OperationalProblem:
        try:
            pyodide_files.fetch(own)
        except OperationalProblem as trouble:
            pytest.skip(f"{NO_PARTS}: {trouble}")
    return made_once(tmp_path_factory, "site", lambda folder: export(folder, "--below", BELOW))


@pytest.fixture(scope="session", autouse=True)
def _read():
    """As a real server: everything is read before the first phone asks."""
    preload.load_all()


@pytest.fixture
def another(browser, live_server):
    """Call it for one more phone with its own cookies, by what it has of its own."""
    there = []

    def switched_on(**more):
        options = {"base_url": live_server.url, **PHONE, **more}
        there.append(browser.new_context(**options))
        there[-1].set_default_timeout(30_000)
        return there[-1]

    yield switched_on
    for context in there:
        context.close()


DARK = {"locale": "ja", "color_scheme": "dark"}


@pytest.fixture
def phones(another):
    """A page on each of three phones: English, Japanese in the dark, English again."""
    return [another(**more).new_page() for more in ({}, DARK, {})]


@pytest.fixture
def phone(another, request):
    """A fresh phone with its own cookies, on the live server.

    Parametrise it indirectly with what should differ: `{"locale": "ja"}`,
    `{"color_scheme": "dark"}`, `{"java_script_enabled": False}`, another viewport.
    """
    return another(**getattr(request, "param", {}))


@pytest.fixture
def page(phone):
    """A page on that phone; the test fails if a script breaks or the policy blocks something."""
    page = phone.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda message: (
            faults.append(message.text) if "Content Security Policy" in message.text else None
        ),
    )
    yield page
    assert faults == []


@pytest.fixture
def thumb(page):
    """A thumb on that page, which counts what it does."""
    return Thumb(page)


@pytest.fixture
def axe():
    """Call it with a page: the accessibility faults found there, as text; "" is good."""

    def faults(page):
        # What passed is not told: two megabytes on a long page, and twice the time.
        options = {"rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations"]}
        # What lies half under the bar at the bottom can be scrolled, which axe does not know.
        page.evaluate(
            "for (const each of document.querySelectorAll('.nav')) each.style.position = 'static'"
        )
        results = Axe().run(page, options=options)
        page.evaluate(
            "for (const each of document.querySelectorAll('.nav')) each.style.position = ''"
        )
        return results.generate_report() if results.violations_count else ""

    return faults
