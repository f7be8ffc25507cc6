"""Invitation links and join codes of tables, and the one page on which a code is typed.

A join code is short, so guessing it has to be slow: wrong codes are counted in the database for all
processes together, as keyed hashes that are kept for ten minutes. The link in a QR code carries a
proof that cannot be guessed, and is not limited.
"""

import secrets
import unicodedata
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from companion.http import best_effort_writes, client_address, permissions_policy, qr_code_svg
from companion.http.random_keys import random_letters
from companion.tables.access import digest
from companion.tables.models import Code, Link, Table, WrongCode
from scoring.text.localised import Text

CODE_LIFE = timedelta(hours=12)
CODE_LENGTH = 6
LONGEST_CODE = 12
"""Number of letters and digits up to which a typed text is taken for a table's short code."""
LEADS_ON = ("join_code", "join_link", "enter", "group")
"""URL names of the links, to a table or a group, that other phones show as QR codes."""

WITHIN = timedelta(minutes=10)
"""Time for which wrong codes are counted."""
PER_ADDRESS = 8
"""Number of different wrong codes after which a client's address has to wait.

A repeated code counts once.
"""
PER_CODE = 30
"""Number of addresses with the same wrong code after which nobody may try this code for a while."""


class TooManyTries(PermissionError):
    """Raised if too many wrong codes came from an address, or too many addresses tried a code."""


# ── links ───────────────────────────────────────────────────────────────────────────────


def new_link(table: Table, role: str) -> str:
    """Creates an invitation link for a role and returns its secret; earlier links of the role end.

    ``role``: host, player or spectator. Only a hash is stored, so the secret cannot be read again.
    """
    secret = secrets.token_urlsafe(24)
    end_links(table, role)
    Link.objects.create(table=table, role=role, digest=digest(secret))
    return secret


def end_links(table: Table, role: str) -> None:
    """Revokes all invitation links of a role (host, player or spectator)."""
    table.links.filter(role=role).update(revoked=True)


def link(secret: str) -> Link | None:
    """Returns the invitation link with this secret; None if it does not exist or was revoked."""
    return Link.objects.filter(digest=digest(secret), revoked=False).first()


# ── codes ───────────────────────────────────────────────────────────────────────────────


def invitation_context(request: HttpRequest, table: Table) -> dict[str, Any]:
    """Returns template context: a table's join ``code``, its ``link``, and ``qr``, the link as SVG.

    All are "" if a host has closed the table to join codes.
    """
    code = current_code(table)
    if code is None:
        return {"code": "", "link": "", "qr": ""}
    address = request.build_absolute_uri(reverse("join_link", args=[code.code, proof(code)]))
    return {"code": code.code, "link": address, "qr": qr_code_svg.qr_svg(address)}


def current_code(table: Table) -> Code | None:
    """Returns the table's valid join code, and creates one if there is none.

    Returns None if a host has closed the table to join codes. Also deletes expired codes of all
    tables.
    """
    if table.closed:
        return None
    now = timezone.now()
    best_effort_writes.best_effort_write(Code.objects.filter(until__lt=now).delete)
    if current := table.codes.filter(until__gt=now).first():
        return current
    while True:
        code = random_letters(CODE_LENGTH)
        found, made = Code.objects.get_or_create(
            code=code, defaults={"table": table, "until": now + CODE_LIFE}
        )
        if made:
            return found


def end_code(table: Table) -> None:
    """Deletes the table's join code, which ends its QR code's link too."""
    table.codes.all().delete()


def proof(code: Code) -> str:
    """Returns the secret part of a join code's link: 32 characters, a hash of code and table."""
    return _hash("proof", f"{code.code} {code.table_id}")[:32]


def table_of_code(request: HttpRequest, code: str, link_proof: str = "") -> Table | None:
    """Returns the table that a join code opens, or None if the code is unknown or expired.

    ``link_proof``: the secret part of the QR code's link. If it is right, wrong codes tried before
    do not matter; else too many of them raise ``TooManyTries``.
    """
    code = code.strip().lower()
    codes = Code.objects.filter(code=code, until__gt=timezone.now(), table__closed=False)
    found = codes.select_related("table").first()
    if found and link_proof and constant_time_compare(proof(found), link_proof):
        return found.table
    now, here = timezone.now(), _hash("address", client_address.client(request))
    typed = _hash("code", code)
    lately = WrongCode.objects.filter(at__gt=now - WITHIN)
    if (
        lately.filter(address=here).count() >= PER_ADDRESS
        or lately.filter(code=typed).count() >= PER_CODE
    ):
        raise TooManyTries
    if found is None:
        WrongCode.objects.filter(at__lt=now - WITHIN).delete()
        WrongCode.objects.update_or_create(address=here, code=typed, defaults={"at": now})
        return None
    return found.table


def _hash(what: str, value: str) -> str:
    return salted_hmac(f"companion.codes.{what}", value, algorithm="sha256").hexdigest()


# ── the page ────────────────────────────────────────────────────────────────────────────


def code_page(
    request: HttpRequest, typed: str = "", error: Text | str = "", status: int = 200
) -> HttpResponse:
    """Renders the page on which a code is typed, with the text ``typed`` in its field.

    ``error``: a message, or "unknown" for a code that no table has, "wait" after too many wrong
    codes, "" for none. ``status``: the HTTP status.
    """
    context = {"typed": typed, "fault": error}
    response = render(request, "table/join.html", context, status=status)
    response["Permissions-Policy"] = permissions_policy.WITH_CAMERA
    return response


def table_or_code_page(
    request: HttpRequest, code: str, proof: str = "", typed: str = ""
) -> Table | HttpResponse:
    """Returns the table that a join code opens, or else the page for typing codes with an error.

    ``proof``: the secret part of the QR code's link; "" for a typed code. ``typed``: the text as
    somebody typed it, which the page shows again.
    """
    try:
        table = table_of_code(request, code, proof)
    except TooManyTries:
        answer = code_page(request, typed or code, "wait", 429)
        answer["Retry-After"] = str(int(WITHIN.total_seconds()))
        return answer
    return table or code_page(request, typed or code, "unknown", 404)


def short_code(text: str) -> str:
    """Returns a table's join code from a typed text, in small letters without gaps and dashes.

    "" if the text is too long for one, or a link.
    """
    short = "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text))).lower()
    return short if len(short) <= LONGEST_CODE and "/" not in text else ""


def path_of_link(text: str) -> str:
    """Returns the path of a link to a table or a group of this server; "" for any other text."""
    try:
        path = urlsplit(text.strip()).path
        return path if resolve(path).url_name in LEADS_ON else ""
    except (ValueError, Resolver404):
        return ""
