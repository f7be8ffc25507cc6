"""Calculator for the end of the game: magic circles that still have to be completed."""

from scoring.model.calculator import Answer, Apply, Block, FormCells, Row
from scoring.model.cells import CellPath
from scoring.model.position import Position
from scoring.text.localised import number

from ..messages import say


def fill(position: Position, seat: str) -> FormCells:
    return {each.id: each.entries("circles") for each in position}


def answer(form: Position) -> Answer:
    done = {seat.id: seat.number("circles") or 0 for seat in form}
    # a second condition for the end is not public, so the game may end before this reaches 0
    left = max(0, len(done) - sum(done.values()))
    rows = tuple(Row(form.name(seat), number(n), entry="circles") for seat, n in done.items())
    block = Block(say("circles"), rows)
    if left:
        return Answer(say("circles-left", n=left), (block,))
    end = Apply(say("on-to-the-end"), {CellPath.to("play", "stage"): "end"})
    return Answer(say("circles-enough", n=len(done)), (block,), (end,))
