"""Documents are true: commands of the README run, links lead somewhere, pictures are there.

A command is run here as it stands, in an empty folder with a store of its own, or it is named in
``ELSEWHERE`` with the file that runs it.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.real_server import share_index

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAPERS = sorted(
    path
    for folder in (ROOT, ROOT / "docs", ROOT / "docs/decisions", ROOT / "scoring/games")
    for path in (*folder.glob("*.md"), *folder.glob("*/README.md"))
)

ELSEWHERE = {
    "python3 manage.py play": "tests/fences/test_first_start_command.py",
    "python3 manage.py check_all": ".ci/run",
    "python3 manage.py check_all --whole": ".ci/run",
    "python3 manage.py export site --fetch": "tests/browser/test_standalone_app.py",
}
"""Commands that take long or never end, and who runs them."""


def commands(paper):
    """The lines of a document's console blocks, without their remarks."""
    blocks = re.findall(r"^```console\n(.*?)^```", paper.read_text(encoding="utf-8"), re.M | re.S)
    lines = (line.partition("   #")[0].strip() for block in blocks for line in block.splitlines())
    return [line for line in lines if line]


def run(command, folder):
    """Runs a line as its reader would, with this test's Python."""
    first, _, rest = command.partition(" ")
    assert first in ("python3", ".venv/bin/python"), command
    rest = rest.replace("manage.py", f'"{ROOT / "manage.py"}"', 1)
    command = f'"{sys.executable}" {rest}'
    environment = {
        **os.environ,
        "COMPANION_VAR": str(folder / "var"),
        "COMPANION_NO_BOOTSTRAP": "1",
        "PYTHONPATH": str(ROOT),
    }
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.skipif(os.name == "nt", reason="the commands are those of a Unix shell")
@pytest.mark.slow
def test_commands_of_the_readme_run_in_their_order(tmp_path):
    cheap = [line for line in commands(README) if line not in ELSEWHERE]
    assert len(cheap) >= 5
    share_index(tmp_path / "var")
    run("python3 manage.py migrate", tmp_path)  # as `play` does, which comes first
    for line in cheap:
        done = run(line, tmp_path)
        assert done.returncode == 0, f"{line}\n{done.stderr}"
        assert done.stdout or ">" in line, f"{line} says nothing"


@pytest.mark.parametrize("command", ELSEWHERE)
def test_what_is_not_run_here_is_run_elsewhere(command):
    assert command in commands(README)
    runner = (ROOT / ELSEWHERE[command]).read_text(encoding="utf-8")
    words = command.split()[1:]
    assert " ".join(words) in runner or ", ".join(f'"{word}"' for word in words) in runner


def plain(paper):
    """A document without its blocks of code."""
    return re.sub(r"^```.*?^```", "", paper.read_text(encoding="utf-8"), flags=re.M | re.S)


def anchors(paper):
    """The places in a document that a link may name, as they are made of its headings."""
    headings = re.findall(r"^#+ (.+)$", plain(paper), re.M)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere_and_to_headings_that_are_there(paper):
    found = re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", plain(paper))
    dead = []
    for link in filter(lambda each: "://" not in each, map("".join, found)):
        file, _, anchor = link.partition("#")
        there = (paper.parent / file) if file else paper
        named = anchor and there.suffix == ".md"
        if not there.exists() or (named and anchor not in anchors(there)):
            dead.append(link)
    assert dead == []


def test_folders_that_the_readme_names_in_code_exist():
    named = re.findall(
        r"`((?:scoring|companion|templates|static|tests|docs)/[\w/.-]*)`",
        README.read_text(encoding="utf-8"),
    )
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_readme_names_every_part_of_the_app_and_every_game():
    text = README.read_text(encoding="utf-8")
    ours = {"locale", "management", "migrations"}
    parts = {path.parent.name for path in (ROOT / "companion").glob("*/__init__.py")} - ours
    assert {part for part in parts if f"`{part}/`" not in text} == set()
    games = {path.parent.parent.name for path in (ROOT / "scoring/games").glob("*/data/game.toml")}
    assert {game for game in games if f"scoring/games/{game}/README.md" not in text} == set()


def test_pictures_of_the_readme_are_light():
    named = set(re.findall(r'src="docs/pictures/([^"]+)"', README.read_text(encoding="utf-8")))
    there = {path.name: path.stat().st_size for path in (ROOT / "docs/pictures").iterdir()}
    assert named == there.keys()
    assert {name: size for name, size in there.items() if size > 60 * 1024} == {}


def test_decisions_are_numbered_without_a_gap():
    papers = sorted((ROOT / "docs/decisions").glob("*.md"))
    assert [int(paper.name[:4]) for paper in papers] == list(range(1, len(papers) + 1))
    for paper in papers:
        title = paper.read_text(encoding="utf-8").splitlines()[0]
        assert title.startswith(f"# {int(paper.name[:4])}. "), paper.name


def test_the_newest_number_of_the_changelog_is_this_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", changelog, re.M)
    assert numbers[0] == project["version"]
