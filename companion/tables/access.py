"""Requests at tables: which phone sends one, its role, what it may see and change, what it posts.

Each phone has one random secret in a cookie. At each table it is a ``Device`` row with a role
(host, player or spectator) and, for a player, a seat. An invitation link or a join code creates
that row; after that the cookie is enough. Only hashes of secrets are stored.
"""

import hashlib
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from companion.http import best_effort_writes, random_keys
from companion.http.whole_numbers import whole_number
from companion.sheet_pages.page_names import MAP, SETTINGS, SHEET
from companion.tables import compiled_sql
from companion.tables.models import Device, Event, Table
from scoring import NoSuchGame
from scoring import game as find_game
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.drawing_by_lot import LOTS
from scoring.model.plan import State
from scoring.model.sheet_fields import SEATS, SHARED, sheet_of

COOKIE = "device"
ROLES = ("host", "player", "spectator")
REMOVED = "removed"


def digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def scoring_game(slug: str) -> Game:
    """Returns the game of that slug. Raises ``Http404`` if it is unknown or cannot be scored."""
    try:
        game = find_game(slug)
    except NoSuchGame:
        raise Http404 from None
    if not game.scorable:
        raise Http404
    return game


# devices


def phone(request: HttpRequest) -> str:
    """Returns the hash that identifies this phone at every table; "" if it sends no cookie."""
    secret = request.COOKIES.get(COOKIE, "")
    return digest(secret) if secret else ""


def hash_at_table(request: HttpRequest, table: str) -> str:
    """Returns the hash of this phone's cookie and a table's key; "" if the phone has no cookie.

    ``table``: the key. A phone has another hash at every table.
    """
    secret = request.COOKIES.get(COOKIE, "")
    return digest(secret, table) if secret else ""


def device(request: HttpRequest, table: str) -> Device | None:
    """Returns this phone's ``Device`` row at a table; None if it never joined, or was removed.

    ``table`` is the table's key. The same SQL query also loads the row's ``table``.
    """
    place = hash_at_table(request, table)
    row = _device.first({_DIGEST: place}) if place else None
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
"""Columns of ``Device`` loaded together with its table, in the model's order.

The other columns are deferred.
"""


def _devices() -> QuerySet[Table, Any]:
    found = Table.objects.filter(devices__digest=_DIGEST, devices__role__in=ROLES)
    return found.values_list(*_OF_TABLE, *(f"devices__{name}" for name in _HELD))


_device = compiled_sql.Query(_devices)


def any_device(request: HttpRequest, table: Table) -> Device | None:
    """Returns this phone's ``Device`` row at a table, even if a host removed it; else None."""
    place = hash_at_table(request, table.key)
    return Device.objects.filter(digest=place).first() if place else None


def at(request: HttpRequest, key: str) -> tuple[Device, Game]:
    """Returns this phone's ``Device`` row at the table with the key ``key``, and the table's game.

    Raises ``Http404`` if the phone has not joined the table. Also stores the row on the request, as
    ``phone_at_table``.
    """
    who = _admitted(request, key)
    return who, scoring_game(who.table.game)


def _admitted(request: HttpRequest, key: str) -> Device:
    who = device(request, key)
    if who is None:
        raise Http404
    request.phone_at_table = who  # type: ignore[attr-defined]
    return who


def player(request: HttpRequest, key: str) -> tuple[Device, Game]:
    """Returns this phone's ``Device`` row at the table ``key`` and its game, for hosts and players.

    Raises ``Http404`` for spectators, and for a phone that has not joined the table.
    """
    who, game = at(request, key)
    if who.role == "spectator":
        raise Http404
    return who, game


def host(request: HttpRequest, key: str) -> tuple[Device, Game]:
    """Returns this phone's ``Device`` row at the table ``key`` and its game, for hosts only.

    Raises ``Http404`` for all other phones.
    """
    who, game = at(request, key)
    if who.role != "host":
        raise Http404
    return who, game


def admit(
    request: HttpRequest, response: HttpResponse, table: Table, role: str, seat: str = ""
) -> Device:
    """Admits this phone to a table and returns its ``Device`` row there.

    ``response``: on which its cookie is set. ``role``: host, player or spectator; of this and the
    role it had, a phone keeps the higher. ``seat``: id of the seat that it gets; if empty, it keeps
    the one it has. A phone that a host removed is admitted again: the caller must have checked that
    it may be.
    """
    secret = request.COOKIES.get(COOKIE) or secrets.token_urlsafe(32)
    device, made = Device.objects.get_or_create(
        digest=digest(secret, table.key),
        defaults={"table": table, "phone": digest(secret), "role": role, "seat": seat},
    )
    if not made:
        device.role = min(device.role, role, key=(*ROLES, REMOVED).index)
        device.seat = seat or device.seat
        device.save(update_fields=["role", "seat"])
    set_cookie(response, secret)
    return device


