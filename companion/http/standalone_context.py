"""Context and checks for the app running on one phone, without a server."""

import json
import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest

LICENCES = "licences.json"
NEAR = ("localhost", "127.0.0.1", "[::1]")
"""Host names that browsers trust without HTTPS."""


def words(request: HttpRequest) -> dict[str, bool]:
    """Context processor: sets ``phone_only``, true if the app runs on one phone without a server.

    Pages then offer nothing that needs other phones.
    """
    return {"phone_only": settings.STANDALONE}


def can_be_installed(request: HttpRequest) -> bool:
    """True if a browser would install the app from the request's address: HTTPS, or localhost."""
    return request.is_secure() or re.sub(r":\d+$", "", request.get_host()) in NEAR


def licences() -> list[dict[str, Any]]:
    """Returns the packages in a phone's copy of the app: ``name``, ``kind`` of licence, ``text``.

    On a server, which has no list of them, it returns [].
    """
    path = Path(settings.BASE_DIR) / LICENCES
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.is_file() else []
    return found
