"""Reads the map on a seat's sheet: its loop, chain of boats and neighbours, and their points.

While some tiles are missing on the map, every count is only that of the tiles laid so far. If two
tiles are entered in one place, as two phones may do, the later one is left out.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.model.catalogue import Catalogue
from scoring.model.hex_grid import Place
from scoring.model.seat import Seat

from .. import points
from .layout import LaidTile, Layout, box
from .longest_loop import Walk, longest

MAP = "map"
FIELDS = ("village", "boats", "winter", "summer_boats")
"""Fields of the sheet for tiles that a player owns and lays; turn order tiles come on top."""


def owned(seat: Seat) -> Iterator[str]:
    """Yields the ids of all tiles that a seat owns by its sheet, on its map or not."""
    for field in FIELDS:
        yield from seat.picked(field)
    yield from seat.tally("turn_order")


def turn_order(seat: Seat, catalogue: Catalogue) -> list[str]:
    """Returns the ids of the turn order tiles that a seat has, on its map or entered otherwise."""
    entered = {*seat.tally("turn_order"), *seat.spots(MAP)}
    return [tile.id for tile in catalogue.of_kind("turn_order") if tile.id in entered]


class MapLayout:
    """The layout on a seat's map, with at most one tile in a place.

    ``layout``: its tiles. ``places``: id of each of them to its place.
    ``waiting``: ids of tiles owned but not on the map.
    ``covered``: ids of tiles entered in a place already taken, each to the tile that lies there.
    ``left``: number of tiles that wait or are covered; a home not entered yet counts as one.
    """

    def __init__(self, seat: Seat, catalogue: Catalogue) -> None:
        laid: dict[Place, LaidTile] = {}
        self.covered: dict[str, str] = {}
        for tile, spot in seat.spots(MAP).items():
            if (there := laid.get(spot.place)) is not None:
                self.covered[tile] = there.tile
            else:
                laid[spot.place] = LaidTile(tile, spot.turn)
        self.layout = Layout(laid, box(catalogue))
        self.places = {each.tile: place for place, each in self.layout.laid.items()}
        self.waiting = tuple(
            tile for tile in owned(seat) if tile not in self.places and tile not in self.covered
        )
        homes = [tile for tile in self.waiting if self.layout.box[tile].kind == "home"]
        lacks = not self.layout.of_kind("home") and not homes
        self.left = len(self.waiting) + len(self.covered) + lacks

    @cached_property
    def loop(self) -> Walk:
        """The longest closed road for the boat Sea Bastion, by the rulebook: no road used twice."""
        return longest(self.layout.roads)

    @property
    def strict_loop(self) -> Walk:
        """The longest closed road, for the boat Sea Bastion, if no tile may be passed twice."""
        return longest(self.layout.roads, once=True)

    def touching(self, tile: str) -> tuple[Place, ...]:
        """Returns the places of the tiles that touch ``tile``; empty if it is not on the map.

        ``tile``: an id. A place is (column, row).
        """
        return self.layout.touching(self.places[tile]) if tile in self.places else ()


@dataclass(frozen=True, slots=True)
class Terms:
    """Points that a village scores for each feature of its layout on the map.

    ``touching``: points for each tile that touches a turn order tile.
    ``loop``: points for each tile on the longest closed road; 0 without the boat Sea Bastion.
    ``chain``: points by number of boats joined to the home by water; empty without the Sea Breese.
    """

    touching: int = 1
    loop: int = 0
    chain: Sequence[int] = ()


def terms(catalogue: Catalogue, tiles: Container[str]) -> Terms:
    """Returns the points that a village with these tiles (ids) scores for its layout.

    They are points per tile that touches a turn order tile, per tile on the closed road, and by
    number of boats joined to the home.
    """
    touching, loop, chain = (
        catalogue[tile].scores[0]["points"]
        for tile in ("turn_order_1", "sea_bastion", "sea_breese")
    )
    return Terms(
        int(touching),
        int(loop) if "sea_bastion" in tiles else 0,
        tuple(chain) if "sea_breese" in tiles else (),
    )


def counted(layout: Layout, terms: Terms) -> int:
    """Returns the points of a layout for turn order tiles, closed road and boats.

    ``terms``: the points for each of them.
    """
    touches = sum(len(layout.touching(place)) for place in layout.of_kind("turn_order"))
    paid = terms.touching * touches
    if terms.loop:
        paid += terms.loop * points.loop(len({*longest(layout.roads)}))
    if terms.chain:
        paid += points.chain(len(layout.chain), terms.chain)
    return paid
