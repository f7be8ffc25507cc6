"""Arithmetic of a grid of hexagons: places, neighbours, sides and turns.

A place is a column and a row. The turn of a tile is its rotation, counted in sides, clockwise. The
edges of a tile are letters, to which a game gives a meaning, such as R for a road.
"""

import re
from dataclasses import dataclass
from functools import cache

type Place = tuple[int, int]
"""A hexagon as (column, row) in axial coordinates: columns to the right, rows downwards, one column
further is half a row down."""

STEPS: tuple[Place, ...] = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
"""Steps (column, row) to the neighbour across each edge, clockwise from the bottom. The letters of
a tile's edges have the same order."""

SIDES = len(STEPS)

SPOT = re.compile(r"(0|-?[1-9]\d?),(0|-?[1-9]\d?)/([0-5])\Z", re.ASCII)
"""Format of a laid tile's cell: column, row, and the number of sides by which it is turned."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A tile's place on a map (column, row), and the number of sides it is turned clockwise.

    >>> Spot.read("-1,2/5"), str(Spot((0, 1), 3))
    (Spot(place=(-1, 2), turn=5), '0,1/3')
    """

    place: Place
    turn: int = 0

    @classmethod
    def read(cls, text: str) -> "Spot":
        """Parses a tile's place and rotation: column, row and turn, as in ``"-1,2/5"``.

        Raises ``ValueError`` for any other text.
        """
        found = SPOT.match(text)
        if found is None:
            raise ValueError(text)
        column, row, turn = map(int, found.groups())
        return cls((column, row), turn)

    def __str__(self) -> str:
        return f"{self.place[0]},{self.place[1]}/{self.turn}"


def neighbour(place: Place, side: int) -> Place:
    """Returns the place beside ``place`` on a map of hexagons, as (column, row).

    ``side``: the edge between the two, 0 to 5, clockwise from the bottom.
    """
    column, row = STEPS[side]
    return place[0] + column, place[1] + row


@cache
def neighbours(place: Place) -> tuple[Place, ...]:
    """Returns the six places around a hexagon, clockwise from the bottom."""
    return tuple(neighbour(place, side) for side in range(SIDES))


def turned(edges: str, turn: int) -> str:
    """Returns the letters of a turned tile's edges, clockwise from the bottom.

    >>> turned("WRRRRR", 2)
    'RRWRRR'

    ``edges``: those of the unturned tile. ``turn``: its rotation, clockwise in steps of one side.
    """
    return edges[-turn:] + edges[:-turn]


def opposite(side: int) -> int:
    """Returns the side (0 to 5) by which the neighbour across this ``side`` touches a hexagon."""
    return (side + SIDES // 2) % SIDES


def distance(one: Place, other: Place) -> int:
    """Returns the number of steps between two places (column, row) on a map of hexagons.

    >>> distance((0, 0), (2, -1)), distance((0, 0), (1, 1))
    (2, 2)
    """
    column, row = one[0] - other[0], one[1] - other[1]
    return max(abs(column), abs(row), abs(column + row))
