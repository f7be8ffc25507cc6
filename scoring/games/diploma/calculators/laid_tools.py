"""Reads the tools in a seat's slots and records their use; shared by several calculators."""

from __future__ import annotations

from scoring.model.calculator import Apply
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text import messages

say = messages.of(__name__)


def tool_at(seat: Seat, slot: str) -> tuple[str | None, int]:
    """Returns the id of the tool in a slot (``None`` if empty) and how often it was used."""
    return seat.face("tools", slot), seat.tally("tool_uses").get(slot, 0)


def worked(form: Position, seat: Seat, slot: str) -> Apply:
    """Returns a button that records on the sheet one more use of the tool in a slot."""
    _, used = tool_at(seat, slot)
    label = say("tool-worked", slot=form.catalogue.name(slot))
    return Apply(label, {seat.path("tool_uses", slot): used + 1})
