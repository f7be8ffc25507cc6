"""What somebody entered at one seat, read field by field. A field that the sheet lacks raises."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scoring.model.hex_grid import Spot
from scoring.model.validation import Value
from scoring.text.localised import Text, Verbatim
from scoring.text.messages import player

from .cells import CellPath
from .fields import Field, Kind

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


def seat_name(cells: Mapping[str, Value], seat: str) -> Text:
    """The name entered for a seat, or its number."""
    entered = cells.get("name")
    return Verbatim(str(entered)) if entered else player(int(seat[1:]))
