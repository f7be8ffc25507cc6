"""Reads TOML tables key by key. A key that is never read is an error with file, line and id."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from scoring.loading.toml_positions import Places
from scoring.text.data_error import DataError, listed, suggestion
from scoring.text.localised import LANGUAGES, SOURCE_LANGUAGES, Text, from_table

ID = re.compile(r"[a-z][a-z0-9_]*\Z")
_TOML_LINE = re.compile(r" \(at line (\d+), column \d+\)")

TYPES = {
    str: "words in quotes",
    int: "a whole number",
    bool: "true or false",
    list: "a list in [ ]",
    dict: "a table in { }",
}
"""Description of the value of a key, by Python type, for error messages."""


class Translations:
    """Texts of a game's data files in further languages, from ``words/<language>.toml``.

    Each text has an address, ``file:label:key`` (``label`` names its table, as *entry honey*). A
    language that has a file must translate every address. Every address that was looked up is
    collected in ``source``, with its English text, for the tool that adds a language.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.source: dict[str, str] = {}
        self.more: dict[str, dict[str, Any]] = {}
        for path in sorted(folder.glob("*.toml")) if folder else ():
            if path.stem in LANGUAGES:
                self.more[path.stem] = _table(path, f"words/{path.name}")

    def of(self, address: str, english: str) -> dict[str, str]:
        """Returns the text at an address in every further language, by language.

        ``address``: as ``file:label:key``. ``english``: the text in English. Raises ``KeyError``,
            whose argument is the language that lacks the text.
        """
        self.source[address] = english
        found = {}
        for language, words in self.more.items():
            if not isinstance(words.get(address), str) or not words[address].strip():
                raise KeyError(language)
            found[language] = words[address]
        return found

    def lack(self, language: str, address: str) -> DataError:
        """Returns the error that a language has no text for an address; the caller raises it."""
        near = suggestion(address, self.more[language])
        return DataError(f"words/{language}.toml", "", f"lacks words for {address!r}{near}")


class Reader:
    """Reads one TOML table key by key; ``done`` raises an error for a key that was never read.

    ``file`` and ``label``: name of the file and of this table, for error messages.
    ``places``: finds lines in the file.
    """

    def __init__(
        self,
        file: str,
        label: str,
        table: object,
        translations: Translations | None = None,
        places: Places | None = None,
    ) -> None:
        self.file, self.label, self.places = file, label, places or Places()
        self.translations = translations or Translations()
        if not isinstance(table, dict):
            raise DataError(file, label, "should be a table")
        self.given: dict[str, Any] = table
        self.table = dict(table)
        self.asked: set[str] = set()

    def within(self, part: str, table: object, *keys: str | int) -> Reader:
        """Returns a reader of a table inside this one.

        ``part``: added to this table's label in errors.
        ``keys``: keys and list positions that lead to it, for the line in errors.
        """
        label = f"{self.label}: {part}" if self.label else part
        if not isinstance(table, dict):
            raise DataError(self.file, label, f"{table!r} should be a table", self.line(*keys))
        return Reader(self.file, label, table, self.translations, self.places)

    def tables(self, key: str, label: str, default: Any = ...) -> Iterator[Reader]:
        """Yields a reader for each table of the list at ``key``.

        ``label``: name of such a table in errors. ``default``: list to use if the key is absent,
        which is an error otherwise.
        """
        listed = self.take(key, list, default)
        for n, table in enumerate(listed):
            if not isinstance(table, dict):
                raise self.fail(f"{key} should hold tables: write [[{key}]]", key, n)
            yield Reader(self.file, label, table, self.translations, self.places)

    def repeated(self, key: str, label: str, default: Any = ...) -> Iterator[Reader]:
        """Yields a reader for each table of the list at ``key``; six for one with ``repeat = 6``.

        ``{n}`` in any string of a repeated table is replaced by the number, from 1. ``label`` and
        ``default``: as for ``tables``.
        """
        for reader in self.tables(key, label, default):
            if "repeat" not in reader.table:
                yield reader
                continue
            times = int(reader.take("repeat", int))
            if times < 1:
                raise reader.fail("repeat should be 1 or more", "repeat")
            for n in range(1, times + 1):
                again = _numbered(reader.given, n, self.places)
                again.pop("repeat")
                yield Reader(self.file, label, again, self.translations, self.places)

    def fail(self, problem: str, *keys: str | int) -> DataError:
        """Returns the error for a key of this table, or for a value below it; the caller raises it.

        If the key is absent but the table has a similar key that was never read, the error suggests
        that this one is misspelt.
        """
        if keys and keys[0] not in self.given and (near := self.slip(str(keys[0]))):
            problem += f" (is {near!r} meant to be {keys[0]!r}?)"
            keys = (near,)
        return DataError(self.file, self.label, problem, self.line(*keys))

    def slip(self, key: str) -> str:
        """Returns the key of the table that is probably ``key`` misspelt; empty if there is none.

        That is the most similar of the keys that were never read.
        """
        strange = [each for each in self.table if each not in self.asked]
        return next(iter(get_close_matches(key, strange, 1, 0.75)), "")

    def line(self, *keys: str | int) -> int:
        """Returns the line of a key in the file, or else the line of its table."""
        return self.places.line(self.given, *keys)

    def take(self, key: str, kind: type, default: Any = ...) -> Any:
        self.asked.add(key)
        if key not in self.table:
            if default is ...:
                raise self.fail(f"lacks {key}", key)
            return default
        value = self.table.pop(key)
        if kind is list and isinstance(value, dict):
            raise self.fail(f"{key} should be a list: each table of it under [[{key}]]", key)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.fail(f"{key} should be {TYPES[kind]}, not {value!r}", key)
        return value

    def id(self, allowed: re.Pattern[str] = ID, says: str = "snake_case") -> str:
        """Returns the table's ``id``, and adds it to the label in error messages.

        ``allowed``: pattern that it must match; ``says``: description of the pattern for errors.
        """
        value = cast(str, self.take("id", str))
        self.label = f"{self.label} {value}" if self.label else value
        if not allowed.match(value):
            raise self.fail(f"id should be {says}", "id")
        return value

    def word(self, key: str, allowed: tuple[str, ...], default: Any = ...) -> str:
        value = self.take(key, str, default)
        if value not in allowed:
            raise self.fail(f"{key} {value!r} is not one of {listed(value, allowed)}", key)
        return cast(str, value)

    def pattern(self, key: str, allowed: re.Pattern[str], says: str) -> str:
        value = cast(str, self.take(key, str))
        if not allowed.match(value):
            raise self.fail(f"{key} {value!r} should be {says}", key)
        return value

    def text(self, key: str, default: Any = ...) -> Text:
        if key not in self.table and default is not ...:
            return cast(Text, default)
        return self.as_text(key, self.take(key, object))

    def as_text(self, key: str, table: object, *at: str | int) -> Text:
        """Converts a table of languages, ``{ en = …, ja = … }``, to a ``Text`` with all languages.

        ``key``: last part of the text's address. ``at``: keys and list positions that lead to the
            table, for errors, if not ``key`` alone.
        """
        at = at or (key,)
        try:
            found = from_table(table)
            address = f"{self.file}:{self.label}:{key}"
            more = self.translations.of(address, found.en)
        except ValueError as error:
            problem, *language = error.args
            raise self.fail(f"{key} {problem}", *at, *language) from None
        except KeyError as error:
            raise self.translations.lack(str(error.args[0]), address) from None
        return from_table(table, more) if more else found

    def texts(self, key: str) -> tuple[Text, ...]:
        return tuple(
            self.as_text(f"{key}[{n}]", table, key, n)
            for n, table in enumerate(self.take(key, list, []))
        )

    def strings(self, key: str, *, empty: bool = False) -> tuple[str, ...]:
        values = self.take(key, list, [] if empty else ...)
        for n, value in enumerate(values):
            if not isinstance(value, str) or not value:
                raise self.fail(f"{key} should be a list of words, and holds {value!r}", key, n)
        return tuple(values)

    def aliases(self) -> dict[str, tuple[str, ...]]:
        table = self.within("aliases", self.take("aliases", dict, {}), "aliases")
        found = {language: table.strings(language, empty=True) for language in SOURCE_LANGUAGES}
        table.done()
        return found

    def done(self) -> None:
        for key in self.table:
            raise self.fail(f"unknown key {key!r}{suggestion(key, self.asked)}", key)


