"""Calculator for the coins left in the Royal Treasure."""

from fractions import Fraction

from scoring.model.calculator import Answer, Block, FormCells, Row
from scoring.model.cells import CellPath
from scoring.model.completeness import missing
from scoring.model.position import Position
from scoring.text.localised import Text

from ..messages import say
from .coin_form import Money, gone_at


def fill(position: Position, seat: str) -> FormCells:
    return {seat: gone_at(position)}


def answer(form: Position) -> Answer:
    money = Money(form)
    stock = money.stock
    rows = tuple(
        Row(
            form.catalogue.name(f"coin_{value}"),
            say("left-of", n=stock.get(value, 0), all=number),
            entry=f"coin_{value}",
            share=Fraction(stock.get(value, 0), number),
        )
        for value, number in sorted(money.stocked.items(), reverse=True)
    )
    summary = say("treasure-empty")
    if stock:
        summary = say("treasure-left", n=sum(stock.values()), most=max(stock))
    if who := _without_coins(form):
        summary = say("treasure-without", said=summary, who=say.listed(who))
    return Answer(summary, (Block(say("coins-left"), rows),))


def _without_coins(form: Position) -> tuple[Text, ...]:
    """Returns the names of the players who have not entered all their coins."""
    table = form.table_position
    if table is None:
        return ()
    open_ = {CellPath(each.path).holder for each in missing(table) if each.section == "coins"}
    return tuple(table.name(seat.id) for seat in table if seat.id in open_)
