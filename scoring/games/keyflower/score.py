"""Says what a seat's sheet comes to: explained rows of the score pad, decisions, and its map.

Decisions at the end of the game (pieces given to tiles and the like) count as recorded; blank ones
are not decided here. Each figure of a map names the tiles that make it up, so that a page can
highlight them. A figure counted while tiles are still missing on the map says so.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from scoring.model.breakdown import Breakdown, Line
from scoring.model.catalogue import Catalogue, Entry, UnknownRule
from scoring.model.chart import Chart, Readout
from scoring.model.hex_grid import Place, Spot
from scoring.model.position import Charting, Position
from scoring.model.seat import Seat
from scoring.text.localised import EMPTY, Text, joined, number

from . import points
from .messages import say
from .solvers.map_layout import MapLayout, owned, turn_order
from .solvers.village import VILLAGE, Count, Village, is_open, some, takes_pieces

BUILT_ALONG = "RW"
"""Edge letters of roads and water, along which a village grows; ``F`` is a field."""

# Rulings that a tile's row depends on; those on boat 3b and the purple worker are added if held.
RULINGS: dict[str, tuple[str, ...]] = {
    "craftsmans_guild": ("craftsmans_guild_points", "craftsmans_guild_green"),
}


def score(position: Position) -> dict[str, Breakdown]:
    """Returns the breakdown (rows and total) of each seat, by seat id."""
    breakdowns = {}
    for seat in position:
        village = Village(position, seat)
        scoring = village.leftover
        idle = {p: n for p, n in village.unused.items() if p not in scoring}
        counts = {"loop": village.loop, "chain": village.chain}
        counted = frozenset(cell for cell, count in counts.items() if count and not count.left)
        touching = {tile: village.touching(tile) for tile in village.turn_order}
        beside = {tile: str(count.number) for tile, count in touching.items() if count.mapped}
        breakdowns[seat.id] = Breakdown(
            tuple(_lines(village)), idle, counted=counted, beside=beside
        )
    return breakdowns


def _lines(village: Village) -> Iterator[Line]:
    """Yields all rows of a seat's score: its tiles and boats, then leftover goods."""
    declared = village.seat.choice("purple_as") if village.purple_converts else None
    on, stores = village.seat.choice("purple_on"), {tile.id for tile in village.stores}
    rows = (_row(village, entry) for entry in village.owned)
    for line in (*rows, _leftover(village)):
        # a purple worker on no storage tile is one of the loose pieces
        here = line.entry == on if on else line.entry not in stores
        if declared and line.pieces.get(declared) and here:
            pieces = dict(line.pieces)
            pieces[declared] -= 1
            yield replace(line, pieces=some(pieces) | {"purple": 1})
            declared = None
        else:
            yield line


def _row(village: Village, entry: Entry) -> Line:
    pieces: dict[str, int] = {}
    rulings: tuple[str, ...] = ()
    if entry.kind in VILLAGE:
        group, how = say("village"), say(village.faces[entry.id])
        if entry.id == village.flipped:
            how = say("flipped")
        if entry.scoring("storage"):
            pieces = village.stored_goods(entry.id)
            how = _stored(village, entry, how, pieces)
            rulings = ("storage_release",) if village.stored(entry.id) else ()
            if village.purple_converts:
                rulings += ("purple_on_storage",)
    else:
        group = village.catalogue.kinds[entry.kind].many
        if takes_pieces(entry):
            pieces = village.pieces_on(entry.id)
            how = _taken(village, entry, pieces)
            rulings = RULINGS.get(entry.id, ())
        else:
            how = _how(village, entry)
    if village.purple_passed and is_open(entry):
        rulings += ("purple_without_bid",)
    bounds = village.bounds(entry)
    return entry.line(
        None if bounds else village.worth(entry),
        how,
        status=entry.status,
        pieces=pieces,
        rulings=rulings,
        group=group,
        bounds=bounds,
    )


def _stored(village: Village, tile: Entry, face: Text, goods: dict[str, int]) -> Text:
    number = village.counting(tile, goods)
    rate = village.rate(tile, village.faces[tile.id])
    return say("stored", face=face, n=number, each=rate, idle=sum(goods.values()) - number)


def _how(village: Village, entry: Entry) -> Text:
    """Returns the text that explains the points of a tile or boat that takes no pieces.

    Raises ``UnknownRule`` if it scores by a rule that has no explanation here.
    """
    match entry.scores[0].rule:
        case "flat":
            return say("flat")
        case "power":
            power = village.transport(village.faces)
            return say("power-doubled" if village.power_doubled else "power", shown=power)
        case "loop":
            if village.loop is None:
                return say("loop-open")
            tiles = village.loop.number
            said = say("loop", n=tiles) if points.loop(tiles) else say("no-loop")
            return _counted(village.loop, said)
        case "chain":
            if village.chain is None:
                return say("chain-open")
            return _counted(village.chain, say("chain", n=village.chain.number))
        case "touching":
            count = village.touching(entry.id)
            each = entry.scores[0]["points"]
            return _counted(count, say("touching", n=count.number, each=each))
    raise UnknownRule(entry)


