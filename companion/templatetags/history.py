"""Tag for exports and groups on a table's page, since ``tables`` does not import ``history``."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest

from companion.history import groups
from companion.tables.models import Table

register = template.Library()


@register.simple_tag(takes_context=True)
def leaving(context: dict[str, Any], table: Table) -> dict[str, Any]:
    """Returns the groups in which a finished game can be filed, and its link for BG Stats."""
    request: HttpRequest = context["request"]
    return groups.leaving(request, table)
