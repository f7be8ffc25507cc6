"""A finger that taps at random, seeded: what is seen is looked at after each tap, and compared
with what is stored every so often.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Error, Page

from tests.browser.scripts import script

SOON = 16
"""Quarters of a second until what is seen has to be what is stored."""

WATCH = script("random_taps.watch")

NEXT = script("random_taps.next")

FAULTS = script("random_taps.faults")

STORED = script("random_taps.stored")


@dataclass
class Finger:
    """Taps a page at random. Every fault is kept with the taps that led there."""

    page: Page
    taps: int = 0
    trail: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def run(self, taps: int, draw: random.Random) -> None:
        """So many taps, after which what is seen is what is stored."""
        for _ in range(taps):
            self.tap(draw)
        self.settle()

    def tap(self, draw: random.Random) -> None:
        self.page.evaluate(WATCH)
        draws = [draw.random(), draw.random() < 0.06]
        at = self.page.evaluate(NEXT, draws)
        while at and at.get("later"):
            self.page.wait_for_function("() => !asked && document.body.dataset.sheet !== 'saving'")
            at = self.page.evaluate(NEXT, draws)
        if at is None:
            self.fault("nothing can be tapped")
            self.page.keyboard.press("Escape")
            return
        if at["lost"]:
            self.fault(f"the focus was lost from {at['lost']}")
        self.trail.append(at["what"])
        self.taps += 1
        if at["what"] == "button undo":
            self.undo(at)
        else:
            self.page.touchscreen.tap(at["x"], at["y"])
        for fault in self.page.evaluate(FAULTS):
            self.fault(fault)

    def undo(self, at: dict[str, Any]) -> None:
        """One tap sends one request; who takes back looks at what that was."""
        try:
            with self.page.expect_request(lambda one: "go=undo" in (one.post_data or "")):
                self.page.touchscreen.tap(at["x"], at["y"])
        except Error:
            self.fault("undo sent nothing")
        self.page.wait_for_function("() => !asked && document.body.dataset.sheet !== 'saving'")

    def settle(self) -> None:
        """Everything was sent; what is seen is what a fresh page shows."""
        self.page.keyboard.press("Escape")  # nothing comes in while a number is being typed
        self.page.evaluate("window.was = ''")
        self.page.wait_for_function(
            "() => !asked && !['saving', 'waiting'].includes(document.body.dataset.sheet)"
        )
        faults = self.page.evaluate(STORED)
        for _ in range(SOON):  # what came by another way, as from the log, comes with a poll
            if not faults:
                return
            self.page.wait_for_timeout(250)
            faults = self.page.evaluate(STORED)
        for fault in faults:
            self.fault(fault)

    def log(self, table: str) -> None:
        """Takes the last change back in the log, or brings it back where it was an undo."""
        other = self.page.context.new_page()
        other.goto(f"{table}/log/")
        other.locator(".log form button").first.tap()
        other.wait_for_load_state()
        other.close()

    def fault(self, what: str) -> None:
        self.faults.append(f"{what}, after {self.taps} taps: {' · '.join(self.trail[-9:])}")
