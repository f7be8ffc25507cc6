"""Calculator for magic: cards that may be used at the chosen moment of a round, in order."""

from collections.abc import Iterator, Sequence

from scoring.model.calculator import Answer, Apply, Block, FormCells, Row
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import joined

from ..messages import say
from ..solvers import rules_of_play
from .seat_mana_and_tools import mana_of


def fill(position: Position, seat: str) -> FormCells:
    catalogue = position.catalogue
    seats = {
        each.id: each.entries("magic_1", "magic_2") | mana_of(each, catalogue) for each in position
    }
    return seats | {"table": {"first": position.play.choice("first")}}


def answer(form: Position) -> Answer:
    catalogue, window = form.catalogue, form.table.choice("window")
    laid = {seat.id: _laid(seat) for seat in form}
    if not any(laid.values()):
        return Answer(say("enter-magic"))
    mana = {seat.id: seat.count("mana") for seat in form}
    order = form.clockwise(form.table.choice("first"))
    rabbit = form.table.flag("rabbit_used")
    blocks: list[Block] = []
    now: list[tuple[str, str]] = []
    for moment in [window] if window else [e.id for e in catalogue.of_kind("window")]:
        found = rules_of_play.next_magic(catalogue, moment, laid, mana, order, rabbit)
        now += found
        rows = [
            Row(catalogue.name(spell), form.name(seat), say("mana", n=mana[seat]), entry=spell)
            for seat, spell in found
        ]
        rows += _not_now(form, moment, found)
        blocks.append(Block(catalogue.name(moment), tuple(rows) or (Row(say("nothing")),)))
    said = say("no-magic-now")
    if now:
        who = (say("who", who=form.name(s), what=catalogue.name(m)) for s, m in now)
        said = joined(who, say("then"))
    applies = tuple(_cast(form, now)) if window else ()
    return Answer(said, tuple(blocks), applies)


def _laid(seat: Seat) -> list[str]:
    return [magic for slot in ("magic_1", "magic_2") if (magic := seat.choice(slot))]


def _not_now(form: Position, moment: str, reasons: Sequence[tuple[str, str]]) -> Iterator[Row]:
    """Yields a row for each magic card of one moment of a round that a seat cannot use, and why.

    ``moment``: id of the moment. ``reasons``: (seat id, card id) of cards that can be used, which
    get no row.
    """
    for seat in form:
        for spell in dict.fromkeys(_laid(seat)):
            facts = form.catalogue[spell].facts
            if facts["window"] == moment and (seat.id, spell) not in reasons:
                enough = seat.count("mana") >= facts["mana"]
                why = say("not-after-rabbit-start" if enough else "no-mana")
                label = say("in-brackets", what=form.catalogue.name(spell))
                yield Row(label, form.name(seat.id), why, spell)


def _cast(form: Position, now: Sequence[tuple[str, str]]) -> Iterator[Apply]:
    for seat_id, spell in dict.fromkeys(now):
        seat = form.seats[seat_id]
        left = seat.count("mana") - int(form.catalogue[spell].facts["mana"])
        label = say("uses-magic", who=form.name(seat_id), magic=form.catalogue.name(spell))
        yield Apply(label, {seat.path("mana"): left or None})
