"""Checks that cells of the table which a data file names in ``when`` or ``unless`` exist."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.loading.toml_reader import Reader
from scoring.model.fields import Section
from scoring.text.data_error import listed


def table_cells(table: Sequence[Section]) -> list[str]:
    """Returns the paths of all cells of the table as a whole, such as ``table/festival``."""
    every = (path for section in table for field in section.fields for path in field.paths())
    return ["/".join(("table", *path)) for path in every]


def check_cell(reader: Reader, key: str, named: str, cells: Sequence[str]) -> None:
    """Checks that a cell path in a data file, such as ``when = "table/festival"``, exists.

    ``key``: the key in the file. ``named``: the path; an empty one is accepted. ``cells``: all
    paths that exist. Raises ``DataError``.
    """
    if named and named not in cells:
        problem = f"{key} names {named!r}, which is no cell of the table"
        raise reader.fail(f"{problem}: {listed(named, cells)}", key)
