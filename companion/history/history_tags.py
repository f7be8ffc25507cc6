"""Tags for the pages of a history, and for what those of a table show of it.

The latter (the last time, exports, groups) are tags since ``tables`` does not import ``history``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.http import HttpRequest
from django.utils.translation import get_language

from companion.history import history_scope, played_games, stories
from companion.history.statistics import Points
from companion.history.transfer import bgstats_export, csv_export
from companion.sheet_pages import plot_shapes
from companion.tables.models import Table
from scoring.text.localised import Text

MOST_MOMENTS = 60
"""Maximum number of games in a plot: more dots would be unreadable on a phone."""

register = template.Library()
register.filter(csv_export.game_name)


@register.simple_tag(takes_context=True)
def filtered(context: dict[str, Any], **other: Any) -> str:
    """Template tag: returns the query string of the history's filters, with ``other`` ones."""
    query: str = context["choice"].query(**other)
    return query


@register.inclusion_tag("history/_line_chart.html")
def line_chart(points: Points, name: str, low: bool = False) -> dict[str, Any]:
    """Template tag: a line chart of the last ``MOST_MOMENTS`` of ``points``; none for fewer than 2.

    ``name``: of what is drawn, for screen readers. ``low``: of little height.
    """
    latest = points[-MOST_MOMENTS:]
    course = plot_shapes.line_plot([round(number) for _, number in latest], low=low)
    days = [day for day, _ in latest]
    return {"course": course, "name": name, "days": days}


@register.inclusion_tag("history/_histogram.html")
def histogram(scores: Mapping[int, int]) -> dict[str, Any]:
    """Template tag: a histogram. ``scores``: totals to the number of times each was reached."""
    return {"columns": plot_shapes.histogram(plot_shapes.bins(scores))}


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
    group = history_scope.public_id(table)
    link = bgstats_export.link(record, get_language() or "en", group=group)
    return {"groups": history_scope.opened_groups(request), "bgstats": link}
