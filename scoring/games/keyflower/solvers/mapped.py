"""A seat's village as it lies on the map of its sheet, and what can be counted there.

Nothing is guessed: while some of its tiles lie nowhere, every count is only what it is so far. Two
tiles in one place, as two phones may say, leave the later one out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property, lru_cache

from scoring.model.catalogue import Catalogue
from scoring.model.seat import Seat

from .layout import Laid, Layout, Place, Tile, box
from .route import Road, Route, longest

MAP = "map"
FIELDS = ("village", "boats", "winter", "summer_boats")
"""What a player owns and lays, but for turn order tiles."""


@cache
def tiles(catalogue: Catalogue) -> Mapping[str, Tile]:
    """Every tile that may lie in a village."""
    return box(catalogue)


@lru_cache(512)
def route(roads: tuple[Road, ...], once: bool) -> Route:
    """The longest loop: each change of a sheet asks again for the same roads."""
    return longest(roads, once=once)


def own(seat: Seat) -> Iterator[str]:
    """The tiles that a seat says it owns, in the order of its sheet."""
    for field in FIELDS:
        yield from seat.picked(field)
    yield from seat.tally("turn_order")


class Mapped:
    """The tiles of a map, as far as each has a place to itself.

    ``waiting`` are owned and lie nowhere, ``covered`` lie where another one does.
    """

    def __init__(self, seat: Seat, catalogue: Catalogue) -> None:
        faces = seat.faces("village")
        laid: dict[Place, Laid] = {}
        self.covered: dict[str, str] = {}
        for tile, spot in seat.spots(MAP).items():
            if (there := laid.get(spot.place)) is not None:
                self.covered[tile] = there.tile
                continue
            upgraded = faces.get(tile) == "after"
            laid[spot.place] = Laid(tile, spot.turn, "after" if upgraded else "before")
        self.layout = Layout(laid, tiles(catalogue))
        self.places = {each.tile: place for place, each in self.layout.laid.items()}
        self.waiting = tuple(
            tile for tile in own(seat) if tile not in self.places and tile not in self.covered
        )

    @cached_property
    def left(self) -> int:
        """How many tiles have to find their place before the map shows all; a home is one."""
        homes = [tile for tile in self.waiting if self.layout.box[tile].kind == "home"]
        lacks = not self.layout.of_kind("home") and not homes
        return len(self.waiting) + len(self.covered) + lacks

    @cached_property
    def loop(self) -> Route:
        """The Sea Bastion's route, as the rulebook reads: no road twice."""
        return route(self.layout.roads, False)

    @cached_property
    def strict_loop(self) -> Route:
        """The same where no tile may be passed twice either."""
        return route(self.layout.roads, True)

    @property
    def chain(self) -> tuple[Place, ...]:
        return self.layout.chain

    def touching(self, tile: str) -> tuple[Place, ...]:
        """Places of what touches that tile; none where it does not lie."""
        return self.layout.touching(self.places[tile]) if tile in self.places else ()
