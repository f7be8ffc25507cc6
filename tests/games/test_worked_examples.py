"""Every entry that is a worked example is recounted, by a row of ``cases/`` that names it."""

from pathlib import Path

from scoring import game, games
from tests.games.cases import read

HERE = Path(__file__).parent
IN_WORDS = {"keyflower": {"case_two_left_for_boats"}}
"""Examples of the order of boats, which no calculator follows."""
ELSEWHERE = {"dice_forge"}
"""Games with a test of their own for this."""


def test_every_worked_example_is_recounted() -> None:
    for slug in games().keys() - ELSEWHERE - {"toy"}:
        rows = [case.row for path in (HERE / slug / "cases").glob("*.toml") for case in read(path)]
        counted = {row["entry"] for row in rows if "entry" in row}
        there = {entry.id for entry in game(slug).catalogue.of_kind("example")}
        assert len(there) >= 4, slug
        assert counted | IN_WORDS.get(slug, set()) == there, slug
        assert not counted & IN_WORDS.get(slug, set())
