"""Access control for tables: devices, roles, links and join codes.

A phone has one secret in a cookie; at each table it is a ``Device`` with a role and, for a player,
a seat. A link or a join code admits it; after that the cookie is enough. Only hashes of secrets are
stored.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import OuterRef, QuerySet, StringAgg, Subquery, Value
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from companion.games.scoring_games import scoring_game
from companion.http import best_effort
from companion.http.keys import ALPHABET
from companion.tables import code_guesses, conditional_updates, version_tokens
from companion.tables.ledger import hidden_at
from companion.tables.models import Code, Device, Event, Link, Table
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.sheet_fields import SEATS, SHARED

COOKIE = "device"
ROLES = ("host", "player", "spectator")
REMOVED = "removed"
PRESENT = timedelta(seconds=20)
"""Longer than the longest wait of a phone between two polls (``static/js/scoreboard.js``)."""
CODE_LIFE = timedelta(hours=12)
CODE_LENGTH = 6


def digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


# devices


def phone(request: HttpRequest) -> str:
    """Returns the hash that identifies this phone at every table; empty without the cookie."""
    secret = request.COOKIES.get(COOKIE, "")
    if not secret:
        return ""
    recognised(secret)
    return digest(secret)


def recognised(secret: str) -> bool:
    """True if a phone with this secret was ever admitted to a table on this server.

    Rows of the first version have no ``phone`` hash; those of this secret get theirs here.
    """
    of_old = Device.objects.filter(phone="")
    keys = of_old.order_by().values_list("table", flat=True).distinct()
    mine = {digest(secret, key) for key in keys}
    if mine:
        found = of_old.filter(digest__in=mine)
        best_effort.best_effort_write(lambda: found.update(phone=digest(secret)))
    return Device.objects.filter(phone=digest(secret)).exists()


def device(request: HttpRequest, table: str) -> Device | None:
    """Returns this phone's ``Device`` at the table with this key, or None if it is not admitted.

    ``device.table`` is loaded in the same query. A removed phone is not admitted.
    """
    secret = request.COOKIES.get(COOKIE, "")
    if not secret:
        return None
    row = _device.first({_DIGEST: digest(secret, table)})
    if row is None:
        return None
    values = _device.read(row)
    found = Table.from_db(connection.alias, _OF_TABLE, values[: len(_OF_TABLE)])
    who = Device.from_db(connection.alias, _HELD, values[len(_OF_TABLE) :])
    who.table = found
    return who


_DIGEST = "-" * 64
_OF_TABLE = tuple(field.attname for field in Table._meta.concrete_fields)
_HELD = ("id", "table_id", "digest", "phone", "role", "seat")
"""Columns of ``Device`` read with the table, in order of declaration; the others are deferred."""


def _devices() -> QuerySet[Table, Any]:
    """Query for a table and its device, with a placeholder for the digest: see ``device``."""
    found = Table.objects.filter(devices__digest=_DIGEST, devices__role__in=ROLES)
    return found.values_list(*_OF_TABLE, *(f"devices__{name}" for name in _HELD))


_device = conditional_updates.Query(_devices)


def any_device(request: HttpRequest, table: Table) -> Device | None:
    """Returns this phone's ``Device`` at a table, also if it was removed; None without a row."""
    secret = request.COOKIES.get(COOKIE, "")
    return Device.objects.filter(digest=digest(secret, table.key)).first() if secret else None


def at(request: HttpRequest, key: str) -> tuple[Device, Game]:
    """Returns this phone's device and the game of the table. Raises ``Http404`` if not admitted."""
    who = device(request, key)
    if who is None:
        raise Http404
    request.phone_at_table = who  # type: ignore[attr-defined]
    return who, scoring_game(who.table.game)


def player(request: HttpRequest, key: str) -> tuple[Device, Game]:
    """Same as ``at``, but raises ``Http404`` for a spectator too."""
    who, game = at(request, key)
    if who.role == "spectator":
        raise Http404
    return who, game


def host(request: HttpRequest, key: str) -> tuple[Device, Game]:
    """Same as ``at``, but raises ``Http404`` for anybody but a host."""
    who, game = at(request, key)
    if who.role != "host":
        raise Http404
    return who, game


def _present_seats(now: datetime) -> Subquery:
    """Subquery: the seats of phones seen within ``PRESENT`` before ``now``, joined by spaces."""
    here = Device.objects.filter(table=OuterRef("table"), seen__gt=now - PRESENT)
    seats = here.order_by().values("table").annotate(all=StringAgg("seat", Value(" ")))
    return Subquery(seats.values("all"))


