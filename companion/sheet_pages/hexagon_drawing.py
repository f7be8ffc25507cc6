"""Draws on a grid of hexagons: places, lines, arrows and their numbers, in SVG units.

It knows no map and no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from companion.games.game_templates import WHOLE
from scoring.model.hex_grid import Place

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


@dataclass(frozen=True, slots=True)
class MapMark:
    """A text on a tile of the map; without text, a point between two tiles that do not fit.

    ``x``, ``y``: its position in SVG units.
    """

    x: str
    y: str
    text: str = ""

    @property
    def wide(self) -> bool:
        return len(self.text) > 2


@dataclass(frozen=True, slots=True)
class MapLine:
    """A line between two tiles of the map, from (``x1``, ``y1``) to (``x2``, ``y2``), or an arrow.

    ``head``: corners of an arrow's head, as ``points`` of an SVG polygon. ``number``: text beside
    an arrow, with its centre at (``x``, ``y``).
    """

    x1: str
    y1: str
    x2: str
    y2: str
    head: str = ""
    number: str = ""
    x: str = ""
    y: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """The rectangle that a text or a part of an arrow covers on the map, in SVG units."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def centred(cls, x: float, y: float, width: float, height: float) -> Box:
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @classmethod
    def of_mark(cls, mark: MapMark) -> Box:
        """Returns the rectangle that a text on a tile covers, as the style sheet draws it."""
        width = 20.0 if mark.wide else 15.0
        return cls.centred(float(mark.x) + 24, float(mark.y) + 10.5, width, 12)

    def shared(self, other: Box) -> float:
        """Returns the area that this rectangle shares with another."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)


def middle(place: Place) -> tuple[float, float]:
    column, row = place
    return COLUMN * column, ROW * (row + column / 2)


def corner(place: Place) -> tuple[str, str]:
    """Returns x and y, as text, of the top left corner of the square around a tile.

    ``place``: the tile's (column, row) on the map.
    """
    x, y = middle(place)
    return f"{x - WHOLE / 2:g}", f"{y - WHOLE / 2:g}"


def between(one: Place, other: Place) -> tuple[str, str]:
    (x1, y1), (x2, y2) = middle(one), middle(other)
    return f"{(x1 + x2) / 2:g}", f"{(y1 + y2) / 2:g}"


def line(one: Place, other: Place) -> MapLine:
    """Returns the line to draw from ``one`` place (column, row) of the map to the ``other``.

    It begins and ends near their centres.
    """
    (x1, y1), (x2, y2) = middle(one), middle(other)
    part = PLATE / hypot(x2 - x1, y2 - y1)
    dx, dy = part * (x2 - x1), part * (y2 - y1)
    return MapLine(f"{x1 + dx:.1f}", f"{y1 + dy:.1f}", f"{x2 - dx:.1f}", f"{y2 - dy:.1f}")


def arrows(
    ways: Mapping[int, tuple[Place, ...]],
    marks: Iterable[MapMark] = (),
    places: Iterable[Place] = (),
) -> Iterator[MapLine]:
    """Yields the arrows that show steps on the map, each with the numbers of its steps.

    ``ways``: each step's number to the places (column, row) that it leads over. Each number is
    placed beside its arrow, if possible clear of other texts (``marks``), arrows and tiles at
    ``places``.
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
    """An arrow from (``x1``, ``y1``) to (``x2``, ``y2``), with its direction (``dx``, ``dy``)."""

    x1: float
    y1: float
    x2: float
    y2: float
    dx: float
    dy: float

    @classmethod
    def over(cls, one: Place, other: Place) -> _Arrow:
        """Returns the arrow from one place of the map to another, moved a little to its right."""
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
        """Yields small rectangles that cover the arrow from start to head."""
        for n in range(7):
            yield Box.centred(*self.at(n / 5, 0), 4, 4)

    def label_position(self, said: str, taken: Sequence[tuple[Box, float]]) -> tuple[float, float]:
        """Returns x and y for the arrow's number: near the arrow, with the least overlap.

        ``said``: the number as text. ``taken``: rectangles already covered, each with the cost of
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
    """Returns the rectangle that a step's number, the text ``said``, covers, centred on (x, y)."""
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
    """Returns the SVG view box that shows these places of a map: left, top, width, height."""
    middles = [middle(place) for place in places]
    left, right = (f(x for x, _ in middles) for f in (min, max))
    top, bottom = (f(y for _, y in middles) for f in (min, max))
    x, y = left - 23 - MARGIN, top - 20 - MARGIN
    return x, y, right - left + 46 + 2 * MARGIN, bottom - top + 40 + 2 * MARGIN
