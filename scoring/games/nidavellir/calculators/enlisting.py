"""Calculator for the order in which the players enlist their waiting mercenaries (Thingvellir)."""

from scoring.model.calculator import Answer, Block, FormCells, Row
from scoring.model.position import Position
from scoring.text.localised import EMPTY

from ..messages import say
from ..solvers.army import WAITING
from ..solvers.turn_order_and_gems import first_to_enlist, gem_held, gem_number
from .gems import in_order, placed


def fill(position: Position, seat: str) -> FormCells:
    return {
        each.id: {
            "waiting": list(each.faces("mercenaries").values()).count(WAITING),
            "gem": gem_held(each),
        }
        for each in position
    }


def answer(form: Position) -> Answer:
    waiting = {seat.id: seat.count("waiting") for seat in form}
    gems = {seat.id: gem_number(seat.choice("gem")) for seat in form}
    order = first_to_enlist(waiting, gems)
    if not order:
        return Answer(say("no-mercenary-waits"))
    unsettled = {
        seat
        for seat in order
        for other in order
        if seat != other and waiting[seat] == waiting[other]
        if gems[seat] == gems[other] or not gems[seat] or not gems[other]
    }
    rows = tuple(
        Row(
            placed(form, seat, None if seat in unsettled else place),
            say("count-mercenary", n=waiting[seat]),
            say("gem", n=gems[seat]) if gems[seat] else EMPTY,
        )
        for place, seat in enumerate(order, 1)
    )
    names = in_order(form, order)
    if unsettled:
        said = say("enlist-tie")
    elif len(order) > 1:
        said = say("enlist-order", order=names, first=form.name(order[0]))
    else:
        said = say("enlist-alone", name=names)
    return Answer(said, (Block(say("order"), rows),))
