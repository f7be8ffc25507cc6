"""Decodes JSON from outside, with limits, and with errors that name the place in the file."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields, is_dataclass
from datetime import UTC, datetime
from functools import cache, partial
from math import isfinite
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints
from uuid import UUID

from companion.messages import say
from scoring.model.errors_and_warnings import MOST_ERRORS, CellError
from scoring.model.sheet_reader import Repeated, without_duplicates
from scoring.text.localised import Text

MOST_BYTES = 5 * 1024 * 1024
YEARS = range(1900, 2200)
"""Years that every database can store and every time zone can display."""


class Unusable(ValueError):
    """Raised if a file or an object in it is invalid; ``fault``: path in the file, and message."""

    def __init__(self, path: str, message: Text) -> None:
        super().__init__(message.en)
        self.fault = CellError(path, message)


def add(faults: list[CellError], error: CellError) -> None:
    """Appends an error to ``faults``, unless it holds ``MOST_ERRORS`` already."""
    if len(faults) < MOST_ERRORS:
        faults.append(error)


@contextmanager
def reported(faults: list[CellError]) -> Iterator[None]:
    """Context manager: an ``Unusable`` raised in its block is caught, and added to ``faults``.

    So one invalid part of a file does not end the reading.
    """
    try:
        yield
    except Unusable as error:
        add(faults, error.fault)


# ── files ──────────────────────────────────────────────────────────────────────────────


def loads(data: bytes) -> dict[str, Any]:
    """Returns the JSON object in ``data``, a file's bytes. Raises ``Unusable``.

    Rejects duplicate keys, NaN, infinite numbers, lone surrogates, and files beyond ``MOST_BYTES``.
    """
    if len(data) > MOST_BYTES:
        raise Unusable("", say("import-too-large", n=MOST_BYTES // 1024 // 1024))
    try:
        raw = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=without_duplicates,
            parse_constant=_float,
            parse_float=_float,
        )
        json.dumps(raw, ensure_ascii=False).encode()
    except Repeated as error:
        key = printable(error.args[0])
        raise Unusable(key, say("json-repeated", key=key)) from None
    except (ValueError, RecursionError) as error:
        # the texts of other errors may repeat words of the file
        where = (
            f" ({error.lineno}:{error.colno})" if isinstance(error, json.JSONDecodeError) else ""
        )
        raise Unusable("", say("json-unreadable", where=where)) from None
    return json_object("", raw)


def _float(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise ValueError
    return number


def compact_json(value: object) -> str:
    """Returns a dataclass object or any JSON value as JSON text without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_encoded)


def _encoded(value: Any) -> Any:
    if isinstance(value, Text):
        return value.json()
    if is_dataclass(value):
        return by_name(value)
    return value.isoformat() if isinstance(value, datetime) else str(value)


# ── rows ───────────────────────────────────────────────────────────────────────────────


type Decoder = Callable[[str, Any], Any]
"""Function of a path and the JSON value there, which returns the value read."""


@cache
def decoder(kind: Any) -> Decoder:
    """Returns a function (path in the file, JSON value) that reads the value as the type ``kind``.

    It raises ``Unusable`` for the first error. ``kind``: a dataclass, whose defaults stand for what
    an object lacks; ``tuple[T, ...]``; ``dict[K, V]``; ``T | None``; ``Any``; or ``Annotated[T,
    convert, message]``, where ``convert`` returns the value to use, or ``None`` for an invalid one.
    """
    if kind is Any:
        return lambda path, value: value
    part, *parts = get_args(kind) or (kind,)
    if get_origin(kind) is Annotated:
        return partial(_converted, *parts)
    if is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        return partial(_row, kind, {each.name: decoder(hints[each.name]) for each in fields(kind)})
    read = decoder(part)
    if NoneType in parts:
        return lambda path, value: None if value is None else read(path, value)
    return partial(_list, read) if ... in parts else partial(_mapping, read, decoder(parts[0]))


def _converted(convert: Callable[[Any], Any], message: Any, path: str, value: object) -> Any:
    if (result := convert(value)) is None:
        raise Unusable(path, message(value) if callable(message) else message)
    return result


def _list(read: Decoder, path: str, value: object) -> tuple[Any, ...]:
    return tuple(read(f"{path}/{n}", each) for n, each in enumerate(json_list(path, value)))


def _mapping(key: Decoder, read: Decoder, path: str, value: object) -> dict[Any, Any]:
    raw = json_object(path, value)
    paths = [f"{path}/{printable(each)}" for each in raw]
    return {key(at, k): read(at, v) for at, (k, v) in zip(paths, raw.items(), strict=True)}


