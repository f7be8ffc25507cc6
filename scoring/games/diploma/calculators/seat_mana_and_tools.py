"""Functions shared by the calculators: a seat's mana and tools."""

from typing import Any

from scoring.model.calculator import Apply
from scoring.model.catalogue import Catalogue
from scoring.model.position import Position
from scoring.model.seat import Seat

from ..messages import say
from ..solvers.rules_of_play import mana_limit


def mana_of(seat: Seat, catalogue: Catalogue) -> dict[str, Any]:
    """Returns the cell ``mana`` to fill a form with: the seat's mana, at most its limit.

    Empty if the seat has entered none.
    """
    if not seat.entered("mana"):
        return {}
    return {"mana": min(seat.count("mana"), mana_limit(catalogue, seat.choice("title")))}


def tool_at(seat: Seat, slot: str) -> tuple[str | None, int]:
    """Returns the id of the tool in a slot (``None`` if empty) and how often it was used."""
    return seat.face("tools", slot), seat.tally("tool_uses").get(slot, 0)


def worked(form: Position, seat: Seat, slot: str) -> Apply:
    """Returns a button that records on the sheet one more use of the tool in this slot (an id)."""
    _, used = tool_at(seat, slot)
    label = say("tool-worked", slot=form.catalogue.name(slot))
    return Apply(label, {seat.path("tool_uses", slot): used + 1})
