"""All data stored about one phone: to list it, export it as one ZIP, or delete it for good.

A table where others play too, or in a group, is not deleted: only this phone is removed from it.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from companion.history import files, groups
from companion.history.models import Alias, Group, PendingImport, Play
from companion.history.scope import Scope
from companion.history.transfer import companion_json
from companion.tables import access, ledger, recent_pads, seats
from companion.tables.models import Device, Result, Table
from companion.tables.results import result_key
from scoring import BrokenGame, NoSuchGame
from scoring import game as find_game

PLAYS = ("host", "player")


@dataclass(frozen=True, slots=True)
class PhoneData:
    """All data stored about a phone.

    ``phone``: hash of the phone's secret, empty without its cookie
    ``own_devices``: the phone's roles at tables (``Device`` rows); these tables are deleted with
        its data
    ``shared_devices``: the same at tables that others keep
    ``plays``: finished games in its history that had no table
    ``pads``: open score sheets without a table
    ``groups``: pairs of a group's secret and the group
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
    def holds_anything(self) -> bool:
        """True if there is any table, game, score sheet or group."""
        lists = self.own_devices, self.shared_devices, self.plays, self.pads, self.groups
        return any(lists)


def phone_data(request: HttpRequest) -> PhoneData:
    """Returns all data stored about the phone that sends the request.

    Removed games are included as long as they can be restored.
    """
    phone = access.phone(request)
    found = Device.everywhere.filter(phone=phone) if phone else Device.everywhere.none()
    alone, shared = list[Device](), list[Device]()
    for device in found.select_related("table", "table__group").order_by("pk"):
        (shared if _stays_for_others(device) else alone).append(device)
    plays = Play.everywhere.filter(owner=phone or "-").select_related("sheet").order_by("pk")
    pads = Table.objects.filter(pad=True, key__in=recent_pads.keys(request)).order_by("made")
    known = tuple(groups.opened_groups(request))
    return PhoneData(phone, tuple(alone), tuple(shared), tuple(plays), tuple(pads), known)


def _stays_for_others(device: Device) -> bool:
    """True if the device's table is not deleted with this phone's data, as others share it."""
    table = device.table
    if device.role not in PLAYS:
        return True
    if table.removed:  # a host removed it for everybody
        return device.role != "host"
    others = table.devices.exclude(pk=device.pk).filter(role__in=PLAYS)
    return table.group_id is not None or others.exists()


# ── taking along ───────────────────────────────────────────────────────────────────────


def packed(phone_data: PhoneData, request: HttpRequest) -> bytes:
    """Returns a ZIP file of the phone's data as JSON.

    It has history files that can be imported again, open score sheets, and data about the phone
    itself.
    """
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for n, each in enumerate(_history(phone_data), 1):
            archive.writestr(f"history-{n}.json", each)
        archive.writestr("sheets.json", _json(list(_sheets(phone_data, request))))
        archive.writestr("phone.json", _json(_phone(phone_data, request)))
    return out.getvalue()


def _history(phone_data: PhoneData) -> list[bytes]:
    keys = [device.table_id for device in (*phone_data.own_devices, *phone_data.shared_devices)]
    tables = Table.everywhere.filter(key__in=keys)
    return files.own_files(Scope(tables, phone_data.phone or "-", "", reverse("history")))


def _sheets(phone_data: PhoneData, request: HttpRequest) -> Iterator[dict[str, Any]]:
    """Yields sheets that the history files do not contain, as JSON objects.

    These are score sheets without a table, and this phone's own sheet of each table where a screen
    still hides a seat's sheet.
    """
    for pad in phone_data.pads:
        yield {
            "game": pad.game,
            "made": pad.made,
            "changed": pad.changed,
            "link": request.build_absolute_uri(reverse("pad", args=[pad.key])),
            "sheet": pad.state,
        }
    for device in (*phone_data.own_devices, *phone_data.shared_devices):
        table = device.table
        if companion_json.screened(table) and device.seat in table.state["seats"]:
            seats_ = {device.seat: table.state["seats"][device.seat]}
            yield {
                "game": table.game,
                "made": table.made,
                "changed": table.changed,
                "table": table.uid,
                "sheet": {"seats": seats_},
            }


def _phone(phone_data: PhoneData, request: HttpRequest) -> dict[str, Any]:
    """Returns the data about the phone itself; its cookie's secret is left out."""
    cookies = (settings.LANGUAGE_COOKIE_NAME, "scheme")
    return {
        "exported": timezone.now(),
        "tables": [
            {
                "table": device.table.uid,
                "game": device.table.game,
                "role": device.role,
                "seat": device.seat,
                "seen": device.seen,
                "hidden": device.hidden,
                "removed": device.table.removed,
            }
            for device in (*phone_data.own_devices, *phone_data.shared_devices)
        ],
        "groups": [
            {
                "name": group.name,
                "link": request.build_absolute_uri(reverse("group", args=[secret])),
            }
            for secret, group in phone_data.groups
        ],
        "chosen": {name: request.COOKIES[name] for name in cookies if name in request.COOKIES},
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=str)


# ── deleting ───────────────────────────────────────────────────────────────────────────


@transaction.atomic
def delete(phone_data: PhoneData) -> None:
    """Deletes the phone's data for good, in one transaction.

    At shared tables the phone leaves its seat, and a notice says so.
    """
    results = set(_results(phone_data))
    for device in phone_data.shared_devices:
        _leave(device)
    gone = [
        *(device.table_id for device in phone_data.own_devices),
        *(p.key for p in phone_data.pads),
    ]
    Table.everywhere.filter(key__in=gone).delete()
    Play.everywhere.filter(pk__in=[play.pk for play in phone_data.plays]).delete()
    if phone_data.phone:
        Alias.objects.filter(owner=phone_data.phone).delete()
        PendingImport.objects.filter(owner=phone_data.phone).delete()
    others = Play.everywhere.filter(sheet__in=results).values_list("sheet", flat=True)
    Result.objects.filter(key__in=results - set(others)).delete()


def _results(phone_data: PhoneData) -> Iterator[str]:
    """Yields the keys of saved results that belong to the games and sheets to be deleted.

    A result also used by a table that others keep is deleted as well: that table saves it again
    when it is needed.
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
    for name in (access.COOKIE, recent_pads.COOKIE, groups.COOKIE, settings.CSRF_COOKIE_NAME):
        response.delete_cookie(name, samesite="Lax")
