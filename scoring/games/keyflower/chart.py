"""Builds the map of a seat's village: the tiles where they lie, and figures counted from it.

Each figure names the tiles that make it up, so that a page can highlight them. A figure counted
while tiles are still missing on the map says so.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from scoring.model.catalogue import Catalogue
from scoring.model.chart import Chart, Readout
from scoring.model.hex_grid import Place, Spot
from scoring.model.position import Charting, Position
from scoring.model.seat import Seat
from scoring.text.localised import EMPTY, Text, joined, number

from . import points
from .solvers.village import Village
from .solvers.village_from_map import MapLayout, owned, turn_order
from .texts import say

BUILT_ALONG = "RW"
"""Edge letters of roads and water, along which a village grows; ``F`` is a field."""


def village_map(catalogue: Catalogue) -> Charting:
    """Returns the function that draws a seat's map; ``data/sheet.toml`` names this one.

    ``catalogue`` is not used: every function that a sheet names is called with it.
    """
    return chart


def chart(position: Position, seat: Seat) -> Chart:
    """Returns a seat's map: laid and waiting tiles, faulty edges, and figures counted from it."""
    village = Village(position, seat)
    mapped = village.mapped or MapLayout(seat, village.catalogue)
    laid = {
        tile: Spot(place, mapped.layout.laid[place].turn) for tile, place in mapped.places.items()
    }
    return Chart(
        laid,
        (*mapped.waiting, *mapped.covered),
        {tile: each.edges for tile, each in mapped.layout.box.items()},
        BUILT_ALONG,
        tuple(tile for tile in _offered(position, seat) if tile not in (*owned(seat), *laid)),
        mapped.layout.any_edge,
        dict(village.faces),
        dict(_joins(village, mapped)),
        tuple(
            (doubt.places[0], doubt.places[1])
            for doubt in mapped.layout.doubts()
            if doubt.fault == "edges"
        ),
        tuple(_readouts(village, mapped)),
    )


def _offered(position: Position, seat: Seat) -> Iterator[str]:
    """Yields the ids of the turn order tiles in play that no other seat has."""
    players = len(position.seats)
    others = (each for each in position if each.id != seat.id)
    taken = {tile for other in others for tile in turn_order(other, position.catalogue)}
    for entry in position.catalogue.of_kind("turn_order"):
        in_play = players < 2 or entry.facts["min_players"] <= players
        if in_play and entry.id not in taken:
            yield entry.id


def _joins(village: Village, mapped: MapLayout) -> Iterator[tuple[str, Text]]:
    """Yields each laid tile's id and a text for screen readers: its rotation and its neighbours."""
    name, layout = village.catalogue.name, mapped.layout
    near: dict[str, dict[Place, list[Text]]] = {"road": {}, "water": {}, "misfit": {}}
    for one, other, mine, theirs in layout.meetings:
        if mine != theirs:
            how = "" if layout.any_edge else "misfit"
        else:
            how = {"R": "road", "W": "water"}.get(mine, "")
        for place, beyond in ((one, other), (other, one)) if how else ():
            near[how].setdefault(place, []).append(name(layout.laid[beyond].tile))
    for tile, place in mapped.places.items():
        parts = [name(tile)]
        if turn := layout.laid[place].turn:
            parts.append(say("lies-turned", n=turn))
        for how, to in near.items():
            if place in to:
                parts.append(say(f"lies-{how}", to=joined(to[place], say("and"))))
        yield tile, say.listed(parts)


def _readouts(village: Village, mapped: MapLayout) -> Iterator[Readout]:
    """Yields the figures below the map, such as tiles on the loop, boats and transport power."""
    layout = mapped.layout
    so_far: Text = say("map-left", n=mapped.left) if mapped.left else EMPTY

    walk = mapped.loop.walk
    tiles, strict = len(mapped.loop.tiles), len(mapped.strict_loop.tiles)
    value: Text = number(tiles) if tiles == strict else say("map-loops", n=tiles, strict=strict)
    ways = tuple(pairwise((*walk, *walk[:1])))
    yield Readout("loop", say("map-loop"), value, tuple(dict.fromkeys(walk)), ways, note=so_far)

    boats = layout.chain
    scale = village.catalogue["sea_breese"].scores[0].numbers["points"]
    paid = points.chain(len(boats), scale)
    home = layout.of_kind("home")[:1]
    ways = tuple(
        (one, other)
        for one, other in layout.links("W")
        if {one, other} <= {*boats, *home} and boats
    )
    value = say("map-chained", n=len(boats), points=paid)
    yield Readout("chain", say("map-chain"), value, boats, ways, note=so_far)

    if turn_order := [tile for tile in village.turn_order if tile in mapped.places]:
        touching = [mapped.touching(tile) for tile in turn_order]
        often = Counter(place for each in touching for place in each)
        value = joined((number(len(each)) for each in touching), say("map-plus"))
        marks = {place: str(n) for place, n in often.items()}
        yield Readout("touching", say("map-touching"), value, tuple(often), (), marks, so_far)

    power = {
        mapped.places[tile]: village.catalogue[tile].facts.get(f"transport_{face}", 0)
        for tile, face in village.faces.items()
        if tile in mapped.places
    }
    marks = {place: str(n) for place, n in power.items() if n}
    value = number(village.transport(village.faces))
    if village.has_boat("keyflower"):
        value = say("map-pays", n=value, points=village.power(village.faces))
    yield Readout("transport", say("map-transport"), value, tuple(marks), (), marks, EMPTY)

    if village.has_boat("white_wind"):
        workers = sum(village.seat.tally("workers").values())
        each = village.per_bundle(village.catalogue["white_wind"])
        value = say("map-pays", n=number(workers), points=workers * each)
        marks = {p: str(workers) for tile, p in mapped.places.items() if tile == "white_wind"}
        yield Readout("workers", say("map-workers"), value, tuple(marks), (), marks, EMPTY)
