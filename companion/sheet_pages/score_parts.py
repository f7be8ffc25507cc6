"""A score by its parts, a game's groups of rows: bars, where it was won, the order of the reveal.

All pages name, order and shade the parts of a result alike, so they are worked out here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.sheet_pages import charts
from companion.sheet_pages.scores import Scored
from scoring.model.breakdown import Line
from scoring.text.localised import Text


@dataclass(frozen=True, slots=True)
class Part:
    """A group of rows, or a row that has none, with what it gave each seat.

    ``shade`` tells it apart in bars; the part that gave the most in all has the first.
    """

    name: Text
    shade: int
    lines: Mapping[str, tuple[Line, ...]]

    def points(self, seat: str) -> int:
        """What is known of it; rows that are open count nothing yet."""
        return sum(line.points or 0 for line in self.lines.get(seat, ()))

    def open(self, seat: str) -> bool:
        return any(line.points is None for line in self.lines.get(seat, ()))

    def lone(self, seat: str) -> bool:
        """Is it one row of the part's own name, which needs no heading above it?"""
        return [line.label for line in self.lines.get(seat, ())] == [self.name]


def parts(found: Scored, seats: Sequence[str]) -> list[Part]:
    """The parts that gave one of ``seats`` something or are open, the most important first."""
    named: dict[Text, dict[str, list[Line]]] = {}
    for seat in seats:
        for line in found.breakdowns[seat].lines:
            if line.points != 0:
                name = line.group if line.group.en else line.label
                named.setdefault(name, {}).setdefault(seat, []).append(line)
    listed = [
        Part(name, 0, {seat: tuple(lines) for seat, lines in each.items()})
        for name, each in named.items()
    ]
    listed.sort(key=lambda part: -sum(part.points(seat) for seat in seats))
    return [Part(part.name, min(n, charts.SHADES - 1), part.lines) for n, part in enumerate(listed)]


def bars(listed: Sequence[Part], seats: Sequence[str]) -> dict[str, list[charts.Segment]]:
    """The parts of each seat side by side, the longest bar 100 wide."""
    rows = [{seat: part.points(seat) for seat in seats} for part in listed]
    return charts.bars(rows, seats)
