"""The tutorial and the reference of a game are true.

Their files are written, their changes made and their commands run, in order.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from scoring.model.fields import KINDS
from scoring.tools import check_game
from tests.docs import game_reference, json_schemas

ROOT = Path(__file__).parents[2]
TUTORIAL, REFERENCE = ROOT / check_game.GUIDE, ROOT / check_game.REFERENCE
TEXT = REFERENCE.read_text("utf-8")

FILES = (
    "README.md",
    "manage.py",
    "pyproject.toml",
    "requirements.txt",
    "requirements-dev.txt",
    "tests/conftest.py",
    "tests/throwaway_database_servers.py",
    "scoring/games/__init__.py",
)

BLOCK = re.compile(
    r"(?:\*\*(?P<change>Change )?`(?P<path>[^`]+)`\*\*\n\n)?"
    r"```(?P<sort>\w*)\n(?P<text>.*?)^```$",
    re.M | re.S,
)


def blocks(paper: Path) -> list[dict[str, str]]:
    """The blocks of a document, but for what is drawn from the code."""
    written = game_reference.PART.sub("", paper.read_text("utf-8"))
    return [match.groupdict() for match in BLOCK.finditer(written)]


BLOCKS = [*blocks(TUTORIAL), *blocks(REFERENCE)]
HOW_MANY = {
    TUTORIAL: {"file": 6, "change": 2, "console": 2},
    REFERENCE: {"file": 15, "change": 8, "console": 6},
}
"""The least that each document shows: a pattern that finds nothing would prove nothing."""


@pytest.fixture
def copy(tmp_path):
    """The project without its games and its other tests."""
    root = tmp_path
    ignored = shutil.ignore_patterns("__pycache__")
    for folder in ("companion", "tests/contract", "docs/schemas", "static", "templates"):
        shutil.copytree(ROOT / folder, root / folder, ignore=ignored)
    without = shutil.ignore_patterns("__pycache__", "games")
    shutil.copytree(ROOT / "scoring", root / "scoring", ignore=without)
    for file in FILES:
        (root / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, root / file)
    return root


def test_every_section_that_a_check_points_to_is_there():
    source = Path(check_game.__file__).read_text("utf-8")
    named = set(re.findall(r'"(The [a-z ]+|[AE][a-z ]+|Done)"\)', source))
    headings = set(re.findall(r"^## (.+)$", TEXT, re.M))
    assert named
    assert named | {"The lid of the box"} <= headings


def test_the_tutorial_is_short():
    """It is read in one go; whatever makes it longer belongs into the reference."""
    assert len(TUTORIAL.read_text("utf-8").splitlines()) <= 250


def test_the_table_of_kinds_is_whole():
    """Each kind once; each key is one of its schema, and what is entered is TOML."""
    table = TEXT.partition("| kind | keys in the sheet |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|(.*)\|$", table, re.M)
    assert tuple(kind for kind, _, _ in rows) == KINDS
    keys = json.dumps(json_schemas.kinds()["sheet"])
    for _, said, entered in rows:
        assert [key for key in re.findall(r"`(\w+)`", said) if f'"{key}"' not in keys] == []
        for value in re.findall(r"`([^`]+)`", entered):
            tomllib.loads(f"entered = {value}")


@pytest.mark.slow
@pytest.mark.parametrize("paper", HOW_MANY, ids=lambda path: path.stem)
def test_a_document_can_be_followed(copy, paper):
    done = {"file": 0, "change": 0, "console": 0}
    for block in blocks(paper):
        if block["change"]:
            change(copy / block["path"], block["text"])
            done["change"] += 1
        elif block["path"]:
            path = copy / block["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["text"], "utf-8")
            done["file"] += 1
        else:
            assert block["sort"] == "console", block["text"]
            for command, said in commands(block["text"]):
                run(copy, command, said)
            done["console"] += 1
    assert {sort: n for sort, n in HOW_MANY[paper].items() if done[sort] < n} == {}


def change(path, diff):
    """A place changed as the block shows: blank stays, minus goes, plus comes."""
    old = "".join(line[1:] for line in diff.splitlines(True) if line[0] in " -")
    new = "".join(line[1:] for line in diff.splitlines(True) if line[0] in " +")
    text = path.read_text("utf-8")
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new), "utf-8")


def commands(text):
    """Each command of a block, and the lines that it should say."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, said = part.partition("\n")
        yield command, said


def run(root, command, said):
    env = os.environ | {"COMPANION_VAR": str(root / "var"), "PYTHONDONTWRITEBYTECODE": "1"}
    words = [sys.executable if word == "python" else word for word in shlex.split(command)]
    # without a shell in between, so that one that takes too long is ended itself
    done = subprocess.run(words, cwd=root, env=env, capture_output=True, text=True, timeout=300)
    fails = "check_game" in command and "is a good" not in said
    assert done.returncode == fails, (command, done.stdout, done.stderr)
    wanted = re.escape(said.strip()).replace("…", ".*").replace(r"\…", ".*")
    assert re.fullmatch(wanted, done.stdout.strip(), re.S), (command, done.stdout, done.stderr)


def test_the_data_files_shown_fit_their_schemas():
    """And name them: an editor that follows the first line finds the schema."""
    shown = [block for block in BLOCKS if block["path"] and block["sort"] == "toml"]
    for block in shown:
        path = Path(block["path"])
        name = json_schemas.kind_of(path)
        first, _, rest = block["text"].partition("\n")
        assert (ROOT / path.parent / first.removeprefix("#:schema ")).resolve() == (
            ROOT / "docs" / "schemas" / f"{name}.json"
        )
        Draft202012Validator(json_schemas.kinds()[name]).validate(tomllib.loads(rest))
    assert len(shown) >= 8


def test_the_files_shown_are_formatted_and_typed_as_ours(tmp_path):
    """Code that readers copy should pass the checks that they are asked to run."""
    files = [b for b in BLOCKS if b["path"] and not b["change"] and b["sort"] == "python"]
    for block in files:
        path = tmp_path / block["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block["text"], "utf-8")
    config = ROOT / "pyproject.toml"
    for check in (["check"], ["format", "--diff"]):
        command = [sys.executable, "-m", "ruff", *check, "--config", str(config), str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    assert len(files) >= 7
