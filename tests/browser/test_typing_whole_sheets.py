"""Written sheets of each game, typed at a person's speed and read back from the table.

The largest one in every check; ``COMPANION_SHEETS=5`` types five of each.
"""

import random
from os import environ

import pytest

from companion.models import Table
from scoring import examples, game, games
from scoring.model.cells import CellPath
from scoring.model.sheet_fields import NONE
from tests.browser.keystroke_model import PLACE, Thumb, blank_table

SHEETS = int(environ.get("COMPANION_SHEETS", "1"))


class Typist(Thumb):
    """A thumb with a person's pauses, by the page's clock: nobody waits for them."""

    def touch(self, selector):
        over = not selector.startswith("#keys")
        over = over and self.page.locator("#keys [data-close]").is_visible()
        if over and not self.page.evaluate(PLACE, [selector, True])["seen"]:
            super().touch("#keys [data-close]")
        super().touch(selector)
        draw = self.__dict__.setdefault("pace", random.Random(28))
        self.page.clock.run_for(draw.randrange(200, 1500))


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
