"""Prepares a map of hexagons for its template: tiles, free places, selection, highlighted places.

It knows no game: edges, numbers and texts come from the game's ``Chart``. Every place and tile is a
link or a button, so the map works fully without scripts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import get_language

from companion.messages import say
from companion.sheet_pages import map_geometry
from companion.sheet_pages.field_views import FieldView, Input, OptionGroup, SectionView
from scoring.game import Game
from scoring.model.cells import CellPath, Option
from scoring.model.chart import Chart, Readout, fitting, free
from scoring.model.fields import Field
from scoring.model.hex_grid import SIDES, Place, Spot, neighbours, opposite
from scoring.model.plan import State
from scoring.text.localised import Text, joined

HEXAGON = "M12.5 4h23L47 24 35.5 44h-23L1 24z"
"""SVG path of a hexagon in the square of a tile's drawing."""

SMALLEST = 46 / map_geometry.ROW
"""Least pixels per SVG unit at which a map is drawn, so that a hexagon can be tapped."""


@dataclass(frozen=True, slots=True)
class MapTile:
    """A tile that is laid or may be laid, as the map draws it.

    ``id``: its entry; ``path``: the cell with its place, ``value`` that cell's text. ``says``: name
    and neighbours in words. ``edges``: six letters, one an edge, clockwise from the bottom;
    ``face``: id of the visible side of a tile with two. ``x``, ``y``, ``turn``: where it is drawn,
    and its rotation in sides clockwise. ``mine``: the seat has it. ``chosen``: it is the open item.
    ``ways``: number of rotations that fit.
    """

    id: str
    path: str
    name: Text
    says: Text
    value: str
    edges: str
    face: str
    x: str = "0"
    y: str = "0"
    turn: int = 0
    laid: bool = False
    mine: bool = True
    chosen: bool = False
    put: str = ""
    """Cell value for its next fitting turn, in the open place or where it lies."""
    ways: int = 0
    offers: bool = False
    """True if it can be put in the open place; laid tiles move only when selected."""

    @property
    def html(self) -> str:
        return self.path.replace("/", "-")


@dataclass(frozen=True, slots=True)
class FreePlace:
    """An empty place, drawn ``faint`` if no open edge of a tile leads there.

    ``at``: its *column,row*. ``chosen``: it is the open one. ``says``: its neighbours in words.
    """

    at: str
    x: str
    y: str
    faint: bool
    chosen: bool
    says: Text


