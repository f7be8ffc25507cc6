"""Rolls and odds of Dice Forge by brute force, to be compared with the real ones.

It shares nothing with them: the faces are written out by hand in `oracle.toml`, every roll of
every die in view is enumerated, and what two faces give is worked out case by case.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from tests.rows import tables

G, S, M, V, SHIPS, OFF = range(6)
type Bag = tuple[int, int, int, int, int, int]
EMPTY: Bag = (0, 0, 0, 0, 0, 0)


def bag(gold: int = 0, sun: int = 0, moon: int = 0, glory: int = 0) -> Bag:
    return (gold, sun, moon, glory, 0, 0)


BOX = tables(__file__)
PLAIN = {face: [bag(**way) for way in ways] for face, ways in BOX["plain"].items()}
PRICES: dict[str, int] = BOX["prices"]
SHIELDS = {
    face: (("gold", "sun", "moon", "glory").index(row["seeks"]), bag(**row["gives"]))
    for face, row in BOX["shields"].items()
}
BOARS = ["boar_red", "boar_blue", "boar_yellow", "boar_green"]
EVERY = [*PLAIN, "mirror", "x3", "ship", *BOARS, *SHIELDS]
OWNER = [bag(sun=1), bag(moon=1), bag(glory=3)]


def add(*bags: Bag) -> Bag:
    total = [sum(numbers) for numbers in zip(*bags, strict=True)]
    return (total[0], total[1], total[2], total[3], total[4], total[5])


def share(face: str | None, tripled: bool) -> list[Bag]:
    times = 3 if tripled else 1
    if face is None or face == "x3":
        return [EMPTY]
    if face == "ship":
        return [(0, 0, 0, 0, 1, 2 * times)]
    if face in BOARS:
        return [bag(sun=times), bag(moon=times)]
    given = [SHIELDS[face][1]] if face in SHIELDS else PLAIN[face]
    return [bag(*(times * n for n in way[:4])) for way in given]


def conversions(got: Bag, feat: str, in_part: bool) -> list[Bag]:
    """Every way to turn one die's suns and moons, or its gold, into glory."""
    gold, sun, moon, glory, ships, off = got
    found: list[Bag] = []
    if feat == "sentinel":
        for s, m in product(range(sun + 1), range(moon + 1)):
            if in_part or (s, m) in ((0, 0), (sun, moon)):
                found.append((gold, sun - s, moon - m, glory + 2 * (s + m), ships, off))
    elif feat == "cyclops":
        for g in range(gold + 1):
            if in_part or g in (0, gold):
                found.append((gold - g, sun, moon, glory + g, ships, off))
    return found or [got]


@cache
def pair(
    a: str | None, b: str | None, owned: frozenset[str], feat: str = "", in_part: bool = False
) -> frozenset[tuple[Bag, Bag, Bag]]:
    """Every result of two faces, neither a mirror: of each die, and of one's own boar cards."""
    if a == "x3" and b == "x3":
        return frozenset({(EMPTY, EMPTY, EMPTY)})
    found = set()
    for mine, other in product(share(a, b == "x3"), share(b, a == "x3")):
        left, right = mine, other
        if a in SHIELDS and b is not None and b not in SHIELDS and other[SHIELDS[a][0]]:
            left = bag(glory=5)
        if b in SHIELDS and a is not None and a not in SHIELDS and mine[SHIELDS[b][0]]:
            right = bag(glory=5)
        times = (3 if b == "x3" else 1) * (a in owned) + (3 if a == "x3" else 1) * (b in owned)
        for x, y in product(conversions(left, feat, in_part), conversions(right, feat, in_part)):
            for picks in product(OWNER, repeat=times):
                found.add((x, y, add(EMPTY, *picks)))
    return frozenset(found)


def counted_as(faces: Sequence[str], view: Iterable[str]) -> Iterator[tuple[str | None, ...]]:
    """The faces that one or two rolled ones may count as; mirrors copy a face of ``view``."""
    view, own = list(view), [face for face in faces if face != "mirror"]
    copies = [face for face in view if face != "mirror"] + (own if "mirror" in view else [])
    mirrored: list[str | None] = [*copies] or [None]
    firsts, seconds = (mirrored if face == "mirror" else [face] for face in (*faces, None)[:2])
    return product(firsts, seconds)


