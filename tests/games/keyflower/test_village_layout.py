"""A village on the table: its doubts, and its counts against every route tried."""

import random
from collections.abc import Iterator

from scoring.games.keyflower.solvers.layout import Layout
from scoring.games.keyflower.solvers.longest_loop import Walk, longest
from tests.games.keyflower import layout_oracle as oracle
from tests.games.keyflower.random_layouts import (
    BOX,
    OTHERS,
    grown,
    plain,
    read,
    scattered,
    text,
)
from tests.games.posted import cases
from tests.rows import rows

VILLAGES = cases(150)
BOATS = ("keyflower", "sea_bastion", "sea_breese", "boat_1a", "boat_3a")


def villages(seed: int) -> Iterator[Layout]:
    """Half grown by the rules, half with any edges."""
    rng = random.Random(seed)
    for n in range(VILLAGES):
        if n % 2:
            yield scattered(rng, rng.randint(4, 10))
        else:
            roads = [tile for tile in OTHERS if BOX[tile].edges.count("R") > rng.randrange(1, 3)]
            boats = rng.sample(BOATS, rng.choice((0, 0, 1, 2, 4)))
            dense = rng.random() < 0.8
            yield grown(rng, rng.randint(4, 12) + len(boats), roads, dense=dense, boats=boats)


def check_route(layout: Layout, route: Walk, *, once: bool) -> None:
    """A walk over joined roads, none of them twice, back to where it began."""
    roads = {frozenset(pair) for pair in layout.roads}
    steps = [frozenset(pair) for pair in zip(route, (*route[1:], *route[:1]), strict=True)]
    assert set(steps) <= roads
    assert len(steps) == len(set(steps))
    if once:
        assert len(route) == len({*route})


def test_loop_chain_and_touching_tiles_equal_every_way_tried():
    seen: set[tuple[str, int]] = set()
    for layout in villages(1):
        hexes = plain(layout)
        for once in (False, True):
            route = longest(layout.roads, once=once)
            check_route(layout, route, once=once)
            assert len({*route}) == oracle.loop(hexes, once=once), text(layout)
            seen.add(("once" if once else "loop", len({*route})))
        assert len(layout.chain) == oracle.chain(hexes), text(layout)
        seen.add(("chain", len(layout.chain)))
        for n, place in enumerate(layout.laid):
            assert len(layout.touching(place)) == oracle.touching(hexes, n), text(layout)
    assert {("loop", 0), ("loop", 3), ("loop", 6), ("once", 5), ("chain", 0), ("chain", 4)} <= seen


def test_what_is_reported_is_what_the_rules_of_placing_forbid():
    met = set()
    for layout in villages(3):
        hexes = plain(layout)
        assert len(layout.misfits) == (0 if layout.any_edge else oracle.mismatches(hexes))
        assert bool(layout.apart) != oracle.in_one_piece(hexes)
        assert not layout.twice
        met |= ({"edges"} if layout.misfits else set()) | ({"apart"} if layout.apart else set())
    assert met == {"edges", "apart"}


def test_the_same_village_is_the_same_however_it_was_entered():
    rng = random.Random(6)
    for layout in (grown(rng, 15, OTHERS) for _ in range(20)):
        entered = list(layout.laid.items())
        rng.shuffle(entered)
        again = Layout(dict(entered), BOX)
        assert list(again.laid.items()) == list(layout.laid.items())
        assert longest(again.roads) == longest(layout.roads)


def test_the_stable_is_joined_by_road_where_both_edges_show_one():
    # the home's road at the lower left meets the Stable's at its upper right
    assert read("home_1@0,0/0 stable@-1,1/4").roads == (((0, 0), (-1, 1)),)


@rows(__file__, "village")
def test_what_is_reported_of_cases_by_hand(row):
    found = read(row["lies"])
    misfits = [[list(at), list(other)] for at, other in found.misfits]
    reported = misfits, [list(at) for at in found.apart], [list(at) for at in found.twice]
    assert reported == tuple(row.get(key, []) for key in ("misfits", "apart", "twice"))


def test_two_loops_joined_at_one_tile_are_one_route_or_two():
    # a bow tie of five tiles: the rulebook's words allow all, a strict table three
    middle, left, right = (0, 0), [(-1, 1), (-1, 0)], [(1, -1), (1, 0)]
    roads = (*((middle, each) for each in (*left, *right)), tuple(left), tuple(right))
    assert len({*longest(roads)}) == 5
    assert len({*longest(roads, once=True)}) == 3


def test_a_road_that_alone_leads_on_is_on_no_route():
    triangle = [((0, 0), (0, 1)), ((0, 1), (1, 0)), ((1, 0), (0, 0))]
    square = [((3, 0), (3, 1)), ((3, 1), (4, 1)), ((4, 1), (4, 0)), ((4, 0), (3, 0))]
    between = [((1, 0), (2, 0)), ((2, 0), (3, 0)), ((4, 0), (5, 0))]
    for roads, tiles in (((*triangle, *between, *square), 4), ((*triangle, *between), 3)):
        assert len({*longest(roads)}) == tiles
