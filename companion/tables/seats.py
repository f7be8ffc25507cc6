"""Seats of a table: taking, requesting, adding, freeing and removing them, and their phones.

A notice tells everybody when a phone takes a seat, since it then sees the seat's sheet even where
a screen hides it from the others. A phone that a host removed is admitted again only by a new code
or link.
"""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from companion.messages import say
from companion.sheet_pages.page_names import PLAY
from companion.tables import access, ledger
from companion.tables.frequent_players import FrequentPlayer
from companion.tables.models import Device, SeatRequest, Table
from scoring import game as find_game
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Unreadable, Value
from scoring.model.fields import Field
from scoring.model.player_names_and_colours import players
from scoring.model.sheet import Sheet
from scoring.model.sheet_fields import COLOUR, COLOURS, NAME, SEATS
from scoring.text.localised import Text

SAT = "sat-"
"""Prefix of the idempotency key of an event by which a player took a seat."""


class Refused(Exception):
    """Raised if a seat cannot be taken or changed as requested; shows the user ``message``.

    ``id_``, ``given``: id and arguments of one of the app's messages, unless ``message`` is passed.
    """

    def __init__(self, id_: str, message: Text | None = None, **given: Any) -> None:
        super().__init__(id_)
        self.message = message or say(id_, **given)


def holders(table: Table, seat: str) -> QuerySet[Device]:
    """Returns the ``Device`` rows of the phones that hold a seat; none for the seat ""."""
    return table.devices.filter(seat=seat) if seat else table.devices.none()


def claim(request: HttpRequest, response: HttpResponse, key: str, seat: str) -> bool:
    """Gives this phone a seat; if another phone holds it, records a request for it. True if seated.

    ``key`` is the table's, ``seat`` the id of an existing seat. ``response``: on which the phone's
    cookie is set.
    """
    with ledger.locked(key) as table:
        before = access.device(request, key)
        old = before.seat if before else ""
        if seat and old == seat:
            return True
        if holders(table, seat).exists():
            who = access.admit(request, response, table, "spectator")
            SeatRequest.objects.update_or_create(
                device=who, defaults={"table": table, "seat": seat}
            )
            ledger.increment_side_revision(key)
            return False
        who = access.admit(request, response, table, "player", seat)
        SeatRequest.objects.filter(device=who).delete()
        ledger.note(table, "sat", old, seat)
        return True


def newcomer(
    request: HttpRequest, response: HttpResponse, key: str, player: FrequentPlayer, form: str
) -> str:
    """Seats this phone's player by name, admits the phone to the table, and returns the seat's id.

    ``key`` is the table's; ``form`` the key of the posted form, by which a second tap counts once.
    Raises ``Refused`` if a phone holds a seat of that name, or if the game has no more seats.
    ``response``: on which the phone's cookie is set.
    """
    with ledger.locked(key) as table:
        before = access.device(request, key)
        old = before.seat if before else ""
        seat, cells = _place(table, player, old)
        if seat == old:
            return old
        who = access.admit(request, response, table, "player", seat)
        ledger.write(key, who, seat, cells, table.revision, f"{SAT}{form}"[:40])
        SeatRequest.objects.filter(device=who).delete()
        ledger.note(table, "sat", old, seat)
        return seat


def write_in(who: Device, player: FrequentPlayer, form: str, place: str = "") -> None:
    """Seats a player without a phone, by name; ``who`` is the phone that enters it.

    ``place``: the id of the free place that was chosen, if any. ``form``: key of the posted form,
    by which a second tap counts once. Raises ``Refused`` if a phone holds a seat of that name, or
    if the game has no more seats.
    """
    with ledger.locked(who.table_id) as table:
        if not table.events.filter(idempotency_key=form).exists():
            _, cells = _place(table, player, place=place)
            ledger.write(table.key, who, who.seat, cells, table.revision, form)


