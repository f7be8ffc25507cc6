"""Where to lay the tiles that were won: turn order touches, loop and chain at their best together.

First tiles are laid that make the loop longer; for all others places are looked for, as if every
tile fitted however it is turned, then turns that fit. What promises most is always looked at next.
A promise is never less than what can become of it, so that once nothing promises more than the best
found, that one is proven.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, count
from math import isqrt

from scoring.core import clock
from scoring.core.catalogue import Catalogue
from scoring.core.plan import PlanMismatch, Proof, Verdict

from .. import points
from .layout import BOATS, SIDES, Laid, Layout, Place, Tile, apart, beside, opposite
from .layout import around as neighbours
from .route import Road, Route, longest, parts

around = cache(neighbours)

type Edges = tuple[str, ...]
"""The letters of a tile's edges as it lies."""

type Ground = Mapping[Place, Edges]

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
    route = longest(layout.roads, once=terms.once) if terms.loop else Route()
    chain = layout.chain if terms.chain else ()
    paid = terms.touching * sum(map(len, touching.values()))
    paid += terms.loop * points.loop(len(route.tiles))
    if terms.chain:
        paid += points.chain(len(chain), terms.chain)
    return Counted(touching, route, chain, paid)


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
    with clock.within(seconds):
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
        order.append(next(p for p in new if p not in lying and not lying.isdisjoint(around(p))))
        lying.add(order[-1])
    return tuple(order)


# ── the search ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Piece:
    """A kind of tile to lay: its edges, wherever it begins, and what it can do."""

    shape: str
    touched: bool
    roads: bool
    """Can it be on a loop that pays?"""
    water: bool
    barred: frozenset[Place]

    @property
    def ways(self) -> tuple[Edges, ...]:
        """Its turns that look different."""
        return _turns(self.shape)


type _Found = dict[Place, tuple[_Piece, Edges]]
"""Where pieces lie, and how."""


