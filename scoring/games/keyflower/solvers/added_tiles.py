"""Scores a mapped village with more tiles, each of them laid where the village scores most.

A feature with a number typed by the player is left out of the search: the typed number counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.model.seat import Seat
from scoring.solving import deadline

from . import layout_points, tile_placement
from .layout import Layout, Place
from .tiles_to_lay import shape
from .village import Village
from .village_from_map import MAP, owned

MOST = 8
"""Most waiting tiles of a village that counts as mapped."""

FEW = 2
"""Up to this many waiting tiles are laid anew with each tile won; more are laid once, beforehand.
"""

SECONDS = 0.4
"""Processor time for one search, in seconds; most searches need a hundredth of it."""

type _Key = tuple[tuple[tuple[str, str], ...], bool, bool]


class LaidVillage:
    """A village on the map; computes the points of its layout with further tiles laid.

    ``certain``: true while every result so far is proven to be the best.
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
    def of(cls, village: Village) -> LaidVillage | None:
        """Returns the village if it counts as mapped, else ``None``.

        It needs a home on the map and at most ``MOST`` owned tiles that are not on it yet.
        """
        mapped = village.mapped
        if mapped is None or not mapped.layout.of_kind("home") or mapped.left > MOST:
            return None
        return cls(village)

    def bare(self, seat: Seat) -> Seat:
        """Returns the sheet without its map and the map's counts, which ``paid`` scores instead."""
        return seat.put(**{MAP: None}, loop=self._loop or 0, chain=self._chain or 0)

    def paid(self, tiles: frozenset[str] = frozenset()) -> int:
        """Returns the points of the map if these tiles are also laid, where they score most."""
        return self._laid(tiles)[1]

    def touches(self, tile: str) -> int:
        """Returns how many tiles a turn order tile touches where laid best; 0 if none fits."""
        after = self._laid(frozenset([tile]))[0]
        places: list[Place] = [p for p, each in after.laid.items() if each.tile == tile]
        return sum(len(after.touching(place)) for place in places)

    def _laid(self, tiles: frozenset[str]) -> tuple[Layout, int]:
        new = [tile for tile in sorted(tiles) if not self.layout.holds(tile)]
        return self._best((*self._waiting, *new), self._terms(tuple(tiles)))

    def _terms(self, tiles: tuple[str, ...]) -> layout_points.Terms:
        terms = layout_points.terms(self._catalogue, (*self._owned, *tiles))
        return replace(
            terms,
            loop=terms.loop if self._loop is None else 0,
            chain=terms.chain if self._chain is None else (),
        )

    def _best(self, tiles: Sequence[str], terms: layout_points.Terms) -> tuple[Layout, int]:
        """Returns the best layout with these tiles and its points; cached.

        Tiles that do not fit, or for which time runs out, are left out.
        """
        key = self._shapes(tiles), bool(terms.loop), bool(terms.chain)
        if key not in self._layouts:
            self._layouts[key] = self._search(tiles, terms)
        return self._layouts[key]

    def _search(self, tiles: Sequence[str], terms: layout_points.Terms) -> tuple[Layout, int]:
        if not tiles:
            return self.layout, layout_points.counted(self.layout, terms)
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
        """Returns a cache key that is equal for sets of tiles that score alike.

        Tiles of one kind with the same edges are exchangeable; turn order tiles are not.
        """
        box = self.layout.box

        def alike(tile: str) -> str:
            return tile if box[tile].kind == "turn_order" else shape(box[tile])

        return tuple(sorted((box[tile].kind, alike(tile)) for tile in tiles))
