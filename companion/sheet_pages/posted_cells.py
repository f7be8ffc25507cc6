"""What a browser posts with a sheet: cells as typed, what its author had seen, and a key.

Read once, where the request comes in. The names in the form are ``base`` and ``form``, as pages
in people's hands have them.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse


class Changed(Exception):
    """What a change rests on is no longer so."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A form as it came.

    ``cell`` is the path of the one cell that htmx sends, and ``typed`` what was typed there; both
    are empty where a whole form is sent. ``base`` is the revision that its author had seen, 0 if
    none can be read. By ``key`` a change that arrives twice is known; a form without one is
    taken as often as it comes.
    """

    values: Mapping[str, list[str]]
    cell: str
    typed: str
    base: int
    key: str


def read(request: HttpRequest) -> Posted:
    """What this request posts. Never fails."""
    post = request.POST
    htmx = getattr(request, "htmx", None)
    cell = (htmx.trigger_name or "") if htmx else ""
    return Posted(
        values={name: post.getlist(name) for name in post},
        cell=cell,
        # of a box and its blank twin the last one counts
        typed=(post.getlist(cell) or [""])[-1],
        base=revision(post.get("base", "")),
        key=post.get("form", "")[:40] or fresh_key(),
    )


def revision(said: str) -> int:
    """The revision that a page says, 0 if none can be read."""
    return int(said) if said.isascii() and said.isdigit() and len(said) < 10 else 0


def answered(
    response: HttpResponse,
    sent: Posted,
    *,
    refused: bool = False,
    conflict: bool = False,
    whole: bool = False,
) -> HttpResponse:
    """The same answer, saying which change it answers and what became of it.

    Only an answer that carries its key tells a phone that a change arrived: whatever stands
    between may answer, too. ``whole``: the answer is the sheet, not what one cell changes of it.
    static/js/saving.js reads these headers.
    """
    if sent.key.isascii() and sent.key.isprintable():
        response["X-Form"] = sent.key
    if refused:
        response["X-Refused"] = "1"
    if conflict:
        response["X-Conflict"] = "1"
    if whole or conflict:
        response["X-Whole"] = "1"
    return response


def fresh_key() -> str:
    """A key for the next form that a page holds."""
    return secrets.token_hex(10)
