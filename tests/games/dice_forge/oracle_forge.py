"""Every forging tried out: each set of faces, each die, each side. For comparison only."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from . import oracle

type Sides = tuple[str, ...]
type Table = tuple[Sides, Sides, Sides, Sides]
"""Old sides of both dice, then new ones of both dice; each sorted."""


def pair_worth(
    weights: oracle.Weights, shown: Sequence[str], rolled: Sequence[Sequence[str]]
) -> Callable[[str, str], Fraction]:
    """Returns the average worth of two faces over everything that may lie in view."""
    views = [tuple(view) for view in oracle.views(shown, rolled)]

    @cache
    def in_view(a: str, b: str, view: tuple[str, ...]) -> Fraction:
        worths = [oracle.key(got, got[:3], weights)[0] for got in oracle.roll(a, b, view)]
        return Fraction(max(worths))

    @cache
    def worth(a: str, b: str) -> Fraction:
        if "mirror" not in (a, b):
            return in_view(a, b, ())
        return sum((in_view(a, b, view) for view in views), Fraction(0)) / len(views)

    return worth


def best_by_set(
    dice: Sequence[Sequence[str]],
    gold: int,
    stock: Mapping[str, int],
    times: int,
    weights: oracle.Weights,
    kept: Fraction,
    shown: Sequence[str] = (),
    rolled: Sequence[Sequence[str]] = (),
) -> dict[frozenset[str], Fraction]:
    """Returns the worth of each affordable set of faces, best arranged, against buying none."""

    roll_worth = pair_worth(weights, shown, rolled)

    @cache
    def dice_worth(first: Sides, second: Sides) -> Fraction:
        return sum((roll_worth(a, b) for a in first for b in second), Fraction(0)) / 36

    prices = {
        face: oracle.PRICES[face]
        for face, copies in stock.items()
        if copies > 0 and face in oracle.PRICES
    }
    before = dice_worth(tuple(sorted(dice[0])), tuple(sorted(dice[1])))
    start: Table = (tuple(sorted(dice[0])), tuple(sorted(dice[1])), (), ())
    ways: dict[tuple[int, frozenset[str]], set[Table]] = {(0, frozenset()): {start}}
    for face, price in prices.items():
        more: dict[tuple[int, frozenset[str]], set[Table]] = {}
        for (spent, bought), tables in ways.items():
            if spent + price > gold:
                continue
            after = more.setdefault((spent + price, bought | {face}), set())
            for table in tables:
                after.update(put(table, face))
        for key, tables in more.items():
            ways.setdefault(key, set()).update(tables)
    found: dict[frozenset[str], Fraction] = {}
    for (spent, bought), tables in ways.items():
        for old_a, old_b, new_a, new_b in tables:
            after_worth = dice_worth(tuple(sorted(old_a + new_a)), tuple(sorted(old_b + new_b)))
            worth = times * (after_worth - before) - kept * spent
            found[bought] = max(worth, found.get(bought, worth))
    return found


def put(table: Table, face: str) -> set[Table]:
    """The face over each side of either die that is neither a boar nor new."""
    found = set()
    for die in (0, 1):
        for old in set(table[die]):
            if old in oracle.BOARS:
                continue
            left = list(table[die])
            left.remove(old)
            changed = list(table)
            changed[die] = tuple(left)
            changed[2 + die] = tuple(sorted((*table[2 + die], face)))
            found.add((changed[0], changed[1], changed[2], changed[3]))
    return found
