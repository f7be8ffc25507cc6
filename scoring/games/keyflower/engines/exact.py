"""The same best score without a solver: a second engine, by a greedy argument.

It answers in a fraction of a millisecond, so it prices *one more of each piece* and checks
every optimum.

Give each piece the worth it has alone (chosen kind, leftover, lying on a storage tile). Forming
bundles then means removing pieces: ``3s`` that make ``s`` sets and ``5g`` more of any kind. The
pieces of ``s`` sets are the bases of a matroid, at most ``s`` of each kind and any number of
wild ones, so the cheapest such pieces are found greedily; and whatever the sets took, groups
take the cheapest of the rest. Sets are tried in every number, groups are formed while they pay.

Pieces that somebody recorded are taken first, the cheapest that there are. Only where a tile of
sets or groups has some does the argument fail; there every number of each kind is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from scoring.core import clock

from .recorded import Recorded
from .village import PIECES, RESOURCES, SKILLS, WORKERS, Village, loose

SET = 3
GROUP = 5
NEVER = -1_000_000
"""What a way is worth that there are not enough pieces for."""

type Sets = tuple[Sequence[str], Sequence[str], int]
"""Kinds of which a set takes one each, kinds that may stand in for any of them, its points."""

type Stock = tuple[tuple[str, int, int], ...]
"""Pieces: kind, worth where they lie when nothing takes them, how many."""


def best(village: Village, kept: Recorded) -> int:
    """The best total of a seat whose decisions are open, but for what is ``kept``."""
    return _Seat(village, kept).best({})


def with_one_more(village: Village, kept: Recorded) -> dict[str, int]:
    """The best total with one more of each piece that the seat could hold."""
    seat = _Seat(village, kept)
    return {piece: seat.best({piece: 1}) for piece in PIECES}


class _Seat:
    """A seat's best score for any pool; resources, skills and workers are apart and cached."""

    def __init__(self, village: Village, kept: Recorded) -> None:
        self.village, self.kept = village, kept
        self.owns = {tile.id: village.per_bundle(tile) for tile in village.takers}
        self.pool = loose(village.seat)
        self.fixed = village.settled() + sum(
            village.printed(tile, village.faces[tile.id]) for tile in village.stores
        )
        self.flips = tuple(self._flips())
        self.resources = cache(self._resources)
        self.skills = cache(self._skills)
        self.workers = cache(self._workers)

    def best(self, more: Mapping[str, int]) -> int:
        """The best total with these pieces besides those that the seat has."""
        pool = {p: self.pool.get(p, 0) + more.get(p, 0) for p in PIECES}
        return self.fixed + max(gain + self._declared(pool, rates) for gain, rates in self.flips)

    # what the Flipper and the purple worker may do

    def _flips(self) -> Iterator[tuple[int, dict[str, int]]]:
        """Every turn of the Flipper that could be best: points gained, storage rates after."""
        village = self.village
        rates = {t.id: village.rate(t, village.faces[t.id]) for t in village.stores}
        if not self.kept.flip:
            yield 0, rates
        if not village.has_boat("flipper"):
            return
        for tile, face in village.faces.items():
            if face != "before" or self.kept.flip not in ("", tile):
                continue
            gain = sum(village.turning(tile))
            if tile in rates:
                raised = village.rate(village.catalogue[tile], "after")
                yield gain, {**rates, tile: raised}
            elif gain or self.kept.flip:
                yield gain, rates

    def _declared(self, pool: Mapping[str, int], rates: Mapping[str, int]) -> int:
        """The best of all that the purple worker may become, or of leaving it."""
        pool, stored, lying = self._stored(pool, rates)
        values: dict[tuple[str, int], int] = {}
        recorded = bool(self.kept.purple_as or self.kept.purple_on)
        ways = list(self.kept.purple_ways(self.village))
        for piece, tile in ways if recorded else [("", ""), *ways]:
            # where it lies on a tile, its kind does not matter any more
            way = ("", rates[tile]) if tile else (piece, 0)
            if way not in values:
                more = {way[0]: pool[way[0]] + 1} if way[0] else {}
                values[way] = way[1] + self._allocated({**pool, **more}, lying)
        return stored + max(values.values())

    def _stored(
        self, pool: Mapping[str, int], rates: Mapping[str, int]
    ) -> tuple[dict[str, int], int, Stock]:
        """Loose pieces with the recorded ones that leave storage tiles; points of goods that stay
        there, and goods that may still leave."""
        pool, points, lying = dict(pool), 0, []
        for tile in self.village.stores:
            accepted, leaves = self.village.accepts(tile), self.kept.released(tile.id)
            for good, number in self.village.stored(tile.id).items():
                worth = rates[tile.id] if good in accepted else 0
                if self.village.may_release and good not in leaves:
                    lying.append((good, worth, number))
                else:
                    gone = leaves.get(good, 0)
                    pool[good] += gone
                    points += worth * (number - gone)
        return pool, points, tuple(lying)

    # what pieces are worth

    def _allocated(self, pool: Mapping[str, int], lying: Stock) -> int:
        def stock(kinds: Sequence[str]) -> Stock:
            return tuple((kind, 0, pool[kind]) for kind in kinds)

        return (
            self.resources((*stock(RESOURCES), *lying))
            + self.skills(stock(SKILLS))
            + self.workers(stock(WORKERS))
        )

    def _resources(self, stock: Stock) -> int:
        village = self.village
        left = {good: 1 if good in village.leftover() else 0 for good in RESOURCES}
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

    def _skills(self, stock: Stock) -> int:
        return self._family(
            stock,
            dict.fromkeys(SKILLS, 0),
            [],
            ("scribes", SKILLS, ()),
            "key_guild",
            chosen="scholar",
        )

    def _workers(self, stock: Stock) -> int:
        return self._family(
            stock,
            dict.fromkeys(WORKERS, 0),
            [self._each("white_wind", WORKERS), self._each("key_market", ("green",))],
            ("craftsmans_guild", WORKERS[:3], ("green",) if self.village.green_wild else ()),
            "apothecary",
            chosen="village_hall",
        )

    def _each(self, tile: str, kinds: Sequence[str] = RESOURCES) -> tuple[int, dict[str, int]]:
        """What a tile that pays for every piece pays for recorded ones, and for one more of each
        kind of which nothing is recorded."""
        paid, recorded = self.owns.get(tile, 0), self.kept.given(tile)
        return paid * sum(recorded.values()), {k: paid for k in kinds if k not in recorded}

    def _family(
        self,
        stock: Stock,
        left: Mapping[str, int],
        singles: Sequence[tuple[int, Mapping[str, int]]],
        sets: tuple[str, Sequence[str], Sequence[str]],
        group: str,
        *,
        chosen: str = "",
        alike: bool = False,
    ) -> int:
        """Most points of one family of pieces.

        ``left``: points of a kind that nothing takes. ``singles``: tiles that pay for every piece.
        ``sets``: the tile, its kinds and what stands in for them. ``group``: the tile that takes
        any. ``chosen``: the tile that pays for the pieces of one kind.
        """
        set_tile, kinds, wild = sets
        in_sets, in_groups = self.kept.given(set_tile), self.kept.given(group)
        of_kind, rate = self.kept.given(chosen), self.owns.get(chosen, 0)
        spoken: dict[str, int] = {}
        for (_, piece), number in self.kept.use.items():
            spoken[piece] = spoken.get(piece, 0) + number
        alone = {k: max([n, *(more.get(k, 0) for _, more in singles)]) for k, n in left.items()}
        found = NEVER
        for kind in alone if rate else (next(iter(alone)),):
            worths = dict(alone)
            if kind not in of_kind:
                worths[kind] = max(worths[kind], rate)
            paid = sum(points for points, _ in singles) + rate * of_kind.get(kind, 0)
            terms = (kinds, wild, self.owns.get(set_tile, 0)), self.owns.get(group, 0)
            if in_sets or in_groups:
                value = _counted(stock, worths, spoken, terms, (in_sets, in_groups), alike=alike)
            elif (free := _without(stock, worths, spoken)) is not None:
                value = _bundled(free, worths, *terms, alike=alike)
            else:
                return NEVER
            found = max(found, paid + value)
        return found


