"""Styles stay in their layers, and nothing is said twice."""

import re
from collections import Counter
from pathlib import Path

import pytest

STYLES = sorted((Path(__file__).parents[2] / "static" / "css").glob("*.css"))
LAYERS = ["reset", "base", "layout", "components", "pages", "game"]


def rules(text: str, within: str = "") -> list[tuple[str, str]]:
    """Every rule as where it stands (layer, media) and its selector."""
    found = []
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    at = 0
    while match := re.compile(r"\s*([^{};]+?)\s*\{").match(text, at):
        end, depth = match.end(), 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        selector = re.sub(r"\s+", " ", match[1])
        if selector.startswith(("@layer", "@media", "@supports")):
            found += rules(text[match.end() : end - 1], f"{within} {selector}".strip())
        else:
            found.append((within, selector))
        at = end
    return found


def without_order(path: Path) -> str:
    return re.sub(r"@layer [^{};]+;", "", path.read_text())


def test_the_order_of_layers_is_said_once():
    orders = [
        order for path in STYLES for order in re.findall(r"@layer ([^{};]+);", path.read_text())
    ]
    assert orders == [", ".join(LAYERS)]


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_every_rule_is_in_a_layer(path):
    found = rules(without_order(path))
    assert len(found) > 20
    layers = {name for within, _ in found for name in re.findall(r"^@layer (\w+)", within)}
    assert layers <= set(LAYERS)
    assert [rule for rule in found if not rule[0].startswith("@layer ")] == []


def test_no_selector_stands_twice():
    """In one layer and medium: two places to look for one thing, and one of them loses."""
    counted = Counter(rule for path in STYLES for rule in rules(without_order(path)))
    assert [rule for rule, times in counted.items() if times > 1] == []


def test_only_what_hides_may_insist():
    insisting = [
        line for path in STYLES for line in path.read_text().splitlines() if "!important" in line
    ]
    assert [line for line in insisting if "display: none !important" not in line] == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_its_lines_are_short(path):
    assert max(map(len, path.read_text().splitlines())) <= 120


def brightness(colour: str) -> float:
    """Relative luminance, as WCAG 2.2 defines it."""
    full = colour[1:] if len(colour) == 7 else "".join(2 * each for each in colour[1:])
    parts = [int(full[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_a_seats_letter_is_read_on_its_colour_in_both_schemes():
    base = next(path.read_text() for path in STYLES if path.name == "base.css")
    seats = re.findall(r"\[data-colour=\w+\] \{(.+)\}", base)
    assert len(seats) == 8
    for seat in seats:
        ink = "#2a1e00" if "--on" in seat else "#fffdf7"
        for colour in re.findall(r"#\w+", seat.partition("--on")[0]):
            dark, light = sorted((brightness(ink), brightness(colour)))
            assert (light + 0.05) / (dark + 0.05) >= 4.5, (seat, colour)
