"""Faults on a phone that has the whole app: each ends in a page that works, or says it.

One phone for all of them, with a sheet on it; each test leaves the phone well.
"""

import re
import shutil
import sqlite3
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from companion.operations import database_checks, database_settings
from companion.standalone.restore_saved_file import parted
from tests.browser.cell_entry import enter
from tests.browser.conftest import ARGUMENTS, NAMES
from tests.browser.scripts import script
from tests.browser.standalone_site import START, Host, Phone, keep, stop_workers

WOOD = "p1/resources/wood"
STRICT = "default-src 'self'; script-src 'self'; style-src 'self'"
OLDER = "0009_phones_notes_and_limits"
"""The last migration of the older version that a phone may come from."""
LONG = 120_000
"""Milliseconds for Python to start the long way on a busy machine."""
PICTURE = script("standalone_app_faults.picture")
"""Takes the picture of the memory away, as no phone has one before its first start is through."""
KEPT = script("standalone_app_faults.kept")

pytestmark = pytest.mark.timeout(400, method="thread")


@pytest.fixture(scope="module")
def life(browser, site, tmp_path_factory):
    """A phone with the app and a sheet on it, and the host that it came from."""
    host = Host(site)
    host.start()
    path = next(filter(None, map(shutil.which, NAMES)))
    folder = tmp_path_factory.mktemp("phone")
    phone = Phone(browser.browser_type, path, ARGUMENTS, folder)
    page = phone.start()
    page.goto(host.base)
    keep(page)
    page.goto(host.base + "score/keyflower/")
    page.click("button[name=players][value='2']")
    enter(page, WOOD, "3")
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    yield SimpleNamespace(host=host, phone=phone, page=page, pad=page.url, site=site)
    phone.kill()
    host.stop()


@pytest.fixture
def page(life):
    stop_workers(life.page)
    return life.page


def still_there(life, wood="3"):
    life.page.goto(life.pad)
    expect(life.page.locator(f"input[name='{WOOD}']")).to_have_value(wood, timeout=LONG)


def saved(life):
    """Returns the file of *Save everything as a file*."""
    with life.page.expect_download() as file:
        life.page.get_by_role("link", name="Save everything as a file").first.click()
    return file.value.path().read_bytes()


def bring(life, path):
    life.page.goto(life.host.base + "phone/restore")
    life.page.set_input_files("#file", path)
    life.page.get_by_role("button", name="Bring it back").click()


def test_a_spoilt_picture_of_the_memory_only_costs_time(life, page):
    still_there(life)  # whoever enters something at once has a picture from the second start on
    stop_workers(page)
    spoilt = page.evaluate(
        """async base => {
          const shelf = await caches.open(`companion ${base}`);
          const at = (await shelf.keys()).find(each => each.url.includes("kept/image-"));
          const there = await shelf.match(at);
          const memory = new Uint8Array(await there.arrayBuffer());
          memory.fill(170, 1000000);
          await shelf.put(at, new Response(memory, { headers: there.headers }));
          return memory.length;
        }""",
        life.host.base,
    )
    assert spoilt > 10_000_000
    still_there(life)


def test_two_pages_of_one_sheet_both_write_and_both_see_it(life, page):
    still_there(life)
    other = page.context.new_page()
    other.goto(life.pad)
    enter(other, WOOD, "5")
    expect(other.locator("body")).to_have_attribute("data-sheet", "saved")
    enter(page, "p1/resources/stone", "2")
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    other.close()
    stop_workers(page)
    still_there(life, "5")
    expect(page.locator("input[name='p1/resources/stone']")).to_have_value("2")
    enter(page, WOOD, "3")
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")


def test_a_full_phone_says_that_it_is_not_saved_and_saves_it_later(life):
    # a browser that has just begun does not know yet how much room there was
    life.phone.kill()
    page = life.page = life.phone.start()
    devtools = page.context.new_cdp_session(page)
    origin = life.host.base.split("/games")[0]
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1000})
    still_there(life)
    enter(page, WOOD, "7")
    expect(page.locator("body")).to_have_attribute("data-sheet", "waiting")
    page.goto(life.host.base + "score/keyflower/")
    page.click("button[name=players][value='2']")
    expect(page.locator("main")).to_contain_text("no room left")
    assert saved(life).startswith(b"SQLite format 3")
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    # whichever page was open has sent it
    still_there(life, "7")
    expect(page.locator("body")).to_have_attribute("data-sheet", re.compile("^(saved)?$"))
    stop_workers(page)
    still_there(life, "7")
    enter(page, WOOD, "3")
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")


