"""What looks wrong on a Keyflower sheet. It is counted as entered all the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from scoring.core import words
from scoring.core.catalogue import Catalogue
from scoring.core.problem import Doubt
from scoring.core.seat import Position, Seat

from .engines.village import loose

say = words.of(__name__)

SHORTEST_LOOP = 3
MOST_BOATS = 5


def doubts(position: Position) -> Iterator[Doubt]:
    for seat in position:
        yield from _strange(seat, position.catalogue)
        yield from _overspent(seat)
    for seat in position:
        homes = [t for t in seat.picked("village") if position.catalogue[t].kind == "home"]
        for home in homes[1:]:
            yield Doubt(seat.path("village", home), say("doubt-homes"))
    holders = [seat for seat in position if seat.choice("purple") != "none"]
    for seat in holders[1:]:
        yield Doubt(seat.path("purple"), say("doubt-purple"))


def _strange(seat: Seat, catalogue: Catalogue) -> Iterator[Doubt]:
    if 0 < seat.count("loop") < SHORTEST_LOOP:
        yield Doubt(seat.path("loop"), say("doubt-loop", least=SHORTEST_LOOP))
    if seat.count("chain") > MOST_BOATS:
        yield Doubt(seat.path("chain"), say("doubt-chain", most=MOST_BOATS))
    for tile, goods in seat.grid("storage").items():
        if not seat.has("village", tile):
            yield Doubt(seat.path("storage", tile, next(iter(goods))), say("doubt-storage"))
    sides = map(catalogue.__getitem__, seat.picked("summer_boats"))
    for first, second in pairwise(sides):
        if first.facts["number"] == second.facts["number"]:
            yield Doubt(seat.path("summer_boats", second.id), say("doubt-sides"))


def _overspent(seat: Seat) -> Iterator[Doubt]:
    """Decisions that hand out more than the seat has."""
    for tile, goods in seat.grid("release").items():
        lying = seat.grid("storage").get(tile, {})
        for good, number in goods.items():
            if number > lying.get(good, 0):
                yield Doubt(seat.path("release", tile, good), say("doubt-released"))
    used: dict[str, int] = {}
    first: dict[str, str] = {}
    for tile, pieces in seat.grid("use").items():
        for piece, number in pieces.items():
            used[piece] = used.get(piece, 0) + number
            first.setdefault(piece, tile)
    held = loose(seat)
    for piece, number in used.items():
        if number > held.get(piece, 0):
            yield Doubt(seat.path("use", first[piece], piece), say("doubt-overspent"))
