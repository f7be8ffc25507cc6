"""Calculator for barriers: the rounds in which each takes effect, and its counter's number."""

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.cells import CellPath
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import joined, number

from ..messages import say
from ..solvers.rules_of_play import BARRIER_FACE, BARRIER_ROUNDS


def fill(position: Position, seat: str) -> FormCells:
    seats = {
        each.id: {"laid": each.count("barrier_laid"), "still": each.flag("barrier_still")}
        for each in position
    }
    return {**seats, "table": {"round": position.table.count("round")}}


def answer(form: Position) -> Answer:
    now, laid = form.table.count("round"), [seat for seat in form if seat.count("laid")]
    if not now or not laid:
        return Answer(say("enter-rounds"))
    rows = tuple(_row(form, seat, now) for seat in laid)
    bound = [form.name(seat.id) for seat in laid if now in _felt(seat)]
    summary = say("felt-by-nobody", n=now)
    if bound:
        summary = say("felt-by", n=now, who=say.listed(bound))
    cells: Changes = {}
    for seat in laid:
        cells[CellPath.to(seat.id, "barrier")] = BARRIER_FACE[_left(seat, now)]
        cells[CellPath.to(seat.id, "barrier_laid")] = seat.count("laid")
        cells[CellPath.to(seat.id, "barrier_still")] = seat.flag("still") or None
    cells[form.table.path("round")] = now
    apply = Apply(say("write-counters"), cells)
    return Answer(summary, (Block(say("counters"), rows),), (apply,))


def _felt(seat: Seat) -> range:
    """Returns the numbers of the rounds in which a seat's barrier takes effect.

    If the player had yet to act when it was laid, the round of laying is one of them. The counter
    falls at each change of rounds, whether or not anybody was affected. Source: card page,
    barriers.
    """
    laid = seat.count("laid")
    return range(laid + (not seat.flag("still")), laid + BARRIER_ROUNDS)


def _left(seat: Seat, now: int) -> int:
    """Returns the number on the counter of a seat's barrier in round ``now``; 0 if it is spent."""
    return max(0, BARRIER_ROUNDS - max(0, now - seat.count("laid")))


def _row(form: Position, seat: Seat, now: int) -> Row:
    left = _left(seat, now)
    how = say("felt-in", rounds=joined(map(number, _felt(seat)), say("between-rounds")))
    if seat.count("laid") > now:
        how = say("laid-later")
    value = say("barrier-left", n=left) if left else say("barrier-spent")
    return Row(form.name(seat.id), value, how, "barrier_countdown")
