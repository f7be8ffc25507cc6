"""Worth of one more tile to a seat: its best total with the tile less its best total without.

Both totals include the final allocation, so two tiles that take the same pieces are together worth
less than the sum of both. Workers bid are lost, and on a map each tile lies where it scores most.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.solving import deadline

from . import enumeration
from .added_tiles import LaidVillage
from .recorded_decisions import Recorded, undecided
from .village import Village

FIELDS = {"winter": "winter", "boat": "boats"}
"""Kinds of tiles that can be won, each with the field that holds them; turn order tiles apart."""


class Prices:
    """A seat with every decision open, and its best total with any further tiles.

    ``ground``: the seat's map; ``None`` without a home on it, or with too many tiles not laid yet.
    ``touches``: for turn order tile ids, the tiles that each would touch; used without a map.
    """

    def __init__(self, position: Position, seat: Seat, touches: Mapping[str, int]) -> None:
        village = Village(position, undecided(seat))
        self.ground = LaidVillage.of(village)
        self._village = village.holding(self.ground.bare(village.seat)) if self.ground else village
        self._touches = touches
        self._totals: dict[tuple[frozenset[str], str, int], int] = {}

    @property
    def seat(self) -> Seat:
        return self._village.seat

    def total(self, tiles: frozenset[str] = frozenset(), colour: str = "", paid: int = 0) -> int:
        """Returns the seat's best final score with these tiles and without ``paid`` workers.

        ``tiles``: ids of the tiles added to those that the seat owns. ``colour``: the workers'
            colour.
        """
        key = tiles, colour, paid
        if key not in self._totals:
            deadline.check()
            village = self._village.holding(self.holding(tiles, colour, paid))
            self._totals[key] = enumeration.best(village, Recorded()) + self.laid(tiles)
        return self._totals[key]

    def laid(self, tiles: frozenset[str] = frozenset()) -> int:
        """Returns the points that the layout of the seat's map scores with these tiles added.

        They are part of the result of ``total``. ``tiles``: ids of further tiles, laid where they
        score most. 0 if the seat has no map.
        """
        return self.ground.paid(tiles) if self.ground else 0

    def touches(self, tile: str) -> int:
        """Returns how many tiles a turn order tile would touch: by the map, else as typed."""
        return self.ground.touches(tile) if self.ground else self._touches.get(tile, 0)

    def unsaid(self, tile: str) -> str:
        """Returns the form's field that has to be filled to price a tile; empty if none is blank.

        The field is ``touches``, ``loop`` or ``chain``. A seat with a map needs none of them.
        """
        if self.ground:
            return ""
        rule, seat = self._village.catalogue[tile].scores[0].rule, self.seat
        if rule == "touching" and tile not in self._touches:
            return "touches"
        return rule if rule in ("loop", "chain") and seat.number(rule) is None else ""

    def takes(self, tile: str) -> frozenset[str]:
        """Returns the kinds of pieces that a tile takes at the end of the game."""
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
        """Returns the points that all these tiles together add to the best total."""
        return self.total(frozenset(tiles)) - self.total()

    def ceiling(self, tile: str, colour: str) -> int:
        """Returns the most workers of a colour to bid for a tile without losing points."""
        without, with_it = self.total(), frozenset([tile])
        least, most = 0, self.seat.tally("workers").get(colour, 0)
        while least < most:  # every further worker paid can only lower the total
            paid = (least + most + 1) // 2
            if self.total(with_it, colour, paid) >= without:
                least = paid
            else:
                most = paid - 1
        return least
