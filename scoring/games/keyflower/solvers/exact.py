"""Finds the best final score without an integer programme: a second solver, by enumeration.

It takes a fraction of a millisecond. So it makes the plan that is shown while somebody types,
computes the gain of *one more of each piece*, and checks every optimum of the integer programme.

Give each piece the worth that it has outside of sets and groups: on the tile that pays for its
kind, as leftover, or where it lies on a storage tile. Forming sets and groups then means taking
pieces away: ``3s`` for ``s`` sets, ``5g`` more of any kind for ``g`` groups. The pieces of ``s``
sets are the bases of a matroid (at most ``s`` of each kind, any number of wild ones), so taking the
cheapest that still fit is best; and after any sets, groups take the cheapest of the rest. Every
number of sets is tried, and groups are formed while they pay. Weights of preference only shift what
a piece costs, so the argument holds for them as well.

Recorded pieces are taken first, the cheapest of each kind. The argument fails only if pieces are
recorded on a tile of sets or groups; then every number of each kind is tried, which gives the
points but no plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from scoring.model.seat import Seat
from scoring.solving import deadline

from . import preference
from .recorded import Amounts, Recorded
from .village import PIECES, RESOURCES, SKILLS, WORKERS, Village, loose

SET = 3
"""Pieces in a set."""
GROUP = 5
"""Pieces in a group."""
SCALE = 1 << 24
"""Scale of a *value*, an integer that combines points and preference: points times this number,
less the weights of ``preference``."""
NEVER = -SCALE * SCALE
"""Value of a choice for which there are not enough pieces."""

type Stock = tuple[tuple[str, int, int, str], ...]
"""Pieces as tuples of kind, points where they lie if nothing takes them, number, and storage tile
(empty for loose pieces)."""

type Worths = Mapping[str, tuple[int, str]]
"""Value of one loose piece by kind, and the tile that it is given to (empty for none)."""


def best(village: Village, kept: Recorded) -> int:
    """Returns a seat's best total; only the recorded decisions in ``kept`` are fixed."""
    return _points(_Seat(village, kept).best({}))


def decided(village: Village, kept: Recorded) -> tuple[int, Seat | None]:
    """Returns a seat's best total and its sheet with the decisions for it, the preferred of equals.

    ``None`` instead of the sheet if pieces are recorded on a tile of sets or groups.
    """
    seat = _Seat(village, kept)
    return _points(seat.best({})), seat.decided()


def with_one_more(village: Village, kept: Recorded) -> dict[str, int]:
    """Returns, for each kind of piece, the seat's best total with one more of it."""
    seat = _Seat(village, kept)
    return {piece: _points(seat.best({piece: 1})) for piece in PIECES}