@dataclass(frozen=True, slots=True)
class PollState:
    """Result of a poll: the device's key, a version token of the board, the seats present."""

    device: int
    version_token: str
    present: frozenset[str]


def poll_state(request: HttpRequest, table: str, known: str = "") -> PollState | None:
    """Returns what a poll needs about this phone, or None if it is not admitted. One indexed query.

    Most polls find nothing new and cost no more than this. If the phone sends the token ``known``
    of its board, cached values suffice; its seat is cached until the table's next beat, since every
    change of a seat increments the beat. A view that renders a new board looks the phone up itself.
    The token changes with any event this phone may see, any timer or note, and with phones that
    come or go.
    """
    secret = request.COOKIES.get(COOKIE, "")
    if not secret:
        return None
    place = digest(secret, table)
    of_table, of_phone = version_tokens.recalled(table, place) if known else (None, None)
    if of_table is not None and of_phone is not None and of_phone[-1] == of_table[-2]:
        return _poll_state(of_table, of_phone)
    adapted = connection.ops.adapt_datetimefield_value
    since = {adapted(_LONG_AGO - PRESENT): adapted(timezone.now() - PRESENT)}
    row = _glance.first({_DIGEST: place, **since})
    if row is None:
        return None
    at_table = list(row[2:])
    at_phone = [*row[:2], at_table[-2]]
    version_tokens.remember(table, place, at_table, None if at_phone == of_phone else at_phone)
    return _poll_state(at_table, at_phone)


def _poll_state(at_table: Sequence[Any], at_phone: Sequence[Any]) -> PollState:
    device, seat, _ = at_phone
    screens, revealed, tops, revision, beat, seats = at_table
    present = frozenset((seats or "").split())
    if screens:
        revision = _last_seen(seat, _loaded(revealed), _loaded(tops))
    return PollState(device, f"{revision}.{beat}.{'.'.join(sorted(present))}", present)


def _loaded(stored: Any) -> Any:
    return json.loads(stored) if isinstance(stored, str) else stored


def _last_seen(seat: str, revealed: list[str], tops: dict[str, int]) -> int:
    return max((n for at, n in tops.items() if at in ("", seat, *revealed)), default=0)


def revision(who: Device, table: Table | None = None) -> int:
    """Returns the number of the last event that this phone may know of.

    An event on a sheet behind a screen does not change the number for other seats.
    """
    table = table or who.table
    if not table.screens:
        return table.revision
    return _last_seen(who.seat, table.revealed, table.last_event_by_seat)


_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def _glances() -> QuerySet[Device, Any]:
    """Query of ``poll_state``, with placeholders for the digest and the time."""
    found = Device.objects.filter(digest=_DIGEST).exclude(role=REMOVED)
    found = found.annotate(seats=_present_seats(_LONG_AGO))
    told = ("screens", "revealed", "last_event_by_seat", "revision", "side_revision")
    return found.values_list("pk", "seat", *(f"table__{each}" for each in told), "seats")


_glance = conditional_updates.Query(_glances)


def admit(
    request: HttpRequest, response: HttpResponse, table: Table, role: str, seat: str = ""
) -> Device:
    """Admits this phone to a table and sets its cookie; returns its ``Device``.

    A phone already admitted keeps the better of the two roles, and takes ``seat`` if one is given.
    A removed phone is admitted again: the caller must have checked that it may be.
    """
    secret = request.COOKIES.get(COOKIE) or secrets.token_urlsafe(32)
    found, made = Device.objects.get_or_create(
        digest=digest(secret, table.key),
        defaults={"table": table, "phone": digest(secret), "role": role, "seat": seat},
    )
    if not made:
        found.role = min(found.role, role, key=(*ROLES, REMOVED).index)
        found.seat = seat or found.seat
        found.save(update_fields=["role", "seat"])
    set_cookie(response, secret)
    return found


def give_secret(request: HttpRequest, response: HttpResponse) -> None:
    """Sets the cookie to the secret that this phone was given during this request."""
    set_cookie(response, request.COOKIES[COOKIE])


