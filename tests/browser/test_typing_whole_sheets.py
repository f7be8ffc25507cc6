"""Written sheets of each game, typed at a person's speed and read back from the table.

The largest one in every check; ``COMPANION_SHEETS=5`` types five of each. Numbers alone are typed
by two typists of each game; ``COMPANION_TYPISTS=200`` are a thousand.
"""

import random
from os import environ

import pytest

from companion.models import Table
from scoring import examples, game, games
from scoring.model.cells import CellPath
from scoring.model.sheet_fields import NONE
from tests.browser.keystroke_model import PLACE, Thumb, blank_sheet, blank_table
from tests.browser.scripts import script

SHEETS = int(environ.get("COMPANION_SHEETS", "1"))
TYPISTS = int(environ.get("COMPANION_TYPISTS", "2"))
DIRECT = 15
"""Keys that bear a whole number go so far."""

ROW = 6
"""So many numbers are typed by each."""


class Typist(Thumb):
    """A thumb with a person's pauses, by the page's clock: nobody waits for them."""

    def touch(self, selector: str) -> None:
        over = not selector.startswith("#keys")
        over = over and self.page.locator("#keys [data-close]").is_visible()
        if over and not self.page.evaluate(PLACE, [selector, True])["seen"]:
            super().touch("#keys [data-close]")
        super().touch(selector)
        draw = self.__dict__.setdefault("pace", random.Random(28))
        self.page.clock.run_for(draw.randrange(200, 1500))

    def fast(self, cell: str, digits: str, *, blind: bool, nexts: bool) -> bool:
        """A number, with a *Next* after it wherever there is one, or without any.

        ``blind``: where the walk has come to is not looked at. Returns whether it has gone on.
        """
        if not blind and self.page.evaluate("document.activeElement.name") != cell:
            self.tap(f'[name="{cell}"]')
        whole = self.page.locator("#keys [data-direct]").is_visible()
        if whole and int(digits) <= DIRECT:
            self.key(digits)
        else:
            if whole:
                self.key("digits")
            self.type(digits)
        if nexts and self.page.locator("#keys").is_visible():
            self.touch('#keys .keys:not([hidden]) [data-key="next"]')
        return nexts or (whole and int(digits) <= DIRECT)


def written(slug: str) -> list[str]:
    """The worked games whose first seat has most on its sheet."""
    sheet, found = game(slug).sheet, []
    for name, example in sorted(examples(slug).items()):
        cells = sheet.cells(sheet.read(example.state))
        found.append((sum(path.startswith("p1/") for path in cells), name))
    return [name for _, name in sorted(found, reverse=True)[:SHEETS]]


OWN = {"p1/name", "p1/colour"}
SHARED = {"table", "rulings"}


def settings(page, sheet, cells):
    """Boxes and rulings that are set once with the table."""
    page.goto(f"{sheet}settings/")
    for name, value in cells.items():
        if CellPath(name).holder not in SHARED:
            continue
        chosen = f'#sheet [name="{name}"][value="{1 if value is True else value}"]'
        if page.locator(chosen).count() and not page.locator(chosen).is_checked():
            with page.expect_response(lambda answer: answer.request.method == "POST"):
                page.locator(chosen).check(force=True)


@pytest.mark.parametrize(
    ("slug", "name"), [(slug, name) for slug in sorted(games()) for name in written(slug)]
)
def test_what_is_typed_is_what_the_table_has(page, slug, name):
    sheet = game(slug).sheet
    state = sheet.read(examples(slug)[name].state)
    cells = sheet.cells(state)
    path = blank_table(page, slug, max(2, len(state["seats"])))
    page.clock.install()
    settings(page, path, cells)
    page.goto(path)
    page.wait_for_selector("#sheet .part.now")
    typist, meant = Typist(page), {}
    ordered = sorted(cells.items(), key=lambda cell: not cell[0].startswith("table/"))
    for cell, value in ordered:
        here = page.locator(f'#sheet .part [name="{cell}"]')
        if CellPath(cell).holder not in ("p1", "table") or not here.count():
            continue
        field = sheet.fields.get(CellPath(cell).field)
        opens = f"table/{field.head}" if field and field.head else ""
        if opens and opens not in cells and sheet.cell(opens).kind == "flag":
            meant[opens] = True  # a mark's column is opened by its head
            typist.enter(opens, True)
        meant[cell] = value
        typist.enter(cell, value)
    if page.locator("#keys [data-close]").is_visible():
        typist.tap("#keys [data-close]")
    typist.saved()
    state = Table.objects.get().state
    stored = sheet.cells(state)
    # a section of which each cell is entered is whole without being said to be
    missing = {each.path for each in game(slug).score(state)["p1"].missing}
    said = {cell for cell in meant if CellPath(cell).field == NONE}
    assert said & missing == set()
    meant = {cell: value for cell, value in meant.items() if cell not in said}
    assert {cell: stored.get(cell) for cell in meant} == meant
    mine = {cell for cell in stored if cell.startswith("p1/")}
    assert {cell: stored[cell] for cell in mine - meant.keys() - said - OWN} == {}
    print(f"\n{slug} {name}: {len(meant)} cells, {typist}")


NUMBERS = script("typing_whole_sheets.numbers")
"""Name, number of the box, and the name of the cell from which the pad goes on to it."""

WITH_NUMBERS = """() => [...document.querySelectorAll(".part:has(input[data-pad])")]
    .map(el => el.id.replace("part-", ""))"""


@pytest.mark.timeout(240 + 5 * TYPISTS, method="thread")
@pytest.mark.parametrize("slug", sorted(games()))
def test_each_number_of_a_hasty_typist_is_where_it_was_meant(page, slug):
    path = blank_sheet(page, slug, 2)
    page.clock.install()
    typist, draw, meant = Typist(page), random.Random(slug), {}
    sections = page.evaluate(WITH_NUMBERS)
    for n in range(TYPISTS):
        if page.locator("#keys [data-close]").is_visible():
            typist.tap("#keys [data-close]")
        cells = []
        while not cells:  # those of a section may belong to pieces that nobody has
            if page.locator("#steps").is_visible():
                typist.go(draw.choice(sections))
            cells = page.evaluate(NUMBERS)
        begin = draw.randrange(max(1, len(cells) - ROW))
        gone_on_from = ""
        for cell, most, before in cells[begin : begin + ROW]:
            few = draw.choice((9, DIRECT, 99))
            meant[cell] = str(draw.randint(1, min(few, most)))  # some 0 are stored as a blank
            blind = before is not None and before == gone_on_from
            on = typist.fast(cell, meant[cell], blind=blind, nexts=bool(n % 2))
            gone_on_from = cell if on else ""
        here = {cell: page.locator(f'[name="{cell}"]').input_value() for cell in meant}
        assert here == meant, n
    if page.locator("#keys [data-close]").is_visible():
        typist.tap("#keys [data-close]")
    typist.saved()
    page.goto(path)
    here = {cell: page.locator(f'[name="{cell}"]').input_value() for cell in meant}
    assert here == meant
