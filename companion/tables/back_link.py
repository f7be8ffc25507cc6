"""Prefix in the address that leads from a page back to the table it was opened from.

``/at/<mark>/find`` is the page ``/find`` with a bar that links back. The mark works only for the
phone it was made for; others are redirected to the plain address. Only ``PREFIXED_PAGES`` have such
addresses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, get_script_prefix, resolve, reverse, set_script_prefix

from companion.games.scoring_games import scoring_game
from companion.search.page_context import TableContext
from companion.tables import access
from companion.tables.models import Device
from scoring.game import Game
from scoring.model.phases import Phase
from scoring.model.plan import State
from scoring.text.localised import Text

PREFIXED_PAGES = frozenset(
    (
        *("home", "find", "box", "how", "entry", "example", "result", "alternatives"),
        *("calculators", "calculator"),
    )
)
LENGTH = 16
_MARKED = re.compile(rf"/at/([0-9a-f]{{{LENGTH}}})(/.*)\Z")


@dataclass(frozen=True, slots=True)
class BackTable:
    """The table that a page was opened from, with what the bar at its top shows."""

    prefix: str
    url: str
    game: str
    name: Text
    here: TableContext
    correct: str = ""


def prefix(who: Device) -> str:
    """Returns the address prefix for pages opened from this phone's table."""
    return f"{get_script_prefix()}at/{who.digest[:LENGTH]}".replace("//", "/")


def words(request: HttpRequest) -> dict[str, str]:
    """Context processor: ``keep`` is the prefix for links away from a table, else empty."""
    who = getattr(request, "phone_at_table", None)
    return {"keep": prefix(who).removesuffix("/") if who else ""}


class BackLinkMiddleware:
    """Resolves the prefix, and makes every link of the page carry it (as script prefix)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        _ = settings.STATIC_URL  # is worked out once, and must not be on a marked page

    def __call__(self, request: HttpRequest) -> HttpResponse:
        found = _MARKED.match(request.path_info)
        if found is None:
            return self.get_response(request)
        mark, path = found.groups()
        kept = _back_table(request, mark)
        outside = get_script_prefix()
        plain = outside.removesuffix("/") + path
        if request.method in ("GET", "HEAD") and (kept is None or not _may_be_prefixed(path)):
            query = request.META.get("QUERY_STRING", "")
            return HttpResponseRedirect(f"{plain}?{query}" if query else plain)
        request.path_info, request.path = path, plain
        if kept is None:
            return self.get_response(request)
        request.table = kept  # type: ignore[attr-defined]
        set_script_prefix(f"{kept.prefix}/")
        try:
            return self.get_response(request)
        finally:
            set_script_prefix(outside)


def table_context(game: Game, state: State) -> tuple[Phase | None, TableContext]:
    """Returns a table's current phase, and its context for searches: player count and entries."""
    phase = game.sheet.phases.at(game.sheet.known_part(state))
    entries = [step.entry for step in phase.steps if step.entry] if phase else []
    return phase, TableContext(len(game.sheet.seats(state)), tuple(dict.fromkeys(entries)))


def _may_be_prefixed(path: str) -> bool:
    try:
        return resolve(path).url_name in PREFIXED_PAGES
    except Resolver404:
        return False


def _back_table(request: HttpRequest, mark: str) -> BackTable | None:
    phone = access.phone(request)
    if not phone:
        return None
    mine = Device.objects.filter(phone=phone, digest__startswith=mark, role__in=access.ROLES)
    who = mine.select_related("table").first()
    if who is None:
        return None
    table, game = who.table, scoring_game(who.table.game)
    writes = who.role != "spectator" and bool(table.finished)
    return BackTable(
        prefix(who),
        reverse("table", args=[table.key]),
        table.game,
        game.name,
        table_context(game, table.state)[1],
        reverse("table_sheet", args=[table.key, who.seat or game.sheet.seats(table.state)[0]])
        if writes and (who.seat or who.role == "host")
        else "",
    )
