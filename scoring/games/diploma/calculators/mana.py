"""Calculator for mana: what a seat holds after a gain, up to its limit, and after spending."""

from scoring.model.calculator import Answer, Apply, Block, FormCells, Row
from scoring.model.position import Position
from scoring.text.localised import number

from ..messages import say
from ..solvers import rules_of_play


def fill(position: Position, seat: str) -> FormCells:
    own = position.seats[seat]
    aptitude = own.choice("title") == "mages_aptitude"
    return {seat: {"mana": own.count("mana"), "aptitude": aptitude}}


def answer(form: Position) -> Answer:
    (seat,) = form
    title = "mages_aptitude" if seat.flag("aptitude") else None
    limit = rules_of_play.mana_limit(form.catalogue, title)
    mana, gain, spend = (seat.count(field) for field in ("mana", "gain", "spend"))
    after = min(mana + gain, limit)
    if spend > after:
        return Answer(say("not-enough-mana", n=after))
    left, lost = after - spend, mana + gain - after
    summary = say("mana-of", n=left, most=limit)
    if lost:
        summary = say("mana-of-lost", n=left, most=limit, lost=lost)
    thrown_out = number(left // rules_of_play.DISCARD_MANA)
    rows = (
        Row(say("uses-of-magic"), number(left), entry="magic_card"),
        Row(say("or-tools-out"), thrown_out, say("in-placement"), "tool_discard"),
        Row(say("room-for-more"), number(max(0, limit - left)), entry="mana"),
    )
    apply = Apply(say("write-mana", n=left), {seat.path("mana"): left or None})
    return Answer(summary, (Block(form.catalogue.name("mana"), rows),), (apply,))