def _place(
    table: Table, player: FrequentPlayer, old: str = "", place: str = ""
) -> tuple[str, dict[str, Value | None]]:
    """Returns the id of the seat that a player gets, and cells (path to value) to write.

    It is the first of these that exists: ``old`` (the seat that the player holds now) if it has the
    player's name, the free seat of that name, the free ``place`` that was chosen, a free seat
    without a name, a new seat. The colour is the first free one if somebody has the player's.
    Raises ``Refused`` if a phone holds a seat of that name, or if the game has no more seats.
    """
    sheet = find_game(table.game).sheet
    name = _read(NAME, player.name)
    seats = players(sheet, table.state)
    called = {s: str(table.state["seats"][s].get("name", "")) for s in seats}
    same = [s for s in seats if called[s].casefold() == name.casefold()]
    if old in same:
        return old, {}
    free = [s for s in seats if not holders(table, s).exists()]
    if same and not set(same) & set(free):
        raise Refused("seat-name-taken", name=name)
    chosen = sheet.is_seat(place) and place not in seats
    nameless = () if chosen else (s for s in free if not called[s])
    seat = next((s for s in (*same, *nameless) if s in free), "")
    if table.finished and not seat:
        raise Refused("seat-none-left")
    cells: dict[str, Value | None] = {}
    if not seat:
        seat = place if chosen else _free_id(sheet, table)
        cells[CellPath.to(SEATS, seat)] = True
    had = {owner.colour for s, owner in seats.items() if s not in (seat, old)}
    wished = (player.colour, seats[seat].colour if seat in seats else "", *COLOURS)
    cells[CellPath.to(seat, NAME.id)] = name
    cells[CellPath.to(seat, COLOUR.id)] = next(c for c in wished if c and c not in had)
    return seat, cells


def _read(field: Field, typed: str) -> str:
    try:
        read = field.cell.parse(typed)
    except Unreadable as error:
        raise Refused("", error.message) from None
    if not read:
        raise Refused("open-no-name")
    return str(read)


def _free_id(sheet: Sheet, table: Table) -> str:
    ids = (f"p{n}" for n in range(1, sheet.most_seats + 1))
    seat = next((each for each in ids if each not in table.state["seats"]), "")
    if not seat:
        raise Refused("seat-none-left")
    return seat


def add(who: Device, form: str) -> str:
    """Adds an empty seat to a table and returns the seat's id; "" if ``form`` added one before.

    ``form``: key of the posted form. Raises ``Refused`` at the game's greatest player count, or
    after the end.
    """
    with ledger.locked(who.table_id) as table:
        if table.events.filter(idempotency_key=form).exists():
            return ""
        if table.finished:
            raise Refused("seat-none-left")
        seat = _free_id(find_game(table.game).sheet, table)
        cells: dict[str, Value | None] = {CellPath.to(SEATS, seat): True}
        ledger.write(table.key, who, who.seat, cells, table.revision, form)
        return seat


def take_away(who: Device, seat: str, form: str) -> None:
    """Removes an empty seat with its name and colour from a table or pad; an undo restores them.

    ``form``: key of the posted form, by which a second tap counts once. Raises ``Refused`` if the
    seat is the only one or (at a table) not empty, or if the game is over.
    """
    with ledger.locked(who.table_id) as table:
        there = table.state["seats"]
        if seat not in there or len(there) == 1 or table.finished:
            raise Refused("seat-not-empty")
        if not table.pad and not ledger.empty(table, seat):
            raise Refused("seat-not-empty")
        cells = _removal(table, seat)
        SeatRequest.objects.filter(table=table, seat=seat).delete()
        table.revealed = [each for each in table.revealed if each != seat]
        table.save(update_fields=["revealed"])
        ledger.write(table.key, who, who.seat, cells, table.revision, form)


def _removal(table: Table, seat: str) -> dict[str, Value | None]:
    """Returns the cells to write to remove a seat, path to value: all that it has, as blanks.

    Without the blanks, a seat of that id that is added later would have the old entries.
    """
    sheet = find_game(table.game).sheet
    cells: dict[str, Value | None] = {CellPath.to(SEATS, seat): None}
    for path in sheet.cells(table.state):
        if CellPath(path).holder == seat and sheet.records(path, None):
            cells[path] = None
    return cells


def move_up(who: Device, seat: str, form: str) -> None:
    """Swaps a seat with the one before it in the table's order of seats.

    ``form``: key of the posted form, by which a second tap counts once.
    """
    with ledger.locked(who.table_id) as table:
        order = list(find_game(table.game).sheet.seats(table.state))
        if seat not in order[1:]:
            return
        at = order.index(seat)
        order[at - 1 : at + 1] = [seat, order[at - 1]]
        cells: dict[str, Value | None] = {CellPath.to(PLAY, "order"): " ".join(order)}
        ledger.write(table.key, who, who.seat, cells, table.revision, form)