@dataclass(frozen=True, slots=True)
class ReadoutView:
    """A number that the game computes from the laid tiles.

    ``marks``, ``lines`` and ``arrows`` explain it on the map while it is selected (``on``).
    """

    id: str
    label: Text
    value: Text
    note: Text
    on: bool
    marks: tuple[map_geometry.MapMark, ...]
    lines: tuple[map_geometry.MapLine, ...]
    arrows: tuple[map_geometry.MapLine, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenItem:
    """The open item in a page's query string: a place, a tile, or a tile to be moved.

    ``at``: column and row. ``tile``: id. ``show``: id of the selected number (see ``ReadoutView``).
    """

    at: Place | None = None
    tile: str = ""
    move: bool = False
    show: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> OpenItem:
        """Parses the query parameters ``at``, ``tile``, ``move``, ``show``; ignores a bad place."""
        try:
            at = Spot.read(f"{query.get('at', '')}/0").place
        except ValueError:
            at = None
        move = query.get("move", "")
        return cls(at, query.get("tile", "") or move, bool(move), query.get("show", ""))


@dataclass(frozen=True, slots=True)
class Map:
    """One seat's map as a page shows it.

    ``box``: the SVG view box. ``width``: width of the drawing in pixels. ``readouts``: numbers that
    the tiles give. ``misfits``: points between tiles that do not fit. ``open``: letters of the
    edges along which the map continues. ``loose``: touching edges need not have the same letter.
    ``free``: the empty places. ``at``: the open place as *column,row*, or empty. ``looking``: a
    place for ``tile`` is to be chosen.
    """

    field: Field
    box: str
    width: int
    tiles: tuple[MapTile, ...]
    readouts: tuple[ReadoutView, ...]
    misfits: tuple[map_geometry.MapMark, ...]
    open: str
    loose: bool
    free: tuple[FreePlace, ...] = ()
    at: str = ""
    tile: MapTile | None = None
    """The tile that is open or being placed, if any."""
    looking: bool = False
    hexagon: str = HEXAGON

    @property
    def laid(self) -> int:
        return sum(each.laid for each in self.tiles)

    @property
    def waiting(self) -> int:
        return sum(each.mine and not each.laid for each in self.tiles)

    @property
    def strip(self) -> tuple[MapTile, ...]:
        """The seat's own tiles, waiting or laid."""
        return tuple(each for each in self.tiles if each.mine)

    @property
    def offered(self) -> tuple[MapTile, ...]:
        """Tiles that the seat does not have yet but may lay."""
        return tuple(each for each in self.tiles if not each.mine)

    @property
    def placing(self) -> bool:
        """True if an empty place is selected, so that a tile can be put there."""
        return bool(self.at)

    @property
    def opened_laid(self) -> bool:
        """True if the selected tile is laid and is not being moved."""
        return bool(self.tile and self.tile.laid and not self.looking and not self.at)

    @property
    def turned(self) -> str:
        """Cell value that a tap on the selected laid tile gives: its next rotation that fits.

        If no other rotation fits, the next of all six.
        """
        return self.tile.put if self.tile and self.opened_laid else ""

    @property
    def turned_any(self) -> str:
        if self.tile is None or not self.opened_laid:
            return ""
        spot = Spot.read(self.tile.value)
        return str(Spot(spot.place, (spot.turn + 1) % SIDES))

    @property
    def looks(self) -> str:
        """Query parameter (``&move=``) of links of free places while a tile is being moved."""
        return f"&move={self.tile.id}" if self.tile and not self.opened_laid else ""

    @property
    def says(self) -> str:
        """JSON object of tile id to text in the active language, of laid tiles, for the script."""
        language = get_language() or "en"
        told = {each.id: each.says.in_language(language) for each in self.tiles if each.laid}
        return json.dumps(told, ensure_ascii=False)


def build_map(game: Game, state: State, seat: str, field: Field, asked: OpenItem) -> Map:
    """Builds the map of a seat's sheet; ``state`` must hold only known cells.

    ``field``: the sheet's field for the map. ``asked``: what the page's address opens.
    """
    position = game.sheet.position(state)
    chart = game.sheet.charts[field.chart](position, position.seats[seat])
    cells = game.sheet.cells(state)
    names = {row.id: row.name for row in field.rows}
    taken = {spot.place for spot in chart.laid.values()}
    at = asked.at if asked.at is not None and asked.at not in taken else None
    if not chart.laid and at is None and chart.waiting:
        at = (0, 0)
    known = {*chart.laid, *chart.waiting, *chart.offered}
    opened = asked.tile if asked.tile in known else ""
    tiles = [
        _tile(chart, row, path, str(cells.get(path, "")), at, opened)
        for row in field.rows
        for path in [CellPath.to(seat, field.id, row.id)]
        if row.id in known
    ]
    tile = next((each for each in tiles if each.id == opened), None)
    looking = bool(tile and at is None and (asked.move or not tile.laid))
    waits = bool(chart.waiting) or at is not None or looking
    places = free(chart) if waits else {}
    if at is not None:
        places.setdefault(at, True)
    readout = asked.show if any(each.id == asked.show for each in chart.readouts) else ""
    return _map(
        field,
        chart,
        [*taken, *places],
        tiles=tuple(tiles),
        readouts=tuple(
            _readout(each, each.id == (readout or chart.readouts[0].id), chart)
            for each in chart.readouts
        ),
        free=tuple(
            FreePlace(
                f"{place[0]},{place[1]}",
                *map_geometry.corner(place),
                not open_,
                place == at,
                _free_place_text(chart, names, place),
            )
            for place, open_ in sorted(places.items())
        ),
        at=f"{at[0]},{at[1]}" if at is not None else "",
        tile=tile,
        looking=looking,
    )


def _tile(
    chart: Chart, row: Option, path: str, value: str, at: Place | None, opened: str
) -> MapTile:
    """Builds the view of the tile ``row``.

    ``path``, ``value``: the cell with its place, and that cell's text. ``at``: the open place, if
    any. ``opened``: id of the open tile, or "".
    """
    spot = chart.laid.get(row.id)
    ways, put = _put(chart, row.id, spot, at)
    x, y = map_geometry.corner(spot.place) if spot else ("0", "0")
    return MapTile(
        row.id,
        path,
        row.name,
        chart.says.get(row.id, row.name),
        value,
        chart.edges[row.id],
        chart.faces.get(row.id, ""),
        x,
        y,
        spot.turn if spot else 0,
        spot is not None,
        row.id not in chart.offered,
        row.id == opened,
        put,
        ways,
        spot is None if not opened else row.id == opened,
    )


def reduced_to_own_tiles(
    sections: Sequence[SectionView], shown: Map, game: Game, state: State
) -> list[SectionView]:
    """Reduces the sections beside a map to the rows of the seat's tiles and the filled rows.

    In fields that do not wait for the map, the other tiles are kept in a closed group.
    """
    two_sided = [f for f in game.sheet.declared.values() if f.unique and f.cell.kind == "choice"]
    held = [s.faces(f.id) for s in game.sheet.position(state) for f in two_sided if f.groups]
    faces = {tile: face for each in held for tile, face in each.items()}
    tiles = {tile.id for tile in shown.tiles if tile.mine}

    def control(each: FieldView) -> FieldView:
        heaps, others = list[OptionGroup](), list[Input]()
        for heap in each.heaps:
            every = [replace(i, face=faces.get(i.entry, "")) for i in heap.inputs]
            own = tuple(i for i in every if i.entry in tiles or i.on)
            others += (i for i in every if i not in own)
            heaps += [replace(heap, inputs=own)] if own else []
        if others and each.field.when != shown.field.id:
            heaps.append(OptionGroup(say("others-tiles"), tuple(others), folded=True))
        lines = tuple(
            replace(line, face=faces.get(line.piece, ""))
            for line in each.lines
            if line.piece in tiles or any(i.on for i in line.cells)
        )
        return replace(each, heaps=tuple(heaps), lines=lines)

    return [
        replace(panel, controls=tuple(c for c in map(control, panel.controls) if c.inputs))
        for panel in sections
    ]


def build_plan_map(game: Game, field: Field, chart: Chart) -> Map:
    """Builds the map of a plan, with its tiles and its steps as arrows; nothing can be chosen."""
    names = {row.id: row.name for row in field.rows}
    tiles = tuple(
        MapTile(
            *(tile, "", names[tile], chart.says.get(tile, names[tile]), "", ""),
            chart.faces.get(tile, ""),
            *map_geometry.corner(spot.place),
            spot.turn,
            laid=True,
        )
        for tile, spot in chart.laid.items()
    )
    return _map(
        field,
        replace(chart, misfits=()),  # shown as warnings; the drawing shows only the plan
        [spot.place for spot in chart.laid.values()],
        tiles=tiles,
        readouts=tuple(_readout(each, True, chart) for each in chart.readouts[:1]),
    )


def _map(field: Field, chart: Chart, places: list[Place], **more: Any) -> Map:
    box = map_geometry.box(places or [(0, 0)])
    return Map(
        field,
        " ".join(f"{each:g}" for each in box),
        round(box[2] * SMALLEST),
        misfits=tuple(
            map_geometry.MapMark(*map_geometry.between(one, other)) for one, other in chart.misfits
        ),
        open=chart.open,
        loose=chart.loose,
        **more,
    )


def _put(chart: Chart, tile: str, spot: Spot | None, at: Place | None) -> tuple[int, str]:
    """Returns the number of rotations in which a tile fits, and its cell's value for the next one.

    ``tile``: its id. At the place ``at`` or, without that, where it lies (``spot``); (0, "")
    without either.
    """
    place = at if at is not None else spot.place if spot else None
    if place is None:
        return 0, ""
    ways = list(fitting(chart, tile, place))
    now = spot.turn if spot and spot.place == place else -1
    on = [*(turn for turn in ways if turn > now), *ways]
    turn = on[0] if on and ways != [now] else (now + 1) % SIDES
    return len(ways), str(Spot(place, turn))


def _free_place_text(chart: Chart, names: Mapping[str, Text], place: Place) -> Text:
    near = set(neighbours(place))
    there = [names[tile] for tile, spot in chart.laid.items() if spot.place in near]
    return say("free-place", near=joined(there, say("comma"))) if there else say("free-place-first")


SIDE_WORDS = ("below", "below-left", "above-left", "above", "above-right", "below-right")
"""Direction of a neighbour of a hexagon for each of its sides, clockwise from the bottom."""


def placement_text(
    field: Field, holder: str, cells: Mapping[str, Any], tile: str, value: object
) -> Text:
    """Describes a tile's place and turn in words, relative to the first tile that it touches.

    ``tile``: its id; ``value``: the value of its cell. ``cells``: all cells of the same state, by
    path. Empty for a value that is no place.
    """
    if (spot := _spot(value)) is None:
        return say("spot-none")
    at: dict[Place, Text] = {}
    for row in field.rows:
        other = _spot(cells.get(CellPath.to(holder, field.id, row.id)))
        if other and row.id != tile:
            at.setdefault(other.place, row.name)
    for side, near in enumerate(neighbours(spot.place)):
        if near in at:
            word = SIDE_WORDS[opposite(side)]
            return say("spot-beside", side=word, tile=at[near], turn=spot.turn)
    return say("spot-alone", middle=str(spot.place == (0, 0)).lower(), turn=spot.turn)


def _spot(value: object) -> Spot | None:
    try:
        return Spot.read(str(value))
    except ValueError:
        return None


def _readout(each: Readout, on: bool, chart: Chart) -> ReadoutView:
    marks: list[map_geometry.MapMark] = []
    for n, place in enumerate(each.lit, 1):
        x, y = map_geometry.corner(place)
        marks.append(map_geometry.MapMark(x, y, each.marks.get(place, str(n))))
    told = each.id, each.label, each.value, each.note, on, tuple(marks)
    lines = tuple(map_geometry.line(one, other) for one, other in each.ways)
    places = [spot.place for spot in chart.laid.values()]
    arrows = tuple(map_geometry.arrows(each.arrows, marks, places)) if each.arrows else ()
    return ReadoutView(*told, lines, arrows)
