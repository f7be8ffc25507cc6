"""Finds the best final score without an integer programme: a second solver, by enumeration.

It takes a fraction of a millisecond. So it makes the plan that is shown while somebody types,
computes the gain of *one more of each piece*, and checks every optimum of the integer programme.

It decides on the Flipper and the purple worker by trying each use, and on everything else by
``sets_and_groups``, which also explains why that is exact.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from scoring.model.seat import Seat

from . import tie_weights
from .recorded_decisions import Recorded, by_tile
from .sets_and_groups import (
    GROUP,
    NEVER,
    SCALE,
    Bundle,
    Sets,
    Share,
    Stock,
    add,
    as_lots,
    best_bundles,
    take_recorded,
)
from .village import FAMILY, PIECES, RESOURCES, Village, loose


class SeatSolver:
    """Finds a seat's best final score and the decisions for it, without an integer programme.

    Recorded decisions are kept. Resources, skills and workers do not compete, so each family is
    solved by itself, and cached.
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
        self.reserved = Counter[str]()
        for (_, piece), number in recorded.use.items():
            self.reserved[piece] += number
        self.family = cache(self._family)

    def best(self, more: str = "") -> int:
        """Returns the seat's best final score; ``more``: id of a piece added to it, or empty."""
        pool = {p: self.pool.get(p, 0) + (p == more) for p in PIECES}
        gains = (gain + self._declared(pool, rates)[0] for _, gain, rates in self.flips)
        # a value is points times SCALE, less the weights of preference
        return self.fixed - -max(gains) // SCALE

    def best_sheet(self) -> Seat:
        """Returns the seat's sheet with the best decisions; of equals, always the same ones."""
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
        """Yields each use of the boat Flipper that may be best: tile turned, value gained, rates.

        The tile's id is empty if none is turned. The rates are points per good, by storage tile id.
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
        """Returns the best use of the purple worker: (value of all pieces, piece, storage tile).

        It counts as this piece (empty if unused), on this storage tile (empty if loose). ``pool``:
        loose pieces, id to number. ``rates``: points per good, by storage tile.
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
        """Returns loose pieces, points of goods that stay on storage tiles, goods that may leave.

        Goods recorded as taken off storage tiles are among the loose pieces returned. ``pool``:
        loose pieces before, id to number. ``rates``: points per good, by storage tile id.
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

    def _shares(self, pool: Mapping[str, int], lying: Stock) -> Iterator[Share]:
        """Yields the best use of each family of pieces: resources, skills and workers.

        ``pool``: loose pieces, id to number. ``lying``: goods on storage tiles that may leave.
        """
        for kinds in FAMILY.values():
            loose_ones = ((kind, 0, pool[kind], "") for kind in kinds)
            yield self.family((*loose_ones, *(lying if kinds is RESOURCES else ())))

    def _family(self, stock: Stock) -> Share:
        """Returns the best use of a seat's resources, or skills, or workers, and its value.

        ``stock``: all pieces of this family, loose and on storage tiles, even kinds with none.
        """
        village, bare = self.village, Bundle("", 0, 0)
        sets: Sets = (), (), bare
        group, chosen, paid = bare, "", 0
        unbundled = {
            kind: (SCALE * village.per_leftover * (kind in village.leftover), "")
            for kind, *_ in stock
        }
        for tile, takes in village.intakes.items():
            if takes.kinds[0] not in unbundled:
                continue
            each = SCALE * self.owns[tile]
            if takes.shape == "each":
                recorded = self.recorded.pieces_on(tile)
                paid += each * sum(recorded.values())
                for kind in (kind for kind in takes.kinds if kind not in recorded):
                    unbundled[kind] = max(unbundled[kind], self._value_on(tile, kind))
            elif takes.shape == "kind":
                chosen = tile
            else:
                bundle = Bundle(tile, each, tie_weights.use(self.place[tile], PIECES[0]))
                if takes.size == GROUP:
                    group = bundle
                elif takes.shape == "sets":
                    sets = takes.kinds, [takes.wild] if takes.wild else (), bundle
                else:
                    sets = (), takes.kinds, bundle
        on_bundles = self.recorded.pieces_on(sets[2].tile), self.recorded.pieces_on(group.tile)
        of_kind = self.recorded.pieces_on(chosen)
        best = Share(NEVER, {}, {})
        for kind in unbundled if chosen else (next(iter(unbundled)),):
            worths, value = dict(unbundled), paid
            if chosen:
                value += SCALE * self.owns[chosen] * of_kind.get(kind, 0)
                if kind not in of_kind:
                    worths[kind] = max(worths[kind], self._value_on(chosen, kind))
            if (free := take_recorded(as_lots(stock, worths), self.reserved, unbundled)) is None:
                return best
            share = best_bundles(*free, sets, group, on_bundles)
            if value + share.value > best.value:
                best = Share(value + share.value, share.use, share.release)
        return best

    def _value_on(self, tile: str, kind: str) -> tuple[int, str]:
        return SCALE * self.owns[tile] - tie_weights.use(self.place[tile], kind), tile
