"""Warnings about the cells of a Keyflower sheet; the score counts everything as entered anyway.

Checks that depend on the number of players need at least two seats: a sheet alone may belong to a
table of any size.
"""

from collections.abc import Iterator

from scoring.model.errors_and_warnings import Doubt
from scoring.model.position import Position
from scoring.model.seat import Seat

from .messages import say
from .solvers.map_layout import MAP, MapLayout, owned, turn_order
from .solvers.recorded_decisions import recorded
from .solvers.village import RESOURCES, Village

SHORTEST_LOOP = 3
"""Fewest tiles of a closed road: ruling ``sea_bastion_loop``."""
MOST_BOATS = 5
"""Most boats that can lie in a chain from the home: ruling ``sea_breese_chain``."""
FEWEST_PLAYERS = 2

# Source: rulebook, set-up: players + 4 tiles of each season are turned up, summer boats among
# those of summer; winter tiles are dealt, 3 each up to 4 players and 2 each from 5.
SEASONS = {"spring": ("spring",), "summer": ("summer", "summer_boat"), "autumn": ("autumn",)}
EXTRA_TILES = 4
WINTER_DEALT = {2: 3, 3: 3, 4: 3, 5: 2, 6: 2}


def doubts(position: Position) -> Iterator[Doubt]:
    for seat in position:
        village = Village(position, seat)
        yield from _strange(village)
        yield from _loop_and_chain(village)
        if village.mapped:
            yield from _as_it_lies(village, village.mapped)
        for cell, reason in recorded(village).impossible:
            yield Doubt(seat.path(*cell), say(reason))
    yield from _in_box(position)
    yield from _owned_twice(position)
    holders = [seat for seat in position if seat.choice("purple") in ("won", "passed")]
    for seat in holders[1:]:
        yield Doubt(seat.path("purple"), say("doubt-purple"))
    yield from _purple_tile(position)
    if len(position.seats) >= FEWEST_PLAYERS:
        yield from _players(position)


def _strange(village: Village) -> Iterator[Doubt]:
    seat, catalogue = village.seat, village.catalogue
    tiles = seat.picked("village")
    homes = [tile for tile in tiles if catalogue[tile].kind == "home"]
    if tiles and not homes:
        first = catalogue.of_kind("home")[0]
        yield Doubt(seat.path("village", first.id), say("doubt-no-home"))
    for boat in seat.picked("boats")[1:]:
        yield Doubt(seat.path("boats", boat), say("doubt-one-boat", boat=catalogue.name(boat)))
    for tile, goods in seat.grid("storage").items():
        if not seat.has("village", tile):
            yield Doubt(seat.path("storage", tile, next(iter(goods))), say("doubt-storage"))
        for good in goods:
            if good not in village.accepts(catalogue[tile]):
                yield Doubt(seat.path("storage", tile, good), say("doubt-misfit"))


def _loop_and_chain(village: Village) -> Iterator[Doubt]:
    seat = village.seat
    if (tiles := seat.number("loop")) is not None:
        path = seat.path("loop")
        if not village.has_boat("sea_bastion"):
            yield Doubt(path, say("doubt-loop-boat"))
        if 0 < tiles < SHORTEST_LOOP:
            yield Doubt(path, say("doubt-loop", least=SHORTEST_LOOP))
        if tiles > village.most_on_loop:
            yield Doubt(path, say("doubt-loop-village", most=village.most_on_loop))
    if (boats := seat.number("chain")) is not None:
        path = seat.path("chain")
        if not village.has_boat("sea_breese"):
            yield Doubt(path, say("doubt-chain-boat"))
        entered = len(seat.picked("boats")) + len(village.summer_tiles)
        if boats > MOST_BOATS:
            yield Doubt(path, say("doubt-chain", most=MOST_BOATS))
        elif boats > entered:
            yield Doubt(path, say("doubt-chain-boats", most=entered))


def _as_it_lies(village: Village, mapped: MapLayout) -> Iterator[Doubt]:
    seat, name = village.seat, village.catalogue.name
    mine = set(owned(seat))

    def at(tile: str) -> str:
        return seat.path(MAP, tile)

    for tile, there in mapped.covered.items():
        yield Doubt(at(tile), say("doubt-map-covered", tile=name(tile), other=name(there)))
    for tile in mapped.places:
        if tile not in mine and village.catalogue[tile].kind != "turn_order":
            yield Doubt(at(tile), say("doubt-map-not-yours", tile=name(tile)))
    layout = mapped.layout
    lies = {place: each.tile for place, each in layout.laid.items()}
    homes = layout.of_kind("home")
    if not homes:
        yield Doubt(at(next(iter(mapped.places))), say("doubt-map-no-home"))
    yield from (Doubt(at(lies[place]), say("doubt-homes")) for place in homes[1:])
    yield from (Doubt(at(lies[place]), say("doubt-sides")) for place in layout.twice)
    for place, near in layout.misfits:
        message = say("doubt-map-edges", tile=name(lies[place]), other=name(lies[near]))
        yield Doubt(at(lies[place]), message)
    for place in layout.apart:
        yield Doubt(at(lies[place]), say("doubt-map-apart", tile=name(lies[place])))
    yield from _other_than_mapped(village, mapped)


