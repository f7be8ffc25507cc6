"""How long a phone with the whole app takes, as its user feels it; prints, judges nothing.

    .venv/bin/python -m pytest -m bench -s tests/browser/test_airplane_bench.py

Wall time, and the processor time of the whole browser, page and compiler included, which other
work on the machine changes less; the load is told beside them.
"""

import os
import shutil
import time
from statistics import median, quantiles

import pytest
from playwright.sync_api import expect

from tests.browser.airplane import Host, Phone, keep, stop_workers
from tests.browser.conftest import ARGUMENTS, NAMES
from tests.browser.hand import enter

pytestmark = [pytest.mark.bench, pytest.mark.timeout(900, method="thread")]

STARTS, LOOKS, CELLS = 20, 40, 60
ASK = """async path => {
  const before = performance.now();
  const answer = await fetch(path);
  await answer.text();
  return performance.now() - before;
}"""
CELL = """async ([path, name, value, token]) => {
  const before = performance.now();
  const answer = await fetch(path, {
    method: "POST",
    headers: { "HX-Request": "true", "HX-Trigger-Name": name, "X-CSRFToken": token },
    body: new URLSearchParams({ [name]: value, base: "999999", form: `bench${value}x${before}` }),
  });
  await answer.text();
  if (!answer.ok) throw new Error(answer.status);
  return performance.now() - before;
}"""


def measured(phone, what, times, ask):
    """Ask so many times, and tell what it took."""
    walls, spent = [], []
    for n in range(times):
        before = phone.spent()
        walls.append(ask(n))
        spent.append(1000 * (phone.spent() - before))
    high = [quantiles(each, n=20)[-1] for each in (walls, spent)]
    print(f"| {what} | {median(walls):.0f} ({high[0]:.0f}) | {median(spent):.0f} ({high[1]:.0f}) |")


def test_the_pace_of_a_phone_without_a_server(browser, site, tmp_path):
    host = Host(site)
    host.start()
    path = next(filter(None, map(shutil.which, NAMES)))
    phone = Phone(browser.browser_type, path, ARGUMENTS, tmp_path / "phone")
    try:
        page = phone.start()
        page.goto(host.base)
        expect(page.locator("#keep")).to_be_enabled()
        before = time.perf_counter()
        keep(page)
        print(f"\nload {os.getloadavg()[0]:.1f}")
        print(f"from the tap to the start page {time.perf_counter() - before:.1f} s\n")
        print("| ms, median (p95) | wall | processor |\n|---|---|---|")
        page.goto(host.base + "score/keyflower/")
        page.click("button[name=players][value='2']")
        enter(page, "p1/resources/wood", "1")
        expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
        pad = page.url

        def start(_n):
            stop_workers(page)
            return page.evaluate(ASK, host.base)

        measured(phone, "first page after the worker was ended", STARTS, start)
        for what, text in (
            ("exact", "wood"),
            ("slip", "keyflwoer"),
            ("question", "who wins a tie"),
        ):
            path = f"{host.base}find?q={text}"
            measured(
                phone, f"look-up, {what}", LOOKS, lambda _, path=path: page.evaluate(ASK, path)
            )
        token = page.evaluate("JSON.parse(document.body.getAttribute('hx-headers'))['X-CSRFToken']")

        def cell(n):
            return page.evaluate(CELL, [pad, "p1/resources/wood", str(n % 9), token])

        measured(phone, "one cell, kept", CELLS, cell)
        print(f"\nload {os.getloadavg()[0]:.1f}")
    finally:
        phone.kill()
        host.stop()
