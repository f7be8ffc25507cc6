"""Checks the entries and the cells of the table that data files name."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.loading.tables import STRINGS, WORD, Value
from scoring.loading.toml_reader import Reader
from scoring.model.catalogue import Catalogue
from scoring.model.fields import Section
from scoring.text.data_error import listed, suggestion


def table_cells(table: Sequence[Section]) -> list[str]:
    """Returns the paths of all cells of the table as a whole, such as ``table/festival``."""
    every = (path for section in table for field in section.fields for path in field.paths())
    return ["/".join(("table", *path)) for path in every]


class References:
    """Checks what the keys of a data file refer to.

    ``cells``: paths of all cells of the table as a whole.
    """

    def __init__(self, catalogue: Catalogue, cells: Sequence[str] = ()) -> None:
        self.catalogue, self.cells = catalogue, cells

    def entry(self, reader: Reader, key: str) -> str:
        """Returns the id of an entry, or an empty string if that is given."""
        named: str = reader.take(key, str)
        if named and named not in self.catalogue:
            near = suggestion(named, self.catalogue)
            raise reader.fail(f"{key} names {named!r}, which is no entry{near}")
        return named

    def cell(self, reader: Reader, key: str) -> str:
        """Returns the path of a cell of the table, or an empty string if that is given."""
        named: str = reader.take(key, str)
        self.check_cell(reader, key, named)
        return named

    def cell_list(self, reader: Reader, key: str) -> tuple[str, ...]:
        found = reader.strings(key)
        for named in found:
            self.check_cell(reader, key, named)
        return found

    def check_cell(self, reader: Reader, key: str, named: str) -> None:
        """Checks that a cell path such as ``table/festival`` exists. Raises ``DataError``."""
        if named and named not in self.cells:
            problem = f"{key} names {named!r}, which is no cell of the table"
            raise reader.fail(f"{problem}: {listed(named, self.cells)}")


ENTRY_ID = Value(lambda known, reader, key: known.entry(reader, key), WORD.schema)
CELL = Value(lambda known, reader, key: known.cell(reader, key), WORD.schema)
CELLS = Value(lambda known, reader, key: known.cell_list(reader, key), STRINGS.schema)
