"""What more tiles make of a village on the map, each laid where the village pays most for it.

A number that a player typed counts before what the map shows, so it stays out of the search.
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
"""More tiles than this beside a map: the village itself is not on it yet."""

FEW = 2
"""So many that wait are laid anew with every tile that is won; more of them are laid first."""

SECONDS = 0.4
"""What one search may take; most need a hundredth of it."""

type _Asked = tuple[tuple[tuple[str, str], ...], bool, bool]


class Ground:
    """A village as it lies. ``certain``: all that was said so far is the best of all ways."""

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
    def of(cls, village: Village) -> Ground | None:
        """``None`` where no village lies on a map, or where most of it waits beside it."""
        it = village.mapped
        if it is None or not it.layout.of_kind("home") or it.left > MOST:
            return None
        return cls(village)

    def bare(self, seat: Seat) -> Seat:
        """The sheet without what is counted here."""
        return seat.put(**{MAP: None}, loop=self._loop or 0, chain=self._chain or 0)

    def paid(self, tiles: frozenset[str] = frozenset()) -> int:
        """What the village pays for the way it lies once these tiles are laid, too."""
        return self._laid(tiles)[1]

    def touches(self, tile: str) -> int:
        """How many tiles a turn order tile touches where it is laid best."""
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
        """What fits nowhere stays beside the map, the last of them first."""
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
            deadline.check()  # if it is all that was given, there is no answer
            self.certain = False
            return self._best(tiles[:-1], terms)
        if found.proof.verdict == "impossible":
            without = (tuple(t for t in tiles if t != left) for left in dict.fromkeys(tiles))
            return max((self._best(each, terms) for each in without), key=lambda each: each[1])
        self.certain = self.certain and found.proof.verdict == "optimal"
        return found.layout, found.points

    def _shapes(self, tiles: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Tiles that lie alike are alike; turn order tiles keep their names, to be found again."""
        box = self.layout.box

        def alike(tile: str) -> str:
            return tile if box[tile].kind == "turn_order" else shape(box[tile])

        return tuple(sorted((box[tile].kind, alike(tile)) for tile in tiles))
