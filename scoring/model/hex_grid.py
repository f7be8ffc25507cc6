"""Arithmetic of a grid of hexagons: places, neighbours, sides and turns.

A place is a column and a row; how a tile is turned is counted in sides, clockwise. What edges mean
is the game's business: here they are letters, and two that meet either agree or do not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

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


def beside(place: Place, side: int) -> Place:
    """The neighbour over an edge."""
    column, row = STEPS[side]
    return place[0] + column, place[1] + row


def neighbours(place: Place) -> tuple[Place, ...]:
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
