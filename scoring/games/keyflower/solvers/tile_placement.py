"""Finds the best places for tiles that were won: touched tiles, closed road and boats together.

Tiles that lengthen the closed road are laid first. For the others, places are searched as if every
tile fitted in any turn, and then turns that fit. It is a best-first search by upper bounds on
points: once no bound exceeds the best layout found, that layout is proven.
"""

import heapq
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count

from scoring.model.hex_grid import SIDES, Place, neighbour, neighbours, opposite, turned
from scoring.model.plan import PlanMismatch, Proof
from scoring.solving import deadline

from .. import points
from .layout import BOATS, LaidTile, Layout, Tile, meetings
from .longest_loop import longest
from .map_layout import Terms, counted
from .tiles_to_lay import LaidPieces, Piece, fitting, ground_with, need, shape, within
from .turn_order_placement import TouchSearch


@dataclass(frozen=True, slots=True)
class Placing:
    """The layout found with all tiles laid, and its proof (optimal, or best found).

    If the proof's verdict is *impossible*, the tiles cannot all be laid, and ``layout`` is the old
    one.
    """

    layout: Layout
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
    """Lays all ``tiles`` where the village scores most; edges must match unless boat 2a lifts that.

    ``terms``: points for each feature of a layout.
    ``barred``: pairs of a tile and a place where it must not lie.

    Each new tile touches the village when it is laid. The result is proven, or the best found in
    ``seconds`` of processor time, with an upper bound. Raises ``OutOfTime`` if no layout was found.
    Of several best ones, any may be returned.

    Assumes boats with two opposite edges of water, as all in the box; old tiles are not checked.
    """
    with deadline.within(seconds):
        search = _Search(layout, tiles, terms, barred)
        search.run()
    if search.best is None:
        return Placing(layout, 0, Proof.impossible())
    proof = Proof.of("exhaustive", Fraction(search.points), Fraction(search.bound))
    return Placing(search.best, search.points, proof)


# ── the search ─────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class _Node:
    """A node of the search for the best places: a village with some new pieces on its closed road.

    ``laid``: these pieces. Its successors add more pieces to that road.
    """

    laid: LaidPieces
    loop: int
    """Points of the closed road."""
    left: list[Piece]
    """Pieces that may still be laid on the closed road."""
    new_pieces_only: bool = False
    """True if the closed road passes new pieces only, and no old tile."""
    worse: bool = False
    """True if the closed road scores no more than with fewer pieces, so that only extensions
    matter."""


