"""Tags for what the pages of a table show of the game history: the last time, exports, groups.

They are tags since ``tables`` does not import ``history``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.http import HttpRequest
from django.utils.translation import get_language

from companion.history import history_scope, played_games, stories
from companion.history.transfer import bgstats_export
from companion.tables.models import Table
from scoring.text.localised import Text

register = template.Library()


@register.inclusion_tag("history/_last_time.html", takes_context=True)
def last_time(context: dict[str, Any], seats: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Template tag: a note on the last game that just the people at ``seats`` played together.

    Returns its context: ``record``, that game in this phone's history, and ``told``, a sentence on
    who won. Both are ``None`` if there is no such game. ``context``: the page's. ``seats``: dicts
    with ``name``, a ``Text``.
    """
    names = [row["name"].in_language("en") for row in seats]
    found = stories.last_time(history_scope.mine(context["request"]).records(), names)
    return {"record": found, "told": found and stories.last_time_text(found)}


@register.simple_tag
def how_it_ended(table: Table | None) -> Text | None:
    """Template tag: returns in words who won a finished game, against whom and by how much.

    Without a full stop. ``None`` for a game that is not finished, and without a table.
    """
    return stories.headline(played_games.of_table(table)) if table and table.finished else None


@register.simple_tag(takes_context=True)
def leaving(context: dict[str, Any], table: Table) -> dict[str, Any]:
    """Template tag: returns where the page of a finished table can send its result.

    ``groups``: (secret, group) pairs of groups into whose history it may go; ``bgstats``: link that
    adds it to the app BG Stats. ``context``: the page's.
    """
    request: HttpRequest = context["request"]
    record = played_games.of_table(table)
    language = get_language() or "en"
    link = bgstats_export.link(
        record,
        language,
        group=history_scope.public_id(table),
        comments=played_games.comment(record, language),
    )
    return {"groups": history_scope.opened_groups(request), "bgstats": link}