def may_answer(who: Device, request: SeatRequest) -> bool:
    """True if ``who`` may grant another phone's request for a seat: a host or the seat's holder."""
    if request.device_id == who.pk:
        return False
    return who.role == "host" or (bool(who.seat) and who.seat == request.seat)


def answer(who: Device, request: SeatRequest, granted: bool) -> None:
    """Grants a phone's ``request`` for a seat that another one holds if ``granted``, else declines.

    ``who``: the phone that answers. Raises ``PermissionError`` if it may not. A phone may decline
    its own request, which withdraws it.
    """
    mine = request.device_id == who.pk
    if not (may_answer(who, request) or (mine and not granted)):
        raise PermissionError
    with ledger.locked(who.table_id) as table:
        if not SeatRequest.objects.filter(pk=request.pk).delete()[0]:
            return
        if not granted:
            ledger.increment_side_revision(table.key)
            return
        asked = request.device
        old = asked.seat
        asked.seat = request.seat
        asked.role = min(asked.role, "player", key=access.ROLES.index)
        asked.save(update_fields=["seat", "role"])
        ledger.note(table, "shared", old, request.seat)


def free(who: Device, seat: str) -> None:
    """Takes a seat from all phones that hold it, except from ``who``, the host that does it."""
    with ledger.locked(who.table_id) as table:
        if holders(table, seat).exclude(pk=who.pk).update(seat=""):
            ledger.note(table, "freed", who.seat, seat)


def remove(who: Device, phone: int) -> None:
    """Removes a phone from the table of the host ``who``; ends the table's join code and all links.

    ``phone`` is the primary key of its ``Device`` row.
    """
    with ledger.locked(who.table_id) as table:
        gone = table.devices.exclude(pk=who.pk).exclude(role=access.REMOVED).filter(pk=phone)
        found = gone.first()
        if found is None:
            return
        seat = found.seat
        gone.update(role=access.REMOVED, seat="")
        SeatRequest.objects.filter(device=phone).delete()
        table.codes.all().delete()
        table.links.update(revoked=True)
        ledger.note(table, "removed", who.seat, seat)


def hand_over(who: Device, phone: int) -> None:
    """Makes another phone of the table a host, and the host ``who`` a player.

    ``phone`` is the primary key of the other phone's ``Device`` row.
    """
    with ledger.locked(who.table_id) as table:
        others = table.devices.exclude(pk=who.pk).exclude(role=access.REMOVED)
        heir = others.filter(pk=phone).first()
        if heir is None:
            return
        others.filter(pk=phone).update(role="host")
        table.devices.filter(pk=who.pk).update(role="player")
        if heir.seat:
            ledger.note(table, "handed", who.seat, heir.seat)
        else:
            ledger.note(table, "host")


def leave(who: Device) -> None:
    """Removes the phone ``who`` from its table: it needs a code or link to come back.

    Its seat becomes free, and is removed if no other phone holds it and nothing was entered.
    """
    with ledger.locked(who.table_id) as table:
        seat, gone = who.seat, f"left-{who.pk}"
        table.devices.filter(pk=who.pk).delete()
        if seat and not holders(table, seat).exists():
            table.end_votes = [each for each in table.end_votes if each != seat]
            table.save(update_fields=["end_votes"])
            if len(table.state["seats"]) > 1 and ledger.empty(table, seat):
                ledger.write(table.key, None, "", _removal(table, seat), table.revision, gone)
        ledger.note(table, "left", seat)


def follow(request: HttpRequest, response: HttpResponse, old: Device, table: Table) -> bool:
    """Admits a phone of a finished table to the re-match, with the same role and seat.

    ``old``: its row at the finished table; ``table``: the re-match. A phone that is there already
    stays as it is; one whose seat is taken gets none. Returns False if the phone was removed there.
    ``response``: on which the phone's cookie is set.
    """
    with ledger.locked(table.key):
        there = access.any_device(request, table)
        if there is not None:
            return there.role != access.REMOVED
        before = holders(old.table, old.seat).values("phone")
        taken = holders(table, old.seat).exclude(phone__in=before).exists()
        access.admit(request, response, table, old.role, "" if taken else old.seat)
        return True
