"""Calculator for forging: the faces to buy with the gold at hand, and the sides to replace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.games.dice_forge.sheet_functions import SIDE_IDS
from scoring.games.dice_forge.solvers.forge import Forging, forge
from scoring.loading.rows import SheetFunction
from scoring.model.calculator import Answer, Apply, Block, Row
from scoring.model.cells import CellPath
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.model.validation import Value
from scoring.text import messages

from .. import points
from . import form as asked
from . import telling

say = messages.of(__name__)

SHEET_FUNCTIONS: Mapping[str, SheetFunction] = {"goals": asked.goals}

SECONDS = 1.5
"""Limit of the search in seconds; checking and wording its result takes longer."""

MOST_GOLD, _, _ = points.caps(chests=4)
"""The most gold that the form accepts: the cap of a reserve with four chests."""


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, Any]]:
    own = position.seats[seat]
    players = max(2, len(position.seats))
    table, sold = asked.sanctuary(position)
    cells = {
        "gold": min(own.tally("reserve").get("gold", 0), MOST_GOLD) or None,
        "times": points.blessings_to_come(players, _round(position, players)),
        "sold": sold,
    }
    return {
        "table": table,
        seat: cells | asked.own_dice(own) | asked.opponents(position, seat),
    }


def _round(position: Position, players: int) -> int:
    """Returns the number of the round being played: 1 at set-up, the last at the final count."""
    phases = [phase.id for phase in position.sheet.phases.phases]
    now = position.play.choice("stage")
    return min(max(1, phases.index(now) if now else 1), points.rounds(players))


def answer(form: Position) -> Answer:
    catalogue, seat = form.catalogue, asked.only(form)
    gold, times = seat.count("gold"), seat.count("times")
    if not gold or not times:
        return Answer(say("enter-gold"), cites=("forging", "rounds"))
    weights, dice = asked.weights(seat), asked.dice(catalogue, seat)
    others = asked.others(catalogue, seat)
    found = forge(
        dice, gold, asked.left(form, seat), times, weights, others=others, seconds=SECONDS
    )
    best = found.best
    blocks = [
        Block(
            say("best"),
            tuple(
                Row(step, entry=bought.face.id if bought else "")
                for step, bought in zip(
                    telling.forging(catalogue, best), best.bought or (None,), strict=True
                )
            ),
        )
    ]
    if found.others:
        rows = tuple(
            Row(
                telling.after_another(telling.forging(catalogue, other)),
                asked.change(other.worth),
                telling.costs(best.worth - other.worth),
            )
            for other in found.others
        )
        blocks.append(Block(say("next-best"), rows, folded=True, others=True))
    assumed = (Row(telling.weighed(weights)), Row(say("how-forgings-count")))
    blocks.append(Block(say("how-counted"), assumed, folded=True))
    if best.bought:
        summary = say("forging-worth", worth=asked.change(best.worth), n=times, spent=best.spent)
    else:
        summary = say("keep-the-gold")
    if asked.unnamed(form):
        summary = say("and-mixed-unnamed", said=summary)
    if not best.bought:
        return Answer(summary, tuple(blocks), (), found.proof)
    apply = Apply(say("forge-these"), _forged_cells(seat, best, gold))
    return Answer(summary, tuple(blocks), (apply,), found.proof)


def _forged_cells(seat: Seat, best: Forging, gold: int) -> dict[str, Value | None]:
    """Returns the form's cells that change by a forging: faces of the dice, and the gold left."""
    cells: dict[str, Value | None] = {
        seat.path(asked.DICE[b.die], SIDE_IDS[b.side]): b.face.id for b in best.bought
    }
    return cells | {CellPath.to(seat.id, "reserve", "gold"): max(0, gold - best.spent) or None}
