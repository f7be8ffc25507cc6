"""Turns each seat's sheet into explained rows of the score pad.

Decisions at the end of the game (pieces given to tiles and the like) count as recorded; blank ones
are not decided here.
"""

from collections.abc import Iterator
from dataclasses import replace

from scoring.model.breakdown import Breakdown, Line
from scoring.model.catalogue import Entry, UnknownRule
from scoring.model.position import Position
from scoring.text.localised import Text

from . import points
from .solvers.village import VILLAGE, Count, Village, some, takes_pieces
from .texts import say

# Rulings that a tile's row depends on; those on boat 3b and the purple worker are added if held.
RULINGS: dict[str, tuple[str, ...]] = {
    "craftsmans_guild": ("craftsmans_guild_points", "craftsmans_guild_green"),
}


def score(position: Position) -> dict[str, Breakdown]:
    """Returns the breakdown (rows and total) of each seat, by seat id."""
    breakdowns = {}
    for seat in position:
        village = Village(position, seat)
        idle = {p: n for p, n in village.unused().items() if p not in village.leftover()}
        counts = {"loop": village.loop, "chain": village.chain}
        counted = frozenset(cell for cell, count in counts.items() if count and not count.left)
        touching = {tile: village.touching(tile) for tile in village.turn_order}
        beside = {tile: str(count.number) for tile, count in touching.items() if count.mapped}
        breakdowns[seat.id] = Breakdown(
            tuple(_lines(village)), idle, counted=counted, beside=beside
        )
    return breakdowns


def _lines(village: Village) -> Iterator[Line]:
    """Yields all rows of a seat's score pad."""
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
    if village.purple_passed and (takes_pieces(entry) or entry.scoring("storage")):
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
    """Returns an explanation of the points of a tile or boat that takes no pieces.

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
    """Returns a row's explanation ``text``, with a remark if its number was counted on the map."""
    if count.left:
        return say("so-far", counted=text, left=count.left)
    return say("mapped", counted=text) if count.mapped else text


def _taken(village: Village, tile: Entry, pieces: dict[str, int]) -> Text:
    takes, each = village.intakes[tile.id], village.per_bundle(tile)
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
    kinds, unused = village.leftover(), village.unused()
    number = sum(unused.get(good, 0) for good in kinds)
    each = village.per_leftover()
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
