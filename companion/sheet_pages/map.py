"""A map of hexagons, ready for its template: what lies where, what is open, what is lit.

It knows no game: edges, figures and what is said come from the field's chart. Every place and
every tile is a link or a button, so that a page without scripts does all that one with them does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import get_language

from companion.messages import say
from companion.sheet_pages import paper
from companion.sheet_pages.fields import Control, Heap, Input, Panel
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.chart import Chart, Readout, fitting, free
from scoring.model.fields import Field
from scoring.model.hex_grid import SIDES, Place, Spot, neighbours, opposite
from scoring.model.plan import State
from scoring.text.localised import Text, joined

HEXAGON = "M12.5 4h23L47 24 35.5 44h-23L1 24z"
"""In the square of a tile's drawing."""

SMALLEST = 46 / paper.ROW
"""Pixels to a unit below which a map is not drawn: a hexagon stays a target."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile that lies somewhere, or that may."""

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
    """Where it would lie in the open place, the first way that fits."""
    ways: int = 0
    offers: bool = False
    """May it be put in the open place? Then what lies somewhere does not move unasked."""

    @property
    def html(self) -> str:
        return self.path.replace("/", "-")


@dataclass(frozen=True, slots=True)
class Free:
    """An empty place; ``faint`` where nothing but fields leads there."""

    at: str
    x: str
    y: str
    faint: bool
    chosen: bool
    says: Text


@dataclass(frozen=True, slots=True)
class Shown:
    """A readout with what it lights up."""

    id: str
    label: Text
    value: Text
    note: Text
    on: bool
    marks: tuple[paper.Mark, ...]
    lines: tuple[paper.Line, ...]
    arrows: tuple[paper.Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page's address says is open: a place, a tile, or a tile that looks for its place."""

    at: Place | None = None
    tile: str = ""
    move: bool = False
    show: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Asked:
        """From an address; what means nothing is left out."""
        try:
            at = Spot.read(f"{query.get('at', '')}/0").place
        except ValueError:
            at = None
        move = query.get("move", "")
        return cls(at, query.get("tile", "") or move, bool(move), query.get("show", ""))


@dataclass(frozen=True, slots=True)
class Map:
    """One seat's map, as a page shows it."""

    field: Field
    box: str
    width: int
    tiles: tuple[Tile, ...]
    readouts: tuple[Shown, ...]
    misfits: tuple[paper.Mark, ...]
    open: str
    loose: bool
    free: tuple[Free, ...] = ()
    at: str = ""
    tile: Tile | None = None
    """The tile that is open, or that looks for its place."""
    looking: bool = False
    hexagon: str = HEXAGON

    @property
    def laid(self) -> int:
        return sum(each.laid for each in self.tiles)

    @property
    def waiting(self) -> int:
        return sum(each.mine and not each.laid for each in self.tiles)

    @property
    def strip(self) -> tuple[Tile, ...]:
        """What waits, and what lies already and may be taken off again."""
        return tuple(each for each in self.tiles if each.mine)

    @property
    def offered(self) -> tuple[Tile, ...]:
        """What is nobody's, and may have been won."""
        return tuple(each for each in self.tiles if not each.mine)

    @property
    def placing(self) -> bool:
        """Is a place open?"""
        return bool(self.at)

    @property
    def lying(self) -> bool:
        """Is a tile open that lies there?"""
        return bool(self.tile and self.tile.laid and not self.looking and not self.at)

    @property
    def turned(self) -> str:
        """The open tile in the next turn that fits, or in the next one if none does."""
        return self.tile.put if self.tile and self.lying else ""

    @property
    def turned_any(self) -> str:
        if self.tile is None or not self.lying:
            return ""
        spot = Spot.read(self.tile.value)
        return str(Spot(spot.place, (spot.turn + 1) % SIDES))

    @property
    def looks(self) -> str:
        """What the address of a free place says of a tile that looks for it."""
        return f"&move={self.tile.id}" if self.tile and not self.lying else ""

    @property
    def says(self) -> str:
        """What each laid tile is called now, for the script that moves them about."""
        language = get_language() or "en"
        told = {each.id: each.says.said(language) for each in self.tiles if each.laid}
        return json.dumps(told, ensure_ascii=False)


def shown(game: Game, state: State, seat: str, field: Field, asked: Asked) -> Map:
    """The map of a seat's sheet; ``state`` as the sheet knows it."""
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
    tiles = []
    for row in field.rows:
        if row.id not in known:
            continue
        path = CellPath.to(seat, field.id, row.id)
        spot = chart.laid.get(row.id)
        ways, put = _put(chart, row.id, spot, at)
        x, y = paper.corner(spot.place) if spot else ("0", "0")
        tiles.append(
            Tile(
                row.id,
                path,
                row.name,
                chart.says.get(row.id, row.name),
                str(cells.get(path, "")),
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
        )
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
            Free(
                f"{place[0]},{place[1]}",
                *paper.corner(place),
                not open_,
                place == at,
                _beside(chart, names, place),
            )
            for place, open_ in sorted(places.items())
        ),
        at=f"{at[0]},{at[1]}" if at is not None else "",
        tile=tile,
        looking=looking,
    )


