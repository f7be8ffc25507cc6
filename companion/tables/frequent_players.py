"""Frequent players: names and colours from this phone's other tables, offered as buttons.

They are read from the tables that the phone was at; nothing is stored for them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from companion.tables import access
from companion.tables.models import Device
from scoring.model.sheet_fields import COLOURS

LOOKED_BACK = 12
MOST = 8


@dataclass(frozen=True, slots=True)
class FrequentPlayer:
    """A player's name and colour from an earlier table; ``colour`` may be empty."""

    name: str
    colour: str = ""

    @property
    def value(self) -> str:
        """Text that the player's button posts: colour, a space and name, such as *red Aki*."""
        return f"{self.colour} {self.name}"

    @property
    def initial(self) -> str:
        return self.name[:1].upper()


def read(value: str) -> FrequentPlayer:
    """Parses ``value``, posted by a player's button: colour, space and name, such as *red Aki*.

    The colour is "" if it is unknown, the name "" if there is no space.
    """
    colour, _, name = value.partition(" ")
    return FrequentPlayer(name.strip(), colour if colour in COLOURS else "")


def read_all(value: str) -> list[FrequentPlayer]:
    """Parses ``value``, posted by a button for several players: a line *colour name* for each.

    Blank lines are left out.
    """
    return [read(line) for line in value.splitlines() if line.strip()]


def frequent_players(request: HttpRequest, without: Iterable[str] = ()) -> list[FrequentPlayer]:
    """Returns names and colours of players of this phone's last tables, to offer them as buttons.

    First come players on the phone's own seats, then the others, each from the latest table to the
    earliest. At most ``MOST`` players, none with a name in ``without``.
    """
    own: dict[str, FrequentPlayer] = {}
    others: dict[str, FrequentPlayer] = {}
    for device in _at_tables(request)[:LOOKED_BACK]:
        for seat, cells in sorted(device.table.state["seats"].items()):
            if name := str(cells.get("name", "")):
                found = own if seat == device.seat else others
                found.setdefault(name.casefold(), _of(cells))
    gone = {name.casefold() for name in without}
    return [each for key, each in (own | others).items() if key not in gone][:MOST]


def me(request: HttpRequest) -> FrequentPlayer | None:
    """Returns name and colour of the seat that this phone held last, at any table.

    None if that seat has no name, or if the phone never held a seat.
    """
    device = last_table(request)
    cells = device.table.state["seats"].get(device.seat, {}) if device else {}
    return _of(cells) if "name" in cells else None


def last_table(request: HttpRequest, game: str = "") -> Device | None:
    """Returns this phone's ``Device`` row at the latest table where it has a seat; None if none.

    ``game``: slug of the game to look for; tables of any game if it is empty.
    """
    sat = _at_tables(request).exclude(seat="")
    return (sat.filter(table__game=game) if game else sat).first()


def _at_tables(request: HttpRequest) -> QuerySet[Device]:
    """Returns this phone's ``Device`` rows at the tables in its history, the latest first."""
    phone = access.phone(request)
    found = Device.objects.filter(phone=phone, role__in=access.ROLES, hidden=None)
    found = found.select_related("table").order_by("-pk")
    return found if phone else found.none()


def last_group(request: HttpRequest, without: Iterable[str], most: int) -> list[FrequentPlayer]:
    """Returns the other players of this phone's last table, from the seat after its own on.

    Empty if there are fewer than two or more than ``most``, or if one has a name in ``without``.
    """
    device = last_table(request)
    seats = sorted(device.table.state["seats"].items()) if device else []
    at = next((n for n, (seat, _) in enumerate(seats) if device and seat == device.seat), 0)
    others = [_of(cells) for _, cells in seats[at + 1 :] + seats[:at] if cells.get("name")]
    there = {name.casefold() for name in without}
    if not 2 <= len(others) <= most or there & {each.name.casefold() for each in others}:
        return []
    return others


def _of(cells: Mapping[str, Any]) -> FrequentPlayer:
    return FrequentPlayer(str(cells["name"]), str(cells.get("colour", "")))
