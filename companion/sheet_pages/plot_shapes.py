"""Computes the shapes of plots from numbers, as plain values for their templates.

These draw inline SVG: no script, no library, readable in both colour schemes and on paper.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from unicodedata import east_asian_width

from companion.games.localised_text_tags import say
from scoring.model.player_names_and_colours import Owner

WIDTH, HEIGHT = 340, 170
LEFT, RIGHT, TOP, BOTTOM = 30, 250, 10, 24
LETTERS, ROOM = 12, 80
"""Font size of a name at the right edge, and its greatest width with the initial."""
APART = 13
"""Least distance between two names at the right edge."""
SHADES = 8
WIDE = 300
"""Width of the history's plots: that of a phone's card, so that letters are not scaled."""
BIN_WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Possible widths of a histogram's bins; the narrowest with few enough bins is used."""


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a chart, ready to draw; ``dots``: its corners, as pairs in SVG units.

    In a chart with a line for each player, ``name``, ``colour`` and ``initial`` are the player's,
    drawn at the line's end at the height ``y``.
    """

    dots: tuple[tuple[int, int], ...]
    name: str = ""
    colour: str = ""
    initial: str = ""
    y: int = 0

    @property
    def points(self) -> str:
        """The line's corners, as the ``points`` of an SVG polyline."""
        return " ".join(f"{x},{y}" for x, y in self.dots)


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a histogram, as a rectangle: ``x``, ``y``, ``width``, and its height, ``high``.

    ``count``: number of values in it. ``marked``: its label is drawn, centred at ``middle``.
    """

    x: int
    y: int
    width: int
    high: int
    middle: int
    label: str
    count: int
    marked: bool


@dataclass(frozen=True, slots=True)
class Level:
    """A horizontal grid line of a chart with its value, at the height ``y`` in SVG units."""

    value: int
    y: int


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart with its axis, as shapes to draw; ``description``: the chart in words.

    ``series``: its lines, or ``columns``: those of a histogram. ``marks``: pairs of a number under
    it and its x; ``key``: what each of these numbers stands for, in order.
    """

    levels: tuple[Level, ...]
    description: str
    height: int
    series: tuple[Series, ...] = ()
    columns: tuple[Column, ...] = ()
    marks: tuple[tuple[str, int], ...] = ()
    key: tuple[str, ...] = ()
    width: int = WIDE
    left: int = LEFT
    right: int = WIDE - 8


def _scale(least: float, most: float, start: int, end: int) -> Callable[[float], int]:
    """Returns the function from a value to its place, on an axis from ``start`` to ``end``."""
    return lambda value: round(start + (value - least) * (end - start) / (most - least))


def lines(series: Sequence[tuple[Owner, Sequence[int]]], key: Sequence[str]) -> Plot | None:
    """Returns a chart with a line for each player; None if no player has two values.

    ``series``: pairs of a player and the values. ``key``: what each value stands for, such as a
    phase's name.
    """
    moments = max((len(values) for _, values in series), default=0)
    if moments < 2:
        return None
    every_value = [value for _, values in series for value in values]
    listed = levels(min(0, *every_value), max(1, *every_value))
    x, y = _scale(0, moments - 1, LEFT, RIGHT), _scale(listed[0], listed[-1], HEIGHT - BOTTOM, TOP)
    names = [(say(owner.name), owner, values) for owner, values in series]
    ends = _spread([y(values[-1]) for _, values in series])
    return Plot(
        tuple(Level(value, y(value)) for value in listed),
        "; ".join(f"{name}: {', '.join(map(str, values))}" for name, _, values in names),
        HEIGHT,
        tuple(
            Series(
                tuple((x(n), y(value)) for n, value in enumerate(values)),
                fitted(name, LETTERS, ROOM - LETTERS * length(f"{owner.initial} ")),
                owner.colour,
                owner.initial,
                end,
            )
            for (name, owner, values), end in zip(names, ends, strict=True)
        ),
        marks=tuple((str(n + 1), x(n)) for n in range(0, moments, max(1, ceil(moments / 8)))),
        key=tuple(key),
        width=WIDTH,
        right=RIGHT,
    )


def levels(low: float, high: float) -> list[int]:
    """Returns two to six round values for a chart's grid lines, which enclose ``low`` and ``high``.

    >>> levels(0, 57), levels(-3, 8), levels(0, 1)
    ([0, 20, 40, 60], [-5, 0, 5, 10], [0, 1])
    """
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 10_000):
        first, last = floor(low / step), ceil(high / step)
        if last - first <= 4:
            return [n * step for n in range(first, max(last, first + 1) + 1)]
    return [floor(low), ceil(high)]


