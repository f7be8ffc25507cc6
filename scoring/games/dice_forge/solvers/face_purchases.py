"""Finds the best faces to buy for each amount of gold and number of sides to replace.

It fills a table over gold and sides, as for a knapsack problem; the worths of faces must add up.
The modules ``forge`` and ``last_turn_moves`` use it.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

from scoring.solving import deadline

type Picks = tuple[tuple[int, int], ...]
"""Faces bought and the dice they go on: pairs of index of the face and of the die."""


def purchases(
    values: Sequence[tuple[Fraction, Fraction]],
    prices: Sequence[int],
    unspent_worth: Fraction,
    gold: int,
    room: tuple[int, int],
    number: int,
) -> Mapping[tuple[int, int, int], list[tuple[Fraction, Picks]]]:
    """Returns the best sets of faces to buy, for each amount of gold and number of sides.

    A key is (gold spent, number of faces put on the first die, on the second). Its value lists at
    most ``number`` sets of faces, best first, as (worth less that of the gold, pairs of index of
    the face and of the die). Each set is on the dice in its best way.

    ``values``: worth of each face on the first and on the second die; ``prices``: price of each.
    ``unspent_worth``: worth of one gold that is not spent. ``gold``: the most to spend. ``room``:
    number of sides that can be replaced on each die.
    """
    scale = lcm(unspent_worth.denominator, *(v.denominator for pair in values for v in pair))
    whole = [(int(a * scale), int(b * scale)) for a, b in values]
    gold_worth = int(unspent_worth * scale)
    table: dict[tuple[int, int, int], list[tuple[int, Picks]]] = {(0, 0, 0): [(0, ())]}
    for n, price in enumerate(prices):
        grown: dict[tuple[int, int, int], list[tuple[int, Picks]]] = {}
        for (spent, first, second), listed in table.items():
            deadline.check()
            if spent + price > gold:
                continue
            for die, key in enumerate(
                ((spent + price, first + 1, second), (spent + price, first, second + 1))
            ):
                if key[1] <= room[0] and key[2] <= room[1]:
                    more = whole[n][die] - gold_worth * price
                    grown.setdefault(key, []).extend(
                        (worth + more, (*picks, (n, die))) for worth, picks in listed
                    )
        for key, listed in grown.items():
            best: dict[frozenset[int], tuple[int, Picks]] = {}
            for way in sorted(table.get(key, []) + listed, key=lambda way: -way[0]):
                best.setdefault(frozenset(face for face, _ in way[1]), way)
            table[key] = list(best.values())[:number]
    return {
        key: [(Fraction(worth, scale), picks) for worth, picks in listed]
        for key, listed in table.items()
    }
