"""Times of a phone with the whole app, as its user feels them; prints, judges nothing.

    .venv/bin/python -m pytest -m bench -s tests/browser/test_standalone_app_bench.py

Wall time, and the processor time of the whole browser, page and compiler included, which other
work on the machine changes less; the load is told beside them.
"""

import os
import time
from statistics import median, quantiles

import pytest
from playwright.sync_api import expect

from tests.browser.cell_entry import enter
from tests.browser.scripts import script
from tests.browser.standalone_site import keep, stop_workers
from tests.browser.test_standalone_app import host, phone

__all__ = ["host", "phone"]

pytestmark = pytest.mark.bench
patient = pytest.mark.timeout(900, method="thread")

STARTS, LOOKS, CELLS = 20, 40, 60
FEW = 10
READING = 3
"""Seconds that somebody looks at the first page before looking something up."""
SLOWER = 4
STARTED = "first page after the worker was ended"
ASK = """async path => {
  const before = performance.now();
  const answer = await fetch(path);
  await answer.text();
  return performance.now() - before;
}"""
PICTURED = script("standalone_app_bench.pictured")
CELL = script("standalone_app_bench.cell")


def measured(phone, what, times, ask, first=lambda: None):
    """Ask so many times, each after what comes ``first``, and tell what it took."""
    walls, spent = [], []
    for n in range(times):
        first()
        before = phone.spent()
        walls.append(ask(n))
        spent.append(1000 * (phone.spent() - before))
    told = [f"{median(each):,.0f} ({quantiles(each, n=20)[-1]:,.0f})" for each in (walls, spent)]
    print(f"| {what} | {' | '.join(told)} |")


def start(page, host):
    stop_workers(page)
    return page.evaluate(ASK, host.base)


def opened(phone, host):
    page = phone.start()
    page.goto(host.base)
    expect(page.locator("#keep")).to_be_enabled()
    return page


def keep_timed(phone, page):
    """Measures from the tap on *Keep it*; the host is the same machine."""
    before, spent = time.perf_counter(), phone.spent()
    keep(page)
    wall, cpu = (1000 * each for each in (time.perf_counter() - before, phone.spent() - spent))
    print(f"| from *Keep it* to the start page, once | {wall:,.0f} | {cpu:,.0f} |")


def wait_for_the_rest(page):
    """Waits for the work behind the first page, until a picture makes starts short."""
    before = time.perf_counter()
    while not page.evaluate(PICTURED):
        time.sleep(0.1)
    print(
        f"| behind it, until its picture is kept | {1000 * (time.perf_counter() - before):,.0f} | |"
    )


def head(what):
    print(f"\nload {os.getloadavg()[0]:.1f}\n")
    print(f"| ms, median (p95){what} | wall time | processor time |\n| --- | --- | --- |")


@patient
def test_the_pace_of_a_phone_without_a_server(host, phone):
    head("")
    page = opened(phone, host)
    keep_timed(phone, page)
    wait_for_the_rest(page)
    page.goto(host.base + "score/keyflower/")
    page.click("button[name=players][value='2']")
    enter(page, "p1/resources/wood", "1")
    expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
    pad = page.url

    def looked_up(text):
        return lambda _n: page.evaluate(ASK, f"{host.base}find?q={text}")

    def begun_and_read():
        start(page, host)
        time.sleep(READING)

    measured(phone, STARTED, STARTS, lambda _n: start(page, host))
    measured(phone, "the first look-up after it", STARTS, looked_up("wood"), begun_and_read)
    measured(phone, "look-up: exact", LOOKS, looked_up("wood"))
    measured(phone, "look-up: a typing error", LOOKS, looked_up("keyflwoer"))
    measured(phone, "look-up: a question", LOOKS, looked_up("who wins a tie"))
    token = page.evaluate("JSON.parse(document.body.getAttribute('hx-headers'))['X-CSRFToken']")

    def cell(n):
        return page.evaluate(CELL, [pad, "p1/resources/wood", str(n % 9), token])

    measured(phone, "one cell, until it is kept", CELLS, cell)
    print(f"\nload {os.getloadavg()[0]:.1f}")


@patient
def test_the_pace_on_a_slower_processor(host, phone):
    """Wants a quiet machine: who stands still most of the time also waits for others."""
    head(f", {SLOWER} times slower")
    page = opened(phone, host)
    with phone.slower(SLOWER):
        keep_timed(phone, page)
        wait_for_the_rest(page)
        measured(phone, STARTED, FEW, lambda _n: start(page, host))
    print(f"\nload {os.getloadavg()[0]:.1f}")