def give_secret(request: HttpRequest, response: HttpResponse) -> None:
    """Sets on ``response`` this phone's cookie, with its secret from ``request.COOKIES``.

    If the phone sent no cookie, the caller must have put a new secret there.
    """
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
    """A request for one seat's sheet, with what this phone may see and edit.

    - ``who``: the phone that asks.
    - ``seat``: the seat whose sheet is requested.
    - ``visible_seats``, ``writable_seats``: seats whose sheets the phone may see, and may edit.
    - ``correcting``: the sheet may be edited even after the end of the game, as a correction.
    """

    who: Device
    game: Game
    seat: str
    visible_seats: frozenset[str]
    writable_seats: frozenset[str]
    correcting: bool

    @property
    def may_write(self) -> bool:
        return self.seat in self.writable_seats

    @property
    def writable(self) -> bool:
        """True if the phone may edit the sheet now; after the game's end only as a correction."""
        return self.may_write and (not self.who.table.finished or self.correcting)

    @property
    def state(self) -> State:
        """The table's state without the sheets that this phone may not see."""
        return self.game.sheet.seen(self.who.table.state, self.visible_seats)

    @property
    def usable_state(self) -> State:
        """The table's state for calculators.

        Until the end of the game, only cells of other seats that the rules make public are in it;
        of a pad all cells.
        """
        if self.who.table.pad:
            state: State = self.who.table.state
            return state
        if self.who.table.finished:
            return self.state
        return self.game.sheet.open_to(self.who.table.state, self.seat, self.visible_seats)

    @property
    def kind(self) -> str:
        """Start of the URL names of a sheet's pages: ``table``, or ``pad`` (sheet without one)."""
        return "pad" if self.who.table.pad else "table"

    @property
    def addresses(self) -> dict[str, str]:
        """URLs of a seat's sheet, its settings and (in a game with one) its map, by page name."""
        names = {SHEET: "pad" if self.who.table.pad else "table_sheet"}
        names |= {page: f"{self.kind}_{page}" for page in (SETTINGS, MAP)}
        if not self.game.sheet.map_field:
            del names[MAP]
        at = [self.who.table_id, self.seat]
        return {page: reverse(name, args=at) for page, name in names.items()}

    @property
    def together(self) -> tuple[str, ...]:
        """Ids of the seats that this phone may edit, for sheet sections that show several seats."""
        there = self.game.sheet.seats(self.who.table.state)
        return tuple(seat for seat in there if seat in self.writable_seats)


def sheet_request(request: HttpRequest, key: str, seat: str) -> SheetRequest:
    """Returns what this phone may see and edit when it asks for a seat's sheet at a table.

    ``key`` is the table's, ``seat`` the seat's id. Raises ``Http404`` if the phone may not see that
    sheet. Also records that the phone is present.
    """
    who = _admitted(request, key)
    open_seats = visible_seats(who, who.table)
    if seat not in open_seats:
        raise Http404
    record_presence(who.pk)
    # changes that arrive after the end are accepted too: marked as corrections, which all can see
    correcting = request.method == "POST" or "correct" in request.GET
    own = frozenset(each for each in open_seats if may_write(who, each))
    return SheetRequest(who, scoring_game(who.table.game), seat, open_seats, own, correcting)


@dataclass(frozen=True, slots=True)
class Posted:
    """A posted form of a sheet: cells as typed, the last event that its author had seen, and a key.

    - ``values``: name of each form field to its values.
    - ``cell``, ``typed``: path of a single cell that htmx sends, and its text; "" for a whole form.
    - ``base``: number of the last event that the page showed when the cell was typed; 0 if unknown.
    - ``seen``: the page's version token when the form was sent, later than ``base`` for a change
      that had to wait for the network.
    - ``was``: the text that was typed over, None if the page does not tell.
    - ``key``: identifies the form if it arrives twice. A form without one gets a fresh key, so that
      each copy of it counts.
    """

    values: Mapping[str, list[str]]
    cell: str
    typed: str
    base: int
    seen: str
    was: str | None
    key: str

    @property
    def echo(self) -> dict[str, str]:
        """HTTP header ``X-Form`` with the form's key, so that the phone knows its form was saved.

        Another answer, such as a proxy's, does not have it. {} if the key is not plain ASCII.
        """
        return {"X-Form": self.key} if self.key.isascii() and self.key.isprintable() else {}


