"""Who sits where: a free seat is taken at once, another one's is asked for. All of it is told.

Every change here is noted for everybody, since whoever sits at a seat sees what lies behind its
screen. A phone that a host has removed comes back by a fresh code or link only.
"""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from companion.tables import access, ledger
from companion.tables.models import Device, Table, Wish


def holders(table: Table, seat: str) -> QuerySet[Device]:
    """The phones that sit there."""
    return table.devices.filter(seat=seat) if seat else table.devices.none()


def claim(request: HttpRequest, response: HttpResponse, key: str, seat: str) -> bool:
    """Let this phone sit down, or ask for it where somebody sits; whether it sits there now."""
    with ledger.locked(key) as table:
        before = access.device(request, key)
        old = before.seat if before else ""
        if seat and old == seat:
            return True
        if holders(table, seat).exists():
            who = access.admit(request, response, table, "spectator")
            Wish.objects.update_or_create(device=who, defaults={"table": table, "seat": seat})
            ledger.beat(key)
            return False
        who = access.admit(request, response, table, "player", seat)
        Wish.objects.filter(device=who).delete()
        ledger.note(table, "sat", old, seat)
        return True


def may_answer(who: Device, wish: Wish) -> bool:
    """A seat is its holders' to share; a host may help, but not to a seat for that very phone."""
    if wish.device_id == who.pk:
        return False
    return who.role == "host" or (bool(who.seat) and who.seat == wish.seat)


def answer(who: Device, wish: Wish, granted: bool) -> None:
    """Yes: the phone that asked sits there too. No: nothing happens. Raises ``PermissionError``.

    A phone may take back what it asked for itself.
    """
    mine = wish.device_id == who.pk
    if not (may_answer(who, wish) or (mine and not granted)):
        raise PermissionError
    with ledger.locked(who.table_id) as table:
        if not Wish.objects.filter(pk=wish.pk).delete()[0]:
            return
        if not granted:
            ledger.beat(table.key)
            return
        asked = wish.device
        old = asked.seat
        asked.seat = wish.seat
        asked.role = min(asked.role, "player", key=access.ROLES.index)
        asked.save(update_fields=["seat", "role"])
        ledger.note(table, "shared", old, wish.seat)


def free(who: Device, seat: str) -> None:
    """Nobody sits there any more, but for the host's own phone."""
    with ledger.locked(who.table_id) as table:
        if holders(table, seat).exclude(pk=who.pk).update(seat=""):
            ledger.note(table, "freed", who.seat, seat)


def remove(who: Device, phone: int) -> None:
    """That phone sees nothing of the table any more; every code and link it may know is ended."""
    with ledger.locked(who.table_id) as table:
        gone = table.devices.exclude(pk=who.pk).exclude(role=access.REMOVED).filter(pk=phone)
        found = gone.first()
        if found is None:
            return
        seat = found.seat
        gone.update(role=access.REMOVED, seat="")
        Wish.objects.filter(device=phone).delete()
        table.codes.all().delete()
        table.links.update(revoked=True)
        ledger.note(table, "removed", who.seat, seat)


def follow(request: HttpRequest, response: HttpResponse, old: Device, table: Table) -> bool:
    """A phone goes on to the re-match as what it was; whether it may.

    One that was there before stays what it has become there, and a seat that somebody else has
    taken meanwhile is not taken back.
    """
    with ledger.locked(table.key):
        there = access.standing(request, table)
        if there is not None:
            return there.role != access.REMOVED
        before = holders(old.table, old.seat).values("phone")
        taken = holders(table, old.seat).exclude(phone__in=before).exists()
        access.admit(request, response, table, old.role, "" if taken else old.seat)
        return True
