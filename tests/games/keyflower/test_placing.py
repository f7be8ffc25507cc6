"""Plans for laying tiles: their proofs, bounds and edges.

Against every way of laying them, from the posted form: ``test_map_plans.py``.
"""

import random
from collections.abc import Sequence
from itertools import permutations

import pytest

from scoring import game
from scoring.games.keyflower.solvers import map_layout, tile_placement
from scoring.games.keyflower.solvers.layout import LaidTile, Layout, Tile
from scoring.model.hex_grid import Place, neighbour
from scoring.solving import deadline
from tests.games.keyflower import layout_oracle as oracle
from tests.games.keyflower.random_layouts import BOX, OTHERS, grown, plain, text
from tests.games.posted import cases

CATALOGUE = game("keyflower").catalogue
TURN_ORDER = [tile for tile, each in BOX.items() if each.kind == "turn_order"]
BOATS = [tile for tile, each in BOX.items() if each.kind == "boat"]
VILLAGE = [tile for tile, each in BOX.items() if each.kind in ("spring", "summer", "autumn")]
WINTER = [tile for tile, each in BOX.items() if each.kind == "winter"]


def to_lay(rng: random.Random, layout: Layout, number: int) -> list[str]:
    """Draws tiles of a winter; sometimes two boats or several turn order tiles."""
    held = {each.tile for each in layout.laid.values()}
    pools = [TURN_ORDER, TURN_ORDER, ["sea_bastion", "sea_breese"], BOATS, VILLAGE, WINTER]
    tiles: list[str] = []
    while len(tiles) < number:
        tile = rng.choice(rng.choice(pools))
        if tile not in tiles and tile not in held:
            tiles.append(tile)
    return tiles


def case(rng: random.Random, n: int) -> tuple[Layout, list[str]]:
    """A small village, and one, two or (rarely, next to a home alone) three tiles to lay."""
    number = 3 if n % 50 == 49 else rng.choice((1, 2, 2))
    water = rng.sample(["boat_1a", "boat_3a"], rng.choice((0, 0, 1, 2)))
    lying = {"sea_bastion": 0.4, "turn_order_2": 0.3, "turn_order_3": 0.2, "boat_2a": 0.08}
    tiles = [tile for tile, odds in lying.items() if rng.random() < odds]
    tiles += rng.sample(VILLAGE, 8)
    if number == 3:
        return (layout := grown(rng, 1, [], boats=())), to_lay(rng, layout, 3)
    layout = grown(rng, rng.randint(1, 7 - number) + len(water), tiles, boats=water)
    return layout, to_lay(rng, layout, number)


def terms(layout: Layout, tiles: list[str]) -> map_layout.Terms:
    return map_layout.terms(CATALOGUE, [*(e.tile for e in layout.laid.values()), *tiles])


def pays(layout: Layout, tiles: list[str]) -> dict[str, bool]:
    """Returns the boats of the owner that pay for the places of tiles."""
    owned = {*tiles, *(each.tile for each in layout.laid.values())}
    return {"bastion": "sea_bastion" in owned, "breese": "sea_breese" in owned}


def check(
    layout: Layout,
    after: Layout,
    points: int,
    tiles: list[str],
    order: Sequence[Place] | None = None,
) -> None:
    """Laid again by the plain rules: each new tile once, in an order in which it touches and fits,
    and the village then pays what was claimed.

    ``order``: the places in the order told; without one there must be such an order.
    """
    new = [place for place in after.laid if place not in layout.laid]
    assert sorted(after.laid[place].tile for place in new) == sorted(tiles)
    assert order is None or sorted(order) == sorted(new)
    village = plain(layout)

    def as_laid(place: Place) -> oracle.Hex:
        each = after.laid[place]
        return (BOX[each.tile].kind, BOX[each.tile].edges, *place, each.turn)

    def may_be_laid(place: Place) -> bool:
        return oracle.may_be_laid(village, as_laid(place), any_edge=layout.any_edge)

    while new:
        place = order[len(order) - len(new)] if order else next(filter(may_be_laid, new), new[0])
        assert may_be_laid(place), text(after)
        village.append(as_laid(place))
        new.remove(place)
    assert sorted(village) == sorted(plain(after))
    assert points == oracle.paid(village, **pays(layout, tiles), once=False)


