"""Calculator for one round's points of all players, from the icons that each has circled."""

from collections.abc import Mapping
from typing import Any

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.catalogue import Catalogue
from scoring.model.cells import CellPath
from scoring.model.position import Position
from scoring.model.seat import Seat

from .. import points
from ..messages import say
from ..solvers.score_pad import objectives, of_round, round_now
from ..solvers.typed_paths import per_icon


def fill(position: Position, seat: str) -> FormCells:
    number, table = round_now(position, position), position.table
    seats: dict[str, Mapping[str, Any]] = {
        each.id: {
            "primary_icons": each.number(of_round("primary", number)),
            "secondary_icons": each.number(of_round("secondary", number)),
            "escaped": each.flag(of_round("escaped", number)),
            "first": each.flag(of_round("first", number)),
        }
        for each in position
    }
    hourglass = table.flag(of_round("hourglass", number))
    return seats | {"table": objectives(table, number) | {"hourglass": hourglass}}


def answer(form: Position) -> Answer:
    catalogue, primary = form.catalogue, form.table.choice("primary")
    if primary is None:
        return Answer(say("choose-the-primary"))
    summary = say("of-a-part", part=catalogue.name("primary"), what=catalogue[primary].text)
    rows = tuple(_row(form, seat) for seat in form)
    number = form.table.choice("round")
    applies = (_written(form, int(number)),) if number else ()
    return Answer(summary, (Block(say("points-of-the-round"), rows),), applies)


def _points(catalogue: Catalogue, objective: str | None, icons: int | None) -> int | None:
    if objective is None or icons is None:
        return None
    return points.objective(icons, per_icon(catalogue[objective])[1])


def _row(form: Position, seat: Seat) -> Row:
    table, catalogue = form.table, form.catalogue
    blue = _points(catalogue, table.choice("primary"), seat.number("primary_icons"))
    pink = _points(catalogue, table.choice("secondary"), seat.number("secondary_icons"))
    parts = [say("pink", points=say("not-known") if pink is None else pink)]
    if seat.flag("first"):
        if sum(other.flag("first") for other in form) > 1:
            parts.append(say("several-first"))
        else:
            parts.append(say("green", points=int(form.rulings["time_bonus_value"])))
        if not table.flag("hourglass"):
            parts.append(say("no-hourglass"))
    if seat.flag("escaped"):
        parts.append(say("with-a-tick"))
    value = say("not-known") if blue is None else say("blue", points=blue)
    return Row(form.name(seat.id), value, say.listed(parts))


def _written(form: Position, number: int) -> Apply:
    """Returns the button that enters the form's cells in the sheet, as round ``number``."""
    table = form.table
    about: Changes = {
        "primary_objective": table.choice("primary"),
        "hourglass": table.flag("hourglass") or None,
        "secondary_objective": table.choice("secondary"),
    }
    cells = {("table", part): value for part, value in about.items()}
    for seat in form:
        cells[seat.id, "primary"] = seat.number("primary_icons")
        cells[seat.id, "secondary"] = seat.number("secondary_icons")
        cells[seat.id, "escaped"] = seat.flag("escaped") or None
        cells[seat.id, "first"] = seat.flag("first") or None
    written: Changes = {
        CellPath.to(holder, of_round(part, number)): value
        for (holder, part), value in cells.items()
        if value is not None
    }
    return Apply(say("write-round", round=str(number)), written)
