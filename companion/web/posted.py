"""What a browser posts with a sheet: cells as typed, what its author had seen, and a key.

The names in the form are ``base`` and ``form``, as pages in people's hands have them.
"""

from __future__ import annotations

import secrets

from django.http import HttpRequest


def one_cell(request: HttpRequest) -> str:
    """The path of the cell that htmx sends alone; empty where a whole form is sent."""
    htmx = getattr(request, "htmx", None)
    return (htmx.trigger_name or "") if htmx else ""


def typed(request: HttpRequest, path: str) -> str:
    """A cell as typed; of a box and its blank twin the last one counts."""
    values = request.POST.getlist(path)
    return values[-1] if values else ""


def everything(request: HttpRequest) -> dict[str, list[str]]:
    """All values of a whole form."""
    return {name: request.POST.getlist(name) for name in request.POST}


def base(request: HttpRequest) -> int:
    """The revision that the author had seen; 0 where none can be read."""
    given = request.POST.get("base", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0


def idempotency_key(request: HttpRequest) -> str:
    """By this a change that arrives twice is known; a form without one is taken once."""
    return request.POST.get("form", "")[:40] or fresh_key()


def fresh_key() -> str:
    """A key for the next form that a page holds."""
    return secrets.token_hex(10)
