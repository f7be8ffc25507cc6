"""The same best score without a solver: a second engine, by a greedy argument.

It answers in a fraction of a millisecond, so it prices *one more of each piece* and checks
every optimum.

Give each piece the worth it has alone (chosen kind, leftover, lying on a storage tile). Forming
bundles then means removing pieces: ``3s`` that make ``s`` sets and ``5g`` more of any kind. The
pieces of ``s`` sets are the bases of a matroid, at most ``s`` of each kind and any number of
wild ones, so the cheapest such pieces are found greedily; and whatever the sets took, groups
take the cheapest of the rest. Sets are tried in every number, groups are formed while they pay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from .village import PIECES, RESOURCES, SKILLS, WORKERS, Village, loose

SET = 3
GROUP = 5

type Stock = tuple[tuple[str, int, int], ...]
"""Pieces: kind, worth where they lie when nothing takes them, how many."""


def best(village: Village) -> int:
    """The best total of a seat whose decisions are open."""
    return _Seat(village).best({})


def with_one_more(village: Village) -> dict[str, int]:
    """The best total with one more of each piece that the seat could hold."""
    seat = _Seat(village)
    return {piece: seat.best({piece: 1}) for piece in PIECES}


class _Seat:
    """A seat's best score for any pool; resources, skills and workers are apart and cached."""

    def __init__(self, village: Village) -> None:
        self.village = village
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
        yield 0, rates
        if not village.has_boat("flipper"):
            return
        for tile, face in village.faces.items():
            if face != "before":
                continue
            gain = sum(village.turning(tile))
            if tile in rates:
                raised = village.rate(village.catalogue[tile], "after")
                yield gain, {**rates, tile: raised}
            elif gain:
                yield gain, rates

    def _declared(self, pool: Mapping[str, int], rates: Mapping[str, int]) -> int:
        """The best of all that the purple worker may become, or of leaving it."""
        stored, lying = self._stored(rates)
        found = stored + self._allocated(pool, lying)
        if not self.village.purple_converts:
            return found
        if rates and self.village.purple_on_storage:
            found += max(rates.values())
        return max(
            found,
            *(
                stored + self._allocated({**pool, piece: pool[piece] + 1}, lying)
                for piece in PIECES
            ),
        )

    def _stored(self, rates: Mapping[str, int]) -> tuple[int, Stock]:
        """Points of goods that stay on storage tiles, and goods that may still leave them."""
        points, lying = 0, []
        for tile in self.village.stores:
            accepted = self.village.accepts(tile)
            for good, number in self.village.stored(tile.id).items():
                worth = rates[tile.id] if good in accepted else 0
                if self.village.may_release:
                    lying.append((good, worth, number))
                else:
                    points += worth * number
        return points, tuple(lying)

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
        owns, village = self.owns, self.village
        mercer, windmill = owns.get("mercers_guild", 0), owns.get("windmill", 0)
        jeweller, watermill = owns.get("jeweller", 0), owns.get("watermill", 0)
        left = {good: 1 if good in village.leftover() else 0 for good in RESOURCES}
        if village.any_good_for_any:
            alone = {good: max(jeweller, watermill, left[good]) for good in RESOURCES}
            return _bundled(stock, alone, (RESOURCES, (), mercer), windmill, alike=True)
        alone = left | {"gold": max(left["gold"], jeweller)}
        return max(
            _bundled(
                stock,
                alone | {kind: max(alone[kind], watermill)},
                (RESOURCES[:3], ("gold",), mercer),
                windmill,
            )
            for kind in (RESOURCES if watermill else RESOURCES[:1])
        )

    def _skills(self, stock: Stock) -> int:
        owns = self.owns
        scholar = owns.get("scholar", 0)
        return max(
            _bundled(
                stock,
                {kind: scholar if kind == chosen else 0 for kind in SKILLS},
                (SKILLS, (), owns.get("scribes", 0)),
                owns.get("key_guild", 0),
            )
            for chosen in (SKILLS if scholar else SKILLS[:1])
        )

    def _workers(self, stock: Stock) -> int:
        owns = self.owns
        wind, market = owns.get("white_wind", 0), owns.get("key_market", 0)
        hall = owns.get("village_hall", 0)
        wild = ("green",) if self.village.green_wild else ()
        alone = {kind: max(wind, market if kind == "green" else 0) for kind in WORKERS}
        return max(
            _bundled(
                stock,
                alone | {chosen: max(alone[chosen], hall)},
                (WORKERS[:3], wild, owns.get("craftsmans_guild", 0)),
                owns.get("apothecary", 0),
            )
            for chosen in (WORKERS if hall else WORKERS[:1])
        )


def _bundled(
    stock: Stock,
    alone: Mapping[str, int],
    sets: tuple[Sequence[str], Sequence[str], int],
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