def _numbered(value: Any, n: int, places: Places) -> Any:
    """Returns a copy of a TOML value with ``{n}`` in its strings replaced by ``n``.

    ``places``: finds lines; errors in the copy then name the lines of the original.
    """
    match value:
        case str():
            return value.replace("{n}", str(n))
        case list():
            return [_numbered(each, n, places) for each in value]
        case dict():
            copy = {key: _numbered(each, n, places) for key, each in value.items()}
            places.same(copy, value)
            return copy
    return value


def read_file(path: Path, name: str, translations: Translations | None = None) -> Reader:
    """Returns a reader of a whole TOML file. ``name``: its name in errors. Raises ``DataError``."""
    table = _table(path, name)
    return Reader(name, "", table, translations, Places(path.read_text("utf-8"), table))


def as_json(source: str) -> str:
    """Converts TOML text to JSON, which loads faster. Exported apps contain their files as JSON."""
    return json.dumps(tomllib.loads(source), ensure_ascii=False, separators=(",", ":"))


def parsed(source: str) -> dict[str, Any]:
    """Parses the text of a TOML file, or the JSON that ``as_json`` has made of it.

    Text that begins with a brace is JSON, since no TOML file does.
    """
    if source.startswith("{"):
        with suppress(json.JSONDecodeError):  # then parsed as TOML, for an error with a line
            found: dict[str, Any] = json.loads(source)
            return found
    return tomllib.loads(source)


def _table(path: Path, name: str = "") -> dict[str, Any]:
    name = name or path.name
    try:
        return parsed(path.read_text("utf-8"))
    except FileNotFoundError:
        raise DataError(name, "", "is missing") from None
    except UnicodeDecodeError as error:
        line = path.read_bytes().count(b"\n", 0, error.start) + 1
        raise DataError(name, "", f"should be saved as UTF-8: {error.reason}", line) from None
    except tomllib.TOMLDecodeError as error:
        at = _TOML_LINE.search(str(error))
        line = int(at[1]) if at else path.read_text("utf-8").count("\n") + 1
        problem = _TOML_LINE.sub("", str(error))
        raise DataError(name, "", f"cannot be read as TOML: {problem}", line) from None
