"""A tile by what it is worth to whoever asks and to the others, as their sheets show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from scoring.core import clock, words
from scoring.core.calculator import Block, Row
from scoring.core.plan import PlanMismatch
from scoring.core.seat import Position
from scoring.core.text import Text, joined

from ..engines import allocation
from ..engines.prices import Prices
from ..engines.recorded import Recorded
from ..engines.village import WORKERS, Village

say = words.of(__name__)

PIECES = ("resources", "skills", "workers")
LATE = ("winter", "count")
"""The phases in which sheets show what will be counted; before, everything is an estimate."""
PAIRS_SHOWN = 8


class Table:
    """The seat that asks and the others of its table, each with what a tile is worth to it.

    Whoever has a map lays a tile there where it pays most. ``touches``, ``loop`` and ``chain`` are
    what the asker would make of tiles without one; of the others nobody knows more than stands on
    their sheets.
    """

    def __init__(
        self,
        position: Position,
        asking: str,
        touches: Mapping[str, int],
        loop: int | None = None,
        chain: int | None = None,
    ) -> None:
        self.position, self.asking = position, asking
        own = position.seats[asking]
        seats = position.having(own.put(loop=loop, chain=chain)) if loop or chain else position
        self.own = Prices(seats, seats.seats[asking], touches)
        self.shown, self.hidden = dict[str, Prices](), list[str]()
        turn_order = position.catalogue.of_kind("turn_order")
        mine = {tile.id: self.own.touches(tile.id) for tile in turn_order}
        for seat in position:
            if seat.id == asking:
                continue
            if any(seat.filled(field) for field in PIECES):
                self.shown[seat.id] = Prices(position, seat, mine)
            else:
                self.hidden.append(seat.id)

    @property
    def late(self) -> bool:
        """Does the table stand in winter?"""
        return self.position.play.choice("stage") in LATE

    def ranked(self, tiles: Iterable[str]) -> list[str]:
        """Tiles by what they are worth to the asker, the best first."""
        return sorted(tiles, key=lambda tile: -self.own.gain(tile))

    def proven(self, tiles: Iterable[str]) -> None:
        """The programme finds the same totals as the search. Raises ``PlanMismatch``."""
        for tile in ("", *tiles):
            held = frozenset([tile]) - {""}
            village = Village(self.position, self.own.holding(held))
            found = allocation.best(village, Recorded(), clock.SECONDS)
            worth = found.worth + self.own.laid(held) if found else None
            if found is None or (
                found.proof.verdict == "optimal" and worth != self.own.total(held)
            ):
                raise PlanMismatch(f"{tile}: not {self.own.total(held)}")

    # in words

    def totals(self, tile: str) -> Text:
        with_it = self.own.total(frozenset([tile]))
        return say("with-and-without", more=with_it, less=self.own.total())

    def others(self, tile: str) -> Iterator[Text]:
        """What the tile is worth to each of the others."""
        for seat, prices in self.shown.items():
            yield say("worth-to", name=self.position.name(seat), n=prices.gain(tile))

    def row(self, tile: str, more: Iterable[Text] = ()) -> Row:
        entry = self.position.catalogue[tile]
        parts = [*more, self.totals(tile)]
        if on_map := self.own.laid(frozenset([tile])) - self.own.laid():
            parts.append(say("of-it-on-map", n=on_map))
        if others := list(self.others(tile)):
            parts.append(say.listed(others))
        gain = say("signed", n=self.own.gain(tile))
        return Row(entry.name, gain, joined(parts, say("semicolon")), tile)

    def bids(self, tile: str, colour: str) -> Text:
        """How many workers the tile is worth, of the colour that it takes."""
        counted, workers = [], self.own.seat.tally("workers")
        for each in (colour,) if colour else WORKERS:
            if held := workers.get(each):
                n = self.own.ceiling(tile, each)
                told = self._workers(each, n)
                counted.append(say("all-of-them", workers=told) if n == held else told)
        if not counted:
            return say("no-worker-for-it")
        return say("bid-up-to", workers=joined(counted, say("or")))

    def beyond(self, tile: str, colour: str) -> Iterator[Text]:
        """What one worker more would leave, where the colour is settled."""
        n = self.own.ceiling(tile, colour) + 1 if colour else 0
        if 0 < n <= self.own.seat.tally("workers").get(colour, 0):
            left = self.own.total(frozenset([tile]), colour, n)
            yield say("one-too-many", workers=self._workers(colour, n), n=left)

    def _workers(self, colour: str, n: int) -> Text:
        return say.counted(colour, self.position.catalogue.name(colour), n)

    def together(self, tiles: list[str]) -> Block | None:
        """Pairs that are worth something other than both alone."""
        kinds = self.position.catalogue
        found = []
        for one, two in combinations(tiles, 2):
            if kinds[one].kind == kinds[two].kind == "boat":
                continue  # in winter a player takes one
            alone, both = self.own.gain(one) + self.own.gain(two), self.own.gain(one, two)
            found.append((both, both - alone, one, two))
        found.sort(key=lambda pair: -pair[0])
        rows = [
            Row(
                say("both", one=kinds.name(one), two=kinds.name(two)),
                say("signed", n=both),
                self._apart(less),
            )
            for both, less, one, two in found[:PAIRS_SHOWN]
            if both
        ]
        return Block(say("two-together"), tuple(rows)) if rows else None

    @staticmethod
    def _apart(more: int) -> Text:
        if more < 0:
            return say("less-together", n=-more)
        return say("more-together", n=more) if more else say("as-much-together")

    def without_map(self) -> bool:
        """Does any of the others show no map?"""
        return any(prices.ground is None for prices in self.shown.values())

    def unknown(self, *more: Text) -> Block:
        """What the numbers do not know."""
        rows = [say("not-known-pieces"), say("not-known-bids"), *more]
        grounds = [each.ground for each in (self.own, *self.shown.values()) if each.ground]
        if not all(ground.certain for ground in grounds):
            rows.append(say("not-known-laid"))
        if self.hidden:
            who = say.listed(map(self.position.name, self.hidden))
            rows.append(say("not-known-of", who=who))
        return Block(say("not-known"), tuple(map(Row, rows)), folded=True)
