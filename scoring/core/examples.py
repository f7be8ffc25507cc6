"""Worked games: a sheet, and every row that it should give. They are tests and pages alike."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .text import Text, from_table


@dataclass(frozen=True, slots=True)
class Example:
    """One worked game. ``expect``: seat to row id (and ``total``) to points.

    ``settle``: the sheet leaves decisions open and the expected rows are those of the best
    plan. ``source`` is the id of the catalogue's source that the sums rest on.
    """

    id: str
    name: Text
    text: Text
    source: str
    settle: bool
    state: Mapping[str, Any]
    expect: Mapping[str, Mapping[str, int]]


def load(folder: Path) -> dict[str, Example]:
    """Every example in ``folder`` by its file's name; none where there is no folder."""
    return {path.stem: _example(path) for path in sorted(folder.glob("*.toml"))}


def _example(path: Path) -> Example:
    table = tomllib.loads(path.read_text("utf-8"))
    try:
        return Example(
            path.stem,
            from_table(table.pop("name")),
            from_table(table.pop("text")),
            table.pop("source"),
            table.pop("settle", False),
            table.pop("state"),
            table.pop("expect"),
        )
    except (KeyError, ValueError) as error:
        raise ValueError(f"{path.name}: {error}") from None
