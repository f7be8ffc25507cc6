"""Generates a JSON Schema for each kind of data file, for editors: ``docs/schemas/``.

They come from the declarations by which the files are read. What a schema cannot check, such as
whether an id exists, is checked when the game is loaded.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scoring import worked_games
from scoring.loading import (
    calculator_files,
    catalogue_files,
    phases_file,
    search_words_files,
    set_up_draws_file,
    tutorial_file,
)
from scoring.loading.catalogue_files import NO_ENTRIES
from scoring.loading.sheet_file import SHEET_FILE
from scoring.loading.toml_declarations import WORD, Table
from scoring.model.calculator import FOLDER as CALCULATORS
from scoring.model.cells import Schema, object_schema
from scoring.text.localised import SOURCE_LANGUAGES
from scoring.text.messages import FOLDER as WORDS
from scoring.worked_games import FOLDER as EXAMPLES

DIALECT = "https://json-schema.org/draft/2020-12/schema"

FILES: dict[str, tuple[str, Table[Any]]] = {
    "game": ("The lid of the box, and the words its data use", catalogue_files.GAME_FILE),
    "entries": ("Entries: cards, tiles, rules, rulings", catalogue_files.ENTRIES_FILE),
    "sheet": ("What the score sheet asks", SHEET_FILE),
    "phases": ("How a game runs", phases_file.FILE),
    "setup": ("What is drawn or laid out before a game", set_up_draws_file.FILE),
    "tutorial": ("How a game is told, to read aloud", tutorial_file.FILE),
    "vocabulary": (
        "Words that players use for what the box calls otherwise",
        search_words_files.VOCABULARY_FILE,
    ),
    "player_questions": (
        "What players ask, by the entry that answers it",
        search_words_files.QUESTIONS_FILE,
    ),
    "calculator": ("A calculator: its name and its form", calculator_files.FILE),
    "example": ("A worked game: a sheet, and every row that it should give", worked_games.FILE),
}
"""Each kind of file, by the name of its schema: the title of the schema, and the declaration."""


def kinds() -> dict[str, Schema]:
    """Returns the JSON Schema of each kind of data file, by its file name without ``.json``."""
    text = object_schema(
        {language: {**WORD.schema, "pattern": r"\S"} for language in SOURCE_LANGUAGES},
        SOURCE_LANGUAGES,
    )
    found = {
        name: {"$schema": DIALECT, "title": title, **table.schema(), "$defs": {"text": text}}
        for name, (title, table) in FILES.items()
    }
    found["words"] = {
        "$schema": DIALECT,
        "title": "Texts of the data files in a further language, by their address",
        "type": "object",
        "patternProperties": {r"^[^:]+\.toml:": WORD.schema},
        "additionalProperties": False,
    }
    return found


def kind_of(path: Path) -> str:
    """Returns the name of the JSON Schema for a data file at ``path``, such as *entries*."""
    folders = {CALCULATORS: "calculator", EXAMPLES: "example", WORDS: "words"}
    if path.parent.name in folders:
        return folders[path.parent.name]
    return path.stem if path.name in NO_ENTRIES else "entries"


def files() -> Iterator[tuple[str, str]]:
    """Yields (name, content) of every JSON Schema file in ``docs/schemas``."""
    for name, schema in kinds().items():
        yield f"{name}.json", json.dumps(schema, ensure_ascii=False, indent=2) + "\n"