def _counted(count: Count, text: Text) -> Text:
    """Returns ``text``, a row's explanation, with a remark if its number was counted on the map."""
    if count.left:
        return say("so-far", counted=text, left=count.left)
    return say("mapped", counted=text) if count.mapped else text


def _taken(village: Village, tile: Entry, pieces: dict[str, int]) -> Text:
    takes, each = village.intake(tile), village.per_bundle(tile)
    number = village.bundles(tile, pieces)
    match takes.shape:
        case "each" if takes.mixed:
            return say("goods-of-any-kind", n=number, each=each)
        case "each" if len(takes.kinds) > 1:
            return say("workers", n=number, each=each)
        case "each" | "kind":
            kind = next((p for p in takes.kinds if pieces.get(p, 0) == number), "")
            if not number or not kind:
                return say("nothing-given")
            name = village.catalogue.name(kind)
            return say("pieces", pieces=say.counted(kind, name, number), each=each)
        case "groups" if takes.mixed:
            return say("sets-of-any-kind", n=number, each=each)
        case "groups":
            return say("groups", n=number, size=takes.size, each=each)
        case "sets":
            if not (spare := pieces.get(takes.wild, 0)):
                return say("sets", n=number, each=each)
            wild = say.counted(takes.wild, village.catalogue.name(takes.wild), spare)
            return say("sets-with-wild", n=number, each=each, wild=wild)


def _leftover(village: Village) -> Line:
    gold = village.catalogue["gold"]
    kinds, unused = village.leftover, village.unused
    number = sum(unused.get(good, 0) for good in kinds)
    each = village.per_leftover
    if len(kinds) > 1:
        how = say("left-over-of-any-kind", n=number, each=each)
    else:
        how = say("left-over", pieces=say.counted("gold", gold.name, number), each=each)
    rulings: tuple[str, ...] = ()
    if village.any_good_for_any:
        rulings += ("boat_3b_leftover_gold",)
    if village.purple_passed:
        rulings += ("purple_without_bid",)
    return gold.line(
        number * each,
        how,
        id="leftover_gold",
        label=say("leftover-gold"),
        pieces={good: unused[good] for good in kinds if good in unused},
        rulings=rulings,
        group=say("leftover"),
    )


# ── decisions ───────────────────────────────────────────────────────────────────────────


def steps(position: Position, seat: Seat) -> Iterator[Text]:
    """Yields a text for each decision at the end of the game recorded on a seat's sheet."""
    name = position.catalogue.name

    if tile := seat.choice("flip"):
        yield say("step-flip", tile=name(tile))
    if piece := seat.choice("purple_as"):
        what = say("one-piece", piece=piece, name=name(piece))
        if tile := seat.choice("purple_on"):
            yield say("step-purple-on", piece=what, tile=name(tile))
        else:
            yield say("step-purple", piece=what)
    for tile, goods in seat.grid("release").items():
        yield say("step-take", pieces=named(position.catalogue, goods), tile=name(tile))
    for tile, pieces in seat.grid("use").items():
        yield say("step-give", pieces=named(position.catalogue, pieces), tile=name(tile))


def named(catalogue: Catalogue, pieces: Mapping[str, int]) -> Text:
    """Returns the names of pieces (id to number) with their numbers, as *3 wood, 1 gold*."""
    return say.listed(say.counted(piece, catalogue.name(piece), n) for piece, n in pieces.items())


# ── the map ─────────────────────────────────────────────────────────────────────────────


def village_map(catalogue: Catalogue) -> Charting:
    """Returns the function that draws a seat's map; ``data/sheet.toml`` names this one.

    ``catalogue`` is not used: every function that a sheet names is called with it.
    """
    return chart


def chart(position: Position, seat: Seat) -> Chart:
    """Returns a seat's map: its laid tiles, those won but not laid, edges that do not match.

    With the numbers counted from it, such as tiles on the closed road, boats joined to the home,
    tiles that touch turn order tiles, transport power.
    """
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
        mapped.layout.misfits,
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
    """Yields each laid tile's id and a text for screen readers: its name, rotation and neighbours.

    Only neighbours joined by road or water are named, and those whose edges do not match.
    """
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
    """Yields the numbers shown below a seat's map, each with the places to highlight.

    Such as tiles on the closed road, boats joined to the home, transport power."""
    layout = mapped.layout
    so_far: Text = say("map-left", n=mapped.left) if mapped.left else EMPTY

    walk = mapped.loop
    tiles, strict = len({*walk}), len({*mapped.strict_loop})
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
