"""Template context for inviting phones: the join code, its link, and that link as a QR code."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from companion.http import qr_code_svg
from companion.tables import access, code_guesses
from companion.tables.models import Table


def invitation_context(request: HttpRequest, table: Table) -> dict[str, Any]:
    """Returns the join code ``code``, its ``link``, and ``qr``, the link as a QR code (SVG).

    All are "" if a host has closed the table to join codes.
    """
    code = access.current_code(table)
    if code is None:
        return {"code": "", "link": "", "qr": ""}
    link = request.build_absolute_uri(
        reverse("join_link", args=[code.code, code_guesses.proof(code)])
    )
    return {"code": code.code, "link": link, "qr": qr_code_svg.qr_svg(link)}
