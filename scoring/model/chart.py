"""A game's description of one seat's tiles on a map: places, names, edges and figures.

Places, sides and turns are those of ``hex_grid``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scoring.text.localised import EMPTY, Text

from .hex_grid import SIDES, Place, Spot, neighbours, opposite, turned


@dataclass(frozen=True, slots=True)
class Readout:
    """One number that a game computes from the laid tiles, and the places that it comes from.

    ``lit``: places (column, row) to highlight, numbered in this order unless ``marks`` has a text
        for them.
    ``ways``: pairs of places; a line is drawn between their centres.
    ``arrows``: number of a step to the places that it leads over.
    ``note``: what the number is based on.
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
    """A game's description of the tiles on one seat's map.

    ``laid``: tile id to its place (column and row of a hexagon) and rotation in sides clockwise.
    ``waiting``: ids of the seat's own tiles that are not laid yet.
    ``edges``: tile id to six letters, one for each edge of the unturned tile, clockwise from the
        bottom. The game chooses the letters, such as R for a road. For all tiles that can be laid.
    ``open``: letters of the edges along which the map continues.
    ``offered``: ids of further tiles that may be laid.
    ``loose``: true if touching edges need not have the same letter.
    ``faces``: tile id to the id of its visible side, for tiles with two.
    ``says``: tile id to a text for a laid tile: its name and what it is connected with.
    ``misfits``: pairs of neighbouring places whose edges do not match.
    ``readouts``: numbers computed from the tiles, such as those on a closed road.
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


def free(chart: Chart) -> dict[Place, bool]:
    """Returns the empty places beside a map's tiles: place to true if a tile may continue there.

    That is if an edge towards it has one of the chart's ``open`` letters. Without any tile, returns
    only the place (0, 0). A place is a column and a row.
    """
    taken = {spot.place for spot in chart.laid.values()}
    found: dict[Place, bool] = {}
    for tile, spot in chart.laid.items():
        for side, near in enumerate(neighbours(spot.place)):
            if near not in taken:
                letter = turned(chart.edges[tile], spot.turn)[side]
                found[near] = found.get(near, False) or letter in chart.open
    return found or {(0, 0): True}


def fitting(chart: Chart, tile: str, place: Place) -> Iterator[int]:
    """Yields the rotations (0 to 5 sides clockwise) in which a tile fits its neighbours at a place.

    ``tile``: id of the tile; if it is laid elsewhere, it does not count as a neighbour. ``chart``:
    all tiles of the map. ``place``: column and row.
    """
    laid = ((each, spot) for each, spot in chart.laid.items() if each != tile)
    lying = {spot.place: turned(chart.edges[each], spot.turn) for each, spot in laid}
    for turn in range(SIDES):
        edges = turned(chart.edges[tile], turn)
        if chart.loose or all(
            edges[side] == lying[near][opposite(side)]
            for side, near in enumerate(neighbours(place))
            if near in lying
        ):
            yield turn
