"""Values that the template of a map of hexagons draws: tiles, free places, lines, numbers.

Every place and tile is a link or a button, so the map works fully without scripts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language

from companion.sheet_pages.hexagon_drawing import (
    SMALLEST,
    MapLine,
    MapMark,
    arrows,
    between,
    corner,
    line,
    view_box,
)
from scoring.model.chart import Chart, Readout
from scoring.model.fields import Field
from scoring.model.hex_grid import SIDES, Place, Spot
from scoring.text.localised import Text

HEXAGON = "M12.5 4h23L47 24 35.5 44h-23L1 24z"
"""SVG path of a hexagon in the square of a tile's drawing."""


@dataclass(frozen=True, slots=True)
class MapTile:
    """A tile that is laid or may be laid, as the map draws it.

    ``id``: the tile's; ``path``: the cell with its place, ``value``: that cell's text. ``says``:
    name and neighbours in words. ``edges``: six letters, one an edge, clockwise from the bottom;
    ``face``: id of the visible side of a tile with two. ``x``, ``y``, ``turn``: where it is drawn,
    and its rotation in sides clockwise. ``mine``: the seat has it. ``chosen``: it is selected.
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
    """Cell value for its next fitting turn, in the selected place or where it lies."""
    ways: int = 0
    offers: bool = False
    """True if it can be put in the selected place; laid tiles move only when selected."""

    @property
    def html(self) -> str:
        return self.path.replace("/", "-")


@dataclass(frozen=True, slots=True)
class FreePlace:
    """An empty place of the map, drawn ``faint`` if no open edge of a tile leads there.

    ``at``: its *column,row*. ``chosen``: it is selected. ``says``: its neighbours in words.
    """

    at: str
    x: str
    y: str
    faint: bool
    chosen: bool
    says: Text


@dataclass(frozen=True, slots=True)
class ReadoutView:
    """A number that a game computes from the tiles laid on a map, such as *Boats in chain*.

    ``marks``, ``lines`` and ``arrows`` explain it on the map while it is selected (``on``).
    ``places``: (column, row) of all laid tiles.
    """

    readout: Readout
    on: bool
    places: Sequence[Place]

    @property
    def marks(self) -> list[MapMark]:
        texts = self.readout.marks
        return [
            MapMark(*corner(place), texts.get(place, str(n)))
            for n, place in enumerate(self.readout.lit, 1)
        ]

    @property
    def lines(self) -> list[MapLine]:
        return [line(one, other) for one, other in self.readout.ways]

    @property
    def arrows(self) -> list[MapLine]:
        return list(arrows(self.readout.arrows, self.marks, self.places))


@dataclass(frozen=True, slots=True)
class OpenItem:
    """The selection on a map, by a page's query string: a place, a tile or a number.

    ``at``: column and row of the place. ``tile``: the tile's id. ``move``: the tile is being moved.
    ``show``: id of the number, computed from the tiles, that is explained on the map.
    """

    at: Place | None = None
    tile: str = ""
    move: bool = False
    show: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> OpenItem:
        """Reads from a page's query parameters what is selected on the map; "" or None for nothing.

        A parameter ``at`` that is no place is ignored.
        """
        try:
            at = Spot.read(f"{query.get('at', '')}/0").place
        except ValueError:
            at = None
        move = query.get("move", "")
        return cls(at, query.get("tile", "") or move, bool(move), query.get("show", ""))


@dataclass(frozen=True, slots=True)
class Map:
    """One seat's map of tiles as a page shows it.

    ``chart``: the tiles as the game describes them. ``places``: all places that the drawing shows.
    ``readouts``: numbers computed from the tiles. ``free``: the empty places. ``at``: the selected
    place as *column,row*, or empty. ``looking``: a place for ``tile`` is to be chosen.
    """

    field: Field
    chart: Chart
    places: Sequence[Place]
    tiles: tuple[MapTile, ...]
    readouts: tuple[ReadoutView, ...]
    free: tuple[FreePlace, ...] = ()
    at: str = ""
    tile: MapTile | None = None
    """The tile that is selected or being placed, if any."""
    looking: bool = False
    hexagon: str = HEXAGON

    @property
    def box(self) -> str:
        """The SVG view box of the map's drawing as text: left, top, width, height."""
        return " ".join(f"{each:g}" for each in view_box(self.places or [(0, 0)]))

    @property
    def width(self) -> int:
        """Width of the map's drawing in pixels."""
        return round(view_box(self.places or [(0, 0)])[2] * SMALLEST)

    @property
    def misfits(self) -> list[MapMark]:
        """Points to draw between each two neighbouring tiles of the map whose edges do not fit."""
        return [MapMark(*between(one, other)) for one, other in self.chart.misfits]

    @property
    def laid(self) -> int:
        return sum(each.laid for each in self.tiles)

    @property
    def waiting(self) -> int:
        return sum(each.mine and not each.laid for each in self.tiles)

    @property
    def strip(self) -> tuple[MapTile, ...]:
        """The seat's own tiles, laid or not, for the strip beside the map."""
        return tuple(each for each in self.tiles if each.mine)

    @property
    def offered(self) -> tuple[MapTile, ...]:
        """Tiles of the map that the seat does not have yet but may lay."""
        return tuple(each for each in self.tiles if not each.mine)

    @property
    def placing(self) -> bool:
        """True if an empty place of the map is selected, so that a tile can be put there."""
        return bool(self.at)

    @property
    def opened_laid(self) -> bool:
        """True if the tile selected on the map is laid and is not being moved."""
        return bool(self.tile and self.tile.laid and not self.looking and not self.at)

    @property
    def turned(self) -> str:
        """Value of the selected laid tile's cell after a tap: place and next rotation that fits.

        If no other rotation fits, the next of all six. "" if no laid tile is selected.
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
        """Query parameter ``&move=<tile>`` for links of free places while a tile is placed."""
        return f"&move={self.tile.id}" if self.tile and not self.opened_laid else ""

    @property
    def says(self) -> str:
        """JSON for the map page's script: laid tile's id to its name and neighbours in words."""
        language = get_language() or "en"
        told = {each.id: each.says.in_language(language) for each in self.tiles if each.laid}
        return json.dumps(told, ensure_ascii=False)