def _bundled(
    stock: Stock,
    alone: Mapping[str, int],
    sets: Sets,
    group: int,
    *,
    alike: bool = False,
) -> int:
    """Most points of ``stock`` with each piece alone, in sets or in groups.

    ``sets``: kinds of which a set takes one each, kinds that may stand in for any of them, and
    the points of a set. ``group``: points of a group. ``alike``: any three pieces are a set.
    """
    kinds, wild, paid = sets
    pieces = sorted((max(lies, alone[kind]), kind, count) for kind, lies, count in stock if count)
    everything = sum(worth * count for worth, _, count in pieces)
    number = sum(count for _, _, count in pieces)
    found = 0
    for full in range((number // SET if paid else 0) + 1):
        clock.check()
        room = SET * full
        each = dict.fromkeys(kinds, full) | dict.fromkeys(wild, room)
        spent, rest = 0, []
        for worth, kind, count in pieces:
            taken = min(count, room, room if alike else each.get(kind, 0))
            room -= taken
            if not alike and taken:
                each[kind] -= taken
            spent += worth * taken
            rest.append((worth, count - taken))
        if room:
            break
        found = max(found, full * paid + everything - spent + _grouped(rest, group))
    return found


def _grouped(pieces: Sequence[tuple[int, int]], group: int) -> int:
    """What groups of the cheapest pieces add; the next group never costs less than the last."""
    worths = [worth for worth, count in pieces for _ in range(count)] if group else []
    gain = 0
    for start in range(0, len(worths) - GROUP + 1, GROUP):
        added = group - sum(worths[start : start + GROUP])
        if added <= 0:
            break
        gain += added
    return gain


# ── where recorded pieces lie on a tile of sets or groups ──────────────────────────────


def _without(stock: Stock, worths: Mapping[str, int], spoken: Mapping[str, int]) -> Stock | None:
    """Without the pieces that are spoken for, the cheapest of each kind; ``None``: too few."""
    wanted, rest = dict(spoken), []
    for kind, lies, count in sorted(stock, key=lambda each: max(each[1], worths[each[0]])):
        taken = min(count, wanted.get(kind, 0))
        if taken:
            wanted[kind] -= taken
        rest.append((kind, lies, count - taken))
    lacking = any(wanted.get(kind, 0) for kind in worths)
    return None if lacking else tuple(rest)


def _counted(
    stock: Stock,
    worths: Mapping[str, int],
    spoken: Mapping[str, int],
    terms: tuple[Sets, int],
    recorded: tuple[Mapping[str, int], Mapping[str, int]],
    *,
    alike: bool,
) -> int:
    """As ``_bundled``, by trying how many of each kind the sets take besides the recorded ones."""
    if (left := _without(stock, worths, spoken)) is None:
        return NEVER
    free: dict[str, list[int]] = {kind: [] for kind in worths}
    for kind, lies, count in left:
        free[kind] += [max(lies, worths[kind])] * count
    for each in free.values():
        each.sort()
    (kinds, wild, paid), group = terms
    in_sets, in_groups = recorded
    everything = sum(map(sum, free.values()))
    pieces = sum(map(len, free.values())) + sum(in_sets.values())
    found = NEVER
    for full in range((pieces // SET if paid else 0) + 1):
        for takes in _taking(full, free, kinds, wild, in_sets, alike=alike):
            spent = sum(sum(free[kind][:number]) for kind, number in takes.items())
            rest = sorted(
                worth
                for kind, each in free.items()
                if kind not in in_groups
                for worth in each[takes.get(kind, 0) :]
            )
            gain = _topped_up(rest, sum(in_groups.values()), group)
            found = max(found, full * paid + everything - spent + gain)
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
    """Every way to bring the recorded pieces up to so many sets: kind to number."""
    asked = [kind for kind in kinds if kind not in recorded]
    most = SET * full if alike else full
    for numbers in product(*(range(min(most, len(free[kind])) + 1) for kind in asked)):
        clock.check()
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
    """What groups add whose recorded pieces are filled up with the cheapest of the others."""
    if not group:
        return 0
    most = (recorded + len(worths)) // GROUP
    return max(
        full * group - sum(worths[: max(0, full * GROUP - recorded)]) for full in range(most + 1)
    )
