"""The exported site on a plain web host: brought to a browser, cut off, killed, still there.

The parts are those of `manage.py export site --fetch`, fetched here if they are not there yet. The
site is made once, so all of it is one test: what one phone goes through in its life.
"""

import gzip
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.cell_entry import enter
from tests.browser.conftest import ARGUMENTS, NAMES
from tests.browser.newer_site_build import newer
from tests.browser.standalone_site import Host, Phone, export, keep, stop_workers

FIRST, REST = 22_900, 10_000_000
"""Bytes of the first page with all it needs, compressed as web hosts do, and of all that is fetched
for offline use."""


@pytest.fixture
def host(site):
    host = Host(site)
    host.start()
    yield host
    host.stop()


@pytest.fixture
def phone(browser, tmp_path, request):
    """A phone that can be killed; it shares nothing with the other tests' browser.

    Parametrise it indirectly with more arguments for the browser.
    """
    path = next(filter(None, map(shutil.which, NAMES)))
    arguments = [*ARGUMENTS, *getattr(request, "param", [])]
    phone = Phone(browser.browser_type, path, arguments, tmp_path / "phone")
    yield phone
    phone.kill()


@pytest.mark.timeout(600, method="thread")
def test_the_life_of_a_phone_without_a_server(host, phone, site, tmp_path):
    # -- somebody looks: one small page, and nothing more until they ask for it
    page = phone.start()
    page.goto(host.base)
    expect(page.locator("#keep")).to_be_enabled()
    asked = {path.removeprefix(host.below) or "index.html" for path in host.asked}
    there = [site / path for path in asked if (site / path).is_file()]
    assert sum(len(gzip.compress(path.read_bytes())) for path in there) < FIRST
    assert not any("parts/" in path for path in asked)
    assert sum(path.stat().st_size for path in (site / "parts").iterdir()) < REST

    # -- a connection that breaks: what has come need not come again
    host.most = 5
    page.locator("#keep").click()
    expect(page.get_by_text("did not arrive as a whole")).to_be_visible()
    come = {path for path in host.asked if "/parts/" in path}
    host.most = None
    host.asked.clear()
    keep(page)
    again = [path for path in host.asked if "/parts/" in path]
    assert len(again) == len(set(again))
    assert len(come & set(again)) <= 1  # the one that broke

    # -- no network any more, and no server either
    host.stop()
    page.goto(host.base + "find?q=keyflwoer")
    expect(page.locator("main")).to_contain_text("Hits")
    expect(page.locator("main")).to_contain_text("キーフラワー")
    page.goto(host.base + "score/keyflower/")
    page.click("button[name=players][value='2']")
    enter(page, "p1/resources/wood", "3")
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    pad = page.url

    # -- the sheet as a code: its link leads to the page that every host has, and from there on
    page.goto(re.sub(r"p1/(\?.*)?$", "code/", pad))
    link = page.input_value("[data-link]")
    assert link.startswith(f"{host.base}#B")
    page.goto(f"{host.base}about")
    page.goto(link)
    expect(page.locator("main")).to_contain_text("You have this sheet")
    page.get_by_role("button", name="Add it to mine").click()
    expect(page.locator("main")).to_contain_text("Nothing in it was new here")

    # -- no power: what was said to be saved is
    phone.kill()
    page = phone.start()
    page.goto(pad)
    expect(page.locator("input[name='p1/resources/wood']")).to_have_value("3")
    for leads_to in ("p2", "result"):
        page.locator("#steps > a").last.click()
        page.locator("[data-ahead=rest]").click()
        page.locator(f".btn--main[name=go][value={leads_to}]").click()
    expect(page.locator("main")).to_contain_text(re.compile("Ranking|points"))
    result = page.url
    page.goto(host.base + "history/")
    expect(page.locator("main")).to_contain_text("My games")
    page.goto(host.base + "keyflower/print")
    expect(page.locator("main")).to_contain_text("Keyflower")
    phone.kill()
    page = phone.start()
    page.goto(result)
    expect(page.locator("main")).to_contain_text(re.compile("Ranking|points"))
    page.goto(host.base + "keyflower/examples/whole_village")
    expect(page.locator("main")).to_contain_text("153 points")
    expect(page.locator("main")).to_contain_text("Proven best")
    page.locator(".seal > summary").click()
    page.locator("[data-proof]").click()
    expect(page.locator("#checked-p1")).to_contain_text("no way gives more than 153 points")
    page.goto(host.base + "about")
    expect(page.locator("main")).to_contain_text("MPL-2.0")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save everything as a file").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"SQLite format 3")

    # -- the browser clears away all but what was entered
    page.evaluate(
        "async () => { for (const name of await caches.keys()) await caches.delete(name) }"
    )
    stop_workers(page)
    page.goto(pad)
    expect(page.locator("body")).to_contain_text("it is fetched anew")
    host.start()
    page.goto(pad)
    expect(page.locator("input[name='p1/resources/wood']")).to_have_value("3", timeout=240_000)
    host.stop()

    # -- a newer build comes, is told, and finds what is there
    host.folder = newer(site, tmp_path / "newer")
    host.start()
    page.goto(pad)
    page.get_by_role("button", name="Use it now").click(timeout=240_000)
    expect(page.locator("[data-renewed]")).to_be_hidden(timeout=240_000)
    page.goto(pad)
    expect(page.locator("input[name='p1/resources/wood']")).to_have_value("3")

    # -- the site is withdrawn: nobody is stuck with it, and what was entered stays
    export(host.folder, "--withdraw")
    page.goto(host.base)
    # the worker before it ends first what it does behind its last page
    expect(page.get_by_role("heading", name="no longer offered")).to_be_visible(timeout=240_000)
    host.folder = site
    page.goto(host.base)
    keep(page)
    page.goto(pad)
    expect(page.locator("input[name='p1/resources/wood']")).to_have_value("3")
