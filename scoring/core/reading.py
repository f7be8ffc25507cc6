"""TOML tables read key by key. Whatever nobody asked for is an error that names file and id."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from .text import LANGUAGES, SOURCE_LANGUAGES, Text, from_table

ID = re.compile(r"[a-z][a-z0-9_]*\Z")


class DataError(ValueError):
    """The data cannot be used. The message names the file and the id at fault."""

    def __init__(self, file: str, entry: str, problem: str) -> None:
        super().__init__(f"{file}: {entry}: {problem}" if entry else f"{file}: {problem}")
        self.file, self.entry, self.problem = file, entry, problem


def read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise DataError(path.name, "", "is missing") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(path.name, "", str(error)) from None


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
                self.more[path.stem] = read_toml(path)

    def of(self, address: str, english: str) -> dict[str, str]:
        """The words of an address in every further language. Raises ``KeyError``, naming it."""
        self.source[address] = english
        return {language: str(words[address]) for language, words in self.more.items()}


class Reader:
    """One TOML table, read key by key; what nobody asked for is an error in ``done``."""

    def __init__(
        self, file: str, label: str, table: object, translations: Translations | None = None
    ) -> None:
        if not isinstance(table, dict):
            raise DataError(file, label, "should be a table")
        self.file, self.label, self.table = file, label, dict(table)
        self.translations = translations or Translations()

    def inner(self, label: str, table: object) -> Reader:
        """A table within this one, under a label of its own."""
        return Reader(self.file, label, table, self.translations)

    def within(self, part: str, table: object) -> Reader:
        """A table within this one, its label behind this one's."""
        return self.inner(f"{self.label}: {part}" if self.label else part, table)

    def fail(self, problem: str) -> DataError:
        return DataError(self.file, self.label, problem)

    def take(self, key: str, kind: type, default: Any = ...) -> Any:
        if key not in self.table:
            if default is ...:
                raise self.fail(f"lacks {key}")
            return default
        value = self.table.pop(key)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.fail(f"{key} should be a {kind.__name__}")
        return value

    def id(self, allowed: re.Pattern[str] = ID, says: str = "snake_case") -> str:
        """The table's id, which joins its label."""
        value = cast(str, self.take("id", str))
        self.label = f"{self.label} {value}" if self.label else value
        if not allowed.match(value):
            raise self.fail(f"id should be {says}")
        return value

    def word(self, key: str, allowed: tuple[str, ...], default: Any = ...) -> str:
        value = self.take(key, str, default)
        if value not in allowed:
            raise self.fail(f"{key} {value!r} is not one of {', '.join(allowed)}")
        return cast(str, value)

    def pattern(self, key: str, allowed: re.Pattern[str], says: str) -> str:
        value = cast(str, self.take(key, str))
        if not allowed.match(value):
            raise self.fail(f"{key} {value!r} should be {says}")
        return value

    def text(self, key: str, default: Any = ...) -> Text:
        if key not in self.table and default is not ...:
            return cast(Text, default)
        return self.as_text(key, self.take(key, dict))

    def as_text(self, key: str, table: object) -> Text:
        """A table of languages as a text, with what further languages say."""
        try:
            found = from_table(table)
            address = f"{self.file}:{self.label}:{key}"
            more = self.translations.of(address, found.en)
        except ValueError as error:
            raise self.fail(f"{key} {error}") from None
        except KeyError:
            raise self.fail(f"{key} lacks a translation for {address!r}") from None
        return from_table(table, more) if more else found

    def texts(self, key: str) -> tuple[Text, ...]:
        return tuple(
            self.as_text(f"{key}[{n}]", table) for n, table in enumerate(self.take(key, list, []))
        )

    def repeated(self, key: str, default: Any = ...) -> Iterator[Any]:
        """The tables of a list; one with ``repeat = 6`` six times, ``{n}`` being its number."""
        for raw in self.take(key, list, default):
            times = raw.get("repeat") if isinstance(raw, dict) else None
            if times is None:
                yield raw
            elif type(times) is not int or times < 1:
                raise self.fail("repeat should be a number")
            else:
                once = {each: value for each, value in raw.items() if each != "repeat"}
                yield from (_numbered(once, n) for n in range(1, times + 1))

    def strings(self, key: str, *, empty: bool = False) -> tuple[str, ...]:
        values = self.take(key, list, [] if empty else ...)
        if not all(isinstance(v, str) and v for v in values):
            raise self.fail(f"{key} should be a list of words")
        return tuple(values)

    def aliases(self) -> dict[str, tuple[str, ...]]:
        table = self.within("aliases", self.take("aliases", dict, {}))
        found = {language: table.strings(language, empty=True) for language in SOURCE_LANGUAGES}
        table.done()
        return found

    def done(self) -> None:
        if self.table:
            raise self.fail(f"unknown key {sorted(self.table)[0]!r}")


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
