"""Compares the worth of tiles to the player who asks with their worth to the other seats.

Shared by the calculators ``fight`` (tiles on offer) and ``keep`` (winter tiles dealt). The worth of
a tile to a seat is the seat's best final score with it, less that without it, by its sheet as
entered now.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from scoring.model import completeness
from scoring.model.calculator import Block, Row
from scoring.model.cells import CellPath
from scoring.model.plan import PlanMismatch
from scoring.model.position import Position
from scoring.model.sheet_fields import NONE
from scoring.solving import deadline
from scoring.text.localised import Text, Verbatim, joined

from ..messages import say
from ..solvers import allocation_programme
from ..solvers.recorded_decisions import Recorded
from ..solvers.village import DECISIONS, RESOURCES, SKILLS, WORKERS, Village
from ..solvers.worth_of_one_tile import Prices

PIECES = {"resources": RESOURCES, "skills": SKILLS, "workers": WORKERS}
SEEN = (*PIECES, "village", "winter", "boats")
"""Fields of another seat of which one must be filled in before worths to it are shown."""
LATE = ("winter", "count")
"""The last season and the final count, in which sheets show what will be scored; earlier worths
are estimates."""
PAIRS_SHOWN = 8
"""Most pairs of tiles in an answer."""


class Table:
    """All seats of a table, and the points that any tile adds to the final score of each.

    ``seat_id``: id of the seat that asks.
    ``touches``: turn order tile id to the number of tiles it would touch in the asking seat's
        village.
    ``loop``, ``chain``: number of tiles on that village's closed road, and number of its boats
        joined by water to the home.

    The player types these three numbers if the asking seat has no map. A seat with a map needs
    none: each tile is laid where it scores most. Of the other seats only their sheets are known.
    """

    def __init__(
        self,
        position: Position,
        seat_id: str,
        touches: Mapping[str, int],
        loop: int | None = None,
        chain: int | None = None,
    ) -> None:
        self.position, self.seat_id = position, seat_id
        asking_seat = position.seats[seat_id]
        typed = {"loop": loop, "chain": chain}
        with_typed = asking_seat.put(**{field: n for field, n in typed.items() if n is not None})
        seats = position.having(with_typed)
        self.own_prices = Prices(seats, seats.seats[seat_id], touches)
        self.rival_prices, self.hidden = dict[str, Prices](), list[str]()
        turn_order = position.catalogue.of_kind("turn_order")
        mine = {
            t.id: self.own_prices.touches(t.id)
            for t in turn_order
            if not self.own_prices.unsaid(t.id)
        }
        for seat in position:
            if seat.id == seat_id:
                continue
            if any(seat.filled(field) for field in SEEN):
                self.rival_prices[seat.id] = Prices(position, seat, mine)
            else:
                self.hidden.append(seat.id)

    @property
    def late(self) -> bool:
        """True in winter and at the final count; before, what a tile is worth is an estimate."""
        return self.position.play.choice("stage") in LATE

    def ranked(self, tiles: Iterable[str]) -> list[str]:
        """Returns tile ids by the points each adds to the asking seat's final score, most first."""
        return sorted(tiles, key=lambda tile: -self.own_prices.gain(tile))

    def proven(self, tiles: Iterable[str]) -> None:
        """Checks the asking seat's best final scores by a second solver, an integer programme.

        Checked are the score without a new tile, and that with each of ``tiles`` (ids) alone.
        Returns nothing; raises ``PlanMismatch`` if a proven best score differs.
        """
        for tile in ("", *tiles):
            won = frozenset([tile]) - {""}
            village = Village(self.position, self.own_prices.holding(won))
            best = allocation_programme.best(village, Recorded(), deadline.SECONDS)
            total = self.own_prices.total(won)
            if best is None or (
                best.proof.verdict == "optimal" and best.worth + self.own_prices.laid(won) != total
            ):
                raise PlanMismatch(f"{tile}: not {total}")

    # in words

    def worth(self, seat: str, tile: str) -> int | None:
        """Returns the points that a tile adds to another seat's final score; both are ids.

        ``None`` if they depend on cells that are blank on that seat's sheet.
        """
        prices = self.rival_prices[seat]
        takes = prices.takes(tile)
        blind = any(
            takes.intersection(pieces)
            for field, pieces in PIECES.items()
            if not prices.seat.filled(field) and not prices.seat.filled(NONE, "pieces")
        )
        return None if blind or prices.unsaid(tile) else prices.gain(tile)

    def most(self, tile: str) -> tuple[int, list[str]]:
        """Returns the most points that a tile adds for another seat, and the ids of those seats.

        Seats for which these points are not known are left out.
        """
        worths = {
            seat: n for seat in self.rival_prices if (n := self.worth(seat, tile)) is not None
        }
        most = max(worths.values(), default=0)
        return most, [seat for seat, n in worths.items() if n == most]

    def others(self, tile: str) -> Iterator[Text]:
        """Yields a text for each other seat: the points that the tile adds to its final score."""
        for seat in self.rival_prices:
            name, worth = self.position.name(seat), self.worth(seat, tile)
            if worth is None:
                yield say("worth-to-unknown", name=name)
            elif worth > self.own_prices.gain(tile) and not self.own_prices.unsaid(tile):
                yield say("worth-to-more", name=name, n=worth)
            else:
                yield say("worth-to", name=name, n=worth)

    def row(self, tile: str, more: Iterable[Text] = ()) -> Row:
        entry = self.position.catalogue[tile]
        if unsaid := self.own_prices.unsaid(tile):
            return Row(entry.name, Verbatim("?"), say(f"unsaid-{unsaid}"), tile)
        with_it, prices = frozenset([tile]), self.own_prices
        totals = say("with-and-without", more=prices.total(with_it), less=prices.total())
        parts = [*more, totals]
        if on_map := prices.laid(with_it) - prices.laid():
            parts.append(say("of-it-on-map", n=on_map))
        if others := list(self.others(tile)):
            parts.append(say.listed(others))
        gain = say("signed", n=prices.gain(tile))
        return Row(entry.name, gain, joined(parts, say("semicolon")), tile)

    def bids(self, tile: str, colour: str) -> Text:
        """Returns a text on the most workers that the asking seat can bid without losing points.

        ``tile``: id of the tile. ``colour``: that of the workers; if empty, the text names a number
        for each colour.
        """
        counted, workers = [], self.own_prices.seat.tally("workers")
        for each in (colour,) if colour else WORKERS:
            if number := workers.get(each):
                n = self.own_prices.ceiling(tile, each)
                text = self._workers(each, n)
                counted.append(say("all-of-them", workers=text) if n == number else text)
        if not counted:
            return say("no-worker-for-it")
        return say("bid-up-to", workers=joined(counted, say("or")))

    def beyond(self, tile: str, colour: str) -> Iterator[Text]:
        """Yields one text: the asking seat's final score if it bids one worker more than it should.

        ``tile``: id of the tile bid for. ``colour``: that of the workers. Yields nothing if
        ``colour`` is empty, or if the seat has not so many workers of it.
        """
        n = self.own_prices.ceiling(tile, colour) + 1 if colour else 0
        if 0 < n <= self.own_prices.seat.tally("workers").get(colour, 0):
            left = self.own_prices.total(frozenset([tile]), colour, n)
            yield say("one-too-many", workers=self._workers(colour, n), n=left)

    def _workers(self, colour: str, n: int) -> Text:
        return say.counted(colour, self.position.catalogue.name(colour), n)

    def together(self, tiles: list[str]) -> Block | None:
        """Returns a block of the answer: pairs of tiles worth more or less together than alone.

        ``tiles``: ids. Worth: what they add to the asking seat's final score. ``None`` without a
        pair whose worth is not the sum of the two.
        """
        kinds = self.position.catalogue
        pairs = []
        for one, two in combinations(tiles, 2):
            if kinds[one].kind == kinds[two].kind == "boat":
                continue  # a player takes only one boat in winter
            if self.own_prices.unsaid(one) or self.own_prices.unsaid(two):
                continue
            alone = self.own_prices.gain(one) + self.own_prices.gain(two)
            both = self.own_prices.gain(one, two)
            if both != alone:
                pairs.append((both, both - alone, one, two))
        pairs.sort(key=lambda pair: -pair[0])
        rows = [
            Row(
                say("both", one=kinds.name(one), two=kinds.name(two)),
                say("signed", n=both),
                say("less-together", n=-more) if more < 0 else say("more-together", n=more),
            )
            for both, more, one, two in pairs[:PAIRS_SHOWN]
        ]
        return Block(say("two-together"), tuple(rows)) if rows else None

    def basis(self) -> Block | None:
        """Returns a block of the answer: why its final scores differ from the total on the sheet.

        Reasons are cells left blank, or decisions recorded there. ``None`` without a reason.
        """
        seat = self.position.seats[self.seat_id]
        rows = []
        lacks = completeness.missing(self.position)
        if any(CellPath(each.path).holder == seat.id and each.rest for each in lacks):
            rows.append(say("basis-blank"))
        village = Village(self.position, seat)
        if self.own_prices.ground and village.mapped and village.mapped.left:
            rows.append(say("basis-laid"))
        elif not self.own_prices.ground:
            bare = village.holding(self.own_prices.seat)
            if open_ := [each.name for each in bare.owned if bare.bounds(each)]:
                rows.append(say("basis-open", what=say.listed(open_)))
        if any(seat.filled(field) for field in DECISIONS):
            rows.append(say("basis-decided"))
        return Block(say("basis"), tuple(map(Row, rows))) if rows else None

    def unknown(self, *more: Text) -> Block:
        """Returns a block of the answer that lists what the worths of tiles leave out.

        Such as pieces hidden behind other players' screens. ``more``: further texts to list.
        """
        rows = [say("not-known-pieces"), say("not-known-bids"), *more]
        if len(self.position.seats) == 1:
            rows.insert(0, say("not-known-others"))
        grounds = [
            each.ground for each in (self.own_prices, *self.rival_prices.values()) if each.ground
        ]
        if not all(ground.certain for ground in grounds):
            rows.append(say("not-known-laid"))
        if any(not prices.seat.filled(f) for prices in self.rival_prices.values() for f in PIECES):
            rows.append(say("not-known-hidden"))
        if self.hidden:
            who = say.listed(map(self.position.name, self.hidden))
            rows.append(say("not-known-of", who=who))
        folded = len(self.position.seats) > 1
        return Block(say("not-known"), tuple(map(Row, rows)), folded=folded)
