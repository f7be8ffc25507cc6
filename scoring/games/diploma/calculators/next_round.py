"""Calculator for the change of rounds: next round and round player, barriers counted down."""

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.cells import CellPath
from scoring.model.position import Position
from scoring.text.localised import number

from ..messages import say
from ..solvers import rules_of_play

ROUND = ("production", "placement", "scoring", "handover")
"""IDs of the phases that every round repeats, in order."""

LAST = 98
"""Highest round number that this form accepts, as the table's cell accepts one more."""


def fill(position: Position, seat: str) -> FormCells:
    seats = {each.id: each.entries("barrier") for each in position}
    about = {
        "round": min(position.table.count("round"), LAST),
        "first": position.play.choice("first"),
    }
    return seats | {"table": about}


def answer(form: Position) -> Answer:
    following = (form.table.count("round") or 1) + 1
    first = form.table.choice("first")
    cells: Changes = {
        CellPath.to("table", "round"): following,
        CellPath.to("play", "stage"): ROUND[0],
        CellPath.to("table", "judgement"): None,
    }
    summary = say("next-round", n=following)
    if first in form.seats:
        player = form.clockwise(first)[1 % len(form.seats)]
        cells[CellPath.to("play", "first")] = player
        summary = say("next-round-by", n=following, who=form.name(player))
    from .. import GAME  # defined only after this module is imported

    rows = []
    for seat in form:
        if face := seat.choice("barrier"):
            left = max(0, rules_of_play.BARRIER_LEFT[face] - 1)
            cells[seat.path("barrier")] = rules_of_play.BARRIER_FACE[left]
            value = number(left) if left else say("barrier-spent")
            rows.append(Row(form.name(seat.id), value, entry="barrier_countdown"))
    for phase in GAME.sheet.phases.phases:
        if phase.id in ROUND:
            cells |= {CellPath.to("play", "done", phase.id, s.id): None for s in phase.steps}
    blocks = (Block(say("barriers"), tuple(rows)),) if rows else ()
    apply = Apply(say("begin-round", n=following), cells)
    return Answer(summary, blocks, (apply,))
