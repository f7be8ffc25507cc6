"""Address prefix ``/at/<mark>/`` that leads from a page back to the table it was opened from.

``/at/<mark>/find`` is the page ``/find`` with a bar that links back to the table. The mark is the
beginning of a phone's hash at that table, and works only for this phone; others are redirected to
the address without the prefix. Only the pages in ``PREFIXED_PAGES`` have such addresses.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, get_script_prefix, resolve, reverse, set_script_prefix

from companion.tables import access
from companion.tables.models import Device
from scoring.game import Game
from scoring.model import drawing_by_lot
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
    """The table that a page was opened from, and what the bar at the top of that page shows.

    - ``prefix``: start of the addresses of pages opened from the table, ``/at/<mark>``.
    - ``url``, ``game``, ``name``: the table's address, its game's slug and name.
    - ``players``, ``entries``: number of players and ids of the cards, tiles... that are of use
      now; the rules search on the page takes them into account.
    - ``correct``: address of a sheet to correct after the end of the game; "" if not allowed.
    - ``tab``: template context, if the page is a tab of the table; such a page needs no bar.
    """

    prefix: str
    url: str
    game: str
    name: Text
    players: int
    entries: tuple[str, ...]
    correct: str = ""
    tab: Mapping[str, Any] = field(default_factory=dict)


def prefix(who: Device) -> str:
    """Returns the prefix ``/at/<mark>`` for links from this phone's table to other pages.

    The mark is the start of ``who.digest``, by which ``BackLinkMiddleware`` finds the table.
    """
    return f"{get_script_prefix()}at/{who.digest[:LENGTH]}".replace("//", "/")


def words(request: HttpRequest) -> dict[str, str]:
    """Context processor: returns ``keep``, the prefix that links from a page of a table must have.

    A page opened by such a link has a bar that leads back to the table. On pages that do not belong
    to a table ``keep`` is "".
    """
    who = getattr(request, "phone_at_table", None)
    return {"keep": prefix(who).removesuffix("/") if who else ""}


class BackLinkMiddleware:
    """Middleware for pages opened from a table: removes ``/at/<mark>`` from the path.

    The mark names the table that the page links back to. The prefix becomes Django's script
    prefix, so that all links of the page have it, too.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        # computed and cached by Django on first use, which must not be under the prefix
        _ = settings.STATIC_URL

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


def phase_and_entries(game: Game, state: State) -> tuple[Phase | None, tuple[str, ...]]:
    """Returns a table's current phase, or None, and the ids of the entries that are of use in it.

    These are the catalogue entries (cards, tiles...) that the steps of this phase's checklist refer
    to, then those that were drawn for the table by lot.
    """
    phase = game.sheet.phases.at(game.sheet.known_part(state))
    entries = [step.entry for step in phase.steps if step.entry] if phase else []
    entries += [id_ for id_ in drawing_by_lot.drawn_ids(state) if id_ in game.catalogue]
    return phase, tuple(dict.fromkeys(entries))


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
    table, game = who.table, access.scoring_game(who.table.game)
    writes = who.role != "spectator" and bool(table.finished)
    return BackTable(
        prefix(who),
        reverse("table", args=[table.key]),
        table.game,
        game.name,
        len(game.sheet.seats(table.state)),
        phase_and_entries(game, table.state)[1],
        reverse("table_sheet", args=[table.key, who.seat or game.sheet.seats(table.state)[0]])
        if writes and (who.seat or who.role == "host")
        else "",
    )
