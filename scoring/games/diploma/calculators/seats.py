"""Functions shared by the calculators: cells of a seat, seat ids in turn order, seats to choose."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoring.games.diploma.solvers.counters import mana_limit
from scoring.model.catalogue import Catalogue
from scoring.model.cells import Option
from scoring.model.seat import Seat
from scoring.text.messages import player


def cells_of(seat: Seat, *fields: str) -> dict[str, Any]:
    """Returns the entered cells of these fields of a seat, by field id, without blank fields."""
    return {field: seat.cells[field] for field in fields if seat.entered(field)}


def mana_of(seat: Seat, catalogue: Catalogue) -> dict[str, Any]:
    """Returns the seat's mana as a form's cell, at most its limit; empty if it is not entered."""
    if not seat.entered("mana"):
        return {}
    return {"mana": min(seat.count("mana"), mana_limit(catalogue, seat.choice("title")))}


def every_seat(catalogue: Catalogue) -> tuple[Option, ...]:
    """Returns the seats that a table can have, as options ``p1``, ``p2`` and so on.

    Data files of calculators name this function for a field of their form.
    """
    return tuple(Option(f"p{n}", player(n)) for n in range(1, catalogue.box.players[1] + 1))


def clockwise(seats: Iterable[str], first: str | None) -> list[str]:
    """Returns seat ids in turn order, beginning with ``first``.

    The order stays as it is if ``first`` is none of the seats.
    """
    seated = list(seats)
    begin = seated.index(first) if first in seated else 0
    return [*seated[begin:], *seated[:begin]]
