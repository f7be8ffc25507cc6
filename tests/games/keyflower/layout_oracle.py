"""Counts a village from the rules alone: every route tried, nothing clever.

Shares no code with the solvers. A tile is its letters, a place and how far it is turned; a place is
where its middle lies on paper, so that neighbours are those at the distance of two halves.
"""

import itertools
from collections.abc import Iterator, Sequence
from functools import cache

type Hex = tuple[str, str, int, int, int]
"""Kind, letters clockwise from the bottom as printed, column, row, sixths turned clockwise."""

# middles on squared paper: the six sides, clockwise from the bottom (y grows downwards)
SIDES = ((0, 2), (-3, 1), (-3, -1), (0, -2), (3, -1), (3, 1))


def middle(tile: Hex) -> tuple[int, int]:
    _, _, column, row, _ = tile
    return 3 * column, 2 * row + column


def shown(tile: Hex) -> list[str]:
    """Letters as they lie: a sixth clockwise brings the bottom edge to the lower left."""
    letters = list(tile[1])
    for _ in range(tile[4]):
        letters.insert(0, letters.pop())
    return letters


def meet(village: Sequence[Hex]) -> Iterator[tuple[int, int, str, str]]:
    """Neighbours by number, with the letters that meet."""
    for (a, one), (b, other) in itertools.permutations(enumerate(village), 2):
        (x, y), (u, v) = middle(one), middle(other)
        if a < b and (u - x, v - y) in SIDES:
            yield (
                a,
                b,
                shown(one)[SIDES.index((u - x, v - y))],
                shown(other)[SIDES.index((x - u, y - v))],
            )


def loop(village: Sequence[Hex], *, once: bool) -> int:
    """Most tiles on a closed route over joined roads, no road twice; ``once``: no tile twice."""
    roads = tuple((a, b) for a, b, p, q in meet(village) if p == q == "R")
    return most_on_a_route(roads, once)


@cache
def most_on_a_route(roads: tuple[tuple[int, int], ...], once: bool) -> int:
    best = 0

    def go(start: int, here: int, used: frozenset[int], passed: tuple[int, ...]) -> None:
        nonlocal best
        for n, (a, b) in enumerate(roads):
            if n in used or here not in (a, b):
                continue
            there = b if here == a else a
            if there == start:
                best = max(best, len(set(passed)))
                if once:
                    continue
            if once and there in passed:
                continue
            go(start, there, used | {n}, (*passed, there))

    for start in {tile for road in roads for tile in road}:
        go(start, start, frozenset(), (start,))
    return best


def chain(village: Sequence[Hex]) -> int:
    """Boats in a straight line, water to water, from the water edge of the home."""
    at = {middle(tile): tile for tile in village}
    home = next((tile for tile in village if tile[0] == "home"), None)
    if home is None or "W" not in home[1]:
        return 0
    side = shown(home).index("W")
    x, y = middle(home)
    boats = 0
    while True:
        x, y = x + SIDES[side][0], y + SIDES[side][1]
        boat = at.get((x, y))
        if boat is None or shown(boat)[(side + 3) % 6] != "W":
            return boats
        boats += 1
        if shown(boat)[side] != "W":
            return boats


def touching(village: Sequence[Hex], number: int) -> int:
    """Tiles that share an edge with this one."""
    return sum(number in (a, b) for a, b, _, _ in meet(village))


def mismatches(village: Sequence[Hex]) -> int:
    """Pairs of neighbours whose edges differ."""
    return sum(p != q for _, _, p, q in meet(village))


def in_one_piece(village: Sequence[Hex]) -> bool:
    """Do all tiles hang together?"""
    reached = {0}
    for _ in village:
        reached |= {n for a, b, _, _ in meet(village) if reached & {a, b} for n in (a, b)}
    return len(reached) == len(village)


# ── where tiles may be laid ────────────────────────────────────────────────────────────

CHAIN = (0, 2, 4, 8, 16, 32)


def ways_to_lay(
    village: Sequence[Hex], tile: tuple[str, str], *, any_edge: bool = False
) -> Iterator[Hex]:
    """A tile (kind and letters) in every place where it touches the village and fits."""
    letters = {middle(each): shown(each) for each in village}
    beside = {(x + u, y + v) for x, y in letters for u, v in SIDES} - letters.keys()
    for x, y in beside:
        seen = set()
        for turn in range(6):
            new: Hex = (*tile, x // 3, (y - x // 3) // 2, turn)
            mine = shown(new)
            if tuple(mine) in seen:
                continue
            seen.add(tuple(mine))
            theirs = [letters.get((x + u, y + v)) for u, v in SIDES]
            if any_edge or all(
                their is None or their[(n + 3) % 6] == mine[n] for n, their in enumerate(theirs)
            ):
                yield new


def may_be_laid(village: Sequence[Hex], tile: Hex, *, any_edge: bool = False) -> bool:
    """Does this tile touch the village where it lies, and fit?"""
    return any(
        (way[2:4], shown(way)) == (tile[2:4], shown(tile))
        for way in ways_to_lay(village, tile[:2], any_edge=any_edge)
    )


def all_placings(
    village: Sequence[Hex], tiles: Sequence[tuple[str, str]], *, any_edge: bool = False
) -> Iterator[list[Hex]]:
    """Every village that comes of laying these tiles one after another, in any order."""
    reached: set[tuple[frozenset[Hex], tuple[int, ...]]] = set()

    def go(laid: frozenset[Hex], left: tuple[int, ...]) -> Iterator[list[Hex]]:
        if (laid, left) in reached:
            return
        reached.add((laid, left))
        if not left:
            yield [*village, *laid]
        for n in {tiles[n]: n for n in left}.values():  # of tiles that are alike one
            rest = tuple(other for other in left if other != n)
            for new in ways_to_lay([*village, *laid], tiles[n], any_edge=any_edge):
                yield from go(laid | {new}, rest)

    return go(frozenset(), tuple(range(len(tiles))))


def paid(village: Sequence[Hex], *, bastion: bool, breese: bool, once: bool) -> int:
    """Points for touching turn order tiles, for the loop and for the boats on the water."""
    points = sum(
        (village[a][0] == "turn_order") + (village[b][0] == "turn_order")
        for a, b, _, _ in meet(village)
    )
    if bastion:
        points += loop(village, once=once)
    if breese:
        points += CHAIN[chain(village)]
    return points
