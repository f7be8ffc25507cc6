"""Tiles to be laid, as pieces with six edges, and the rotations in which they fit beside a village.

Tiles with equal edges that score by the same features are one kind of piece, as exchanging them
changes nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from scoring.model.hex_grid import SIDES, Place, distance, neighbours, opposite

from .layout import Layout, Tile

ANY = "." * SIDES
"""Edge letters required in a place without neighbours: any."""

type Ground = Mapping[Place, str]
"""Place (column, row) of each laid tile to its six edge letters as it lies, clockwise from the
bottom: R road, W water, F field."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of tile to be laid: its edges in any rotation, and the features by which it scores.

    ``shape``: the six edge letters in the rotation that comes first in the alphabet.
    ``touched``: true for a turn order tile, which scores the tiles that touch it.
    ``roads``: true if it can lie on a closed road that scores.
    ``water``: true for a boat.
    ``barred``: places where it must not be laid.
    """

    shape: str
    touched: bool
    roads: bool
    water: bool
    barred: frozenset[Place]


type LaidPieces = dict[Place, tuple[Piece, str]]
"""Pieces by place, each with its edge letters as it lies."""


def turns(shape: str) -> tuple[str, ...]:
    """Returns the distinct rotations of a tile's six edge letters, such as *FRFRFW*.

    R is road, W water, F field, clockwise from the bottom.
    """
    return tuple(dict.fromkeys(shape[n:] + shape[:n] for n in range(SIDES)))


@cache
def fitting(shape: str, need: str) -> tuple[str, ...]:
    """Returns the rotations of six edge letters that show those of ``need``; a dot is any letter.

    ``shape``: the six letters, such as *FRFRFW* for field, road and water, clockwise from the
    bottom.
    """
    return tuple(
        edges
        for edges in turns(shape)
        if all(n in (".", e) for n, e in zip(need, edges, strict=True))
    )


def shape(tile: Tile) -> str:
    """Returns a tile's six edge letters, such as *FRFRFW*, in the rotation first in the alphabet.

    So tiles that differ by a rotation only have the same letters. R is road, W water, F field,
    clockwise from the bottom.
    """
    return min(turns(tile.edges))


def within(places: Collection[Place], steps: int) -> list[Place]:
    """Returns the empty places of the map up to ``steps`` away from a laid tile, nearest first.

    ``places``: those of the laid tiles. A place is (column, row).
    """
    reached: dict[Place, None] = {}
    border: Collection[Place] = places
    for _ in range(steps):
        border = [p for place in border for p in neighbours(place)]
        border = {p for p in border if p not in places and p not in reached}
        reached |= dict.fromkeys(sorted(border, key=lambda place: place[::-1]))
    return list(reached)


def ground_with(layout: Layout, laid: LaidPieces) -> Ground:
    """Returns place to edge letters for all tiles of a village, new pieces included.

    ``layout``: the village before. ``laid``: place to new piece and its edges as it lies.
    """
    return {**layout.edges, **{place: edges for place, (_, edges) in laid.items()}}


def need(layout: Layout, ground: Ground, place: Place) -> str:
    """Returns the six edge letters that a tile must show in a place; a dot for any letter.

    ``layout``: the village before; with boat 2a in it, edges need not match. ``ground``: the edges
    of all tiles. ``place``: (column, row).
    """
    if layout.any_edge:
        return ANY
    return "".join(
        ground[near][opposite(side)] if near in ground else "."
        for side, near in enumerate(neighbours(place))
    )


def hang_together(layout: Layout, new: Sequence[Place]) -> bool:
    """True if all new places are connected to the village's tiles, if only by one another.

    ``layout``: the village before. A place is (column, row).
    """
    reached = [p for p in new if any(near in layout.laid for near in neighbours(p))]
    for place in reached:
        reached += [p for p in new if p not in reached and distance(p, place) == 1]
    return len(reached) == len(new)