def posted(request: HttpRequest) -> Posted:
    """Reads a sheet's form from the request: cells as typed, last event seen, key. Never raises."""
    post = request.POST
    htmx = getattr(request, "htmx", None)
    cell = (htmx.trigger_name or "") if htmx else ""
    return Posted(
        values={name: post.getlist(name) for name in post},
        cell=cell,
        # a checkbox may be posted with a blank of the same name: the last value counts
        typed=(post.getlist(cell) or [""])[-1],
        base=whole_number(post.get("base", "")) or 0,
        seen=post.get("seen", post.get("base", "")),
        was=post.get("was"),
        key=post.get("form", "")[:40] or random_keys.new_form_key(),
    )


def pad_host(pad: Table) -> Device:
    """Returns a ``Device`` for whoever uses a pad (a sheet without a table), with the role of host.

    It is not stored. Anybody with a pad's address may edit all its seats.
    """
    return Device(table=pad, role="host")


def at_pad(key: str) -> tuple[Device, Game]:
    """Returns a new ``Device`` with the role of host, not stored, and the game of the pad ``key``.

    A pad is a sheet without a table. Raises ``Http404`` if there is none with this key.
    """
    found = get_object_or_404(Table, pad=True, key=key)
    return pad_host(found), scoring_game(found.game)


def pad_request(key: str, seat: str) -> SheetRequest:
    """Returns the request for a seat's sheet on a pad (sheets without a table): all may be edited.

    ``key`` is the pad's; ``seat`` "" stands for its first seat. Raises ``Http404`` if there is no
    such pad or seat.
    """
    who, game = at_pad(key)
    there = game.sheet.seats(who.table.state)
    seat = seat or there[0]
    if seat not in there:
        raise Http404
    every = frozenset(who.table.state["seats"])
    return SheetRequest(who, game, seat, every, every, correcting=False)


def may_write(who: Device, seat: str) -> bool:
    """True if a phone may edit a seat's sheet: a player its own, a host all that it may see."""
    own = who.role == "player" and bool(seat) and who.seat == seat
    return own or (who.role == "host" and may_see(who, who.table, seat))


def may_change(who: Device, event: Event) -> bool:
    """True if a phone may undo an event (change): if it may edit all cells that the event changed.

    Lots that were drawn may be undone by any player or host.
    """
    if any(CellPath(path).field == LOTS for path in event.cells):
        return who.role != "spectator"
    seats = {CellPath(path).holder for path in event.cells} - set(SHARED)
    if SEATS in seats:  # only the host adds and removes seats
        return who.role == "host"
    return who.role != "spectator" and all(may_write(who, seat) for seat in seats)


def may_read(who: Device, path: str) -> bool:
    """True if a phone may see the cell at a path. All may see the names and colours of seats."""
    seat = sheet_of(path)
    return not seat or may_see(who, who.table, seat)


def may_see(who: Device, table: Table, seat: str) -> bool:
    """True if a phone may see a seat's sheet.

    It may if the seat is its own, if the table has no screens (which hide a seat's sheet from the
    other phones), or if the seat's screen was removed. Hosts have no exception.
    """
    return not table.screens or seat in table.revealed or who.seat == seat


def visible_seats(who: Device, table: Table) -> frozenset[str]:
    """Returns the seats whose sheets this phone may see."""
    return frozenset(seat for seat in table.state["seats"] if may_see(who, table, seat))


def seen_by_all(table: Table) -> frozenset[str]:
    """Returns the seats whose sheets are hidden from nobody; a shared display shows only these."""
    return frozenset(s for s in table.state["seats"] if not table.screens or s in table.revealed)


# presence

EVERY = 2.0
"""Seconds between two writes of phones' presence by one process, however many phones poll."""

AGAIN = timedelta(seconds=2.5)
"""Age that a phone's stored presence must have before it is written again.

With ``EVERY`` and a phone's longest wait between polls it is less than ``polling.PRESENT``, after
which a phone counts as absent.
"""

_lock = threading.Lock()
_heard: set[int] = set()
_written = 0.0


def record_presence(device: int) -> None:
    """Notes that a phone is present; all such notes are stored together every ``EVERY`` seconds.

    ``device`` is the primary key of the phone's ``Device`` row.
    """
    global _written
    with _lock:
        _heard.add(device)
        if not presence_is_due():
            return
        _written = monotonic()
        phones = sorted(_heard)
        _heard.clear()
    now = timezone.now()
    there = Device.objects.filter(pk__in=phones, seen__lt=now - AGAIN)
    best_effort_writes.best_effort_write(lambda: there.update(seen=now))


def presence_is_due() -> bool:
    """True if ``EVERY`` seconds have passed since present phones were last stored."""
    return monotonic() - _written >= EVERY