def _points(value: int) -> int:
    return -(-value // SCALE)


@dataclass(frozen=True, slots=True)
class _Lot:
    """Identical pieces in one place.

    ``cost``: the value that is lost by taking one of them for a set or a group.
    ``value_unbundled``: the value of one that is in no set and no group.
    ``kind``, ``count``: id and number of the pieces.
    ``store``: the storage tile on which they lie, empty for loose ones.
    ``to``: the tile that one outside of sets and groups is given to, empty for none.
    """

    cost: int
    value_unbundled: int
    kind: str
    count: int
    store: str
    to: str

    def leaving(self, taken: int) -> _Lot:
        return _Lot(
            self.cost, self.value_unbundled, self.kind, self.count - taken, self.store, self.to
        )


@dataclass(frozen=True, slots=True)
class _Bundle:
    """A tile of sets or groups: the value of one, and the weight of giving it a piece.

    The weight comes on top of the one for the piece's kind.
    """

    tile: str
    value: int
    weight: int


type Sets = tuple[Sequence[str], Sequence[str], _Bundle]
"""Kinds of which a set takes one each, kinds that stand in for any of them, and the tile."""


@dataclass(frozen=True, slots=True)
class _Share:
    """Value of one family of pieces, and the decisions that reach it.

    ``use``, ``release``: ``None`` if only the value was computed.
    """

    value: int
    use: Amounts | None = None
    release: Amounts | None = None


class _Seat:
    """A seat's best score for any stock of loose pieces.

    Resources, skills and workers do not compete, so each family is solved by itself, and cached.
    """

    def __init__(self, village: Village, kept: Recorded) -> None:
        self.village, self.kept = village, kept
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
        """Returns the value of the best decisions with these pieces added to those of the seat."""
        pool = {p: self.pool.get(p, 0) + more.get(p, 0) for p in PIECES}
        gains = (gain + self._declared(pool, rates)[0] for _, gain, rates in self.flips)
        return SCALE * self.fixed + max(gains)

    def decided(self) -> Seat | None:
        """Returns the seat's sheet with the best decisions; ``None`` if only points are known."""
        pool = {p: self.pool.get(p, 0) for p in PIECES}
        flip, _, rates = max(self.flips, key=lambda it: it[1] + self._declared(pool, it[2])[0])
        _, piece, tile = self._declared(pool, rates)
        pool, _, lying = self._stored(pool, rates)
        if piece and not tile:
            pool[piece] += 1
        use, release = dict(self.kept.use), dict(self.kept.release)
        for share in self._shares(pool, lying):
            if share.use is None or share.release is None:
                return None
            _add(use, share.use)
            _add(release, share.release)
        return self.village.seat.put(
            use=_by_tile(use),
            release=_by_tile(release),
            purple_as=piece or None,
            purple_on=tile or None,
            flip=flip or None,
        )

    # choices of the Flipper and the purple worker

    def _flips(self) -> Iterator[tuple[str, int, dict[str, int]]]:
        """Yields each use of the Flipper that may be best: tile, value gained, rates of storage.

        The rates are the points per good on each storage tile. An empty tile stands for no use.
        """
        village = self.village
        rates = {t.id: village.rate(t, village.faces[t.id]) for t in village.stores}
        if not self.kept.flip:
            yield "", 0, rates
        if not village.has_boat("flipper"):
            return
        for n, (tile, face) in enumerate(village.faces.items()):
            if face != "before" or self.kept.flip not in ("", tile):
                continue
            points = sum(village.turning(tile))
            gain = SCALE * points - preference.flip(n)
            if tile in rates:
                raised = village.rate(village.catalogue[tile], "after")
                yield tile, gain, {**rates, tile: raised}
            elif points or self.kept.flip:
                yield tile, gain, rates

    def _declared(self, pool: Mapping[str, int], rates: Mapping[str, int]) -> tuple[int, str, str]:
        """Returns the best use of the purple worker: value of all families, piece, storage tile."""
        pool, stored, lying = self._stored(pool, rates)
        values: dict[str, int] = {}
        recorded = bool(self.kept.purple_as or self.kept.purple_on)
        ways = list(self.kept.purple_ways(self.village))
        found: list[tuple[int, str, str]] = []
        for piece, tile in ways if recorded else [("", ""), *ways]:
            # as a good on a storage tile, it does not change the value of the other pieces
            more = "" if tile else piece
            if more not in values:
                held = {**pool, more: pool[more] + 1} if more else pool
                values[more] = sum(share.value for share in self._shares(held, lying))
            value = values[more]
            if tile:
                value += SCALE * rates[tile] - preference.purple_on(piece)
            elif piece:
                value -= preference.purple_as(piece)
            found.append((value, piece, tile))
        value, piece, tile = max(found, key=lambda way: way[0])
        return SCALE * stored + value, piece, tile

    def _stored(
        self, pool: Mapping[str, int], rates: Mapping[str, int]
    ) -> tuple[dict[str, int], int, Stock]:
        """Returns loose pieces, points of goods that stay on storage, and goods that may leave.

        Goods recorded as taken off a storage tile are among the loose pieces.
        """
        pool, points, lying = dict(pool), 0, []
        for tile in self.village.stores:
            accepted, leaves = self.village.accepts(tile), self.kept.released(tile.id)
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

    def _shares(self, pool: Mapping[str, int], lying: Stock) -> tuple[_Share, _Share, _Share]:
        def stock(kinds: Sequence[str]) -> Stock:
            return tuple((kind, 0, pool[kind], "") for kind in kinds)

        return (
            self.resources((*stock(RESOURCES), *lying)),
            self.skills(stock(SKILLS)),
            self.workers(stock(WORKERS)),
        )

    def _resources(self, stock: Stock) -> _Share:
        village = self.village
        left = {
            good: village.per_leftover() if good in village.leftover() else 0 for good in RESOURCES
        }
        if village.any_good_for_any:
            alone = [self._each("jeweller"), self._each("watermill")]
            return self._family(
                stock, left, alone, ("mercers_guild", RESOURCES, ()), "windmill", alike=True
            )
        return self._family(
            stock,
            left,
            [self._each("jeweller", ("gold",))],
            ("mercers_guild", RESOURCES[:3], ("gold",)),
            "windmill",
            chosen="watermill",
        )

    def _skills(self, stock: Stock) -> _Share:
        return self._family(
            stock,
            dict.fromkeys(SKILLS, 0),
            [],
            ("scribes", SKILLS, ()),
            "key_guild",
            chosen="scholar",
        )

    def _workers(self, stock: Stock) -> _Share:
        return self._family(
            stock,
            dict.fromkeys(WORKERS, 0),
            [self._each("white_wind", WORKERS), self._each("key_market", ("green",))],
            ("craftsmans_guild", WORKERS[:3], ("green",) if self.village.green_wild else ()),
            "apothecary",
            chosen="village_hall",
        )

    def _bundle(self, tile: str) -> _Bundle:
        """Returns the value of a set or group on a tile; 0 if the seat does not own the tile."""
        if tile not in self.owns:
            return _Bundle(tile, 0, 0)
        return _Bundle(tile, SCALE * self.owns[tile], preference.use(self.place[tile], PIECES[0]))

    def _given(self, tile: str, kind: str) -> tuple[int, str]:
        """Returns the value of a piece on a tile that pays for each piece, and the tile's id."""
        return SCALE * self.owns[tile] - preference.use(self.place[tile], kind), tile

    def _each(self, tile: str, kinds: Sequence[str] = RESOURCES) -> tuple[int, Worths]:
        """Returns the value of recorded pieces on a tile that pays for each, and of one more.

        The latter is by kind, without kinds that have recorded pieces. Without the tile: 0 and
        nothing.
        """
        if tile not in self.owns:
            return 0, {}
        recorded = self.kept.given(tile)
        paid = SCALE * self.owns[tile] * sum(recorded.values())
        return paid, {kind: self._given(tile, kind) for kind in kinds if kind not in recorded}

    def _family(
        self,
        stock: Stock,
        left: Mapping[str, int],
        singles: Sequence[tuple[int, Worths]],
        sets: tuple[str, Sequence[str], Sequence[str]],
        group: str,
        *,
        chosen: str = "",
        alike: bool = False,
    ) -> _Share:
        """Returns the best share of one family of pieces: resources, skills or workers.

        ``stock``: the pieces. ``left``: points of a piece of each kind that nothing takes.
        ``singles``: for tiles that pay for every piece, the values from ``_each``.
        ``sets``: the tile of sets, the kinds of a set, and the kinds that stand in for any of them.
        ``group``: the tile of groups of any kind.
        ``chosen``: the tile that pays for pieces of one kind.
        ``alike``: any three pieces make a set, by boat 3b.
        """
        set_tile, kinds, wild = sets
        in_sets, in_groups = self.kept.given(set_tile), self.kept.given(group)
        of_kind = self.kept.given(chosen)
        spoken: dict[str, int] = {}
        for (_, piece), number in self.kept.use.items():
            spoken[piece] = spoken.get(piece, 0) + number
        alone = {
            kind: max(((SCALE * n, ""), *(more[kind] for _, more in singles if kind in more)))
            for kind, n in left.items()
        }
        terms, groups = (kinds, wild, self._bundle(set_tile)), self._bundle(group)
        found = _Share(NEVER, {}, {})
        for kind in alone if chosen in self.owns else (next(iter(alone)),):
            worths = dict(alone)
            paid = sum(value for value, _ in singles)
            if chosen in self.owns:
                paid += SCALE * self.owns[chosen] * of_kind.get(kind, 0)
                if kind not in of_kind:
                    worths[kind] = max(worths[kind], self._given(chosen, kind))
            if (free := _without(_lots(stock, worths), spoken, alone)) is None:
                return found
            lots, released = free
            if in_sets or in_groups:
                recorded = in_sets, in_groups
                share = _Share(_counted(lots, terms, groups, recorded, alike=alike))
            else:
                share = _bundled(lots, released, terms, groups, alike=alike)
            if paid + share.value > found.value:
                found = _Share(paid + share.value, share.use, share.release)
        return found


def _lots(stock: Stock, worths: Worths) -> list[_Lot]:
    """Returns pieces as lots, sorted by the value lost if a set or group takes one."""
    lots = []
    for kind, lies, count, store in stock:
        if not count:
            continue
        alone, to = worths[kind]
        weight = PIECES.index(kind)
        if store:
            weight += preference.RELEASE
            stays = SCALE * lies
            leaves = alone - preference.RELEASE
            alone, to = (stays, "") if stays >= leaves else (leaves, to)
        lots.append(_Lot(alone + weight, alone, kind, count, store, to))
    return sorted(lots, key=lambda lot: lot.cost)


def _without(
    lots: Sequence[_Lot], spoken: Mapping[str, int], kinds: Iterable[str]
) -> tuple[list[_Lot], Amounts] | None:
    """Removes the recorded pieces, the cheapest of each kind; ``None`` if there are too few.

    Also returns those of them that leave storage tiles. ``spoken``: recorded number by kind.
    ``kinds``: the kinds of this family.
    """
    wanted = {kind: number for kind, number in spoken.items() if kind in kinds}
    rest: list[_Lot] = []
    released: Amounts = {}
    for lot in lots:
        taken = min(lot.count, wanted.get(lot.kind, 0))
        if taken:
            wanted[lot.kind] -= taken
            if lot.store:
                _add(released, {(lot.store, lot.kind): taken})
        rest.append(lot.leaving(taken))
    return None if any(wanted.values()) else (rest, released)


def _bundled(
    lots: Sequence[_Lot], released: Amounts, sets: Sets, group: _Bundle, *, alike: bool = False
) -> _Share:
    """Returns the highest value of pieces alone, in sets or in groups, and where they go.

    ``released``: goods that leave storage tiles anyway. ``alike``: any three pieces make a set.
    """
    kinds, wild, full_set = sets
    everything = sum(lot.value_unbundled * lot.count for lot in lots)
    number = sum(lot.count for lot in lots)
    found, best_sets, best_groups = NEVER, list[int](), 0
    for full in range((number // SET if full_set.value else 0) + 1):
        deadline.check()
        room = SET * full
        each = dict.fromkeys(kinds, full) | dict.fromkeys(wild, room)
        value, taken, rest = everything + full * full_set.value, [], []
        for lot in lots:
            some = min(lot.count, room, room if alike else each.get(lot.kind, 0))
            room -= some
            if not alike and some:
                each[lot.kind] -= some
            value -= (lot.cost + full_set.weight) * some
            taken.append(some)
            rest.append((lot.cost, lot.count - some))
        if room:
            break
        gain, groups = _grouped(rest, group)
        if value + gain > found:
            found, best_sets, best_groups = value + gain, taken, groups
    use: Amounts = {}
    released, left = dict(released), GROUP * best_groups
    for lot, in_sets in zip(lots, best_sets, strict=True):
        in_groups = min(left, lot.count - in_sets)
        left -= in_groups
        alone = lot.count - in_sets - in_groups
        goes = {full_set.tile: in_sets, group.tile: in_groups}
        if lot.to:
            goes[lot.to] = goes.get(lot.to, 0) + alone
        _add(use, {(tile, lot.kind): n for tile, n in goes.items()})
        if lot.store:
            _add(released, {(lot.store, lot.kind): sum(goes.values())})
    return _Share(found, use, released)


def _grouped(pieces: Sequence[tuple[int, int]], group: _Bundle) -> tuple[int, int]:
    """Returns the value that groups of the cheapest pieces add, and the number of groups.

    ``pieces``: cost and number, the cheapest first. Each further group costs at least as much as
        the one before, so the first without a gain ends it.
    """
    costs = [cost for cost, count in pieces for _ in range(count)] if group.value else []
    gain, groups = 0, 0
    for start in range(0, len(costs) - GROUP + 1, GROUP):
        added = group.value - sum(costs[start : start + GROUP]) - GROUP * group.weight
        if added <= 0:
            break
        gain += added
        groups += 1
    return gain, groups


def _add(amounts: Amounts, more: Amounts) -> None:
    for key, number in more.items():
        if number:
            amounts[key] = amounts.get(key, 0) + number


def _by_tile(amounts: Amounts) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for (tile, piece), number in amounts.items():
        found.setdefault(tile, {})[piece] = number
    return found


# ── pieces recorded on a tile of sets or groups ────────────────────────────────────────


def _counted(
    lots: Sequence[_Lot],
    sets: Sets,
    group: _Bundle,
    recorded: tuple[Mapping[str, int], Mapping[str, int]],
    *,
    alike: bool,
) -> int:
    """Returns the highest value if pieces are recorded on a tile of sets or groups.

    Unlike ``_bundled``, it tries every number of each kind that sets take besides the recorded
    ones. Only the points are exact; weights of preference are those of pieces left alone.
    """
    free: dict[str, list[int]] = {lot.kind: [] for lot in lots}
    for lot in lots:
        free[lot.kind] += [lot.value_unbundled] * lot.count
    kinds, wild, full_set = sets
    free = {kind: sorted(free.get(kind, ())) for kind in dict.fromkeys([*kinds, *wild, *free])}
    in_sets, in_groups = recorded
    everything = sum(map(sum, free.values()))
    pieces = sum(map(len, free.values())) + sum(in_sets.values())
    found = NEVER
    for full in range((pieces // SET if full_set.value else 0) + 1):
        for takes in _taking(full, free, kinds, wild, in_sets, alike=alike):
            spent = sum(sum(free[kind][:number]) for kind, number in takes.items())
            rest = sorted(
                worth
                for kind, each in free.items()
                if kind not in in_groups
                for worth in each[takes.get(kind, 0) :]
            )
            gain = _topped_up(rest, sum(in_groups.values()), group.value)
            found = max(found, full * full_set.value + everything - spent + gain)
    return found


def _taking(
    full: int,
    free: Mapping[str, Sequence[int]],
    kinds: Sequence[str],
    wild: Sequence[str],
    recorded: Mapping[str, int],
    *,
    alike: bool,
) -> Iterator[dict[str, int]]:
    """Yields each way to complete ``full`` sets from recorded and free pieces: kind to number."""
    asked = [kind for kind in kinds if kind not in recorded]
    most = SET * full if alike else full
    for numbers in product(*(range(min(most, len(free[kind])) + 1) for kind in asked)):
        deadline.check()
        takes = dict(zip(asked, numbers, strict=True))
        if alike:
            if sum(numbers) == max(0, SET * full - sum(recorded.values())):
                yield takes
            continue
        gaps = sum(max(0, full - (takes | dict(recorded)).get(kind, 0)) for kind in kinds)
        if gaps <= sum(recorded.get(kind, 0) for kind in wild):
            yield takes
        elif wild and wild[0] not in recorded and gaps <= len(free[wild[0]]):
            yield takes | {wild[0]: gaps}


def _topped_up(worths: Sequence[int], recorded: int, group: int) -> int:
    """Returns the value that groups add if recorded pieces are completed by the cheapest others."""
    if not group:
        return 0
    most = (recorded + len(worths)) // GROUP
    return max(
        full * group - sum(worths[: max(0, full * GROUP - recorded)]) for full in range(most + 1)
    )
