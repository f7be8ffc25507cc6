"""The field's words: retired names do not come back, docstrings say what a thing is or does."""

import ast
import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

FILE = tomllib.loads((Path(__file__).parent / "retired_names.toml").read_text("utf-8"))
RETIRED, RETIRED_PARAMETERS = FILE["names"], FILE["parameters"]
"""Names that nobody finds, and parameters that say nothing of what is passed; what is said instead.
"""

RIDDLE = re.compile(r"(What|Whether|Where|Who|Whoever|How|Which|When|Why)\b")
"""A docstring says what a thing is or does; these say only that there is something to know."""


def sources():
    for folder in ("scoring", "companion"):
        yield from sorted((ROOT / folder).rglob("*.py"))


def definitions():
    """Every name that stands for a module, package, class or function, and where."""
    for path in sources():
        at = path.relative_to(ROOT)
        if "migrations" in at.parts:
            continue
        for part in at.with_suffix("").parts:
            yield part, str(at)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield node.name, f"{at}:{node.lineno}"


def parameters():
    """Every name of a parameter, and where it stands."""
    for path in sources():
        at = path.relative_to(ROOT)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.arg):
                yield node.arg, f"{at}:{node.lineno}"


def docstrings(folder):
    """Every docstring of a folder, those of attributes among them, and where it stands."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        bodies = [ast.parse(path.read_text("utf-8")).body]
        for line in chain.from_iterable(bodies):  # grows while it is read
            match line:
                case ast.FunctionDef() | ast.ClassDef():
                    bodies.append(line.body)
                case ast.Expr(ast.Constant(str(text))):
                    yield text, f"{path.relative_to(ROOT)}:{line.lineno}"


def test_retired_names_do_not_come_back():
    found = {f"{at}: {name}, say {RETIRED[name]}" for name, at in definitions() if name in RETIRED}
    assert found == set()


def test_parameters_say_what_is_passed():
    found = {
        f"{at}: {name}, say {RETIRED_PARAMETERS[name]}"
        for name, at in parameters()
        if name in RETIRED_PARAMETERS
    }
    assert found == set()


@pytest.mark.parametrize("folder", ["companion", "scoring", "tests"])
def test_a_docstring_says_what_it_is_or_does(folder):
    found = list(docstrings(folder))
    assert len(found) > 500
    assert [f"{at}: {text.split('.')[0]}" for text, at in found if RIDDLE.match(text)] == []
