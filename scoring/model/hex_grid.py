"""Arithmetic of a grid of hexagons: places, neighbours, sides and turns.

A place is a column and a row; the turn of a tile is counted in sides, clockwise. The game gives
edges a meaning: here they are letters, and two that meet either agree or do not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

type Place = tuple[int, int]
"""A hexagon: column to the right, row downwards (axial; one column on is half a row down)."""

STEPS: tuple[Place, ...] = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
"""Steps to the neighbour across each edge, clockwise from the bottom, in the order of edge
letters."""

SIDES = len(STEPS)

SPOT = re.compile(r"(0|-?[1-9]\d?),(0|-?[1-9]\d?)/([0-5])\Z", re.ASCII)
"""Format of a tile's spot in a cell: column, row, and number of sides that it is turned."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Place of a tile, and the number of sides that it is turned clockwise.

    >>> Spot.read("-1,2/5"), str(Spot((0, 1), 3))
    (Spot(place=(-1, 2), turn=5), '0,1/3')
    """

    place: Place
    turn: int = 0

    @classmethod
    def read(cls, text: str) -> Spot:
        """Parses the value of a cell. Raises ``ValueError``."""
        found = SPOT.match(text)
        if found is None:
            raise ValueError(text)
        column, row, turn = map(int, found.groups())
        return cls((column, row), turn)

    def __str__(self) -> str:
        return f"{self.place[0]},{self.place[1]}/{self.turn}"


def neighbour(place: Place, side: int) -> Place:
    """Returns the neighbour across an edge."""
    column, row = STEPS[side]
    return place[0] + column, place[1] + row


def neighbours(place: Place) -> tuple[Place, ...]:
    """Returns the six neighbours, clockwise from the bottom."""
    return tuple(neighbour(place, side) for side in range(SIDES))


def opposite(side: int) -> int:
    """Returns the neighbour's side that meets this one."""
    return (side + SIDES // 2) % SIDES


def distance(one: Place, other: Place) -> int:
    """Returns the number of steps from one place to another.

    >>> distance((0, 0), (2, -1)), distance((0, 0), (1, 1))
    (2, 2)
    """
    column, row = one[0] - other[0], one[1] - other[1]
    return max(abs(column), abs(row), abs(column + row))
