"""Polls: every few seconds each phone asks if its table has changed; mostly it has not.

A poll costs one indexed query. It also tells that the phone is present
(``access.record_presence``).
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import OuterRef, QuerySet, StringAgg, Subquery, Value
from django.utils import timezone
from django.utils.http import http_date

from companion.http import prometheus_metrics, server_clock
from companion.tables import access, compiled_sql
from companion.tables.models import Device, last_seen

PRESENT = timedelta(seconds=20)
"""Time after a phone's last poll until it counts as absent.

Longer than the longest wait between two polls (``static/js/scoreboard.js``).
"""

_DIGEST = "-" * 64


def _present_seats(now: datetime) -> Subquery:
    """Returns an SQL subquery: ids of a table's seats whose phones are connected, joined by spaces.

    A phone is connected if it has polled within ``PRESENT`` before ``now``.
    """
    here = Device.objects.filter(table=OuterRef("table"), seen__gt=now - PRESENT)
    seats = here.order_by().values("table").annotate(all=StringAgg("seat", Value(" ")))
    return Subquery(seats.values("all"))


@dataclass(frozen=True, slots=True)
class PollState:
    """Answer to a poll, a phone's regular question if the scoreboard has changed.

    - ``device``: primary key of the phone's ``Device`` row.
    - ``version_token``: changes whenever the scoreboard that this phone may see changes.
    - ``present``: seats whose phones are connected.
    """

    device: int
    version_token: str
    present: frozenset[str]


def poll_state(place: str) -> PollState | None:
    """Returns a phone's row key, the token of the scoreboard's version, and the connected seats.

    ``place`` is the phone's hash at its table (``access.hash_at_table``), "" without a cookie. None
    if the phone has not joined the table. The token changes with every event that this phone may
    see, with timers and notices, and when phones connect or disconnect.
    """
    if not place:
        return None
    adapted = connection.ops.adapt_datetimefield_value
    since = {adapted(_LONG_AGO - PRESENT): adapted(timezone.now() - PRESENT)}
    row = _glance.first({_DIGEST: place, **since})
    if row is None:
        return None
    device, seat, screens, revealed, tops, revision, beat, seats = row
    present = frozenset((seats or "").split())
    if screens:
        revision = last_seen(seat, _loaded(revealed), _loaded(tops))
    return PollState(device, f"{revision}.{beat}.{'.'.join(sorted(present))}", present)


def _loaded(stored: Any) -> Any:
    return json.loads(stored) if isinstance(stored, str) else stored


_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def _glances() -> QuerySet[Device, Any]:
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
    """Answers a poll without Django if the phone has the newest scoreboard: an HTTP 204, as bytes.

    None for every other request, which Django then answers. ``head``: request line and headers.
    ``secret_of``: returns the secret of a signed cookie.
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
        seen = poll_state(access.digest(secret, table) if secret else "")
    except DatabaseError:
        return None
    if seen is None or seen.version_token != known:
        return None
    access.record_presence(seen.device)
    prometheus_metrics.answered("table", "GET", 204, monotonic() - begun)
    return _NOTHING_NEW.format(http_date(), server_clock.now_ms()).encode()
