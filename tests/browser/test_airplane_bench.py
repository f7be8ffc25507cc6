"""How long a phone with the whole app takes, as its user feels it; prints, judges nothing.

    .venv/bin/python -m pytest -m bench -s tests/browser/test_airplane_bench.py

Wall time, since browser, worker and compiler share the work; the load is told beside it.
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


def told(what, times):
    high = quantiles(times, n=20)[-1]
    print(f"| {what} | {median(times):.0f} | {high:.0f} | {max(times):.0f} |")


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
        print("| ms | median | p95 | most |\n|---|---|---|---|")
        page.goto(host.base + "score/keyflower/")
        page.click("button[name=players][value='2']")
        enter(page, "p1/resources/wood", "1")
        expect(page.locator("body")).to_have_attribute("data-sheet", "saved")
        pad = page.url
        starts = []
        for _ in range(STARTS):
            stop_workers(page)
            starts.append(page.evaluate(ASK, host.base))
        told("first page after the worker was ended", starts)
        for what, text in (
            ("exact", "wood"),
            ("slip", "keyflwoer"),
            ("question", "who wins a tie"),
        ):
            asked = [page.evaluate(ASK, f"{host.base}find?q={text}") for _ in range(LOOKS)]
            told(f"look-up, {what}", asked)
        token = page.evaluate("JSON.parse(document.body.getAttribute('hx-headers'))['X-CSRFToken']")
        cells = [
            page.evaluate(CELL, [pad, "p1/resources/wood", str(n % 9), token]) for n in range(CELLS)
        ]
        told("one cell, kept", cells)
        print(f"\nload {os.getloadavg()[0]:.1f}")
    finally:
        phone.kill()
        host.stop()
