"""One roll taken by brute force: every choice, every way to put gold on hammers, every order.

Written from the rulings alone; ``oracle`` lends the faces and what each gives.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

from . import oracle
from .oracle import Bag


@dataclass(frozen=True)
class House:
    split: bool = True
    carry: bool = True
    part: bool = False


ONLINE = House()


@dataclass(frozen=True)
class Stock:
    gold: int
    sun: int
    moon: int
    glory: int
    steps: int
    chests: int = 0
    hammers: int = 0


def hammered(gold: int, steps: int, hammers: int, house: House) -> Sequence[int]:
    """The amounts of one gain that may go on the hammers."""
    room = max(0, 30 * hammers - steps)
    if not house.carry and room:
        room = 30 - steps % 30
    most = min(gold, room)
    return range(most + 1) if house.split else sorted({0, most})


def laps(before: int, after: int) -> int:
    return sum(10 if lap % 2 else 15 for lap in range(before // 15 + 1, after // 15 + 1))


def receive(now: Stock, got: Bag, house: House) -> Iterator[Stock]:
    caps = oracle.capped(now.chests)
    for amount in hammered(got[0], now.steps, now.hammers, house):
        yield Stock(
            min(caps[0], now.gold + got[0] - amount),
            min(caps[1], now.sun + got[1]),
            min(caps[2], now.moon + got[2]),
            now.glory + got[3] + laps(now.steps, now.steps + amount),
            now.steps + amount,
            now.chests,
            now.hammers,
        )


def taken(
    faces: Sequence[str],
    view: Sequence[str],
    owned: frozenset[str],
    feat: str = "",
    house: House = ONLINE,
) -> Iterator[tuple[Bag, Bag, Bag]]:
    """Every result of one or two faces: what each die gives, and one's own boar cards."""
    for a, b in oracle.counted_as(faces, view):
        yield from oracle.pair(a, b, owned, feat, house.part)


def ends(
    results: Iterator[tuple[Bag, Bag, Bag]], now: Stock, losing: bool, house: House
) -> set[Stock]:
    found: set[Stock] = set()
    for parts in set(results):
        if losing:
            left = now
            for got in parts[:2]:
                left = Stock(
                    max(0, left.gold - got[0]),
                    max(0, left.sun - got[1]),
                    max(0, left.moon - got[2]),
                    max(0, left.glory - got[3]),
                    left.steps,
                    left.chests,
                    left.hammers,
                )
            found.update(receive(left, parts[2], House(split=False, carry=True)))
            continue
        for order in set(permutations(parts)):
            reached = {now}
            for got in order:
                reached = {after for each in reached for after in receive(each, got, house)}
            found |= reached
    return found


def best(found: set[Stock], now: Stock, weights: oracle.Weights, need: Mapping[str, int]) -> Stock:
    """The best of these by what is missing, then by the weights, then glory, suns, moons, gold."""

    def key(after: Stock) -> tuple[Fraction | int, ...]:
        missing = sum(max(0, n - getattr(after, r)) for r, n in need.items())
        worth = sum(
            weights[r] * (getattr(after, r) - getattr(now, r))
            for r in ("gold", "sun", "moon", "glory")
        )
        ordered = (after.glory, after.sun, after.moon, after.gold, after.steps)
        return (-missing, worth, *ordered)

    return max(found, key=key)


def satyrs(rolled: Sequence[str], owned: frozenset[str]) -> Iterator[tuple[Bag, Bag, Bag]]:
    for pair in set(combinations(sorted(rolled), 2)):
        yield from taken(pair, rolled, owned)
