"""Checks that a data file names cells of the table that exist."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.loading.toml_reader import Reader
from scoring.model.fields import Section
from scoring.text.data_error import listed


def table_cells(table: Sequence[Section]) -> list[str]:
    """Returns the paths of the cells that belong to the table as a whole."""
    every = (path for section in table for field in section.fields for path in field.paths())
    return ["/".join(("table", *path)) for path in every]


def check_cell(reader: Reader, key: str, named: str, cells: Sequence[str]) -> None:
    """Checks that ``when`` or ``unless`` names a cell of the table, as ``table/festival``.

    An empty name passes. Raises ``DataError``.
    """
    if named and named not in cells:
        problem = f"{key} names {named!r}, which is no cell of the table"
        raise reader.fail(f"{problem}: {listed(named, cells)}", key)
