"""Generates a JSON Schema for each kind of data file, for editors: ``docs/schemas/``.

Lists of allowed words come from the code that reads the files. What a schema cannot check, such as
whether an id exists, is checked when the game is loaded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scoring.loading.catalogue import (
    ACCENTS,
    CITE,
    FACT_TYPES,
    KANA,
    MOST_PLAYERS,
    NO_ENTRIES,
    OPTION,
    ROMAJI,
    STAGES,
)
from scoring.loading.rows import ROW
from scoring.loading.toml_reader import ID
from scoring.model.calculator import FOLDER as CALCULATORS
from scoring.model.calculator import SCOPES
from scoring.model.cells import MOST
from scoring.model.fields import BOARDS, CONTROLS, KINDS, TONES
from scoring.model.status import CONFIDENCES, STATUSES
from scoring.text.localised import SOURCE_LANGUAGES
from scoring.text.messages import FOLDER as WORDS
from scoring.worked_games import FOLDER as EXAMPLES

type Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

WORD: Schema = {"type": "string", "minLength": 1}
WHOLE: Schema = {"type": "integer"}
YES_NO: Schema = {"type": "boolean"}
LIST: Schema = {"type": "array", "items": WORD}
TEXT: Schema = {"$ref": "#/$defs/text"}


def kinds() -> dict[str, Schema]:
    """Returns every JSON Schema, by the name of its file without ``.json``."""
    return {
        "game": _game(),
        "entries": _top("Entries: cards, tiles, rules, rulings", {"entry": _list(_entry())}),
        "sheet": _top(
            "What the score sheet asks",
            {"section": _list(_section()), "table": _list(_section())},
        ),
        "phases": _phases(),
        "tutorial": _tutorial(),
        "vocabulary": _top(
            "Words that players use for what the box calls otherwise",
            {
                "same": _list(_table({"words": LIST}, ("words",))),
                "kind": _list(_table({"id": _id(), "words": LIST}, ("id", "words"))),
            },
        ),
        "player_questions": _top(
            "What players ask, by the entry that answers it",
            {"asked": _list(_table({"id": _id(), "en": LIST, "ja": LIST}, ("id", "en", "ja")))},
        ),
        "calculator": _top(
            "A calculator: its name and its form",
            {
                "name": TEXT,
                "hint": TEXT,
                "order": WHOLE,
                "scope": {"enum": list(SCOPES)},
                "piece": WORD,
                "when": WORD,
                "unless": WORD,
                "at_table": YES_NO,
                "measures": TEXT,
                "module": WORD,
                "place": WHOLE,
                "section": _list(_section()),
                "table": _list(_section()),
            },
            ("name", "hint"),
        ),
        "example": _example(),
        "words": {
            "$schema": DIALECT,
            "title": "Texts of the data files in a further language, by their address",
            "type": "object",
            "patternProperties": {r"^[^:]+\.toml:": WORD},
            "additionalProperties": False,
        },
    }


def kind_of(path: Path) -> str:
    """Returns the name of the schema for a game's data file, by the file's name and folder."""
    folders = {CALCULATORS: "calculator", EXAMPLES: "example", WORDS: "words"}
    if path.parent.name in folders:
        return folders[path.parent.name]
    return path.stem if path.name in NO_ENTRIES else "entries"


def files() -> Iterator[tuple[str, str]]:
    """Yields the name and the content of every file in ``docs/schemas``."""
    for name, schema in kinds().items():
        yield f"{name}.json", json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


# ── the kinds of file ──────────────────────────────────────────────────────────────────


def _game() -> Schema:
    named = {"id": _id(), "name": TEXT}
    fact = {
        **named,
        "type": {"enum": list(FACT_TYPES)},
        "words": {"type": "object", "additionalProperties": TEXT},
    }
    return _top(
        "The lid of the box, and the words its data use",
        {
            "slug": _id(),
            "name": TEXT,
            "kana": _like(KANA.pattern),
            "romaji": _like(ROMAJI.pattern),
            "aliases": _aliases(),
            "players": _table(
                {
                    key: {"type": "integer", "minimum": 1, "maximum": MOST_PLAYERS}
                    for key in ("min", "max")
                },
                ("min", "max"),
            ),
            "stage": {"enum": list(STAGES)},
            "accent": {"enum": list(ACCENTS)},
            "intro": TEXT,
            "year": WHOLE,
            "designers": LIST,
            "bgg": WHOLE,
            "moved": {"type": "object", "additionalProperties": WORD},
            "source": _list(_table({"id": _like(CITE.pattern), "name": TEXT, "note": TEXT})),
            "preset": _list(_table({**named, "text": TEXT})),
            "kind": _list(_table({**named, "many": TEXT})),
            "fact": _list(_table(fact, ("id", "name", "type"))),
            "rule": _list(_table({"id": _id(), "needs": LIST, "text": TEXT}, ("id", "text"))),
        },
        ("slug", "name", "kana", "romaji", "players", "stage", "accent", "intro"),
    )


def _entry() -> Schema:
    option = _table({"id": _like(OPTION.pattern), "name": TEXT, "cites": LIST}, ("id", "name"))
    scores = {"type": "object", "properties": {"rule": _id()}, "required": ["rule"]}
    return _table(
        {
            "id": _id(),
            "kind": _id(),
            "name": TEXT,
            "text": TEXT,
            "kana": _like(KANA.pattern),
            "romaji": _like(ROMAJI.pattern),
            "body": _list(TEXT),
            "aliases": _aliases(),
            "facts": {"type": "object"},
            "scores": _list(scores),
            "see": LIST,
            "about": LIST,
            "cites": LIST,
            "status": {"enum": list(STATUSES)},
            "confidence": {"enum": list(CONFIDENCES)},
            "ours": {"type": "array", "items": {"enum": list(SOURCE_LANGUAGES)}},
            "options": _list(option),
            "presets": {"type": "object", "additionalProperties": WORD},
            "default": WORD,
        },
        ("id", "kind", "name", "text", "kana", "romaji", "cites", "status", "confidence"),
    )


def _section() -> Schema:
    rows = rows_schema()
    return _table(
        {
            "id": WORD,  # contains {n} if the section is repeated
            "label": _label(),
            "hint": TEXT,
            "folded": YES_NO,
            "tracked": YES_NO,
            "when": WORD,
            "unless": WORD,
            "title": _label(),
            "scores": LIST,
            "settings": YES_NO,
            "control": {"enum": list(BOARDS)},
            "shows": rows,
            "columns": YES_NO,
            "others": {"type": "string", "pattern": "^([0-9]|{n})$"},
            "most_players": {"type": "integer", "minimum": 1},
            "maps": YES_NO,
            "optional": YES_NO,
            "shared": YES_NO,
            "repeat": {"type": "integer", "minimum": 1},
            "field": _list(_field()),
        },
        ("id", "label", "field"),
    )


def rows_schema() -> Schema:
    """Returns the schema of a field's rows: ids of entries, selections by kind, or own rows."""
    return {
        "oneOf": [
            {"type": "string", "description": "a hook of the game"},
            _list(
                {
                    "oneOf": [
                        WORD,
                        _selection(),
                        _table(
                            {
                                "id": _like(ROW.pattern),
                                "name": _label(),
                                "piece": WORD,
                                "when": WORD,
                            },
                            ("id", "name"),
                        ),
                    ]
                }
            ),
        ]
    }


