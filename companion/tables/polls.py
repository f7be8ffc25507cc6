"""Polls: every few seconds each phone asks if its table has changed; mostly it has not.

A poll costs one indexed query, or none where all processes share a cache. It also tells that the
phone is present (``access.record_presence``).
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.models import OuterRef, QuerySet, StringAgg, Subquery, Value
from django.utils import timezone
from django.utils.http import http_date

from companion.http import prometheus_metrics, server_clock
from companion.http.shared_cache import shared
from companion.tables import access, compiled_sql
from companion.tables.models import Device, last_seen

PRESENT = timedelta(seconds=20)
"""Time after a phone's last poll until it counts as absent.

Longer than the longest wait between two polls (``static/js/scoreboard.js``).
"""

TABLE, PHONE = 3, 60
"""Seconds for which the values of a table, and of a phone there, stay in the cache.

A phone's are only valid until its table's ``side_revision`` rises.
"""

CACHED = "table:{}"
"""Key under which a table's values are cached; ``{}`` is the table's own key."""

type Known = list[Any] | None

_DIGEST = "-" * 64


def _present_seats(now: datetime) -> Subquery:
    """Returns an SQL subquery for a table's connected seats, as one string with spaces between.

    A seat is connected if its phone has polled within ``PRESENT`` before ``now``.
    """
    here = Device.objects.filter(table=OuterRef("table"), seen__gt=now - PRESENT)
    seats = here.order_by().values("table").annotate(all=StringAgg("seat", Value(" ")))
    return Subquery(seats.values("all"))


@dataclass(frozen=True, slots=True)
class PollState:
    """Result of a scoreboard poll.

    - ``device``: primary key of the phone's ``Device`` row.
    - ``version_token``: changes whenever the board that this phone may see changes.
    - ``present``: seats whose phones are connected.
    """

    device: int
    version_token: str
    present: frozenset[str]


def poll_state(place: str, table: str, known: str = "") -> PollState | None:
    """Returns what a poll needs about a phone, or None if it is not admitted. One indexed query.

    ``place`` is the phone's hash at this table (``access.hash_at_table``), "" for a phone without
    a cookie; ``table`` is the table's key. Most polls meet an unchanged board and cost no more than
    this. If the phone sends the version token of its board as ``known``, cached values are used
    instead of the query where they are valid: those of the phone are valid until the table's
    ``side_revision`` rises, as it does with every change of seats. A view that renders a new board
    loads the phone itself.

    The version token changes with every event that this phone may see, with timers and notices, and
    when phones connect or disconnect.
    """
    if not place:
        return None
    of_table, of_phone = recalled(table, place) if known else (None, None)
    if of_table is not None and of_phone is not None and of_phone[-1] == of_table[-2]:
        return _poll_state(of_table, of_phone)
    adapted = connection.ops.adapt_datetimefield_value
    since = {adapted(_LONG_AGO - PRESENT): adapted(timezone.now() - PRESENT)}
    row = _glance.first({_DIGEST: place, **since})
    if row is None:
        return None
    at_table = list(row[2:])
    at_phone = [*row[:2], at_table[-2]]
    remember(table, place, at_table, None if at_phone == of_phone else at_phone)
    return _poll_state(at_table, at_phone)


def _poll_state(at_table: Sequence[Any], at_phone: Sequence[Any]) -> PollState:
    device, seat, _ = at_phone
    screens, revealed, tops, revision, beat, seats = at_table
    present = frozenset((seats or "").split())
    if screens:
        revision = last_seen(seat, _loaded(revealed), _loaded(tops))
    return PollState(device, f"{revision}.{beat}.{'.'.join(sorted(present))}", present)


def _loaded(stored: Any) -> Any:
    return json.loads(stored) if isinstance(stored, str) else stored


_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def _glances() -> QuerySet[Device, Any]:
    """Returns the query of a poll, with placeholders for the phone's hash and for the time."""
    found = Device.objects.filter(digest=_DIGEST).exclude(role=access.REMOVED)
    found = found.annotate(seats=_present_seats(_LONG_AGO))
    told = ("screens", "revealed", "last_event_by_seat", "revision", "side_revision")
    return found.values_list("pk", "seat", *(f"table__{each}" for each in told), "seats")


_glance = compiled_sql.Query(_glances)


# polls that find nothing new, answered without Django

_POLL = re.compile(rb"GET /table/([-\w]+)/\?v=([\w.]+) HTTP/1\.1\r\n", re.A)
_HTMX = re.compile(rb"(?im)^hx-request:[ \t]*true[ \t]*\r$")
_PHONE = re.compile(rb"(?im)^cookie:(?:[^\r\n]*;)?[ \t]*device=([^\s;\"]+)")
_CLOSES = re.compile(rb"(?im)^connection:[ \t]*close")
_NOTHING_NEW = "HTTP/1.1 204 No Content\r\nDate: {}\r\nCache-Control: private\r\nX-Now: {}\r\n\r\n"


def unchanged_response(head: bytes, secret_of: Callable[[str], str]) -> bytes | None:
    """Returns the whole HTTP answer to a poll of a phone that has the newest scoreboard.

    It is a 204 with those of the view's headers that matter. Most requests of an evening are such
    polls, and Django and a thread of its own would take several times as long as the poll itself.
    None for all other requests, and for those that should write or might wait; they go the usual
    way.

    ``head``: request line and headers. ``secret_of``: returns the secret of a signed cookie.
    """
    sent, begun = _POLL.match(head), monotonic()
    cookie = _PHONE.search(head) if sent and _HTMX.search(head) else None
    if sent is None or cookie is None or _CLOSES.search(head) or access.presence_is_due():
        return None
    if connection.vendor != "sqlite" or settings.SECURE_SSL_REDIRECT:
        return None
    table, known = sent[1].decode(), sent[2].decode()
    secret = secret_of(cookie[1].decode("latin-1"))
    try:
        connection.close_if_unusable_or_obsolete()
        seen = poll_state(access.digest(secret, table) if secret else "", table, known)
    except DatabaseError:
        return None
    if seen is None or seen.version_token != known:
        return None
    access.record_presence(seen.device)
    prometheus_metrics.answered("table", "GET", 204, monotonic() - begun)
    return _NOTHING_NEW.format(http_date(), server_clock.now_ms()).encode()


# cached values


def recalled(table: str, phone: str) -> tuple[Known, Known]:
    """Returns the cached values of a table and of a phone there; None for one that is not cached.

    A table's are the columns of ``_glances`` from the third on; a phone's are the first two, and
    the table's ``side_revision``. ``table`` is the table's key, ``phone`` the phone's hash at this
    table.
    """
    if not shared():
        return None, None
    places = (CACHED.format(table), f"place:{phone}")
    found = cache.get_many(places)
    return found.get(places[0]), found.get(places[1])


def remember(table: str, phone: str, at_table: list[Any], at_phone: Known) -> None:
    """Caches the values that ``recalled`` returns, for all processes.

    ``table`` is the table's key, ``phone`` the phone's hash. ``at_table``, ``at_phone``: the values
    of each; None for those of the phone leaves them as they are.
    """
    if shared():
        cache.set(CACHED.format(table), at_table, TABLE)
        if at_phone is not None:
            cache.set(f"place:{phone}", at_phone, PHONE)