def _other_than_mapped(village: Village, map_layout: MapLayout) -> Iterator[Doubt]:
    """Yields warnings about numbers entered that differ from what is counted on the map.

    ``map_layout``: the map. While tiles are missing on the map its count can still grow, so only a
    smaller number is wrong. The Sea Bastion's loop may have either count that the ruling
    ``sea_bastion_loop`` allows. On a complete map the warning offers to clear the number, so that
    the map's count applies.
    """
    seat, name = village.seat, village.catalogue.name
    loops = {len({*map_layout.loop}), len({*map_layout.strict_loop})}
    counts: list[tuple[tuple[str, ...], str, int | None, set[int]]] = [
        (("loop",), "sea_bastion", seat.number("loop"), loops),
        (("chain",), "sea_breese", seat.number("chain"), {len(map_layout.layout.chain)}),
    ]
    counts += [
        (("turn_order", tile), tile, number, {len(map_layout.touching(tile))})
        for tile, number in seat.tally("turn_order").items()
        if number and tile in map_layout.places
    ]
    for cell, tile, entered, mapped in counts:
        if (
            entered is not None
            and entered not in mapped
            and (not map_layout.left or entered < min(mapped))
        ):
            message = say("doubt-map-count", what=name(tile), mapped=max(mapped), n=entered)
            offer = None if map_layout.left else say("take-the-maps")
            instead = 0 if cell[0] == "turn_order" else None
            yield Doubt(seat.path(*cell), message, True, offer, instead)


# ── the whole table ────────────────────────────────────────────────────────────────────


def _in_box(position: Position) -> Iterator[Doubt]:
    """Yields warnings at storage tiles if all seats hold more of a good than the box contains."""
    for good in RESOURCES:
        entry = position.catalogue[good]
        most = entry.facts["in_box"]
        lying = [
            (seat, tile, goods.get(good, 0))
            for seat in position
            for tile, goods in seat.grid("storage").items()
        ]
        beside = sum(seat.tally("resources").get(good, 0) for seat in position)
        total = beside + sum(number for _, _, number in lying)
        if total > most:
            message = say("doubt-in-box", most=most, what=entry.name, sum=total)
            for seat, tile, number in lying:
                if number:
                    yield Doubt(seat.path("storage", tile, good), message)


def _owned_twice(position: Position) -> Iterator[Doubt]:
    """Yields warnings about turn order tiles, or sides of one summer boat, that two seats have."""
    for entry in position.catalogue.of_kind("turn_order"):
        owners = [seat for seat in position if entry.id in turn_order(seat, position.catalogue)]
        for seat in owners[1:]:
            other = position.name(owners[0].id)
            message = say("doubt-other-seat", what=entry.name, other=other)
            yield Doubt(seat.path("turn_order", entry.id), message)
    first: dict[int, tuple[Seat, str]] = {}
    for seat in position:
        for side in seat.picked("summer_boats"):
            number = position.catalogue[side].facts["number"]
            owner, up = first.setdefault(number, (seat, side))
            if owner is not seat and up != side:
                message = say("doubt-other-side", other=position.name(owner.id))
                yield Doubt(seat.path("summer_boats", side), message)


def _purple_tile(position: Position) -> Iterator[Doubt]:
    """Yields warnings about seats with only one of the purple worker and its turn order tile."""
    tiles = position.catalogue.of_kind("turn_order")
    players = len(position.seats)
    in_play = [tile for tile in tiles if tile.facts["min_players"] <= players][-1:]
    for seat in position:
        won = seat.choice("purple") == "won"
        mine = turn_order(seat, position.catalogue)
        if not in_play:
            if won and not any(tile.id in mine for tile in tiles):
                yield Doubt(seat.path("purple"), say("doubt-purple-tile-any"))
        elif won and in_play[0].id not in mine:
            yield Doubt(seat.path("purple"), say("doubt-purple-tile", tile=in_play[0].name))
        elif in_play[0].id in mine and not won:
            yield Doubt(seat.path("purple"), say("doubt-purple-here", tile=in_play[0].name))


def _players(position: Position) -> Iterator[Doubt]:
    """Yields warnings about boats and turn order tiles not used with so few players.

    Also if the seats have more tiles of a season than come into play with so many players.
    """
    catalogue, players = position.catalogue, len(position.seats)
    for seat in position:
        tiles = (("boats", boat) for boat in seat.picked("boats"))
        laid = (("turn_order", tile) for tile in turn_order(seat, catalogue))
        for field, tile in (*tiles, *laid):
            least = catalogue[tile].facts["min_players"]
            if players < least:
                message = say("doubt-players", least=least, n=players)
                yield Doubt(seat.path(field, tile), message)
    for kinds in SEASONS.values():
        yield from _season(position, kinds, players + EXTRA_TILES)
    yield from _season(position, ("winter",), WINTER_DEALT[players] * players)


def _season(position: Position, kinds: tuple[str, ...], most: int) -> Iterator[Doubt]:
    """Yields a warning if all seats together have more than ``most`` tiles of a season.

    ``kinds``: the kinds of tiles that belong to that season.
    """
    fields: tuple[str, ...] = ("village", "winter", "summer_boats")
    tiles = [
        (seat, field, id_)
        for seat in position
        for field in fields
        for id_ in seat.picked(field)
        if position.catalogue[id_].kind in kinds
    ]
    if len(tiles) > most:
        seat, field, id_ = tiles[most]
        message = say("doubt-season", n=len(position.seats), most=most, sum=len(tiles))
        yield Doubt(seat.path(field, id_), message)
