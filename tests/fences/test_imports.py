"""Imports point one way: companion -> game -> games -> loading, solving -> model -> text.

Read from the source, not by importing, so that an import inside a function counts too.
"""

import ast
import sys
from pathlib import Path

import pytest

from tests.docs import architecture_diagram

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "scoring" / "games"


def sources(folder):
    return sorted((ROOT / folder).rglob("*.py"))


def module(path):
    return architecture_diagram.module(ROOT, path)


def imports(path):
    return architecture_diagram.imports(ROOT, path)


def test_modules_and_functions_are_short():
    """A module has at most 450 lines, a function 60."""
    long = []
    for path in [*sources("companion"), *sources("scoring")]:
        text = path.read_text("utf-8")
        if "migrations" not in path.parts and text.count("\n") > 450:
            long.append(str(path))
        long += [
            f"{path}: {node.name}"
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= 60
        ]
    assert long == []


def within(name, *packages):
    return any(name == package or name.startswith(package + ".") for package in packages)


def strays(paths, allowed):
    """The imports that `allowed(path, name)` refuses, as text that names file and import."""
    return [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in paths
        for name in imports(path)
        if not allowed(path, name)
    ]


def standard(name):
    return name.split(".")[0] in sys.stdlib_module_names


def test_scoring_needs_only_the_standard_library_a_solver_and_fluent_each_in_one_place():
    def allowed(path, name):
        if within(name, "pulp"):
            return path == ROOT / "scoring/solving/ilp.py"
        if within(name, "highspy"):
            return path == ROOT / "scoring/solving/certificates.py"
        if within(name, "fluent"):
            return path == ROOT / "scoring/text/messages.py"
        if name == "checker.main":  # as a folder the checker runs without the package
            return path == ROOT / "scoring/check/__main__.py"
        return standard(name) or within(name, "scoring")

    assert strays(sources("scoring"), allowed) == []


ROOMS = ("text", "model", "solving", "loading")
"""Packages that games share, with those each may import; ``loading`` does not need ``solving``."""


@pytest.mark.parametrize("room", ROOMS)
def test_a_shared_room_uses_those_below_it_and_no_game(room):
    # the checker of certificates, at the bottom of all, needs nothing itself
    below = ["scoring.check", *(f"scoring.{each}" for each in ROOMS[: ROOMS.index(room) + 1])]

    def allowed(path, name):
        return not within(name, "scoring") or within(name, *below)

    assert strays(sources(f"scoring/{room}"), allowed) == []


def test_the_checker_of_certificates_needs_nothing_of_ours():
    assert strays([ROOT / "scoring/check/checker.py"], lambda path, name: standard(name)) == []


def test_a_game_uses_what_games_share_and_itself():
    shared = [f"scoring.{each}" for each in (*ROOMS, "game_building", "base_game")]

    def allowed(path, name):
        slug = path.relative_to(GAMES).parts[0]
        return not within(name, "scoring") or within(name, *shared, f"scoring.games.{slug}")

    games = [path for path in sources("scoring/games") if path.parent != GAMES]
    assert strays(games, allowed) == []


def test_nothing_of_the_product_uses_the_tools_of_authors():
    """But for commands."""
    tools = ("companion/management",)

    def allowed(path, name):
        here = path.relative_to(ROOT).as_posix()
        return here.startswith(("scoring/tools/", *tools)) or not within(name, "scoring.tools")

    assert strays([*sources("scoring"), *sources("companion")], allowed) == []


def test_no_circle_of_modules():
    files = [*sources("scoring"), *sources("companion")]
    ours = {module(path): path for path in files}
    below = {name: {m for m in _modules(path, ours) if m != name} for name, path in ours.items()}
    done, path = set(), []

    def visit(name):
        assert name not in path, f"a circle: {' -> '.join((*path, name))}"
        if name in done:
            return
        path.append(name)
        for each in sorted(below[name]):
            visit(each)
        path.pop()
        done.add(name)

    for name in below:
        visit(name)


def _modules(path, ours):
    """The modules of ours that a file imports; packages count only by name."""
    for name in imports(path):
        while name and name not in ours:
            name = name.rpartition(".")[0]
        if name:
            yield name


def test_formulas_import_nothing_of_ours():
    def allowed(path, name):
        return not within(name, "scoring", "companion")

    toy = ROOT / "tests/contract/games/toy/points.py"
    assert strays([*sorted(GAMES.glob("*/points.py")), toy], allowed) == []


def test_the_web_app_uses_public_names_and_no_solver():
    def allowed(path, name):
        # the function scoring.games() shares its name with the package of the games
        return name == "scoring.games" or not within(name, "scoring.games", "pulp", "highspy")

    assert strays(sources("companion"), allowed) == []


def test_shapes_of_the_api_are_its_own_affair():
    def allowed(path, name):
        return path.parent == ROOT / "companion/api" or not within(name, "msgspec")

    assert strays(sources("companion"), allowed) == []


def test_the_bootstrap_needs_nothing_installed():
    bare = [ROOT / "companion/__init__.py", ROOT / "companion/bootstrap.py"]
    assert strays(bare, lambda path, name: standard(name)) == []
