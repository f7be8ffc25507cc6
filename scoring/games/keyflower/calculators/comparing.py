"""Compares the worth of tiles to the asking player with their worth to the other seats.

Shared by the calculators ``fight`` and ``keep``. A worth is computed from a seat's sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from scoring.games.keyflower.solvers import allocation
from scoring.games.keyflower.solvers.prices import Prices
from scoring.games.keyflower.solvers.recorded_decisions import Recorded
from scoring.games.keyflower.solvers.village import DECISIONS, RESOURCES, SKILLS, WORKERS, Village
from scoring.model import completeness
from scoring.model.calculator import Block, Row
from scoring.model.cells import CellPath
from scoring.model.plan import PlanMismatch
from scoring.model.position import Position
from scoring.model.sheet_fields import NONE
from scoring.solving import deadline
from scoring.text import messages
from scoring.text.localised import Text, Verbatim, joined

say = messages.of(__name__)

PIECES = {"resources": RESOURCES, "skills": SKILLS, "workers": WORKERS}
SEEN = (*PIECES, "village", "winter", "boats")
"""Fields of another seat of which one must be filled in before worths to it are shown."""
LATE = ("winter", "count")
"""Phases of the table in which sheets show what will be scored; earlier worths are estimates."""
PAIRS_SHOWN = 8
"""Most pairs of tiles in an answer."""


class Table:
    """A table's seats with the worth of tiles to each, for the seat that asks.

    ``asking``: id of the seat that asks.
    ``touches``: for turn order tile ids, the tiles that each would touch.
    ``loop``, ``chain``: length of a closed road, and boats joined by water to the home.

    These three are typed by a player without a map; a seat with a map lays each tile where it pays
    most. Of the other seats only their sheets are known.
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
        typed = {"loop": loop, "chain": chain}
        known = own.put(**{field: n for field, n in typed.items() if n is not None})
        seats = position.having(known)
        self.own = Prices(seats, seats.seats[asking], touches)
        self.shown, self.hidden = dict[str, Prices](), list[str]()
        turn_order = position.catalogue.of_kind("turn_order")
        mine = {t.id: self.own.touches(t.id) for t in turn_order if not self.own.unsaid(t.id)}
        for seat in position:
            if seat.id == asking:
                continue
            if any(seat.filled(field) for field in SEEN):
                self.shown[seat.id] = Prices(position, seat, mine)
            else:
                self.hidden.append(seat.id)

    @property
    def late(self) -> bool:
        """True if the table is in winter or at the final count; earlier worths are estimates."""
        return self.position.play.choice("stage") in LATE

    def unsaid(self, tiles: Iterable[str]) -> bool:
        """True if the worth of any of these tiles to the asking seat is unknown."""
        return any(self.own.unsaid(tile) for tile in tiles)

    def ranked(self, tiles: Iterable[str]) -> list[str]:
        """Returns tile ids sorted by their worth to the asking seat, the highest first."""
        return sorted(tiles, key=lambda tile: -self.own.gain(tile))

    def proven(self, tiles: Iterable[str]) -> None:
        """Checks the asking seat's totals with and without each tile by the integer programme.

        Raises ``PlanMismatch`` if a proven optimum differs.
        """
        for tile in ("", *tiles):
            held = frozenset([tile]) - {""}
            village = Village(self.position, self.own.holding(held))
            found = allocation.best(village, Recorded(), deadline.SECONDS)
            worth = found.worth + self.own.laid(held) if found else None
            if found is None or (
                found.proof.verdict == "optimal" and worth != self.own.total(held)
            ):
                raise PlanMismatch(f"{tile}: not {self.own.total(held)}")

    # in words

    def totals(self, tile: str) -> Text:
        with_it = self.own.total(frozenset([tile]))
        return say("with-and-without", more=with_it, less=self.own.total())

    def worth(self, seat: str, tile: str) -> int | None:
        """Returns a tile's worth to another seat; ``None`` if blank cells of that seat matter."""
        prices = self.shown[seat]
        takes = prices.takes(tile)
        blind = any(
            takes.intersection(pieces)
            for field, pieces in PIECES.items()
            if not prices.seat.filled(field) and not prices.seat.filled(NONE, "pieces")
        )
        return None if blind or prices.unsaid(tile) else prices.gain(tile)

    def most(self, tile: str) -> tuple[int, list[str]]:
        """Returns the highest known worth of a tile to other seats, 0 if none, and those seats."""
        known = {seat: n for seat in self.shown if (n := self.worth(seat, tile)) is not None}
        most = max(known.values(), default=0)
        return most, [seat for seat, n in known.items() if n == most]

    def others(self, tile: str) -> Iterator[Text]:
        """Yields a text with the tile's worth for each of the other seats."""
        for seat in self.shown:
            name, worth = self.position.name(seat), self.worth(seat, tile)
            if worth is None:
                yield say("worth-to-unknown", name=name)
            elif worth > self.own.gain(tile) and not self.own.unsaid(tile):
                yield say("worth-to-more", name=name, n=worth)
            else:
                yield say("worth-to", name=name, n=worth)

    def row(self, tile: str, more: Iterable[Text] = ()) -> Row:
        entry = self.position.catalogue[tile]
        if unsaid := self.own.unsaid(tile):
            return Row(entry.name, Verbatim("?"), say(f"unsaid-{unsaid}"), tile)
        parts = [*more, self.totals(tile)]
        if on_map := self.own.laid(frozenset([tile])) - self.own.laid():
            parts.append(say("of-it-on-map", n=on_map))
        if others := list(self.others(tile)):
            parts.append(say.listed(others))
        gain = say("signed", n=self.own.gain(tile))
        return Row(entry.name, gain, joined(parts, say("semicolon")), tile)

    def bids(self, tile: str, colour: str) -> Text:
        """Describes the most workers worth bidding for a tile.

        In its colour if one is settled, else in each colour that the asking seat holds.
        """
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
        """Yields a text with the total after bidding one worker too many, for a settled colour."""
        n = self.own.ceiling(tile, colour) + 1 if colour else 0
        if 0 < n <= self.own.seat.tally("workers").get(colour, 0):
            left = self.own.total(frozenset([tile]), colour, n)
            yield say("one-too-many", workers=self._workers(colour, n), n=left)

    def _workers(self, colour: str, n: int) -> Text:
        return say.counted(colour, self.position.catalogue.name(colour), n)

    def together(self, tiles: list[str]) -> Block | None:
        """Returns a block of pairs of tiles whose joint worth differs from the sum of both.

        The best pairs come first, at most ``PAIRS_SHOWN``. ``None`` if there are none.
        """
        kinds = self.position.catalogue
        found = []
        for one, two in combinations(tiles, 2):
            if kinds[one].kind == kinds[two].kind == "boat":
                continue  # a player takes only one boat in winter
            if self.own.unsaid(one) or self.own.unsaid(two):
                continue
            alone, both = self.own.gain(one) + self.own.gain(two), self.own.gain(one, two)
            if both != alone:
                found.append((both, both - alone, one, two))
        found.sort(key=lambda pair: -pair[0])
        rows = [
            Row(
                say("both", one=kinds.name(one), two=kinds.name(two)),
                say("signed", n=both),
                self._apart(less),
            )
            for both, less, one, two in found[:PAIRS_SHOWN]
        ]
        return Block(say("two-together"), tuple(rows)) if rows else None

    @staticmethod
    def _apart(more: int) -> Text:
        return say("less-together", n=-more) if more < 0 else say("more-together", n=more)

    def without_map(self) -> bool:
        """True if any other seat has no map on which tiles can be laid."""
        return any(prices.ground is None for prices in self.shown.values())

    def basis(self) -> Block | None:
        """Returns a block that explains why totals differ from the sheet's; ``None`` if equal."""
        own = self.own.seat
        seat = self.position.seats[self.asking]
        rows = []
        lacks = completeness.missing(self.position)
        if any(CellPath(each.path).holder == seat.id and each.rest for each in lacks):
            rows.append(say("basis-blank"))
        village = Village(self.position, seat)
        if self.own.ground and village.mapped and village.mapped.left:
            rows.append(say("basis-laid"))
        elif not self.own.ground:
            bare = village.holding(own)
            if open_ := [each.name for each in bare.owned if bare.bounds(each)]:
                rows.append(say("basis-open", what=say.listed(open_)))
        if any(seat.filled(field) for field in DECISIONS):
            rows.append(say("basis-decided"))
        return Block(say("basis"), tuple(map(Row, rows))) if rows else None

    def unknown(self, *more: Text) -> Block:
        """Returns a block that lists everything the worths leave out, with ``more`` reasons."""
        rows = [say("not-known-pieces"), say("not-known-bids"), *more]
        if len(self.position.seats) == 1:
            rows.insert(0, say("not-known-others"))
        grounds = [each.ground for each in (self.own, *self.shown.values()) if each.ground]
        if not all(ground.certain for ground in grounds):
            rows.append(say("not-known-laid"))
        if any(not prices.seat.filled(f) for prices in self.shown.values() for f in PIECES):
            rows.append(say("not-known-hidden"))
        if self.hidden:
            who = say.listed(map(self.position.name, self.hidden))
            rows.append(say("not-known-of", who=who))
        folded = len(self.position.seats) > 1
        return Block(say("not-known"), tuple(map(Row, rows)), folded=folded)
