"""Whatever is wrong with a game's folder is named by file and id, and harms no other game.

In Python, in messages, and where a file is no TOML, the line is named, too.

Some hundred faults, each put into a copy of the toy game that lies beside the toy itself.
"""

import importlib
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring import registry
from scoring.tools import check_game
from tests.contract.toy_game import GAMES, SHELF
from tests.core.faulty_game_folders import Fault, generated, swapped
from tests.rows import tables

TOY = SHELF / "toy"
FILES = [
    "data/game.toml",
    "data/pieces.toml",
    "data/rules.toml",
    "data/sheet.toml",
    "data/phases.toml",
    "calculators/final.toml",
    "calculators/scale.toml",
    "examples/baskets.toml",
    "examples/cat_at_the_club.toml",
]


def by_hand(file: str, row: dict[str, Any]) -> Fault:
    """A row of the file beside this one; a line written ``behind`` another one is to blame."""
    if row.get("gone"):
        where, line = row.get("where", ""), row.get("line", 0)
        return Fault(f"{file} is missing", file, None, line, where=where)
    then = f"{row['is']}\n{row['behind']}" if "behind" in row else row["then"]
    more = {"line": row["line"]} if "line" in row else {}
    return swapped(TOY, file, row["is"], then, named=row["says"], **more)


FAULTS = [
    *(fault for file in FILES for fault in generated(TOY, file)),
    *(by_hand(file, row) for file, several in tables(__file__).items() for row in several),
]


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory):
    """A shelf of two: the toy, and its copy to be spoilt."""
    shelf = tmp_path_factory.mktemp("shelf")
    for slug in ("toy", "spoilt"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(TOY, shelf / slug, ignore=ignored)
    lid = shelf / "spoilt" / "data" / "game.toml"
    lid.write_text(lid.read_text("utf-8").replace('slug = "toy"', 'slug = "spoilt"'), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", True)
        patch.setattr(GAMES, "__path__", [str(shelf)])
        forget()
        assert registry.check() == {}
        yield shelf / "spoilt"
    forget()


def forget():
    importlib.invalidate_caches()
    registry.forget("spoilt")
    registry.forget("toy")


def test_there_are_plenty_and_each_once():
    assert len(FAULTS) >= 300
    assert len({fault.what for fault in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_a_fault_is_named_by_file_and_id(spoilt, fault):
    path = spoilt / fault.file
    good = path.read_text("utf-8")
    if fault.text is None:
        path.unlink()
    else:
        slug = re.sub(r'^slug = "toy"$', 'slug = "spoilt"', fault.text, count=1, flags=re.M)
        path.write_text(slug, "utf-8")
    importlib.invalidate_caches()
    registry.forget("spoilt")
    try:
        found = registry.check()
        assert set(found) <= {"spoilt"}
        error, *_others = check_game.mistakes("spoilt")
        where = (fault.where or fault.file).removeprefix("data/")
        read = where.endswith(".toml") and fault.named != "TOML"
        assert (error.file, error.line) == (where, 0 if read else fault.line), str(error)
        assert fault.named.replace("'toy'", "'spoilt'") in str(error)
        toy = registry.game("toy")
        assert toy.score(toy.sheet.blank(2))["p2"].known == 0
    finally:
        path.write_text(good, "utf-8")


def test_the_folder_is_good_again_without_its_faults(spoilt):
    """The faults alone spoilt the folder, and nothing stayed behind."""
    forget()
    assert registry.check() == {}
    assert isinstance(spoilt, Path)
