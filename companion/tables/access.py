"""Who may do what at a table. Secrets leave the server once; only their hashes stay.

A phone has one secret in a cookie; at each table it is a ``Device`` with a role and, for a
player, a seat. A link or a join code admits a phone; after that the cookie is enough.
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
from companion.tables import conditional_updates, limits, version_tokens
from companion.tables.ledger import hidden_at
from companion.tables.models import Code, Device, Event, Link, Table
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.sheet_fields import SEATS, SHARED

COOKIE = "device"
ROLES = ("host", "player", "spectator")
REMOVED = "removed"
PRESENT = timedelta(seconds=20)
"""Longer than a phone ever waits between two polls: static/js/board.js."""
CODE_LIFE = timedelta(hours=12)
CODE_LENGTH = 6


def digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


# devices


def phone(request: HttpRequest) -> str:
    """The hash by which this phone is the same at every table; empty for one without a cookie."""
    secret = request.COOKIES.get(COOKIE, "")
    if not secret:
        return ""
    recognised(secret)
    return digest(secret)


def recognised(secret: str) -> bool:
    """Whether a phone with that secret was ever at a table here.

    The first version kept what a phone is at each table only; from now on its history knows it.
    """
    of_old = Device.objects.filter(phone="")
    keys = of_old.order_by().values_list("table", flat=True).distinct()
    mine = {digest(secret, key) for key in keys}
    if mine:
        found = of_old.filter(digest__in=mine)
        best_effort.best_effort_write(lambda: found.update(phone=digest(secret)))
    return Device.objects.filter(phone=digest(secret)).exists()


def device(request: HttpRequest, table: str) -> Device | None:
    """This phone at the table of that key, if it was admitted, with ``table`` at hand."""
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
"""What is read of a phone at once, as its fields are declared; the rest when it is asked for."""


def _devices() -> QuerySet[Table, Any]:
    """A phone's table with the phone beside it, with a stand-in for the phone: see ``device``."""
    found = Table.objects.filter(devices__digest=_DIGEST, devices__role__in=ROLES)
    return found.values_list(*_OF_TABLE, *(f"devices__{name}" for name in _HELD))


_device = conditional_updates.Query(_devices)


def standing(request: HttpRequest, table: Table) -> Device | None:
    """This phone at a table, removed ones too."""
    secret = request.COOKIES.get(COOKIE, "")
    return Device.objects.filter(digest=digest(secret, table.key)).first() if secret else None


def at(request: HttpRequest, key: str) -> tuple[Device, Game]:
    """This phone at the table of that key. Raises ``Http404`` for one that was not admitted."""
    who = device(request, key)
    if who is None:
        raise Http404
    request.phone_at_table = who  # type: ignore[attr-defined]
    return who, scoring_game(who.table.game)


def player(request: HttpRequest, key: str) -> tuple[Device, Game]:
    """As ``at``, for whoever may change something."""
    who, game = at(request, key)
    if who.role == "spectator":
        raise Http404
    return who, game


def host(request: HttpRequest, key: str) -> tuple[Device, Game]:
    """As ``at``, for whoever looks after the phones."""
    who, game = at(request, key)
    if who.role != "host":
        raise Http404
    return who, game


def _present_seats(now: datetime) -> Subquery:
    """The seats whose phones were heard of lately, in one text."""
    here = Device.objects.filter(table=OuterRef("table"), seen__gt=now - PRESENT)
    seats = here.order_by().values("table").annotate(all=StringAgg("seat", Value(" ")))
    return Subquery(seats.values("all"))


@dataclass(frozen=True, slots=True)
class Glance:
    """What a poll needs to know: the phone, whether anything moved, who is looking."""

    device: int
    mark: str
    present: frozenset[str]


def glance(request: HttpRequest, table: str, known: str = "") -> Glance | None:
    """As ``device``, in one query over indexes.

    Most polls find nothing new, so they cost no more than this. Of a phone that has a board, by the
    mark that is ``known`` to it, what is remembered will do, its seat only until the next beat,
    since whoever changes a seat beats: and whoever shows it another board looks who it is. The mark
    is what a poll compares: any event that this phone may see, timer, note, or phone that comes or
    goes changes it.
    """
    secret = request.COOKIES.get(COOKIE, "")
    if not secret:
        return None
    place = digest(secret, table)
    of_table, of_phone = version_tokens.recalled(table, place) if known else (None, None)
    if of_table is not None and of_phone is not None and of_phone[-1] == of_table[-2]:
        return _seen(of_table, of_phone)
    adapted = connection.ops.adapt_datetimefield_value
    since = {adapted(_LONG_AGO - PRESENT): adapted(timezone.now() - PRESENT)}
    row = _glance.first({_DIGEST: place, **since})
    if row is None:
        return None
    at_table = list(row[2:])
    at_phone = [*row[:2], at_table[-2]]
    version_tokens.remember(table, place, at_table, None if at_phone == of_phone else at_phone)
    return _seen(at_table, at_phone)


def _seen(at_table: Sequence[Any], at_phone: Sequence[Any]) -> Glance:
    device, seat, _ = at_phone
    screens, revealed, tops, revision, beat, seats = at_table
    present = frozenset((seats or "").split())
    if screens:
        revision = _last_seen(seat, _loaded(revealed), _loaded(tops))
    return Glance(device, f"{revision}.{beat}.{'.'.join(sorted(present))}", present)


