"""A seat's tiles on a map as a game describes them: names, edges, figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scoring.model.hex_grid import SIDES, Place, Spot, neighbours, opposite
from scoring.text.localised import EMPTY, Text


@dataclass(frozen=True, slots=True)
class Readout:
    """One figure that the laid tiles give, and the places that make it.

    ``lit`` places are numbered in their order, or carry the text in ``marks``; ``ways`` are lit
    from the middle of one place to the middle of the other. ``arrows``: the number of a step to the
    places that it leads over. ``note``: the basis of the figure.
    """

    id: str
    label: Text
    value: Text
    lit: tuple[Place, ...] = ()
    ways: tuple[tuple[Place, Place], ...] = ()
    marks: Mapping[Place, str] = field(default_factory=dict)
    note: Text = EMPTY
    arrows: Mapping[int, tuple[Place, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Chart:
    """A game's description of one seat's tiles.

    ``laid``: their spots, no two in one place. ``waiting``: the seat's own tiles that are not laid
    yet; ``offered``: others that may be laid as well. ``edges``: letters clockwise from the bottom,
    of every tile that is laid or may be; a village continues along the ``open`` ones. ``loose``:
    edges need not match. ``says``: a laid tile's name and what it joins. ``misfits``: neighbours
    that disagree.
    """

    laid: Mapping[str, Spot]
    waiting: tuple[str, ...]
    edges: Mapping[str, str]
    open: str
    offered: tuple[str, ...] = ()
    loose: bool = False
    faces: Mapping[str, str] = field(default_factory=dict)
    says: Mapping[str, Text] = field(default_factory=dict)
    misfits: tuple[tuple[Place, Place], ...] = ()
    readouts: tuple[Readout, ...] = ()


def free(chart: Chart) -> dict[Place, bool]:
    """Returns the empty places beside tiles, true where an open edge leads; else the origin."""
    taken = {spot.place for spot in chart.laid.values()}
    found: dict[Place, bool] = {}
    for tile, spot in chart.laid.items():
        for side, near in enumerate(neighbours(spot.place)):
            if near not in taken:
                letter = chart.edges[tile][(side - spot.turn) % SIDES]
                found[near] = found.get(near, False) or letter in chart.open
    return found or {(0, 0): True}


def fitting(chart: Chart, tile: str, place: Place) -> Iterator[int]:
    """Yields the turns in which a tile agrees with all its neighbours at ``place``."""
    lying = {spot.place: (each, spot.turn) for each, spot in chart.laid.items() if each != tile}
    for turn in range(SIDES):
        if chart.loose or all(
            chart.edges[tile][(side - turn) % SIDES]
            == chart.edges[other][(opposite(side) - turned) % SIDES]
            for side, near in enumerate(neighbours(place))
            if near in lying
            for other, turned in [lying[near]]
        ):
            yield turn
