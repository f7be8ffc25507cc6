"""Finds the line of each key in a TOML file, so error messages can name it.

The standard library's ``tomllib`` reports no lines. It has already accepted the file, so this scan
only needs to look at keys, brackets and strings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

type Path = tuple[str | int, ...]
"""Keys and list positions that lead to a value in a file: ``("entry", 3, "facts", "in_box")``."""

_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}(?!")'
    r"|'''.*?'{3,5}(?!')"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'",
    re.S,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}#\n]+")


class Places:
    """The line of every table, key and list element of one TOML file.

    Tables are recognised by identity: ``line(table, "kind")`` needs the very dictionary that
    ``tomllib`` returned.
    """

    def __init__(self, source: str = "", root: dict[str, Any] | None = None) -> None:
        self._source, self._root = source, root if root is not None else {}
        self._copies: list[tuple[object, object]] = []

    def line(self, table: object, *keys: str | int) -> int:
        """Returns the line of the value at ``keys`` in ``table``, or of the nearest known parent.

        Returns 0 for a table that is not of this file.
        """
        path = self._paths.get(id(table))
        if path is None:
            return 0
        path = (*path, *keys)
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 0)

    def same(self, copy: object, table: object) -> None:
        """Registers ``copy`` as a copy of ``table``: errors in it get the lines of the original."""
        self._copies.append((copy, table))
        self.__dict__.pop("_paths", None)

    @cached_property
    def _lines(self) -> dict[Path, int]:
        """Line number by path of keys. Computed only when the first error needs it."""
        return _Scan(self._source).lines

    @cached_property
    def _paths(self) -> dict[int, Path]:
        found = dict(_walk(self._root, ()))
        for copy, table in self._copies:
            if (path := found.get(id(table))) is not None:
                found[id(copy)] = path
        return found


def _walk(value: object, path: Path) -> Iterator[tuple[int, Path]]:
    """Yields ``id()`` and path (keys and list positions) of every TOML table inside a value."""
    if isinstance(value, dict):
        yield id(value), path
        for key, inner in value.items():
            yield from _walk(inner, (*path, key))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from _walk(inner, (*path, n))


class _Scan:
    """One pass over the text of a valid TOML file, which collects the line of each path."""

    def __init__(self, source: str) -> None:
        self.source, self.at, self.number, self.counted = source, 0, 1, 0
        self.lines: dict[Path, int] = {}
        self.last: dict[Path, int] = {}
        here: Path = ()
        while self._next():
            if self._sign("["):
                many = self._sign("[")
                line, keys = self._line(), self._keys()
                here = self._table(keys, many)
                self._mark(here, line)
                self._sign("]")
                self._sign("]")
            else:
                self._pair(here)

    def _table(self, keys: Path, many: bool) -> Path:
        path: Path = ()
        for n, key in enumerate(keys, 1):
            path = (*path, key)
            if many and n == len(keys):
                self.last[path] = self.last.get(path, -1) + 1
            if path in self.last:
                path = (*path, self.last[path])
        return path

    def _pair(self, here: Path) -> None:
        line = self._line()
        path = (*here, *self._keys())
        self._mark(path, line)
        self._sign("=")
        self._value(path)

    def _value(self, path: Path) -> None:
        self._next()
        if self._sign("["):
            n = 0
            while self._next() and not self._sign("]"):
                self._mark((*path, n), self._line())
                self._value((*path, n))
                self._next()
                self._sign(",")
                n += 1
        elif self._sign("{"):
            while self._next() and not self._sign("}"):
                self._pair(path)
                self._next()
                self._sign(",")
        else:
            self._take(_STRING) or self._take(_SCALAR)

    def _keys(self) -> Path:
        found = []
        while True:
            self._next()
            word = self._take(_STRING)
            found.append(word[1:-1] if word else self._take(_BARE))
            self._next()
            if not self._sign("."):
                return tuple(found)

    def _mark(self, path: Path, line: int) -> None:
        for end in range(1, len(path) + 1):
            self.lines.setdefault(path[:end], line)

    def _next(self) -> bool:
        """Skips white space and comments. Returns true if any text is left after them."""
        self._take(_BLANK)
        return self.at < len(self.source)

    def _sign(self, sign: str) -> bool:
        found = self.source.startswith(sign, self.at)
        self.at += found
        return found

    def _take(self, wanted: re.Pattern[str]) -> str:
        found = wanted.match(self.source, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found[0]

    def _line(self) -> int:
        self.number += self.source.count("\n", self.counted, self.at)
        self.counted = self.at
        return self.number
