"""The seats of a table as forms need them: their cells, their order, a choice among them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoring.games.diploma.solvers.counters import mana_limit
from scoring.model.catalogue import Catalogue
from scoring.model.cells import Option
from scoring.model.seat import Seat
from scoring.text.messages import player


def cells_of(seat: Seat, *fields: str) -> dict[str, Any]:
    """Whole fields of a seat, as far as anything is entered."""
    return {field: seat.cells[field] for field in fields if seat.entered(field)}


def mana_of(seat: Seat, catalogue: Catalogue) -> dict[str, Any]:
    """The mana that a seat can pay with: what is beyond its limit is doubted and pays nothing."""
    if not seat.entered("mana"):
        return {}
    return {"mana": min(seat.count("mana"), mana_limit(catalogue, seat.choice("title")))}


def every_seat(catalogue: Catalogue) -> tuple[Option, ...]:
    """The seats that a table can have, as options."""
    return tuple(Option(f"p{n}", player(n)) for n in range(1, catalogue.box.players[1] + 1))


def clockwise(seats: Iterable[str], first: str | None) -> list[str]:
    """Seats from the round player on; as they sit where nobody is named."""
    seated = list(seats)
    begin = seated.index(first) if first in seated else 0
    return [*seated[begin:], *seated[:begin]]
