"""Random villages on the table: grown as the rules of placing allow, or with edges at random.

Real tiles of the box, and tiles that nobody printed: what counts a village must count any.
"""

import random
from collections.abc import Sequence

from scoring import game
from scoring.games.keyflower.solvers.layout import LaidTile, Layout, Tile, box
from scoring.model.hex_grid import Place, Spot, neighbour, neighbours, opposite, turned
from tests.games.keyflower.layout_oracle import Hex

BOX = box(game("keyflower").catalogue)
HOMES = [tile for tile, each in BOX.items() if each.kind == "home"]
OTHERS = [
    tile
    for tile, each in BOX.items()
    if each.kind != "home" and not (each.kind == "summer_boat" and tile.endswith("b"))
]
"""All tiles that may lie in a village, of each summer boat one side."""

WATER = {"home": ("WRRRRR", "RRFFRR"), "boat": ("WFFWFF", "WRRWFR", "WRRRRR")}
"""Edges of homes and boats, real ones and others."""


def read(text: str) -> Layout:
    """Returns a village as tests write it: ``home_1@0,0/0 stable@-1,1/4``, places and turns."""
    laid = {}
    for part in text.split():
        tile, spot = part.split("@")
        at = Spot.read(spot)
        laid[at.place] = LaidTile(tile, at.turn)
    return Layout(laid, BOX)


def text(layout: Layout) -> str:
    """Returns what ``read`` reads, for messages of failures and to compare villages."""
    return " ".join(
        f"{each.tile}@{Spot(place, each.turn)!s}" for place, each in layout.laid.items()
    )


def grown(
    rng: random.Random,
    size: int,
    tiles: Sequence[str],
    *,
    dense: bool = True,
    boats: Sequence[str] = (),
) -> Layout:
    """A home and tiles placed one by one where all edges match, fewer if some fit nowhere.

    ``dense``: rather where many roads join. The ``boats`` lie in a line from the home's water.
    """
    layout = Layout({(0, 0): LaidTile(rng.choice(HOMES), rng.randrange(6))}, BOX)
    at = (0, 0)
    water = layout.edges[at].index("W")
    for boat in boats:
        at = neighbour(at, water)
        layout = layout.put(at, LaidTile(boat, water % 3))
    for tile in rng.sample(tiles, len(tiles)):
        if len(layout.laid) == size:
            break
        ways = fitting(layout, tile)
        if ways:
            best = max(joins for joins, *_ in ways) if dense else 0
            _, place, turn = rng.choice([way for way in ways if way[0] >= best])
            layout = layout.put(place, LaidTile(tile, turn))
    return layout


def fitting(layout: Layout, tile: str) -> list[tuple[int, Place, int]]:
    """Roads joined, place and turn, wherever a tile touches the village and all edges match."""
    ways = []
    for place in sorted({near for at in layout.laid for near in neighbours(at)} - set(layout.laid)):
        for turn in range(6):
            pairs = [
                (turned(layout.box[tile].edges, turn)[side], layout.edges[near][opposite(side)])
                for side in range(6)
                if (near := neighbour(place, side)) in layout.laid
            ]
            if all(mine == theirs for mine, theirs in pairs):
                ways.append((pairs.count(("R", "R")), place, turn))
    return ways


def scattered(rng: random.Random, size: int) -> Layout:
    """Any letters, anywhere near the middle: roads that end in fields, homes without water."""
    near = [(column, row) for column in range(-2, 3) for row in range(-2, 3)]
    tiles: dict[str, Tile] = {}
    for n in range(size):
        kind = rng.choice(("spring", "boat")) if n else "home"
        edges = "".join(rng.choices("RF", (5, 2), k=6))
        if kind != "spring":
            edges = rng.choice(WATER[kind])
        tiles[f"tile_{n}"] = Tile(f"tile_{n}", kind, edges)
    places = rng.sample(near, size)
    laid = {
        place: LaidTile(tile, rng.randrange(6)) for place, tile in zip(places, tiles, strict=True)
    }
    return Layout(laid, tiles)


def plain(layout: Layout) -> list[Hex]:
    """As the oracle has it."""
    return [
        (layout.box[each.tile].kind, layout.box[each.tile].edges, *place, each.turn)
        for place, each in layout.laid.items()
    ]