def full(rng: random.Random) -> tuple[Layout, list[str]]:
    """A village and a winter as at the end of a game."""
    layout = grown(rng, 15, [*VILLAGE, "boat_1a"], dense=rng.random() < 0.5)
    tiles = [*rng.sample(TURN_ORDER, 2), *rng.sample(WINTER, 2), "sea_bastion"]
    return layout, tiles


def crowd(rng: random.Random) -> tuple[Layout, list[str]]:
    """A few tiles with any edges, and three or four to lay that, but for one, look alike from all
    sides, so that there are not too many ways."""
    number = rng.choice((3, 3, 4))
    tiles = {"bend": Tile("bend", "autumn", rng.choice(("RRFRFF", "RRFFFF", "RRRRRF")))}
    for n in range(number):
        kind = rng.choice(("turn_order", "turn_order", "autumn"))
        tiles[f"new_{n}"] = Tile(f"new_{n}", kind, rng.choice("RF" if number == 3 else "F") * 6)
    laid = {}
    for n, place in enumerate(
        [(0, 0), (0, 1), (1, 0), (2, 0), (2, 1), (-1, 1)][: rng.randint(1, 5)]
    ):
        kind = rng.choice(("autumn", "autumn", "turn_order"))
        tiles[f"old_{n}"] = Tile(f"old_{n}", kind, "".join(rng.choices("RF", (1, 2), k=6)))
        laid[place] = LaidTile(f"old_{n}")
    new = [f"new_{n}" for n in range(number)]
    return Layout(laid, tiles), [*new[1:], "bend"] if rng.random() < 0.4 and number == 3 else new


@pytest.mark.slow
def test_no_bound_is_ever_less_than_the_best_of_all_ways(monkeypatch):
    """However early it stops, with three tiles to lay and four, and where old tiles leave gaps."""
    rng = random.Random(10)
    stopped = 0
    for _ in range(min(cases(30), 1000)):
        layout, tiles = crowd(rng)
        box = layout.box
        loop = any("R" in box[tile].edges for tile in tiles)
        paid = map_layout.Terms(loop=int(loop))
        ways = oracle.all_placings(
            plain(layout), [(box[tile].kind, box[tile].edges) for tile in tiles]
        )
        most = max(
            (oracle.paid(way, bastion=loop, breese=False, once=False) for way in ways), default=0
        )
        for looks in (4, 12, 40, 120, 1_000_000):
            with monkeypatch.context() as patched:
                patched.setattr(tile_placement.deadline, "check", Looks(looks))
                try:
                    found = tile_placement.best(layout, tiles, paid)
                except deadline.OutOfTime:
                    continue
            if found.proof.bound is None:
                assert most == 0
                continue
            assert found.points <= most <= found.proof.bound, (text(layout), tiles, loop, looks)
            stopped += found.proof.verdict == "best found"
        assert found.points == most
    assert stopped


