"""A scale: who has how many coins, and one tap to put them all together."""

from collections.abc import Mapping
from fractions import Fraction

from scoring.model.calculator import Answer, Apply, Block, Row
from scoring.model.position import Position
from scoring.text import messages
from scoring.text.localised import number

say = messages.of(__name__)

PURSE = 60


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, int]]:
    return {each.id: {"coins": each.count("coins")} for each in position}


def answer(form: Position) -> Answer:
    held = {seat.id: seat.count("coins") for seat in form}
    every = sum(held.values())
    rows = tuple(
        Row(form.name(seat), number(n), share=Fraction(n, every) if every else None)
        for seat, n in held.items()
    )
    first, *others = form
    together: dict[str, int | None] = {seat.path("coins"): None for seat in others}
    all_to_one = Apply(
        say("all-to-one"),
        together | {first.path("coins"): every or None},
    )
    applies = (all_to_one,) if every <= PURSE else ()
    said = say("coins-in-all", coins=say("count-coin", n=every))
    return Answer(said, (Block(say("purses"), rows),), applies)
