"""Finds the best final score without an integer programme: a second solver, by enumeration.

It takes a fraction of a millisecond. So it makes the plan that is shown while somebody types,
computes the gain of *one more of each piece*, and checks every optimum of the integer programme.

It decides on the Flipper and the purple worker by trying each use, and on everything else by
``sets_and_groups``, which also explains why that is exact.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from scoring.model.seat import Seat

from . import tie_weights
from .recorded_decisions import Recorded, by_tile
from .sets_and_groups import (
    NEVER,
    SCALE,
    Bundle,
    Share,
    Stock,
    Worths,
    add,
    as_lots,
    best_bundles,
    take_recorded,
)
from .village import PIECES, RESOURCES, SKILLS, WORKERS, Village, loose


def best(village: Village, recorded: Recorded) -> int:
    """Returns a seat's best total; decisions in ``recorded`` are fixed, all others are free."""
    return _points(SeatSolver(village, recorded).best({}))


def best_decisions(village: Village, recorded: Recorded) -> tuple[int, Seat]:
    """Returns a seat's best total, and its sheet with decisions that reach it.

    Of several equal sheets it is the one preferred by ``tie_weights``.
    """
    seat = SeatSolver(village, recorded)
    return _points(seat.best({})), seat.best_sheet()


def with_one_more(village: Village, recorded: Recorded) -> dict[str, int]:
    """Returns, for each kind of piece, the seat's best total with one more of it."""
    seat = SeatSolver(village, recorded)
    return {piece: _points(seat.best({piece: 1})) for piece in PIECES}


