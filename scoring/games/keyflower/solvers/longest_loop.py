"""Finds the longest closed route along roads, for which the boat Sea Bastion pays.

A frontier dynamic programme. It goes through the roads one by one; a state holds the loose ends of
all routes begun, on tiles with roads still to come, and which ends belong together. The result is
exact, and 25 tiles take milliseconds, whatever their roads.
"""

from collections.abc import Sequence
from functools import lru_cache

from scoring.model.hex_grid import Place

type Road = tuple[Place, Place]
"""Two neighbouring places joined by a road."""

type Ends = tuple[int, ...]
"""State of the search, one number for each tile on the frontier: 0 if no route passes it, else
twice its route's number, plus one if the route has a loose end there."""

FREE = 0
"""State of a tile that no route passes."""


type Walk = tuple[Place, ...]
"""A closed route: the places of its tiles in order, the first not repeated; empty if there is none.
A tile that it passes twice stands there twice."""


@lru_cache(512)  # each change of a sheet asks for the same roads again
def longest(roads: tuple[Road, ...], *, once: bool = False) -> Walk:
    """Returns a closed route over as many tiles as possible that uses no road twice.

    ``roads``: each a pair of neighbouring places. ``once``: it must not pass a tile twice either.
    (If false, it may cross itself on a tile.)

    Both readings are known: ruling ``sea_bastion_loop``. Of several longest routes always the same
    is returned for the same roads.
    """
    if not roads:
        return ()
    best: tuple[int, int] = (0, 0)
    ordered = _in_order(roads)
    last = {place: n for n, road in enumerate(ordered) for place in road}
    edge: list[Place] = []
    states: dict[Ends, tuple[int, int]] = {(): (0, 0)}
    for n, road in enumerate(ordered):
        new = [place for place in road if place not in edge]
        edge += new
        here = edge.index(road[0]), edge.index(road[1])
        gone = [i for i, place in enumerate(edge) if last[place] == n]
        edge = [place for place in edge if last[place] != n]
        after: dict[Ends, tuple[int, int]] = {}
        for ends, (tiles, used) in states.items():
            ends += (FREE,) * len(new)
            ways = [(ends, tiles, used)]
            if (taken := _taken(ends, *here, once=once)) is not None:
                joins = sum(ends[i] == FREE for i in here)
                ways.append((taken, tiles + joins, used | 1 << n))
            for way, count, mask in ways:
                if (left := _left(way, gone)) is None:
                    continue
                if left == CLOSED:
                    best = max(best, (count, mask))
                elif after.get(left, (-1, 0))[0] < count:
                    after[left] = count, mask
        states = after
    return _walk([road for n, road in enumerate(ordered) if best[1] >> n & 1])


CLOSED: Ends = (-1,)
"""State after a route has been closed while no other was begun."""


def _taken(ends: Ends, one: int, other: int, *, once: bool) -> Ends | None:
    """Returns the search state after a road has been taken.

    A state has a number for each tile: the route that passes it or ends on it. ``ends``: the state
    before. ``one``, ``other``: indexes of the road's two tiles in it. ``once``: no route may pass a
    tile twice; ``None`` is returned if this road would do that.
    """
    first, second = ends[one], ends[other]
    if once and ((first and not first & 1) or (second and not second & 1)):
        return None
    number = (first or second or (max(ends) | 1) + 1) & ~1
    merged = second & ~1 if first and second else 0
    after = [number | each & 1 if each and each & ~1 == merged else each for each in ends]
    after[one] = number | (1 - (first & 1))
    after[other] = number | (1 - (second & 1))
    return tuple(after)


def _left(ends: Ends, gone: Sequence[int]) -> Ends | None:
    """Returns the search state without tiles all of whose roads are decided.

    A state has a number for each tile: the route that passes it or ends on it. ``ends``: the state
    before. ``gone``: indexes of these tiles in it. ``None`` if a route has a loose end on one of
    them, and so can never be closed. ``CLOSED`` if the only route is closed now.
    """
    if not gone:
        return _numbered(ends)
    staying = [each for i, each in enumerate(ends) if i not in gone]
    numbers = {each & ~1 for each in staying}
    for i in gone:
        each = ends[i]
        if each & 1:
            return None
        if each and each not in numbers:
            # this route is closed, so no other may have been begun
            alone = not any(numbers) and all(other in (FREE, each) for other in ends)
            return CLOSED if alone else None
    return _numbered(tuple(staying))


def _numbered(ends: Ends) -> Ends:
    """Returns a search state with its routes renumbered, so that equal states compare equal.

    A state has a number for each tile: the route that passes it or ends on it.
    """
    numbers: dict[int, int] = {FREE: FREE}
    return tuple([numbers.setdefault(e & ~1, 2 * len(numbers)) | e & 1 for e in ends])


def _in_order(roads: Sequence[Road]) -> list[Road]:
    """Returns the roads sorted along the longer side of the map, for a faster search.

    A road is a pair of neighbouring places, each (column, row).
    """
    columns, rows = zip(*(place for road in roads for place in road), strict=True)
    wide = max(columns) - min(columns) >= max(rows) - min(rows)

    def rank(place: Place) -> Place:
        return place if wide else (place[1], place[0])

    both = ((min(road, key=rank), max(road, key=rank)) for road in roads)
    return sorted(both, key=lambda road: (rank(road[0]), rank(road[1])))


def _walk(roads: Sequence[Road]) -> Walk:
    """Returns places in order: a walk over each road once, back to its start (Hierholzer).

    A road is a pair of neighbouring places, each (column, row).
    """
    if not roads:
        return ()
    left: dict[Place, list[Place]] = {}
    for one, other in roads:
        left.setdefault(one, []).append(other)
        left.setdefault(other, []).append(one)
    walk: list[Place] = []
    trail = [min(left)]
    while trail:
        here = trail[-1]
        if left[here]:
            on = left[here].pop()
            left[on].remove(here)
            trail.append(on)
        else:
            walk.append(trail.pop())
    return tuple(walk[:-1])