def test_what_the_browser_cleared_is_told_and_comes_back_from_a_file(life, page, tmp_path):
    page.goto(life.host.base + "about")
    file = tmp_path / "saved.sqlite3"
    file.write_bytes(saved(life))
    stop_workers(page)
    page.evaluate(PICTURE)
    page.evaluate(
        """base => new Promise((well, ill) => {
          const asked = indexedDB.deleteDatabase(`companion ${base}`);
          asked.onsuccess = () => well();
          asked.onerror = () => ill(asked.error);
        })""",
        life.host.base,
    )
    page.goto(life.pad)
    expect(page.locator("main")).to_contain_text("What you entered is gone")
    page.get_by_role("link", name="Go on").first.click()
    expect(page.get_by_role("heading", name="Bring back a saved file")).to_be_visible(timeout=LONG)
    bring(life, file)
    expect(page.get_by_role("heading", name=START)).to_be_visible(timeout=LONG)
    expect(page.locator(f"a.recent[href*='{life.pad.split('/pad/')[1][:8]}']")).to_be_visible()
    still_there(life)


def earlier(path, last):
    """The same database as an older version of the app had it."""
    with database_settings.temporary_alias(path) as alias:
        call_command("migrate", "companion", last, database=alias, verbosity=0)


def migrations(content, path):
    path.write_bytes(content)
    with sqlite3.connect(path) as found:
        applied = found.execute("SELECT name FROM django_migrations WHERE app = 'companion'")
        return sorted(row[0] for row in applied)


def test_an_older_versions_data_is_brought_to_this_one_with_what_was_entered(
    life, page, tmp_path, django_db_blocker
):
    page.goto(life.host.base + "about")
    older = tmp_path / "older.sqlite3"
    known = migrations(parted(saved(life))[0], older)
    assert known == sorted(database_checks.migration_names())
    with django_db_blocker.unblock():
        earlier(older, OLDER)
    assert migrations(older.read_bytes(), older) == known[: known.index(OLDER) + 1]
    stop_workers(page)
    put(life, older.read_bytes())
    still_there(life)
    enter(page, "p1/resources/stone", "4")
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    page.goto(life.host.base + "about")
    assert migrations(parted(saved(life))[0], tmp_path / "now.sqlite3") == known
    stop_workers(page)
    still_there(life)
    expect(page.locator("input[name='p1/resources/stone']")).to_have_value("4")


def future(path):
    content, _beside = parted(path.read_bytes())
    path.write_bytes(content)
    with sqlite3.connect(path) as found:
        found.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('companion', '9999_later', '2030-01-01')"
        )


def test_data_of_a_later_version_is_left_alone_and_that_is_said(life, page, tmp_path):
    page.goto(life.host.base + "about")
    now = tmp_path / "now.sqlite3"
    now.write_bytes(saved(life))
    later = tmp_path / "later.sqlite3"
    later.write_bytes(now.read_bytes())
    future(later)
    stop_workers(page)
    put(life, later.read_bytes())
    page.goto(life.pad)
    expect(page.locator("main")).to_contain_text("This is an older version of the app")
    assert saved(life)[:100] == later.read_bytes()[:100]
    put(life, parted(now.read_bytes())[0])
    still_there(life)


def put(life, content):
    """As another build would have kept it."""
    life.page.evaluate(
        f"""async ([base, content]) => {{ {KEPT}
          await within(base, kept => {{
            kept.put(new Uint8Array(content), "companion.sqlite3");
            kept.put("another build", "build");
          }});
        }}""",
        [life.host.base, list(content)],
    )


def test_a_strict_host_that_refuses_webassembly_is_told_so(life, page):
    host = Host(life.site)
    host.policy = STRICT
    host.start()
    other = page.context.new_page()
    other.goto(host.base)
    other.locator("#keep").click()
    expect(other.locator("main")).to_contain_text("wasm-unsafe-eval", timeout=LONG)
    other.close()
    host.stop()


def test_a_form_of_another_site_changes_nothing(life, page, tmp_path):
    (tmp_path / "evil").mkdir()
    form = (
        f'<form method="post" action="{life.host.base}language"><button name="language" value="ja">'
    )
    (tmp_path / "evil" / "index.html").write_text(f"<!doctype html>{form}x</button></form>")
    evil = Host(tmp_path / "evil")
    evil.start()
    other = page.context.new_page()
    other.goto(evil.base + "index.html")
    other.get_by_role("button").click()
    expect(other.locator("main")).to_contain_text("It came from another site")
    other.goto(life.host.base)
    expect(other.get_by_role("heading", name=START)).to_be_visible(timeout=LONG)
    other.close()
    evil.stop()
