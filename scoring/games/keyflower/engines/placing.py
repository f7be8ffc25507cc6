"""Where to lay the tiles that were won: turn order touches, loop and chain at their best together.

Tiles are laid one after another in a fixed order, those that decide most first, and always the
most promising village so far is looked at next. A village's promise is never less than what it can
become, so that once nothing promises more than the best found, that one is proven.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import count

from scoring.core import clock
from scoring.core.catalogue import Catalogue
from scoring.core.plan import PlanMismatch, Proof, Verdict

from .. import points
from .layout import BOATS, SIDES, Laid, Layout, Place, Tile, apart, beside, opposite
from .layout import around as neighbours
from .route import Road, Route, longest, without_dead_ends

around = cache(neighbours)

type Edges = tuple[str, ...]
"""The letters of a tile's edges as it lies."""

type Ground = Mapping[Place, Edges]

type Worth = Callable[[Place, Laid], int]
"""Whatever else a new tile is worth where it lies."""

ELSEWHERE: Place = (1_000, 1_000)
"""Stands for all tiles that are still to be laid: any open road may lead there and back."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a village pays for the way it lies.

    ``touching``: points per tile that touches a turn order tile. ``loop``: points per tile on the
    longest closed route, 0 without the Sea Bastion; ``once`` if it may pass no tile twice.
    ``chain``: points by boats joined to the home by water, empty without the Sea Breese. ``worth``:
    whatever else a new tile is worth where it lies; asked for each turn that looks different.
    """

    touching: int = 1
    loop: int = 0
    once: bool = False
    chain: Sequence[int] = ()
    worth: Worth | None = None


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
    """The plain count: turn order tiles, loop and chain. ``worth`` is not in it."""
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

    ``points`` is what the whole village pays with them, ``worth`` included. If the proof says
    *impossible*, the tiles cannot all be laid, and the layout is the old one.
    """

    layout: Layout
    new: tuple[Place, ...]
    points: int
    proof: Proof


def best(layout: Layout, tiles: Sequence[str], terms: Terms, seconds: float = 2.0) -> Placing:
    """All of ``tiles`` laid where the village pays most, every edge matched.

    Without boat 2a, that is; each new tile touches the village when its turn comes. Proven, or the
    best found in so many seconds of processor time with a bound that nothing exceeds. Raises
    ``OutOfTime`` if not even one way was found. Which of several best ways is not promised.

    Boats have two opposite edges of water, as all in the box; old tiles may lie as they like.
    """
    started = time.perf_counter()
    with clock.within(seconds):
        search = _Search(layout, tiles, terms)
        search.run()
    found = search.best
    if found is None:
        proof = Proof("impossible", "exhaustive", None, time.perf_counter() - started)
        return Placing(layout, (), 0, proof)
    after = layout
    for (place, turn), piece in zip(found.laid, search.pieces, strict=True):
        after = after.put(place, Laid(piece.tile, turn))
    paid = counted(after, terms).points + search.worth(found.laid)
    if paid != found.promise:
        raise PlanMismatch(f"{paid} instead of {found.promise}: {after.text()}")
    verdict: Verdict = "optimal" if search.bound == paid else "best found"
    seconds = time.perf_counter() - started
    return Placing(
        after,
        _in_order(layout, [place for place, _ in found.laid]),
        paid,
        Proof(verdict, "exhaustive", Fraction(search.bound), seconds),
    )


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
    """A tile to lay: its turns that look different, and what it can do."""

    tile: str
    shape: str
    ways: tuple[tuple[int, Edges], ...]
    touched: bool
    roads: bool
    water: bool
    same: bool
    """Is it as the one before it? Then it lies at a later place."""


@dataclass(slots=True)
class _Node:
    """A village with the first few pieces laid, and the most that it can come to."""

    laid: tuple[tuple[Place, int], ...]
    promise: int
    others: int
    """The part of the promise that is not for the loop."""
    loop: int
    seen: bool = False
    """Is the part for the loop its own? Else it is that of the village before."""


@dataclass
class _Search:
    layout: Layout
    tiles: Sequence[str]
    terms: Terms
    best: _Node | None = None
    bound: int = 0
    _fitting: dict[tuple[str, str], tuple[tuple[int, Edges], ...]] = field(default_factory=dict)
    _loops: dict[tuple[bool, tuple[Road, ...]], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        layout, terms = self.layout, self.terms
        self.old = {place: _lying(layout.box[e.tile], e.turn) for place, e in layout.laid.items()}
        self.free = layout.any_edge
        self.turn_order = layout.of_kind("turn_order")
        self.pieces = _pieces([layout.box[tile] for tile in self.tiles], terms)
        self.home = next(iter(layout.of_kind("home")), None)
        self.boats = frozenset(layout.of_kind(*BOATS))
        self.most = [self._most_worth(piece) for piece in self.pieces]

    def run(self) -> None:
        """Sets ``best`` and ``bound``. Raises ``OutOfTime`` where there is nothing to say."""
        root = _Node((), 0, 0, 0)
        if not self.old:
            return
        self._promise(root, self.old)
        root.loop = self._loop(root, self.old)
        root.promise, root.seen = root.others + root.loop, True
        number = count()
        waiting: list[tuple[int, int, int, _Node]] = []

        def wait(node: _Node) -> None:
            heapq.heappush(waiting, (-node.promise, -len(node.laid), next(number), node))

        wait(root)
        while waiting and (self.best is None or -waiting[0][0] > self.best.promise):
            node: _Node | None = heapq.heappop(waiting)[3]
            # down from here at once, so that there is always something found
            while node is not None:
                try:
                    clock.check()
                except clock.OutOfTime:
                    if self.best is None:
                        raise
                    clock.miss()
                    wait(node)
                    self.bound = max(self.best.promise, -waiting[0][0])
                    return
                node = self._step(node, wait)
        self.bound = self.best.promise if self.best else 0

    def _step(self, node: _Node, wait: Callable[[_Node], None]) -> _Node | None:
        """Looks at one village; the most promising one after it, if any is worth looking at."""
        ground = self._ground(node)
        if not node.seen:
            if len(node.laid) < len(self.pieces):
                self._promise(node, ground, closely=True)
            node.loop = min(node.loop, self._loop(node, ground))
            node.promise, node.seen = min(node.others + node.loop, node.promise), True
        if self.best is not None and node.promise <= self.best.promise:
            return None
        if len(node.laid) == len(self.pieces):
            self.best = node
            return None
        after = list(self._after(node, ground))
        if not after:
            return None
        chosen = max(after, key=lambda each: each.promise)
        for each in after:
            if each is not chosen:
                wait(each)
        return chosen

    def _ground(self, node: _Node) -> dict[Place, Edges]:
        ground = dict(self.old)
        for (place, turn), piece in zip(node.laid, self.pieces, strict=False):
            ground[place] = next(edges for t, edges in piece.ways if t == turn)
        return ground

    def _after(self, node: _Node, ground: Ground) -> Iterator[_Node]:
        """With the next piece laid, wherever that promises more than the best found."""
        piece = self.pieces[len(node.laid)]
        left = len(self.pieces) - len(node.laid) - 1
        least = node.laid[-1][0] if piece.same else None
        for place in _near(ground, left + 1):
            if least is not None and place <= least:
                continue
            if not (ways := self._ways(piece, self._need(ground, place))):
                continue
            if not self._hangs_together([*(p for p, _ in node.laid), place], left):
                continue
            for turn, edges in ways:
                after = _Node((*node.laid, (place, turn)), 0, 0, node.loop)
                self._promise(after, {**ground, place: edges})
                after.promise = min(after.others + after.loop, node.promise)
                if self.best is None or after.promise > self.best.promise:
                    yield after

    def _need(self, ground: Ground, place: Place) -> str:
        """The letters that a tile must show there, side by side; a dot where any will do."""
        if self.free:
            return "." * len(around(place))
        return "".join(
            ground[near][opposite(side)] if near in ground else "."
            for side, near in enumerate(around(place))
        )

    def _ways(self, piece: _Piece, need: str) -> tuple[tuple[int, Edges], ...]:
        """The turns of a piece that fit where these letters are needed."""
        if (found := self._fitting.get((piece.shape, need))) is None:
            found = tuple(
                (turn, edges)
                for turn, edges in piece.ways
                if all(n in (".", e) for n, e in zip(need, edges, strict=True))
            )
            self._fitting[piece.shape, need] = found
        return found

    def _hangs_together(self, loose: Sequence[Place], left: int) -> bool:
        """Can so many more pieces still join all that was laid to the old village?"""
        joined = self.old.keys()
        reached = [p for p in loose if any(near in joined for near in around(p))]
        for place in reached:
            reached += [p for p in loose if p not in reached and apart(p, place) == 1]
        if len(reached) == len(loose):
            return True
        if not left:
            return False
        floating = [p for p in loose if p not in reached]
        steps = min(apart(p, q) for p in floating for q in (*joined, *reached))
        return steps - 1 <= left

    # promises: never less than what a village can become

    def worth(self, laid: Sequence[tuple[Place, int]]) -> int:
        """What else the pieces are worth where they lie."""
        if self.terms.worth is None:
            return 0
        return sum(
            self.terms.worth(place, Laid(piece.tile, turn))
            for (place, turn), piece in zip(laid, self.pieces, strict=False)
        )

    def _most_worth(self, piece: _Piece) -> int:
        if self.terms.worth is None:
            return 0
        return max(
            self.terms.worth(place, Laid(piece.tile, turn))
            for place in _near(self.old, len(self.tiles))
            for turn, _ in piece.ways
        )

    def _promise(self, node: _Node, ground: Ground, *, closely: bool = False) -> None:
        """Sets what a village promises but for the loop; ``closely`` takes ten times as long."""
        left = self.pieces[len(node.laid) :]
        touched = [
            *self.turn_order,
            *(p for (p, _), piece in zip(node.laid, self.pieces, strict=False) if piece.touched),
        ]
        waiting = sum(piece.water for piece in left)
        lying, line = self._line(node, ground, left)
        if len(line) == waiting == 1 and closely:
            # the boat lies on the line, or beside a turn order tile, or both
            most = max(
                self._chain(lying + 1) + self._touches(ground, touched, left, line[0]),
                self._chain(lying) + self._touches(ground, touched, left),
            )
        elif closely:
            most = self._chain(lying + len(line)) + self._touches(ground, touched, left)
        else:
            most = self._chain(lying + len(line)) + self._at_most_touches(ground, touched, left)
        node.others = most + self.worth(node.laid) + sum(self.most[len(node.laid) :])

    def _at_most_touches(
        self, ground: Ground, touched: Sequence[Place], left: Sequence[_Piece]
    ) -> int:
        """Points for touches, each piece that is left at the best of places, however they clash."""
        paid, empty = _beside(ground, touched)
        if left and empty:
            needs = {place: self._need(ground, place) for place in empty}
            shapes = {piece.shape: piece for piece in left}
            room = {
                shape: [p for p, need in needs.items() if self._ways(piece, need)]
                for shape, piece in shapes.items()
            }
            gains = sorted((empty[p] for p in set().union(*room.values())), reverse=True)
            each = sum(max((empty[p] for p in room[piece.shape]), default=0) for piece in left)
            paid += min(each, sum(gains[: len(left)]))
        if own := [piece for piece in left if piece.touched]:
            near = {p: sum(q in ground for q in around(p)) for p in _near(ground, 1)}
            for piece in own:
                paid += self._own_touches(ground, piece, near, len(left) - 1)
        return self.terms.touching * paid

    def _own_touches(
        self, ground: Ground, piece: _Piece, near: Mapping[Place, int], others: int
    ) -> int:
        """Tiles that may come to touch a turn order tile that is still to be laid."""
        for place in sorted(near, key=near.__getitem__, reverse=True):
            if self._ways(piece, self._need(ground, place)):
                return min(SIDES, near[place] + others)
        return min(SIDES, others)

    def _touches(
        self,
        ground: Ground,
        touched: Sequence[Place],
        left: Sequence[_Piece],
        boat: Place | None = None,
    ) -> int:
        """The same, the first turn order tile that is left tried everywhere; ``boat``: where a
        piece lies for certain."""
        paid, empty = _beside(ground, touched)
        turn_order = [piece for piece in left if piece.touched]
        free = len(left) - (boat is not None)
        if boat is not None:
            paid += empty.get(boat, 0)
        room = {
            place: [piece for piece in left if self._ways(piece, self._need(ground, place))]
            for place in _near(ground, 1)
        }

        def gains(weights: Mapping[Place, int], number: int) -> int:
            found = [n for p, n in weights.items() if p != boat and room.get(p, True)]
            return sum(sorted(found, reverse=True)[:number])

        if not turn_order:
            return self.terms.touching * (paid + gains(empty, free))
        first, *others = turn_order
        near = {p: sum(q in ground for q in around(p)) for p in room}
        loose = sum(self._own_touches(ground, piece, near, len(left) - 1) for piece in others)
        # far from everything, it is touched by what is laid beside it alone
        alone = {(place[0] + 1_000, place[1]): 1 for place in around((0, 0))}
        best = gains({**empty, **alone}, free - 1) + (boat is not None)
        for place in _near(ground, 2):
            if place == boat or (place in room and first not in room[place]):
                continue
            weights = dict(empty)
            for beside_it in around(place):
                if beside_it not in ground:
                    weights[beside_it] = weights.get(beside_it, 0) + 1
            here = weights.pop(place, 0) + near.get(place, 0)
            if boat is not None and boat in around(place):
                here += 1
            best = max(best, here + gains(weights, free - 1))
        return self.terms.touching * (paid + best + loose)

    def _chain(self, boats: int) -> int:
        return points.chain(boats, self.terms.chain) if self.terms.chain else 0

    def _line(
        self, node: _Node, ground: Ground, left: Sequence[_Piece]
    ) -> tuple[int, Sequence[Place]]:
        """How far the water from home could reach: boats that lie there, and the gaps between and
        after them that the boats that are left could fill."""
        if not self.terms.chain or self.home is None or "W" not in ground[self.home]:
            return 0, ()
        boats = self.boats | {
            place for (place, _), p in zip(node.laid, self.pieces, strict=False) if p.water
        }
        waiting = [piece for piece in left if piece.water]
        side = ground[self.home].index("W")
        place, lying = beside(self.home, side), 0
        gaps: list[Place] = []
        while True:
            if place in ground:
                if place not in boats or ground[place][opposite(side)] != "W":
                    break
                lying += 1
            elif len(gaps) < len(waiting) and any(
                edges[side] == "W"
                for piece in waiting
                for _, edges in self._ways(piece, self._need(ground, place))
            ):
                gaps.append(place)
            else:
                break
            place = beside(place, side)
        return lying, gaps

    def _loop(self, node: _Node, ground: Ground) -> int:
        """What the loop may pay: exactly, once no piece with two roads is left."""
        if not self.terms.loop:
            return 0
        roads: list[Road] = []
        open_: dict[Place, list[Road]] = {}
        for place, edges in ground.items():
            for side, near in enumerate(around(place)):
                if edges[side] != "R":
                    continue
                if near not in ground:
                    open_.setdefault(near, []).append((place, near))
                elif side < opposite(side) and ground[near][opposite(side)] == "R":
                    roads.append((place, near))
        pieces = [piece for piece in self.pieces[len(node.laid) :] if piece.roads]
        if len(pieces) > 1:
            # all that is to be laid as if it lay everywhere, and a route of its own
            out = [(place, ELSEWHERE) for each in open_.values() for place, _ in each]
            tiles = self._longest([*roads, *out], once=False)
            tiles = max(tiles - 1, 0) + len(pieces)
        else:
            tiles = self._longest(roads, once=self.terms.once)
            for piece in pieces:
                for place, more in open_.items():
                    if len(more) > 1 and self._ways(piece, self._need(ground, place)):
                        found = self._longest([*roads, *more], once=self.terms.once)
                        tiles = max(tiles, found)
        return self.terms.loop * points.loop(tiles)

    def _longest(self, roads: Sequence[Road], *, once: bool) -> int:
        roads = without_dead_ends(roads)
        key = once, tuple(sorted(roads))
        if key not in self._loops:
            self._loops[key] = len(longest(roads, once=once).tiles)
        return self._loops[key]


def _pieces(tiles: Sequence[Tile], terms: Terms) -> list[_Piece]:
    """In the order in which they are laid: those that decide most first, like ones together."""

    def first(tile: Tile) -> tuple[bool, int, bool, bool, str, str]:
        roads = tile.edges.count("R") if terms.loop else 0
        shape = min(tile.edges[n:] + tile.edges[:n] for n in range(SIDES))
        water = bool(terms.chain) and tile.kind in BOATS
        touched = tile.kind == "turn_order"
        return roads < 2, -roads if roads > 1 else 0, not touched, not water, shape, tile.id

    pieces: list[_Piece] = []
    before: tuple[object, ...] = ()
    for tile in sorted(tiles, key=first):
        ways: dict[Edges, int] = {}
        for turn in range(SIDES):
            ways.setdefault(_lying(tile, turn), turn)
        *kind, _ = first(tile)
        pieces.append(
            _Piece(
                tile.id,
                tile.edges,
                tuple((turn, edges) for edges, turn in ways.items()),
                tile.kind == "turn_order",
                bool(terms.loop) and tile.edges.count("R") > 1,
                tile.kind in BOATS,
                # what is worth something by itself is like no other
                terms.worth is None and tuple(kind) == before,
            )
        )
        before = tuple(kind)
    return pieces


def _lying(tile: Tile, turn: int) -> Edges:
    return tuple(tile.edge(side, turn) for side in range(SIDES))


def _beside(ground: Ground, touched: Sequence[Place]) -> tuple[int, dict[Place, int]]:
    """How many tiles touch these places, and how many of them each empty place touches."""
    paid, empty = 0, dict[Place, int]()
    for place in touched:
        for near in around(place):
            if near in ground:
                paid += 1
            else:
                empty[near] = empty.get(near, 0) + 1
    return paid, empty


def _near(ground: Ground, steps: int) -> list[Place]:
    """Empty places not further than so many steps from a tile, the nearest first."""
    found: dict[Place, None] = {}
    border: Sequence[Place] = list(ground)
    for _ in range(steps):
        border = [p for place in border for p in around(place)]
        border = [p for p in dict.fromkeys(border) if p not in ground and p not in found]
        found.update(dict.fromkeys(border))
    return list(found)
