"""Generates the tables of ``docs/game-reference.md`` from the code that reads and scores games.

Keys come from the schemas, which come from the loaders. Attributes of classes come from their
source and docstrings. Such passages of documents are between ``<!-- drawn: its name -->`` and
``<!-- end -->``; a test checks that they are up to date.
"""

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from scoring.game_building import build
from scoring.loading.field_rows import ROWS
from scoring.loading.toml_declarations import ID_VALUE
from scoring.model.breakdown import Breakdown, Line
from scoring.model.calculator import Answer, Apply, Block, Row
from scoring.model.cells import Cell
from scoring.model.drawing_by_lot import Draw, Variant
from scoring.model.fields import CONTROLS, KINDS, Field, Section
from scoring.model.phases import Phase, Step
from scoring.model.plan import Plan, Proof
from scoring.model.seat import Seat, UnknownField
from scoring.text.localised import EMPTY
from scoring.text.messages import FUNCTIONS, SHARED
from scoring.tools import check_game
from tests.docs import architecture_diagram, json_schemas

type Schema = Mapping[str, Any]

HEADED = {
    *("source", "preset", "kind", "fact", "rule", "entry", "section", "field"),
    *("step", "phase", "part", "draw", "variant", "same", "asked"),
}
"""Keys whose value is a list of tables with a heading of their own in TOML, as ``[[entry]]``."""


def parts() -> dict[str, str]:
    """Returns the generated passages of ``docs/game-reference.md`` in Markdown, by name."""
    kinds = json_schemas.kinds()
    return {
        "stages": stages(),
        "game": keys(kinds["game"]),
        "entries": keys(kinds["entries"]),
        "sheet": keys(kinds["sheet"]) + rows() + prose(Section, Field) + controls(),
        "readers": readers(),
        "scorer": classes(Line, Breakdown),
        "build": f"```python\n{signature(build)}\n```\n",
        "example": keys(kinds["example"]),
        "planner": classes(Plan, Proof),
        "calculator": (keys(kinds["calculator"], deep=False) + classes(Answer, Block, Row, Apply)),
        "words of players": keys(kinds["player_questions"]) + keys(kinds["vocabulary"]),
        "phases": keys(kinds["phases"]) + prose(Step, Phase),
        "setup": keys(kinds["setup"]) + prose(Draw, Variant),
        "tutorial": keys(kinds["tutorial"]),
        "words": words(),
    }


def table(*rows: tuple[str, ...]) -> str:
    """Returns a Markdown table; each of ``rows`` has its cells, and the first is the heading."""
    head, *rest = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in rows]
    line = " | ".join("---" for _ in rows[0])
    return "".join(f"| {each} |\n" for each in (head, line, *rest)) + "\n"


def stages() -> str:
    """Returns a Markdown table of what each stage of a game requires, as ``check_game`` has it."""
    tree = ast.parse(inspect.getsource(check_game))
    texts: dict[str, str] = {}
    found = []
    for node in sorted(ast.walk(tree), key=lambda n: getattr(n, "lineno", 0)):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant() | ast.JoinedStr()):
                texts[name] = _text(node.value, texts)
            case ast.Call(func=ast.Name(id="Requirement"), args=[stage, what, section]):
                found.append(tuple(_text(each, texts) for each in (stage, what, section)))
    rows = [(stage or "good to have", what, section) for stage, what, section in found]
    return table(("stage", "what it says is lacking", "section"), *rows)


def keys(schema: Schema, heading: str = "", *, deep: bool = True) -> str:
    """Returns Markdown tables of the keys in a data file: key, value, needed or not.

    ``schema``: the file's JSON Schema. ``heading``: name of the TOML table; empty for the whole
    file. Without ``deep``, tables inside it are only named: they are those of ``sheet.toml``.
    """
    if "else" in schema:  # a form's field: its own, or one of the game's sheet
        return keys(schema["else"], heading) + keys(schema["then"], f"{heading} with `use`")
    drawn_rows = [("key", "value", "needed")]
    below = ""
    for key, value in schema["properties"].items():
        inner = value.get("items", {})
        name = f"{heading.strip('`[]')}.{key}".lstrip(".")
        if key == "table" and inner:
            said = "tables `[[table]]` with the keys of `[[section]]`"
        elif key in HEADED and (inner.get("type") == "object" or "else" in inner):
            said = f"tables `[[{name}]]`" + ("" if deep else " as in `sheet.toml`")
            below += keys(inner, f"`[[{name}]]`") if deep else ""
        else:
            said = _value(value)
        drawn_rows.append((f"`{key}`", said, "yes" if key in schema.get("required", ()) else ""))
    return (f"{heading}\n\n" if heading else "") + table(*drawn_rows) + below


def rows() -> str:
    """Returns the paragraph of ``docs/game-reference.md`` on *rows*, a value of many keys."""
    hook, listed = ROWS.schema["oneOf"]
    return f"*rows* are the name of {_value(hook)}, or a {_value(listed)}.\n\n"


def prose(*found: type) -> str:
    """Returns the docstrings of these classes as Markdown paragraphs."""
    return "".join(f"**`{e.__name__}`**: {_prose(inspect.getdoc(e) or '')}\n\n" for e in found)


def classes(*found: type) -> str:
    """Returns the docstrings of dataclasses as Markdown, each with a table of its attributes."""
    head = ("field", "type", "without it")
    return "".join(
        prose(each)
        + table(head, *((f"`{f.name}`", f"`{f.type}`", _default(f)) for f in fields(each)))
        for each in found
    )


