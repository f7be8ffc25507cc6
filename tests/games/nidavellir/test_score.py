"""Scoring rules and traps by name, doubts, and what the worked examples cover."""

import tomllib
from pathlib import Path
from typing import Any

from scoring import game
from tests.finished_sheets import whole

GAME = game("nidavellir")
EXAMPLES = Path(__file__).parents[3] / "scoring" / "games" / "nidavellir" / "examples"


# -- Examples --------------------------------------------------------------------------------


def examples() -> list[tuple[Path, dict[str, Any]]]:
    return [(path, tomllib.loads(path.read_text("utf-8"))) for path in EXAMPLES.glob("*.toml")]


def test_worked_games_could_have_been_played():
    for path, example in examples():
        state = whole(GAME, example["state"])
        assert GAME.sheet.doubts(GAME.solve_open_decisions(state)[0]) == [], path.stem


def test_each_card_that_scores_is_in_a_worked_example():
    held = set()
    for _, example in examples():
        for seat in example["state"]["seats"].values():
            for value in seat.values():
                held |= set(value) if isinstance(value, dict) else {value}
            held |= {"blacksmith_card"} if "blacksmiths" in seat else set()
            held |= {"hunter_card"} if "hunters" in seat else set()
    kinds = ("dwarf", "hero", "mercenary", "artifact", "god", "giant", "valkyrie", "animal")
    scoring = {e.id for e in GAME.catalogue.of_kind(*kinds) if e.scores}
    through_others = {"armorer_blacksmith"}  # stands in an example as kings_great_armorer
    assert scoring - held - through_others == set()


def test_each_mercenary_is_in_both_of_its_classes_in_worked_examples():
    met = {
        (mercenary, face)
        for _, example in examples()
        for seat in example["state"]["seats"].values()
        for mercenary, face in seat.get("mercenaries", {}).items()
    }
    mercenaries = GAME.catalogue.of_kind("mercenary")
    assert {(e.id, face) for e in mercenaries for face in ("first", "second")} <= met


def test_each_distinction_and_gem_is_in_a_worked_example():
    seats = [seat for _, ex in examples() for seat in ex["state"]["seats"].values()]
    won = {name for seat in seats for name in seat.get("distinctions", {})}
    assert won == {e.id for e in GAME.catalogue.of_kind("distinction")}
    gems = {seat["gem"] for seat in seats if "gem" in seat}
    assert gems == {e.id for e in GAME.catalogue.of_kind("gem")} - {"gem_6"}
