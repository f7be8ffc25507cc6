"""Every component looks as it did: the patterns page against small stored pictures.

Fonts differ from machine to machine, so the pictures are small and grey: they show that a part
has gone, moved or lost its colours, not how a letter is drawn.
"""

import base64
import os
from pathlib import Path

import pytest

from tests.browser.scripts import script

STORED = Path(__file__).parent / "pictures"
NEW = bool(os.environ.get("COMPANION_NEW_PICTURES"))
HOW = (
    "If the change is meant, renew the pictures and look at them: "
    "COMPANION_NEW_PICTURES=1 python -m pytest tests/browser/test_component_pictures.py"
)
WIDTH = 98
"""A quarter of the phone's: a letter is two dots, a button forty."""
FAR = 48
"""Least difference in brightness of a dot that counts as another, of 255."""
MOST = 0.05
"""Share of a component's dots that may be others: text may, a missing box may not."""
TALLER = 0.15
"""Share by which a component may be taller because its words wrap elsewhere."""

SCHEMES = [{"locale": "en", "color_scheme": "light"}, {"locale": "ja", "color_scheme": "dark"}]
"""Each language and each scheme, not every pair: colours know nothing of words."""
each_scheme = pytest.mark.parametrize(
    "phone",
    SCHEMES,
    indirect=True,
    ids=[f"{each['locale']}-{each['color_scheme']}" for each in SCHEMES],
)

ALONE = """part => {
    for (const each of document.querySelectorAll("[data-pattern]"))
        each.style.display = each === part ? "" : "none";
}"""
SHRINK = script("component_pictures.shrink")
COMPARE = script("component_pictures.compare")


@pytest.fixture
def darkroom(browser):
    """A blank page, free of the app's policy, that shrinks and compares pictures."""
    page = browser.new_page()
    yield page
    page.close()


def pictures(page, darkroom):
    """Each component's name and small picture, with no other above it.

    Its place on the page then stays the same to a part of a dot, whatever the others become.
    """
    for part in page.locator("[data-pattern]").all():
        part.evaluate(ALONE)
        shot = base64.b64encode(part.screenshot(animations="disabled")).decode()
        yield (
            part.get_attribute("data-pattern"),
            base64.b64decode(darkroom.evaluate(SHRINK, [shot, WIDTH])),
        )


@each_scheme
def test_every_component_looks_as_it_did(page, darkroom, request):
    page.goto("/patterns/")
    folder = STORED / request.node.callspec.id
    folder.mkdir(parents=True, exist_ok=True)
    changed = []
    for name, small in pictures(page, darkroom):
        stored = folder / f"{name}.png"
        if NEW:
            stored.write_bytes(small)
            continue
        assert stored.exists(), f"no picture of {name}: {HOW}"
        was, now = (base64.b64encode(each).decode() for each in (stored.read_bytes(), small))
        share, high, tall = darkroom.evaluate(COMPARE, [was, now, FAR])
        if share > MOST or abs(tall - high) > max(2, high * TALLER):
            changed.append(f"{name}: {share:.1%} of its dots, {high} to {tall} high")
    assert changed == [], HOW
    if NEW:
        pytest.skip(f"new pictures in {folder}")


@each_scheme
@pytest.mark.smoke
def test_every_component_can_be_used_by_everybody(page, axe):
    page.goto("/patterns/")
    assert page.locator("[data-pattern]").count() > 25
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe(page) == ""
