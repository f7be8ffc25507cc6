"""Worked games: a filled-in sheet and the points of each row. They are tests, and pages to read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoring.loading.catalogue_files import CITE, MOST_PLAYERS
from scoring.loading.toml_declarations import (
    ID_VALUE,
    WHOLE,
    WORD,
    YES_NO,
    Table,
    like,
    name_of,
    plain,
    words_by,
)
from scoring.loading.toml_reader import Reader, read_file
from scoring.model.cells import Schema, object_schema
from scoring.model.errors_and_warnings import MOST_ERRORS
from scoring.text.localised import Text

if TYPE_CHECKING:
    from .game import Game

FOLDER = "examples"
TOTAL = "total"
"""Key of the expected total, next to the ids of rows."""


@dataclass(frozen=True, slots=True)
class Example:
    """One worked game.

    ``source``: id of the source in the catalogue that the sums are based on.
    ``settle``: true if the sheet leaves end-of-game decisions blank; the expected rows are then
        those of the best plan.
    ``state``: the sheet; cells that the file leaves out count as none.
    ``expect``: seat to row id (or ``total``) to points. The total is the sum of the known rows.
    """

    id: str
    name: Text
    text: Text
    source: str
    settle: bool
    state: Mapping[str, Any]
    expect: Mapping[str, Mapping[str, int]]


def load(folder: Path, game: Game) -> dict[str, Example]:
    """Returns all worked games in ``folder``, by file name without suffix; none without folder.

    Raises ``DataError`` for a sheet that the game cannot read, and for a source, seat or row that
    the game does not have. The points themselves are compared by the tests.
    """
    translations = game.translations
    return {
        path.stem: _example(path.stem, read_file(path, f"{FOLDER}/{path.name}", translations), game)
        for path in sorted(folder.glob("*.toml"))
    }


def by_seat(schema: Schema) -> Schema:
    """Returns the JSON Schema of an object by seat id. ``schema``: that of each value."""
    return {
        "type": "object",
        "patternProperties": {f"^p[1-{MOST_PLAYERS}]$": schema},
        "additionalProperties": False,
    }


_cells: Schema = {"type": "object"}
STATE: Schema = object_schema(
    {
        "game": ID_VALUE.schema,
        "rulings": words_by(WORD.schema),
        "table": _cells,
        "play": _cells,
        "seats": by_seat(_cells) | {"minProperties": 1},
    },
    ("seats",),
)
FILE = Table(
    Example,
    omitted=("id",),
    source=name_of(
        "source of game.toml",
        lambda game: game.catalogue.sources,
        like(CITE, "a short word").schema,
    ),
    settle=YES_NO.or_else(False),
    state=plain(dict, STATE),
    expect=plain(dict, by_seat(words_by(WHOLE.schema))),
)


def _example(id_: str, reader: Reader, game: Game) -> Example:
    found = Example(id_, **FILE.take(game, reader))
    for error in game.sheet.take(found.state).errors[:MOST_ERRORS]:
        raise reader.fail(f"{error.path}: {error.message.en}")
    found = replace(found, state=game.sheet.with_rest_none(game.sheet.read(found.state)))
    _check_expect(reader, found, game)
    return found


def _check_expect(reader: Reader, example: Example, game: Game) -> None:
    state = game.sheet.read(example.state)
    scored, settled = game.score(state), not example.settle
    for seat, expected in example.expect.items():
        reader.check_name("expect", seat, scored, "seat of state")
        if not isinstance(expected, dict):
            raise reader.fail("expect should hold a table for each seat")
        for row, points in expected.items():
            if type(points) is not int:
                problem = f"{row} should be a whole number, not {points!r}"
                raise reader.fail(f"expect {seat}: {problem}")
            if row != TOTAL and scored[seat].line(row) is None and not settled:
                scored, settled = game.score(game.solve_open_decisions(state)[0]), True
            rows = [TOTAL, *(line.id for line in scored[seat].lines)]
            reader.check_name(f"expect {seat}", row, rows, "row of this seat's score")