class _Search:
    """Search for the best places of the tiles to lay, highest upper bound on points first.

    A node is a village whose closed road may get more pieces; a room (``TouchSearch``) is one whose
    road is complete. Pieces are laid on the road path by path, each between tiles that lie there.
    All others score only by the turn order tiles that they touch; the room bounds that. A node has
    one room for each number of boats that extend the water from the home.

    ``terms``: points for each feature of a layout. ``barred``: pairs of a tile and a place where it
    must not lie. ``bound``: an upper bound on the points of any layout.
    """

    def __init__(
        self,
        layout: Layout,
        tiles: Sequence[str],
        terms: Terms,
        barred: Collection[tuple[str, Place]],
    ) -> None:
        self.layout, self.terms = layout, terms
        self.boats = frozenset(layout.of_kind(*BOATS))
        self.home = next(iter(layout.of_kind("home")), None)
        self.names: dict[Piece, list[str]] = {}
        for tile in sorted(tiles):
            not_there = frozenset(place for each, place in barred if each == tile)
            self.names.setdefault(_piece(layout.box[tile], terms, not_there), []).append(tile)
        self.pieces = [piece for piece, names in self.names.items() for _ in names]
        self.pieces.sort(key=lambda p: (-p.shape.count("R"), not p.touched, p.shape))
        self.best: Layout | None = None
        self.points = self.bound = 0
        self._crossed = sum(edges.count("R") > 1 for edges in self.layout.edges.values())
        self._seen: set[tuple[bool, frozenset[tuple[Place, tuple[Piece, str]]]]] = set()
        self._waiting: list[tuple[int, int, int, _Node | TouchSearch]] = []
        self._number, self._touches = count(), 0

    def run(self) -> None:
        """Searches; sets ``best`` (a layout), its ``points``, and ``bound``, the most any may have.

        ``best`` stays ``None`` if the tiles cannot all be laid. Raises ``OutOfTime`` if no layout
        was found in time.
        """
        root = _Node({}, 0, [piece for piece in self.pieces if piece.roads], worse=True)
        root.loop = self._loop(root.laid)
        rooms = list(self._rooms(root)) if self.layout.edges else []
        # one layout with all tiles, whatever it scores
        for room in sorted(rooms, key=lambda room: -room.base):
            if self._lays(room, 0):
                break
        else:
            return
        self._touches = max(self._promise(room) - root.loop for room in rooms)
        other = replace(root, new_pieces_only=True)
        first: tuple[_Node | TouchSearch, ...] = (root, other, *rooms)
        self.bound = max(self.points, *map(self._promise, first))
        for each in first:
            self._wait(each)
        try:
            while self._waiting and (bound := -self._waiting[0][0]) > self.points:
                self.bound = bound
                self._look(heapq.heappop(self._waiting)[3])
            self.bound = self.points
        except deadline.OutOfTime:
            deadline.miss()

    def _wait(self, what: _Node | TouchSearch) -> None:
        promise = min(self._promise(what), self.bound)
        if promise > self.points:
            deep = -len(what.laid) - isinstance(what, TouchSearch)
            heapq.heappush(self._waiting, (-promise, deep, next(self._number), what))

    def _look(self, what: _Node | TouchSearch) -> None:
        deadline.check()
        if isinstance(what, TouchSearch):
            if not self._lays(what, what.touches) and what.touches:
                what.touches -= 1
                self._wait(what)
            return
        for after in self._after(what):
            self._wait(after)
        for room in () if what.worse else self._rooms(what):
            self._wait(room)

    def _lays(self, room: TouchSearch, least: int) -> bool:
        """Lays a village's last pieces with at least ``least`` touches; true if that is possible.

        A touch is a tile beside a turn order tile. ``room``: the village and the pieces to lay. If
        the layout has more points than the best one so far, ``best`` keeps it. Raises
        ``PlanMismatch`` if it scores less than the search claims.
        """
        if (pieces := room.find(least)) is None:
            return False
        names = {piece: iter(names) for piece, names in self.names.items()}
        after = self.layout
        for place, (piece, edges) in sorted((room.laid | pieces).items()):
            tile = after.box[next(names[piece])]
            turn = next(turn for turn in range(SIDES) if turned(tile.edges, turn) == edges)
            after = after.put(place, LaidTile(tile.id, turn))
        paid = counted(after, self.terms)
        if paid < (promise := room.base + self.terms.touching * least):
            raise PlanMismatch(f"{paid} instead of {promise}: {after.laid}")
        if self.best is None or paid > self.points:
            self.best, self.points = after, paid
        return True

    # extensions of nodes

    def _after(self, node: _Node) -> Iterator[_Node]:
        """Yields villages with one more path of pieces on the closed road than ``node`` has.

        A closed road that is to pass no old tile begins with a single piece.
        """
        if node.new_pieces_only and not node.laid:
            yield from self._begun(node)
            return
        for more in self._paths(node):
            laid = {**node.laid, **more}
            key = node.new_pieces_only, frozenset(laid.items())
            if key in self._seen:
                continue
            self._seen.add(key)
            left = list(node.left)
            for piece, _ in more.values():
                left.remove(piece)
            after = _Node(laid, self._loop(laid), left, node.new_pieces_only)
            # a path that does not lengthen the closed road is not worth laying by itself
            after.worse = after.loop <= node.loop
            yield after

    def _begun(self, node: _Node) -> Iterator[_Node]:
        for n, piece in enumerate(node.left):
            left = node.left[n + 1 :]
            if piece in node.left[:n] or self.terms.loop * points.loop(1 + len(left)) <= node.loop:
                continue
            for place in within(self.layout.edges, len(self.pieces)):
                if place not in piece.barred:
                    for edges in fitting(piece.shape, need(self.layout, self.layout.edges, place)):
                        yield _Node({place: (piece, edges)}, node.loop, left, True, worse=True)

    def _paths(self, node: _Node) -> Iterator[LaidPieces]:
        """Yields paths of new pieces along roads, from one tile that lies in a village to another.

        A path is place (column, row) to piece and edges. Any closed road can be laid path by path,
        so a path ends as soon as it joins a laid tile. ``node``: the village, with its pieces still
        to be laid.
        """
        ground = ground_with(self.layout, node.laid)
        ends = {p: ground[p] for p in node.laid} if node.new_pieces_only else ground

        def go(
            path: LaidPieces, place: Place, came: int, left: list[Piece]
        ) -> Iterator[LaidPieces]:
            here = {**ground, **{each: edges for each, (_, edges) in path.items()}}
            needed = need(self.layout, here, place)
            for piece in dict.fromkeys(left):
                if place in piece.barred:
                    continue
                less = list(left)
                less.remove(piece)
                for edges in fitting(piece.shape, needed):
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

        starts = {
            near: None
            for place, edges in ends.items()
            for side, near in enumerate(neighbours(place))
            if edges[side] == "R" and near not in ground
        }
        for place in starts:
            yield from go({}, place, -1, node.left)

    def _promise(self, what: _Node | TouchSearch) -> int:
        """Returns an upper bound on the points of any layout that a village can still become.

        ``what``: a village whose closed road may get more pieces (``_Node``), or is complete. In
        the first case two bounds are added: the road if it passed every tile with two roads and all
        pieces left, and the touches of turn order tiles if no new piece lay on the road.
        """
        if isinstance(what, TouchSearch):
            return what.base + self.terms.touching * what.touches
        tiles = len(what.laid) + len(what.left) + (0 if what.new_pieces_only else self._crossed)
        longer = self.terms.loop * points.loop(tiles) if what.left else 0
        if what.worse and longer <= what.loop:
            return 0
        return max(longer, what.loop) + self._touches

    def _loop(self, laid: LaidPieces) -> int:
        if not self.terms.loop:
            return 0
        met = meetings(ground_with(self.layout, laid))
        roads = tuple((one, other) for one, other, mine, theirs in met if mine == theirs == "R")
        return self.terms.loop * points.loop(len({*longest(roads)}))

    def _rooms(self, node: _Node) -> Iterator[TouchSearch]:
        """Yields villages with boats laid from the home, one for each way to extend its water.

        ``node``: the village before. The pieces left then score only by touching turn order tiles;
        those that join the water by chance are not counted, so each layout belongs to one of these
        villages.
        """
        laid, loop, rest = node.laid, node.loop, list(self.pieces)
        for piece, _ in laid.values():
            rest.remove(piece)
        if not self.terms.chain or self.home is None or "W" not in self.layout.edges[self.home]:
            yield TouchSearch(self.layout, laid, rest, loop)
            return
        side = self.layout.edges[self.home].index("W")
        yield from self._along(laid, rest, neighbour(self.home, side), side, 0, loop)

    def _along(
        self, laid: LaidPieces, rest: list[Piece], place: Place, side: int, boats: int, loop: int
    ) -> Iterator[TouchSearch]:
        """Yields a village for each way to lay further boats in a row from the home, or none.

        In each, the pieces left score only by touching turn order tiles.

        ``laid``, ``rest``: pieces laid, and still to be laid. ``place``: (column, row) where the
        next boat would lie. ``side``: the direction of the row, as a side of the hexagon (0 to 5,
        clockwise from the bottom). ``boats``: number in the row so far. ``loop``: points of the
        closed road.
        """
        ground = ground_with(self.layout, laid)
        while place in self.boats and ground[place][opposite(side)] == "W":
            boats, place = boats + 1, neighbour(place, side)
        yield TouchSearch(self.layout, laid, rest, loop + points.chain(boats, self.terms.chain))
        if place in ground:
            return
        needed = need(self.layout, ground, place)
        for piece in dict.fromkeys(piece for piece in rest if piece.water):
            for edges in fitting(piece.shape, needed):
                if edges[side] == edges[opposite(side)] == "W" and place not in piece.barred:
                    less = list(rest)
                    less.remove(piece)
                    more = {**laid, place: (piece, edges)}
                    on = neighbour(place, side)
                    yield from self._along(more, less, on, side, boats + 1, loop)


def _piece(tile: Tile, terms: Terms, barred: frozenset[Place]) -> Piece:
    return Piece(
        shape(tile),
        tile.kind == "turn_order",
        bool(terms.loop) and tile.edges.count("R") > 1,
        tile.kind in BOATS,
        barred,
    )
