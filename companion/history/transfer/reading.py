"""Contents of an imported file, and helpers to read JSON with limits and errors for the user."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import isfinite
from typing import Any
from uuid import UUID

from companion.history.records import Record
from companion.messages import say
from companion.tables.turn_clock import TurnClock
from scoring.model.plan import State
from scoring.model.validation import MOST_ERRORS, CellError, Value
from scoring.text.localised import Text

MOST_BYTES = 5 * 1024 * 1024
YEARS = range(1900, 2200)
"""Years that every database can store and every time zone can display."""


@dataclass(frozen=True, slots=True)
class WholeEvent:
    """One event of a table in a file: the change of some cells, as ``ledger.fold`` reads it."""

    number: int
    at: datetime
    seat: str
    base: int
    idempotency_key: str
    cells: Mapping[str, Value | None]
    refused: Mapping[str, Value | None]
    undoes: int | None


@dataclass(frozen=True, slots=True)
class WholeTable:
    """A validated table in a file; ``state``: the sheets, computed from its events."""

    uid: UUID
    game: str
    made: datetime
    finished: datetime | None
    screens: bool
    revealed: tuple[str, ...]
    state: State
    events: tuple[WholeEvent, ...]
    played_on: datetime | None
    place: str
    note: str
    turns: TurnClock


@dataclass(frozen=True, slots=True)
class FileContents:
    """The valid contents of one file, before anything is stored, and the errors in the rest.

    ``plays``: games without a table. ``aliases``: pairs (spelling, name)
    ``there``: number of games that exist already
    ``left``: number of tables not read for lack of time
    ``others``: number of plays of each game that the app does not have, by its name
    """

    tables: tuple[WholeTable, ...] = ()
    plays: tuple[Record, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    faults: list[CellError] = field(default_factory=list)
    there: int = 0
    left: int = 0
    others: Mapping[str, int] = field(default_factory=dict)


class Unusable(ValueError):
    """Raised if a file or a part of it is invalid; ``fault`` has the path and message."""

    def __init__(self, path: str, message: Text) -> None:
        super().__init__(message.en)
        self.fault = CellError(path, message)


def loads(data: bytes) -> dict[str, Any]:
    """Returns the JSON object in a file. Raises ``Unusable``.

    Rejects duplicate keys, NaN, infinite numbers, lone surrogates, and files beyond ``MOST_BYTES``.
    """
    if len(data) > MOST_BYTES:
        raise Unusable(
            "",
            say("import-too-large", n=MOST_BYTES // 1024 // 1024),
        )
    try:
        raw = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_object,
            parse_constant=_no_number,
            parse_float=_float,
        )
        json.dumps(raw, ensure_ascii=False).encode()
    except Unusable:
        raise
    except (ValueError, RecursionError) as error:
        # the texts of other errors may repeat words of the file
        where = f" ({error})" if isinstance(error, json.JSONDecodeError) else ""
        raise Unusable("", say("json-unreadable", where=where)) from None
    if not isinstance(raw, dict):
        raise Unusable("", say("import-object"))
    return raw


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for key, value in pairs:
        if key in fields:
            raise Unusable(printable(key), say("json-repeated", key=printable(key)))
        fields[key] = value
    return fields


def _no_number(word: str) -> Any:
    raise ValueError(word)


def _float(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise ValueError(digits[:40])
    return number


def printable(word: object) -> str:
    """Returns any value of a file as short printable text, at most 40 characters."""
    if isinstance(word, str):
        return "".join(c for c in word if c.isprintable())[:40]
    return str(word)[:40] if isinstance(word, int | float) else "…"


def one_line(value: object, length: int) -> str:
    """Returns a string as one line of printable characters, cut to ``length`` of them.

    Empty if the value is no string.
    """
    if not isinstance(value, str):
        return ""
    spaced = "".join(" " if unicodedata.category(c) in ("Zs", "Cc") else c for c in value)
    return "".join(c for c in spaced if c.isprintable()).strip()[:length].strip()


def integer(value: object) -> int | None:
    """Returns the value if it is an integer, else ``None``; ``true`` is not one."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def moment(value: object, *, naive: bool = False) -> datetime | None:
    """Parses an ISO time and converts it to UTC; ``None`` if invalid.

    ``naive``: a time without a zone is accepted and counts as UTC.
    """
    if not isinstance(value, str) or len(value) > 40:
        return None
    try:
        time = datetime.fromisoformat(value)
        if time.tzinfo is None:
            if not naive:
                return None
            time = time.replace(tzinfo=UTC)
        time = time.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return time if time.year in YEARS else None


def add(faults: list[CellError], path: str, message: Text) -> None:
    """Appends an error to ``faults``, up to ``MOST_ERRORS`` of them."""
    if len(faults) < MOST_ERRORS:
        faults.append(CellError(path, message))
