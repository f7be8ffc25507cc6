"""The layout of a village on the map: tiles by place, what connects them, and broken rules.

No layout is refused: where a rule of placing is broken is only reported; if some order of placing
kept all the rules is not checked. Every count returns the places that make it up, so that a map can
highlight them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from scoring.model.catalogue import Catalogue
from scoring.model.hex_grid import SIDES, Place, neighbour, neighbours, opposite, turned

BOATS = ("summer_boat", "boat")
ANY_EDGE = "boat_2a"
"""Side of a summer boat whose owner need not match edges."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile of the box: kind, and edges, clockwise from the bottom: R road, W water, F field."""

    id: str
    kind: str
    edges: str


type Box = Mapping[str, Tile]


@cache
def box(catalogue: Catalogue) -> Box:
    """Returns tile id to kind and edges, for all tiles of the box that have edges. Cached."""
    return {
        entry.id: Tile(entry.id, entry.kind, entry.facts["edges"])
        for entry in catalogue.entries.values()
        if "edges" in entry.facts
    }


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile (id) as it lies on the map: turned clockwise by ``turn`` sides."""

    tile: str
    turn: int = 0


type Meeting = tuple[Place, Place, str, str]
"""Two neighbouring tiles: place, other place, and the letter of each edge where they meet: R road,
W water, F field."""


def meetings(edges: Mapping[Place, str]) -> Iterator[Meeting]:
    """Yields each pair of neighbouring tiles, once.

    ``edges``: place to the six edge letters of the tile as it lies, clockwise from the bottom.
    """
    for place, mine in edges.items():
        for side in range(SIDES // 2):
            if (near := neighbour(place, side)) in edges:
                yield place, near, mine[side], edges[near][opposite(side)]


class Layout:
    """The tiles of one village on the map. Immutable: ``put`` returns another layout.

    ``any_edge``: edges need not match, as summer boat 2a is part of it.
    ``laid``: place to tile and rotation. A place is column and row of a hexagonal grid. ``edges``:
    place to the six edge letters of the tile as it lies, clockwise from the bottom. Raises
    ``KeyError`` for a tile not in the box.
    """

    def __init__(self, laid: Mapping[Place, LaidTile], box: Box) -> None:
        self.laid, self.box = dict(sorted(laid.items())), box
        self._tiles = {place: box[each.tile] for place, each in self.laid.items()}
        self.edges = {p: turned(self._tiles[p].edges, each.turn) for p, each in self.laid.items()}
        self.any_edge = self.holds(ANY_EDGE)

    def put(self, place: Place, laid: LaidTile) -> "Layout":
        """Returns this layout with a tile, turned as in ``laid``, added or replaced at a place.

        ``place``: (column, row).
        """
        return Layout({**self.laid, place: laid}, self.box)

    # places

    def touching(self, place: Place) -> tuple[Place, ...]:
        """Returns the occupied places beside ``place`` (column, row), which may be empty itself.

        Edges do not matter. A turn order tile scores them: ruling ``turn_order_adjacency``.
        """
        return tuple(near for near in neighbours(place) if near in self.laid)

    def of_kind(self, *kinds: str) -> tuple[Place, ...]:
        return tuple(place for place, tile in self._tiles.items() if tile.kind in kinds)

    def holds(self, tile: str) -> bool:
        """True if this tile (an id) lies anywhere in this layout."""
        return any(each.tile == tile for each in self.laid.values())

    # connections

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """Each pair of neighbouring tiles with the edges where they meet."""
        return tuple(meetings(self.edges))

    def links(self, letter: str) -> Iterator[tuple[Place, Place]]:
        """Yields each pair of neighbours, once, whose edges towards each other show this letter.

        ``letter``: R for road, W for water, F for field.
        """
        for place, near, mine, theirs in self.meetings:
            if mine == theirs == letter:
                yield place, near

    @property
    def roads(self) -> tuple[tuple[Place, Place], ...]:
        """Pairs of neighbouring places joined by road: goods and the Sea Bastion's loop use them.

        A place is (column, row).
        """
        return tuple(self.links("R"))

    @cached_property
    def chain(self) -> tuple[Place, ...]:
        """Places (column, row) of the boats joined by water to the home, the nearest first.

        Empty without a home; of several homes, the first by place counts. Ruling
        ``sea_breese_chain``.
        """
        joined: dict[Place, list[Place]] = {}
        for one, other in self.links("W"):
            joined.setdefault(one, []).append(other)
            joined.setdefault(other, []).append(one)
        reached = list(self.of_kind("home")[:1])
        for place in reached:
            reached += [p for p in joined.get(place, ()) if p not in reached]
        boats = self.of_kind(*BOATS)
        return tuple(place for place in reached if place in boats)

    # broken rules of placing

    @property
    def twice(self) -> tuple[Place, ...]:
        """Places (column, row) of tiles that lie in an earlier place, too.

        Both sides of a summer boat are one tile.
        """
        names = [
            tile.id[:-1] if tile.kind == "summer_boat" else tile.id for tile in self._tiles.values()
        ]
        return tuple(p for n, p in enumerate(self._tiles) if names[n] in names[:n])

    @property
    def misfits(self) -> tuple[tuple[Place, Place], ...]:
        """Pairs of neighbouring places whose edges differ, unless boat 2a lifts that rule."""
        met = () if self.any_edge else self.meetings
        return tuple((place, near) for place, near, mine, theirs in met if mine != theirs)

    @property
    def apart(self) -> tuple[Place, ...]:
        """Places (column, row) of tiles not connected to the home; empty without a home."""
        homes = self.of_kind("home")
        joined = self.joined(*homes[:1])
        return tuple(place for place in self.laid if homes and place not in joined)

    def joined(self, *to: Place) -> frozenset[Place]:
        """Returns all places that tiles connect with the places ``to``, whatever their edges.

        A place is (column, row).
        """
        reached = dict.fromkeys(to)
        waiting = list(reached)
        while waiting:
            new = [near for near in self.touching(waiting.pop()) if near not in reached]
            reached.update(dict.fromkeys(new))
            waiting += new
        return frozenset(reached)
