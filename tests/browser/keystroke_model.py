"""Measures a thumb that enters a whole sheet, and counts what it does.

The model is of keystrokes: a tap with aiming, a digit on the pad, a flick for what is out of
sight, a look for a piece among others, a moment for each section. Nothing is measured in seconds,
so the figures are the same on every machine.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from math import ceil

from playwright.sync_api import Error, Page

from tests.browser.cell_entry import WAY
from tests.browser.scripts import script

TAP, DIGIT, FLICK, LOOK, SECTION = 1.0, 0.35, 0.8, 1.0, 1.2
"""Seconds, as design/ENTRY.md has them; a flick moves a page by 500 pixels."""
FLICKED = 500

PLACE = script("keystroke_model.place")
KIND = script("keystroke_model.kind")


@dataclass
class Thumb:
    """A thumb on a page. Every method does what it says, and counts it."""

    page: Page
    taps: int = 0
    digits: int = 0
    flicks: int = 0
    looks: int = 0
    sections: int = 0
    heights: dict[str, int] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        return (
            self.taps * TAP
            + self.digits * DIGIT
            + self.flicks * FLICK
            + self.looks * LOOK
            + self.sections * SECTION
        )

    def __str__(self) -> str:
        return (
            f"{self.taps} taps, {self.digits} digits, {self.looks} looks, {self.flicks} flicks, "
            f"{self.sections} sections: {self.seconds:.1f} s"
        )

    def touch(self, selector: str) -> None:
        """A finger on the middle of an element, or of the label that it is in; flicks as needed.

        Waits until the page has done what it does then: a click comes after the finger.
        """
        found = self.page.evaluate(PLACE, [selector, True])
        assert found, f"{selector} is not there"
        assert found["seen"], f"{selector} is covered or hidden"
        if found["moved"]:
            self.flicks += max(1, ceil(found["moved"] / FLICKED))
        self.page.touchscreen.tap(found["x"], found["y"])
        with suppress(Error):  # the tap led to another page
            for _ in range(200):  # a test may have stopped the page's own clock
                if self.page.evaluate("window.touched !== false"):
                    break

    def tap(self, selector: str, *, look: bool = False) -> None:
        """One tap; with ``look`` the piece had to be found among others."""
        self.touch(selector)
        self.taps += 1
        self.looks += look

    def piece(self, name: str, value: str = "1", *, look: bool = True) -> None:
        """The drawn piece whose cell is that; ``value`` is a face, where it has faces."""
        self.tap(f'input[name="{name}"]:is([value="{value}"], .num)', look=look)

    def type(self, digits: str) -> None:
        """Digits on the pad that is open."""
        for digit in digits:
            self.touch(f'#keys [data-digits] [data-key="{digit}"]')
            self.digits += 1

    def count(self, number: str) -> None:
        """A number for the cell that the pad is at: its key, or digits and the next key."""
        key = self.page.locator(f'#keys [data-direct] [data-key="{number}"]')
        if key.is_visible():
            self.key(number)
            return
        if self.page.locator("#keys [data-direct]").is_visible():
            self.key("digits")
        self.type(number)
        self.on()

    def side(self, name: str, face: str) -> None:
        """A side of a die, then the face that it is to show."""
        self.tap(f'select[name="{name}"]')
        self.tap(f'[data-panel]:not([hidden]) [data-face="{face}"]', look=True)

    def key(self, value: int | str) -> None:
        """One key of the direct pad, or one that is no digit."""
        self.tap(
            f"#keys :is([data-direct]:not([hidden]) *, [data-digits]:not([hidden]) *)"
            f'[data-key="{value}"]'
        )

    def on(self) -> None:
        """The pad's next key, which lies among the digits."""
        self.touch('#keys [data-digits] [data-key="next"]')
        self.digits += 1

    def section(self, name: str) -> None:
        """A section begins that has opened by itself, or with the last tap."""
        self.page.locator(f"#part-{name}.now").wait_for()
        self.sections += 1

    def measure(self, name: str) -> None:
        """Records the height of the page with this section open."""
        self.heights[name] = self.page.evaluate("document.documentElement.scrollHeight")

    def go(self, name: str) -> None:
        """The section's tab in the row of steps."""
        self.tap(f'#steps a[href="#part-{name}"]')
        self.section(name)

    def enter(self, name: str, value: object) -> None:
        """One cell, by whatever its control is; nothing for what is no cell of this page."""
        if "/none/" in name:
            self.rest_none(name.replace("/none/", "-"))
            return
        kind = self.page.evaluate(KIND, name)
        said = "1" if value is True else str(value)
        if kind is None:
            return
        if kind["part"]:
            self.go(kind["part"])
        while way := self.page.locator(f'[name="{name}"]').first.evaluate(WAY):
            self.tap(way)
        match kind["is"]:
            case "faces":
                self.side(name, said)
            case "pile":
                self.tap(f'[data-pile]:has([name="{name}"]) [data-set="{said}"]')
            case "more":
                for n in range(int(said)):
                    self.piece(name, look=not n)
            case "cycle":
                self.tap(f'[name="{name}"]', look=True)
                while self.page.locator(f'[name="{name}"]').input_value() != said:
                    self.tap(f'[name="{name}"]')
            case "number":
                self.number(name, said)
            case _:
                self.piece(name, said)

    def rest_none(self, section: str) -> None:
        """The rest of a section is none: the button that also goes on to the next one."""
        if not self.page.locator(f'#steps a[href="#part-{section}"]').count():
            return
        if not self.page.locator(f"#part-{section}.now").count():
            self.go(section)
        if self.page.locator("#keys [data-close]").is_visible():
            self.tap("#keys [data-close]")
        while self.page.locator(".part.now [data-onward]").is_visible():
            self.tap(".part.now [data-onward]")
        self.saved()  # the last answer may have been the last blank of the section
        if self.page.locator("#steps [aria-current][data-rest]").count():
            self.tap("[data-ahead=rest]")

    def number(self, name: str, digits: str) -> None:
        """A number on the pad, which opens at its cell unless the walk has come there."""
        if self.page.evaluate("document.activeElement.name") != name:
            self.tap(f'[name="{name}"]')
        self.count(digits)

    def saved(self) -> None:
        """Waits until everything has arrived."""
        self.page.locator("#dock [data-state=saved]").wait_for(state="attached")


