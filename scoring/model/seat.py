"""Typed access to the cells of one seat, by field. A field that the sheet lacks raises an error."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from .cells import CellPath
from .fields import Field, Kind
from .hex_grid import Spot

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class UnknownField(LookupError):
    """Raised for a field that the sheet lacks or has in another kind: an error in a game's code."""


class Seat:
    """The cells of one seat, or those of the table as a whole.

    ``id``: id of the seat, or ``table`` or ``play``. ``cells``: field id to what is entered.

    Each reading method takes the id of a field and expects a kind of field: ``seat.count("loop")``.
    Raises ``UnknownField`` if the sheet has no such field, or one of another kind.
    """

    __slots__ = ("_fields", "cells", "id")

    def __init__(self, id: str, cells: Mapping[str, Any], fields: Mapping[str, Field]) -> None:
        self.id, self.cells, self._fields = id, cells, fields

    # one cell

    def count(self, field: str) -> int:
        """Returns the number in a count field; a blank is 0."""
        if self._field(field, "count").cell.open:
            raise UnknownField(f"{field} may be blank: ask with number()")
        return int(self.cells.get(field, 0))

    def number(self, field: str) -> int | None:
        """Returns the number in a count field as entered; ``None`` while it is blank."""
        self._field(field, "count")
        found: int | None = self.cells.get(field)
        return found

    def flag(self, field: str) -> bool:
        self._field(field, "flag")
        return bool(self.cells.get(field))

    def choice(self, field: str) -> str | None:
        """Returns the chosen option's id; for a blank the field's default, if any, or ``None``."""
        known = self._field(field, "choice")
        return self.cells.get(field) or known.default or None

    def script(self, field: str) -> str:
        """Returns the text in a script field (a line of typed text); empty while it is blank."""
        self._field(field, "script")
        return str(self.cells.get(field, ""))

    # rows of cells

    def tally(self, field: str) -> Mapping[str, int]:
        """Returns the numbers in a tally field (one for each row) by row id, without blanks."""
        self._field(field, "tally")
        found: Mapping[str, int] = self.cells.get(field, _NOTHING)
        return found

    def picked(self, field: str) -> tuple[str, ...]:
        """Returns the ids of the ticked rows of a pick field (rows to tick), in the sheet's order.

        A row with faces (such as the sides of a card) counts as ticked whichever it shows.
        """
        known = self._field(field, "pick")
        held = self.cells.get(field)
        return tuple(row.id for row in known.rows if row.id in held) if held else ()

    def has(self, field: str, row: str) -> bool:
        """True if this row of a pick field (rows to tick) is ticked."""
        return row in self._of(field, "pick", row)

    def faces(self, field: str) -> Mapping[str, str]:
        """Returns row id to visible face, for ticked rows of a field whose rows have faces."""
        if self._field(field, "pick").cell.kind != "choice":
            raise UnknownField(f"{field} has no faces: ask with picked()")
        found: Mapping[str, str] = self.cells.get(field, _NOTHING)
        return found

    def face(self, field: str, row: str) -> str | None:
        """Returns the id of the face that a ticked ``row`` of a ``field`` shows; else ``None``.

        A face is, for example, a side of a card.
        """
        found: str | None = self._of(field, "pick", row).get(row)
        return found

    def grid(self, field: str) -> Mapping[str, Mapping[str, int]]:
        """Returns the numbers in a grid field: row id to column id to number, without blanks."""
        self._field(field, "grid")
        found: Mapping[str, Mapping[str, int]] = self.cells.get(field, _NOTHING)
        return found

    def spots(self, field: str) -> Mapping[str, Spot]:
        """Returns place and rotation of each tile in a map ``field``, by id; in sheet order."""
        known = self._field(field, "map")
        held = self.cells.get(field, _NOTHING)
        return {row.id: Spot.read(held[row.id]) for row in known.rows if row.id in held}

    # any field

    def entered(self, field: str) -> bool:
        """True if a field has anything filled in."""
        self._field(field)
        return field in self.cells

    def entries(self, *fields: str) -> dict[str, Any]:
        """Returns what is entered in these fields, by field id, without blank fields."""
        return {field: self.cells[field] for field in fields if self.entered(field)}

    def filled(self, field: str, *rows: str) -> bool:
        """True if a field, or this part of it, has anything filled in. An entered 0 counts.

        ``rows``: ids below the field, down to a cell or a row of cells; none for the whole field.
        """
        self._field(field)
        held: Any = self.cells
        for key in (field, *rows):
            held = held.get(key) if isinstance(held, Mapping) else None
        return held is not None and held is not False and held != {}

    def path(self, field: str, *rows: str) -> CellPath:
        """Returns the path of this seat's cell in a ``field``, at ``rows`` (ids below the field).

        For warnings, and for changes by calculators.
        """
        self._field(field)
        return CellPath.to(self.id, field, *rows)

    def without(self, *fields: str) -> "Seat":
        """Returns a copy of the seat with these fields blank."""
        for field in fields:
            self._field(field)
        return Seat(self.id, {k: v for k, v in self.cells.items() if k not in fields}, self._fields)

    def put(self, **cells: Any) -> "Seat":
        """Returns a copy of the seat with these fields set.

        ``cells``: value by field id; ``None``, ``False`` or ``{}`` makes a field blank.
        """
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
