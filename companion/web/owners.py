"""Who owns what on a table: the dot that a seat wears, and pieces that another seat has.

A piece of which the box holds one, or no more, is shown as another's and can still be taken:
players are right about their table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.core.plan import State
from scoring.core.sheet import COLOURS, Sheet
from scoring.core.text import Text


@dataclass(frozen=True, slots=True)
class Owner:
    """A seat as its dot shows it: a colour, and a letter for those who see none."""

    seat: str
    name: Text
    colour: str
    initial: str

    @classmethod
    def of(cls, sheet: Sheet, state: State, seat: str) -> Owner:
        cells = state["seats"][seat]
        number = int(seat[1:])
        colour = cells.get("colour") or COLOURS[(number - 1) % len(COLOURS)]
        name = str(cells.get("name") or number)
        return cls(seat, sheet.name(state, seat), str(colour), name[0].upper())


def owners(sheet: Sheet, state: State, seat: str) -> Mapping[tuple[str, str], Owner]:
    """By field and row: the seat that has it, where this one cannot have it as well."""
    found: dict[tuple[str, str], Owner] = {}
    for other in sheet.seats(state):
        if other == seat:
            continue
        owner = Owner.of(sheet, state, other)
        for field in sheet.asked.values():
            held = state["seats"][other].get(field.id)
            if not field.groups or field.columns or not isinstance(held, Mapping):
                continue
            for row, value in held.items():
                if field.unique or _all(value, (field.most_in_box or {}).get(row)):
                    found[field.id, row] = owner
    return found


def _all(value: object, most: int | None) -> bool:
    return most is not None and isinstance(value, int) and value >= most > 0
