"""Builds a map of hexagons for its template: tiles, free places, selection, lines and arrows.

It knows no game: edges, numbers and texts come from the game's ``Chart``. Distances are in SVG
units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot
from typing import Any

from companion.games.game_templates import WHOLE
from companion.messages import say
from companion.sheet_pages.field_views import FieldView, Input, OptionGroup, SectionView
from companion.sheet_pages.map_view import (
    FreePlace,
    Map,
    MapLine,
    MapMark,
    MapTile,
    OpenItem,
    ReadoutView,
)
from scoring.game import Game
from scoring.model.cells import CellPath, Option
from scoring.model.chart import Chart, Readout, fitting, free
from scoring.model.fields import Field
from scoring.model.hex_grid import SIDES, Place, Spot, neighbours
from scoring.model.plan import State
from scoring.text.localised import Text, joined

COLUMN, ROW = 34.5, 40.0
"""Distance between centres: the drawn hexagons are 46 wide and 40 high."""

SMALLEST = 46 / ROW
"""Least pixels per SVG unit at which a map is drawn, so that a hexagon can be tapped."""

MARGIN = 3

PLATE = 13.0
"""Distance from the tiles' centres at which a highlighted line begins and ends."""

ASIDE = 5.0
"""Offset of an arrow to the right of the line between centres, so that there and back differ."""

LETTER, HIGH = 5.6, 9.0
"""Width and height of a letter of a step's number."""

PRINTED = 36.0, 18.0
"""Width and height of the print in a tile's centre, which numbers avoid if possible."""

ALONG = (0.5, 0.3, 0.7, 0.1, 0.9, -0.2, 1.2)
BESIDE = (8.0, -7.0, 11.0, -11.0, 15.0, -15.0, 20.0, -20.0, 26.0, -26.0)
"""Candidate offsets of a number from its arrow: positive to its right, negative to its left."""

FAR = 40.0
"""Cost of placing a number one arrow's length away from the middle of its arrow."""

AROUND = 140.0
"""Side of a square at an arrow's middle; its number is checked against the boxes inside."""


