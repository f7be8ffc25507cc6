"""All folders of games are alike: the same names, prose in data, plain formulas."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from scoring.text import messages
from scoring.tools import message_usage

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "scoring" / "games"
TOY = ROOT / "tests" / "contract" / "games" / "toy"
FOLDERS = [
    *(f for f in sorted(GAMES.iterdir()) if f.is_dir() and f.name[0] not in "_."),
    TOY,
]
SHARED = [
    *sorted((ROOT / "scoring").glob("[!_]*.py")),
    *(ROOT / "scoring" / each for each in ("text", "model", "loading", "solving", "tools")),
]
NOT_OURS = {"__pycache__"}

NEEDED = {"__init__.py", "README.md", "data", "words", "points.py", "score.py"}
ALLOWED = NEEDED | {
    "messages.py",
    "checks.py",
    "sheet_functions.py",
    "solvers",
    "calculators",
    "examples",
    "templates",
    "icons.svg",
}
INSIDE = {
    "data": {".toml"},
    "words": {".ftl", ".toml"},
    "solvers": {".py"},
    "calculators": {".py", ".toml"},
    "examples": {".toml"},
    "templates": {".html"},
    "templates/drawn": {".svg"},
}
DATA = {"game.toml", "sheet.toml"}

each_game = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def names(folder):
    return {path.name for path in folder.iterdir()} - NOT_OURS


def python(folder):
    return [(path, ast.parse(path.read_text("utf-8"))) for path in sorted(folder.rglob("*.py"))]


def test_the_plan_is_shown_once():
    """The README of the shelf and this fence name the same things."""
    plan = (GAMES / "README.md").read_text("utf-8").split("```")[1]
    assert set(re.findall(r"^  ([\w.]+)/? ", plan, re.M)) == ALLOWED


@each_game
def test_a_folder_keeps_to_the_plan(folder):
    found = names(folder)
    assert (found - ALLOWED, NEEDED - found) == (set(), set())


@each_game
def test_what_lies_in_each_part_is_of_its_sort(folder):
    for part, kinds in INSIDE.items():
        if (folder / part).is_dir():
            strange = {
                name
                for name in names(folder / part)
                if Path(name).suffix not in kinds and f"{part}/{name}" not in INSIDE
            }
            assert strange == set(), part
    assert names(folder / "data") >= DATA
    assert {"en.ftl", "ja.ftl"} <= names(folder / "words")


@each_game
def test_a_calculator_is_a_pair(folder):
    shelf = folder / "calculators"
    if shelf.is_dir():
        named = {p.stem: tomllib.loads(p.read_text()).get("module") for p in shelf.glob("*.toml")}
        modules = {module or stem for stem, module in named.items()}
        assert modules <= {path.stem for path in shelf.glob("*.py")}


def docstrings(tree):
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for each in body if isinstance(body, list) else ():
            if isinstance(each, ast.Expr):  # a docstring, or one below a constant
                yield id(each.value)


JAPANESE = re.compile(r"[\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff]")


def test_no_prose_in_python():
    """Text for people stands in data or in words; doctests and docstrings may show it.

    A pattern of letters, as ``[ぁ-ゖ]``, is no prose.
    """
    found = []
    for path, tree in python(ROOT / "scoring"):
        silent = set(docstrings(tree))
        found += [
            f"{path.relative_to(ROOT)}:{node.lineno}: {node.value!r}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in silent
            and JAPANESE.search(node.value)
            and not node.value.startswith("[")
        ]
    assert found == []


def of_a_state(node):
    """Does an expression reach into a state or the cells of a seat?"""
    inside = {getattr(n, "id", None) or getattr(n, "attr", None) for n in ast.walk(node)}
    return bool(inside & {"state", "cells", "seats"})


@each_game
def test_states_are_read_through_seats(folder):
    """A word in ``state.get("…")`` would be a cell's name that nobody checks."""
    found = [
        f"{path.relative_to(folder)}:{node.lineno}"
        for path, tree in python(folder)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "get"
        and of_a_state(node.func.value)
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    ]
    assert found == []


def test_a_game_leaves_the_verdict_on_its_plans_to_worth_and_bound():
    """`Proof.of` derives it: a game neither builds a `Proof` by hand nor replaces its verdict."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for folder in FOLDERS
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Name) and node.func.id == "Proof")
            or any(each.arg == "verdict" for each in node.keywords)
        )
    ]
    assert found == []


@each_game
def test_whatever_is_said_has_its_message(folder):
    assert [str(error) for error in message_usage.faults(folder)] == []


@each_game
def test_every_message_is_asked_for(folder):
    found = message_usage.unused(messages.at(folder), [folder], folder)
    assert [str(error) for error in found] == []


@pytest.mark.slow
def test_what_games_share_says_what_it_has_and_has_what_it_says():
    found = [error for each in SHARED for error in message_usage.faults(each, messages.SHARED)]
    assert [str(error) for error in found] == []
    used = [*SHARED, ROOT / "companion", *FOLDERS]
    assert [str(error) for error in message_usage.unused(messages.SHARED, used)] == []
