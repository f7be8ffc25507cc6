"""Each block of code in the documents is proven: here, or by the test that is named for it."""

import importlib.util
import json
import os
import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from django.core.management import CommandError, get_commands, load_command_class

from scoring import check
from tests.core import test_adding_a_game as guide
from tests.docs import game_reference
from tests.docs.test_commands_links_pictures import README, ROOT
from tests.web import test_api as api

PAPERS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
PAPERS += sorted((ROOT / "docs").glob("*.md"))
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.M | re.S)
BY_THEIR_TESTS = {guide.TUTORIAL, guide.REFERENCE}
"""Documents that tests/core/test_adding_a_game.py follows block by block."""
SYSTEM = {"apt", "cd", "chmod", "cp", "docker", "git", "install", "runuser", "systemctl", "useradd"}
"""Programs of other people in recipes for a server; what they name of ours must be there."""
OURS = {"manage.py", "deploy/manage"}
PLACES = ("companion", "deploy", "docs", "scoring", "static", "templates", "tests")
VARIABLE = re.compile(r"[A-Z_]+=")
SOURCES = "".join(
    path.read_text("utf-8")
    for folder in ("companion", "tests")
    for path in sorted((ROOT / folder).rglob("*.py"))
)


def blocks(paper: Path) -> list[tuple[str, str]]:
    """Language and text of each block that somebody wrote; drawn parts have their own test."""
    return FENCE.findall(game_reference.PART.sub("", paper.read_text("utf-8")))


def lines(text):
    """Each command of a console block, without its remark."""
    kept = (re.split(r"\s+#", line)[0].strip() for line in text.splitlines())
    return [line for line in kept if line]


BLOCKS = [
    pytest.param(language, text, paper, id=f"{paper.name}-{n}")
    for paper in PAPERS
    if paper not in BY_THEIR_TESTS
    for n, (language, text) in enumerate(blocks(paper), 1)
]


@pytest.mark.parametrize(("language", "text", "paper"), BLOCKS)
def test_a_block_is_proven(language, text, paper):
    match language:
        case "console":
            for line in lines(text):
                check_line(line)
        case "sh" | "json" if paper == api.GUIDE:
            assert any(text in pair for pair in api.BLOCKS), "no example that test_api.py asks for"
        case "json" if paper.name == "proofs.md":
            assert check.check(made := json.loads(text)) == made["points"]
        case "python":
            sources = (path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
            assert any(text in source for source in sources), "no part of a test"
        case "toml":
            tomllib.loads(text)
        case "yaml":
            yaml.safe_load(text)
        case "text":  # settings of a server
            for line in text.splitlines():
                assert f"| `{line.partition('=')[0]}` |" in README.read_text("utf-8"), line
        case _:
            pytest.fail(f"nothing proves a block of {language or 'no language'}: {text[:60]}")


@pytest.mark.parametrize("paper", sorted(BY_THEIR_TESTS), ids=lambda path: path.name)
def test_the_test_of_a_game_follows_every_block(paper):
    assert len(guide.blocks(paper)) == len(blocks(paper)) >= 10


INLINE = [
    (paper, command)
    for paper in PAPERS
    for command in re.findall(r"`(?:python3? )?(manage\.py [^`]+)`", paper.read_text("utf-8"))
]


@pytest.mark.parametrize(("paper", "command"), INLINE, ids=lambda each: getattr(each, "name", each))
def test_a_command_in_a_sentence_exists(paper, command):
    if " " in command.removeprefix("manage.py "):
        check_line(f"python3 {command}")
    else:  # named alone, without what it needs
        assert command.removeprefix("manage.py ") in get_commands()


def test_the_commits_to_read_are_there():
    """By number and first line; a copy without its whole history knows nothing of them."""

    def git(*words):
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout

    if git("rev-parse", "--is-shallow-repository").strip() != "false":
        pytest.skip("no history here")
    rows = re.findall(r"\| `([0-9a-f]{8})` (.+) \|$", CONTRIBUTING.read_text("utf-8"), re.M)
    assert len(rows) >= 6
    assert [
        row for row in rows if git("log", "-1", "--format=%s", row[0], "--").strip() != row[1]
    ] == []


def test_a_developer_is_told_where_each_kind_of_change_goes():
    text = CONTRIBUTING.read_text("utf-8")
    kinds = re.findall(r"^\| a \*\*(\w+)\*\*", text, re.M)
    assert {"page", "rule", "word", "route", "test"} <= set(kinds)
    rows = "\n".join(line for line in text.splitlines() if line.startswith("| a **"))
    named = re.findall(r"`((?:companion|docs|scoring|static|templates|tests)/[\w/.-]*)`", rows)
    assert len(named) >= 6
    assert [name for name in named if not (ROOT / name).exists()] == []


def check_line(line):
    """Fails unless a command line is one that this project understands."""
    for part in re.split(r"\s(?:&&|>)\s", line):
        words = shlex.split(part)
        while words and VARIABLE.match(words[0]):
            name = words.pop(0).partition("=")[0]
            assert f'"{name}"' in SOURCES or f"`{name}`" in README.read_text("utf-8"), name
        if named := OURS.intersection(words):
            check_command(words[words.index(named.pop()) + 1 :])
        elif words[:1] == ["make"]:
            targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
            assert set(words[1:]) <= set(targets), part
        elif words[1:2] == ["-m"] and os.path.basename(words[0]).startswith("python"):
            assert importlib.util.find_spec(words[2]), part
        elif words and words[0] not in SYSTEM and not re.fullmatch(r"\S+\.\w+", words[0]):
            assert words[0] == ".venv/bin/pip", f"nothing proves: {part}"
        ours = [word for word in words if word.split("/")[0] in PLACES and "/" in word]
        assert [word for word in ours if not (ROOT / word).exists()] == []


def check_command(words):
    """Fails unless ``manage.py`` has this command, and it takes these arguments."""
    name, *rest = words
    assert name in get_commands(), name
    app = get_commands()[name]
    command = load_command_class(app, name) if isinstance(app, str) else app
    try:
        command.create_parser("manage.py", name).parse_args(rest)
    except (CommandError, SystemExit) as error:
        pytest.fail(f"manage.py {shlex.join(words)}: {error}")


@pytest.mark.parametrize(
    "line",
    [
        "python3 manage.py chek_all",
        "python3 manage.py check_all --hole",
        "make chek",
        ".venv/bin/python -m tests.nothing",
        ".venv/bin/python -m pytest tests/nothing",
        "COMPANION_NOTHING=1 python3 manage.py play",
        "cp deploy/nothing /etc",
        "frobnicate",
    ],
)
def test_a_line_that_does_not_hold_is_noticed(line):
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check_line(line)
