"""TOML tables read key by key. Whatever nobody asked for is an error: file, line and id."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from .text import LANGUAGES, SOURCE_LANGUAGES, Text, from_table

ID = re.compile(r"[a-z][a-z0-9_]*\Z")
_HEADER = re.compile(r"\s*\[\[?([A-Za-z0-9_.-]+)\]")
_TOML_LINE = re.compile(r"\(at line (\d+), column \d+\)")


class DataError(ValueError):
    """A game's folder cannot be used. The message names file, line (if known) and id at fault."""

    def __init__(self, file: str, entry: str, problem: str, line: int = 0) -> None:
        where = f"{file}:{line}" if line else file
        super().__init__(": ".join(part for part in (where, entry, problem) if part))
        self.file, self.entry, self.problem, self.line = file, entry, problem, line


class Translations:
    """Texts of data files in further languages: ``words/<language>.toml``, address to words.

    An address is ``file:label:key``. A language that is there must have every address; what was
    asked for is kept in ``source``, address to English, for those who add a language.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.source: dict[str, str] = {}
        self.more: dict[str, dict[str, Any]] = {}
        for path in sorted(folder.glob("*.toml")) if folder else ():
            if path.stem in LANGUAGES:
                self.more[path.stem] = _table(path)

    def of(self, address: str, english: str) -> dict[str, str]:
        """The words of an address in every further language. Raises ``KeyError``, naming it."""
        self.source[address] = english
        return {language: str(words[address]) for language, words in self.more.items()}


class Reader:
    """One TOML table, read key by key; what nobody asked for is an error in ``done``.

    ``lines`` are those of its file from the table's header to the next one, numbered.
    """

    def __init__(
        self,
        file: str,
        label: str,
        table: object,
        translations: Translations | None = None,
        lines: tuple[tuple[int, str], ...] = (),
        header: str = "",
    ) -> None:
        self.file, self.label, self.lines, self.header = file, label, lines, header
        self.translations = translations or Translations()
        if not isinstance(table, dict):
            raise self.fail("should be a table")
        self.table = dict(table)

    def inner(self, label: str, table: object, header: str = "") -> Reader:
        """A table within this one, under a label of its own."""
        return Reader(self.file, label, table, self.translations, self.lines, header)

    def within(self, part: str, table: object) -> Reader:
        """A table within this one, its label behind this one's."""
        return self.inner(f"{self.label}: {part}" if self.label else part, table)

    def tables(self, key: str, label: str, default: Any = ...) -> Iterator[Reader]:
        """A list of tables, one reader each, where ``[[key]]`` says where they stand."""
        listed = self.take(key, list, default)
        header = f"{self.header}.{key}" if self.header else key
        starts = [n for n, line in self.lines if (m := _HEADER.match(line)) and m[1] == header]
        if len(starts) != len(listed):  # written inline
            yield from (self.inner(label, table, header) for table in listed)
            return
        last = self.lines[-1][0] if self.lines else 0
        for n, table in enumerate(listed):
            end = starts[n + 1] - 1 if n + 1 < len(starts) else last
            lines = tuple(pair for pair in self.lines if starts[n] <= pair[0] <= end)
            yield Reader(self.file, label, table, self.translations, lines, header)

    def fail(self, problem: str, key: str = "") -> DataError:
        return DataError(self.file, self.label, problem, self.line(key))

    def line(self, key: str = "") -> int:
        """Where a key stands in the file, as far as that can be told; else where its table does."""
        wanted = re.compile(rf"\s*{re.escape(key)}\s*=") if key else None
        for number, line in self.lines:
            if wanted and wanted.match(line):
                return number
        return self.lines[0][0] if self.lines and self.header else 0

    def take(self, key: str, kind: type, default: Any = ...) -> Any:
        if key not in self.table:
            if default is ...:
                raise self.fail(f"lacks {key}")
            return default
        value = self.table.pop(key)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.fail(f"{key} should be a {kind.__name__}", key)
        return value

    def id(self, allowed: re.Pattern[str] = ID, says: str = "snake_case") -> str:
        """The table's id, which joins its label."""
        value = cast(str, self.take("id", str))
        self.label = f"{self.label} {value}" if self.label else value
        if not allowed.match(value):
            raise self.fail(f"id should be {says}", "id")
        return value

    def word(self, key: str, allowed: tuple[str, ...], default: Any = ...) -> str:
        value = self.take(key, str, default)
        if value not in allowed:
            raise self.fail(f"{key} {value!r} is not one of {', '.join(allowed)}", key)
        return cast(str, value)

    def pattern(self, key: str, allowed: re.Pattern[str], says: str) -> str:
        value = cast(str, self.take(key, str))
        if not allowed.match(value):
            raise self.fail(f"{key} {value!r} should be {says}", key)
        return value

    def text(self, key: str, default: Any = ...) -> Text:
        if key not in self.table and default is not ...:
            return cast(Text, default)
        return self.as_text(key, self.take(key, dict))

    def as_text(self, key: str, table: object) -> Text:
        """A table of languages as a text, with what further languages say."""
        plain = re.split(r"[.\[]", key)[0]
        try:
            found = from_table(table)
            address = f"{self.file}:{self.label}:{key}"
            more = self.translations.of(address, found.en)
        except ValueError as error:
            raise self.fail(f"{key} {error}", plain) from None
        except KeyError:
            raise self.fail(f"{key} lacks a translation for {address!r}", plain) from None
        return from_table(table, more) if more else found

    def texts(self, key: str) -> tuple[Text, ...]:
        return tuple(
            self.as_text(f"{key}[{n}]", table) for n, table in enumerate(self.take(key, list, []))
        )

    def repeated(self, key: str, label: str, default: Any = ...) -> Iterator[Reader]:
        """As ``tables``; one with ``repeat = 6`` comes six times, ``{n}`` being its number."""
        for reader in self.tables(key, label, default):
            if "repeat" not in reader.table:
                yield reader
                continue
            times = reader.table.pop("repeat")
            if type(times) is not int or times < 1:
                raise reader.fail("repeat should be a number", "repeat")
            for n in range(1, times + 1):
                yield Reader(
                    reader.file,
                    reader.label,
                    _numbered(reader.table, n),
                    reader.translations,
                    reader.lines,
                    reader.header,
                )

    def strings(self, key: str, *, empty: bool = False) -> tuple[str, ...]:
        values = self.take(key, list, [] if empty else ...)
        if not all(isinstance(v, str) and v for v in values):
            raise self.fail(f"{key} should be a list of words", key)
        return tuple(values)

    def aliases(self) -> dict[str, tuple[str, ...]]:
        table = self.within("aliases", self.take("aliases", dict, {}))
        found = {language: table.strings(language, empty=True) for language in SOURCE_LANGUAGES}
        table.done()
        return found

    def done(self) -> None:
        if self.table:
            key = sorted(self.table)[0]
            raise self.fail(f"unknown key {key!r}", key)


def read_file(path: Path, name: str, translations: Translations | None = None) -> Reader:
    """A reader over a whole TOML file, called ``name`` in messages. Raises ``DataError``."""
    table = _table(path, name)
    lines = tuple(enumerate(path.read_text("utf-8").splitlines(), 1))
    return Reader(name, "", table, translations, lines)


def _table(path: Path, name: str = "") -> dict[str, Any]:
    name = name or path.name
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise DataError(name, "", "is missing") from None
    except UnicodeDecodeError as error:
        raise DataError(name, "", str(error)) from None
    except tomllib.TOMLDecodeError as error:
        at = _TOML_LINE.search(str(error))
        raise DataError(name, "", str(error), int(at[1]) if at else 0) from None


def _numbered(value: Any, n: int) -> Any:
    """``value`` with the number in place of ``{n}``, in whatever strings it holds."""
    match value:
        case str():
            return value.replace("{n}", str(n))
        case list():
            return [_numbered(each, n) for each in value]
        case dict():
            return {key: _numbered(each, n) for key, each in value.items()}
    return value
