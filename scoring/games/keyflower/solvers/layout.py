"""Where the tiles of a village lie: plain data, what looks wrong about it, and what it joins.

Players are right about their table, so nothing is refused: edges that do not match are doubts.
Every count names the places that make it, so that a map can light them up. It says nothing itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from scoring.model.catalogue import Catalogue
from scoring.model.hex_grid import SIDES as SIDES
from scoring.model.hex_grid import Place as Place
from scoring.model.hex_grid import apart as apart
from scoring.model.hex_grid import beside as beside
from scoring.model.hex_grid import neighbours as neighbours
from scoring.model.hex_grid import opposite as opposite

BOATS = ("summer_boat", "boat")
ANY_EDGE = "boat_2a"
"""Who owns it need not match edges."""

_LAID = re.compile(r"(\w+)@(-?\d+),(-?\d+)/([0-5])(\+?)\Z")

Fault = Literal["edges", "apart", "twice", "no_home", "homes"]


@dataclass(frozen=True, slots=True)
class Tile:
    """What of a tile matters for its place: kind, and edges R, W, F clockwise from the bottom."""

    id: str
    kind: str
    edges: str

    def edge(self, side: int, turn: int) -> str:
        """The edge that points to a side once the tile is turned clockwise by so many sides.

        >>> Tile("home_1", "home", "WRRRRR").edge(2, 2)
        'W'
        """
        return self.edges[(side - turn) % SIDES]


type Box = Mapping[str, Tile]


def box(catalogue: Catalogue) -> dict[str, Tile]:
    """Every tile of the catalogue whose edges are known, by id; those of both faces are alike."""
    return {
        entry.id: Tile(entry.id, entry.kind, entry.facts["edges"])
        for entry in catalogue.entries.values()
        if "edges" in entry.facts
    }


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile that lies somewhere: turned clockwise by so many sides, with this face up."""

    tile: str
    turn: int = 0
    face: Literal["before", "after"] = "before"


@dataclass(frozen=True, slots=True)
class Doubt:
    """What looks wrong and where: two neighbours whose ``edges`` differ, a tile ``apart`` from
    the home's, one that is there ``twice``, no home at all, several ``homes``."""

    fault: Fault
    places: tuple[Place, ...] = ()


class Layout:
    """The tiles of one village and their places. Never changes; ``put`` gives another one.

    Raises ``KeyError`` for a tile that the box does not have.
    """

    def __init__(self, laid: Mapping[Place, Laid], box: Box) -> None:
        self.laid, self.box = dict(sorted(laid.items())), box
        self._tiles = {place: box[each.tile] for place, each in self.laid.items()}

    @classmethod
    def read(cls, text: str, box: Box) -> Layout:
        """From its text form. Raises ``ValueError`` if it is none, naming the part."""
        laid: dict[Place, Laid] = {}
        for part in text.split():
            found = _LAID.match(part)
            if found is None or found[1] not in box:
                raise ValueError(part)
            tile, column, row, turn, upgraded = found.groups()
            place = int(column), int(row)
            if place in laid:
                raise ValueError(part)
            laid[place] = Laid(tile, int(turn), "after" if upgraded else "before")
        return cls(laid, box)

    def text(self) -> str:
        """One text for each layout, by place: ``home_1@0,0/0 stable@0,1/3+`` (turned, upgraded)."""
        return " ".join(
            f"{each.tile}@{column},{row}/{each.turn}{'+' * (each.face == 'after')}"
            for (column, row), each in self.laid.items()
        )

    def put(self, place: Place, laid: Laid) -> Layout:
        """With one tile more, or another one there."""
        return Layout({**self.laid, place: laid}, self.box)

    # what lies where

    def edge(self, place: Place, side: int) -> str:
        """The letter of a tile's edge towards a side."""
        return self._tiles[place].edge(side, self.laid[place].turn)

    def touching(self, place: Place) -> tuple[Place, ...]:
        """Places of the tiles that touch this place, whatever their edges; a tile or none on it.

        What a turn order tile counts: ruling ``turn_order_adjacency``.
        """
        return tuple(near for near in neighbours(place) if near in self.laid)

    def of_kind(self, *kinds: str) -> tuple[Place, ...]:
        return tuple(place for place, tile in self._tiles.items() if tile.kind in kinds)

    def holds(self, tile: str) -> bool:
        """Does this tile lie anywhere?"""
        return any(each.tile == tile for each in self.laid.values())

    @cached_property
    def any_edge(self) -> bool:
        """Need edges not match?"""
        return self.holds(ANY_EDGE)

    # what it joins

    @cached_property
    def meetings(self) -> tuple[tuple[Place, Place, str, str], ...]:
        """Neighbours, each pair once, with the letters of their edges towards each other."""
        return tuple(
            (place, near, self.edge(place, side), self.edge(near, opposite(side)))
            for place in self.laid
            for side in range(SIDES // 2)
            if (near := beside(place, side)) in self.laid
        )

    def links(self, letter: str) -> Iterator[tuple[Place, Place]]:
        """Neighbours whose edges towards each other both show this letter, each pair once."""
        for place, near, mine, theirs in self.meetings:
            if mine == theirs == letter:
                yield place, near

    @cached_property
    def roads(self) -> tuple[tuple[Place, Place], ...]:
        """Road links: over each, goods travel and the Sea Bastion's route runs."""
        return tuple(self.links("R"))

    @cached_property
    def chain(self) -> tuple[Place, ...]:
        """The boats joined by water to the home's water edge, the nearest first.

        Ruling ``sea_breese_chain``. Of several homes the first by place; without one, none.
        """
        joined: dict[Place, list[Place]] = {}
        for one, other in self.links("W"):
            joined.setdefault(one, []).append(other)
            joined.setdefault(other, []).append(one)
        reached = list(self.of_kind("home")[:1])
        for place in reached:
            reached += [p for p in joined.get(place, ()) if p not in reached]
        boats = self.of_kind(*BOATS)
        return tuple(place for place in reached if place in boats)

    # what looks wrong

    def doubts(self) -> tuple[Doubt, ...]:
        """What the rules of placing forbid; with boat 2a no edges. In the order of places.

        Not said: whether there was an order of placing that kept all the rules.
        """
        found: list[Doubt] = []
        homes = self.of_kind("home")
        if not homes:
            found.append(Doubt("no_home"))
        elif len(homes) > 1:
            found.append(Doubt("homes", homes))
        first: dict[str, Place] = {}
        for place, each in self.laid.items():
            if (there := first.setdefault(self._printed(each.tile), place)) != place:
                found.append(Doubt("twice", (there, place)))
        if not self.any_edge:
            found += [
                Doubt("edges", (place, near))
                for place, near, mine, theirs in self.meetings
                if mine != theirs
            ]
        joined = self.joined(*homes[:1])
        if homes and (apart := tuple(p for p in self.laid if p not in joined)):
            found.append(Doubt("apart", apart))
        return tuple(found)

    def _printed(self, tile: str) -> str:
        """The piece of cardboard: a summer boat's two sides are two tiles of the box."""
        return tile[:-1] if self.box[tile].kind == "summer_boat" else tile

    def joined(self, *to: Place) -> frozenset[Place]:
        """Places that hang together with these, edge to edge, whatever the edges show."""
        reached = dict.fromkeys(to)
        waiting = list(reached)
        while waiting:
            new = [near for near in self.touching(waiting.pop()) if near not in reached]
            reached.update(dict.fromkeys(new))
            waiting += new
        return frozenset(reached)