def controls() -> str:
    """Returns a Markdown table of input controls with the kinds of field that each can enter."""
    named = [(f"`{name}`", ", ".join(kinds)) for name, kinds in CONTROLS.items()]
    return table(("`control`", "kinds of field that it can enter"), *named)


def readers() -> str:
    """Returns a Markdown table of the methods of ``Seat`` that can read each kind of field."""
    methods = [name for name, each in inspect.getmembers(Seat, callable) if name[0] != "_"]
    fit = {}
    for kind in KINDS:
        known = Field("field", EMPTY, kind, Cell("choice" if kind == "pick" else "number"))
        seat = Seat("p1", {}, {"field": known})
        fit[kind] = [name for name in methods if _reads(seat, name)]
    common = set(methods).intersection(*fit.values())
    fit = {kind: [n for n in names if n not in common] for kind, names in fit.items()}
    named = [(f"`{kind}`", _coded(names)) for kind, names in fit.items()]
    return table(("kind", "read with"), *named, ("any", _coded(sorted(common))))


def signature(function: Callable[..., object]) -> str:
    """Returns the source lines of a function's signature."""
    return inspect.getsource(function).partition(':\n    """')[0]


def words() -> str:
    """Returns a Markdown table of names that messages of every game may use.

    They are the functions to call in a message, and the keys of scoring rules with a shared name.
    """
    shared = sorted(id_.removeprefix("key-") for id_ in SHARED.arguments if id_[:4] == "key-")
    return table(
        ("what games share", ""),
        ("functions of a message", _coded((*FUNCTIONS, "NUMBER"))),
        ("`needs` of a rule that have a name", _coded(shared)),
    )


def _coded(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _reads(seat: Seat, name: str) -> bool:
    method = getattr(seat, name)
    plain = inspect.Parameter.POSITIONAL_OR_KEYWORD
    given = [p for p in inspect.signature(method).parameters.values() if p.kind == plain]
    try:
        method(*("field", "row")[: len(given) or 1])
    except UnknownField as error:
        return "no row" in str(error)
    except TypeError:
        return False
    return True


def _value(schema: Schema) -> str:
    match schema:
        case {"oneOf": [{"description": "a hook of the game"}, _]}:
            return "*rows*"
        case {"oneOf": choices}:
            return " or ".join(dict.fromkeys(map(_value, choices)))
        case {"$ref": _}:
            return "text in both languages"
        case {"enum": words_}:
            return "one of " + ", ".join(f"`{word}`" for word in words_)
        case {"type": "array", "items": items}:
            return f"list of: {_value(items)}"
        case {"type": "object", "properties": inner}:
            return "{ " + ", ".join(f"`{key}`" for key in inner) + " }"
        case {"type": "object", "patternProperties": inner}:
            return "table, by `" + "`, `".join(inner) + "`"
        case {"type": "object"}:
            return "table"
        case {"type": "string", "description": said}:
            return str(said)
        case {"type": "string", "pattern": pattern}:
            return "id" if schema == ID_VALUE.schema else f"word like `{pattern}`"
    limits = [f"{word} {schema[key]}" for key, word in LIMITS.items() if key in schema]
    return " ".join([TYPES[schema["type"]], *limits])


LIMITS = {"minimum": "from", "maximum": "to"}
TYPES = {"string": "word", "integer": "whole number", "boolean": "`true` or `false`"}


def _default(field: Any) -> str:
    if field.default is MISSING and field.default_factory is MISSING:
        return "needed"
    if field.default is MISSING:
        return "empty"
    return "no text" if field.default is EMPTY else f"`{field.default!r}`"


def _prose(doc: str) -> str:
    """Converts the docstring ``doc`` to Markdown: drops doctests, joins each paragraph's lines."""
    plain = re.sub(r"^>>> .*?(\n\n|\Z)", "", doc, flags=re.M | re.S).replace("``", "`")
    return "\n\n".join(" ".join(part.split()) for part in plain.split("\n\n") if part.strip())


def _text(node: ast.expr, texts: Mapping[str, str]) -> str:
    match node:
        case ast.Constant(value=str(value)):
            return value
        case ast.Name(id=name):
            return texts.get(name, "…")
        case ast.JoinedStr(values=values):
            return "".join(_text(each, texts) for each in values)
    return "…"


PART = re.compile(r"(<!-- drawn: ([\w ]+) -->\n)(.*?)(<!-- end -->)", re.S)

DRAWN: Mapping[str, Callable[[Path], Mapping[str, str]]] = {
    "docs/architecture.md": lambda root: {"rooms": architecture_diagram.picture(root)},
    "docs/game-reference.md": lambda root: parts(),
}
"""Path of a document to the function that generates its passages, by their names.

The function takes the project's folder.
"""


def files(root: Path) -> Iterator[tuple[Path, str]]:
    """Yields the path of each document with generated passages, and its text as it should be.

    ``root``: the project's folder. Raises ``KeyError`` for a passage that no function generates.
    """
    for name, draw in DRAWN.items():
        text, parts = (root / name).read_text("utf-8"), draw(root)
        for part in PART.findall(text):
            text = text.replace(part[0] + part[2] + part[3], f"{part[0]}{parts[part[1]]}{part[3]}")
        yield root / name, text
