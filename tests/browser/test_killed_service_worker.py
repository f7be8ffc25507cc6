"""Whatever a phone said to be saved is there, wherever the worker that saved it was cut off.

The store alone (`browser/entered_data_store.js` of the standalone app), a worker writing as fast as
it can: two files of one number and many sizes, each write told only when it is done.
`COMPANION_MANY=1` cuts a thousand times.
"""

import os
import shutil
from pathlib import Path

import pytest

from tests.browser.conftest import ARGUMENTS, NAMES
from tests.browser.scripts import script
from tests.browser.standalone_site import Host, Phone

BROWSER = Path(__file__).parents[2] / "companion" / "standalone" / "browser"
CUTS = 1000 if os.environ.get("COMPANION_MANY") else 40
KEEPING = 'export const NAME = "cuts";\n'
WRITER = script("killed_service_worker.writer")
CUT = script("killed_service_worker.cut")


@pytest.fixture
def page(browser, tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    shutil.copy(BROWSER / "entered_data_store.js", folder)
    (folder / "site_files.js").write_text(KEEPING)
    (folder / "writer.js").write_text(WRITER)
    (folder / "index.html").write_text("<!doctype html><title>cuts</title>")
    host = Host(folder)
    host.start()
    path = next(filter(None, map(shutil.which, NAMES)))
    phone = Phone(browser.browser_type, path, ARGUMENTS, tmp_path / "phone")
    page = phone.start()
    page.goto(host.base + "index.html")
    yield page
    phone.kill()
    host.stop()


@pytest.mark.timeout(600, method="thread")
def test_no_cut_loses_what_was_told_or_leaves_a_half(page):
    page.set_default_timeout(600_000)
    found = page.evaluate(CUT, [CUTS, 7])
    assert found["faults"] == []
    assert found["last"] > CUTS


def test_of_two_writers_one_is_refused_and_nothing_is_mixed(page):
    told = page.evaluate(
        """async () => {
          const { load, save } = await import("./entered_data_store.js");
          const { count = 0 } = Object.fromEntries(await load());
          const both = await Promise.allSettled(["one", "two"].map(by => save({ by }, count)));
          return [both.map(each => each.status), (await load()).get("by")];
        }"""
    )
    assert sorted(told[0]) == ["fulfilled", "rejected"]
    assert told[1] == ("one" if told[0][0] == "fulfilled" else "two")
