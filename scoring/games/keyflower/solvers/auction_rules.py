"""Legal moves at one tile of the auction: bids beside it, uses of it, and passing.

Knows no sheets and no words. Sources: rulebook on bidding, production and boats 4a and 4b; where it
is silent, the ruling that a docstring names.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Literal

from .village import WORKERS

ROOM = 6
"""Most workers that may stand on a tile in one season."""

type Kind = Literal["bid", "use", "pass"]

HERE = -1
"""Index of the player's own beaten bid at this tile, beside those of the groups elsewhere."""


@dataclass(frozen=True, slots=True)
class Group:
    """Workers of one bid in the auction: colour and number; moved as a whole or not at all."""

    colour: str
    number: int


@dataclass(frozen=True, slots=True)
class Auction:
    """One tile with the workers around and on it, seen by the player whose turn it is.

    ``colour``: the tile's colour, which its standing workers set; empty if nobody has placed any.
    ``highest``: number of workers in the largest bid of another player; 0 without one.
    ``own``: the player's bid at this tile, if any.
    ``inside``: workers that stand on the tile; ``last``: how many of them the last use placed.
    ``hand``: colour to number of workers behind the player's screen.
    ``beaten``: the player's beaten bids at other tiles.
    ``boat``: *boat_4a* or *boat_4b* if it is the player's, else empty.
    ``may_bid``, ``may_use``: false if nobody ever may at this tile.
    ``is_village_tile``: false for a turn order tile, to which boat 4a does not apply.
    """

    colour: str = ""
    highest: int = 0
    own: Group | None = None
    inside: int = 0
    last: int = 0
    hand: Mapping[str, int] = field(default_factory=dict)
    beaten: Sequence[Group] = ()
    boat: str = ""
    may_bid: bool = True
    may_use: bool = True
    is_village_tile: bool = True

    @property
    def leads(self) -> bool:
        """True if the player's bid at this tile is the largest, so that its workers must stay."""
        return self.own is not None and self.own.number > self.highest

    @property
    def least_bid(self) -> int:
        """The fewest workers with which the player's bid at this tile becomes the largest.

        If it is the largest already, one worker more.
        """
        return max(self.highest, self.own.number if self.own else 0) + 1

    @property
    def least_use(self) -> int | None:
        """The fewest workers that may use the tile; ``None`` once it is closed for the season."""
        least = self.last + 1
        return least if self.may_use and self.inside + least <= ROOM else None

    @property
    def mixing(self) -> bool:
        """True if boat 4b lets the player use the tile with workers of several colours at once."""
        return self.boat == "boat_4b" and bool(self.colour)

    @property
    def use_colours(self) -> tuple[str, ...]:
        """The colours of workers that may use the tile: one at a time, any mix with boat 4b."""
        return WORKERS if self.mixing or not self.colour else (self.colour,)

    @property
    def bid_colours(self) -> tuple[str, ...]:
        """The colours of which the player may bid, one at a time.

        A bid has one colour, so that of the player's own bid decides. Boat 4a answers another
        player's bid, on a village tile, in any colour unless the tile is green.
        """
        answers = self.boat == "boat_4a" and self.highest and self.is_village_tile
        if self.own:
            return (self.own.colour,)
        if not self.colour or (answers and self.colour != "green"):
            return WORKERS
        return (self.colour,)

    def movable(self, kind: Kind) -> dict[int, Group]:
        """Returns the player's beaten bids that a bid, or a use, may take along: index to workers.

        A beaten bid at this very tile is raised where it lies; it is moved only to use the tile.
        """
        groups = dict(enumerate(self.beaten))
        if kind == "use" and self.own and not self.leads:
            groups[HERE] = self.own
        return groups


@dataclass(frozen=True, slots=True)
class Move:
    """One turn at a tile of the auction: a bid, a use or passing.

    ``hand``: pairs of colour and number of the workers from behind the screen, in the order of
        ``WORKERS``, without zeros.
    ``moved``: indexes of the beaten bids that come along, ``HERE`` for the one at this tile.
    ``total``: workers in the bid, including those that lay there, or in the use.
    ``colours``: colours of all of them.
    """

    kind: Kind
    hand: tuple[tuple[str, int], ...] = ()
    moved: frozenset[int] = frozenset()
    total: int = 0
    colours: frozenset[str] = frozenset()


def legal_moves(auction: Auction) -> set[Move]:
    """Returns every bid and use that the rules allow at one tile, and passing, always allowed."""
    return {Move("pass"), *_bids(auction), *_uses(auction)}


def tile_colour(seen: Collection[str], named: str | None) -> str | None:
    """Returns the colour of a tile in the auction, empty without workers; ``None`` if unclear.

    ``seen``: colours of the workers at the tile. ``named``: the colour that stands, if others lie
    flat beside it. A single colour is always the tile's: when all other bids have moved away,
    workers that lay flat by boat 4a are stood up.
    """
    if len(seen) <= 1:
        return next(iter(seen), "")
    return named if named in seen else None


def colour_after(auction: Auction, move: Move) -> str:
    """Returns the tile's colour after a legal move: that of the first workers there stays.

    ``auction``: the tile and its workers before. Workers of other colours, by boat 4a or 4b, lie
    flat. Without workers there, the move has one colour and sets it. Rulings ``boat_4a_colour`` and
    ``boat_4b_colour``.
    """
    return auction.colour or next(iter(move.colours), "")


def _bids(auction: Auction) -> Iterator[Move]:
    if not auction.may_bid:
        return
    lying = auction.own.number if auction.own else 0
    for colour in auction.bid_colours:
        for moved, brought in _taken_along(auction, "bid", (colour,)):
            least = max(auction.least_bid - lying - brought, 0)
            for number in range(least, auction.hand.get(colour, 0) + 1):
                hand = ((colour, number),) if number else ()
                yield Move("bid", hand, moved, lying + brought + number, frozenset({colour}))


def _uses(auction: Auction) -> Iterator[Move]:
    if (least := auction.least_use) is None:
        return
    most = ROOM - auction.inside
    colours = auction.use_colours
    for palette in (colours,) if auction.mixing else [(each,) for each in colours]:
        groups = auction.movable("use")
        handfuls = product(*(range(min(auction.hand.get(c, 0), ROOM) + 1) for c in palette))
        held = [tuple((c, n) for c, n in zip(palette, each, strict=True) if n) for each in handfuls]
        for moved, brought in _taken_along(auction, "use", palette):
            along = {groups[index].colour for index in moved}
            for hand in held:
                total = brought + sum(number for _, number in hand)
                if least <= total <= most:
                    yield Move("use", hand, moved, total, frozenset(along | {c for c, _ in hand}))


def _taken_along(
    auction: Auction, kind: Kind, palette: Sequence[str]
) -> Iterator[tuple[frozenset[int], int]]:
    """Yields (indexes, number of workers) for each set of beaten bids that a move may take along.

    The bids are the player's own. ``auction``: the tile and all workers. ``kind``: *bid* or *use*.
    ``palette``: colours that the move may have.
    """
    groups = {n: g for n, g in auction.movable(kind).items() if g.colour in palette}
    for size in range(len(groups) + 1):
        for moved in combinations(groups, size):
            yield frozenset(moved), sum(groups[index].number for index in moved)
