"""Calculator that finds the legal path worth most through a laid-out dungeon, with its proof.

The player describes the dungeon in a text field of the calculator's own form.
"""

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.cells import CellPath
from scoring.model.position import Position
from scoring.text.localised import EMPTY, Verbatim

from ..checks import unreadable_message
from ..messages import say
from ..solvers import average_icon_worth, dungeon
from ..solvers.score_pad import objectives, of_round, round_now
from . import form_rows
from .route import best_route

SEARCH_SECONDS = 1.5
"""Processor time for the search, in seconds."""
LONGEST_PATH = 200
"""Longest path that the cell of the score pad accepts, in characters."""

STATEMENTS = {
    "passage": "A-B ks",
    "outside": ">-A c",
    "room": "R: Mbo",
    "crossing": "D= o",
    "pit": "A-B P1",
    "stairs": "A-1 U",
}
"""One example of each kind of statement in a dungeon's description, by message id."""


def fill(position: Position, seat: str) -> FormCells:
    player = position.seats[seat]
    number = round_now(position, [player])
    cells = {
        "dungeon": player.script("dungeon"),
        "fairies": player.tally("fairies"),
        "books": {book: True for book in average_icon_worth.BOOK_PAYS if player.has("books", book)},
    }
    if position.table.flag("coop"):  # a mission has no rounds
        return {seat: cells}
    return {seat: cells, "table": objectives(position.table, number)}


def answer(form: Position) -> Answer:
    (seat,) = form
    table, catalogue = form.table, form.catalogue
    if not (typed := seat.script("dungeon")):
        return Answer(say("describe-the-dungeon"), (_statements(),))
    try:
        laid = dungeon.read(typed)
    except dungeon.UnreadableDescription as error:
        return Answer(unreadable_message(error), (_statements(),))
    primary = table.choice("primary") or ""
    route, proof = best_route(catalogue, seat, laid, primary, SEARCH_SECONDS)
    value = Row(say("worth-on-average"), form_rows.tenths(route.value), say("worth-on-average-how"))
    worth = form_rows.of_objectives(catalogue, route.circled, primary, None)
    blocks = (Block(say("the-path"), (value,)), Block(say("all-objectives"), worth, folded=True))
    written: Changes = {seat.path("dungeon"): typed}
    applies = [Apply(say("keep-description"), written)]
    number = table.choice("round")
    if number and len(route.text) <= LONGEST_PATH:
        cell = CellPath.to(seat.id, of_round("path", int(number)))
        label = say("write-round", round=number)
        applies.insert(0, Apply(label, written | {cell: route.text}))
    summary = say("walk-and-escape" if route.escaped else "walk-and-stop", path=route.text)
    return Answer(summary, blocks, tuple(applies), proof)


def _statements() -> Block:
    listed = (
        Row(Verbatim(sign), EMPTY, say(f"statement-{what}")) for what, sign in STATEMENTS.items()
    )
    return Block(say("how-to-write-it"), tuple(listed))