def send(page: Page, path: str, form: dict[str, str]) -> str:
    """Sends a form as that phone would; returns the path that the answer leads to.

    No page is drawn: for a test that begins on a page behind it.
    """
    opened = page.request.get(path)
    token = next(c["value"] for c in page.context.cookies() if c["name"] == "csrftoken")
    answer = page.request.post(
        path,
        form={**form, "csrfmiddlewaretoken": token},
        headers={"Referer": opened.url},
        max_redirects=0,
    )
    return answer.headers["location"]


def open_table(page: Page, slug: str, *names: str, **options: str) -> str:
    """Opens a table of that game with these players, this phone as the first; its path."""
    form = {f"p{n}/name": name for n, name in enumerate(names, 1)}
    return send(page, f"/open/{slug}/", form | options).removesuffix("invite/")


def sat(host: Page, player: Page, table: str) -> None:
    """The player sits down on the second seat by the code that the host sees."""
    host.goto(f"{table}/invite/")
    player.goto(f"/join/{host.locator('.invite__code').inner_text()}/")
    player.click("button[value='p2']")
    player.wait_for_selector("#board")


def blank_table(page: Page, slug: str, players: int = 4) -> str:
    """The sheet of the first seat of a new table of that game; its path."""
    names = map(str, range(1, players + 1))
    path = open_table(page, slug, *names) + "sheet/p1/"
    page.goto(path)
    page.wait_for_selector("#sheet .part.now")
    return path


def blank_sheet(page: Page, slug: str, players: int = 4) -> str:
    """A new pad of that game, open at its first seat; its path."""
    path = send(page, f"/score/{slug}/", {"players": str(players)})
    page.goto(path)
    page.wait_for_selector("#sheet .part.now")
    return path
