"""Helpers to read JSON from untrusted files, with limits and errors for the user."""

from __future__ import annotations

import json
import unicodedata
from datetime import UTC, datetime
from math import isfinite
from typing import Any

from companion.messages import say
from scoring.model.validation import MOST_ERRORS, CellError
from scoring.text.localised import Text

MOST_BYTES = 5 * 1024 * 1024
YEARS = range(1900, 2200)
"""Years that every database can store and every time zone can display."""


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
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unusable(printable(key), say("json-repeated", key=printable(key)))
        found[key] = value
    return found


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
        found = datetime.fromisoformat(value)
        if found.tzinfo is None:
            if not naive:
                return None
            found = found.replace(tzinfo=UTC)
        found = found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return found if found.year in YEARS else None


def add(faults: list[CellError], path: str, message: Text) -> None:
    """Appends an error to ``faults``, up to ``MOST_ERRORS`` of them."""
    if len(faults) < MOST_ERRORS:
        faults.append(CellError(path, message))
