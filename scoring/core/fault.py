"""What is wrong with an entry, and what is merely strange. Both name their cell.

A fault is not recorded; a doubt is recorded as entered, since players are right about
their table.
"""

from __future__ import annotations

from dataclasses import dataclass

from .text import Text

MOST_FAULTS = 100
"""Nobody reads more, and a hostile sheet should not buy a search for each of its words."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A cell that cannot be read. ``path`` is the cell's, for example ``p1/resources/wood``."""

    path: str
    message: Text


@dataclass(frozen=True, slots=True)
class Doubt:
    """A cell that is recorded although the box does not hold it."""

    path: str
    message: Text


class SheetError(ValueError):
    """A sheet that cannot be used as it stands; ``faults`` name every cell at fault."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{f.path}: {f.message.en}" for f in faults))
        self.faults = faults