def _field() -> Schema:
    rows = rows_schema()
    again = {"type": "integer", "minimum": 1}
    group = _table(
        {"label": _label(), "rows": rows, "when": WORD, "again": again, "phase": WORD}, ("rows",)
    )
    shared: Schema = {
        "label": _label(),
        "hint": TEXT,
        "when": WORD,
        "decided": YES_NO,
        "needed": YES_NO,
        "optional": YES_NO,
        "control": {"enum": list(CONTROLS)},
        "across": {"type": "integer", "minimum": 1},
        "apart": YES_NO,
        "alone": YES_NO,
        "piece": WORD,
    }
    own = {
        "id": WORD,
        "kind": {"enum": list(KINDS)},
        **shared,
        "scores": WORD,
        "rows": rows,
        "groups": {"oneOf": [WORD, _list(group)]},
        "columns": rows,
        "options": rows,
        "faces": rows,
        "flags": YES_NO,
        "least": WHOLE,
        "most": {"type": "integer", "maximum": MOST},
        "open": YES_NO,
        "length": WHOLE,
        "unique": YES_NO,
        "hidden": YES_NO,
        "question": TEXT,
        "needed_alone": YES_NO,
        "one_of": _list({"type": "array", "items": {"oneOf": [WORD, _selection()]}}),
        "most_in_box": {
            "oneOf": [WORD, {"type": "object", "additionalProperties": WHOLE}],
        },
        "default": WORD,
        "notes": WORD,
        "tone": {"enum": list(TONES)},
        "usual": WHOLE,
        "head": WORD,
        "aside": YES_NO,
        "signs": rows,
        "chart": WORD,
    }
    return {
        "if": {"required": ["use"]},
        "then": _table({"use": WORD, "id": WORD, **shared}, ("use",)),
        "else": _table(own, ("id", "kind", "label")),
    }


