"""Where things are drawn on a map of hexagons: middles, lit ways, arrows and their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from companion.web.drawings import WHOLE
from scoring.core.hexes import Place

COLUMN, ROW = 34.5, 40.0
"""From one middle to the next: the drawn hexagons are 46 wide and 40 high."""

MARGIN = 3

PLATE = 13.0
"""How far from the middles a lit road begins and ends."""

ASIDE = 5.0
"""How far an arrow runs to the right of its road's middle: there and back are two arrows."""

LETTER, HIGH = 5.6, 9.0
"""Room for a letter of a step's number."""

ALONG, BESIDE = (0.5, 0.3, 0.7, 0.1, 0.9), (9.0, 12.0, 16.0, -7.0, 20.0, -12.0, -17.0)
"""Where beside its arrow a number may stand: the first free place is taken."""


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


def arrows(ways: Mapping[int, tuple[Place, ...]], marks: Iterable[Mark] = ()) -> Iterator[Line]:
    """One arrow for each leg of a way, however often it is gone, with the numbers of its steps.

    Each number stands beside its arrow where nothing else is written.
    """
    steps: dict[tuple[Place, Place], list[int]] = {}
    for n, way in ways.items():
        for leg in pairwise(way):
            steps.setdefault(leg, []).append(n)
    taken = [Box.of_mark(mark) for mark in marks]
    for (one, other), numbers in steps.items():
        (x1, y1), (x2, y2) = middle(one), middle(other)
        far = hypot(x2 - x1, y2 - y1)
        dx, dy = (x2 - x1) / far, (y2 - y1) / far
        x1, y1, x2, y2 = x1 - ASIDE * dy, y1 + ASIDE * dx, x2 - ASIDE * dy, y2 + ASIDE * dx
        x1, y1, x2, y2 = x1 + 9 * dx, y1 + 9 * dy, x2 - 12 * dx, y2 - 12 * dy
        corners = [
            (x2 + 6 * dx, y2 + 6 * dy),
            (x2 - 4 * dy, y2 + 4 * dx),
            (x2 + 4 * dy, y2 - 4 * dx),
        ]
        said = told(numbers)
        x, y = _free(said, (x1, y1), (x2, y2), (dx, dy), taken)
        taken.append(written(said, x, y))
        yield Line(
            f"{x1:.1f}",
            f"{y1:.1f}",
            f"{x2:.1f}",
            f"{y2:.1f}",
            head=" ".join(f"{x:.1f},{y:.1f}" for x, y in corners),
            number=said,
            x=f"{x:.1f}",
            y=f"{y:.1f}",
        )


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


def _free(
    said: str,
    start: tuple[float, float],
    end: tuple[float, float],
    way: tuple[float, float],
    taken: Sequence[Box],
) -> tuple[float, float]:
    """The nearest point beside an arrow where its number lies on nothing that is written."""
    (x1, y1), (x2, y2), (dx, dy) = start, end, way
    wide = LETTER * len(said) / 2
    best, least = ((x1 + x2) / 2, (y1 + y2) / 2), float("inf")
    for beside in BESIDE:
        # a long number stands beside an upright arrow, not on it
        out = beside + (wide - 4 if beside > 0 else 4 - wide) * abs(dy)
        for along in ALONG:
            x, y = x1 + along * (x2 - x1) - out * dy, y1 + along * (y2 - y1) + out * dx
            box = written(said, x, y)
            lies = sum(map(box.shared, taken))
            if not lies:
                return x, y
            if lies < least:
                best, least = (x, y), lies
    return best


def box(places: Sequence[Place]) -> tuple[float, float, float, float]:
    """What a picture of these places shows: left, top, width, height."""
    middles = [middle(place) for place in places]
    left, right = (f(x for x, _ in middles) for f in (min, max))
    top, bottom = (f(y for _, y in middles) for f in (min, max))
    x, y = left - 23 - MARGIN, top - 20 - MARGIN
    return x, y, right - left + 46 + 2 * MARGIN, bottom - top + 40 + 2 * MARGIN
