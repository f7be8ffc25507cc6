"""Calculator for tools: the uses left of each, and buttons to record a use or throw one out."""

from scoring.model.calculator import Answer, Apply, Block, FormCells, Row
from scoring.model.position import Position
from scoring.model.seat import Seat

from ..messages import say
from ..solvers import rules_of_play
from .seat_mana_and_tools import mana_of, tool_at, worked


def fill(position: Position, seat: str) -> FormCells:
    own = position.seats[seat]
    return {seat: own.entries("tools", "tool_uses") | mana_of(own, position.catalogue)}


def answer(form: Position) -> Answer:
    (seat,) = form
    tools = seat.faces("tools")
    if not tools:
        return Answer(say("which-tools"))
    left = {slot: rules_of_play.tool_left(tool_at(seat, slot)[1]) for slot in tools}
    rows = tuple(_row(form, slot, tool, left[slot]) for slot, tool in tools.items())
    applies = [worked(form, seat, slot) for slot in tools if left[slot]]
    if seat.count("mana"):
        applies += [_thrown_out(form, seat, slot) for slot in tools]
    at_work = sum(map(bool, left.values()))
    said = say("tools-at-work", n=at_work, spent=len(tools) - at_work)
    return Answer(said, (Block(say("slots"), rows),), tuple(applies))


def _row(form: Position, slot: str, tool: str, left: int) -> Row:
    name, chance = form.catalogue.name, rules_of_play.odds([slot])
    label = say("tool-in-slot", slot=name(slot), tool=name(tool))
    if not left:
        return Row(label, say("face-down"), say("blocks-its-slot"), tool)
    how = say("out-of-36", n=int(chance * 36)) if left > 1 else say("last-use")
    return Row(label, say("uses-left", n=left), how, tool, share=chance)


def _thrown_out(form: Position, seat: Seat, slot: str) -> Apply:
    """Returns a button that removes the tool in a slot from the sheet and pays mana for that.

    ``slot``: id of the slot. A stone on the tool is lost.
    """
    return Apply(
        say("throw-out", mana=rules_of_play.DISCARD_MANA, slot=form.catalogue.name(slot)),
        {
            seat.path("tools", slot): None,
            seat.path("tool_uses", slot): None,
            seat.path("mana"): seat.count("mana") - rules_of_play.DISCARD_MANA or None,
        },
    )