def _loaded(stored: Any) -> Any:
    return json.loads(stored) if isinstance(stored, str) else stored


def _last_seen(seat: str, revealed: list[str], tops: dict[str, int]) -> int:
    return max((n for at, n in tops.items() if at in ("", seat, *revealed)), default=0)


def revision(who: Device, table: Table | None = None) -> int:
    """The number of the last event that this phone may know of.

    What is written behind a screen moves nothing for the others, not even a number.
    """
    table = table or who.table
    if not table.screens:
        return table.revision
    return _last_seen(who.seat, table.revealed, table.tops)


_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def _glances() -> QuerySet[Device, Any]:
    """The query with stand-ins for the two values that change."""
    found = Device.objects.filter(digest=_DIGEST).exclude(role=REMOVED)
    found = found.annotate(seats=_present_seats(_LONG_AGO))
    told = ("screens", "revealed", "tops", "revision", "beat")
    return found.values_list("pk", "seat", *(f"table__{each}" for each in told), "seats")


_glance = conditional_updates.Query(_glances)


def admit(
    request: HttpRequest, response: HttpResponse, table: Table, role: str, seat: str = ""
) -> Device:
    """Let this phone in. A phone that is in already keeps its better role, and takes the seat.

    One that was removed may come in again: whoever asks has seen to it that it may.
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
    """Let this phone keep the secret that it was given during this request."""
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
class Look:
    """A phone before one seat's sheet: the seats that it sees, and whether it may write here."""

    who: Device
    game: Game
    seat: str
    seen: frozenset[str]
    may_write: bool
    correcting: bool

    @property
    def writable(self) -> bool:
        """After the end a sheet is looked at, until somebody says that it is to be corrected."""
        return self.may_write and (not self.who.table.finished or self.correcting)

    @property
    def together(self) -> tuple[str, ...]:
        """The seats that this phone may write on, where all are entered in one place."""
        return tuple(seat for seat in sorted(self.seen) if may_write(self.who, seat))


def look(request: HttpRequest, key: str, seat: str) -> Look:
    """This phone before that sheet. Raises ``Http404`` for one that may not see it."""
    who, game = at(request, key)
    open_seats = seen(who, who.table)
    if seat not in open_seats:
        raise Http404
    # what a phone sends late arrives, too: it is marked as a correction, and all see it
    correcting = request.method == "POST" or "correct" in request.GET
    return Look(who, game, seat, open_seats, may_write(who, seat), correcting)


def may_write(who: Device, seat: str) -> bool:
    """The host writes wherever the host may look, a player on the own seat, a spectator nowhere."""
    own = who.role == "player" and bool(seat) and who.seat == seat
    return own or (who.role == "host" and may_see(who, who.table, seat))


def may_change(who: Device, event: Event) -> bool:
    """Whether this phone could have made that change, and so may take it back."""
    seats = {CellPath(path).holder for path in event.cells} - set(SHARED)
    if SEATS in seats:  # who plays is the host's to decide
        return who.role == "host"
    return who.role != "spectator" and all(may_write(who, seat) for seat in seats)


def may_read(who: Device, path: str) -> bool:
    """Whether a phone may see a cell. A name and a colour are no secret."""
    seat = hidden_at(path)
    return not seat or may_see(who, who.table, seat)


def may_see(who: Device, table: Table, seat: str) -> bool:
    """What lies behind a screen is seen by its seat only, until it is revealed.

    The host deals with phones, not with other players' secrets, so the host does not look
    either.
    """
    return not table.screens or seat in table.revealed or who.seat == seat


def seen(who: Device, table: Table) -> frozenset[str]:
    """The seats whose sheets this phone may see."""
    return frozenset(seat for seat in table.state["seats"] if may_see(who, table, seat))


def seen_by_all(table: Table) -> frozenset[str]:
    """The seats whose sheets everybody may see: what a screen for all shows, whoever opened it."""
    return frozenset(s for s in table.state["seats"] if not table.screens or s in table.revealed)


# links and codes


def new_link(table: Table, role: str) -> str:
    """A fresh link for a role, the earlier ones revoked; the secret is returned this once."""
    secret = secrets.token_urlsafe(24)
    end_links(table, role)
    Link.objects.create(table=table, role=role, digest=digest(secret))
    return secret


def end_links(table: Table, role: str) -> None:
    """The links of a role open nothing any more."""
    table.links.filter(role=role).update(revoked=True)


def end_code(table: Table) -> None:
    """The code and its QR link open nothing any more."""
    table.codes.all().delete()


def link(secret: str) -> Link | None:
    """The link of that secret unless it was revoked."""
    return Link.objects.filter(digest=digest(secret), revoked=False).first()


def current_code(table: Table) -> Code | None:
    """The table's join code: the one in force, or a new one when that has run out.

    ``None`` where a host lets nobody in by a code.
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
    """The table that a code opens. Raises ``TooManyTries`` for one who keeps guessing.

    With the ``proof`` that the QR code's link carries, nobody has to wait.
    """
    code = code.strip().lower()
    codes = Code.objects.filter(code=code, until__gt=timezone.now(), table__closed=False)
    if proof:
        linked = codes.select_related("table").first()
        if linked is not None and limits.proves(linked, proof):
            return linked.table
    limits.guess(request, code)
    found = codes.select_related("table").first()
    if found is None:
        limits.wrong(request, code)
        return None
    return found.table
