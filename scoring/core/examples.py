"""Worked games: a sheet, and every row that it should give. They are tests and pages alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .reading import Reader, Translations, read_file
from .text import Text


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
    translations = Translations(folder.parent / "words")
    return {
        path.stem: _example(path.stem, read_file(path, f"examples/{path.name}", translations))
        for path in sorted(folder.glob("*.toml"))
    }


def _example(id_: str, reader: Reader) -> Example:
    found = Example(
        id_,
        reader.text("name"),
        reader.text("text"),
        reader.take("source", str),
        reader.take("settle", bool, False),
        reader.take("state", dict),
        reader.take("expect", dict),
    )
    reader.done()
    return found
