"""Each section of a source page leads to something that the app still has."""

import re
from pathlib import Path

import pytest

from scoring import examples, game, games

PAPER = Path(__file__).parents[2] / "docs/sources.md"
PAGES = re.findall(r"^## (\w+), (\w+)\n(.*?)(?=^## |\Z)", PAPER.read_text("utf-8"), re.M | re.S)


def alive(slug: str, name: str) -> bool:
    """Looks for a name of the table where its first word sends us."""
    it = game(slug)
    room, _, rest = name.rpartition("/")
    rooms = {
        "": it.catalogue,
        "kind": {each.kind for each in it.catalogue.values()},
        "sheet": it.sheet.fields | it.sheet.table_fields,
        "calculators": it.calculators,
        "examples": examples(slug),
        "setup": {draw.id for draw in it.sheet.phases.draws},
    }
    return rest in rooms[room]


@pytest.mark.parametrize(("slug", "source", "table"), PAGES)
def test_every_section_has_an_answer_that_is_there(slug: str, source: str, table: str) -> None:
    assert source in game(slug).catalogue.sources
    rows = re.findall(r"^\| (?!Section|---)(.+?) \| (.*) \|$", table, re.M)
    assert len(rows) == table.count("\n|") - 2
    unanswered = [section for section, where in rows if "`" not in where and "0035" not in where]
    dead = [n for _, where in rows for n in re.findall("`(.+?)`", where) if not alive(slug, n)]
    assert (unanswered, dead) == ([], [])


def test_no_game_lacks_its_page() -> None:
    assert {slug for slug, _, _ in PAGES} == games().keys() - {"toy"}
