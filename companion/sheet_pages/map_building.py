"""Builds a map of hexagons for its template: tiles, free places, selection, lines and arrows.

It knows no game: edges, numbers and texts come from the game's ``Chart``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.messages import say
from companion.sheet_pages.field_views import FieldView, Input, OptionGroup, SectionView
from companion.sheet_pages.hexagon_drawing import corner
from companion.sheet_pages.map_view import FreePlace, Map, MapTile, OpenItem, ReadoutView
from scoring.game import Game
from scoring.model.cells import CellPath, Option
from scoring.model.chart import Chart, fitting, free
from scoring.model.fields import Field
from scoring.model.hex_grid import SIDES, Place, Spot, neighbours
from scoring.model.plan import State
from scoring.text.localised import Text, joined


def build_map(game: Game, state: State, seat: str, field: Field, asked: OpenItem) -> Map:
    """Returns a seat's map of hexagons as a page shows it: tiles, free places, selection, numbers.

    ``state``: without cells that the sheet does not know. ``field``: the sheet's field for the map.
    ``asked``: the place or tile that the page's address selects.
    """
    chart = game.sheet.chart(state, seat, field)
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
    laid = [spot.place for spot in chart.laid.values()]
    return Map(
        field,
        chart,
        [*laid, *places],
        tiles=tuple(tiles),
        readouts=tuple(
            ReadoutView(each, each.id == (readout or chart.readouts[0].id), laid)
            for each in chart.readouts
        ),
        free=tuple(
            FreePlace(
                f"{place[0]},{place[1]}",
                *corner(place),
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
    """Returns a tile as the map draws it: place, rotation, and what a tap on it does.

    ``chart``: the tiles of the map. ``row``: the tile's row of the sheet. ``path``, ``value``: the
    cell with its place, and that cell's text. ``at``: the selected place, if any. ``opened``: id of
    the selected tile, or "".
    """
    spot = chart.laid.get(row.id)
    ways, put = _put(chart, row.id, spot, at)
    x, y = corner(spot.place) if spot else ("0", "0")
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
    """Returns the sections beside a map with only the rows of the seat's tiles, and filled rows.

    Other tiles' rows are kept in a closed group, or left out where a tile must be laid on the map
    first. ``shown``: the map.
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


def _put(chart: Chart, tile: str, spot: Spot | None, at: Place | None) -> tuple[int, str]:
    """Returns in how many rotations a tile fits at a place, and the cell's value for the next one.

    ``chart``: the tiles of the map. ``tile``: its id. ``at``: the place; if None, the one where the
    tile lies (``spot``). (0, "") without either.
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
