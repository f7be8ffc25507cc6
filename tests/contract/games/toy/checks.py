"""Doubts about an orchard keeper's sheet."""

from collections.abc import Iterator

from scoring.model.errors_and_warnings import Doubt
from scoring.model.position import Position
from scoring.text import messages

say = messages.of(__name__)


def doubts(position: Position) -> Iterator[Doubt]:
    for seat in position:
        for fruit in position.catalogue.of_kind("fruit"):
            given = seat.grid("use")
            used = sum(basket.get(fruit.id, 0) for basket in given.values())
            if used > seat.tally("fruit").get(fruit.id, 0):
                basket = next(id_ for id_, held in given.items() if fruit.id in held)
                yield Doubt(seat.path("use", basket, fruit.id), say("doubt-overspent"))