class Looks:
    """A clock that runs out after so many looks."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise deadline.OutOfTime("no looks left")


def test_where_a_tile_is_barred_from_only_others_lie():
    layout = Layout({(0, 0): LaidTile("home_1")}, BOX)
    tiles = ["windmill", "turn_order_1"]
    for n in range(1, 5):
        # turn order 1 beside home and windmill
        free = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
        barred = {(tile, place) for tile in tiles for place in free[n:]}
        found = tile_placement.best(layout, tiles, map_layout.Terms(), barred=barred)
        assert barred.isdisjoint((each.tile, at) for at, each in found.layout.laid.items())
        assert found.points == 2
        assert found.proof.verdict == "optimal"


def test_where_nothing_fits_that_is_said():
    # fields all round fit no side of a home
    tiles = {**BOX, "meadow": Tile("meadow", "spring", "FFFFFF")}
    home = Layout({(0, 0): LaidTile("home_1")}, tiles)
    found = tile_placement.best(home, ["meadow"], map_layout.Terms())
    assert found.proof.verdict == "impossible"
    assert found.layout is home
    # after the Windmill, whose road leads to the home, they do
    both = tile_placement.best(home, ["meadow", "windmill"], map_layout.Terms())
    assert both.proof.verdict == "optimal"
    assert all(map(both.layout.holds, ("windmill", "meadow")))
    # and nothing can be laid beside no village
    nowhere = tile_placement.best(Layout({}, BOX), ["windmill"], map_layout.Terms())
    assert nowhere.proof.verdict == "impossible"


def test_a_loop_may_leave_a_tile_and_come_back_to_it_or_pass_new_tiles_only():
    bends = {f"bend_{n}": Tile(f"bend_{n}", "autumn", "RRFFFF") for n in range(3)}
    for edges, new in (("RRFFFF", 2), ("FFFFFF", 3), ("RFFFFF", 3)):
        start = Layout(
            {(0, 0): LaidTile("start")}, {**bends, "start": Tile("start", "home", edges)}
        )
        paid = map_layout.Terms(loop=1)
        for number in range(4):
            found = tile_placement.best(start, list(bends)[:number], paid)
            assert found.points == (0 if number < new else 3)
            assert found.proof.verdict == "optimal"


def test_three_tiles_may_join_two_loops_by_two_ways_between_them():
    def tile(id_: str, at: tuple[int, int], *roads: tuple[int, int]) -> Tile:
        edges = "".join("R" if neighbour(at, side) in roads else "F" for side in range(6))
        return Tile(id_, "home" if id_ == "a1" else "autumn", edges)

    # a pair on the left, a pair on the right, a way round between them without roads
    a1, a2, b1, b2, left, right, over = (-1, 1), (-1, 0), (2, 0), (2, -1), (0, 0), (1, 0), (1, -1)
    near = {"left": left, "right": right, "over": over}
    lying = {
        **{
            a1: (a2, left),
            a2: (a1, left),
            b1: (b2, right),
            b2: (b1, right),
            (0, 1): (),
            (1, 1): (),
        },
        **{p: (q, r) for p, q, r in permutations([(-2, 0), (-2, 1), (-3, 1)])},
    }
    names = {place: "a1" if place == a1 else f"old_{n}" for n, place in enumerate(lying)}
    tiles = [tile(names[place], place, *roads) for place, roads in lying.items()]
    tiles += [tile("left", left, a1, a2, right, over), tile("right", right, b1, b2, left, over)]
    tiles.append(tile("over", over, left, right))
    village = Layout({p: LaidTile(names[p]) for p in lying}, {each.id: each for each in tiles})
    # the village has a loop of three; with the new tiles one of all seven, two of them passed twice
    assert tile_placement.best(village, list(near), map_layout.Terms(loop=1)).points == 7


def test_large_winters_with_the_sea_bastion_are_proven_and_laid_by_the_rules():
    rng = random.Random(9)
    for turn_order, winter in ((2, 5), (3, 2), (4, 1)):
        layout = grown(rng, 20, [*VILLAGE, "boat_1a"])
        tiles = [*rng.sample(TURN_ORDER, turn_order), *rng.sample(WINTER, winter), "sea_bastion"]
        paid = terms(layout, tiles)
        found = tile_placement.best(layout, tiles, paid, seconds=20)
        check(layout, found.layout, found.points, tiles)
        assert found.proof.verdict == "optimal"
        assert found.points >= map_layout.counted(layout, paid)


def test_nothing_to_lay_pays_what_lies_there():
    layout = grown(random.Random(8), 12, OTHERS)
    paid = map_layout.Terms(loop=1)
    found = tile_placement.best(layout, [], paid)
    assert found.layout.laid == layout.laid
    assert found.points == map_layout.counted(layout, paid)
    assert found.proof.verdict == "optimal"