def _selection() -> Schema:
    return _table(
        {"kind": _id(), "where": {"type": "object"}, "has": LIST, "lacks": LIST, "without": LIST},
        ("kind",),
    )


def _phases() -> Schema:
    step = _table({"id": _id(), "text": TEXT, "entry": WORD, "when": LIST}, ("id", "text"))
    phase = {
        "id": WORD,  # contains {n} if the phase is repeated
        "repeat": {"type": "integer", "minimum": 1},
        "name": TEXT,
        "steps": LIST,
        "hint": TEXT,
        "when": WORD,
        "unless": WORD,
        "calculators": LIST,
    }
    return _top(
        "How a game runs",
        {"first": TEXT, "step": _list(step), "phase": _list(_table(phase, ("id", "name")))},
        ("phase",),
    )


def _tutorial() -> Schema:
    step = _table(
        {"id": _id(), "text": TEXT, "entry": WORD, "shows": LIST}, ("id", "text", "entry")
    )
    part = _table(
        {"id": _id(), "name": TEXT, "phases": LIST, "step": _list(step)}, ("id", "name", "step")
    )
    return _top("How a game is told, to read aloud", {"part": _list(part)}, ("part",))


def _example() -> Schema:
    seats = f"^p[1-{MOST_PLAYERS}]$"
    cells: Schema = {"type": "object"}
    state = {
        "game": _id(),
        "rulings": {"type": "object", "additionalProperties": WORD},
        "table": cells,
        "play": cells,
        "seats": {
            "type": "object",
            "minProperties": 1,
            "patternProperties": {seats: cells},
            "additionalProperties": False,
        },
    }
    rows = {"type": "object", "additionalProperties": WHOLE}
    return _top(
        "A worked game: a sheet, and every row that it should give",
        {
            "name": TEXT,
            "text": TEXT,
            "source": _like(CITE.pattern),
            "settle": YES_NO,
            "state": _table(state, ("seats",)),
            "expect": {
                "type": "object",
                "patternProperties": {seats: rows},
                "additionalProperties": False,
            },
        },
        ("name", "text", "source", "state", "expect"),
    )


# ── parts ──────────────────────────────────────────────────────────────────────────────


def _top(title: str, properties: Schema, required: tuple[str, ...] = ()) -> Schema:
    text = _table({language: {**WORD, "pattern": r"\S"} for language in SOURCE_LANGUAGES})
    return {
        "$schema": DIALECT,
        "title": title,
        **_table(properties, required),
        "$defs": {"text": text},
    }


def _table(properties: Schema, required: tuple[str, ...] | None = None) -> Schema:
    """Returns the JSON Schema of an object that has only these keys.

    ``required``: the required keys; all by default.
    """
    wanted = list(properties if required is None else required)
    return {
        "type": "object",
        "properties": properties,
        **({"required": wanted} if wanted else {}),
        "additionalProperties": False,
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _like(pattern: str) -> Schema:
    return {"type": "string", "pattern": "^" + pattern.replace(r"\Z", "$")}


ID_LIKE = _like(ID.pattern)


def _id() -> Schema:
    return ID_LIKE


def _label() -> Schema:
    return {"oneOf": [{**WORD, "description": "an entry or a kind that is called so"}, TEXT]}


def _aliases() -> Schema:
    return _table(dict.fromkeys(SOURCE_LANGUAGES, LIST), ())