@dataclass(slots=True)
class _Node:
    """A village with some pieces laid that are on its loop, and all villages with more of them."""

    laid: _Found
    loop: int
    """What the loop pays with them."""
    left: list[_Piece]
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
    counts what they touch, and for each number of boats that go on with the water a ``_Room``
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
        self.old: Ground = {p: _lying(layout.box[e.tile], e.turn) for p, e in layout.laid.items()}
        self.free = layout.any_edge
        self.touched = layout.of_kind("turn_order")
        self.boats = frozenset(layout.of_kind(*BOATS))
        self.home = next(iter(layout.of_kind("home")), None)
        self.names: dict[_Piece, list[str]] = {}
        for tile in sorted(tiles):
            not_there = frozenset(place for each, place in barred if each == tile)
            self.names.setdefault(_piece(layout.box[tile], terms, not_there), []).append(tile)
        self.pieces = [piece for piece, names in self.names.items() for _ in names]
        self.pieces.sort(key=lambda p: (-p.shape.count("R"), not p.touched, p.shape))
        self.best: Layout | None = None
        self.new: tuple[Place, ...] = ()
        self.points = self.bound = 0
        self._fitting: dict[tuple[str, str], tuple[Edges, ...]] = {}
        self._roads = list(layout.roads)
        self._seen: set[tuple[bool, frozenset[tuple[Place, tuple[_Piece, Edges]]]]] = set()
        self._touches = 0

    def run(self) -> None:
        """Sets ``best`` and ``bound``. Raises ``OutOfTime`` where there is nothing to say."""
        root = _Node({}, 0, [piece for piece in self.pieces if piece.roads])
        root.loop = self._loop(root.laid)
        if not self.old or not self._first(root):
            return
        rooms = list(self._rooms(root))
        roots = root, replace(root, alone=True, worse=True)
        self._touches = max(room.promise - root.loop for room in rooms)
        self.bound = max(self.points, *map(self._promise, roots))
        try:
            self._touches = max(room.full().promise - root.loop for room in rooms)
            root.worse = True
            self._best_first(*roots, *rooms)
        except clock.OutOfTime:
            clock.miss()

    def _best_first(self, *first: _Node | _Room) -> None:
        number = count()
        waiting: list[tuple[int, int, int, _Node | _Room]] = []

        def wait(promise: int, what: _Node | _Room) -> None:
            if promise > self.points:
                deep = -len(what.laid) - isinstance(what, _Room)
                heapq.heappush(waiting, (-promise, deep, next(number), what))

        for each in first:
            wait(each.promise if isinstance(each, _Room) else self._promise(each), each)
        while waiting and (bound := -waiting[0][0]) > self.points:
            self.bound = bound
            self._look(heapq.heappop(waiting)[3], wait)
        self.bound = self.points

    def _look(self, what: _Node | _Room, wait: Callable[[int, _Node | _Room], None]) -> None:
        clock.check()
        if isinstance(what, _Room):
            if (found := what.find(what.least)) is not None:
                self._take(what, found)
            else:
                what.least -= 1
                wait(what.promise, what)
        elif what.grown:
            for room in self._rooms(what):
                wait(min(room.full().promise, self._promise(what)), room)
        else:
            for after in self._after(what):
                wait(self._promise(after), after)
            what.grown = True
            wait(self._promise(what), what)

    def _first(self, node: _Node) -> bool:
        """A village with these on the loop and everything else laid, if there is one."""
        for room in sorted(self._rooms(node), key=lambda room: -room.base):
            if (found := room.find(0)) is not None:
                self._take(room, found)
                return True
        return False

    def _take(self, room: _Room, found: _Found) -> None:
        """A village that is not worse than the best so far."""
        every = room.laid | found
        names = {piece: iter(names) for piece, names in self.names.items()}
        after = self.layout
        for place, (piece, edges) in sorted(every.items()):
            tile = after.box[next(names[piece])]
            turn = next(turn for turn in range(SIDES) if _lying(tile, turn) == edges)
            after = after.put(place, Laid(tile.id, turn))
        paid = counted(after, self.terms).points
        if paid < (promise := room.base + self.terms.touching * room.came_to):
            raise PlanMismatch(f"{paid} instead of {promise}: {after.text()}")
        if self.best is None or paid > self.points:
            self.best, self.points, self.new = after, paid, tuple(every)

    # what lies where

    def _ground(self, laid: _Found) -> Ground:
        return {**self.old, **{place: edges for place, (_, edges) in laid.items()}}

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
            if not self.hangs_together([*laid], len(self.pieces) - len(laid)):
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
            for place in _near(self.old, len(self.pieces)):
                if place not in piece.barred:
                    for edges in self.ways(piece, self.need(self.old, place)):
                        yield _Node({place: (piece, edges)}, node.loop, left, True, worse=True)

    def _paths(self, node: _Node) -> Iterator[_Found]:
        """Pieces one after another along roads, from what lies there and back to it.

        Whatever pieces a route passes can be laid path by path, so each ends where it first can.
        """
        ground = self._ground(node.laid)
        ends = {p: ground[p] for p in node.laid} if node.alone else ground

        def go(path: _Found, place: Place, came: int, left: list[_Piece]) -> Iterator[_Found]:
            here = {**ground, **{each: edges for each, (_, edges) in path.items()}}
            need = self.need(here, place)
            for piece in dict.fromkeys(left):
                if place in piece.barred:
                    continue
                less = list(left)
                less.remove(piece)
                for edges in self.ways(piece, need):
                    clock.check()
                    roads = {
                        side: near for side, near in enumerate(around(place)) if edges[side] == "R"
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

    def need(self, ground: Ground, place: Place) -> str:
        """The letters that a tile must show there, side by side; a dot where any will do."""
        if self.free:
            return "." * SIDES
        return "".join(
            ground[near][opposite(side)] if near in ground else "."
            for side, near in enumerate(around(place))
        )

    def ways(self, piece: _Piece, need: str) -> tuple[Edges, ...]:
        """The turns of a piece that fit where these letters are needed."""
        if (found := self._fitting.get((piece.shape, need))) is None:
            found = tuple(
                edges
                for edges in piece.ways
                if all(n in (".", e) for n, e in zip(need, edges, strict=True))
            )
            self._fitting[piece.shape, need] = found
        return found

    def hangs_together(self, new: Sequence[Place], left: int) -> bool:
        """Can so many more pieces still join all that was laid to the old village?"""
        joined = self.old.keys()
        reached = [p for p in new if any(near in joined for near in around(p))]
        if len(reached) == len(new):
            return True
        for place in reached:
            reached += [p for p in new if p not in reached and apart(p, place) == 1]
        if len(reached) == len(new):
            return True
        if not left:
            return False
        floating = [p for p in new if p not in reached]
        steps = min(apart(p, q) for p in floating for q in (*joined, *reached))
        return steps - 1 <= left

    # promises: never less than what a village can become

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
        ground = self._ground(node.laid)
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

    def _fits(self, pieces: Sequence[_Piece], ground: Ground, place: Place) -> bool:
        need = self.need(ground, place)
        return any(
            place not in piece.barred and self.ways(piece, need) for piece in dict.fromkeys(pieces)
        )

    def _loop(self, laid: _Found) -> int:
        """What the loop pays with these pieces."""
        if not self.terms.loop:
            return 0
        tiles = longest(self._joined(laid), once=self.terms.once).tiles
        return self.terms.loop * points.loop(len(tiles))

    def _joined(self, laid: _Found) -> list[Road]:
        """All roads, those to pieces included."""
        ground = self._ground(laid)
        new = {
            (min(place, near), max(place, near))
            for place, (_, edges) in laid.items()
            for side, near in enumerate(around(place))
            if near in ground and edges[side] == ground[near][opposite(side)] == "R"
        }
        return [*self._roads, *sorted(new)]

    def _rooms(self, node: _Node) -> Iterator[_Room]:
        """The same village with none, one and more boats laid on the water from home.

        What lies there by itself is not in it, so that one of them is for each village to come.
        """
        laid, loop, rest = node.laid, node.loop, list(self.pieces)
        for piece, _ in laid.values():
            rest.remove(piece)
        if not self.terms.chain or self.home is None or "W" not in self.old[self.home]:
            yield _Room(self, laid, rest, loop)
            return
        side = self.old[self.home].index("W")
        yield from self._along(laid, rest, beside(self.home, side), side, 0, loop)

    def _along(
        self, laid: _Found, rest: list[_Piece], place: Place, side: int, boats: int, loop: int
    ) -> Iterator[_Room]:
        """From a place on the water: boats that lie there are passed, free places filled or not."""
        ground = self._ground(laid)
        while place in self.boats and ground[place][opposite(side)] == "W":
            boats, place = boats + 1, beside(place, side)
        yield _Room(self, laid, rest, loop + points.chain(boats, self.terms.chain))
        if place in ground:
            return
        need = self.need(ground, place)
        for piece in dict.fromkeys(piece for piece in rest if piece.water):
            for edges in self.ways(piece, need):
                if edges[side] == edges[opposite(side)] == "W" and place not in piece.barred:
                    less = list(rest)
                    less.remove(piece)
                    more = {**laid, place: (piece, edges)}
                    on = beside(place, side)
                    yield from self._along(more, less, on, side, boats + 1, loop)


class _Room:
    """A village, and pieces of which only counts what touches turn order tiles.

    Each turn order tile touches six tiles, but for places beside it that stay empty. Places are
    bits of a number, so that how many of them the other pieces cannot fill is quickly counted
    wherever turn order tiles lie. Only of what promises enough are turns looked for that fit.
    """

    def __init__(self, search: _Search, laid: _Found, rest: list[_Piece], base: int) -> None:
        self.search, self.laid, self.base = search, laid, base
        self.ground = search._ground(laid)
        self.came_to = self.wanted = 0
        self.own = [piece for piece in rest if piece.touched]
        self.others = [piece for piece in rest if not piece.touched]
        self.area = _near(self.ground, len(rest))
        self.bit = {place: 1 << n for n, place in enumerate(_near(self.ground, len(rest) + 1))}
        touched = [*search.touched, *(p for p, (piece, _) in laid.items() if piece.touched)]
        self.lying = sum(near in self.ground for place in touched for near in around(place))
        self.beside = {
            place: sum(self.bit.get(near, 0) for near in around(place))
            for place in (*self.area, *touched)
        }
        self.planes = [0] * (len(touched) + len(self.own) + 2)
        for place in touched:
            self.planes = self._touching(self.planes, place)
        self.needs = {place: search.need(self.ground, place) for place in self.area}
        self.near = {place: sum(p in self.ground for p in around(place)) for place in self.area}
        self.value = {
            place: near + sum(p in touched for p in around(place))
            for place, near in self.near.items()
        }
        self.able = {
            place: sum(1 << n for n, piece in enumerate(self.own) if self._ways(piece, place))
            for place in self.area
        }
        fits = [place for place in self.area if self.able[place]]
        self.places = sorted(fits, key=lambda place: (-self.near[place], -self.value[place]))
        self.fit = self._mask(dict.fromkeys(self.others))
        self.most = SIDES * (len(touched) + len(self.own))
        self.round = _round(len(self.own)) - len(self.others)
        near = sum(self.near[place] for place in self.places[: len(self.own)])
        self.least = self.most - max(
            self.round - near, self._empty(self.planes[1]) - len(self.own), 0
        )

    @property
    def promise(self) -> int:
        return self.base + self.search.terms.touching * self.least

    def full(self) -> _Room:
        """Promising the most touches that there may be, or no more than the best found."""
        pays = self.search.terms.touching
        self.wanted = max((self.search.points - self.base) // pays + 1, 0)
        for total, _ in self._sets():
            self.wanted = total + 1
        self.least = self.wanted - 1
        return self

    def _ways(self, piece: _Piece, place: Place) -> tuple[Edges, ...]:
        if place in piece.barred:
            return ()
        return self.search.ways(piece, self.needs[place])

    def _mask(self, pieces: Iterable[_Piece]) -> int:
        """Where any of these fits, as far as what lies there already tells."""
        return sum(
            self.bit[place]
            for place in self.area
            if any(self._ways(piece, place) for piece in pieces)
        )

    def _touching(self, planes: Sequence[int], place: Place) -> list[int]:
        """The nth: places that touch so many turn order tiles, one more of which lies there."""
        beside_it, found = self.beside[place], list(planes)
        for n in range(len(planes) - 1, 1, -1):
            found[n] |= found[n - 1] & beside_it
        found[1] |= beside_it
        return found

    def _lying(self, here: Sequence[Place]) -> tuple[int, list[int]]:
        """What turn order tiles touch with these, without other pieces; how many touch what."""
        lying, planes = self.lying, self.planes
        taken = sum(self.bit[place] for place in here)
        for place in here:
            lying += self.value[place] + (self.beside[place] & taken).bit_count()
            planes = self._touching(planes, place)
        return lying, [plane & ~taken for plane in planes]

    def _gain(self, planes: Sequence[int]) -> int:
        """What all other pieces touch at the best of these places."""
        return sum(min(len(self.others), (plane & self.fit).bit_count()) for plane in planes[1:])

    def _empty(self, places: int) -> int:
        """How many of these stay empty at least."""
        filled = min(len(self.others), (places & self.fit).bit_count())
        return places.bit_count() - filled

    def _sets(
        self, fits: Callable[[tuple[Place, ...]], bool] | None = None
    ) -> Iterator[tuple[int, tuple[Place, ...]]]:
        """Places for the turn order tiles that may come to what is ``wanted``, and to what they
        may come. Asks of the first few whether they fit."""
        places, near, number = self.places, self.near, len(self.own)

        def go(
            start: int, here: tuple[Place, ...], lies: int, taken: int, used: int, edge: int
        ) -> Iterator[tuple[int, tuple[Place, ...]]]:
            left = number - len(here)
            if not left:
                lying, planes = self._lying(here)
                if (total := lying + self._gain(planes)) >= self.wanted:
                    yield total, here
                return
            clock.check()
            for n in range(start, len(places)):
                place = places[n]
                # each place that stays empty beside a turn order tile costs a touch or more
                if self.most - (self.round - lies - left * near[place]) < self.wanted:
                    return
                with_it = taken | self.bit[place]
                beside_it = (edge | self.beside[place]) & ~with_it
                # each further turn order tile may fill one itself
                if self.most - (self._empty(beside_it) - left + 1) < self.wanted:
                    continue
                sets = _used(used, self.able[place])
                more = *here, place
                if sets and (fits is None or fits(more)):
                    yield from go(n + 1, more, lies + near[place], with_it, sets, beside_it)

        if self.most - (self._empty(self.planes[1]) - number) >= self.wanted:
            yield from go(0, (), 0, 0, 1, self.planes[1])

    # turns that fit

    def find(self, least: int) -> _Found | None:
        """All pieces where they touch so much, each turned so that it fits; none if nowhere."""
        self.wanted = least
        known: dict[tuple[Place, ...], _Found | None] = {(): {}}

        def turned(here: tuple[Place, ...]) -> _Found | None:
            if here not in known:
                before = turned(here[:-1])
                known[here] = None if before is None else self._turned(before, here[-1], self.own)
            return known[here]

        def fits(here: tuple[Place, ...]) -> bool:
            clock.check()
            left = len(self.own) - len(here) + len(self.others)
            together = self.search.hangs_together([*self.laid, *here], left)
            return together and turned(here) is not None

        # where any will do, what does not fit is left out early: else there are few to look at
        for _, here in self._sets(None if least else fits):
            if not fits(here) or (found := turned(here)) is None:
                continue
            if (all_ := self._others(found, here)) is not None:
                return all_
        return None

    def _others(self, own: _Found, here: tuple[Place, ...]) -> _Found | None:
        """With all other pieces, so that there are enough touches."""
        lying, planes = self._lying(here)
        free: list[tuple[int, Place]] = []
        for place in self.area:
            if place not in own and self.fit & self.bit[place]:
                free.append((sum(bool(p & self.bit[place]) for p in planes[1:]), place))
        free.sort(key=lambda each: -each[0])

        def go(start: int, found: _Found, left: int, gained: int) -> _Found | None:
            if not left:
                self.came_to = gained
                return found
            for n in range(start, len(free) - left + 1):
                if gained + sum(weight for weight, _ in free[n : n + left]) < self.wanted:
                    return None
                weight, place = free[n]
                new = [*self.laid, *found, place]
                if not self.search.hangs_together(new, left - 1):
                    continue
                clock.check()
                with_it = self._turned(found, place, self.others)
                if with_it is not None:
                    done = go(n + 1, with_it, left - 1, gained + weight)
                    if done is not None:
                        return done
            return None

        return go(0, own, len(self.others), lying)

    def _turned(self, found: _Found, place: Place, pieces: Sequence[_Piece]) -> _Found | None:
        """With one of these pieces in one more place; if need be, others turned or exchanged."""
        for each in self._one(found, place, pieces):
            return {**found, place: each}
        return self._anew({}, {**dict.fromkeys(found), place: None}, pieces is self.own)

    def _anew(self, found: _Found, places: Mapping[Place, object], own: bool) -> _Found | None:
        """Turns in all these places; the first are turn order tiles."""
        if len(found) == len(places):
            return found
        place = list(places)[len(found)]
        first = own or len(found) < len(self.own)
        for each in self._one(found, place, self.own if first else self.others):
            done = self._anew({**found, place: each}, places, own)
            if done is not None:
                return done
        return None

    def _one(
        self, found: _Found, place: Place, pieces: Sequence[_Piece]
    ) -> Iterator[tuple[_Piece, Edges]]:
        """Pieces that are left, and their turns that fit there."""
        used = [piece for piece, _ in found.values()]
        meet = [
            (side, found[near][1][opposite(side)])
            for side, near in enumerate(around(place))
            if near in found
        ]
        for piece in dict.fromkeys(pieces):
            if used.count(piece) < pieces.count(piece):
                for edges in self._ways(piece, place):
                    if self.search.free or all(edges[side] == letter for side, letter in meet):
                        yield piece, edges


@cache
def _used(sets: int, able: int) -> int:
    """Which of all sets of pieces can lie in some places and one more, where these are ``able`` to.

    Pieces are bits of a set's number, and sets bits of both ``sets`` and the answer.
    """
    found = 0
    for each in range(sets.bit_length()):
        if sets >> each & 1:
            free = able & ~each
            while free:
                found |= 1 << (each | free & -free)
                free &= free - 1
    return found


def _round(number: int) -> int:
    """Fewest places beside so many hexagons (Vainsencher and Bruckstein, 2008)."""
    return 4 + isqrt(12 * number - 4) if number else 0


@cache
def _turns(shape: str) -> tuple[Edges, ...]:
    """The ways to turn it that look different."""
    return tuple(dict.fromkeys(tuple(shape[n:] + shape[:n]) for n in range(SIDES)))


def _piece(tile: Tile, terms: Terms, barred: frozenset[Place]) -> _Piece:
    return _Piece(
        min(tile.edges[n:] + tile.edges[:n] for n in range(SIDES)),
        tile.kind == "turn_order",
        bool(terms.loop) and tile.edges.count("R") > 1,
        tile.kind in BOATS,
        barred,
    )


def _lying(tile: Tile, turn: int) -> Edges:
    return tuple(tile.edge(side, turn) for side in range(SIDES))


def _open(ends: Ground, ground: Ground) -> dict[Place, list[Place]]:
    """Empty places that roads lead to from some tiles, with these."""
    found: dict[Place, list[Place]] = {}
    for place, edges in ends.items():
        for side, near in enumerate(around(place)):
            if edges[side] == "R" and near not in ground:
                found.setdefault(near, []).append(place)
    return found


def _near(ground: Ground, steps: int) -> list[Place]:
    """Empty places not further than so many steps from a tile, the nearest first."""
    found: dict[Place, None] = {}
    border: Sequence[Place] = list(ground)
    for _ in range(steps):
        border = [p for place in border for p in around(place)]
        border = [p for p in dict.fromkeys(border) if p not in ground and p not in found]
        found.update(dict.fromkeys(border))
    return list(found)
