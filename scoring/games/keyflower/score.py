"""From what a player holds to explained lines. Decides nothing: it counts what is recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from ...core.breakdown import Breakdown, Line
from ...core.catalogue import Catalogue, Entry, Scores
from ...core.plan import Rulings, State
from ...core.text import EMPTY, Text, counted, join
from . import points
from .sheet import VILLAGE, loose, storage_tiles, takers

RESOURCES = ("wood", "stone", "iron", "gold")
SKILLS = ("anvil", "pickaxe", "saw")
WORKERS = ("red", "blue", "yellow", "green")
FAMILY = {"any_resource": RESOURCES, "any_skill": SKILLS, "any_worker": WORKERS}

# Which rulings a tile's row depends on; boat 3b's and the purple worker's are added by holding.
RULINGS: dict[str, tuple[str, ...]] = {
    "craftsmans_guild": ("craftsmans_guild_points", "craftsmans_guild_green"),
}


class Village:
    """One seat under the rulings of its table: what it owns and what its rows are worth."""

    def __init__(self, catalogue: Catalogue, cells: dict[str, Any], rulings: Rulings) -> None:
        self.catalogue, self.cells, self.rulings = catalogue, cells, rulings

    # what it owns

    @cached_property
    def faces(self) -> dict[str, str]:
        """Village tiles and the face that shows, the Flipper's tile turned."""
        faces = dict(self.cells.get("village", {}))
        if self.has_boat("flipper") and (flip := self.cells.get("flip")) in faces:
            faces[flip] = "after"
        return faces

    def has_boat(self, boat: str) -> bool:
        return bool(self.cells.get("boats", {}).get(boat))

    def has_summer_boat(self, side: str) -> bool:
        return bool(self.cells.get("summer_boats", {}).get(side))

    @property
    def any_good_for_any(self) -> bool:
        """Boat 3b: every resource stands in for every other when scoring."""
        return self.has_summer_boat("boat_3b")

    @property
    def green_wild(self) -> bool:
        return self.rulings["craftsmans_guild_green"] == "wild"

    @property
    def purple_converts(self) -> bool:
        """May this seat turn the purple worker into another piece?"""
        held = self.cells.get("purple", "none")
        return held == "won" or (held == "passed" and self.rulings["purple_without_bid"] == "yes")

    @cached_property
    def takers(self) -> tuple[Entry, ...]:
        """Own tiles and boats that pieces may be given to."""
        owned = {**self.cells.get("winter", {}), **self.cells.get("boats", {})}
        return tuple(e for e in takers(self.catalogue) if e.id in owned)

    @cached_property
    def stores(self) -> tuple[Entry, ...]:
        """Own storage tiles."""
        return tuple(e for e in storage_tiles(self.catalogue) if e.id in self.faces)

    def stored(self, tile: str) -> dict[str, int]:
        """Goods entered as lying on a storage tile, before any is taken off."""
        return dict(self.cells.get("storage", {}).get(tile, {}))

    def accepts(self, tile: Entry) -> tuple[str, ...]:
        """Goods that score on a storage tile."""
        scores = tile.scoring("storage")
        assert scores
        return RESOURCES if self.any_good_for_any else tuple(scores["accepts"])

    def rate(self, tile: Entry, face: str) -> int:
        """Points per good on a storage tile with that face up."""
        scores = tile.scoring("storage")
        assert scores
        return int(scores[face])

    def power(self, faces: Mapping[str, str]) -> int:
        """Points of the Keyflower boat: transport power shown, doubled by boat 2b."""
        scores = self.catalogue["keyflower"].scoring("power")
        assert scores
        shown: int = sum(
            self.catalogue[tile].facts.get(f"transport_{face}", 0) for tile, face in faces.items()
        )
        doubled = 2 if self.has_summer_boat("boat_2b") else 1
        return int(scores["points"]) * shown * doubled

    def per_bundle(self, tile: Entry) -> int:
        """Points of one bundle, group, set or piece of a tile that takes pieces."""
        if tile.id == "craftsmans_guild":
            return int(self.rulings["craftsmans_guild_points"])
        return int(tile.scores[0]["points"])

    def leftover(self) -> tuple[str, ...]:
        """Goods that give points when nothing takes them."""
        every = self.any_good_for_any and self.rulings["boat_3b_leftover_gold"] == "all"
        return RESOURCES if every else ("gold",)

    # what its rows say

    def lines(self) -> Iterator[Line]:
        """All rows; the purple worker is shown where it went, as itself."""
        declared = self.cells.get("purple_as") if self.purple_converts else None
        on = self.cells.get("purple_on")
        for line in self._rows():
            if declared and line.pieces.get(declared) and (not on or on == line.entry):
                pieces = dict(line.pieces)
                pieces[declared] -= 1
                line = replace(line, pieces=_some(pieces) | {"purple": 1})
                declared = None
            yield line

    def _rows(self) -> Iterator[Line]:
        yield from self._village()
        for tile in self.catalogue.of_kind("winter"):
            if tile.id in self.cells.get("winter", {}):
                yield self._taker(tile) if tile in self.takers else self._flat(tile)
        for boat in self.catalogue.of_kind("boat"):
            if self.has_boat(boat.id):
                yield self._boat(boat)
        for tile in self.catalogue.of_kind("turn_order"):
            if touching := self.cells.get("turn_order", {}).get(tile.id, 0):
                how = Text("{n} touching × {p}", "隣接{n} × {p}")
                each = int(tile.scores[0]["points"])
                yield self._line(tile, touching * each, how.fill(n=touching, p=each))
        yield self._leftover()

    def _line(
        self,
        entry: Entry,
        value: int,
        how: Text,
        pieces: Mapping[str, int] | None = None,
        rulings: tuple[str, ...] = (),
    ) -> Line:
        return Line(
            entry.id,
            entry.name,
            value,
            how,
            entry.cites,
            entry.status,
            entry.id,
            pieces or {},
            rulings,
            _VILLAGE if entry.kind in VILLAGE else self.catalogue.kinds[entry.kind].many,
        )

    def _village(self) -> Iterator[Line]:
        for tile in self.catalogue.of_kind(*VILLAGE):
            if (face := self.faces.get(tile.id)) is None:
                continue
            printed = tile.scoring("printed")
            assert printed
            how = Text("front", "改良前") if face == "before" else Text("upgraded", "改良後")
            if tile.id == self.cells.get("flip") and self.has_boat("flipper"):
                how = Text("upgraded free by the Flipper", "フリッパー号で無償改良")
            value = int(printed[face])
            if not tile.scoring("storage"):
                yield self._line(tile, value, how)
                continue
            goods, rate = self._lying(tile), self.rate(tile, face)
            number = sum(goods.get(good, 0) for good in self.accepts(tile))
            idle = sum(goods.values()) - number
            how += Text(": {n} goods × {rate}", "：{n}個 × {rate}").fill(n=number, rate=rate)
            if idle:
                how += Text(", {n} do not count here", "、対象外{n}個").fill(n=idle)
            rulings: tuple[str, ...] = ("storage_release",) if self.stored(tile.id) else ()
            if self.purple_converts:
                rulings += ("purple_on_storage",)
            if self.cells.get("purple", "none") == "passed":
                rulings += ("purple_without_bid",)
            yield self._line(tile, value + number * rate, how, goods, rulings)

    def _lying(self, tile: Entry) -> dict[str, int]:
        """Goods on a storage tile after what was taken off and what the purple worker adds."""
        goods = self.stored(tile.id)
        for good, number in self.cells.get("release", {}).get(tile.id, {}).items():
            goods[good] = goods.get(good, 0) - number
        if self.purple_converts and self.cells.get("purple_on") == tile.id:
            declared = self.cells.get("purple_as", "")
            goods[declared] = goods.get(declared, 0) + 1
        return _some(goods)

    def _flat(self, entry: Entry) -> Line:
        scores = entry.scoring("flat")
        assert scores
        return self._line(entry, int(scores["points"]), Text("flat", "固定"))

    def _boat(self, boat: Entry) -> Line:
        rule = boat.scores[0].rule
        if rule == "flat":
            return self._flat(boat)
        if boat in self.takers:
            return self._taker(boat)
        if rule == "power":
            how = Text("transport power shown", "輸送力の合計")
            if self.has_summer_boat("boat_2b"):
                how += Text(", doubled by boat 2b", "、2bで2倍")
            return self._line(boat, self.power(self.faces), how)
        if rule == "loop":
            tiles = self.cells.get("loop", 0)
            value = points.loop(tiles) * int(boat.scores[0]["points"])
            how = Text("loop of {n} tiles", "{n}枚の輪").fill(n=tiles)
            return self._line(boat, value, how if value else Text("no loop", "輪なし"))
        boats = self.cells.get("chain", 0)
        how = counted(
            boats, "boat on the water from home", "boats on the water from home", "隻連結"
        )
        return self._line(boat, points.chain(boats, boat.scores[0]["points"]), how)

    def _taker(self, tile: Entry) -> Line:
        given = {p: n for p, n in self.cells.get("use", {}).get(tile.id, {}).items() if n}
        scores, each = tile.scores[0], self.per_bundle(tile)
        number, how = self._bundles(tile, scores, given)
        rulings: tuple[str, ...] = RULINGS.get(tile.id, ())
        if self.cells.get("purple", "none") == "passed":
            rulings += ("purple_without_bid",)
        return self._line(tile, number * each, how.fill(n=number, p=each), given, rulings)

    def _bundles(self, tile: Entry, scores: Scores, given: Mapping[str, int]) -> tuple[int, Text]:
        """How often the tile pays for what it was given, and how to say so."""
        if scores.rule == "each_worker":
            workers = sum(given.get(p, 0) for p in WORKERS)
            return workers, Text("{n} workers × {p}", "キープル{n}個 × {p}")
        if scores.rule == "chosen":
            among = tuple(scores["among"])
            if self.any_good_for_any and set(among) <= set(RESOURCES):
                mixed = sum(given.get(p, 0) for p in RESOURCES)
                return mixed, Text("{n} of any kind × {p} (boat 3b)", "種類不問{n}個 × {p}（船3b）")
            chosen = points.best_kind([given.get(p, 0) for p in among])
            kind = next((p for p in among if given.get(p, 0) == chosen), among[0])
            how = Text("{n} {kind} × {p}", "{kind}{n}個 × {p}") if chosen else _NOTHING
            return chosen, Text(
                how.en.replace("{kind}", self.catalogue.name(kind).en.lower()),
                how.ja.replace("{kind}", self.catalogue.name(kind).ja),
            )
        pieces = scores["pieces"]
        if len(pieces) == 1:
            (piece, size), *_ = pieces.items()
            if piece in FAMILY:
                count = sum(given.get(p, 0) for p in FAMILY[piece])
                how = Text("{n} groups of {size} × {p}", "{size}個組{n}つ × {p}")
                how = Text(how.en.replace("{size}", str(size)), how.ja.replace("{size}", str(size)))
                return points.groups(count, size), how
            wild = RESOURCES if self.any_good_for_any and piece in RESOURCES else (piece,)
            count = sum(given.get(p, 0) for p in wild)
            return points.groups(count, size), Text("{n} × {p}", "{n}個 × {p}")
        if self.any_good_for_any and set(pieces) <= set(RESOURCES):
            count = sum(given.get(p, 0) for p in RESOURCES)
            return points.groups(count, len(pieces)), Text(
                "{n} sets × {p}, any goods (boat 3b)", "{n}組 × {p}、種類不問（船3b）"
            )
        wild_piece = self.wild(tile, tuple(pieces))
        counts = [given.get(p, 0) for p in pieces]
        spare = given.get(wild_piece, 0) if wild_piece else 0
        how = Text("{n} sets × {p}", "{n}組 × {p}")
        if spare and wild_piece:
            name = self.catalogue.name(wild_piece)
            how += Text(f", {spare} {name.en.lower()} standing in", f"、{name.ja}{spare}個で代用")
        return points.sets(counts, spare), how

    def wild(self, tile: Entry, pieces: tuple[str, ...]) -> str | None:
        """The piece that may stand in for a missing one in this tile's sets."""
        if set(pieces) <= set(RESOURCES):
            return "gold"
        if tile.id == "craftsmans_guild" and self.green_wild:
            return "green"
        return None

    def unused(self) -> dict[str, int]:
        """Pieces that no tile took."""
        pool = loose(self.cells) if self.purple_converts else loose(self.cells | {"purple_as": ""})
        for given in self.cells.get("use", {}).values():
            for piece, number in given.items():
                pool[piece] = pool.get(piece, 0) - number
        return {p: pool[p] for p in (*RESOURCES, *SKILLS, *WORKERS) if pool.get(p, 0) > 0}

    def _leftover(self) -> Line:
        entry = self.catalogue["gold"]
        scores = entry.scoring("leftover")
        assert scores
        kinds, unused = self.leftover(), self.unused()
        number = sum(unused.get(good, 0) for good in kinds)
        each = int(scores["points"])
        rulings = ("boat_3b_leftover_gold",) if self.any_good_for_any else ()
        how = Text("{n} left over × {p}", "余り{n}個 × {p}").fill(n=number, p=each)
        if len(kinds) > 1:
            how += Text(", any goods (boat 3b)", "、種類不問（船3b）")
        return Line(
            "leftover_gold",
            Text("Leftover gold", "余った金"),
            number * each,
            how,
            entry.cites,
            entry.status,
            "gold",
            {good: unused[good] for good in kinds if good in unused},
            rulings,
            Text("Leftover", "余り"),
        )


def _some(pieces: Mapping[str, int]) -> dict[str, int]:
    return {piece: number for piece, number in pieces.items() if number > 0}


_VILLAGE = Text("Village", "村")
_NOTHING = Text("nothing given", "割り当てなし")


def score(catalogue: Catalogue, state: State, rulings: Rulings) -> dict[str, Breakdown]:
    """Every seat's rows; what is unused beyond the row of leftovers is listed apart."""
    found = {}
    for seat in sorted(state["seats"]):
        village = Village(catalogue, state["seats"][seat], rulings)
        idle = {p: n for p, n in village.unused().items() if p not in village.leftover()}
        found[seat] = Breakdown(tuple(village.lines()), idle)
    return found


def pieces_said(catalogue: Catalogue, pieces: Mapping[str, int]) -> Text:
    """Pieces in words: "3 wood, 2 gold" and 「木3、金2」."""
    if not pieces:
        return EMPTY
    return join(
        Text(f"{number} {catalogue.name(piece).en.lower()}", f"{catalogue.name(piece).ja}{number}")
        for piece, number in pieces.items()
    )
