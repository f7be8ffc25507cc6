"""Declares the tables of TOML files: one declaration reads a table and gives its JSON Schema.

A table is declared by the dataclass that it becomes: the name of an attribute is the key, its type
says what the value may be, and an attribute with a default may be left out. ``Value`` says what a
type does not: a pattern, a reference to something else, a list of further tables.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, Literal, Self, get_args, get_origin, get_type_hints

from scoring.model.catalogue import Catalogue
from scoring.model.cells import Schema, object_schema
from scoring.model.fields import Section
from scoring.model.phases import Phases
from scoring.text.data_error import listed
from scoring.text.localised import SOURCE_LANGUAGES, Text

from .toml_reader import ID, Reader, Translations, read_file

type Take = Callable[[Any, Reader, str], Any]
"""Function that takes the value of a key from a reader, and checks it. Its first argument is the
context that ``Table.read`` was given, such as the catalogue that ids may refer to."""

type Names = Callable[[Any], Collection[str]]
"""Function that takes the context of a ``Take`` and returns the names that a key may hold."""

_NEEDED: Any = object()


@dataclass(frozen=True, slots=True)
class Value:
    """Declares how the value of one key of a TOML table is read, with its JSON Schema.

    ``take``: function that reads the value. ``schema``: its JSON Schema.
    ``key``: the key in the file, if the attribute of the dataclass has another name.
    ``default``: the value if the file lacks the key, unless the dataclass has a default.
    """

    take: Take
    schema: Schema
    key: str = ""
    default: Any = _NEEDED

    def called(self, key: str) -> "Value":
        return replace(self, key=key)

    def or_else(self, default: Any) -> "Value":
        return replace(self, default=default)


class Table[T]:
    """Declares the keys of a TOML table and the dataclass made of it; reads it, gives its schema.

    ``made``: the dataclass that the table becomes, or ``dict``.
    ``needed``: keys that must be in the file although the attribute has a default.
    ``omitted``: attributes that are never read from the file.
    ``check``: called with context, reader and the finished object; raises an error if parts of the
        table do not fit together.
    ``values``: how to read the value of a key, by attribute; given only where the attribute's type
        does not say it.
    """

    def __init__(
        self,
        made: Callable[..., T],
        *,
        needed: Collection[str] = (),
        omitted: Collection[str] = (),
        check: Callable[[Any, Reader, T], None] | None = None,
        **values: Value,
    ) -> None:
        self.made, self.check = made, check
        declared = {f.name: f for f in fields(made)} if is_dataclass(made) else {}
        types = get_type_hints(made) if declared else {}
        self.keys: dict[str, tuple[str, Value]] = {}
        self.defaults: dict[str, Any] = {}
        self.needed: set[str] = set()
        for name in (*declared, *(each for each in values if each not in declared)):
            if name in omitted:
                continue
            value = values.get(name) or _of_type(name, types[name])
            key = value.key or name
            self.keys[key] = name, value
            attribute = declared.get(name)
            if value.default is not _NEEDED:
                self.defaults[name] = value.default
            elif name in needed or attribute is None or _has_no_default(attribute):
                self.needed.add(key)

    def read(self, context: Any, reader: Reader) -> T:
        """Returns the object made of a TOML table. Raises ``DataError``, also for an unknown key.

        ``context``: passed to each ``Value.take`` and to ``check``, such as the game's catalogue.
        """
        found = self.made(**self.take(context, reader))
        if self.check:
            self.check(context, reader, found)
        return found

    def take(self, context: Any, reader: Reader, keys: Collection[str] = ()) -> dict[str, Any]:
        """Returns the values of a TOML table by attribute. Raises ``DataError``.

        ``context``: passed to each function that reads a value. ``keys``: the keys that the table
        may have, by default all that are declared.
        """
        found = self.take_some(context, reader, keys)
        reader.refuse_others()
        return found

    def take_some(self, context: Any, reader: Reader, keys: Collection[str] = ()) -> dict[str, Any]:
        """Returns the values of ``keys`` in a TOML table by attribute; ignores its other keys.

        ``context``: passed to functions that read a value. ``keys``: by default all declared ones.
        """
        reader.known = keys or self.keys
        found = {}
        for key, (attribute, value) in self.keys.items():
            if key in reader.table and key in reader.known:
                found[attribute] = value.take(context, reader, key)
            elif key in self.needed and key in reader.known:
                raise reader.fail(f"lacks {key}", key)
            elif attribute in self.defaults:
                found[attribute] = self.defaults[attribute]
        return found

    def part(self, *keys: str, **more: Value) -> "Table[dict[str, Any]]":
        """Returns the declaration of a TOML table with some of this one's ``keys``, all optional.

        ``more``: how to read further keys, all of them required.
        """
        found = Table[dict[str, Any]](dict)
        found.keys = {key: (key, value) for key, value in more.items()}
        found.needed = set(more)
        found.keys |= {key: self.keys[key] for key in keys}
        return found

    def schema(self, unless: Collection[str] = ()) -> Schema:
        """Returns the JSON Schema of the declared TOML table.

        ``unless``: needed keys that it shall not require, as only some such tables need them.
        """
        needed = [key for key in self.keys if key in self.needed and key not in unless]
        return object_schema({key: value.schema for key, (_, value) in self.keys.items()}, needed)


def _has_no_default(attribute: Any) -> bool:
    return attribute.default is MISSING and attribute.default_factory is MISSING


# ── values ─────────────────────────────────────────────────────────────────────────────


def plain(kind: type, schema: Schema) -> Value:
    """Returns the declaration of a TOML value of the Python type ``kind``, not checked further.

    ``schema``: its JSON Schema.
    """
    return Value(lambda _, reader, key: reader.take(key, kind), schema)


def whole(least: int | None = None, most: int | None = None) -> Value:
    """Returns the declaration of a TOML whole number, ``least`` to ``most``; ``None``: no limit."""

    def take(_: Any, reader: Reader, key: str) -> int:
        number: int = reader.take(key, int)
        if least is not None and number < least:
            raise reader.fail(f"{key} should be {least} or more", key)
        if most is not None and number > most:
            raise reader.fail(f"{key} should be {most} or less", key)
        return number

    limits = {"minimum": least, "maximum": most}
    return Value(take, {"type": "integer"} | {k: n for k, n in limits.items() if n is not None})


def one_of(words: tuple[str, ...]) -> Value:
    """Returns the declaration of a TOML value that must be one of these ``words``."""

    def take(_: Any, reader: Reader, key: str) -> str:
        word: str = reader.take(key, str)
        if word not in words:
            raise reader.fail(f"{key} {word!r} is not one of {listed(word, words)}")
        return word

    return Value(take, {"enum": list(words)})


def name_of(what: str, known: Names, schema: Schema | None = None) -> Value:
    """Returns the declaration of a TOML value that must be an existing name, as an entry's id.

    ``what``: word for such a thing in errors. ``known``: function of the context that returns the
    names that exist. ``schema``: JSON Schema of the value; by default any string.
    """

    def take(context: Any, reader: Reader, key: str) -> str:
        name: str = reader.take(key, str)
        reader.check_name(key, name, known(context), what)
        return name

    return Value(take, schema or WORD.schema)


def names_of(what: str, known: Names, schema: Schema | None = None) -> Value:
    """Returns the declaration of a TOML list of names that must exist, such as entries' ids.

    ``what``: word for such a thing in errors. ``known``: function of the context that returns the
    names that exist. ``schema``: JSON Schema of each name; by default any string.
    """

    def take(context: Any, reader: Reader, key: str) -> tuple[str, ...]:
        names = reader.strings(key)
        for name in names:
            reader.check_name(key, name, known(context), what)
        return names

    return Value(take, list_of(schema or WORD.schema))


def like(pattern: re.Pattern[str], says: str) -> Value:
    """Returns the declaration of a TOML word of this ``pattern``; ``says``: its text in errors."""

    def take(_: Any, reader: Reader, key: str) -> str:
        word: str = reader.take(key, str)
        if not pattern.match(word):
            raise reader.fail(f"{key} {word!r} should be {says}")
        return word

    return Value(take, _matches(pattern))


def ident(pattern: re.Pattern[str] = ID, says: str = "snake_case") -> Value:
    """Returns the declaration of a TOML table's ``id``, by which later errors call the table.

    ``pattern``: of valid ids, which ``says`` describes in the error for others.
    """
    return Value(lambda _, reader, key: reader.id(pattern, says), _matches(pattern))


def tables(table: Table[Any], part: str, twice: str = "", *, repeat: bool = False) -> Value:
    """Returns the declaration of a TOML list of tables, whose ids must differ.

    ``table``: declaration of each one. ``part``: word for one in errors, before its id.
    ``twice``: the error for a repeated id; empty for the usual one.
    ``repeat``: a table with ``repeat = 6`` stands for six, with the number in place of ``{n}``.
    """
    problem = twice or f"repeated {part} id"

    def take(context: Any, reader: Reader, key: str) -> tuple[Any, ...]:
        readers = reader.repeated(key, part) if repeat else reader.tables(key, part)
        return tuple(_each(table, context, readers, problem))

    schema = table.schema()
    if repeat:  # the id may have {n}
        schema["properties"] |= {"id": WORD.schema, "repeat": whole(1).schema}
    return Value(take, list_of(schema))


def _each(table: Table[Any], context: Any, readers: Iterable[Reader], twice: str) -> Iterable[Any]:
    met: set[str] = set()
    for reader in readers:
        found = table.read(context, reader)
        if "id" in table.keys:
            if reader.table["id"] in met:
                raise reader.fail(twice, "id")
            met.add(reader.table["id"])
        yield found


def by_id(value: Value) -> Value:
    """Returns the declaration of a TOML list of tables that is read as a ``dict`` by their ids.

    ``value``: declaration of the list. Without the key, the ``dict`` is empty.
    """

    def take(context: Any, reader: Reader, key: str) -> dict[str, Any]:
        return {each.id: each for each in value.take(context, reader, key)}

    return replace(value, take=take, default={})


def list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def words_by(names: Schema) -> Schema:
    """Returns the JSON Schema of an object with any keys, and values of the schema ``names``."""
    return {"type": "object", "additionalProperties": names}


def _matches(pattern: re.Pattern[str]) -> Schema:
    return {"type": "string", "pattern": "^" + pattern.pattern.replace(r"\Z", "$")}


def _texts(_: Any, reader: Reader, key: str) -> tuple[Text, ...]:
    tables = enumerate(reader.take(key, list))
    return tuple(reader.as_text(f"{key}[{n}]", table) for n, table in tables)


WORD = plain(str, {"type": "string", "minLength": 1})
WHOLE = whole()
YES_NO = plain(bool, {"type": "boolean"})
ID_VALUE = ident()
STRINGS = Value(lambda _, reader, key: reader.strings(key), list_of(WORD.schema))
TEXT = Value(
    lambda _, reader, key: reader.as_text(key, reader.table[key]), {"$ref": "#/$defs/text"}
)
TEXTS = Value(_texts, list_of(TEXT.schema))
_ALIASES = Table[dict[str, Any]](dict, en=STRINGS.or_else(()), ja=STRINGS.or_else(()))
ALIASES = Value(
    lambda _, reader, key: _ALIASES.read(_, reader.within(key, reader.take(key, dict))),
    _ALIASES.schema(),
    default=dict.fromkeys(SOURCE_LANGUAGES, ()),
)

_BY_TYPE: Mapping[Any, Value] = {
    str: WORD,
    int: WHOLE,
    bool: YES_NO,
    Text: TEXT,
    tuple[str, ...]: STRINGS,
    tuple[Text, ...]: TEXTS,
}


def _of_type(name: str, type_: Any) -> Value:
    """Returns the declaration of the TOML value for a dataclass's attribute, by name and type.

    Raises ``KeyError`` for a type that does not say how to read it.
    """
    if name == "id":
        return ID_VALUE
    if get_origin(type_) is Literal:
        return one_of(get_args(type_))
    return _BY_TYPE[type_]


@dataclass(frozen=True)
class Known:
    """Names that a game's data files may use: the context in which their tables are read.

    ``folder``: the game's ``data/``. ``functions``: functions of the game by the name that a data
    file calls them by. ``table``: the sheet's sections for the table as a whole. ``cells``: paths
    of the cells that ``when`` and the like may name.
    """

    catalogue: Catalogue
    folder: Path = Path()
    translations: Translations = field(default_factory=Translations)
    functions: Mapping[str, Callable[[Catalogue], Any]] = field(default_factory=dict)
    table: Sequence[Section] = ()
    cells: Collection[str] = ()
    phases: Phases = field(default_factory=Phases)

    @property
    def phase_ids(self) -> tuple[str, ...]:
        return tuple(phase.id for phase in self.phases.phases)

    def with_table(self, table: Sequence[Section]) -> Self:
        """Returns a copy that knows sections for the table as a whole, and their cells, too."""
        paths = (path for section in table for each in section.fields for path in each.paths())
        own = ("/".join(("table", *path)) for path in paths)
        return replace(self, table=table, cells=(*own, *self.cells))

    def file(self, name: str) -> Reader | None:
        """Returns a reader of a file in ``folder``; ``None`` if the game has no such file."""
        path = self.folder / name
        return read_file(path, name, self.translations) if path.is_file() else None


ENTRY_ID = name_of("entry", lambda known: known.catalogue)
CELL = name_of("cell of the table", lambda known: known.cells)
CELLS = names_of("cell of the table", lambda known: known.cells)
