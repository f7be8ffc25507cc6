"""Finds the cells missing on a sheet: needed ones, and blanks that nobody confirmed as none.

A section's blanks are confirmed by ticking its box *the rest: none*.
"""

from collections.abc import Iterator, Sequence

from scoring.text.messages import SHARED as say

from .cells import CellPath
from .errors_and_warnings import Missing
from .fields import Field, Section
from .phases import applies
from .position import Position
from .seat import Seat
from .sheet_fields import NONE


def missing(position: Position) -> list[Missing]:
    """Returns the cells that a finished table must have and this one lacks.

    The table's own cells come first, then those of each seat. Only sections that apply at this
    table are checked. If a section has blanks and its tick box *the rest: none* is not ticked, the
    section is one more missing item.
    """
    shared = _missing(position, position.table, position.sheet.table)
    return [
        *shared,
        *(m for seat in position for m in _missing(position, seat, position.sheet.sections)),
    ]


def _missing(position: Position, seat: Seat, sections: Sequence[Section]) -> Iterator[Missing]:
    for section in sections:
        if not matters(position, section):
            continue
        for field in section.fields:
            if not (field.needed or (field.needed_alone and len(position.seats) == 1)):
                continue
            if field.when and field.kind == "grid" and "/" not in field.when:
                for row in field.rows:
                    entered = seat.filled(field.id, row.id)
                    if seat.filled(field.when, row.id) and not entered:
                        message = say("missing-row", what=field.label, row=row.name)
                        yield Missing(seat.path(field.id, row.id), message, section.id)
            elif not seat.filled(field.id) and _waits_no_more(seat, field):
                message = say("missing", what=field.label)
                yield Missing(seat.path(field.id), message, section.id)
        if rest_open(seat, section):
            message = say("missing-rest", what=section.label)
            path = CellPath.to(seat.id, NONE, section.id)
            yield Missing(path, message, section.id, rest=True)


def unanswered(position: Position, seat: str) -> list[Missing]:
    """Returns a seat's blank fields that the end of the game asks about one by one.

    These are questions about a card (control *ask*), except needed and optional ones. Ticking *the
    rest: none* answers none of them.
    """
    held = position.seats[seat]
    return [
        Missing(held.path(field.id), say("missing", what=field.label), section.id)
        for section in position.sheet.sections
        if matters(position, section)
        for field in section.fields
        if field.entered_by == "ask" and not (field.needed or field.optional)
        if not held.filled(field.id) and _waits_no_more(held, field)
    ]


def rest_open(seat: Seat, section: Section) -> bool:
    """True if a section has blank cells that nobody has confirmed to be none."""
    if not section.rest or seat.filled(NONE, section.id):
        return False
    return not all(
        seat.filled(*path)
        for field in section.rest
        if _waits_no_more(seat, field)
        for path in field.paths()
    )


def matters(position: Position, section: Section) -> bool:
    """True if a table has set the cell that a section needs, if any, and not one that bars it."""
    return applies(position.state, section.when, section.unless)


def _waits_no_more(seat: Seat, field: Field) -> bool:
    """True if the condition ``when`` of a field is met, so that the field matters for a seat.

    It is met if it is empty, or if the cell that it names is set and shows the face named, if any.
    """
    cell, _, face = field.when.partition("=")
    if not cell:
        return True
    name, _, row = cell.partition("/")
    if not face:
        return seat.filled(*cell.split("/"))
    return (seat.face(name, row) if row else seat.choice(name)) == face
