"""Worth of one more tile to a seat: its best total with the tile less its best total without.

Both totals include the final allocation, so two tiles that take the same pieces are together worth
less than the sum of both. Workers bid are lost, and on a map each tile lies where it scores most.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from scoring.model.hex_grid import Place
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.solving import deadline

from . import map_layout, tile_placement
from .enumeration import SeatSolver
from .layout import Layout
from .map_layout import MAP, owned
from .recorded_decisions import Recorded, undecided
from .tiles_to_lay import shape
from .village import Village

MOST = 8
"""Most waiting tiles of a village that counts as mapped."""

FEW = 2
"""Up to this many waiting tiles are laid anew with each tile won; more are laid once, before."""

SECONDS = 0.4
"""Processor time for one search, in seconds; most searches need a hundredth of it."""

type _Key = tuple[tuple[tuple[str, str], ...], bool, bool]


class LaidVillage:
    """A village on the map; finds the most points of its layout with further tiles laid.

    ``certain``: true as long as every result is proven to be the best.
    """

    def __init__(self, village: Village) -> None:
        mapped, seat = village.mapped, village.seat
        assert mapped is not None, "there is a map"
        typed = {tile for tile, number in seat.tally("turn_order").items() if number}
        box = {
            tile: replace(each, kind="typed") if tile in typed else each
            for tile, each in mapped.layout.box.items()
        }
        self.layout, self._catalogue = Layout(mapped.layout.laid, box), village.catalogue
        self._owned = tuple(owned(seat))
        self._loop, self._chain = seat.number("loop"), seat.number("chain")
        self.certain = True
        self._layouts: dict[_Key, tuple[Layout, int]] = {}
        self._waiting: Sequence[str] = (*mapped.waiting, *mapped.covered)
        if len(self._waiting) > FEW:
            self.layout, self.certain = self._best(self._waiting, self._terms(()))[0], False
            self._waiting = ()

    @classmethod
    def of(cls, village: Village) -> "LaidVillage | None":
        """Returns a village ready for laying tiles on its map; ``None`` if the map is not complete.

        It needs a home on the map and at most ``MOST`` owned tiles that are not on it yet.
        """
        mapped = village.mapped
        if mapped is None or not mapped.layout.of_kind("home") or mapped.left > MOST:
            return None
        return cls(village)

    def bare(self, seat: Seat) -> Seat:
        """Returns the sheet without its map, whose points the method ``paid`` counts instead.

        Numbers typed for the closed road and the boats joined to the home stay.
        """
        return seat.put(**{MAP: None}, loop=self._loop or 0, chain=self._chain or 0)

    def paid(self, tiles: frozenset[str] = frozenset()) -> int:
        """Returns the points of the village's layout with further tiles, laid where they pay most.

        ``tiles``: ids of tiles not on the map.
        """
        return self._laid(tiles)[1]

    def touches(self, tile: str) -> int:
        """Returns how many tiles a turn order tile touches where laid best; 0 if none fits."""
        after = self._laid(frozenset([tile]))[0]
        places: list[Place] = [p for p, each in after.laid.items() if each.tile == tile]
        return sum(len(after.touching(place)) for place in places)

    def _laid(self, tiles: frozenset[str]) -> tuple[Layout, int]:
        new = [tile for tile in sorted(tiles) if not self.layout.holds(tile)]
        return self._best((*self._waiting, *new), self._terms(tuple(tiles)))

    def _terms(self, tiles: tuple[str, ...]) -> map_layout.Terms:
        terms = map_layout.terms(self._catalogue, (*self._owned, *tiles))
        return replace(
            terms,
            loop=terms.loop if self._loop is None else 0,
            chain=terms.chain if self._chain is None else (),
        )

    def _best(self, tiles: Sequence[str], terms: map_layout.Terms) -> tuple[Layout, int]:
        """Returns the best layout with these tiles (ids) added, and its points; cached.

        ``terms``: points per feature of a layout. Tiles that do not fit, or for which time runs
        out, are left out.
        """
        key = self._shapes(tiles), bool(terms.loop), bool(terms.chain)
        if key not in self._layouts:
            self._layouts[key] = self._search(tiles, terms)
        return self._layouts[key]

    def _search(self, tiles: Sequence[str], terms: map_layout.Terms) -> tuple[Layout, int]:
        if not tiles:
            return self.layout, map_layout.counted(self.layout, terms)
        try:
            placed = tile_placement.best(self.layout, tiles, terms, SECONDS)
        except deadline.OutOfTime:
            deadline.check()  # raises if the caller has no time left either
            self.certain = False
            return self._best(tiles[:-1], terms)
        if placed.proof.verdict == "impossible":
            without = (tuple(t for t in tiles if t != left) for left in dict.fromkeys(tiles))
            return max((self._best(each, terms) for each in without), key=lambda each: each[1])
        self.certain = self.certain and placed.proof.verdict == "optimal"
        return placed.layout, placed.points

    def _shapes(self, tiles: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Returns a cache key for a set of tiles (ids), equal for sets that score alike.

        Tiles of one kind with the same edges are exchangeable; turn order tiles are not.
        """
        box = self.layout.box

        def alike(tile: str) -> str:
            return tile if box[tile].kind == "turn_order" else shape(box[tile])

        return tuple(sorted((box[tile].kind, alike(tile)) for tile in tiles))


