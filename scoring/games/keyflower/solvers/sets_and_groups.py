"""Finds the best sets and groups in a stock of pieces, by a greedy argument.

Give each piece the worth that it has outside of sets and groups: on the tile that pays for its
kind, as leftover, or where it lies on a storage tile. Forming sets and groups then means taking
pieces away: ``3s`` for ``s`` sets, ``5g`` more of any kind for ``g`` groups. The pieces of ``s``
sets are the bases of a matroid (at most ``s`` of each kind, any number of wild ones), so taking the
cheapest that still fit is best; and after any sets, groups take the cheapest of the rest. Every
number of sets is tried, and groups are formed while they pay. Weights of preference only shift what
a piece costs, so the argument holds for them as well.

Pieces recorded on a tile are taken first, the cheapest of each kind, and the tile gets no more of
their kind. If the tile of groups gets none of a kind, a piece of it can still make room for a
group: it goes into a set, and another piece from there into the group. Sets and groups together
are the union of two matroids, in which the cheapest choice for more groups contains that for fewer.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.solving import deadline

from . import tie_weights
from .recorded_decisions import Amounts
from .village import PIECES

SET = 3
"""Pieces in a set."""
GROUP = 5
"""Pieces in a group."""
SCALE = 1 << 24
"""Scale of a *value*, an integer that combines points and preference: points times this number,
less the weights of ``tie_weights``."""
NEVER = -SCALE * SCALE
"""Value of a choice for which there are not enough pieces."""

type Stock = tuple[tuple[str, int, int, str], ...]
"""Pieces as tuples of kind, points where they lie if nothing takes them, number, and storage tile
(empty for loose pieces)."""

type Worths = Mapping[str, tuple[int, str]]
"""Value of one loose piece by kind, and the tile that it is given to (empty for none)."""


@dataclass(frozen=True, slots=True)
class Lot:
    """A number (``count``) of equal pieces (``kind``) in one place.

    ``value_unbundled``: the value of one piece that is in no set and no group.
    ``cost``: the value that is lost if a set or a group takes one of them.
    ``store``: the storage tile on which they lie, empty for loose ones.
    ``to``: the tile to which a piece in no set or group is given, empty for none.
    """

    cost: int
    value_unbundled: int
    kind: str
    count: int
    store: str
    to: str


@dataclass(frozen=True, slots=True)
class Bundle:
    """A tile that pays for sets or groups of pieces, and the value of one set or group.

    ``weight``: subtracted from the value for each piece given, to choose among plans of equal
    points.
    """

    tile: str
    value: int
    weight: int


type Sets = tuple[Sequence[str], Sequence[str], Bundle]
"""Kinds of which a set takes one each, kinds that stand in for any of them, and the tile."""


@dataclass(frozen=True, slots=True)
class Share:
    """Value of one family of pieces (resources, skills or workers), and decisions that reach it.

    ``use``: pieces given, (tile, piece) to number. ``release``: goods taken off, (storage tile,
    good) to number.
    """

    value: int
    use: Amounts
    release: Amounts


def as_lots(stock: Stock, worths: Worths) -> list[Lot]:
    """Returns pieces as lots (equal pieces in one place), the cheapest first.

    Cheap: little value is lost if a set or group takes one. ``stock``: the pieces. ``worths``: kind
    to the value of a piece in no set or group, and the tile that it is given to.
    """
    lots = []
    for kind, lies, count, store in stock:
        if not count:
            continue
        unbundled, to = worths[kind]
        weight = PIECES.index(kind)
        if store:
            weight += tie_weights.RELEASE
            stays = SCALE * lies
            leaves = unbundled - tie_weights.RELEASE
            unbundled, to = (stays, "") if stays >= leaves else (leaves, to)
        lots.append(Lot(unbundled + weight, unbundled, kind, count, store, to))
    return sorted(lots, key=lambda lot: lot.cost)


def take_recorded(
    lots: Sequence[Lot], reserved: Mapping[str, int], kinds: Iterable[str]
) -> tuple[list[Lot], Amounts] | None:
    """Takes the pieces recorded as given to tiles out of ``lots``, the cheapest of each kind first.

    ``lots``: equal pieces in one place. ``reserved``: recorded pieces, kind to number; only those
    of ``kinds`` are taken. Returns the lots that remain, and the goods taken that leave storage
    tiles; ``None`` if there are fewer pieces than recorded.
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
        rest.append(replace(lot, count=lot.count - taken) if taken else lot)
    return None if any(missing.values()) else (rest, released)


