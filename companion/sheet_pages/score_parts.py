"""Splits scores into parts, a game's groups of lines: for bars, comparisons and the reveal.

Shared by all pages, so that the parts of a result have the same name, order and shade on each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.sheet_pages import plot_shapes
from scoring.evaluation import Scored
from scoring.model.breakdown import Line, points_range
from scoring.text.localised import Text


@dataclass(frozen=True, slots=True)
class Part:
    """A group of score lines, or one line without a group, with each seat's lines.

    ``shade``: the index of its colour in bars, 0 for the part with the most points in total.
    """

    name: Text
    shade: int
    lines: Mapping[str, tuple[Line, ...]]

    def points(self, seat: str) -> int:
        """Returns the seat's known points in this part; open lines count 0."""
        return sum(line.points or 0 for line in self.lines.get(seat, ()))

    def brief(self, seat: str) -> str:
        """Returns the seat's points in this part as short text, such as *12* or *12–15*."""
        return brief_points(self.lines.get(seat, ()))

    def lone(self, seat: str) -> bool:
        """True if the seat has one line here, named like the part: it needs no heading."""
        return [line.label for line in self.lines.get(seat, ())] == [self.name]


def brief_points(lines: Iterable[Line]) -> str:
    """Returns the points of some lines, or the range that they can still take; *?* if not known."""
    found = points_range(lines)
    return "?" if found.nothing and found.exact is None else found.brief


def parts(found: Scored, seats: Sequence[str]) -> list[Part]:
    """Returns the parts that are open or not 0 for one of ``seats``, most points in total first."""
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
    return [
        Part(part.name, min(n, plot_shapes.SHADES - 1), part.lines) for n, part in enumerate(listed)
    ]


def bars(listed: Sequence[Part], seats: Sequence[str]) -> dict[str, list[plot_shapes.Segment]]:
    """Returns each seat's stacked bar of these parts; the longest bar is 100 wide."""
    rows = [{seat: part.points(seat) for seat in seats} for part in listed]
    return plot_shapes.bars(rows, seats)