def _spread(wanted: Sequence[int]) -> list[int]:
    """Returns heights (SVG units) of labels, near the ``wanted`` ones, at least ``APART`` apart."""
    found = list(wanted)
    last = TOP - APART
    for n in sorted(range(len(wanted)), key=wanted.__getitem__):
        last = found[n] = max(wanted[n], last + APART)
    limit = HEIGHT - BOTTOM + 4
    for n in sorted(range(len(found)), key=found.__getitem__, reverse=True):
        found[n] = min(found[n], limit)
        limit = found[n] - APART
    return found


def length(text: str) -> float:
    """Estimates the width of a text in ems, since the server has no font metrics.

    >>> length("Aki"), length("千絵")
    (1.86, 2.0)
    """
    return round(sum(1.0 if east_asian_width(each) in "WF" else 0.62 for each in text), 2)


def fitted(text: str, size: int, room: float) -> str:
    """Cuts a text with an ellipsis if wider than ``room`` at font size ``size``, both in SVG units.

    >>> fitted("Aki", 30, 300), fitted("Amelie the Magnificent", 30, 200)
    ('Aki', 'Amelie th…')
    """
    if length(text) * size <= room:
        return text
    while text and length(text + "…") * size > room:
        text = text[:-1]
    return text.rstrip() + "…"


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a stacked bar: left end ``x`` and ``width``, in percent of the longest bar.

    ``shade``: number of the segment's colour.
    """

    x: float
    width: float
    shade: int


def bar(row: Sequence[int], longest: int) -> list[Segment]:
    """Returns a stacked bar: a segment for each number in ``row`` but 0.

    ``longest``: the sum of a bar that is 100 wide.
    """
    x, parts = 0.0, []
    for n, points in enumerate(row):
        width = 100 * points / longest if points else 0
        if width:
            parts.append(Segment(round(x, 2), round(width, 2), min(n, SHADES - 1)))
        x += width
    return parts


def line_plot(values: Sequence[int], *, low: bool) -> Plot | None:
    """Returns a line plot of values over time, with its axis; None for fewer than two values.

    ``low``: the plot is less high.

    >>> line_plot([3, 9, 6], low=False).series[0].dots
    ((30, 89), (161, 21), (292, 55))
    """
    if len(values) < 2:
        return None
    height = 74 if low else 118
    listed = levels(min(values), max(values))
    if low:
        listed = [listed[0], listed[-1]]
    x = _scale(0, len(values) - 1, LEFT, WIDE - 8)
    y = _scale(listed[0], listed[-1], height - 18, TOP)
    return Plot(
        tuple(Level(value, y(value)) for value in listed),
        ", ".join(map(str, values)),
        height,
        (Series(tuple((x(n), y(value)) for n, value in enumerate(values))),),
    )


def bins(counts: Mapping[int, int], most: int = 12) -> list[tuple[int, int, int]]:
    """Groups values into at most ``most`` ranges of equal, round width: (least, greatest, count).

    ``counts``: value to the number of times that it occurs. Empty ranges between them are included.

    >>> bins({31: 2, 48: 1}, 3)
    [(30, 39, 2), (40, 49, 1)]
    """
    if not counts:
        return []
    low, high = min(counts), max(counts)
    width = next((w for w in BIN_WIDTHS if high // w - low // w < most), high - low + 1)
    return [
        (n * width, n * width + width - 1, sum(c for t, c in counts.items() if t // width == n))
        for n in range(low // width, high // width + 1)
    ]


def histogram(bins: Sequence[tuple[int, int, int]]) -> Plot | None:
    """Returns a histogram with a column for each of ``bins``; None for fewer than two.

    ``bins``: ranges of values, each as least, greatest and count.

    >>> [each.label for each in histogram([(30, 39, 2), (40, 49, 1)]).columns]
    ['30–39', '40–49']
    """
    if len(bins) < 2:
        return None
    bottom, listed = 128 - 18, levels(0, max(count for *_, count in bins))
    y = _scale(0, listed[-1], bottom, TOP)
    each = (WIDE - 8 - LEFT) / len(bins)
    found = []
    for n, (least, most, count) in enumerate(bins):
        x = LEFT + n * each
        found.append(
            Column(
                round(x) + 1,
                y(count),
                max(1, round(each) - 2),
                bottom - y(count),
                round(x + each / 2),
                f"{least}–{most}" if least < most else str(least),
                count,
                n % ceil(len(bins) / 6) == 0,
            )
        )
    return Plot(
        tuple(Level(value, y(value)) for value in listed),
        "; ".join(f"{column.label}: {column.count}" for column in found),
        128,
        columns=tuple(found),
    )
