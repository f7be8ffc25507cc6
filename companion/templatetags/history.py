"""Tag for what the page of a table shows of the game history: exports and groups of players.

It is a tag since ``tables`` does not import ``history``.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest

from companion.history import groups
from companion.tables.models import Table

register = template.Library()


@register.simple_tag(takes_context=True)
def leaving(context: dict[str, Any], table: Table) -> dict[str, Any]:
    """Returns template context for a finished table: groups of players, and a link for BG Stats.

    The game can be filed under one of the groups; the link exports it to the app BG Stats.
    """
    request: HttpRequest = context["request"]
    return groups.leaving(request, table)