def lying(game: Game, state: State) -> dict[str, str]:
    """Of each tile that there is once and that somebody has, the face that lies up."""
    fields = [f for f in game.sheet.asked.values() if f.unique and f.cell.kind == "choice"]
    held = [seat.faces(f.id) for seat in game.sheet.position(state) for f in fields if f.groups]
    return {tile: face for faces in held for tile, face in faces.items()}


def known(panel: Panel, shown: Map, faces: Mapping[str, str]) -> Panel:
    """A section beside a map, with the rows of the tiles that the map knows or that are filled.

    What does not wait for the map may be about tiles of other players, too: those stand folded.
    ``faces``: what lies up of each.
    """
    tiles = {tile.id for tile in shown.tiles if tile.mine}

    def control(each: Control) -> Control:
        heaps, others = list[Heap](), list[Input]()
        for heap in each.heaps:
            every = [replace(i, face=faces.get(i.entry, "")) for i in heap.inputs]
            own = tuple(i for i in every if i.entry in tiles or i.on)
            others += (i for i in every if i not in own)
            heaps += [replace(heap, inputs=own)] if own else []
        if others and each.field.when != shown.field.id:
            heaps.append(Heap(say("others-tiles"), tuple(others), folded=True))
        lines = tuple(
            replace(line, face=faces.get(line.piece, ""))
            for line in each.lines
            if line.piece in tiles or any(i.on for i in line.cells)
        )
        return replace(each, heaps=tuple(heaps), lines=lines)

    controls = tuple(control(each) for each in panel.controls)
    return replace(panel, controls=tuple(c for c in controls if c.inputs))


def drawn(game: Game, field: Field, chart: Chart) -> Map:
    """A plan as a map to look at: nothing is open, nothing waits."""
    names = {row.id: row.name for row in field.rows}
    tiles = tuple(
        Tile(
            *(tile, "", names[tile], chart.says.get(tile, names[tile]), "", ""),
            chart.faces.get(tile, ""),
            *paper.corner(spot.place),
            spot.turn,
            laid=True,
        )
        for tile, spot in chart.laid.items()
    )
    return _map(
        field,
        replace(chart, misfits=()),  # told as doubts; what is drawn here is the plan
        [spot.place for spot in chart.laid.values()],
        tiles=tiles,
        readouts=tuple(_readout(each, True, chart) for each in chart.readouts[:1]),
    )


def _map(field: Field, chart: Chart, places: list[Place], **more: Any) -> Map:
    box = paper.box(places or [(0, 0)])
    return Map(
        field,
        " ".join(f"{each:g}" for each in box),
        round(box[2] * SMALLEST),
        misfits=tuple(paper.Mark(*paper.between(one, other)) for one, other in chart.misfits),
        open=chart.open,
        loose=chart.loose,
        **more,
    )


def _put(chart: Chart, tile: str, spot: Spot | None, at: Place | None) -> tuple[int, str]:
    """In how many ways a tile fits where it is or would be, and the one to show next."""
    place = at if at is not None else spot.place if spot else None
    if place is None:
        return 0, ""
    ways = list(fitting(chart, tile, place))
    now = spot.turn if spot and spot.place == place else -1
    on = [*(turn for turn in ways if turn > now), *ways]
    turn = on[0] if on and ways != [now] else (now + 1) % SIDES
    return len(ways), str(Spot(place, turn))


def _beside(chart: Chart, names: Mapping[str, Text], place: Place) -> Text:
    near = set(neighbours(place))
    there = [names[tile] for tile, spot in chart.laid.items() if spot.place in near]
    return say("free-place", near=joined(there, say("comma"))) if there else say("free-place-first")


SIDE_WORDS = ("below", "below-left", "above-left", "above", "above-right", "below-right")
"""Where a neighbour lies, in the order of ``STEPS``."""


def lies(field: Field, holder: str, cells: Mapping[str, Any], tile: str, value: object) -> Text:
    """Where a cell says that a tile lies, in words: by the first tile that it touches.

    ``cells``: all of that moment, by their paths; a place that cannot be read is none.
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


def _readout(each: Readout, on: bool, chart: Chart) -> Shown:
    marks: list[paper.Mark] = []
    for n, place in enumerate(each.lit, 1):
        x, y = paper.corner(place)
        marks.append(paper.Mark(x, y, each.marks.get(place, str(n))))
    told = each.id, each.label, each.value, each.note, on, tuple(marks)
    lines = tuple(paper.line(one, other) for one, other in each.ways)
    places = [spot.place for spot in chart.laid.values()]
    return Shown(*told, lines, tuple(paper.arrows(each.arrows, marks, places)))


def maps(game: Game) -> Iterator[Field]:
    """The maps of a game's sheet: none or one."""
    yield from (section.map for section in game.sheet.sections if section.map)