def _row(kind: Any, decoders: dict[str, Decoder], path: str, value: object) -> Any:
    raw = json_object(path, value)
    for each in fields(kind):
        if each.name not in raw and each.default is MISSING:
            raise Unusable(f"{path}/{each.name}", say("import-missing"))
    for key in raw:
        if key not in decoders:
            raise Unusable(f"{path}/{printable(key)}", say("import-not-known"))
    return kind(**{key: decoders[key](f"{path}/{key}", raw[key]) for key in raw})


def json_object(path: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unusable(path, say("import-object"))
    return value


def json_list(path: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise Unusable(path, say("import-list"))
    return value


def rows_in(
    raw: dict[str, Any], key: str, faults: list[CellError], most: int | None = None
) -> list[tuple[str, Any]]:
    """Returns pairs of path in the file and item, for the list ``raw[key]``; [] if there is none.

    At most ``most``; an error is added to ``faults`` if there are more, or if it is no list.
    """
    with reported(faults):
        rows = json_list(key, raw.get(key, []))
        if most and len(rows) > most:
            add(faults, CellError(key, say("import-cut-off", n=most)))
        return [(f"{key}/{n}", row) for n, row in enumerate(rows[:most])]
    return []


def decode[T](row: type[T], path: str, value: object) -> T:
    """Reads ``value`` as the dataclass ``row``; raises ``Unusable`` unless it fits its fields.

    ``path``: the object's path in the file, for the error.
    """
    kind: Any = row
    result: T = decoder(kind)(path, value)
    return result


def row_of[T](row: type[T], source: object, **other: Any) -> T:
    """Returns a ``row`` (a dataclass) filled from the attributes of ``source`` of the same names.

    ``other``: further fields, or fields with other values.
    """
    kind: Any = row
    names = {each.name for each in fields(kind)} - other.keys()
    return row(**{name: getattr(source, name) for name in names} | other)


def by_name(row: Any) -> dict[str, Any]:
    """Returns the fields of ``row``, a dataclass object, by name; values are not converted."""
    return {each.name: getattr(row, each.name) for each in fields(row)}


# ── single values, ``None`` or empty if they are invalid ───────────────────────────────


def matching(pattern: str) -> Callable[[object], str | None]:
    """Returns a function that returns its argument if it is a string that matches ``pattern``.

    It returns ``None`` for any other value. The whole string must match.
    """
    whole = re.compile(pattern)
    return lambda value: value if isinstance(value, str) and whole.fullmatch(value) else None


def within(least: int, most: int) -> Callable[[object], int | None]:
    """Returns a function that returns its argument if it is an integer from ``least`` to ``most``.

    It returns ``None`` for any other value, and for ``True``.
    """
    return lambda value: n if (n := integer(value)) is not None and least <= n <= most else None


def line(most: int) -> Callable[[object], str | None]:
    """Returns a function that returns its argument if it is one line of text, else ``None``.

    ``most``: greatest length. No character may be unprintable.
    """
    return lambda value: text if (text := one_line(value, most)) == value else None


def truth(value: object) -> bool | None:
    """Returns the value if it is true or false, else ``None``."""
    return value if isinstance(value, bool) else None


def printable(word: object) -> str:
    """Returns a value from a file as printable text for a message, at most 40 characters."""
    if isinstance(word, str):
        return "".join(c for c in word if c.isprintable())[:40]
    return str(word)[:40] if isinstance(word, int | float) else "…"


def one_line(value: object, length: int) -> str:
    """Returns a string as one line of printable characters, cut to ``length``; "" for no string."""
    if not isinstance(value, str):
        return ""
    spaced = "".join(" " if unicodedata.category(c) in ("Zs", "Cc") else c for c in value)
    return "".join(c for c in spaced if c.isprintable()).strip()[:length].strip()


def integer(value: object) -> int | None:
    """Returns the value if it is an integer, else ``None``; ``true`` is not one."""
    return value if type(value) is int else None


def uuid(value: object) -> UUID | None:
    """Returns the UUID that a string spells; ``None`` for anything else."""
    try:
        return UUID(value) if isinstance(value, str) and len(value) <= 60 else None
    except ValueError:
        return None


def moment(value: object, *, naive: bool = False) -> datetime | None:
    """Returns the time in an ISO string, converted to UTC; ``None`` if it is invalid.

    ``naive``: a time without a zone is accepted and counts as UTC.
    """
    if not isinstance(value, str) or len(value) > 40:
        return None
    try:
        time = datetime.fromisoformat(value)
        if time.tzinfo is None and not naive:
            return None
        time = time.replace(tzinfo=time.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return time if time.year in YEARS else None
