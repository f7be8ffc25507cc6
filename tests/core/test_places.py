"""Lines are found for whatever TOML can say: compared with what ``tomllib`` reads."""

import importlib
import tomllib
from pathlib import Path

import pytest

from scoring.loading.toml_positions import Places, _Scan
from tests.contract.toy import SHELF

ROOT = Path(__file__).parents[2]
SHELVES = (*importlib.import_module("scoring.games").__path__, str(SHELF))
DATA = sorted(path for shelf in SHELVES for path in Path(shelf).glob("*/*/*.toml"))

ODD = '''# a comment with [brackets] and key = "value"
plain = 1 # behind a value: [no.header]
"quoted key" = 'literal # no comment'
dotted.inner.key = 3.5
date = 1979-05-27 07:32:00
long = """
[not.a.header]
key = "no key" \\
"""
literal = \'\'\'
[[neither]]\'\'\'
list = [
    "a", # [x]
    ["b", "]"],
    { deep = { er = [1, 2] }, other = "}" },
]

[table]
a = {}
b = []

[[many]]
n = 1

[many.child]
c = "\\"] [x]"

[[many]]
n = 2

[[many.more]]
x = true

[[many.more]]
x = false
'''


def paths(value, path=()):
    """The way to every value that a file has."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from paths(inner, (*path, n))


@pytest.mark.parametrize(
    "source",
    [*(pytest.param(p.read_text("utf-8"), id=f"{p.parts[-3]}/{p.name}") for p in DATA), ODD],
)
def test_every_value_has_a_line_and_nothing_else_has(source):
    assert set(_Scan(source).lines) == set(paths(tomllib.loads(source)))


def test_the_lines_are_right():
    root = tomllib.loads(ODD)
    places = Places(ODD, root)
    lines = ODD.splitlines()

    def shown(table, *keys):
        return lines[places.line(table, *keys) - 1].strip()

    assert shown(root, "quoted key").startswith('"quoted key"')
    assert shown(root, "dotted", "inner", "key") == "dotted.inner.key = 3.5"
    assert shown(root, "list", 1, 1) == '["b", "]"],'
    assert shown(root, "list", 2, "deep", "er", 1).startswith("{ deep")
    assert shown(root["list"][2]["deep"], "er").startswith("{ deep")
    assert shown(root["many"][0]["child"], "c").startswith("c = ")
    assert shown(root["many"][1]) == "[[many]]"
    assert places.line(root["many"][1]) > places.line(root["many"][0])
    assert shown(root["many"][1]["more"][1], "x") == "x = false"
    assert shown(root["table"], "no such key") == "[table]"
    assert places.line(root) == 0
    assert places.line({}) == 0


def test_a_copy_stands_where_its_original_does():
    root = tomllib.loads(ODD)
    places = Places(ODD, root)
    copy = dict(root["table"])
    places.same(copy, root["table"])
    assert places.line(copy, "b") == places.line(root["table"], "b") > 0
