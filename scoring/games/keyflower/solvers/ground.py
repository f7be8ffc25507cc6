"""Values more tiles for a village on the map, each laid where the village pays most.

A number that a player typed takes precedence over the map, so it is left out of the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.model.seat import Seat
from scoring.solving import deadline

from . import placing
from .layout import Layout, Place
from .mapped import MAP, own
from .pieces import shape
from .village import Village

MOST = 8
"""With more waiting tiles than this, the village does not count as mapped yet."""

FEW = 2
"""Up to this many waiting tiles are laid anew with each tile won; more are laid once, first."""

SECONDS = 0.4
"""Seconds of processor time for one search; most need a hundredth of it."""

type _Asked = tuple[tuple[tuple[str, str], ...], bool, bool]


class LaidVillage:
    """A village as laid on the map. ``certain``: every result so far is proven best."""

    def __init__(self, village: Village) -> None:
        it, seat = village.mapped, village.seat
        assert it is not None, "there is a map"
        typed = {tile for tile, number in seat.tally("turn_order").items() if number}
        box = {
            tile: replace(each, kind="typed") if tile in typed else each
            for tile, each in it.layout.box.items()
        }
        self.layout, self._catalogue = Layout(it.layout.laid, box), village.catalogue
        self._owned = tuple(own(seat))
        self._loop, self._chain = seat.number("loop"), seat.number("chain")
        self.certain = True
        self._known: dict[_Asked, tuple[Layout, int]] = {}
        self._waiting: Sequence[str] = (*it.waiting, *it.covered)
        if len(self._waiting) > FEW:
            self.layout, self.certain = self._best(self._waiting, self._terms(()))[0], False
            self._waiting = ()

    @classmethod
    def of(cls, village: Village) -> LaidVillage | None:
        """Returns a ground; ``None`` without a home on the map or with over ``MOST`` tiles left."""
        it = village.mapped
        if it is None or not it.layout.of_kind("home") or it.left > MOST:
            return None
        return cls(village)

    def bare(self, seat: Seat) -> Seat:
        """Returns the sheet without what is counted here."""
        return seat.put(**{MAP: None}, loop=self._loop or 0, chain=self._chain or 0)

    def paid(self, tiles: frozenset[str] = frozenset()) -> int:
        """Returns the points of the layout with these tiles laid as well."""
        return self._laid(tiles)[1]

    def touches(self, tile: str) -> int:
        """Returns how many tiles a turn order tile touches in the best layout; 0 if left out."""
        after = self._laid(frozenset([tile]))[0]
        places: list[Place] = [p for p, each in after.laid.items() if each.tile == tile]
        return sum(len(after.touching(place)) for place in places)

    def _laid(self, tiles: frozenset[str]) -> tuple[Layout, int]:
        new = [tile for tile in sorted(tiles) if not self.layout.holds(tile)]
        return self._best((*self._waiting, *new), self._terms(tuple(tiles)))

    def _terms(self, tiles: tuple[str, ...]) -> placing.Terms:
        found = placing.terms(self._catalogue, (*self._owned, *tiles))
        return replace(
            found,
            loop=found.loop if self._loop is None else 0,
            chain=found.chain if self._chain is None else (),
        )

    def _best(self, tiles: Sequence[str], terms: placing.Terms) -> tuple[Layout, int]:
        """Returns the best layout and its points, cached; leaves out tiles if they do not fit."""
        asked = self._shapes(tiles), bool(terms.loop), bool(terms.chain)
        if asked not in self._known:
            self._known[asked] = self._search(tiles, terms)
        return self._known[asked]

    def _search(self, tiles: Sequence[str], terms: placing.Terms) -> tuple[Layout, int]:
        if not tiles:
            return self.layout, placing.counted(self.layout, terms).points
        try:
            found = placing.best(self.layout, tiles, terms, SECONDS)
        except deadline.OutOfTime:
            deadline.check()  # raises if the caller's time is over as well
            self.certain = False
            return self._best(tiles[:-1], terms)
        if found.proof.verdict == "impossible":
            without = (tuple(t for t in tiles if t != left) for left in dict.fromkeys(tiles))
            return max((self._best(each, terms) for each in without), key=lambda each: each[1])
        self.certain = self.certain and found.proof.verdict == "optimal"
        return found.layout, found.points

    def _shapes(self, tiles: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Returns a cache key: tiles of equal shape are equal, but turn order tiles keep ids."""
        box = self.layout.box

        def alike(tile: str) -> str:
            return tile if box[tile].kind == "turn_order" else shape(box[tile])

        return tuple(sorted((box[tile].kind, alike(tile)) for tile in tiles))
