"""A final score, explained row by row.

A total is ``None`` while a row is unknown: what nobody knows is never added up as 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .problem import Missing
from .status import Status
from .text import EMPTY, Text
from .words import CORE as say

NEAR = 40


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the score pad.

    ``points`` is ``None`` where the rules known to us do not say, or while something that the row
    counts is blank; ``bounds`` then say the least and the most that it can be, where that is known.
    ``entry`` is the catalogue entry that pays; ``pieces`` are what it took, entry id to count;
    ``rulings`` are the ids of the table's rulings that this row depends on. ``brief`` is the most
    important of ``how`` in two words, for where there is little room.
    """

    id: str
    label: Text
    points: int | None
    how: Text
    cites: tuple[str, ...] = ()
    status: Status = "stated"
    entry: str | None = None
    pieces: Mapping[str, int] = field(default_factory=dict)
    rulings: tuple[str, ...] = ()
    group: Text = EMPTY
    bounds: tuple[int, int] | None = None
    brief: Text = EMPTY


@dataclass(frozen=True, slots=True)
class Breakdown:
    """All rows of one seat; ``unused`` are pieces that no row took.

    ``missing``: what a finished seat has and this one has not; filled in by the game.
    ``beside``: figures that stand beside a field or a section, by its id, where a line is too
    coarse for them. ``later``: fields that are not missing though they are blank: nobody can have
    filled them in yet, or they are counted elsewhere.

    >>> row = Line("a", EMPTY, 3, EMPTY)
    >>> Breakdown((row,)).total, Breakdown((row, Line("b", row.label, None, row.how))).total
    (3, None)
    >>> Breakdown((row, Line("loop", EMPTY, None, EMPTY, bounds=(0, 33)))).bounds
    (3, 36)
    """

    lines: tuple[Line, ...]
    unused: Mapping[str, int] = field(default_factory=dict)
    missing: tuple[Missing, ...] = ()
    beside: Mapping[str, str] = field(default_factory=dict)
    later: frozenset[str] = frozenset()

    @property
    def partial(self) -> bool:
        return any(line.points is None for line in self.lines)

    @property
    def complete(self) -> bool:
        """Is every row known and nothing missing that could still change the total?"""
        return not self.partial and not any(each.opens for each in self.missing)

    @property
    def known(self) -> int:
        """The sum of the rows that are known; a total only when ``partial`` is false."""
        return sum(line.points or 0 for line in self.lines)

    @property
    def total(self) -> int | None:
        return None if self.partial else self.known

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the most that the total can be; ``None`` while a row may be anything.

        Both are the total where nothing is open.
        """
        least = most = 0
        for line in self.lines:
            if line.points is not None:
                least, most = least + line.points, most + line.points
            elif line.bounds is None:
                return None
            else:
                least, most = least + line.bounds[0], most + line.bounds[1]
        return least, most

    @property
    def near(self) -> tuple[int, int] | None:
        """The bounds where they are near enough to be worth saying: 4 to 796 tells nobody much."""
        bounds = self.bounds
        return bounds if bounds and bounds[1] - bounds[0] <= NEAR else None

    def line(self, id_: str) -> Line | None:
        return next((line for line in self.lines if line.id == id_), None)


@dataclass(frozen=True, slots=True)
class Placing:
    """One seat's place in the final ranking; tied seats share ``place``."""

    seat: str
    place: int
    reason: Text


def by_total(breakdowns: Mapping[str, Breakdown], *_: object) -> Sequence[Placing]:
    """Ranking by total alone, ties shared; seats with an open total come last, unplaced (0).

    What else a game's ranking looks at, state and rulings, does not matter here.
    """
    known = {seat: b.total for seat, b in breakdowns.items() if b.total is not None}
    placings = []
    for seat, total in sorted(known.items(), key=lambda pair: (-pair[1], pair[0])):
        place = 1 + sum(other > total for other in known.values())
        shared = sum(other == total for other in known.values()) > 1
        reason = say("rank-shared") if shared else say("rank-by-total")
        placings.append(Placing(seat, place, reason))
    for seat in breakdowns:
        if seat not in known:
            placings.append(Placing(seat, 0, say("rank-open")))
    return placings
