"""The way in for other phones: the code, the link that holds it, and that link as a QR code."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import segno
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import mark_safe

from companion.tables import access, limits
from companion.tables.models import Table


def shown(request: HttpRequest, table: Table) -> dict[str, Any]:
    """Code, link and QR code, all empty where no code lets anybody in."""
    code = access.current_code(table)
    if code is None:
        return {"code": "", "link": "", "qr": ""}
    link = request.build_absolute_uri(reverse("join_link", args=[code.code, limits.proof(code)]))
    return {"code": code.code, "link": link, "qr": _qr(link)}


def _qr(link: str) -> str:
    out = BytesIO()
    segno.make(link, error="m").save(
        out, kind="svg", xmldecl=False, svgns=True, scale=6, border=3, dark="#000", light="#fff"
    )
    return mark_safe(out.getvalue().decode())
