"""A number for what went wrong: the visitor reads it off the page, the log has it beside the cause.

`k3qf-9t2m`: the first half is the mistake, the same each time it happens; the second is this time.
"""

from __future__ import annotations

import secrets
import sys
import traceback
from hashlib import sha256
from pathlib import Path

from django.http import HttpRequest

from companion.http import measurements
from companion.http.keys import ALPHABET

HEADER = "X-Error"
HOUSE = Path(__file__).parents[2]
LENGTH = 4


def number(request: HttpRequest, error: BaseException | None = None) -> str:
    """The number of this request's fault, drawn at the first look."""
    found = told(request)
    if not found:
        kind = _kind(error or sys.exception())
        found = f"{kind}-{''.join(secrets.choice(ALPHABET) for _ in range(LENGTH))}"
        request.fault_number = found  # type: ignore[attr-defined]
        measurements.fault(kind)
    return found


def told(request: object) -> str:
    """The number that a visitor was told, if there was one."""
    return str(getattr(request, "fault_number", ""))


def frames(error: BaseException) -> list[str]:
    """The frames of our code, outermost first: files, lines and functions, no values."""
    return [
        f"{Path(each.filename).relative_to(HOUSE).as_posix()}:{each.lineno} {each.name}"
        for each in traceback.extract_tb(error.__traceback__)
        if _ours(each.filename)
    ]


def _ours(file: str) -> bool:
    path = Path(file)
    return path.is_relative_to(HOUSE) and "site-packages" not in path.parts


def _kind(error: BaseException | None) -> str:
    """Four letters for a kind of error at a place in our code; lines may move."""
    through = traceback.extract_tb(error.__traceback__) if error else []
    place = next((f"{f.filename} {f.name}" for f in reversed(through) if _ours(f.filename)), "")
    said = f"{type(error).__name__} {place.removeprefix(str(HOUSE))}"
    digest, letters = int.from_bytes(sha256(said.encode()).digest()), ""
    for _ in range(LENGTH):
        digest, at = divmod(digest, len(ALPHABET))
        letters += ALPHABET[at]
    return letters