def set_cookie(response: HttpResponse, secret: str) -> None:
    response.set_cookie(
        COOKIE,
        secret,
        365 * 24 * 60 * 60,
        httponly=True,
        samesite="Lax",
        secure=bool(settings.HTTPS),
    )


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """A request for one seat's sheet: the seats this phone sees, and its rights here."""

    who: Device
    game: Game
    seat: str
    visible_seats: frozenset[str]
    may_write: bool
    correcting: bool

    @property
    def writable(self) -> bool:
        """True if the sheet can be edited now; after the end only while ``correcting``."""
        return self.may_write and (not self.who.table.finished or self.correcting)

    @property
    def together(self) -> tuple[str, ...]:
        """Sorted seats this phone may write on, for sections that show all seats in one place."""
        return tuple(seat for seat in sorted(self.visible_seats) if may_write(self.who, seat))


def sheet_request(request: HttpRequest, key: str, seat: str) -> SheetRequest:
    """Returns the request for a seat's sheet. Raises ``Http404`` if this phone may not see it."""
    who, game = at(request, key)
    open_seats = visible_seats(who, who.table)
    if seat not in open_seats:
        raise Http404
    # what a phone sends late arrives, too: it is marked as a correction, and all see it
    correcting = request.method == "POST" or "correct" in request.GET
    return SheetRequest(who, game, seat, open_seats, may_write(who, seat), correcting)


def may_write(who: Device, seat: str) -> bool:
    """True for a host on any seat the host may see, and for a player on the own seat."""
    own = who.role == "player" and bool(seat) and who.seat == seat
    return own or (who.role == "host" and may_see(who, who.table, seat))


def may_change(who: Device, event: Event) -> bool:
    """True if this phone could have made this change, and so may undo it."""
    seats = {CellPath(path).holder for path in event.cells} - set(SHARED)
    if SEATS in seats:  # who plays is the host's to decide
        return who.role == "host"
    return who.role != "spectator" and all(may_write(who, seat) for seat in seats)


def may_read(who: Device, path: str) -> bool:
    """True if this phone may see a cell. A seat's name and colour are open to all."""
    seat = hidden_at(path)
    return not seat or may_see(who, who.table, seat)


def may_see(who: Device, table: Table, seat: str) -> bool:
    """True if a seat has no screen, its screen is revealed, or it is this phone's own seat.

    A host has no exception: the role is for managing phones.
    """
    return not table.screens or seat in table.revealed or who.seat == seat


def visible_seats(who: Device, table: Table) -> frozenset[str]:
    """Returns the seats whose sheets this phone may see."""
    return frozenset(seat for seat in table.state["seats"] if may_see(who, table, seat))


def seen_by_all(table: Table) -> frozenset[str]:
    """Returns the seats whose sheets everybody may see; the big screen shows only these."""
    return frozenset(s for s in table.state["seats"] if not table.screens or s in table.revealed)


# links and codes


def new_link(table: Table, role: str) -> str:
    """Creates a link for a role, revokes the role's earlier ones, and returns the secret once."""
    secret = secrets.token_urlsafe(24)
    end_links(table, role)
    Link.objects.create(table=table, role=role, digest=digest(secret))
    return secret


def end_links(table: Table, role: str) -> None:
    """Revokes all links of a role."""
    table.links.filter(role=role).update(revoked=True)


def end_code(table: Table) -> None:
    """Deletes the join code, so that its QR link stops working too."""
    table.codes.all().delete()


def link(secret: str) -> Link | None:
    """Returns the link with this secret, or None if there is none or it was revoked."""
    return Link.objects.filter(digest=digest(secret), revoked=False).first()


def current_code(table: Table) -> Code | None:
    """Returns the table's valid join code, or creates one if it has expired.

    None if a host has closed the table to join codes.
    """
    if table.closed:
        return None
    now = timezone.now()
    best_effort.best_effort_write(Code.objects.filter(until__lt=now).delete)
    if current := table.codes.filter(until__gt=now).first():
        return current
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        found, made = Code.objects.get_or_create(
            code=code, defaults={"table": table, "until": now + CODE_LIFE}
        )
        if made:
            return found


def table_of_code(request: HttpRequest, code: str, proof: str = "") -> Table | None:
    """Returns the table that a join code opens, or None if the code is unknown.

    Raises ``TooManyTries`` after too many wrong codes; a valid ``proof``, which the QR code's link
    contains, skips that check.
    """
    code = code.strip().lower()
    codes = Code.objects.filter(code=code, until__gt=timezone.now(), table__closed=False)
    if proof:
        linked = codes.select_related("table").first()
        if linked is not None and code_guesses.proves(linked, proof):
            return linked.table
    code_guesses.guess(request, code)
    found = codes.select_related("table").first()
    if found is None:
        code_guesses.wrong(request, code)
        return None
    return found.table
