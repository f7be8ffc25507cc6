"""The page says *saved* only of what is in the database, while everything fails in turn."""

import json
import os
import random
import signal
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.cell_entry import enter
from tests.browser.conftest import PHONE
from tests.browser.keystroke_model import blank_table
from tests.browser.test_unsaved_entries import answers
from tests.fire.test_kills_and_full_disk import limit_files
from tests.real_server import Server

TRIALS = 102
PIECES = ("wood", "stone", "iron", "gold")


@contextmanager
def killed(server: Server, phone: BrowserContext) -> Iterator[None]:
    server.kill()
    yield
    server.start()


@contextmanager
def restarted(server: Server, phone: BrowserContext) -> Iterator[None]:
    """The phone writes while the old one ends and the new one begins."""

    def renew() -> None:
        assert server.process
        os.kill(server.process.pid, signal.SIGTERM)
        server.process.wait()
        server.start()

    renewing = threading.Thread(target=renew)
    renewing.start()
    yield
    renewing.join()


@contextmanager
def no_file_grows(server: Server, phone: BrowserContext, room: bool) -> Iterator[None]:
    """With ``room`` what is there can still be written over, as on a full disk."""
    size = (server.var / "companion.sqlite3").stat().st_size
    limit_files(server, size if room else 0)
    yield
    limit_files(server, -1)


@contextmanager
def refused(server: Server, phone: BrowserContext) -> Iterator[None]:
    too_many = answers(429, **{"Retry-After": "1"})

    def unless_read(route: Route) -> None:
        route.continue_() if route.request.method == "GET" else too_many(route)

    phone.route("**/sheet/**", unless_read)
    yield
    phone.unroute("**/sheet/**")


@contextmanager
def cut(server: Server, phone: BrowserContext) -> Iterator[None]:
    phone.set_offline(True)
    yield
    phone.set_offline(False)


FAULTS: dict[str, Callable[[Server, BrowserContext], Any]] = {
    "killed": killed,
    "restarted": restarted,
    "a full disk": partial(no_file_grows, room=True),
    "nothing can be written": partial(no_file_grows, room=False),
    "429": refused,
    "no network": cut,
}


def stored(var: Path) -> dict[str, Any]:
    with closing(sqlite3.connect(f"file:{var / 'companion.sqlite3'}?mode=ro", uri=True)) as found:
        [(state,)] = found.execute("SELECT state FROM companion_table")
    cells: dict[str, Any] = json.loads(state)["seats"]["p1"].get("resources", {})
    return cells


def said(page: Page) -> str | None:
    return page.locator("body").get_attribute("data-sheet")


@pytest.mark.fire
@pytest.mark.timeout(3600)
def test_saved_is_said_of_nothing_that_is_not_there(browser, tmp_path):
    draw, met, entered = random.Random(1), Counter(), {}
    server = Server(tmp_path, workers=2)
    server.start()
    phone = browser.new_context(base_url=server.base, **PHONE)
    page = phone.new_page()
    try:
        blank_table(page, "keyflower", 2)
        for n in range(TRIALS):
            name = draw.choice([*FAULTS]) if n >= len(FAULTS) else [*FAULTS][n]
            with FAULTS[name](server, phone):
                for piece in draw.sample(PIECES, draw.randint(1, 2)):
                    entered[piece] = entered.get(piece, 0) % 29 + 1
                    enter(page, f"p1/resources/{piece}", str(entered[piece]))
                    page.wait_for_function("() => document.body.dataset.sheet !== 'saving'")
                    # read after what is said, so that what is there was there when it was said
                    word, there = said(page), stored(tmp_path)
                    met[f"{name}: {word}"] += 1
                    assert word != "saved" or there == entered, (n, name, there, entered)
            expect(page.locator("body")).to_have_attribute("data-sheet", "saved", timeout=60_000)
            assert stored(tmp_path) == entered, (n, name)
            print(n, name, dict(met)) if n % 10 == 9 else None
    finally:
        phone.close()
        server.kill()
    print(f"{TRIALS} trials, no false *saved*: {dict(sorted(met.items()))}")
