"""Calculator for forging: the faces to buy with the gold at hand, and the sides to replace."""

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.cells import CellPath
from scoring.model.position import Position

from .. import points
from ..messages import say
from ..sheet_functions import DICE, SIDE_IDS
from ..solvers.forge import forge
from . import form_reader, result_texts

SECONDS = 1.5
"""Limit of the search in seconds; checking and wording its result takes longer."""

MOST_GOLD, _, _ = points.caps(chests=4)
"""The most gold that the form accepts: the cap of a reserve with four chests."""


def fill(position: Position, seat: str) -> FormCells:
    player = position.seats[seat]
    players = max(2, len(position.seats))
    phases, now = [each.id for each in position.sheet.phases.phases], position.play.choice("stage")
    # 1 at set-up, the last round at the final count
    number = min(max(1, phases.index(now) if now else 1), points.rounds(players))
    table, sold = form_reader.sanctuary(position)
    cells = {
        "gold": min(player.tally("reserve").get("gold", 0), MOST_GOLD) or None,
        "times": points.blessings_to_come(players, number),
        "sold": sold,
    }
    return {
        "table": table,
        seat: cells | player.entries(*DICE) | form_reader.opponents(position, seat),
    }


def answer(form: Position) -> Answer:
    catalogue, (seat,) = form.catalogue, form
    gold, times = seat.count("gold"), seat.count("times")
    if not gold or not times:
        return Answer(say("enter-gold"), cites=("forging", "rounds"))
    weights, dice = form_reader.weights(seat), form_reader.dice(catalogue, seat)
    others = form_reader.others(catalogue, seat)
    forgings = forge(
        dice, gold, form_reader.left(form, seat), times, weights, others=others, seconds=SECONDS
    )
    best = forgings.best
    steps = zip(result_texts.forging(catalogue, best), best.bought or (None,), strict=True)
    rows = tuple(Row(step, entry=bought.face.id if bought else "") for step, bought in steps)
    blocks = [Block(say("best"), rows)]
    blocks += result_texts.others(
        "next-best",
        (
            (
                result_texts.forging(catalogue, other),
                result_texts.change(other.worth),
                result_texts.costs(best.worth - other.worth),
            )
            for other in forgings.others
        ),
    )
    if form_reader.unnamed(form):
        blocks.append(Block(say("left-out"), (Row(say("mixed-unnamed")),)))
    blocks.append(result_texts.counting([result_texts.weighed(weights), say("how-forgings-count")]))
    if best.bought:
        summary = say(
            "forging-worth", worth=result_texts.change(best.worth), n=times, spent=best.spent
        )
    else:
        summary = say("keep-the-gold")
    if not best.bought:
        return Answer(summary, tuple(blocks), (), forgings.proof)
    cells: Changes = {seat.path(DICE[b.die], SIDE_IDS[b.side]): b.face.id for b in best.bought}
    cells[CellPath.to(seat.id, "reserve", "gold")] = max(0, gold - best.spent) or None
    apply = Apply(say("forge-these"), cells)
    return Answer(summary, tuple(blocks), (apply,), forgings.proof)
