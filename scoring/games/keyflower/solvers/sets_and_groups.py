"""Finds the best sets and groups in a stock of pieces, by a greedy argument.

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
from itertools import product

from scoring.solving import deadline

from . import preference
from .recorded_decisions import Amounts
from .village import PIECES

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


@dataclass(frozen=True, slots=True)
class Lot:
    """Identical pieces in one place.

    ``value_unbundled``: the value of one piece that is in no set and no group.
    ``cost``: the value that is lost if a set or a group takes one of them.
    ``kind``, ``count``: id and number of the pieces.
    ``store``: the storage tile on which they lie, empty for loose ones.
    ``to``: the tile to which a piece in no set or group is given, empty for none.
    """

    cost: int
    value_unbundled: int
    kind: str
    count: int
    store: str
    to: str

    def leaving(self, removed: int) -> Lot:
        return Lot(
            self.cost, self.value_unbundled, self.kind, self.count - removed, self.store, self.to
        )


@dataclass(frozen=True, slots=True)
class Bundle:
    """A tile that pays for sets or groups, and the value of one set or group.

    ``weight``: subtracted for each piece given to it, to choose among plans of equal points.
    """

    tile: str
    value: int
    weight: int


type Sets = tuple[Sequence[str], Sequence[str], Bundle]
"""Kinds of which a set takes one each, kinds that stand in for any of them, and the tile."""


@dataclass(frozen=True, slots=True)
class Share:
    """Value of one family of pieces (resources, skills or workers), and decisions that reach it.

    ``use``, ``release``: number of pieces given to each tile, and of goods taken off storage tiles;
        ``None`` if only the value was computed.
    """

    value: int
    use: Amounts | None = None
    release: Amounts | None = None


def as_lots(stock: Stock, worths: Worths) -> list[Lot]:
    """Returns pieces as lots, sorted by the value lost if a set or group takes one."""
    lots = []
    for kind, lies, count, store in stock:
        if not count:
            continue
        unbundled, to = worths[kind]
        weight = PIECES.index(kind)
        if store:
            weight += preference.RELEASE
            stays = SCALE * lies
            leaves = unbundled - preference.RELEASE
            unbundled, to = (stays, "") if stays >= leaves else (leaves, to)
        lots.append(Lot(unbundled + weight, unbundled, kind, count, store, to))
    return sorted(lots, key=lambda lot: lot.cost)


def take_recorded(
    lots: Sequence[Lot], reserved: Mapping[str, int], kinds: Iterable[str]
) -> tuple[list[Lot], Amounts] | None:
    """Takes the pieces recorded as given to tiles out of the lots, the cheapest of each kind first.

    Returns the lots that remain, and the goods taken that leave storage tiles; ``None`` if there
    are fewer pieces than recorded.
    ``reserved``: recorded number by kind.
    ``kinds``: the kinds of this family.
    """
    missing = {kind: number for kind, number in reserved.items() if kind in kinds}
    rest: list[Lot] = []
    released: Amounts = {}
    for lot in lots:
        taken = min(lot.count, missing.get(lot.kind, 0))
        if taken:
            missing[lot.kind] -= taken
            if lot.store:
                add(released, {(lot.store, lot.kind): taken})
        rest.append(lot.leaving(taken))
    return None if any(missing.values()) else (rest, released)


def best_bundles(
    lots: Sequence[Lot], released: Amounts, sets: Sets, group: Bundle, *, alike: bool = False
) -> Share:
    """Returns the highest value of a family of pieces, in sets, in groups or outside of both.

    ``released``: goods that leave storage tiles in any case. ``alike``: any three pieces make a
        set.
    """
    kinds, wild, full_set = sets
    everything = sum(lot.value_unbundled * lot.count for lot in lots)
    number = sum(lot.count for lot in lots)
    best, best_sets, best_groups = NEVER, list[int](), 0
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
        if value + gain > best:
            best, best_sets, best_groups = value + gain, taken, groups
    use: Amounts = {}
    released, left = dict(released), GROUP * best_groups
    for lot, in_sets in zip(lots, best_sets, strict=True):
        in_groups = min(left, lot.count - in_sets)
        left -= in_groups
        alone = lot.count - in_sets - in_groups
        goes = {full_set.tile: in_sets, group.tile: in_groups}
        if lot.to:
            goes[lot.to] = goes.get(lot.to, 0) + alone
        add(use, {(tile, lot.kind): n for tile, n in goes.items()})
        if lot.store:
            add(released, {(lot.store, lot.kind): sum(goes.values())})
    return Share(best, use, released)


def _grouped(pieces: Sequence[tuple[int, int]], group: Bundle) -> tuple[int, int]:
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


def add(amounts: Amounts, more: Amounts) -> None:
    """Adds the numbers of ``more`` to ``amounts``, in place."""
    for key, number in more.items():
        if number:
            amounts[key] = amounts.get(key, 0) + number


# ── pieces recorded on a tile of sets or groups ────────────────────────────────────────


def best_with_recorded(
    lots: Sequence[Lot],
    sets: Sets,
    group: Bundle,
    recorded: tuple[Mapping[str, int], Mapping[str, int]],
    *,
    alike: bool,
) -> int:
    """Returns the highest value of a family if the player has recorded pieces for sets or groups.

    Unlike ``best_bundles``, it tries every number of each kind that sets take besides the recorded
    ones. Only the points are exact; weights of preference are those of pieces left alone.

    ``recorded``: pieces recorded on the tile of sets, and on that of groups: kind to number.
    ``alike``: any three pieces make a set.
    """
    free: dict[str, list[int]] = {lot.kind: [] for lot in lots}
    for lot in lots:
        free[lot.kind] += [lot.value_unbundled] * lot.count
    kinds, wild, full_set = sets
    free = {kind: sorted(free.get(kind, ())) for kind in dict.fromkeys([*kinds, *wild, *free])}
    in_sets, in_groups = recorded
    everything = sum(map(sum, free.values()))
    pieces = sum(map(len, free.values())) + sum(in_sets.values())
    best = NEVER
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
            best = max(best, full * full_set.value + everything - spent + gain)
    return best


def _taking(
    full: int,
    free: Mapping[str, Sequence[int]],
    kinds: Sequence[str],
    wild: Sequence[str],
    recorded: Mapping[str, int],
    *,
    alike: bool,
) -> Iterator[dict[str, int]]:
    """Yields each way to complete ``full`` sets: the number of free pieces to add, by kind.

    ``free``: the costs of the free pieces, by kind.
    ``recorded``: pieces that the player has recorded on the tile, by kind.
    ``wild``: kinds that stand in for any.
    ``alike``: any three pieces make a set.
    """
    open_kinds = [kind for kind in kinds if kind not in recorded]
    most = SET * full if alike else full
    for numbers in product(*(range(min(most, len(free[kind])) + 1) for kind in open_kinds)):
        deadline.check()
        takes = dict(zip(open_kinds, numbers, strict=True))
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
    """Returns the highest value that groups add, recorded pieces included.

    ``worths``: cost of each piece that is not recorded, the cheapest first; these complete groups.
    ``recorded``: number of pieces recorded on the tile.
    ``group``: value of one group.
    """
    if not group:
        return 0
    most = (recorded + len(worths)) // GROUP
    return max(
        full * group - sum(worths[: max(0, full * GROUP - recorded)]) for full in range(most + 1)
    )
