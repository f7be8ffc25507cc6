"""Stored replicas of tables, pads included: reading them, merging a code into one, writing it.

A code that is taken in is an event of the table's ledger with the changed cells. Undoing that event
also puts back what the replica knew before it. Nothing is taken in that could not be shown again,
but ``TooLong`` raised: ``docs/decisions/0032-codes-cannot-poison.md``. ``theirs`` is the replica of
a code, ``may`` the holders (seats and shared parts) whose cells this phone may change, ``who`` the
phone, for the log.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from companion.sync import replica as replicas
from companion.sync import replica_code as codes
from companion.sync.models import Copy, TakenCode
from companion.sync.replica import Cells, Replica
from companion.tables import access, ledger, new_table, recent_pads, seats
from companion.tables.models import Device, Event, Result, Table
from companion.tables.new_table import CODE
from scoring.game import Game
from scoring.model.cells import SEAT, CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.sheet_fields import SEATS, SHARED

RESULTS = UUID("5f0f3b0e-8a5e-4a57-8d2c-0f5a1c4a9d11")
"""Fixed random namespace, by which a result has the same UUID wherever it is stored."""

MOST_KEPT = 40
"""Number of codes merged last for which the replica before them stays stored, to undo them.

More than the meetings of an evening with six phones.
"""


@dataclass(frozen=True, slots=True)
class MergeEffects:
    """Changes that the merge of another phone's cells makes to a table.

    - ``cells``: path to new value, ``None`` for blank
    - ``merge_conflicts``: cells written differently on two phones, each with all values
    - ``left``: seats that were not merged, since this phone may not change them
    """

    cells: Cells
    merge_conflicts: Mapping[str, list[Value | None]]
    left: tuple[str, ...] = ()


# ── the replica stored here ────────────────────────────────────────────────────────────


def current_replica(table: Table, game: Game) -> Replica:
    """Returns a table's own copy of its score: all present cells with their versions.

    Cells typed since the last call get a version, and the copy is stored.
    """
    with _locked(table.key) as (table, copy):
        found = _updated_replica(copy, table, game)
        _write(table, {}, _listed(found))
        return found


def of_result(result: Result, game: Game) -> Replica:
    """Returns a result (finished sheet) as a copy of a score, cells with versions, for a QR code.

    Equal results have the same one on every server.
    """
    by = int.from_bytes(sha256(result.key.encode()).digest()[:4])
    cells = replicas.cells(game, result.state)
    found = Replica(uuid5(RESULTS, result.key), game.slug)
    return found.written(cells, by).speaking_of(game.sheet.seats(result.state))


@contextmanager
def _locked(key: str) -> Iterator[tuple[Table, Copy]]:
    with ledger.locked(key) as table:
        # a pad has no name in exports: a table opened from its code takes that of the replica
        uid = uuid4() if table.pad else table.uid
        yield table, Copy.objects.get_or_create(table=table, defaults={"uid": uid})[0]


def _read(copy: Copy, table: Table) -> Replica:
    seats = [seat for seat in table.state["seats"] if SEAT.match(seat)]
    found = replicas.read(copy.uid, table.game, copy.content).speaking_of(seats)
    up = table.screens and not set(table.state["seats"]) <= set(table.revealed)
    return replace(found, table=not table.pad, screens=up, finished=table.finished)


def _updated_replica(copy: Copy, table: Table, game: Game) -> Replica:
    """Returns a table's own copy of its score, with what was typed and undone since it was stored.

    ``copy``: the stored row.
    """
    found, before = _read(copy, table), _before_undone(table)
    if before:
        found = found.put_back(before, copy.id_here)
    news = replicas.changes(game, found, table.state)
    return _signed(copy, found, news) if news or before else found


def _before_undone(table: Table) -> Replica | None:
    """Returns a table's cells from before the merge of another phone's code that was undone.

    None if no merge was undone. The records of this merge and of later ones are deleted, so that
    the next call does not return it again; the cells of later merges stay, as if typed.
    """
    taken = TakenCode.objects.filter(event__table=table).order_by("event__number")
    kept = list(taken.select_related("event"))
    events = [each.event for each in kept]
    undos = table.events.exclude(undoes=None) if kept else ()
    alive = ledger.surviving(sorted((*events, *undos), key=lambda event: event.number))
    for each in kept:
        if each.event.number not in alive:
            taken.filter(event__number__gte=each.event.number).delete()
            with suppress(codes.Unreadable):
                return codes.decode(each.before)
            return None
    return None


def _signed(copy: Copy, replica: Replica, cells: Mapping[str, Value | None]) -> Replica:
    """Stores new values in a table's own copy of its score, as written here, and returns it.

    ``copy``: the stored row. ``cells``: path to value, ``None`` for blank.
    """
    replica = replica.written(cells, _writer(copy, replica))
    _keep(copy, replica)
    return replica


def _writer(copy: Copy, replica: Replica) -> int:
    """Returns the id as which this server writes next in a table's own copy of its score.

    ``copy``: the stored row. It gets a new id if its counter has reached ``MOST_TIME``, as a forged
    code can claim.
    """
    while any(part.seen.get(copy.id_here, 0) >= codes.MOST_TIME for part in replica.parts.values()):
        copy.renamed += 1
    return copy.id_here


def _keep(copy: Copy, replica: Replica) -> None:
    copy.content = replica.stored()
    copy.save(update_fields=["content", "renamed"])


# ── merging another replica ────────────────────────────────────────────────────────────


def would_take(table: Table, game: Game, theirs: Replica, may: Collection[str]) -> MergeEffects:
    """Returns what a merge of another phone's cells ``theirs`` would change; changes no cell.

    ``may``: ids of the seats, and of shared parts such as ``table``, that this phone may change.
    """
    with _locked(table.key) as (table, copy):
        mine = _updated_replica(copy, table, game)
        return _difference(table, game, mine, theirs, may, copy)[1]


def take(
    table: Table,
    game: Game,
    theirs: Replica,
    may: Collection[str],
    who: Device | None = None,
) -> MergeEffects:
    """Merges another phone's cells ``theirs`` into a table, and returns what that changed.

    ``may``: ids of the seats, and of shared parts such as ``table``, that this phone may change.
    ``who``: the phone that the log names as author.
    """
    with _locked(table.key) as (table, copy):
        mine = _updated_replica(copy, table, game)
        merged, found = _difference(table, game, mine, theirs, may, copy)
        if merged != mine:
            _keep(copy, merged)
            if event := _write(table, found.cells, found.merge_conflicts, who, taken=True):
                TakenCode.objects.create(event=event, before=codes.encode(mine))
            taken = TakenCode.objects.filter(event__table=table).order_by("-event__number")
            earlier = list(taken.values_list("pk", flat=True)[MOST_KEPT:])
            taken.filter(pk__in=earlier).delete()
        return found


def _difference(
    table: Table,
    game: Game,
    mine: Replica,
    theirs: Replica,
    may: Collection[str],
    copy: Copy,
) -> tuple[Replica, MergeEffects]:
    """Merges two phones' copies of a score; returns the merge, and what it would change here.

    Writes nothing. ``mine``: the table's own copy, ``copy``: its stored row. ``may``: seats and
    shared parts to take from ``theirs``. A seat that is in use is not removed.
    """
    merged = mine.merged(theirs.only(may))
    before = replicas.cells(game, table.state)
    staying = {
        path: True for path, value in merged.current_values().items() if _holds(table, path, value)
    }
    merged = codes.bounded(merged.written(staying, _writer(copy, merged)), copy.id_here)
    after = replicas.cells(game, replicas.state(game, merged))
    cells = {p: after.get(p) for p in sorted(before | after) if before.get(p) != after.get(p)}
    left = tuple(seat for seat in replicas.seats_of(theirs) if seat not in may)
    return merged, MergeEffects(cells, _listed(merged), left)


def _holds(table: Table, path: str, value: Value | None) -> bool:
    """True if writing ``value`` to the cell at ``path`` would remove a seat that is in use.

    A seat is in use if a phone holds it, if something is entered for it (without a table, even a
    name), if its table is finished, or if it is the only one.
    """
    if CellPath(path).holder != SEATS or value:
        return False
    seat = CellPath(path).field
    if seat not in table.state["seats"]:
        return False
    there = table.state["seats"]
    named = table.pad and bool(there[seat])
    over = table.finished is not None or len(there) == 1
    return over or named or not ledger.empty(table, seat)


def _listed(replica: Replica) -> dict[str, list[Value | None]]:
    """Returns the cells that two phones wrote differently: path to values, the current first."""
    shown = replica.current_values()
    return {
        path: [shown[path], *(value for value in values if value != shown[path])]
        for path, values in replica.merge_conflicts().items()
    }


def _write(
    table: Table,
    cells: Mapping[str, Value | None],
    conflicts: Mapping[str, list[Value | None]],
    who: Device | None = None,
    taken: bool = False,
) -> Event | None:
    """Writes merged cells and conflicts to a table; returns the log's event of the cells, or None.

    ``conflicts``: cells that two phones wrote differently, path to all values. ``who``: the log's
    author. ``taken``: they come with a code, so that even without cells an event is written, which
    can be undone. Added and removed seats are events of their own.
    """
    seated = {path: value for path, value in cells.items() if CellPath(path).holder == SEATS}
    added = {path: value for path, value in seated.items() if value}
    removed = {path: value for path, value in seated.items() if not value}
    rest = {path: value for path, value in cells.items() if path not in seated}
    event = None
    for each in (added, rest, removed):
        if each or (taken and each is rest):
            key, seat = f"{CODE}{uuid4().hex}", who.seat if who else ""
            done = ledger.write(table.key, who, seat, each, table.revision, key)
            table, event = done.table, done.event if each is rest else event
    if table.merge_conflicts != conflicts:
        Table.objects.filter(key=table.key).update(merge_conflicts=conflicts)
        ledger.increment_side_revision(table.key)
    return event


def choose(table: Table, game: Game, path: str, nth: int, who: Device | None = None) -> None:
    """Settles a cell that two phones wrote differently: its value number ``nth`` stays.

    Counted from 0. ``path``: the cell's. ``who``: the phone that chose, for the log. Does nothing
    if the conflict is gone.
    """
    with _locked(table.key) as (table, copy):
        mine = _updated_replica(copy, table, game)
        values = _listed(mine).get(path, [])
        if not 0 <= nth < len(values):
            return
        found = _signed(copy, mine, {path: values[nth]})
        now = replicas.cells(game, table.state).get(path)
        cells = {path: values[nth]} if now != values[nth] else {}
        _write(table, cells, _listed(found), who)


# ── opening a code as a sheet ──────────────────────────────────────────────────────────


def open_sheet(game: Game, theirs: Replica) -> Table:
    """Creates a pad (sheets without a table) from the cells in another phone's code; returns it."""
    theirs = codes.bounded(theirs)
    with transaction.atomic():
        made = new_table.open_pad(game, replicas.state(game, theirs))
        made.merge_conflicts = _listed(theirs)
        made.save(update_fields=["merge_conflicts"])
        Copy.objects.create(uid=theirs.uid, table=made, content=theirs.stored())
        return made


