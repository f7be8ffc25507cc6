"""Parts of the documents that are drawn from the code are as they would be drawn now."""

import re
from pathlib import Path

import pytest

from tests.docs import architecture_diagram, game_reference

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("paper", game_reference.DRAWN)
def test_drawn_parts_are_those_of_the_code_and_each_is_there_once(paper):
    draw = game_reference.DRAWN[paper](ROOT)
    text = (ROOT / paper).read_text("utf-8")
    found = {name: body for _, name, body, _ in game_reference.PART.findall(text)}
    assert found == draw, "run: python -m tests.docs"
    assert len(re.findall("<!-- drawn: ", text)) == len(draw)
    for name, body in draw.items():
        assert name == "rooms" or len(body.strip().splitlines()) > 2, f"{name} is an empty table"


def test_every_package_is_a_room_of_the_picture():
    picture = (ROOT / "docs/architecture.md").read_text("utf-8")
    packages = {
        path.parent.relative_to(ROOT)
        for half in architecture_diagram.HALVES
        for path in (ROOT / half).glob("*/__init__.py")
    }
    assert len(packages) >= 20
    for package in packages:
        assert f'{"_".join(package.parts)}["{package.name}"]' in picture
        row = re.search(rf"^\| `{package.as_posix()}` \| (.*?) \|", picture, re.M)
        assert row[1], f"{package}/__init__.py has no docstring to show"


def test_an_arrow_that_goes_round_is_refused():
    with pytest.raises(ValueError, match="text -> page -> text"):
        architecture_diagram.necessary({"text": ["page"], "page": ["text"]})


def test_an_arrow_of_the_picture_is_an_import(tmp_path):
    for name, text in {
        "scoring/text/__init__.py": '"""Texts."""',
        "scoring/model/__init__.py": '"""Values."""\n\n\ndef f():\n    from scoring.text import a',
        "companion/__init__.py": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    picture = architecture_diagram.picture(tmp_path)
    assert re.findall(r"\w+ --> \w+", picture) == ["scoring_model --> scoring_text"]
    assert "| `scoring/model` | Values. | text |" in picture
