"""The published schemas are those of the code, fit every data file, and refuse what is wrong."""

import importlib
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.contract.toy_game import SHELF
from tests.core import test_seeded_faults
from tests.docs import json_schemas
from tests.rows import tables

ROOT = Path(__file__).parents[2]
# By name, since ``scoring.games`` is the public function.
SHELVES = (*importlib.import_module("scoring.games").__path__, str(SHELF))
DATA = sorted(
    path
    for shelf in SHELVES
    for folder in ("data", "calculators", "examples", "words")
    for path in Path(shelf).glob(f"*/{folder}/*.toml")
)
VALID = {name: Draft202012Validator(schema) for name, schema in json_schemas.kinds().items()}


def wrong(path: Path, text: str) -> list[str]:
    """Returns the errors of this content by the schema of its file."""
    return [
        f"{error.json_path}: {error.message}"
        for error in VALID[json_schemas.kind_of(path)].iter_errors(tomllib.loads(text))
    ]


def test_the_published_schemas_are_those_of_the_code():
    """Not up to date? ``python -m tests.docs`` draws them anew."""
    folder = ROOT / "docs" / "schemas"
    published = {path.name: path.read_text("utf-8") for path in folder.glob("*.json")}
    assert published == dict(json_schemas.files())


@pytest.mark.parametrize("name", VALID)
def test_each_is_a_schema(name):
    Draft202012Validator.check_schema(VALID[name].schema)


def test_every_data_file_of_the_shelf_fits():
    met = {name: [p for p in DATA if json_schemas.kind_of(p) == name] for name in VALID}
    print({name: len(paths) for name, paths in met.items()})
    assert all(met[name] for name in VALID if name != "words"), "a kind of file was not met"
    found = [f"{p}: {each}" for p in DATA for each in wrong(p, p.read_text("utf-8"))]
    assert found == []


def test_a_schema_says_no_to_what_loading_refuses():
    """As the table of faults says of each that a schema can know."""
    refused = 0
    for file, several in tables(test_seeded_faults.__file__).items():
        path = SHELF / "toy" / file
        for row in (row for row in several if row.get("schema")):
            fault = test_seeded_faults.by_hand(file, row)
            assert wrong(path, fault.text or ""), fault.what
            refused += 1
        assert not file.endswith(".toml") or wrong(path, path.read_text("utf-8")) == []
    assert refused >= 60


def test_words_of_a_further_language_have_addresses():
    path = Path("words/eo.toml")
    assert wrong(path, '"game.toml::name" = "Ludo"') == []
    assert wrong(path, 'name = "Ludo"')
    assert wrong(path, '"game.toml::name" = ""')
