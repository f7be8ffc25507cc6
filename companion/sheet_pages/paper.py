"""Where things are drawn on a map of hexagons: middles, lit ways, arrows and their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from companion.games.drawings import WHOLE
from scoring.model.hex_grid import Place

COLUMN, ROW = 34.5, 40.0
"""From one middle to the next: the drawn hexagons are 46 wide and 40 high."""

MARGIN = 3

PLATE = 13.0
"""How far from the middles a lit road begins and ends."""

ASIDE = 5.0
"""How far an arrow runs to the right of its road's middle: there and back are two arrows."""

LETTER, HIGH = 5.6, 9.0
"""Room for a letter of a step's number."""

PRINTED = 36.0, 18.0
"""The plate in the middle of a tile: better not written on, where there is a choice."""

ALONG = (0.5, 0.3, 0.7, 0.1, 0.9, -0.2, 1.2)
BESIDE = (8.0, -7.0, 11.0, -11.0, 15.0, -15.0, 20.0, -20.0, 26.0, -26.0)
"""Where beside its arrow a number may stand, to the right and to the left."""

FAR = 40.0
"""How much it matters that a number stands at the middle of its arrow."""

AROUND = 140.0
"""What is farther away lies on no number of an arrow."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something written on a place, or beside it."""

    x: str
    y: str
    said: str = ""

    @property
    def wide(self) -> bool:
        return len(self.said) > 2


@dataclass(frozen=True, slots=True)
class Line:
    """From beside one middle to beside another; an arrow has its points, its number and a place
    for that."""

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
    """The room that something written takes."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, x: float, y: float, width: float, height: float) -> Box:
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @classmethod
    def of_mark(cls, mark: Mark) -> Box:
        """The plate at the top of a tile, as the style draws it."""
        width = 20.0 if mark.wide else 15.0
        return cls.around(float(mark.x) + 24, float(mark.y) + 10.5, width, 12)

    def shared(self, other: Box) -> float:
        """How much of it lies on another one."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)


def middle(place: Place) -> tuple[float, float]:
    column, row = place
    return COLUMN * column, ROW * (row + column / 2)


def corner(place: Place) -> tuple[str, str]:
    """Where the square of a tile's drawing begins."""
    x, y = middle(place)
    return f"{x - WHOLE / 2:g}", f"{y - WHOLE / 2:g}"


def between(one: Place, other: Place) -> tuple[str, str]:
    (x1, y1), (x2, y2) = middle(one), middle(other)
    return f"{(x1 + x2) / 2:g}", f"{(y1 + y2) / 2:g}"


def line(one: Place, other: Place) -> Line:
    """From beside the middle of one to beside that of the other."""
    (x1, y1), (x2, y2) = middle(one), middle(other)
    part = PLATE / hypot(x2 - x1, y2 - y1)
    dx, dy = part * (x2 - x1), part * (y2 - y1)
    return Line(f"{x1 + dx:.1f}", f"{y1 + dy:.1f}", f"{x2 - dx:.1f}", f"{y2 - dy:.1f}")


def arrows(
    ways: Mapping[int, tuple[Place, ...]],
    marks: Iterable[Mark] = (),
    places: Iterable[Place] = (),
) -> Iterator[Line]:
    """One arrow for each leg of a way, however often it is gone, with the numbers of its steps.

    Each number stands beside its arrow where nothing else is written and no arrow runs, off the
    plates of the tiles at these places if there is room.
    """
    steps: dict[tuple[Place, Place], list[int]] = {}
    for n, way in ways.items():
        for leg in pairwise(way):
            steps.setdefault(leg, []).append(n)
    drawn = [_Arrow.over(*leg) for leg in steps]
    taken = [(box, 100.0) for box in map(Box.of_mark, marks)]
    taken += [(box, 10) for each in drawn for box in each.boxes]
    taken += [(Box.around(*middle(place), *PRINTED), 0.1) for place in places]
    for arrow, numbers in zip(drawn, steps.values(), strict=True):
        said = told(numbers)
        x, y = arrow.beside(said, taken)
        taken.append((written(said, x, y), 100))
        x1, y1, x2, y2 = (f"{each:.1f}" for each in (arrow.x1, arrow.y1, arrow.x2, arrow.y2))
        yield Line(x1, y1, x2, y2, arrow.head, said, f"{x:.1f}", f"{y:.1f}")


@dataclass(frozen=True, slots=True)
class _Arrow:
    """From where to where it runs, and its direction."""

    x1: float
    y1: float
    x2: float
    y2: float
    dx: float
    dy: float

    @classmethod
    def over(cls, one: Place, other: Place) -> _Arrow:
        """Over the road from one tile to another, to the right of its middle."""
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
        """The corners of its point."""
        x, y, dx, dy = self.x2, self.y2, self.dx, self.dy
        corners = [
            (x + 6 * dx, y + 6 * dy),
            (x - 4 * dy, y + 4 * dx),
            (x + 4 * dy, y - 4 * dx),
        ]
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)

    @property
    def boxes(self) -> Iterator[Box]:
        """The room that it takes, from its beginning to its point."""
        for n in range(7):
            yield Box.around(*self.at(n / 5, 0), 4, 4)

    def beside(self, said: str, taken: Sequence[tuple[Box, float]]) -> tuple[float, float]:
        """Where its number stands: near it, and on as little as can be of what is there.

        ``taken``: what is there, each with how much it matters.
        """
        # a long number stands beside an upright arrow, not on it
        out = max(0.0, LETTER * len(said) / 2 - 4) * abs(self.dy)
        here = Box.around(*self.at(0.5, 0), AROUND, AROUND)
        near = [(box, matters) for box, matters in taken if here.shared(box)]

        def found() -> Iterator[tuple[float, float, float]]:
            for beside in BESIDE:
                for along in ALONG:
                    x, y = self.at(along, beside + (out if beside > 0 else -out))
                    box = written(said, x, y)
                    lies = sum(matters * box.shared(other) for other, matters in near)
                    yield lies + 2 * abs(beside) + FAR * abs(along - 0.5), x, y

        _, x, y = min(found())
        return x, y


def written(said: str, x: float, y: float) -> Box:
    """The room of a step's number in the middle of that point."""
    return Box.around(x, y, LETTER * len(said) + 1, HIGH)


def told(steps: Sequence[int]) -> str:
    """Steps one after another as a range, at most so much as has room.

    >>> told([4]), told([2, 3, 4]), told([1, 5])
    ('4', '2–4', '1, 5')
    """
    if len(steps) > 1 and list(steps) == list(range(steps[0], steps[-1] + 1)):
        return f"{steps[0]}–{steps[-1]}"
    return ", ".join(map(str, steps))


def box(places: Sequence[Place]) -> tuple[float, float, float, float]:
    """What a picture of these places shows: left, top, width, height."""
    middles = [middle(place) for place in places]
    left, right = (f(x for x, _ in middles) for f in (min, max))
    top, bottom = (f(y for _, y in middles) for f in (min, max))
    x, y = left - 23 - MARGIN, top - 20 - MARGIN
    return x, y, right - left + 46 + 2 * MARGIN, bottom - top + 40 + 2 * MARGIN