def best_bundles(
    lots: Sequence[Lot],
    released: Amounts,
    sets: Sets,
    group: Bundle,
    recorded: tuple[Mapping[str, int], Mapping[str, int]],
) -> Share:
    """Returns the best use of a family of pieces, in sets, in groups or outside of both.

    ``lots``: the pieces, the cheapest first. ``released``: goods that leave storage tiles already.
    ``sets``, ``group``: the tiles that pay for sets and for groups, with what a set takes.
    ``recorded``: pieces recorded on these two tiles, not among the lots: kind to number. No others
    of their kinds are given to that tile.
    """
    kinds, wild, full_set = sets
    in_sets, in_groups = recorded
    everything = sum(lot.value_unbundled * lot.count for lot in lots)
    number = sum(lot.count for lot in lots) + sum(in_sets.values())
    grouped_before = sum(in_groups.values())
    open_kinds, open_wild = ([k for k in each if k not in in_sets] for each in (kinds, wild))
    best, best_sets, best_rest, best_groups = NEVER, list[int](), list[int](), 0
    for full in range((number // SET if full_set.value else 0) + 1):
        deadline.check()
        counting = sum(min(n, full) if kind in kinds else n for kind, n in in_sets.items())
        room = max(0, SET * full - counting)
        each = dict.fromkeys(open_kinds, full) | dict.fromkeys(open_wild, room)
        value, taken, rest = everything + full * full_set.value, [], []
        for lot in lots:
            some = min(lot.count, room, each.get(lot.kind, 0))
            room -= some
            if some:
                each[lot.kind] -= some
            value -= (lot.cost + full_set.weight) * some
            taken.append(some)
            rest.append(lot.count - some)
        if room:
            break
        if in_groups:
            rest = _making_room(lots, taken, in_groups, each)
        gain, in_new_groups = _grouped(lots, rest, group, grouped_before)
        if value + gain > best:
            best, best_sets, best_rest, best_groups = value + gain, taken, rest, in_new_groups
    use: Amounts = {}
    released = dict(released)
    for lot, in_set, in_group in _placed(lots, best_sets, best_rest, best_groups, in_groups):
        goes = {full_set.tile: in_set, group.tile: in_group}
        if lot.to:
            goes[lot.to] = goes.get(lot.to, 0) + lot.count - in_set - in_group
        add(use, {(tile, lot.kind): n for tile, n in goes.items()})
        if lot.store:
            add(released, {(lot.store, lot.kind): sum(goes.values())})
    return Share(best, use, released)


def _making_room(
    lots: Sequence[Lot], in_sets: Sequence[int], barred: Container[str], each: Mapping[str, int]
) -> list[int]:
    """Returns, for each lot (equal pieces in one place), how many pieces can go into groups.

    The tile of groups takes no more of ``barred`` kinds: such a piece replaces one in a set, which
    goes to a group instead. ``in_sets``: pieces of each lot in sets. ``each``: how many more of a
    kind sets can have.
    """
    others = sum(n for lot, n in zip(lots, in_sets, strict=True) if lot.kind not in barred)
    able, more = [], dict(each)
    for lot, n in zip(lots, in_sets, strict=True):
        some = lot.count - n
        if lot.kind in barred:
            some = min(some, more.get(lot.kind, 0), others)
            others -= some
            if some:
                more[lot.kind] -= some
        able.append(some)
    return able


def _grouped(
    lots: Sequence[Lot], numbers: Sequence[int], group: Bundle, recorded: int
) -> tuple[int, int]:
    """Returns the value that groups of the cheapest pieces add, and how many pieces they take.

    ``lots``: equal pieces in one place, the cheapest first. ``numbers``: pieces of each lot that
    may be taken. ``group``: tile that pays. ``recorded``: number of pieces recorded on it. Each
    further group costs at least as much as the one before, so the first without a gain is the end.
    """
    if not group.value:
        return 0, 0
    costs: list[int] = []
    for lot, n in zip(lots, numbers, strict=True):
        costs += [lot.cost] * n
    gain, start, end = recorded // GROUP * group.value, 0, GROUP - recorded % GROUP
    while end <= len(costs):
        added = group.value - sum(costs[start:end]) - (end - start) * group.weight
        if added <= 0:
            break
        gain, start, end = gain + added, end, end + GROUP
    return gain, start


def _placed(
    lots: Sequence[Lot],
    in_sets: Sequence[int],
    rest: Sequence[int],
    number: int,
    barred: Container[str],
) -> Iterator[tuple[Lot, int, int]]:
    """Yields each lot (equal pieces in one place) with its numbers of pieces in sets, in groups.

    ``in_sets``, ``rest``: pieces of each lot in sets, and those that can go into groups.
    ``number``: pieces in groups, of all lots. ``barred``: kinds that the tile of groups takes no
    more of; such pieces go into sets, and others from there into groups.
    """
    in_groups = []
    for able in rest:
        in_groups.append(min(number, able))
        number -= in_groups[-1]
    every = list(zip(lots, in_sets, in_groups, strict=True))
    moving = sum(in_group for lot, _, in_group in every if lot.kind in barred)
    for lot, in_set, in_group in every:
        if lot.kind in barred:
            yield lot, in_set + in_group, 0
        else:
            moved = min(moving, in_set)
            moving -= moved
            yield lot, in_set - moved, in_group + moved


def add(amounts: Amounts, more: Amounts) -> None:
    """Adds the numbers in ``more``, by tile and piece, to ``amounts``, which is changed."""
    for key, number in more.items():
        if number:
            amounts[key] = amounts.get(key, 0) + number
