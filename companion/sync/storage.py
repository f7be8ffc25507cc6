"""Stored replicas: reading them, merging one with a code, and writing the result.

Merged cells are written through a table's ledger or a pad's changes, like all others. They can
therefore be undone, and a table's log shows them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from companion.pads import recent, writing
from companion.pads.models import Pad, Result
from companion.sync import replica as knowing
from companion.sync.models import Copy
from companion.sync.replica import Cells, Replica
from companion.tables import access, ledger, new_table, seats
from companion.tables.models import Device, Table
from scoring.game import Game
from scoring.model.cells import SEAT, CellPath
from scoring.model.sheet_fields import SEATS, SHARED
from scoring.model.validation import Value

RESULTS = UUID("5f0f3b0e-8a5e-4a57-8d2c-0f5a1c4a9d11")
"""Fixed random namespace, by which a result has the same UUID wherever it is stored."""

FORM = "code-"
"""Prefix of the idempotency key of an event that merged a code."""


@dataclass(frozen=True, slots=True)
class MergeEffects:
    """Effects of merging a code: the changed cells, and the cells in conflict.

    ``left`` are seats that this phone may not change.
    """

    cells: Cells
    merge_conflicts: Mapping[str, list[Value | None]]
    left: tuple[str, ...] = ()


# ── the replica stored here ────────────────────────────────────────────────────────────


def current_replica(count: Pad | Table, game: Game) -> Replica:
    """Returns the current replica of a pad or table.

    Cells written since the last call get a new version, which is stored.
    """
    with _locked(count) as (kept, copy):
        found = _updated_replica(copy, kept, game)
        _write(kept, game, {}, _listed(found))
        return found


def of_result(result: Result, game: Game) -> Replica:
    """Returns the replica of a result, with the same code wherever it is stored."""
    by = int.from_bytes(sha256(result.key.encode()).digest()[:4])
    cells = knowing.cells(game, result.state)
    found = Replica(uuid5(RESULTS, result.key), game.slug)
    return found.written(cells, by).speaking_of(game.sheet.seats(result.state))


@contextmanager
def _locked(count: Pad | Table) -> Iterator[tuple[Pad | Table, Copy]]:
    with transaction.atomic():
        kept: Pad | Table
        if isinstance(count, Table):
            kept = Table.objects.select_for_update().get(key=count.key)
            copy = Copy.objects.get_or_create(table=kept, defaults={"uid": kept.uid})[0]
        else:
            kept = Pad.objects.select_for_update().get(key=count.key)
            copy = Copy.objects.get_or_create(pad=kept, defaults={"uid": uuid4()})[0]
        yield kept, copy


def _read(copy: Copy, kept: Pad | Table) -> Replica:
    seats = [seat for seat in kept.state["seats"] if SEAT.match(seat)]
    found = knowing.read(copy.uid, kept.game, copy.content).speaking_of(seats)
    if isinstance(kept, Table):
        up = kept.screens and not set(kept.state["seats"]) <= set(kept.revealed)
        return replace(found, table=True, screens=up, finished=kept.finished)
    return found


def _updated_replica(copy: Copy, kept: Pad | Table, game: Game) -> Replica:
    found = _read(copy, kept)
    news = knowing.changes(game, found, kept.state)
    return _signed(copy, found, news) if news else found


def _signed(copy: Copy, found: Replica, cells: Mapping[str, Value | None]) -> Replica:
    """Stores and returns the replica with these cells as its newest version."""
    found = found.written(cells, copy.id_here)
    _keep(copy, found)
    return found


def _keep(copy: Copy, found: Replica) -> None:
    copy.content = found.stored()
    copy.save(update_fields=["content"])


# ── merging another replica ────────────────────────────────────────────────────────────


def would_take(
    count: Pad | Table, game: Game, theirs: Replica, may: Collection[str]
) -> MergeEffects:
    """Returns the effects that merging would have; changes no cell.

    ``may``: seats and shared parts whose cells this phone may change.
    """
    mine = current_replica(count, game)
    return _difference(count, game, mine, theirs, may)[1]


def take(
    count: Pad | Table,
    game: Game,
    theirs: Replica,
    may: Collection[str],
    who: Device | None = None,
) -> MergeEffects:
    """Merges another replica; of it only cells of the seats and shared parts in ``may``."""
    with _locked(count) as (kept, copy):
        mine = _updated_replica(copy, kept, game)
        merged, found = _difference(kept, game, mine, theirs, may, copy.id_here)
        _keep(copy, merged)
        _write(kept, game, found.cells, found.merge_conflicts, who)
        return found


def _difference(
    kept: Pad | Table,
    game: Game,
    mine: Replica,
    theirs: Replica,
    may: Collection[str],
    by: int = 0,
) -> tuple[Replica, MergeEffects]:
    """Returns the merged replica and its effects.

    Seats that the merge would remove, but that must stay, are written again by replica ``by``.
    """
    merged = mine.merged(theirs.only(may))
    before = knowing.cells(game, kept.state)
    staying = {
        path: True for path, value in merged.current_values().items() if _holds(kept, path, value)
    }
    merged = merged.written(staying, by)
    after = knowing.cells(game, knowing.state(game, merged))
    cells = {p: after.get(p) for p in sorted(before | after) if before.get(p) != after.get(p)}
    left = tuple(seat for seat in knowing.seats_of(theirs) if seat not in may)
    return merged, MergeEffects(cells, _listed(merged), left)


def _holds(kept: Pad | Table, path: str, value: Value | None) -> bool:
    """True for a seat that must not be removed: a phone holds it or something is entered for it."""
    if CellPath(path).holder != SEATS or value:
        return False
    seat = CellPath(path).field
    if seat not in kept.state["seats"]:
        return False
    if isinstance(kept, Table):
        return kept.finished is not None or not ledger.empty(kept, seat)
    return bool(kept.state["seats"][seat]) or len(kept.state["seats"]) == 1


def _listed(found: Replica) -> dict[str, list[Value | None]]:
    """Returns the cells in conflict, each with its values, the current one first."""
    shown = found.current_values()
    return {
        path: [shown[path], *(value for value in values if value != shown[path])]
        for path, values in found.merge_conflicts().items()
    }


def _write(
    kept: Pad | Table,
    game: Game,
    cells: Mapping[str, Value | None],
    differing: Mapping[str, list[Value | None]],
    who: Device | None = None,
) -> None:
    if isinstance(kept, Table):
        if cells:
            key = f"{FORM}{uuid4().hex}"
            seat = who.seat if who else ""
            ledger.write(kept.key, who, seat, cells, kept.revision, key)
        if kept.merge_conflicts != differing:
            Table.objects.filter(key=kept.key).update(merge_conflicts=differing)
            ledger.increment_side_revision(kept.key)
        return
    if cells:
        writing.put(kept, game, cells)
    if kept.merge_conflicts != differing:
        Pad.objects.filter(key=kept.key).update(merge_conflicts=differing)


def choose(count: Pad | Table, game: Game, path: str, nth: int, who: Device | None = None) -> None:
    """Resolves a conflict by its ``nth`` value; does nothing if the conflict is gone."""
    with _locked(count) as (kept, copy):
        mine = _updated_replica(copy, kept, game)
        values = _listed(mine).get(path, [])
        if not 0 <= nth < len(values):
            return
        found = _signed(copy, mine, {path: values[nth]})
        now = knowing.cells(game, kept.state).get(path)
        cells = {path: values[nth]} if now != values[nth] else {}
        _write(kept, game, cells, _listed(found), who)


# ── opening a code as a sheet ──────────────────────────────────────────────────────────


def open_sheet(game: Game, theirs: Replica) -> Pad:
    """Creates a pad from a replica."""
    with transaction.atomic():
        made = writing.open_pad(game, knowing.state(game, theirs))
        made.merge_conflicts = _listed(theirs)
        made.save(update_fields=["merge_conflicts"])
        Copy.objects.create(uid=theirs.uid, pad=made, content=theirs.stored())
        return made


def open_table(
    request: HttpRequest, response: HttpResponse, game: Game, theirs: Replica, seat: str
) -> Table:
    """Creates a table from a replica, with this phone as host on ``seat``."""
    state = knowing.state(game, theirs)
    seat = seat if seat in state["seats"] else ""
    first = game.sheet.blank(1) | {"seats": {each: {} for each in state["seats"]}}
    with transaction.atomic():
        there = Table.everywhere.filter(uid=theirs.uid).exists()
        made = Table.objects.create(
            uid=uuid4() if there else theirs.uid,
            game=game.slug,
            state=first,
            screens=theirs.screens,
            merge_conflicts=_listed(theirs),
        )
        host = access.admit(request, response, made, "host", seat)
        ledger.write(made.key, host, seat, game.sheet.cells(state), 0, new_table.OPENED)
        if theirs.finished:
            Table.objects.filter(key=made.key).update(
                made=theirs.finished, finished=theirs.finished, revealed=sorted(state["seats"])
            )
        Copy.objects.create(uid=theirs.uid, table=made, content=theirs.stored())
        made.refresh_from_db()
        return made


def here(request: HttpRequest, theirs: Replica) -> tuple[list[Device], list[Pad]]:
    """Returns this phone's tables and pads that are replicas of the same score."""
    phone = access.phone(request)
    same = Q(table__copy__uid=theirs.uid) | Q(table__uid=theirs.uid)
    sat = Device.objects.filter(same, phone=phone, role__in=("host", "player"))
    sat = sat.filter(table__game=theirs.game)
    devices = list(sat.select_related("table").order_by("-table__changed")) if phone else []
    pads = Pad.objects.filter(copy__uid=theirs.uid, game=theirs.game)
    if not settings.STANDALONE:  # standalone, all pads are this phone's own
        pads = pads.filter(key__in=recent.keys(request))
    return devices, list(pads.order_by("-changed"))


def may_take(who: Device, game: Game) -> frozenset[str]:
    """Returns the seats and shared parts whose cells a phone may change by reading a code.

    For a host these include seats that no phone holds; for a spectator there are none.
    """
    if who.role == "spectator":
        return frozenset()
    table = who.table
    of_game = (each for each in knowing.holders(game) if SEAT.match(each))
    host = who.role == "host"
    free = (each for each in of_game if host and not seats.holders(table, each).exists())
    own = (each for each in table.state["seats"] if access.may_write(who, each))
    return frozenset((*SHARED, *([SEATS] if host else []), *own, *free))


def may_show(who: Device) -> frozenset[str]:
    """Returns the seats and shared parts that a phone's code may contain: all that it sees."""
    return access.visible_seats(who, who.table) | {*SHARED, SEATS}
