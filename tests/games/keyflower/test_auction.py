"""The moves at a tile of the auction against the rules played out worker by worker.

Shares no code with the solver: here each worker stands or lies somewhere, random players take
turns at one tile, and of every handful of workers the rules are asked whether it may be placed.
"""

import random
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import chain, combinations, product

from scoring.games.keyflower.solvers.auction_rules import (
    HERE,
    Auction,
    Group,
    colour_after,
    legal_moves,
    tile_colour,
)
from tests.games.posted import cases

AUCTIONS = cases(300)
COLOURS = ("red", "blue", "yellow", "green")
PLACES = ("offer", "winter", "turn_order", "village")


@dataclass
class Worker:
    colour: str
    lies: bool = False


@dataclass
class Tile:
    """A tile on the table: workers at each player's side, and those of each use, in order."""

    place: str
    boat: dict[str, str]
    sides: dict[str, list[Worker]] = field(default_factory=dict)
    uses: list[list[Worker]] = field(default_factory=list)
    stood_up: bool = False

    def everybody(self) -> list[Worker]:
        return [worker for pile in (*self.sides.values(), *self.uses) for worker in pile]

    def stand(self) -> str | None:
        """The colour that workers stand in, on the tile or around it."""
        colours = {worker.colour for worker in self.everybody() if not worker.lies}
        assert len(colours) <= 1
        return next(iter(colours), None)

    def best_of_others(self, player: str) -> int:
        return max((len(pile) for who, pile in self.sides.items() if who != player), default=0)

    def beaten(self, player: str) -> bool:
        return len(self.sides.get(player, [])) < self.best_of_others(player)

    def may_bid(self, player: str, colours: list[str]) -> bool:
        if self.place == "village":
            return False
        mine = self.sides.get(player, [])
        if len({worker.colour for worker in mine} | set(colours)) != 1:
            return False  # a bid has one colour
        if len(mine) + len(colours) <= self.best_of_others(player):
            return False  # it must be more than any other
        stand, (colour,) = self.stand(), set(colours)
        if stand in (None, colour) or mine:
            return True
        answers = self.best_of_others(player) > 0 and self.place != "turn_order"
        return self.boat[player] == "4a" and answers and stand != "green"

    def may_use(self, player: str, colours: list[str]) -> bool:
        if self.place in ("winter", "turn_order"):
            return False
        if self.uses and len(colours) <= len(self.uses[-1]):
            return False  # more than the use before
        if sum(map(len, self.uses)) + len(colours) > 6:
            return False
        if self.boat[player] == "4b" and self.everybody():
            return True
        return len(set(colours)) == 1 and self.stand() in (None, colours[0])

    def place_workers(self, player: str, kind: str, colours: list[str]) -> None:
        stand = self.stand()
        workers = [Worker(colour, stand not in (None, colour)) for colour in colours]
        if kind == "bid":
            self.sides.setdefault(player, []).extend(workers)
        else:
            self.uses.append(workers)

    def leave(self, player: str) -> list[str]:
        gone = self.sides.pop(player, [])
        if self.stand() is None and not self.uses:
            for worker in self.everybody():
                worker.lies, self.stood_up = False, True
        return [worker.colour for worker in gone]


@dataclass
class Player:
    hand: Counter[str]
    elsewhere: list[list[str]]


def every_move(tile, name, player):
    """Every move that the rules allow, of all handfuls and all sets of beaten bids."""
    found = {("pass", (), frozenset())}
    piles = dict(enumerate(player.elsewhere))
    here = [worker.colour for worker in tile.sides.get(name, [])]
    every = chain.from_iterable(combinations([*piles, HERE], n) for n in range(len(piles) + 2))
    for along in every:
        if HERE in along and not (here and tile.beaten(name)):
            continue  # a bid that leads stays
        moved = [c for index in along for c in (here if index == HERE else piles[index])]
        for numbers in product(*(range(player.hand[colour] + 1) for colour in COLOURS)):
            hand = [c for c, n in zip(COLOURS, numbers, strict=True) for _ in range(n)]
            if not hand + moved:
                continue
            key = tuple((c, n) for c, n in zip(COLOURS, numbers, strict=True) if n)
            # to raise a bid that lies here is not to move it
            if HERE not in along and tile.may_bid(name, hand + moved):
                found.add(("bid", key, frozenset(along)))
            if tile.may_use(name, hand + moved):
                found.add(("use", key, frozenset(along)))
    return found