def build_map(game: Game, state: State, seat: str, field: Field, asked: OpenItem) -> Map:
    """Builds the map of a seat's sheet; ``state`` must hold only known cells.

    ``field``: the sheet's field for the map. ``asked``: what the page's address opens.
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
    """Builds the view of the tile ``row``.

    ``path``, ``value``: the cell with its place, and that cell's text. ``at``: the open place, if
    any. ``opened``: id of the open tile, or "".
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
            *corner(spot.place),
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
    box = view_box(places or [(0, 0)])
    return Map(
        field,
        " ".join(f"{each:g}" for each in box),
        round(box[2] * SMALLEST),
        misfits=tuple(MapMark(*between(one, other)) for one, other in chart.misfits),
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


def _readout(each: Readout, on: bool, chart: Chart) -> ReadoutView:
    marks: list[MapMark] = []
    for n, place in enumerate(each.lit, 1):
        x, y = corner(place)
        marks.append(MapMark(x, y, each.marks.get(place, str(n))))
    told = each.id, each.label, each.value, each.note, on, tuple(marks)
    lines = tuple(line(one, other) for one, other in each.ways)
    places = [spot.place for spot in chart.laid.values()]
    drawn = tuple(arrows(each.arrows, marks, places)) if each.arrows else ()
    return ReadoutView(*told, lines, drawn)


# ── geometry ────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Box:
    """The rectangle that a text or a part of an arrow covers."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def centred(cls, x: float, y: float, width: float, height: float) -> Box:
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @classmethod
    def of_mark(cls, mark: MapMark) -> Box:
        """Returns the box of the label at the top of a tile, as the style sheet draws it."""
        width = 20.0 if mark.wide else 15.0
        return cls.centred(float(mark.x) + 24, float(mark.y) + 10.5, width, 12)

    def shared(self, other: Box) -> float:
        """Returns the area shared with another box."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)


def middle(place: Place) -> tuple[float, float]:
    column, row = place
    return COLUMN * column, ROW * (row + column / 2)


def corner(place: Place) -> tuple[str, str]:
    """Returns x and y, as text, of the top left corner of the square in which a tile is drawn."""
    x, y = middle(place)
    return f"{x - WHOLE / 2:g}", f"{y - WHOLE / 2:g}"


def between(one: Place, other: Place) -> tuple[str, str]:
    (x1, y1), (x2, y2) = middle(one), middle(other)
    return f"{(x1 + x2) / 2:g}", f"{(y1 + y2) / 2:g}"


def line(one: Place, other: Place) -> MapLine:
    """Returns the highlighted line from near the centre of one place to near that of the other."""
    (x1, y1), (x2, y2) = middle(one), middle(other)
    part = PLATE / hypot(x2 - x1, y2 - y1)
    dx, dy = part * (x2 - x1), part * (y2 - y1)
    return MapLine(f"{x1 + dx:.1f}", f"{y1 + dy:.1f}", f"{x2 - dx:.1f}", f"{y2 - dy:.1f}")


def arrows(
    ways: Mapping[int, tuple[Place, ...]],
    marks: Iterable[MapMark] = (),
    places: Iterable[Place] = (),
) -> Iterator[MapLine]:
    """Yields an arrow for each pair of places that steps lead over, with these steps' numbers.

    ``ways``: for each step's number, the places that it leads over. Each number is placed beside
    its arrow, if possible clear of other texts (``marks``), arrows and tiles at ``places``.
    """
    steps: dict[tuple[Place, Place], list[int]] = {}
    for n, way in ways.items():
        for leg in pairwise(way):
            steps.setdefault(leg, []).append(n)
    drawn = [_Arrow.over(*leg) for leg in steps]
    taken = [(box, 100.0) for box in map(Box.of_mark, marks)]
    taken += [(box, 10) for each in drawn for box in each.boxes]
    taken += [(Box.centred(*middle(place), *PRINTED), 0.1) for place in places]
    for arrow, numbers in zip(drawn, steps.values(), strict=True):
        said = step_ranges(numbers)
        x, y = arrow.label_position(said, taken)
        taken.append((step_number_box(said, x, y), 100))
        x1, y1, x2, y2 = (f"{each:.1f}" for each in (arrow.x1, arrow.y1, arrow.x2, arrow.y2))
        yield MapLine(x1, y1, x2, y2, arrow.head, said, f"{x:.1f}", f"{y:.1f}")


@dataclass(frozen=True, slots=True)
class _Arrow:
    """An arrow from (``x1``, ``y1``) to (``x2``, ``y2``), with its unit direction."""

    x1: float
    y1: float
    x2: float
    y2: float
    dx: float
    dy: float

    @classmethod
    def over(cls, one: Place, other: Place) -> _Arrow:
        """Returns the arrow between two centres, moved ``ASIDE`` to the right of its direction."""
        (x1, y1), (x2, y2) = middle(one), middle(other)
        far = hypot(x2 - x1, y2 - y1)
        dx, dy = (x2 - x1) / far, (y2 - y1) / far
        x1, y1, x2, y2 = x1 - ASIDE * dy, y1 + ASIDE * dx, x2 - ASIDE * dy, y2 + ASIDE * dx
        return cls(x1 + 9 * dx, y1 + 9 * dy, x2 - 12 * dx, y2 - 12 * dy, dx, dy)

    def at(self, along: float, beside: float) -> tuple[float, float]:
        x, y = self.x1 + along * (self.x2 - self.x1), self.y1 + along * (self.y2 - self.y1)
        return x - beside * self.dy, y + beside * self.dx

    @property
    def head(self) -> str:
        x, y, dx, dy = self.x2, self.y2, self.dx, self.dy
        corners = [
            (x + 6 * dx, y + 6 * dy),
            (x - 4 * dy, y + 4 * dx),
            (x + 4 * dy, y - 4 * dx),
        ]
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)

    @property
    def boxes(self) -> Iterator[Box]:
        """Small boxes along the arrow that cover it from start to head."""
        for n in range(7):
            yield Box.centred(*self.at(n / 5, 0), 4, 4)

    def label_position(self, said: str, taken: Sequence[tuple[Box, float]]) -> tuple[float, float]:
        """Returns x and y of the arrow's number: near the arrow, with the least overlap.

        ``said``: the number as text. ``taken``: the boxes already there, each with the cost of
        overlapping it by one square unit.
        """
        # a long number stands beside an upright arrow, not on it
        out = max(0.0, LETTER * len(said) / 2 - 4) * abs(self.dy)
        here = Box.centred(*self.at(0.5, 0), AROUND, AROUND)
        near = [(box, matters) for box, matters in taken if here.shared(box)]

        def found() -> Iterator[tuple[float, float, float]]:
            for beside in BESIDE:
                for along in ALONG:
                    x, y = self.at(along, beside + (out if beside > 0 else -out))
                    box = step_number_box(said, x, y)
                    lies = sum(matters * box.shared(other) for other, matters in near)
                    yield lies + 2 * abs(beside) + FAR * abs(along - 0.5), x, y

        _, x, y = min(found())
        return x, y


def step_number_box(said: str, x: float, y: float) -> Box:
    """Returns the box that a step's number ``said`` covers if it is centred on (x, y)."""
    return Box.centred(x, y, LETTER * len(said) + 1, HIGH)


def step_ranges(steps: Sequence[int]) -> str:
    """Formats step numbers: consecutive ones as a range, others as a list.

    >>> step_ranges([4]), step_ranges([2, 3, 4]), step_ranges([1, 5])
    ('4', '2–4', '1, 5')
    """
    if len(steps) > 1 and list(steps) == list(range(steps[0], steps[-1] + 1)):
        return f"{steps[0]}–{steps[-1]}"
    return ", ".join(map(str, steps))


def view_box(places: Sequence[Place]) -> tuple[float, float, float, float]:
    """Returns the view box of a drawing of these places: left, top, width, height."""
    middles = [middle(place) for place in places]
    left, right = (f(x for x, _ in middles) for f in (min, max))
    top, bottom = (f(y for _, y in middles) for f in (min, max))
    x, y = left - 23 - MARGIN, top - 20 - MARGIN
    return x, y, right - left + 46 + 2 * MARGIN, bottom - top + 40 + 2 * MARGIN
