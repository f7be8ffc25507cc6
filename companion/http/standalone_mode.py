"""What pages must know where the app runs in one phone alone, without a server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest

LICENCES = "licences.json"
NEAR = ("localhost", "127.0.0.1", "[::1]")
"""Names that browsers trust without HTTPS."""


def words(request: HttpRequest) -> dict[str, bool]:
    """``phone_only`` for templates: nobody can join, and nothing has to be sent."""
    return {"phone_only": settings.ALONE}


def able(request: HttpRequest) -> bool:
    """Whether a browser would keep an app that comes this way."""
    return request.is_secure() or re.sub(r":\d+$", "", request.get_host()) in NEAR


def licences() -> list[dict[str, Any]]:
    """What else was put into a phone's copy, with the terms; nothing where none was made."""
    path = Path(settings.BASE_DIR) / LICENCES
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.is_file() else []
    return found
