"""Calculator for the valkyries: the step that each has reached and the points of her track."""

from fractions import Fraction

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.position import Position
from scoring.text.localised import number

from ..messages import say
from ..solvers.army import step_of, track


def fill(position: Position, seat: str) -> FormCells:
    return {seat: {"valkyries": position.seats[seat].faces("valkyries")}}


def answer(form: Position) -> Answer:
    (seat,) = form
    faces = seat.faces("valkyries")
    if not faces:
        return Answer(say("choose-valkyries"))
    rows, applies, every = [], [], 0
    for id_ in seat.picked("valkyries"):
        valkyrie = form.catalogue[id_]
        pays = track(valkyrie)
        last = len(pays) - 1
        step = min(step_of(faces[id_]), last)
        every += pays[step]
        how = say("end-of-track")
        if step < last:
            how = say("next-step", n=pays[step + 1])
            cells: Changes = {seat.path("valkyries", id_): f"step_{step + 1}"}
            applies.append(Apply(say("one-step", name=valkyrie.name), cells))
        share = Fraction(step, last)
        rows.append(Row(valkyrie.name, number(pays[step]), how, id_, share=share))
    said = say("valkyries-pay", n=every)
    return Answer(said, (Block(say("tracks"), tuple(rows)),), tuple(applies))
