"""Checks the entries and the cells of the table that data files name."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.loading.toml_reader import Reader
from scoring.loading.toml_tables import STRINGS, WORD, Value, name_of
from scoring.model.catalogue import Catalogue
from scoring.model.fields import Section


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

    def cell(self, reader: Reader, key: str) -> str:
        """Returns the path of a cell of the table."""
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
        reader.check_name(key, named, self.cells, "cell of the table")


ENTRY_ID = name_of("entry", lambda known: known.catalogue)
CELL = Value(lambda known, reader, key: known.cell(reader, key), WORD.schema)
CELLS = Value(lambda known, reader, key: known.cell_list(reader, key), STRINGS.schema)