def _points(value: int) -> int:
    return -(-value // SCALE)


class SeatSolver:
    """A seat's best score for any stock of loose pieces.

    Resources, skills and workers do not compete, so each family is solved by itself, and cached.
    """

    def __init__(self, village: Village, recorded: Recorded) -> None:
        self.village, self.recorded = village, recorded
        self.owns = {tile.id: village.per_bundle(tile) for tile in village.takers}
        self.place = {tile.id: n for n, tile in enumerate(village.takers)}
        self.pool = loose(village.seat)
        self.fixed = village.other_points() + sum(
            village.printed(tile, village.faces[tile.id]) for tile in village.stores
        )
        self.flips = tuple(self._flips())
        self.resources = cache(self._resources)
        self.skills = cache(self._skills)
        self.workers = cache(self._workers)

    def best(self, more: Mapping[str, int]) -> int:
        """Returns the value of the best decisions with these loose pieces (id to number) added.

        The value is points times ``SCALE``, less the weights of preference.
        """
        pool = {p: self.pool.get(p, 0) + more.get(p, 0) for p in PIECES}
        gains = (gain + self._declared(pool, rates)[0] for _, gain, rates in self.flips)
        return SCALE * self.fixed + max(gains)

    def best_sheet(self) -> Seat:
        """Returns the seat's sheet with the best decisions."""
        pool = {p: self.pool.get(p, 0) for p in PIECES}
        flip, _, rates = max(self.flips, key=lambda way: way[1] + self._declared(pool, way[2])[0])
        _, piece, tile = self._declared(pool, rates)
        pool, _, lying = self._stored(pool, rates)
        if piece and not tile:
            pool[piece] += 1
        use, release = dict(self.recorded.use), dict(self.recorded.release)
        for share in self._shares(pool, lying):
            add(use, share.use)
            add(release, share.release)
        return self.village.seat.put(
            use=by_tile(use),
            release=by_tile(release),
            purple_as=piece or None,
            purple_on=tile or None,
            flip=flip or None,
        )

    # choices of the Flipper and the purple worker

    def _flips(self) -> Iterator[tuple[str, int, dict[str, int]]]:
        """Yields each use of the Flipper that may be best: tile, value gained, rates of storage.

        The tile is empty if none is turned. The rates are points per good, by storage tile id.
        """
        village = self.village
        rates = {t.id: village.rate(t, village.faces[t.id]) for t in village.stores}
        if not self.recorded.flip:
            yield "", 0, rates
        if not village.has_boat("flipper"):
            return
        for n, (tile, face) in enumerate(village.faces.items()):
            if face != "before" or self.recorded.flip not in ("", tile):
                continue
            points = sum(village.turning(tile))
            gain = SCALE * points - tie_weights.flip(n)
            if tile in rates:
                raised = village.rate(village.catalogue[tile], "after")
                yield tile, gain, {**rates, tile: raised}
            elif points or self.recorded.flip:
                yield tile, gain, rates

    def _declared(self, pool: Mapping[str, int], rates: Mapping[str, int]) -> tuple[int, str, str]:
        """Returns the best use of the purple worker: as another piece, or as a good on storage.

        The result is the value of all families of pieces with it, the piece, and the storage tile
        (empty if it counts as a loose piece).

        ``pool``: loose pieces, id to number. ``rates``: points per good on each storage tile.
        """
        pool, stored, lying = self._stored(pool, rates)
        values: dict[str, int] = {}
        is_recorded = bool(self.recorded.purple_as or self.recorded.purple_on)
        ways = list(self.recorded.purple_ways(self.village))
        uses: list[tuple[int, str, str]] = []
        for piece, tile in ways if is_recorded else [("", ""), *ways]:
            # as a good on a storage tile, it does not change the value of the other pieces
            more = "" if tile else piece
            if more not in values:
                pieces = {**pool, more: pool[more] + 1} if more else pool
                values[more] = sum(share.value for share in self._shares(pieces, lying))
            value = values[more]
            if tile:
                value += SCALE * rates[tile] - tie_weights.purple_on(piece)
            elif piece:
                value -= tie_weights.purple_as(piece)
            uses.append((value, piece, tile))
        value, piece, tile = max(uses, key=lambda way: way[0])
        return SCALE * stored + value, piece, tile

    def _stored(
        self, pool: Mapping[str, int], rates: Mapping[str, int]
    ) -> tuple[dict[str, int], int, Stock]:
        """Returns loose pieces, points of goods that stay on storage, and goods that may leave.

        ``pool``: loose pieces, id to number; in the result, goods recorded as taken off storage are
            added.
        ``rates``: points per good on each storage tile.
        """
        pool, points, lying = dict(pool), 0, []
        for tile in self.village.stores:
            accepted, leaves = self.village.accepts(tile), self.recorded.released(tile.id)
            for good, number in self.village.stored(tile.id).items():
                worth = rates[tile.id] if good in accepted else 0
                if self.village.may_release and good not in leaves:
                    lying.append((good, worth, number, tile.id))
                else:
                    gone = leaves.get(good, 0)
                    pool[good] += gone
                    points += worth * (number - gone)
        return pool, points, tuple(lying)

    # values of pieces

    def _shares(self, pool: Mapping[str, int], lying: Stock) -> tuple[Share, Share, Share]:
        def stock(kinds: Sequence[str]) -> Stock:
            return tuple((kind, 0, pool[kind], "") for kind in kinds)

        return (
            self.resources((*stock(RESOURCES), *lying)),
            self.skills(stock(SKILLS)),
            self.workers(stock(WORKERS)),
        )

    def _resources(self, stock: Stock) -> Share:
        village = self.village
        left = {
            good: village.per_leftover() if good in village.leftover() else 0 for good in RESOURCES
        }
        if village.any_good_for_any:
            singles = [self._each("jeweller"), self._each("watermill")]
            return self._family(stock, left, singles, ("mercers_guild", (), RESOURCES), "windmill")
        return self._family(
            stock,
            left,
            [self._each("jeweller", ("gold",))],
            ("mercers_guild", RESOURCES[:3], ("gold",)),
            "windmill",
            chosen="watermill",
        )

    def _skills(self, stock: Stock) -> Share:
        return self._family(
            stock,
            dict.fromkeys(SKILLS, 0),
            [],
            ("scribes", SKILLS, ()),
            "key_guild",
            chosen="scholar",
        )

    def _workers(self, stock: Stock) -> Share:
        return self._family(
            stock,
            dict.fromkeys(WORKERS, 0),
            [self._each("white_wind", WORKERS), self._each("key_market", ("green",))],
            ("craftsmans_guild", WORKERS[:3], ("green",) if self.village.green_wild else ()),
            "apothecary",
            chosen="village_hall",
        )

    def _bundle(self, tile: str) -> Bundle:
        """Returns a tile of sets or groups with the value of each; 0 if the seat lacks the tile."""
        if tile not in self.owns:
            return Bundle(tile, 0, 0)
        return Bundle(tile, SCALE * self.owns[tile], tie_weights.use(self.place[tile], PIECES[0]))

    def _value_on(self, tile: str, kind: str) -> tuple[int, str]:
        return SCALE * self.owns[tile] - tie_weights.use(self.place[tile], kind), tile

    def _each(self, tile: str, kinds: Sequence[str] = RESOURCES) -> tuple[int, Worths]:
        """Returns the value of a tile's recorded pieces, and that of each further piece by kind.

        ``tile``: one that pays for every piece. Kinds with recorded pieces are left out of the
        second result, since their number is fixed. If the seat does not own the tile: 0 and no
        kinds.
        """
        if tile not in self.owns:
            return 0, {}
        recorded = self.recorded.pieces_on(tile)
        paid = SCALE * self.owns[tile] * sum(recorded.values())
        return paid, {kind: self._value_on(tile, kind) for kind in kinds if kind not in recorded}

    def _family(
        self,
        stock: Stock,
        left: Mapping[str, int],
        singles: Sequence[tuple[int, Worths]],
        sets: tuple[str, Sequence[str], Sequence[str]],
        group: str,
        *,
        chosen: str = "",
    ) -> Share:
        """Returns the best use of one family of pieces: resources, skills or workers.

        ``stock``: the pieces.
        ``left``: points of one piece of each kind if no tile takes it.
        ``singles``: results of ``_each`` for the tiles that pay for every piece.
        ``sets``: the tile of sets, the kinds of a set, and the kinds that stand in for any of them.
        ``group``: the tile of groups of any kinds.
        ``chosen``: the tile that pays for the pieces of one chosen kind; empty for none.
        """
        set_tile, kinds, wild = sets
        on_bundles = self.recorded.pieces_on(set_tile), self.recorded.pieces_on(group)
        of_kind = self.recorded.pieces_on(chosen)
        reserved = Counter[str]()
        for (_, piece), number in self.recorded.use.items():
            reserved[piece] += number
        unbundled = {
            kind: max(((SCALE * n, ""), *(more[kind] for _, more in singles if kind in more)))
            for kind, n in left.items()
        }
        terms, groups = (kinds, wild, self._bundle(set_tile)), self._bundle(group)
        best = Share(NEVER, {}, {})
        for kind in unbundled if chosen in self.owns else (next(iter(unbundled)),):
            worths = dict(unbundled)
            paid = sum(value for value, _ in singles)
            if chosen in self.owns:
                paid += SCALE * self.owns[chosen] * of_kind.get(kind, 0)
                if kind not in of_kind:
                    worths[kind] = max(worths[kind], self._value_on(chosen, kind))
            if (free := take_recorded(as_lots(stock, worths), reserved, unbundled)) is None:
                return best
            share = best_bundles(*free, terms, groups, on_bundles)
            if paid + share.value > best.value:
                best = Share(paid + share.value, share.use, share.release)
        return best