@cache
def sums(a: str | None, b: str | None, owned: frozenset[str]) -> frozenset[Bag]:
    return frozenset(add(*parts) for parts in pair(a, b, owned))


def roll(
    a: str, b: str | None, view: Iterable[str], owned: frozenset[str] = frozenset()
) -> frozenset[Bag]:
    """Returns the gains of a roll in total."""
    faces = (a,) if b is None else (a, b)
    return frozenset().union(*(sums(x, y, owned) for x, y in counted_as(faces, view)))


# ── one blessing ─────────────────────────────────────────────────────────────


def views(shown: Sequence[str], dice: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    for rolled in product(*dice):
        yield [*shown, *rolled]


type Weights = dict[str, Fraction]
"""gold, sun, moon, glory, ship."""


def key(got: Bag, landed: tuple[int, int, int], weights: Weights) -> tuple[Any, ...]:
    gold, sun, moon = landed
    worth = weights["gold"] * gold + weights["sun"] * sun + weights["moon"] * moon
    worth += weights["glory"] * got[V] + weights["ship"] * got[SHIPS]
    return (worth, got[V], sun, moon, gold, got[SHIPS], got[OFF])


def distribution(
    dice: Sequence[Sequence[str]],
    weights: Weights,
    shown: Sequence[str] = (),
    rolled: Sequence[Sequence[str]] = (),
    owned: frozenset[str] = frozenset(),
) -> dict[Bag, Fraction]:
    """One blessing of one or two dice, best by weights."""
    found: dict[Bag, int] = {}
    total = 0
    mirrors = any("mirror" in die for die in dice)
    for view in views(shown, rolled if mirrors else ()):
        for faces in product(*dice):
            first, second = faces if len(faces) == 2 else (faces[0], None)
            options = roll(first, second, view, owned)
            best = max(options, key=lambda got: key(got, got[:3], weights))
            found[best] = found.get(best, 0) + 1
            total += 1
    return {got: Fraction(count, total) for got, count in found.items()}


# ── several blessings ────────────────────────────────────────────────────────


def capped(chests: int) -> tuple[int, int, int]:
    return (12 + 4 * chests, 6 + 3 * chests, 6 + 3 * chests)


def after(
    dice: Sequence[Sequence[str]],
    times: int,
    weights: Weights,
    start: tuple[int, int, int],
    chests: int,
    shown: Sequence[str] = (),
    rolled: Sequence[Sequence[str]] = (),
) -> dict[tuple[int, int, int, int], Fraction]:
    """Gold, suns, moons and glory gained after some blessings; roll by roll."""
    caps = capped(chests)
    states = {(*start, 0): Fraction(1)}
    for _ in range(times):
        later: dict[tuple[int, int, int, int], Fraction] = {}
        for (gold, sun, moon, glory), chance in states.items():
            n = 0
            ends = []
            for view in views(shown, rolled):
                for first, second in product(*dice):
                    n += 1
                    options = []
                    for got in roll(first, second, view):
                        landed = (
                            min(caps[0], gold + got[G]),
                            min(caps[1], sun + got[S]),
                            min(caps[2], moon + got[M]),
                        )
                        options.append((key(got, landed, weights), (*landed, glory + got[V])))
                    ends.append(max(options)[1])
            for end in ends:
                later[end] = later.get(end, Fraction(0)) + chance / n
        states = later
    return states


def reach(
    dice: Sequence[Sequence[str]],
    times: int,
    need: tuple[int, int, int, int],
    state: tuple[int, int, int, int],
    chests: int,
    rolled: Sequence[Sequence[str]] = (),
) -> Fraction:
    """The best chance to hold ``need``, every choice made towards it."""
    seen = [tuple(view) for view in views((), rolled)]
    caps = capped(chests)

    @cache
    def best(left: int, gold: int, sun: int, moon: int, glory: int) -> Fraction:
        if not left:
            have = (gold, sun, moon, glory)
            return Fraction(all(h >= n for h, n in zip(have, need, strict=True)))
        total = Fraction(0)
        for view, (first, second) in product(seen, list(product(*dice))):
            total += max(
                best(
                    left - 1,
                    min(caps[0], gold + got[G]),
                    min(caps[1], sun + got[S]),
                    min(caps[2], moon + got[M]),
                    glory + got[V],
                )
                for got in roll(first, second, view)
            )
        return total / (36 * len(seen))

    return best(times, *state)
