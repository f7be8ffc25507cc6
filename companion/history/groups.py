"""Groups whose links a phone has opened: a signed cookie lists them, for filing games in them."""

from __future__ import annotations

from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from companion.history import records
from companion.history.models import Group
from companion.history.transfer import bgstats
from companion.tables import access
from companion.tables.models import Table

COOKIE = "groups"
MOST_GROUPS = 20


def _secrets(request: HttpRequest) -> list[str]:
    try:
        found = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE)
    except signing.BadSignature:
        return []
    return [str(each) for each in found][:MOST_GROUPS] if isinstance(found, list) else []


def opened_groups(request: HttpRequest) -> list[tuple[str, Group]]:
    """Returns (secret, group) pairs of the groups whose links this phone opened, sorted by name."""
    given = {access.digest(secret): secret for secret in _secrets(request)}
    return [(given[g.digest], g) for g in Group.objects.filter(digest__in=given).order_by("name")]


def remember(request: HttpRequest, response: HttpResponse, secret: str) -> None:
    listed = [secret, *(each for each in _secrets(request) if each != secret)][:MOST_GROUPS]
    response.set_cookie(
        COOKIE,
        signing.dumps(listed, salt=COOKIE),
        365 * 24 * 60 * 60,
        samesite="Lax",
        httponly=True,
        secure=request.is_secure(),
    )


def leaving(request: HttpRequest, table: Table) -> dict[str, Any]:
    """Returns the context of the page at a game's end: the phone's groups, and a BG Stats link.

    The table can be filed in one of the groups; the link adds the game to the app BG Stats.
    """
    record = records.of_table(table)
    language = get_language() or "en"
    link = bgstats.link(
        record,
        language,
        group=public(table),
        place=record.place,
        comments=records.comment(record, language),
    )
    return {"groups": opened_groups(request), "bgstats": link}


def public(table: Table) -> str:
    return str(table.group.uid) if table.group else ""
