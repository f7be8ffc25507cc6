"""Error numbers: shown to the visitor and written to the log beside the cause.

In ``k3qf-9t2m`` the first half identifies the error, the same each time; the second half identifies
this occurrence.
"""

import sys
import traceback
from hashlib import sha256
from pathlib import Path

from django.http import HttpRequest

from companion.http import prometheus_metrics
from companion.http.random_keys import letters_of, random_letters

HEADER = "X-Error"
HOUSE = Path(__file__).parents[2]
LENGTH = 4


def number(request: HttpRequest, error: BaseException | None = None) -> str:
    """Returns the error number of a failed request, such as *K7QX-2MFA*; it is shown and logged.

    The first call makes and counts it. ``error``: the cause, if not the exception being handled.
    """
    found = reported_number(request)
    if not found:
        kind = _kind(error or sys.exception())
        found = f"{kind}-{random_letters(LENGTH)}"
        request.fault_number = found  # type: ignore[attr-defined]
        prometheus_metrics.measure("faults", kind)
    return found


def reported_number(request: object) -> str:
    """Returns the error number that the visitor was shown for a request; "" if none."""
    return str(getattr(request, "fault_number", ""))


def frames(error: BaseException) -> list[str]:
    """Returns the traceback's frames in this project, outermost first: file, line and function."""
    return [
        f"{Path(each.filename).relative_to(HOUSE).as_posix()}:{each.lineno} {each.name}"
        for each in traceback.extract_tb(error.__traceback__)
        if _ours(each.filename)
    ]


def _ours(file: str) -> bool:
    path = Path(file)
    return path.is_relative_to(HOUSE) and "site-packages" not in path.parts


def _kind(error: BaseException | None) -> str:
    """Returns four letters or digits for an error, the same each time it happens.

    They are a hash of its type and of the innermost function of this project in its traceback.
    """
    through = traceback.extract_tb(error.__traceback__) if error else []
    place = next((f"{f.filename} {f.name}" for f in reversed(through) if _ours(f.filename)), "")
    said = f"{type(error).__name__} {place.removeprefix(str(HOUSE))}"
    return letters_of(int.from_bytes(sha256(said.encode()).digest()), LENGTH)
