"""Calculator for one scoring phase: its points and the stones spent.

Values that no public text gives stay open until they are entered; the sum is then partial.
"""

from collections.abc import Iterator

from scoring.model.calculator import Answer, Apply, Block, FormCells, Row
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import EMPTY, number

from .. import points
from ..messages import say
from ..solvers.student_sheet import STONES, Student


def fill(position: Position, seat: str) -> FormCells:
    own = position.seats[seat]
    before = {
        "bonus_before": own.number("circle_bonus"),
        "power_before": own.number("power_points"),
    }
    return {seat: own.entries("stones", "sets", "circles") | before}


def answer(form: Position) -> Answer:
    (seat,) = form
    student = Student(form, seat)
    sets = student.scored_at_once(points.sets(student.stones))
    paid: dict[str, int | None] = {"sets": sets * student.each("sets")}
    if seat.flag("goal"):
        paid["circles"] = student.each("circles")
        paid["circle_bonus"] = seat.number("bonus")
    paid["power_points"] = seat.number("power")
    total = sum(n for n in paid.values() if n is not None)
    said = say("phase-partial" if None in paid.values() else "phase-points", n=total)
    rows = tuple(_row(form, entry, value) for entry, value in paid.items())
    apply = Apply(say("write-phase"), dict(_cells(form, student, sets)))
    return Answer(said, (Block(say("this-phase"), rows),), (apply,))


def _row(form: Position, entry: str, value: int | None) -> Row:
    name = form.catalogue.name(entry)
    if value is None:
        return Row(name, say("open-value"), say("not-entered"), entry)
    return Row(name, number(value), EMPTY, entry)


def _cells(form: Position, student: Student, sets: int) -> Iterator[tuple[str, Value | None]]:
    """Yields (path, new value) for each cell of a player's sheet that one scoring phase changes.

    ``sets``: number of full sets of stones that are scored. A path is such as
    ``p1/stones/stone_a``: ids of seat, field and row. ``None`` as value clears the cell.
    """
    seat = student.seat
    for stone, stock in zip(STONES, student.stones, strict=True):
        yield seat.path("stones", stone), stock - sets or None
    yield seat.path("sets"), min((seat.number("sets") or 0) + sets, _most(form, "sets"))
    circles = seat.number("circles") or 0
    if seat.flag("goal"):
        before = seat.number("bonus_before") if circles else 0
        yield CellPath.to(seat.id, "circle_bonus"), _sum(form, before, "bonus", seat)
        yield seat.path("circles"), min(circles + 1, _most(form, "circles"))
    before = 0 if seat.flag("first_phase") else seat.number("power_before")
    yield CellPath.to(seat.id, "power_points"), _sum(form, before, "power", seat)


def _sum(form: Position, before: int | None, field: str, seat: Seat) -> int | None:
    now = seat.number(field)
    return None if before is None or now is None else min(before + now, _most(form, field))


def _most(form: Position, field: str) -> int:
    """Returns the highest number that the sheet's field with this id accepts."""
    return form.sheet.fields[field].cell.most
