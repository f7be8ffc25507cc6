"""Calculator that finds the legal path worth most through a typed dungeon, and proves it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from scoring.games.map_masters.sheet_functions import SHEET_FUNCTIONS as SHEET_FUNCTIONS
from scoring.games.map_masters.solvers import dungeon, icon_values
from scoring.games.map_masters.solvers.pad import of_round, round_now
from scoring.model.calculator import Answer, Apply, Block, Row
from scoring.model.cells import CellPath
from scoring.model.plan import Proof
from scoring.model.position import Position
from scoring.model.validation import Value
from scoring.text import messages
from scoring.text.localised import EMPTY, Verbatim

from ..doubts import unreadable_message
from . import rows

say = messages.of(__name__)

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


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, Any]]:
    own = position.seats[seat]
    number = round_now(position, [own])
    cells = {
        "dungeon": own.script("dungeon"),
        "fairies": own.tally("fairies"),
        "books": {book: True for book in icon_values.BOOK_PAYS if own.has("books", book)},
    }
    if position.table.flag("coop"):  # a mission has no rounds
        return {seat: cells}
    primary = position.table.choice(of_round("primary_objective", number))
    return {seat: cells, "table": {"round": str(number), "primary": primary}}


def answer(form: Position) -> Answer:
    (seat,) = form
    table, catalogue = form.table, form.catalogue
    cites = ("building", "corridor_once", "no_crossing")
    if not (typed := seat.script("dungeon")):
        return Answer(say("describe-the-dungeon"), (_statements(),), cites=cites)
    try:
        laid = dungeon.read(typed)
    except dungeon.UnreadableDescription as error:
        return Answer(unreadable_message(error), (_statements(),), cites=cites)
    primary = table.choice("primary") or ""
    fairies = {
        str(catalogue[fairy].facts["stands_in"]): n for fairy, n in seat.tally("fairies").items()
    }
    books = {icon_values.BOOK_PAYS[book]: 1 for book in seat.picked("books")}
    values, tick = icon_values.values(catalogue, primary), icon_values.WHOLE * icon_values.TICK
    found = dungeon.search(laid, values, tick, fairies, books, SEARCH_SECONDS)
    worth, bound = (Fraction(n, icon_values.WHOLE) for n in (found.value, found.bound))
    proof = Proof.of("exhaustive", worth, bound, found.seconds)
    value = Row(say("worth-on-average"), rows.tenths(found.value), say("worth-on-average-how"))
    objectives = rows.of_objectives(catalogue, found.circled, primary, None)
    blocks = (
        Block(say("the-path"), (value,)),
        Block(say("all-objectives"), objectives, folded=True),
    )
    written: dict[str, Value | None] = {seat.path("dungeon"): typed}
    applies = [Apply(say("keep-description"), written)]
    number = table.choice("round")
    if number and len(found.text) <= LONGEST_PATH:
        cell = CellPath.to(seat.id, of_round("path", int(number)))
        label = say("write-round", round=number)
        applies.insert(0, Apply(label, written | {cell: found.text}))
    said = say("walk-and-escape" if found.escaped else "walk-and-stop", path=found.text)
    return Answer(said, blocks, tuple(applies), proof, cites)


def _statements() -> Block:
    listed = (
        Row(Verbatim(sign), EMPTY, say(f"statement-{what}")) for what, sign in STATEMENTS.items()
    )
    return Block(say("how-to-write-it"), tuple(listed))
