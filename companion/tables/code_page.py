"""The one page for codes: a table's short code, a link, or a code that holds a whole sheet."""

from __future__ import annotations

import unicodedata
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

from companion.http import permissions_policy
from companion.tables import access, code_guesses
from companion.tables.models import Table
from scoring.text.localised import Text

LONGEST = 12
"""Length of text up to which it can only be a table's short code."""
LEADS_ON = ("join_code", "join_link", "enter", "group")
"""URL names of the links that other phones show as QR codes."""


def page(
    request: HttpRequest, typed: str = "", error: Text | str = "", status: int = 200
) -> HttpResponse:
    """Renders the page with what was typed. ``error``: a message, or "unknown" or "wait"."""
    context = {"typed": typed, "fault": error}
    response = render(request, "table/join.html", context, status=status)
    response["Permissions-Policy"] = permissions_policy.WITH_CAMERA
    return response


def table_of(request: HttpRequest, code: str, proof: str = "") -> Table | HttpResponse:
    """Returns the table of a short code, or the page that says why there is none."""
    try:
        table = access.table_of_code(request, code, proof)
    except code_guesses.TooManyTries:
        answer = page(request, code, "wait", 429)
        answer["Retry-After"] = str(int(code_guesses.WITHIN.total_seconds()))
        return answer
    return table or page(request, code, "unknown", 404)


def short_code(text: str) -> str:
    """Returns the table's code that was typed, in whatever width, with gaps or dashes; "" if none.

    Any short text but a link is one: a mistyped code is unknown then, not a broken code of a sheet.
    """
    short = "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text))).lower()
    return short if len(short) <= LONGEST and "/" not in text else ""


def path_of_link(text: str) -> str:
    """Returns the path of a link to a table or a group of this server; "" for any other text."""
    try:
        path = urlsplit(text.strip()).path
        return path if resolve(path).url_name in LEADS_ON else ""
    except (ValueError, Resolver404):
        return ""
