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
