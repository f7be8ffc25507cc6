"""Where to lay the tiles that were won: turn order touches, loop and chain at their best together.

First tiles are laid that make the loop longer; for all others places are looked for, as if every
tile fitted however it is turned, then turns that fit. What promises most is always looked at next.
A promise is never less than what can become of it, so that once nothing promises more than the best
found, that one is proven.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, count

from scoring.games.keyflower import points
from scoring.model.catalogue import Catalogue
from scoring.model.plan import PlanMismatch, Proof, Verdict
from scoring.solving import deadline

from .layout import BOATS, SIDES, Laid, Layout, Place, Tile, apart, beside, opposite
from .mapped import route
from .pieces import Board, Edges, Found, Ground, Piece, lying, neighbours, shape, within
from .route import Road, Route, parts
from .touching import Room

ELSEWHERE: Place = (1_000, 1_000)
"""Stands for all places where three pieces or more may lie: every open road may lead there."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a village pays for the way it lies.

    ``touching``: points per tile that touches a turn order tile. ``loop``: points per tile on the
    longest closed route, 0 without the Sea Bastion; ``once`` if it may pass no tile twice.
    ``chain``: points by boats joined to the home by water, empty without the Sea Breese.
    """

    touching: int = 1
    loop: int = 0
    once: bool = False
    chain: Sequence[int] = ()


def terms(catalogue: Catalogue, tiles: Sequence[str], *, once: bool = False) -> Terms:
    """What the data pay to a village of these tiles, those to be laid included."""

    def pays(id_: str) -> bool:
        return id_ in tiles

    def scored(id_: str) -> int | Sequence[int]:
        found: int | Sequence[int] = catalogue[id_].scores[0]["points"]
        return found

    touching, loop, chain = scored("turn_order_1"), scored("sea_bastion"), scored("sea_breese")
    assert isinstance(touching, int)
    assert isinstance(loop, int)
    assert isinstance(chain, Sequence)
    return Terms(
        touching,
        loop if pays("sea_bastion") else 0,
        once,
        tuple(chain) if pays("sea_breese") else (),
    )


@dataclass(frozen=True, slots=True)
class Counted:
    """What the way a village lies pays, and the tiles that make it."""

    touching: Mapping[Place, tuple[Place, ...]]
    route: Route
    chain: tuple[Place, ...]
    points: int


def counted(layout: Layout, terms: Terms) -> Counted:
    """The plain count: turn order tiles, loop and chain."""
    touching = {place: layout.touching(place) for place in layout.of_kind("turn_order")}
    loop = route(layout.roads, terms.once) if terms.loop else Route()
    chain = layout.chain if terms.chain else ()
    paid = terms.touching * sum(map(len, touching.values()))
    paid += terms.loop * points.loop(len(loop.tiles))
    if terms.chain:
        paid += points.chain(len(chain), terms.chain)
    return Counted(touching, loop, chain, paid)


@dataclass(frozen=True, slots=True)
class Placing:
    """A village with everything laid; ``new``: the new tiles in an order that can be laid.

    ``points`` is what the whole village pays with them. If the proof says *impossible*, the tiles
    cannot all be laid, and the layout is the old one.
    """

    layout: Layout
    new: tuple[Place, ...]
    points: int
    proof: Proof


def best(
    layout: Layout,
    tiles: Sequence[str],
    terms: Terms,
    seconds: float = 2.0,
    *,
    barred: Collection[tuple[str, Place]] = (),
) -> Placing:
    """All of ``tiles`` laid where the village pays most, every edge matched.

    Without boat 2a, that is; each new tile touches the village when its turn comes, and none lies
    where it is ``barred`` from. Proven, or the
    best found in so many seconds of processor time with a bound that nothing exceeds. Raises
    ``OutOfTime`` if not even one way was found. Which of several best ways is not promised.

    Boats have two opposite edges of water, as all in the box; old tiles may lie as they like.
    """
    started = time.perf_counter()
    with deadline.within(seconds):
        search = _Search(layout, tiles, terms, barred)
        search.run()
    seconds = time.perf_counter() - started
    if search.best is None:
        return Placing(layout, (), 0, Proof("impossible", "exhaustive", None, seconds))
    verdict: Verdict = "optimal" if search.bound == search.points else "best found"
    proof = Proof(verdict, "exhaustive", Fraction(search.bound), seconds)
    return Placing(search.best, _in_order(layout, search.new), search.points, proof)


def _in_order(layout: Layout, new: Sequence[Place]) -> tuple[Place, ...]:
    """New places so that each touches what lies there already."""
    lying = set(layout.laid)
    order: list[Place] = []
    while len(order) < len(new):
        order.append(next(p for p in new if p not in lying and not lying.isdisjoint(neighbours(p))))
        lying.add(order[-1])
    return tuple(order)


# ── the search ─────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class _Node:
    """A village with some pieces laid that are on its loop, and all villages with more of them."""

    laid: Found
    loop: int
    """What the loop pays with them."""
    left: list[Piece]
    """What may still be laid on it."""
    alone: bool = False
    """Does the loop pass pieces only, and no old tile?"""
    worse: bool = False
    """Is it itself not worth laying, as the loop pays no more than with fewer pieces?"""
    grown: bool = False
    """Are those with more on it looked at by themselves?"""


class _Search:
    """Best first: what promises most is looked at next, until it is a village itself.

    Pieces are laid on the loop, path by path between tiles that lie there. For all others only
    counts what they touch, and for each number of boats that go on with the water a ``Room``
    knows what that can come to.
    """

    def __init__(
        self,
        layout: Layout,
        tiles: Sequence[str],
        terms: Terms,
        barred: Collection[tuple[str, Place]],
    ) -> None:
        self.layout, self.terms = layout, terms
        self.board = Board(layout)
        self.boats = frozenset(layout.of_kind(*BOATS))
        self.home = next(iter(layout.of_kind("home")), None)
        self.names: dict[Piece, list[str]] = {}
        for tile in sorted(tiles):
            not_there = frozenset(place for each, place in barred if each == tile)
            self.names.setdefault(_piece(layout.box[tile], terms, not_there), []).append(tile)
        self.pieces = [piece for piece, names in self.names.items() for _ in names]
        self.pieces.sort(key=lambda p: (-p.shape.count("R"), not p.touched, p.shape))
        self.best: Layout | None = None
        self.new: tuple[Place, ...] = ()
        self.points = self.bound = 0
        self._roads = list(layout.roads)
        self._seen: set[tuple[bool, frozenset[tuple[Place, tuple[Piece, Edges]]]]] = set()
        self._touches = 0

    def run(self) -> None:
        """Sets ``best`` and ``bound``. Raises ``OutOfTime`` where there is nothing to say."""
        root = _Node({}, 0, [piece for piece in self.pieces if piece.roads])
        root.loop = self._loop(root.laid)
        rooms = list(self._rooms(root)) if self.board.old else []
        if not self._first(rooms):
            return
        roots = root, replace(root, alone=True, worse=True)
        self._touches = max(self._at_most(room) - root.loop for room in rooms)
        self.bound = max(self.points, *map(self._promise, roots))
        try:
            self._touches = max(self._most(room) - root.loop for room in rooms)
            root.worse = True
            self._best_first(*roots, *rooms)
        except deadline.OutOfTime:
            deadline.miss()

    def _best_first(self, *first: _Node | Room) -> None:
        number = count()
        waiting: list[tuple[int, int, int, _Node | Room]] = []

        def wait(promise: int, what: _Node | Room) -> None:
            if promise > self.points:
                deep = -len(what.laid) - isinstance(what, Room)
                heapq.heappush(waiting, (-promise, deep, next(number), what))

        for each in first:
            wait(self._at_most(each) if isinstance(each, Room) else self._promise(each), each)
        while waiting and (bound := -waiting[0][0]) > self.points:
            self.bound = bound
            self._look(heapq.heappop(waiting)[3], wait)
        self.bound = self.points

    def _look(self, what: _Node | Room, wait: Callable[[int, _Node | Room], None]) -> None:
        deadline.check()
        if isinstance(what, Room):
            if (found := what.find(what.touches)) is not None:
                self._take(what, found)
            else:
                what.touches -= 1
                wait(self._at_most(what), what)
        elif what.grown:
            for room in self._rooms(what):
                wait(min(self._most(room), self._promise(what)), room)
        else:
            for after in self._after(what):
                wait(self._promise(after), after)
            what.grown = True
            wait(self._promise(what), what)

    def _first(self, rooms: Sequence[Room]) -> bool:
        """A village with everything laid, if there is one."""
        for room in sorted(rooms, key=lambda room: -room.base):
            if (found := room.find(0)) is not None:
                self._take(room, found)
                return True
        return False

    def _take(self, room: Room, found: Found) -> None:
        """A village that is not worse than the best so far."""
        every = room.laid | found
        names = {piece: iter(names) for piece, names in self.names.items()}
        after = self.layout
        for place, (piece, edges) in sorted(every.items()):
            tile = after.box[next(names[piece])]
            turn = next(turn for turn in range(SIDES) if lying(tile, turn) == edges)
            after = after.put(place, Laid(tile.id, turn))
        paid = counted(after, self.terms).points
        if paid < (promise := room.base + self.terms.touching * room.came_to):
            raise PlanMismatch(f"{paid} instead of {promise}: {after.text()}")
        if self.best is None or paid > self.points:
            self.best, self.points, self.new = after, paid, tuple(every)

    # what lies where

    def _after(self, node: _Node) -> Iterator[_Node]:
        """With one more path of pieces on the loop, or for one of pieces only with the first."""
        if node.alone and not node.laid:
            yield from self._begun(node)
            return
        for more in self._paths(node):
            laid = {**node.laid, **more}
            key = node.alone, frozenset(laid.items())
            if key in self._seen:
                continue
            self._seen.add(key)
            if not self.board.hangs_together([*laid], len(self.pieces) - len(laid)):
                continue
            left = list(node.left)
            for piece, _ in more.values():
                left.remove(piece)
            after = _Node(laid, self._loop(laid), left, node.alone)
            # what makes no loop longer is not laid for its sake
            after.worse = after.loop <= node.loop
            yield after

    def _begun(self, node: _Node) -> Iterator[_Node]:
        """Loops of pieces only, by the first of their pieces."""
        for n, piece in enumerate(node.left):
            left = node.left[n + 1 :]
            if piece in node.left[:n] or self.terms.loop * points.loop(1 + len(left)) <= node.loop:
                continue
            for place in within(self.board.old, len(self.pieces)):
                if place not in piece.barred:
                    for edges in self.board.ways(piece, self.board.need(self.board.old, place)):
                        yield _Node({place: (piece, edges)}, node.loop, left, True, worse=True)

    def _paths(self, node: _Node) -> Iterator[Found]:
        """Pieces one after another along roads, from what lies there and back to it.

        Whatever pieces a route passes can be laid path by path, so each ends where it first can.
        """
        ground = self.board.ground(node.laid)
        ends = {p: ground[p] for p in node.laid} if node.alone else ground

        def go(path: Found, place: Place, came: int, left: list[Piece]) -> Iterator[Found]:
            here = {**ground, **{each: edges for each, (_, edges) in path.items()}}
            need = self.board.need(here, place)
            for piece in dict.fromkeys(left):
                if place in piece.barred:
                    continue
                less = list(left)
                less.remove(piece)
                for edges in self.board.ways(piece, need):
                    deadline.check()
                    roads = {
                        side: near
                        for side, near in enumerate(neighbours(place))
                        if edges[side] == "R"
                    }
                    if path and came not in roads:
                        continue
                    joins = bool(path) + sum(
                        near in ends and ends[near][opposite(side)] == "R"
                        for side, near in roads.items()
                    )
                    longer = {**path, place: (piece, edges)}
                    if joins > 1:
                        yield longer
                    elif joins and less:
                        for side, near in roads.items():
                            if near not in here:
                                yield from go(longer, near, opposite(side), less)

        for place in _open(ends, ground):
            yield from go({}, place, -1, node.left)

    # promises: never less than what a village can become

    def _at_most(self, room: Room) -> int:
        """What a room promises."""
        return room.base + self.terms.touching * room.touches

    def _most(self, room: Room) -> int:
        """The same once all ways were tried to lie there, or no more than the best found."""
        room.solve_open_decisions((self.points - room.base) // self.terms.touching)
        return self._at_most(room)

    def _promise(self, node: _Node) -> int:
        """What a village promises: the longest loop, and most touches as if nothing lay on it."""
        own = 0 if node.worse else node.loop + self._touches
        if node.grown or not node.left:
            return own
        reach = self.terms.loop * points.loop(self._reach(node))
        return max(own, reach + self._touches if reach > node.loop else 0)

    def _reach(self, node: _Node) -> int:
        """No loop with more pieces on it has more tiles than this; 0 if none can be laid."""
        left = len(node.left)
        if node.alone:
            return len(node.laid) + left
        ground = self.board.ground(node.laid)
        open_ = _open(ground, ground)
        enough = 2 if left == 1 else 1
        places = [
            place
            for place, near in open_.items()
            if len(near) >= enough and self._fits(node.left, ground, place)
        ]
        # one piece joins what is open to it, two may be neighbours. Three may lie anyhow, and a
        # route may lead more than once from one place to another: as if all places were one
        at = {place: place if left < 3 else ELSEWHERE for place in places}
        roads = [*self._joined(node.laid), *((p, at[q]) for q in places for p in open_[q])]
        if left == 2:
            roads += [pair for pair in combinations(places, 2) if apart(*pair) == 1]
        most = 0
        for part in parts(roads):
            tiles = {place for road in part for place in road}
            old = len(tiles & ground.keys())
            if old < len(tiles):
                most = max(most, old + left)
        return most

    def _fits(self, pieces: Sequence[Piece], ground: Ground, place: Place) -> bool:
        need = self.board.need(ground, place)
        return any(
            place not in piece.barred and self.board.ways(piece, need)
            for piece in dict.fromkeys(pieces)
        )

    def _loop(self, laid: Found) -> int:
        """What the loop pays with these pieces."""
        if not self.terms.loop:
            return 0
        tiles = route(tuple(self._joined(laid)), self.terms.once).tiles
        return self.terms.loop * points.loop(len(tiles))

    def _joined(self, laid: Found) -> list[Road]:
        """All roads, those to pieces included."""
        ground = self.board.ground(laid)
        new = {
            (min(place, near), max(place, near))
            for place, (_, edges) in laid.items()
            for side, near in enumerate(neighbours(place))
            if near in ground and edges[side] == ground[near][opposite(side)] == "R"
        }
        return [*self._roads, *sorted(new)]

    def _rooms(self, node: _Node) -> Iterator[Room]:
        """The same village with none, one and more boats laid on the water from home.

        What lies there by itself is not in it, so that one of them is for each village to come.
        """
        laid, loop, rest = node.laid, node.loop, list(self.pieces)
        for piece, _ in laid.values():
            rest.remove(piece)
        if not self.terms.chain or self.home is None or "W" not in self.board.old[self.home]:
            yield Room(self.board, laid, rest, loop)
            return
        side = self.board.old[self.home].index("W")
        yield from self._along(laid, rest, beside(self.home, side), side, 0, loop)

    def _along(
        self, laid: Found, rest: list[Piece], place: Place, side: int, boats: int, loop: int
    ) -> Iterator[Room]:
        """From a place on the water: boats that lie there are passed, free places filled or not."""
        ground = self.board.ground(laid)
        while place in self.boats and ground[place][opposite(side)] == "W":
            boats, place = boats + 1, beside(place, side)
        yield Room(self.board, laid, rest, loop + points.chain(boats, self.terms.chain))
        if place in ground:
            return
        need = self.board.need(ground, place)
        for piece in dict.fromkeys(piece for piece in rest if piece.water):
            for edges in self.board.ways(piece, need):
                if edges[side] == edges[opposite(side)] == "W" and place not in piece.barred:
                    less = list(rest)
                    less.remove(piece)
                    more = {**laid, place: (piece, edges)}
                    on = beside(place, side)
                    yield from self._along(more, less, on, side, boats + 1, loop)


def _piece(tile: Tile, terms: Terms, barred: frozenset[Place]) -> Piece:
    return Piece(
        shape(tile),
        tile.kind == "turn_order",
        bool(terms.loop) and tile.edges.count("R") > 1,
        tile.kind in BOATS,
        barred,
    )


def _open(ends: Ground, ground: Ground) -> dict[Place, list[Place]]:
    """Empty places that roads lead to from some tiles, with these."""
    found: dict[Place, list[Place]] = {}
    for place, edges in ends.items():
        for side, near in enumerate(neighbours(place)):
            if edges[side] == "R" and near not in ground:
                found.setdefault(near, []).append(place)
    return found
