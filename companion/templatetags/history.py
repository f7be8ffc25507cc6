"""Tag for what the page of a table shows of the game history: exports and groups of players.

It is a tag since ``tables`` does not import ``history``.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest
from django.utils.translation import get_language

from companion.history import history_scope, records
from companion.history.transfer import bgstats_link
from companion.tables.models import Table

register = template.Library()


@register.simple_tag(takes_context=True)
def leaving(context: dict[str, Any], table: Table) -> dict[str, Any]:
    """Returns template context for a finished table: groups of players, and a link for BG Stats.

    The game can be filed under one of the groups; the link exports it to the app BG Stats.
    """
    request: HttpRequest = context["request"]
    record = records.of_table(table)
    language = get_language() or "en"
    link = bgstats_link.link(
        record,
        language,
        group=history_scope.public_id(table),
        comments=records.comment(record, language),
    )
    return {"groups": history_scope.opened_groups(request), "bgstats": link}