def bid_elsewhere(rng):
    return [rng.choice(COLOURS)] * rng.choice((1, 1, 2, 3))


def played(rng):
    """A tile after some random turns, the player who is next, and all players."""
    names = [f"p{n}" for n in range(1, rng.randint(2, 4) + 1)]
    boat = dict.fromkeys(names, "")
    boat[rng.choice(names)] = rng.choice(("", "4a", "4a", "4b"))
    tile = Tile(rng.choice((*PLACES, "offer", "offer")), boat)
    favourite = rng.choice(COLOURS)
    for _ in range(rng.randint(0, 7)):
        name = rng.choice(names)
        if tile.sides.get(name) and tile.beaten(name) and rng.random() < 0.4:
            tile.leave(name)
            continue
        kind = rng.choice(("bid", "bid", "use"))
        may = tile.may_bid if kind == "bid" else tile.may_use
        for _ in range(8):
            colour = rng.choice((favourite, rng.choice(COLOURS)))
            some = [colour] * rng.choice((1, 1, 1, 2, 2, 3, 4))
            if tile.boat[name] == "4b" and rng.random() < 0.5:
                some = [rng.choice(COLOURS) for _ in some]
            if may(name, some):
                tile.place_workers(name, kind, some)
                break
    name = rng.choice([*names, *(each for each in names if boat[each])])
    hand = Counter({c: rng.choice((0, 0, 1, 2, 3)) for c in COLOURS})
    hand[favourite] = rng.choice((0, 1, 2, 4, 6))
    return tile, name, Player(hand, [bid_elsewhere(rng) for _ in range(rng.choice((0, 0, 1, 2)))])


def as_entered(tile, name, player):
    """The same tile as the solver takes it: numbers, and the colour that can be seen."""
    mine = tile.sides.get(name)
    boat = tile.boat[name]
    return Auction(
        colour=tile_colour({worker.colour for worker in tile.everybody()}, tile.stand()),
        highest=tile.best_of_others(name),
        own=Group(mine[0].colour, len(mine)) if mine else None,
        inside=sum(map(len, tile.uses)),
        last=len(tile.uses[-1]) if tile.uses else 0,
        hand=player.hand,
        beaten=[Group(pile[0], len(pile)) for pile in player.elsewhere],
        boat=f"boat_{boat}" if boat else "",
        may_bid=tile.place != "village",
        may_use=tile.place in ("offer", "village"),
        is_village_tile=tile.place != "turn_order",
    )


def after(tile, name, player, move):
    """The colour that stands at the tile once the move is played."""
    tile = deepcopy(tile)
    moved = [c for index in move.moved - {HERE} for c in player.elsewhere[index]]
    if HERE in move.moved:
        moved += [worker.colour for worker in tile.sides[name]]
    tile.place_workers(name, move.kind, moved + [c for c, n in move.hand for _ in range(n)])
    if HERE in move.moved:
        tile.leave(name)
    return tile.stand()


def test_the_legal_moves_are_those_that_the_rules_allow_worker_by_worker():
    rng, met = random.Random(36), Counter()
    for _ in range(AUCTIONS):
        tile, name, player = played(rng)
        auction = as_entered(tile, name, player)
        found = legal_moves(auction)
        assert {(m.kind, m.hand, m.moved) for m in found} == every_move(tile, name, player)
        assert len({(m.kind, m.hand, m.moved) for m in found}) == len(found)
        stand = tile.stand()
        for move in rng.sample(sorted(found, key=repr), min(8, len(found))):
            if move.kind != "pass":
                assert colour_after(auction, move) == after(tile, name, player, move)
        met[tile.boat[name]] += 1
        met[tile.place] += 1
        if stand:
            met["another colour"] += any(m.kind == "bid" and stand not in m.colours for m in found)
        met["mixed"] += any(len(m.colours) > 1 for m in found)
        met["moved"] += any(m.moved - {HERE} for m in found)
        met["moved onto the tile"] += any(HERE in m.moved for m in found)
        met["leads"] += auction.leads
        met["lies flat"] += any(worker.lies for worker in tile.everybody())
        met["stood up"] += tile.stood_up
        met["closed"] += bool(tile.uses) and auction.least_use is None
    assert all(met[kind] for kind in ("4a", "4b", *PLACES)), met
    assert all(met[kind] for kind in ("another colour", "mixed", "moved", "leads", "closed")), met
    assert all(met[kind] for kind in ("moved onto the tile", "lies flat", "stood up")), met
