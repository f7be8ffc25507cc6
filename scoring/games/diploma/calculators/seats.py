"""Functions shared by the calculators: mana of a seat, seat ids in turn order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoring.games.diploma.solvers.counters import mana_limit
from scoring.model.catalogue import Catalogue
from scoring.model.seat import Seat


def mana_of(seat: Seat, catalogue: Catalogue) -> dict[str, Any]:
    """Returns the seat's mana as a form's cell, at most its limit; empty if it is not entered."""
    if not seat.entered("mana"):
        return {}
    return {"mana": min(seat.count("mana"), mana_limit(catalogue, seat.choice("title")))}


def clockwise(seats: Iterable[str], first: str | None) -> list[str]:
    """Returns seat ids in turn order, beginning with ``first``.

    The order stays as it is if ``first`` is none of the seats.
    """
    seated = list(seats)
    begin = seated.index(first) if first in seated else 0
    return [*seated[begin:], *seated[:begin]]
