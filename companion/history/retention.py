"""Rules of what is kept: lists what is stored about a phone, and removes, restores, purges, erases.

A host removes a table for everybody; other phones only hide it from their own history. What was
removed can be restored while ``RESTORABLE_FOR`` has not passed, and is then purged. Erasing deletes
a phone's data at once; a table where others play too, or in a group, only loses this phone.
``phone`` is the hash of its secret, as in ``Device.phone``; ``key`` the uid of a game or its table.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from companion.history import pending_imports
from companion.history.history_scope import GROUPS_COOKIE, PLAYING, Scope, opened_groups
from companion.history.models import Alias, Group, PendingImport, Play
from companion.soft_delete import RESTORABLE_FOR
from companion.tables import access, invitations, ledger, recent_pads, seats
from companion.tables.models import Code, Device, Result, Table, WrongCode
from companion.tables.saved_results import result_key
from scoring import BrokenGame, NoSuchGame
from scoring import game as find_game

# ── removing from a history, restoring ─────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """A game of a history that can be removed or restored.

    - ``names``: the players' names, without empty ones
    - ``running``: the game is not finished
    - ``all``: removing it removes it for everybody, not only from this history
    - ``table``: the table's key (for links to it) if this phone plays there, else empty
    """

    key: str
    game: str
    names: tuple[str, ...]
    when: datetime
    running: bool = False
    all: bool = False
    table: str = ""


def items(scope: Scope, phone: str, since: datetime | None = None) -> list[HistoryItem]:
    """Returns the games that a phone may remove from a history, newest first.

    ``phone``: hash of the phone's secret. ``since``: if given, instead those removed after this
    time, which the phone may restore.
    """
    removed = {"removed__gt": since} if since else {"removed": None}
    plays = Play.everywhere.filter(owner=scope.owner, **removed)
    found = [*map(_table, _at_tables(scope, phone, since)), *map(_play, plays)]
    by_key = {each.key: each for each in found}
    return sorted(by_key.values(), key=lambda each: each.when, reverse=True)


def remove(scope: Scope, phone: str, key: str) -> None:
    """Removes a game from a history, if this phone may; it can be restored for 30 days.

    ``phone``: hash of the phone's secret. ``key``: the game's uid, as text.
    """
    _mark(scope, phone, key, timezone.now())


def restore(scope: Scope, phone: str, key: str) -> None:
    _mark(scope, phone, key, None)


def _mark(scope: Scope, phone: str, key: str, now: datetime | None) -> None:
    try:
        uid = UUID(key)
    except ValueError:
        return
    Play.everywhere.filter(owner=scope.owner, uid=uid).update(removed=now)
    for device in _devices(scope, phone).filter(table__uid=uid):
        if _hosts(device):
            Table.everywhere.filter(pk=device.table_id).update(removed=now)
        elif scope.group is None:
            Device.everywhere.filter(pk=device.pk).update(hidden=now)


def _hosts(device: Device) -> bool:
    return device.role == "host"


def _devices(scope: Scope, phone: str) -> QuerySet[Device]:
    devices = Device.everywhere.filter(phone=phone).exclude(phone="").select_related("table")
    return devices.filter(table__group=scope.group) if scope.group else devices


def _at_tables(scope: Scope, phone: str, since: datetime | None) -> Iterator[Device]:
    """Yields a phone's ``Device`` rows at those tables of a history that it may remove or restore.

    ``since``: as in ``items``.
    """
    for device in _devices(scope, phone):
        table, hosts = device.table, _hosts(device)
        if not hosts and (table.removed or scope.group):
            continue  # somebody else removed it, or may remove it, for everybody
        removed = table.removed if hosts else device.hidden
        if (removed and removed > since) if since else not removed:
            yield device


def _table(device: Device) -> HistoryItem:
    table = device.table
    names = (str(cells.get("name", "")) for cells in table.state["seats"].values())
    return HistoryItem(
        key=str(table.uid),
        game=table.game,
        names=tuple(filter(None, names)),
        when=table.played_on or table.finished or table.changed,
        running=table.finished is None,
        all=_hosts(device),
        table=table.key if device.role in PLAYING else "",
    )


def _play(play: Play) -> HistoryItem:
    names = tuple(seat["name"] for seat in play.seats if seat["name"])
    return HistoryItem(str(play.uid), play.game, names, play.played)


# ── purging ────────────────────────────────────────────────────────────────────────────

type Rows = QuerySet[Any]


def due(now: datetime, idle: timedelta | None = None) -> Mapping[str, Rows]:
    """Returns the database rows to delete for good at ``now``, by kind.

    Kinds are *tables*, *plays* (games without a table), *codes*, *arrivals* (uploads), *tries*
    (wrong codes); with ``idle`` also *open-tables* and *pads* that have not changed for that long.
    """
    old = now - RESTORABLE_FOR
    rows: dict[str, Rows] = {
        "tables": Table.everywhere.filter(removed__lt=old),
        "plays": Play.everywhere.filter(removed__lt=old),
        "codes": Code._base_manager.filter(until__lt=now),
        "arrivals": pending_imports.expired(now),
        "tries": WrongCode.objects.filter(at__lt=now - invitations.WITHIN),
    }
    if idle is not None:
        idle_tables = Table.objects.filter(finished=None, changed__lt=now - idle)
        rows["open-tables"] = idle_tables.filter(pad=False)
        rows["pads"] = idle_tables.filter(pad=True)
    return rows


def keep_clean() -> None:
    """Deletes for good: games removed 30 days ago, and codes and uploads that have run out.

    Also unfinished games and sheets, if a setting says after how long without a change.
    """
    purge(due(timezone.now(), settings.IDLE))


def purge(rows: Mapping[str, Rows]) -> None:
    """Deletes database rows for good, and all that depends on them, in one transaction.

    ``rows``: queries by kind, such as *tables*; the kinds themselves do not matter.
    """
    with transaction.atomic():
        for each in rows.values():
            each.delete()


# ── what is stored about a phone ───────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class PhoneData:
    """All data stored about a phone.

    - ``own_devices``: the phone's roles at tables (``Device`` rows) that are deleted with its data
    - ``shared_devices``: the same at tables that other phones keep
    - ``plays``: finished games without a table in its history
    - ``pads``: score sheets without a table
    - ``groups``: pairs of a group's secret and the group
    """

    phone: str
    own_devices: tuple[Device, ...]
    shared_devices: tuple[Device, ...]
    plays: tuple[Play, ...]
    pads: tuple[Table, ...]
    groups: tuple[tuple[str, Group], ...]

    def __bool__(self) -> bool:
        return bool(self.phone or self.pads or self.groups)

    @property
    def devices(self) -> tuple[Device, ...]:
        """All roles of a phone at tables (``Device`` rows), also at those that others keep."""
        return self.own_devices + self.shared_devices

    @property
    def holds_anything(self) -> bool:
        """True if something is stored about a phone: a table, game, sheet or group."""
        return any((self.devices, self.plays, self.pads, self.groups))


def phone_data(request: HttpRequest) -> PhoneData:
    """Returns all data stored about the phone that sends the request.

    Removed games are included as long as they can be restored.
    """
    phone = access.phone(request)
    only_here, shared = list[Device](), list[Device]()
    devices = Device.everywhere.filter(phone=phone).exclude(phone="")
    for device in devices.select_related("table", "table__group").order_by("pk"):
        (shared if _stays_for_others(device) else only_here).append(device)
    plays = Play.everywhere.filter(owner=phone or "-").select_related("sheet").order_by("pk")
    pads = Table.objects.filter(pad=True, key__in=recent_pads.keys(request)).order_by("made")
    groups = tuple(opened_groups(request))
    return PhoneData(phone, tuple(only_here), tuple(shared), tuple(plays), tuple(pads), groups)


def _stays_for_others(device: Device) -> bool:
    """True if other phones keep a table, so that it is not deleted with this phone's data.

    ``device``: the phone's role at that table.
    """
    table = device.table
    if device.role not in PLAYING:
        return True
    if table.removed:  # a host removed it for everybody
        return device.role != "host"
    others = table.devices.exclude(pk=device.pk).filter(role__in=PLAYING)
    return table.group_id is not None or others.exists()


@transaction.atomic
def delete(phone_data: PhoneData) -> None:
    """Deletes all data of a phone for good, in one transaction.

    At tables that other phones keep, the phone leaves its seat, and a notice says so.
    """
    results = set(_results(phone_data))
    for device in phone_data.shared_devices:
        _leave(device)
    gone = [
        *(device.table_id for device in phone_data.own_devices),
        *(pad.key for pad in phone_data.pads),
    ]
    Table.everywhere.filter(key__in=gone).delete()
    Play.everywhere.filter(pk__in=[play.pk for play in phone_data.plays]).delete()
    if phone_data.phone:
        Alias.objects.filter(owner=phone_data.phone).delete()
        PendingImport.objects.filter(owner=phone_data.phone).delete()
    others = Play.everywhere.filter(sheet__in=results).values_list("sheet", flat=True)
    Result.objects.filter(key__in=results - set(others)).delete()


def _results(phone_data: PhoneData) -> Iterator[str]:
    """Yields the keys of saved results (finished sheets) of a phone's games and sheets.

    They are to be deleted; a table that others keep saves such a result again when it is needed.
    """
    yield from (play.sheet_id for play in phone_data.plays if play.sheet_id)
    for each in (*phone_data.pads, *(device.table for device in phone_data.own_devices)):
        with suppress(NoSuchGame, BrokenGame):
            yield result_key(find_game(each.game), each.state)


def _leave(device: Device) -> None:
    table = device.table
    if table.removed or device.role == access.REMOVED:
        device.delete()
        return
    others = table.devices.exclude(pk=device.pk)
    lone = device.role == "host" and not others.filter(role="host").exists()
    if lone and (heir := others.filter(role="player").order_by("pk").first()):
        seats.hand_over(device, heir.pk)
    if table.finished:  # leaving a seat would change the finished game
        device.delete()
        ledger.increment_side_revision(table.key)
    else:
        seats.leave(device)


def forget(response: HttpResponse) -> None:
    """Deletes the phone's cookies in the response, except those for language and colours."""
    for name in (
        access.COOKIE,
        recent_pads.COOKIE.name,
        GROUPS_COOKIE.name,
        settings.CSRF_COOKIE_NAME,
    ):
        response.delete_cookie(name, samesite="Lax")
