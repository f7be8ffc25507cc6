"""Every page is of one design: few sizes of type, no box in a box, one thing to do, nothing cut.

Counted in the browser on each kind of page and on the patterns page.
"""

import pytest
from django.test import Client

from companion.models import Result, Table
from companion.tables import ledger
from scoring import examples, game, games
from tests.browser.scripts import script
from tests.browser.test_entry_speed import SMALL

SCALE = {13.0, 14.0, 16.0, 20.0, 28.0, 44.0}
"""Pixels of the five sizes; a sheet's smallest is 13 where a page's is 14, since words stand on
pieces there."""
HARD = {"small": SMALL, "small ja dark": {**SMALL, "locale": "ja", "color_scheme": "dark"}}

DESIGN = script("one_design")


def played(host, slug):
    """A table of a game, its largest example entered."""
    found = max(examples(slug).values(), key=lambda each: len(str(each.state)))
    names = dict(zip(("p1/name", "p2/name", "p3/name"), ("Aki", "Chiyo", "Ben"), strict=True))
    host.post(f"/open/{slug}/", names)
    table = Table.objects.latest("made")
    cells = game(slug).sheet.cells(game(slug).sheet.read(found.state))
    here = (*(f"{each}/" for each in table.state["seats"]), "table/")
    own = ("/name", "/colour")
    cells = {p: value for p, value in cells.items() if p.startswith(here) and not p.endswith(own)}
    ledger.write(table.key, None, "p1", cells, table.revision, "all")
    return table


def page_kinds(host):
    """The address of a page of each kind, by its name, as seen by the phone of a host."""
    empty, going, ended = (played(host, slug) for slug in ("diploma", "nidavellir", "keyflower"))
    host.post(f"/table/{ended.key}/finish", {"go": "finish"})
    pad = host.post("/score/keyflower/", {"players": "3"})["Location"]
    host.post(pad, {"go": "result"})
    result = f"/result/{Result.objects.latest('made').key}/"
    alone = next(
        slug for slug in games() if any(c.by_itself for c in game(slug).calculators.values())
    )
    form = next(c.id for c in game(alone).calculators.values() if c.by_itself)
    at_table = next(c.id for c in game("nidavellir").calculators.values() if c.form)
    kinds = {
        "start": "/",
        "about": "/about",
        "stored": "/data",
        "look-up": "/find",
        "answer": "/find?q=can+i+raise+the+0+coin&game=nidavellir",
        "answers": "/find?q=what+happens+on+a+tie",
        "unsure": "/find?q=may+i+sell+my+friends+hat",
        "history": "/history/",
        "tidy": "/history/tidy",
        "people": "/history/players",
        "join": "/join/",
        "read": "/code",
        "open": "/open/nidavellir/",
        "players": "/score/keyflower/",
        "game": "/keyflower/",
        "entry": "/keyflower/mercers_guild",
        "how": "/keyflower/how",
        "print": "/keyflower/print",
        "calculators": f"/{alone}/calculators/",
        "calculator": f"/{alone}/calculators/{form}/",
        "settings": f"{pad}settings/",
        "map": f"{pad}map/",
        "result": result,
        "keep": f"{result}save",
        "missing": "/nothing/here",
        "patterns": "/patterns/",
    }
    for slug in games():
        kinds[f"sheet {slug}"] = host.post(f"/score/{slug}/", {"players": "3"})["Location"]
    rooms = ["", "invite/", "log/", "set-up/", "rules/", "calculators/", "sheet/p1/", "screen/"]
    rooms += ["finish", f"calculators/{at_table}/"]
    kinds |= {f"table {room}": f"/table/{going.key}/{room}" for room in rooms}
    kinds |= {"end": f"/table/{ended.key}/", "about table": f"/table/{ended.key}/about"}
    return kinds | {"doubts": f"/table/{empty.key}/finish"}


@pytest.fixture
def pages(phone, page):
    """Visits each kind of page, and yields its name with the page."""
    host = Client()
    host.get("/")
    kinds = page_kinds(host)
    address = page.context._impl_obj._options["baseURL"]
    phone.add_cookies(
        [{"name": n, "value": c.value, "url": address} for n, c in host.cookies.items()]
    )

    def each():
        for name, path in kinds.items():
            page.goto(path)
            yield name, page

    return each


def test_few_sizes_no_box_in_a_box_and_one_thing_to_do(pages):
    sizes, boxes, main = {}, {}, {}
    for name, page in pages():
        found = page.evaluate(DESIGN, "sizes")
        if strange := {size: el for size, el in found.items() if float(size) not in SCALE}:
            sizes[name] = strange
        assert len(found) <= 5, (name, found)
        if found := page.evaluate(DESIGN, "boxed"):
            boxes[name] = found
        if found := page.evaluate(DESIGN, "main"):
            main[name] = found
    assert (sizes, boxes, main) == ({}, {}, {})


@pytest.mark.parametrize("phone", HARD.values(), indirect=True, ids=HARD)
def test_nothing_is_cut_in_large_letters_on_a_small_screen(pages):
    faults = {}
    for name, page in pages():
        for size in ("100%", "200%"):
            page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
            if wide := page.evaluate(DESIGN, "wide"):
                faults[name, size] = wide
            if (foot := page.evaluate(DESIGN, "foot")) > 0.2:
                faults[name, size, "foot"] = foot
    assert faults == {}


@pytest.mark.parametrize("phone", [{}, {"locale": "ja", "color_scheme": "dark"}], indirect=True)
def test_everybody_can_use_every_page(pages, axe):
    """With all that is folded open, but for what lies over a page."""
    faults = {}
    for name, page in pages():
        page.evaluate("""document.querySelectorAll("details:not(.menu, #doubts)")
            .forEach(each => { each.open = true; })""")
        if found := axe(page):
            faults[name] = found
    assert faults == {}
