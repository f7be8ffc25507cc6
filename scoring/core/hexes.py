"""Tiles on hexagons: where they lie, and what a game says of them as they lie there.

A place is a column and a row; how a tile is turned is counted in sides, clockwise. What edges mean
is the game's business: here they are letters, and two that meet either agree or do not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .text import EMPTY, Text

if TYPE_CHECKING:
    from .seat import Position, Seat

type Place = tuple[int, int]
"""A hexagon: column to the right, row downwards (axial; a column on is half a row down)."""

STEPS: tuple[Place, ...] = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
"""To the neighbour over each edge, clockwise from the bottom, as the letters of edges stand."""

SIDES = len(STEPS)

SPOT = re.compile(r"(0|-?[1-9]\d?),(0|-?[1-9]\d?)/([0-5])\Z", re.ASCII)
"""How a cell says where a tile lies: column, row, and by how many sides it is turned."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a tile lies, turned clockwise by so many sides.

    >>> Spot.read("-1,2/5"), str(Spot((0, 1), 3))
    (Spot(place=(-1, 2), turn=5), '0,1/3')
    """

    place: Place
    turn: int = 0

    @classmethod
    def read(cls, text: str) -> Spot:
        """From a cell. Raises ``ValueError``."""
        found = SPOT.match(text)
        if found is None:
            raise ValueError(text)
        column, row, turn = map(int, found.groups())
        return cls((column, row), turn)

    def __str__(self) -> str:
        return f"{self.place[0]},{self.place[1]}/{self.turn}"


@dataclass(frozen=True, slots=True)
class Readout:
    """One thing that the tiles come to as they lie, and the places that make it.

    ``lit`` places are numbered in their order, or wear what ``marks`` says of them; ``ways`` are
    lit from the middle of one to the middle of the other. ``arrows``: the number of a step to the
    places that it leads over. ``note``: what the figure rests on.
    """

    id: str
    label: Text
    value: Text
    lit: tuple[Place, ...] = ()
    ways: tuple[tuple[Place, Place], ...] = ()
    marks: Mapping[Place, str] = field(default_factory=dict)
    note: Text = EMPTY
    arrows: Mapping[int, tuple[Place, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Chart:
    """What a game says of one seat's tiles.

    ``laid``: where they lie, no two in one place. ``waiting``: the seat's own that lie nowhere yet;
    ``offered``: others that may be laid as well. ``edges``: letters clockwise from the bottom, of
    every tile that is laid or may be; along the ``open`` ones a village goes on. ``loose``: edges
    need not match. ``says``: a laid tile's name and what it joins. ``misfits``: neighbours that
    disagree.
    """

    laid: Mapping[str, Spot]
    waiting: tuple[str, ...]
    edges: Mapping[str, str]
    open: str
    offered: tuple[str, ...] = ()
    loose: bool = False
    faces: Mapping[str, str] = field(default_factory=dict)
    says: Mapping[str, Text] = field(default_factory=dict)
    misfits: tuple[tuple[Place, Place], ...] = ()
    readouts: tuple[Readout, ...] = ()


type Charting = Callable[["Position", "Seat"], Chart]


def beside(place: Place, side: int) -> Place:
    """The neighbour over an edge."""
    column, row = STEPS[side]
    return place[0] + column, place[1] + row


def around(place: Place) -> tuple[Place, ...]:
    """The six neighbours, clockwise from the bottom."""
    return tuple(beside(place, side) for side in range(SIDES))


def opposite(side: int) -> int:
    """The neighbour's side that meets this one."""
    return (side + SIDES // 2) % SIDES


def apart(one: Place, other: Place) -> int:
    """Steps from one place to another.

    >>> apart((0, 0), (2, -1)), apart((0, 0), (1, 1))
    (2, 2)
    """
    column, row = one[0] - other[0], one[1] - other[1]
    return max(abs(column), abs(row), abs(column + row))


def free(chart: Chart) -> dict[Place, bool]:
    """The empty places beside tiles; true where an open edge leads there."""
    taken = {spot.place for spot in chart.laid.values()}
    found: dict[Place, bool] = {}
    for tile, spot in chart.laid.items():
        for side, near in enumerate(around(spot.place)):
            if near not in taken:
                letter = chart.edges[tile][(side - spot.turn) % SIDES]
                found[near] = found.get(near, False) or letter in chart.open
    return found or {(0, 0): True}


def fitting(chart: Chart, tile: str, place: Place) -> Iterator[int]:
    """The turns in which a tile agrees with all its neighbours there."""
    lying = {spot.place: (each, spot.turn) for each, spot in chart.laid.items() if each != tile}
    for turn in range(SIDES):
        if chart.loose or all(
            chart.edges[tile][(side - turn) % SIDES]
            == chart.edges[other][(opposite(side) - turned) % SIDES]
            for side, near in enumerate(around(place))
            if near in lying
            for other, turned in [lying[near]]
        ):
            yield turn