FIELDS = {"winter": "winter", "boat": "boats"}
"""Kinds of tiles that can be won, each with the field that holds them; turn order tiles apart."""


class Prices:
    """Computes one seat's best final score with any further tiles, all decisions being open.

    ``ground``: the seat's map; ``None`` without a home on it, or with too many tiles not laid yet.
    ``touches``: turn order tile id to the number of tiles it would touch; used without a map.
    """

    def __init__(self, position: Position, seat: Seat, touches: Mapping[str, int]) -> None:
        village = Village(position, undecided(seat))
        self.ground = LaidVillage.of(village)
        self._village = village.holding(self.ground.bare(village.seat)) if self.ground else village
        self._touches = touches
        self.total = cache(self._total)

    @property
    def seat(self) -> Seat:
        return self._village.seat

    def _total(self, tiles: frozenset[str] = frozenset(), colour: str = "", paid: int = 0) -> int:
        """Returns the seat's best final score with more tiles (ids) and ``paid`` fewer workers.

        ``colour``: that of these workers.
        """
        deadline.check()
        village = self._village.holding(self.holding(tiles, colour, paid))
        return SeatSolver(village, Recorded()).best() + self.laid(tiles)

    def laid(self, tiles: frozenset[str] = frozenset()) -> int:
        """Returns the points of the layout of the seat's map with these tiles (ids) added.

        They are part of the best final score; 0 if the seat has no map.
        """
        return self.ground.paid(tiles) if self.ground else 0

    def touches(self, tile: str) -> int:
        """Returns how many tiles a turn order tile would touch: by the map, else as typed."""
        return self.ground.touches(tile) if self.ground else self._touches.get(tile, 0)

    def unsaid(self, tile: str) -> str:
        """Returns the id of the form's blank field that a tile's worth needs; empty if none.

        The field is ``touches``, ``loop`` or ``chain``. A seat with a map needs none of them.
        """
        if self.ground:
            return ""
        rule, seat = self._village.catalogue[tile].scores[0].rule, self.seat
        if rule == "touching" and tile not in self._touches:
            return "touches"
        return rule if rule in ("loop", "chain") and seat.number(rule) is None else ""

    def takes(self, tile: str) -> frozenset[str]:
        """Returns the ids of the pieces that a tile takes at the end of the game, if any."""
        intake = self._village.holding(self.holding(frozenset([tile]))).intakes.get(tile)
        return frozenset((*intake.kinds, intake.wild)) - {""} if intake else frozenset()

    def holding(self, tiles: frozenset[str], colour: str = "", paid: int = 0) -> Seat:
        """Returns the seat's sheet with these tiles added and ``paid`` workers of a colour removed.

        If the seat has a map, turn order tiles are entered with 0 touches, since the map counts
        them.
        """
        seat, catalogue = self.seat, self._village.catalogue
        cells: dict[str, Any] = {}
        for tile in sorted(tiles):
            kind = catalogue[tile].kind
            if kind == "turn_order":
                touches = cells.setdefault(kind, dict(seat.tally(kind)))
                touches[tile] = 0 if self.ground else self._touches.get(tile, 0)
            else:
                field = FIELDS[kind]
                cells.setdefault(field, dict.fromkeys(seat.picked(field), True))[tile] = True
        if paid:
            workers = dict(seat.tally("workers"))
            workers[colour] = workers.get(colour, 0) - paid
            cells["workers"] = workers
        return seat.put(**cells)

    def gain(self, *tiles: str) -> int:
        """Returns the points that these tiles (ids) together add to the seat's best final score."""
        return self.total(frozenset(tiles)) - self.total()

    def ceiling(self, tile: str, colour: str) -> int:
        """Returns the most workers of a colour that can be bid for a tile without losing points."""
        without, with_it = self.total(), frozenset([tile])
        numbers = range(1, self.seat.tally("workers").get(colour, 0) + 1)
        # every further worker paid can only lower the total
        return bisect_left(numbers, True, key=lambda n: self.total(with_it, colour, n) < without)
