"""Numbers to shapes: what the plots draw, as plain values for their templates.

Drawn inline as SVG: no script, no library, readable in both schemes and on paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor

WIDTH, HEIGHT = 340, 170
LEFT, RIGHT, TOP, BOTTOM = 30, 270, 10, 24
APART = 13
"""Least distance between two names at the right edge."""
SHADES = 8


@dataclass(frozen=True, slots=True)
class Series:
    """One player's line: ``points`` as SVG takes them, ``y`` where its name stands."""

    name: str
    colour: str
    initial: str
    points: str
    dots: tuple[tuple[int, int], ...]
    y: int


@dataclass(frozen=True, slots=True)
class Level:
    """A horizontal rule with its value."""

    value: int
    y: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A number under the plot; the key says what it stands for."""

    label: str
    x: int


@dataclass(frozen=True, slots=True)
class Plot:
    """A line chart. ``said`` is its content in words, ``key`` explains the marks in order."""

    series: tuple[Series, ...]
    levels: tuple[Level, ...]
    marks: tuple[Mark, ...]
    key: tuple[str, ...]
    said: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT


@dataclass(frozen=True, slots=True)
class Line:
    """What a player's line is drawn from; ``initial`` stands at its end, beside the name."""

    name: str
    values: Sequence[int]
    colour: str
    initial: str


def lines(series: Sequence[Line], key: Sequence[str]) -> Plot | None:
    """A line for each player; ``None`` if there are fewer than two moments to connect."""
    moments = max((len(each.values) for each in series), default=0)
    if moments < 2:
        return None
    values = [value for each in series for value in each.values]
    levels = _levels(min(0, *values), max(1, *values))
    low, high = levels[0], levels[-1]

    def x(n: int) -> int:
        return round(LEFT + n * (RIGHT - LEFT) / (moments - 1))

    def y(value: float) -> int:
        return round(HEIGHT - BOTTOM - (value - low) * (HEIGHT - BOTTOM - TOP) / (high - low))

    ends = _apart([y(each.values[-1]) for each in series])
    every = max(1, ceil(moments / 8))
    return Plot(
        tuple(
            Series(
                each.name,
                each.colour,
                each.initial,
                " ".join(f"{x(n)},{y(value)}" for n, value in enumerate(each.values)),
                tuple((x(n), y(value)) for n, value in enumerate(each.values)),
                end,
            )
            for each, end in zip(series, ends, strict=True)
        ),
        tuple(Level(value, y(value)) for value in levels),
        tuple(Mark(str(n + 1), x(n)) for n in range(0, moments, every)),
        tuple(key),
        "; ".join(f"{each.name}: {', '.join(map(str, each.values))}" for each in series),
    )


def _levels(low: int, high: int) -> list[int]:
    """Three to six round values that span what there is.

    >>> _levels(0, 57), _levels(-3, 8), _levels(0, 1)
    ([0, 20, 40, 60], [-5, 0, 5, 10], [0, 1])
    """
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 10_000):
        first, last = floor(low / step), ceil(high / step)
        if last - first <= 4:
            return [n * step for n in range(first, last + 1)]
    return [low, high]


def _apart(wanted: Sequence[int]) -> list[int]:
    """Where names stand so that none covers another, each as near to its line as possible."""
    found = list(wanted)
    last = TOP - APART
    for n in sorted(range(len(wanted)), key=wanted.__getitem__):
        last = found[n] = max(wanted[n], last + APART)
    limit = HEIGHT - BOTTOM + 4
    for n in sorted(range(len(found)), key=found.__getitem__, reverse=True):
        found[n] = min(found[n], limit)
        limit = found[n] - APART
    return found


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a bar from ``x``, ``width`` long of 100; ``shade`` tells rows apart."""

    x: float
    width: float
    shade: int


def bars(rows: Sequence[Mapping[str, int]], seats: Sequence[str]) -> dict[str, list[Segment]]:
    """Stacked bars, one a seat, of what each row gave it; the longest is 100 wide.

    ``rows`` come in the order in which they are stacked; losses are not drawn.
    """
    longest = max((sum(max(0, row.get(s, 0)) for row in rows) for s in seats), default=0)
    found: dict[str, list[Segment]] = {}
    for seat in seats:
        x, parts = 0.0, []
        for n, row in enumerate(rows):
            width = 100 * max(0, row.get(seat, 0)) / longest if longest else 0
            if width:
                parts.append(Segment(round(x, 2), round(width, 2), min(n, SHADES - 1)))
            x += width
        found[seat] = parts
    return found


def spark(values: Sequence[int], width: int = 100, height: int = 24) -> str:
    """A line without axes, as SVG takes its points; empty for fewer than two values.

    >>> spark([3, 9, 6])
    '0,22 50,2 100,12'
    """
    if len(values) < 2:
        return ""
    low, high = min(values), max(values)
    span = (high - low) or 1
    return " ".join(
        f"{round(n * width / (len(values) - 1))},"
        f"{round(height - 2 - (value - low) * (height - 4) / span)}"
        for n, value in enumerate(values)
    )
