"""Reads TOML tables key by key; errors name the file and the id of the table."""

import json
import re
import tomllib
from collections.abc import Collection, Iterator
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from scoring.text import parsed_files_cache
from scoring.text.data_error import MOST_LISTED, DataError, listed, suggestion
from scoring.text.localised import LANGUAGES, Text, from_table

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
    """Translations of the texts of a game's data files, from ``words/<language>.toml``.

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
        """Returns the translations of one text beyond English and Japanese: language to text.

        ``address``: of the text, as ``file:label:key``. ``english``: the text in English. Raises
        ``KeyError``, whose argument is the language that lacks the text.
        """
        self.source[address] = english
        found = {}
        for language, words in self.more.items():
            if not isinstance(words.get(address), str) or not words[address].strip():
                raise KeyError(language)
            found[language] = words[address]
        return found

    def lack(self, language: str, address: str) -> DataError:
        """Returns the error that a language lacks the text at ``address``; the caller raises it."""
        near = suggestion(address, self.more[language])
        return DataError(f"words/{language}.toml", "", f"lacks words for {address!r}{near}")


class Reader:
    """Reads one TOML table key by key.

    ``file`` and ``label``: name of the file and of this table, for error messages.
    ``unnamed``: label of the table in errors until its id is known, with its position in a list.
    ``known``: the keys that the table may have.
    """

    def __init__(
        self,
        file: str,
        label: str,
        table: object,
        translations: Translations | None = None,
        unnamed: str = "",
    ) -> None:
        self.file, self.label, self.unnamed = file, label, unnamed
        self.translations = translations or Translations()
        if not isinstance(table, dict):
            raise DataError(file, unnamed or label, f"{table!r} should be a table")
        self.table: dict[str, Any] = table
        self.known: Collection[str] = ()

    def within(self, part: str, table: object, position: str = "") -> "Reader":
        """Returns a reader of a TOML table inside this one.

        ``part``: added to this table's label in errors. ``position``: added instead as long as the
        inner table has no id.
        """
        label, unnamed = (": ".join(filter(None, (self.label, e))) for e in (part, position))
        return Reader(self.file, label, table, self.translations, position and unnamed)

    def tables(self, key: str, part: str) -> "Iterator[Reader]":
        """Yields a reader for each table in the list at ``key``; ``part``: its label in errors."""
        for n, table in enumerate(self.take(key, list), 1):
            if not isinstance(table, dict):
                raise self.fail(f"{key} should hold tables: write [[{key}]]")
            yield self.within(part, table, f"{key} {n}")

    def repeated(self, key: str, part: str) -> "Iterator[Reader]":
        """Yields a reader for each TOML table in the list at ``key``; six if it has ``repeat = 6``.

        ``{n}`` in any string of a repeated table is replaced by the number, from 1. ``part``: word
        for a table in errors.
        """
        for reader in self.tables(key, part):
            if "repeat" not in reader.table:
                yield reader
                continue
            times = int(reader.take("repeat", int))
            if times < 1:
                raise reader.fail("repeat should be 1 or more")
            for n in range(1, times + 1):
                again = _numbered(reader.table, n)
                again.pop("repeat")
                yield Reader(self.file, reader.label, again, self.translations, reader.unnamed)

    def fail(self, problem: str, key: str = "") -> DataError:
        """Returns the error ``problem`` with this TOML table's file and label, to be raised.

        ``key``: the key with the error. If it is absent but the table has a similar unknown key,
        the error suggests that this one is misspelt.
        """
        if key and key not in self.table and (near := self.slip(key)):
            problem += f" (is {near!r} meant to be {key!r}?)"
        return DataError(self.file, self.unnamed or self.label, problem)

    def slip(self, key: str) -> str:
        """Returns the TOML table's unknown key that is probably ``key`` misspelt; empty if none."""
        strange = [each for each in self.table if each not in self.known]
        return next(iter(get_close_matches(key, strange, 1, 0.75)), "")

    def take(self, key: str, kind: type) -> Any:
        """Returns the value of a TOML key. Raises ``DataError`` unless it is of type ``kind``."""
        value = self.table[key]
        if kind is list and isinstance(value, dict):
            raise self.fail(f"{key} should be a list: each table of it under [[{key}]]")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.fail(f"{key} should be {TYPES[kind]}, not {value!r}")
        return value

    def id(self, allowed: re.Pattern[str] = ID, says: str = "snake_case") -> str:
        """Returns the ``id`` in a TOML table; from then on error messages about the table name it.

        ``allowed``: pattern of valid ids, which ``says`` describes in the error for another.
        """
        value = cast(str, self.take("id", str))
        self.label, self.unnamed = f"{self.label} {value}".strip(), ""
        if not allowed.match(value):
            raise self.fail(f"id should be {says}")
        return value

    def check_name(self, key: str, name: object, known: Collection[str], what: str) -> None:
        """Checks that ``name``, the value at ``key``, is a ``known`` name. Raises ``DataError``.

        ``what``: word for such a thing in the error, such as *fact*.
        """
        if not isinstance(name, str) or name not in known:
            near = suggestion(name, known)
            if len(known) <= MOST_LISTED:
                near = f": {listed(name, known)}"
            raise self.fail(f"{key} names {name!r}, which is no {what}{near}")

    def strings(self, key: str) -> tuple[str, ...]:
        values = self.take(key, list)
        for value in values:
            if not isinstance(value, str) or not value:
                raise self.fail(f"{key} should be a list of words, and holds {value!r}")
        return tuple(values)

    def as_text(self, key: str, table: object) -> Text:
        """Converts a table ``{ en = …, ja = … }`` to a ``Text``, with further languages added.

        ``key``: the key that has the table; with file and label it is the address of translations.
        """
        try:
            found = from_table(table)
            address = f"{self.file}:{self.label}:{key}"
            more = self.translations.of(address, found.en)
        except ValueError as error:
            raise self.fail(f"{key} {error.args[0]}") from None
        except KeyError as error:
            raise self.translations.lack(str(error.args[0]), address) from None
        return from_table(table, more) if more else found

    def refuse_others(self) -> None:
        """Raises ``DataError`` if the TOML table has a key that is not allowed in it."""
        for key in self.table:
            if key not in self.known:
                raise self.fail(f"unknown key {key!r}{suggestion(key, self.known)}")


def _numbered(value: Any, n: int) -> Any:
    """Returns a copy of a TOML value with ``{n}`` in its strings replaced by ``n``."""
    match value:
        case str():
            return value.replace("{n}", str(n))
        case list():
            return [_numbered(each, n) for each in value]
        case dict():
            return {key: _numbered(each, n) for key, each in value.items()}
    return value


def read_file(path: Path, name: str, translations: Translations | None = None) -> Reader:
    """Returns a reader of a whole TOML file. ``name``: its name in errors. Raises ``DataError``."""
    return Reader(name, "", _table(path, name), translations)


def as_json(source: str) -> str:
    """Converts TOML text, ``source``, to JSON, which loads faster. Exported apps contain JSON."""
    return json.dumps(tomllib.loads(source), ensure_ascii=False, separators=(",", ":"))


def parsed(source: str) -> dict[str, Any]:
    """Returns the content of a TOML file, from ``source``: its text or JSON made of that.

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
        return parsed_files_cache.parsed(path, path.read_text("utf-8"), parsed)
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
