"""Removes games from a history, and restores them while ``RESTORABLE_FOR`` has not passed.

A host removes a table for everybody; other phones only hide it from their own history.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from companion.history.models import Play
from companion.history.scope import Scope
from companion.history.transfer import csv
from companion.soft_delete import RESTORABLE_FOR
from companion.tables.models import Device, Table
from scoring.text.localised import Text


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """A game that can be removed or restored.

    ``when``: day of the game
    ``running``: true if it is not finished
    ``all``: true if removing it removes it for everybody, not only from this history
    ``table``: the table's key if this phone plays there, else empty
    """

    key: str
    game: Text
    names: tuple[str, ...]
    when: datetime
    running: bool
    all: bool
    table: str = ""


def removable_items(scope: Scope, phone: str) -> list[HistoryItem]:
    """Returns the games that this phone may remove from a history, newest first."""
    tables = [_table(d) for d in _sat(scope, phone, None) if scope.group is None or _hosts(d)]
    plays = [_play(play) for play in Play.objects.filter(owner=scope.owner)]
    return _ordered([*tables, *plays])


def restorable_items(scope: Scope, phone: str) -> list[HistoryItem]:
    """Returns the games removed lately that this phone can restore, newest first."""
    tables = [_table(d) for d in _sat(scope, phone, timezone.now() - RESTORABLE_FOR)]
    removed = Play.everywhere.filter(owner=scope.owner, removed__gt=timezone.now() - RESTORABLE_FOR)
    return _ordered([*tables, *map(_play, removed)])


def remove(scope: Scope, phone: str, key: str) -> None:
    """Removes a game from a history. Does nothing if this phone may not. ``key``: its uid."""
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
    found = Device.everywhere.filter(phone=phone).exclude(phone="").select_related("table")
    return found.filter(table__group=scope.group) if scope.group else found


def _sat(scope: Scope, phone: str, since: datetime | None) -> Iterator[Device]:
    """Yields this phone's ``Device`` rows (roles at tables) at tables that it has not removed.

    ``since``: if given, yields those at tables that it has removed after this time instead.
    """
    for device in _devices(scope, phone):
        away = device.table.removed if _hosts(device) else device.hidden
        if device.table.removed and not _hosts(device):
            continue
        if (away > since) if (away and since) else (away is None and since is None):
            yield device


def _table(device: Device) -> HistoryItem:
    table = device.table
    names = tuple(str(cells.get("name", "")) for cells in table.state["seats"].values())
    when = table.played_on or table.finished or table.changed
    name = csv.game_name(table.game)
    running = table.finished is None
    key = table.key if device.role in ("host", "player") else ""
    named = tuple(filter(None, names))
    return HistoryItem(str(table.uid), name, named, when, running, _hosts(device), key)


def _play(play: Play) -> HistoryItem:
    names = tuple(seat["name"] for seat in play.seats if seat["name"])
    return HistoryItem(str(play.uid), csv.game_name(play.game), names, play.played, False, False)


def _ordered(items: list[HistoryItem]) -> list[HistoryItem]:
    return sorted({each.key: each for each in items}.values(), key=lambda e: e.when, reverse=True)
