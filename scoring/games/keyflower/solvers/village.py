"""Reads one seat's village from its sheet, and the points of each tile, boat and good in it.

Applies formulas and rulings (a table's answers to open rules questions), for scorer and solvers.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Literal

from scoring.model.catalogue import Entry, UnknownRule
from scoring.model.hex_grid import SIDES
from scoring.model.position import Position
from scoring.model.seat import Seat

from .. import points
from .map_layout import MAP, MapLayout

RESOURCES = ("wood", "stone", "iron", "gold")
SKILLS = ("anvil", "pickaxe", "saw")
WORKERS = ("red", "blue", "yellow", "green")
PIECES = (*RESOURCES, *SKILLS, *WORKERS)
FAMILY = {"any_resource": RESOURCES, "any_skill": SKILLS, "any_worker": WORKERS}
VILLAGE = ("home", "spring", "summer", "autumn")
"""Kinds of tiles that a village is built from."""

POINTS_RULED = {"craftsmans_guild": "craftsmans_guild_points"}
"""Tiles whose points a table may rule: tile to the ruling whose options are the points."""

DECISIONS = ("purple_as", "purple_on", "flip", "release", "use")
"""Fields for the decisions that a player makes at the end of the game."""


@dataclass(frozen=True, slots=True)
class Intake:
    """The way in which a tile or boat takes pieces of ``kinds``, and pays for ``size`` at a time.

    ``shape``: *each* pays for every piece, *kind* for those of one chosen kind, *groups* for full
        groups of any kinds, *sets* for one piece of each kind, with ``wild`` for any. ``mixed``:
        boat 3b lets goods stand in for each other.
    """

    shape: Literal["each", "kind", "groups", "sets"]
    kinds: tuple[str, ...]
    size: int = 1
    wild: str = ""
    mixed: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """A number that depends on a village's layout, such as the tiles on its closed road.

    ``mapped``: true if it is counted on the map, else it was entered.

    ``left``: tiles that are missing on the map; they can only raise the number.
    """

    number: int
    mapped: bool = False
    left: int = 0


def takes_pieces(entry: Entry) -> bool:
    """True if pieces can be given to this tile or boat at the end of the game."""
    ends = entry.kind in ("winter", "boat")
    return ends and entry.scores[0].rule in ("bundle", "chosen", "each_worker")


def is_open(entry: Entry) -> bool:
    """True if the row of a tile or boat depends on decisions at the end of the game."""
    return takes_pieces(entry) or bool(entry.scoring("storage"))


def loose(seat: Seat) -> dict[str, int]:
    """Returns all pieces that can be given to tiles, piece id to number, as recorded so far.

    Goods recorded as taken off storage tiles are among them, and the purple worker as the piece
    that it is declared to be, unless it lies on a storage tile.
    """
    stocks = [seat.tally(field) for field in ("resources", "skills", "workers")]
    pool = Counter[str]()
    for stock in (*stocks, *seat.grid("release").values()):
        pool.update(stock)
    declared = seat.choice("purple_as")
    if declared and not seat.choice("purple_on"):
        pool[declared] += 1
    return pool


class Village:
    """One seat's village by its sheet and its table's rulings (answers to open rules questions).

    ``mapped``: the layout of tiles on the seat's map; ``None`` if none is laid.
    ``owned``: catalogue entries of all tiles and boats of the seat, in the order of its score.
    ``takers``: those that take pieces at the end of the game. ``stores``: storage tiles, on which
        goods score where they lie.
    ``faces``: village tile id to the face that lies up: *before* or *after* upgrade or Flipper.
    ``any_good_for_any``: true with boat 3b: when scoring, every resource stands in for every other.
    """

    def __init__(self, position: Position, seat: Seat) -> None:
        self.seat, self.catalogue, self.rulings = seat, position.catalogue, position.rulings
        self._position = position
        self.any_good_for_any = seat.has("summer_boats", "boat_3b")
        flipped = {self.flipped: "after"} if self.flipped else {}
        self.faces: dict[str, str] = {**seat.faces("village"), **flipped}

    def holding(self, seat: Seat) -> "Village":
        """Returns the village of another version of the seat's sheet, at the same table."""
        return Village(self._position, seat)

    # holdings

    @cached_property
    def mapped(self) -> MapLayout | None:
        return MapLayout(self.seat, self.catalogue) if self.seat.entered(MAP) else None

    @cached_property
    def owned(self) -> tuple[Entry, ...]:
        ids = chain(*map(self.seat.picked, ("village", "winter", "boats")), self.turn_order)
        return tuple(map(self.catalogue.__getitem__, ids))

    @cached_property
    def takers(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.owned if takes_pieces(entry))

    @cached_property
    def stores(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.owned if entry.scoring("storage"))

    @property
    def turn_order(self) -> tuple[str, ...]:
        """IDs of the turn order tiles on the seat's map, or entered with a number, even 0."""
        entered = self.seat.tally("turn_order")
        laid = self.mapped.places if self.mapped else {}
        every = (entry.id for entry in self.catalogue.of_kind("turn_order"))
        return tuple(tile for tile in every if tile in entered or tile in laid)

    @cached_property
    def loop(self) -> Count | None:
        """Number of tiles on the closed road; ``None`` if neither entered nor on a map."""
        return self._count(self.seat.number("loop"), lambda mapped: len({*mapped.loop}))

    @cached_property
    def chain(self) -> Count | None:
        """Number of boats joined by water to the home; ``None`` if neither entered nor on a map."""
        return self._count(self.seat.number("chain"), lambda mapped: len(mapped.layout.chain))

    def touching(self, tile: str) -> Count:
        """Returns how many tiles touch a turn order tile: as entered; if blank or 0, by the map."""
        entered = self.seat.tally("turn_order").get(tile) or None
        return self._count(entered, lambda mapped: len(mapped.touching(tile))) or Count(0)

    def _count(self, entered: int | None, on_map: Callable[[MapLayout], int]) -> Count | None:
        """Returns the number ``entered``, else that which ``on_map`` counts on the seat's map.

        ``None`` without either.
        """
        if entered is not None:
            return Count(entered)
        return Count(on_map(self.mapped), True, self.mapped.left) if self.mapped else None

    @property
    def flipped(self) -> str:
        """ID of the tile that the boat Flipper turns; empty if none."""
        tile = self.seat.choice("flip")
        turns = tile and self.has_boat("flipper") and self.seat.has("village", tile)
        return tile if tile and turns else ""

    def has_boat(self, boat: str) -> bool:
        return self.seat.has("boats", boat)

    @property
    def power_doubled(self) -> bool:
        """True with boat 2b: transports and upgrades count double, as do the Keyflower's points."""
        return self.seat.has("summer_boats", "boat_2b")

    @property
    def purple_passed(self) -> bool:
        """True if the seat got the purple worker without anybody having bid for its tile."""
        return self.seat.choice("purple") == "passed"

    @property
    def purple_converts(self) -> bool:
        """True if this seat has the purple worker and may count it as another piece."""
        if self.purple_passed:
            return self.rulings["purple_without_bid"] == "yes"
        return self.seat.choice("purple") == "won"

    @property
    def purple_on_storage(self) -> bool:
        """True if the purple worker may count as a good on a storage tile."""
        return self.rulings["purple_on_storage"] == "yes"

    @property
    def may_release(self) -> bool:
        """True if goods on storage tiles may be given to other tiles at the end of the game."""
        return self.rulings["storage_release"] == "yes"

    def stored(self, tile: str) -> Mapping[str, int]:
        """Returns the goods entered on a storage tile, good to number, before any is taken off."""
        return self.seat.grid("storage").get(tile, {})

    def stored_goods(self, tile: str) -> dict[str, int]:
        """Returns the goods on a storage tile, good to number, less those recorded as taken off it.

        With the purple worker, if it counts as a good there.
        """
        goods = dict(self.stored(tile))
        for good, number in self.seat.grid("release").get(tile, {}).items():
            goods[good] = goods.get(good, 0) - number
        declared = self.seat.choice("purple_as")
        if declared and self.purple_converts and self.seat.choice("purple_on") == tile:
            goods[declared] = goods.get(declared, 0) + 1
        return some(goods)

    def pieces_on(self, tile: str) -> dict[str, int]:
        """Returns the pieces recorded as given to a tile, piece id to number."""
        return some(self.seat.grid("use").get(tile, {}))

    @property
    def unused(self) -> dict[str, int]:
        """The loose pieces that are given to no tile: piece id to number."""
        pool = loose(self.seat if self.purple_converts else self.seat.without("purple_as"))
        for pieces in self.seat.grid("use").values():
            for piece, number in pieces.items():
                pool[piece] = pool.get(piece, 0) - number
        return {p: pool[p] for p in PIECES if pool.get(p, 0) > 0}

    # values

    def worth(self, entry: Entry) -> int:
        """Returns the points of one tile or boat, with the decisions on the sheet.

        An unknown number, such as that of the closed road, counts as 0. Raises ``UnknownRule``.
        """
        if entry.kind in VILLAGE:
            face = self.faces[entry.id]
            value = self.printed(entry, face)
            if entry.scoring("storage"):
                value += self.rate(entry, face) * self.counting(entry, self.stored_goods(entry.id))
            return value
        if takes_pieces(entry):
            return self.bundles(entry, self.pieces_on(entry.id)) * self.per_bundle(entry)
        if by_layout := self._by_layout(entry):
            count, _, paid = by_layout
            return paid(count.number if count and not count.left else 0)
        match entry.scores[0].rule:
            case "flat":
                return int(entry.scores[0]["points"])
            case "power":
                return self.power(self.faces)
        raise UnknownRule(entry)

    def bounds(self, entry: Entry) -> tuple[int, int] | None:
        """Returns (least, most) points of a tile or boat if its number is unknown, else ``None``.

        A number of the layout is unknown while its map is missing or incomplete; it can only grow.
        """
        if (by_layout := self._by_layout(entry)) is None:
            return None
        count, most, paid = by_layout
        if count and not count.left:
            return None
        return paid(min(count.number if count else 0, most)), paid(most)

    def _by_layout(self, entry: Entry) -> tuple[Count | None, int, Callable[[int], int]] | None:
        """Returns the data by which a tile or boat scores if that depends on the layout.

        They are (number of tiles or boats that count, the most it could be, function from any
        number to points). The number is ``None`` if neither entered nor on a map. ``None`` for any
        other entry.
        """
        rule, numbers = entry.scores[0].rule, entry.scores[0].numbers
        match rule:
            case "loop":
                each = int(numbers["points"])
                return self.loop, self.most_on_loop, lambda tiles: points.loop(tiles) * each
            case "chain":
                scale = numbers["points"]
                return self.chain, self.most_in_chain, lambda boats: points.chain(boats, scale)
            case "touching":
                each = int(numbers["points"])
                return self.touching(entry.id), SIDES, lambda tiles: tiles * each
        return None

    @property
    def most_on_loop(self) -> int:
        """The most tiles that a closed road could pass: each needs two edges with road.

        Until a home is entered, all village tiles of the box count, with one home.
        """
        entered = [
            entry
            for entry in self.owned
            if entry.facts.get("roads", 0) >= 2
            and (entry.kind != "turn_order" or self.mapped or self.touching(entry.id).number)
        ]
        if any(entry.kind == "home" for entry in entered):
            return len(entered)
        others = [e for e in self.catalogue.of_kind(*VILLAGE) if e.kind != "home"]
        return 1 + len(others) + sum(entry.kind == "turn_order" for entry in entered)

    @property
    def most_in_chain(self) -> int:
        """The most boats that can be joined by water to the home: those on the seat's sheet.

        Until a summer boat is entered, all summer boats of the box count.
        """
        in_box = {tile.facts["number"] for tile in self.catalogue.of_kind("summer_boat")}
        return len(self.seat.picked("boats")) + len(self.summer_tiles or in_box)

    @property
    def summer_tiles(self) -> frozenset[int]:
        """Numbers of the summer boat tiles that the seat owns; each tile has sides a and b."""
        sides = map(self.catalogue.__getitem__, self.seat.picked("summer_boats"))
        return frozenset(side.facts["number"] for side in sides)

    def other_points(self) -> int:
        """Returns the points of all rows that no decision changes; the Flipper may add to them."""
        return sum(self.worth(entry) for entry in self.owned if not is_open(entry))

    def turning(self, tile: str) -> tuple[int, int]:
        """Returns the points that turning a tile to its upgraded face adds.

        They are a pair: points printed on the tile, points of the boat Keyflower.
        """
        entry = self.catalogue[tile]
        printed = self.printed(entry, "after") - self.printed(entry, "before")
        if not self.has_boat("keyflower"):
            return printed, 0
        return printed, self.power({**self.faces, tile: "after"}) - self.power(self.faces)

    def printed(self, tile: Entry, face: str) -> int:
        """Returns the points printed on a face of a village tile: *before* or *after* upgrade."""
        return int(tile.scores_by("printed")[face])

    def rate(self, tile: Entry, face: str) -> int:
        """Returns the points per good on a storage tile; ``face``: *before* or *after* upgrade."""
        return int(tile.scores_by("storage")[face])

    def accepts(self, tile: Entry) -> tuple[str, ...]:
        """Returns the ids of the goods that score on a storage tile."""
        return RESOURCES if self.any_good_for_any else tuple(tile.scores_by("storage")["accepts"])

    def counting(self, tile: Entry, goods: Mapping[str, int]) -> int:
        """Returns how many of these goods (id to number) are of kinds that score on the tile."""
        return sum(goods.get(good, 0) for good in self.accepts(tile))

    def transport(self, faces: Mapping[str, str]) -> int:
        """Returns the sum of transport power on tiles; ``faces``: id to *before* or *after*."""
        return sum(
            self.catalogue[tile].facts.get(f"transport_{face}", 0) for tile, face in faces.items()
        )

    def power(self, faces: Mapping[str, str]) -> int:
        """Returns the points of the boat Keyflower; ``faces``: tile id to *before* or *after*."""
        each = int(self.catalogue["keyflower"].scores_by("power")["points"])
        return each * self.transport(faces) * (2 if self.power_doubled else 1)

    def per_bundle(self, tile: Entry) -> int:
        """Returns the points for one group, set or piece on a tile that takes pieces."""
        if ruling := POINTS_RULED.get(tile.id):
            return int(self.rulings[ruling])
        return int(tile.scores[0]["points"])

    @property
    def intakes(self) -> dict[str, Intake]:
        """``intake`` of each tile that takes pieces, by its id."""
        return {tile.id: self.intake(tile) for tile in self.takers}

    def intake(self, tile: Entry) -> Intake:
        """Returns the kinds of pieces a tile takes and how it pays. Raises ``UnknownRule``."""
        scores = tile.scores[0]
        match scores.rule:
            case "each_worker":
                return Intake("each", WORKERS)
            case "chosen":
                among = tuple(scores["among"])
                if self._mixed(among):
                    return Intake("each", RESOURCES, mixed=True)
                return Intake("kind", among)
            case "bundle":
                return self._bundle(tile, scores["pieces"])
        raise UnknownRule(tile)

    def _bundle(self, tile: Entry, pieces: Mapping[str, int]) -> Intake:
        kinds = tuple(pieces)
        if len(kinds) == 1:
            (piece, size), *_ = pieces.items()
            mixed = self._mixed(kinds)
            alike = FAMILY.get(piece) or (RESOURCES if mixed else kinds)
            return Intake("groups" if size > 1 else "each", alike, size, mixed=mixed)
        assert set(pieces.values()) == {1}, f"{tile.id}: a set has one of each kind"
        if self._mixed(kinds):
            return Intake("groups", RESOURCES, len(kinds), mixed=True)
        wild = ""
        if set(kinds) <= set(RESOURCES):
            wild = "gold"
        elif tile.id == "craftsmans_guild" and self.rulings["craftsmans_guild_green"] == "wild":
            wild = "green"
        return Intake("sets", kinds, len(kinds), wild)

    def _mixed(self, kinds: tuple[str, ...]) -> bool:
        return self.any_good_for_any and set(kinds) <= set(RESOURCES)

    def bundles(self, tile: Entry, pieces: Mapping[str, int]) -> int:
        """Returns how many sets, groups or pieces a tile pays for if given these (id to number)."""
        takes = self.intake(tile)
        counts = [pieces.get(piece, 0) for piece in takes.kinds]
        match takes.shape:
            case "each":
                return sum(counts)
            case "kind":
                return max(counts, default=0)
            case "groups":
                return points.groups(sum(counts), takes.size)
            case "sets":
                return points.sets(counts, pieces.get(takes.wild, 0))

    @property
    def leftover(self) -> tuple[str, ...]:
        """Ids of the goods that score by themselves, given to no tile."""
        every = self.any_good_for_any and self.rulings["boat_3b_leftover_gold"] == "all"
        return RESOURCES if every else ("gold",)

    @property
    def per_leftover(self) -> int:
        """Points for each good that scores by itself, given to no tile."""
        return int(self.catalogue["gold"].scores_by("leftover")["points"])


def some(pieces: Mapping[str, int]) -> dict[str, int]:
    """Returns the pieces, id to number, whose number is above 0."""
    return {piece: number for piece, number in pieces.items() if number > 0}
