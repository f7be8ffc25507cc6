"""What somebody entered, read field by field. A field that the sheet lacks raises.

A ``Position`` is a whole table as its scorer sees it: seats, the table's own cells, rulings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .catalogue import Catalogue
from .cells import CellPath, Value
from .fields import Field, Kind
from .hexes import Spot
from .plan import Rulings, State
from .text import Text, Verbatim
from .words import player

if TYPE_CHECKING:
    from .sheet import Sheet

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class UnknownField(LookupError):
    """The sheet has no such field, or one of another kind: a slip in the game's own code."""


class Seat:
    """The cells of one seat, or those of the table.

    Each reader names its field and what it expects of it: ``seat.count("loop")``. Raises
    ``UnknownField`` for a field that the sheet does not have or that is of another kind.
    """

    __slots__ = ("_fields", "cells", "id")

    def __init__(self, id: str, cells: Mapping[str, Any], fields: Mapping[str, Field]) -> None:
        self.id, self.cells, self._fields = id, cells, fields

    # one cell

    def count(self, field: str) -> int:
        """A number whose blank is 0."""
        if self._field(field, "count").cell.open:
            raise UnknownField(f"{field} may be blank: ask with number()")
        return int(self.cells.get(field, 0))

    def number(self, field: str) -> int | None:
        """A number as entered; ``None`` while it is blank."""
        self._field(field, "count")
        found: int | None = self.cells.get(field)
        return found

    def flag(self, field: str) -> bool:
        self._field(field, "flag")
        return bool(self.cells.get(field))

    def choice(self, field: str) -> str | None:
        """The option chosen, or the one that a blank stands for; ``None`` if for none."""
        known = self._field(field, "choice")
        return self.cells.get(field) or known.default or None

    def script(self, field: str) -> str:
        """What was written; empty while blank."""
        self._field(field, "script")
        return str(self.cells.get(field, ""))

    # rows of cells

    def tally(self, field: str) -> Mapping[str, int]:
        """Row id to number, rows that were entered only."""
        self._field(field, "tally")
        found: Mapping[str, int] = self.cells.get(field, _NOTHING)
        return found

    def picked(self, field: str) -> tuple[str, ...]:
        """The rows that are there, in the sheet's order, whichever face they show."""
        known = self._field(field, "pick")
        held = self.cells.get(field)
        return tuple(row.id for row in known.rows if row.id in held) if held else ()

    def has(self, field: str, row: str) -> bool:
        """Is this row of a pick there?"""
        return row in self._of(field, "pick", row)

    def faces(self, field: str) -> Mapping[str, str]:
        """Row id to the face that shows, rows that are there only."""
        if self._field(field, "pick").cell.kind != "choice":
            raise UnknownField(f"{field} has no faces: ask with picked()")
        found: Mapping[str, str] = self.cells.get(field, _NOTHING)
        return found

    def face(self, field: str, row: str) -> str | None:
        """The face that a row shows; ``None`` if it is not there."""
        found: str | None = self._of(field, "pick", row).get(row)
        return found

    def grid(self, field: str) -> Mapping[str, Mapping[str, int]]:
        """Row id to column id to number, cells that were entered only."""
        self._field(field, "grid")
        found: Mapping[str, Mapping[str, int]] = self.cells.get(field, _NOTHING)
        return found

    def spots(self, field: str) -> Mapping[str, Spot]:
        """Where each tile of a map lies, tiles that lie somewhere only, in the sheet's order."""
        known = self._field(field, "map")
        held = self.cells.get(field, _NOTHING)
        return {row.id: Spot.read(held[row.id]) for row in known.rows if row.id in held}

    # any field

    def entered(self, field: str) -> bool:
        """Was anything entered in this field?"""
        self._field(field)
        return field in self.cells

    def filled(self, field: str, *rows: str) -> bool:
        """Is this cell filled in, or anything below it? An ``open`` number may be 0."""
        self._field(field)
        held: Any = self.cells
        for key in (field, *rows):
            held = held.get(key) if isinstance(held, Mapping) else None
        return held is not None and held is not False and held != {}

    def path(self, field: str, *rows: str) -> CellPath:
        """The path of a cell of this seat, for doubts and what calculators write."""
        self._field(field)
        return CellPath.to(self.id, field, *rows)

    def without(self, *fields: str) -> Seat:
        """The same seat with these fields blank."""
        for field in fields:
            self._field(field)
        return Seat(self.id, {k: v for k, v in self.cells.items() if k not in fields}, self._fields)

    def put(self, **cells: Any) -> Seat:
        """The same seat with these fields as given; ``None`` and what is empty are blank."""
        for field in cells:
            self._field(field)
        merged = {**self.cells, **cells}
        kept = {k: v for k, v in merged.items() if v is not None and v is not False and v != {}}
        return Seat(self.id, kept, self._fields)

    def _of(self, field: str, kind: Kind, row: str) -> Mapping[str, Any]:
        known = self._field(field, kind)
        if row not in known.row_ids:
            raise UnknownField(f"{field} has no row {row}")
        found: Mapping[str, Any] = self.cells.get(field, _NOTHING)
        return found

    def _field(self, field: str, kind: Kind | None = None) -> Field:
        known = self._fields.get(field)
        if known is None:
            raise UnknownField(f"the sheet has no field {field}")
        if kind is not None and known.kind != kind:
            raise UnknownField(f"{field} is a {known.kind}, not a {kind}")
        return known


class Position:
    """A table as it stands: what is entered, under the rulings in force.

    ``seats`` in order of their ids. A position is never changed; ``having`` gives another.
    ``around``: of a calculator's form, the game's own table that it is asked at, if it is.
    """

    def __init__(
        self,
        sheet: Sheet,
        state: State,
        rulings: Rulings | None = None,
        around: Position | None = None,
    ) -> None:
        self.sheet, self.state, self.around = sheet, state, around
        self.rulings: Rulings = sheet.rulings(state) if rulings is None else rulings

    @property
    def catalogue(self) -> Catalogue:
        return self.sheet.catalogue

    @cached_property
    def seats(self) -> dict[str, Seat]:
        fields, held = self.sheet.fields, self.state["seats"]
        return {seat: Seat(seat, held[seat], fields) for seat in sorted(held)}

    @cached_property
    def table(self) -> Seat:
        return Seat("table", self.state.get("table", {}), self.sheet.table_fields)

    @cached_property
    def play(self) -> Seat:
        """Where the table stands: see ``course``."""
        return Seat("play", self.state.get("play", {}), self.sheet.play_fields)

    def name(self, seat: str) -> Text:
        """What to call a seat: the name entered, or its number."""
        return self.sheet.name(self.state, seat)

    def having(self, *seats: Seat) -> Position:
        """The same table with these seats in place of their old selves."""
        held = self.state["seats"] | {seat.id: dict(seat.cells) for seat in seats}
        return Position(self.sheet, self.state | {"seats": held}, self.rulings, self.around)

    def under(self, rulings: Rulings) -> Position:
        """The same table with other rulings in force."""
        return Position(self.sheet, self.state, rulings, self.around)

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.seats.values())


def seat_name(cells: Mapping[str, Value], seat: str) -> Text:
    """The name entered for a seat, or its number."""
    entered = cells.get("name")
    return Verbatim(str(entered)) if entered else player(int(seat[1:]))