def open_table(
    request: HttpRequest, response: HttpResponse, game: Game, theirs: Replica, seat: str
) -> Table:
    """Creates a table from another phone's cells ``theirs``; returns it.

    This phone becomes its host, at ``seat`` if there is such a seat; ``response`` gets its cookie.
    """
    theirs = codes.bounded(theirs)
    state = replicas.state(game, theirs)
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


def here(request: HttpRequest, theirs: Replica) -> list[Device]:
    """Returns this phone's ``Device`` rows at tables and pads with the score of a scanned code.

    ``theirs``: what the code holds. Tables where the phone only watches are left out; for a pad
    (sheets without a table) the row is that of a host, and not stored.
    """
    phone = access.phone(request)
    same = Q(table__copy__uid=theirs.uid) | Q(table__uid=theirs.uid)
    sat = Device.objects.filter(same, phone=phone, role__in=("host", "player"))
    sat = sat.filter(table__game=theirs.game)
    devices = list(sat.select_related("table").order_by("-table__changed")) if phone else []
    pads = Table.objects.filter(pad=True, copy__uid=theirs.uid, game=theirs.game)
    if not settings.STANDALONE:  # standalone, all pads are this phone's own
        pads = pads.filter(key__in=recent_pads.keys(request))
    return devices + [access.pad_host(pad) for pad in pads.order_by("-changed")]


def may_take(who: Device, game: Game) -> frozenset[str]:
    """Returns the seats that the phone ``who`` may change by reading another phone's QR code.

    With shared parts, such as ``table``. For a host, seats that no phone holds are among them; for
    a spectator there are none.
    """
    if who.role == "spectator":
        return frozenset()
    table = who.table
    of_game = (each for each in replicas.holders(game) if SEAT.match(each))
    host = who.role == "host"
    free = (each for each in of_game if host and not seats.holders(table, each).exists())
    own = (each for each in table.state["seats"] if access.may_write(who, each))
    return frozenset((*SHARED, *([SEATS] if host else []), *own, *free))


def may_show(who: Device) -> frozenset[str]:
    """Returns the seats that a phone's QR code may hold: those it sees, and shared parts.

    ``who``: the phone's row at its table.
    """
    return access.visible_seats(who, who.table) | {*SHARED, SEATS}
