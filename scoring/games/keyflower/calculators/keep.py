"""Calculator for the winter tiles dealt to a player: their worth to each seat's present village."""

from scoring.model.calculator import Answer, Block, FormCells
from scoring.model.position import Position
from scoring.text.localised import Text, joined

from ..messages import say
from .compare_tile_worth import Table


def fill(position: Position, seat: str) -> FormCells:
    return {seat: {}}


def answer(form: Position) -> Answer:
    (seat,) = form
    around = form.table_position
    if around is None or seat.id not in around.seats:
        return Answer(say("only-at-a-table"))
    dealt = list(seat.picked("dealt"))
    if not dealt:
        return Answer(say("enter-dealt"))
    table = Table(around, seat.id, {})
    tiles = table.ranked(dealt)
    table.proven(tiles)
    blocks = [Block(say("dealt-and-worth"), tuple(map(table.row, tiles)))]
    blocks += filter(None, (table.together(tiles), table.basis()))
    blocks.append(table.unknown(say("not-known-offer")))
    return Answer(_summary(table, tiles), tuple(blocks))


def _summary(table: Table, tiles: list[str]) -> Text:
    """Returns a sentence that names the winter tile that adds most to the asking seat's score.

    ``table``: all seats, and the points that tiles add. ``tiles``: ids of the winter tiles dealt.
    """
    best = tiles[0]
    name, gain = table.position.catalogue.name, table.own_prices.gain(best)
    if not gain:
        return say("none-of-use")
    most, seats = table.most(best)
    if most < gain:
        return say("offer-this", tile=name(best), n=gain)
    who = say.listed(map(table.position.name, seats))
    if most == gain:
        return say("offer-but", tile=name(best), n=gain, who=who)
    said = say("offer-helps-more", tile=name(best), n=gain, who=who, most=most)
    comparable = (
        t for t in tiles if all(table.worth(each, t) is not None for each in table.rival_prices)
    )
    ahead = [t for t in comparable if table.own_prices.gain(t) > max(0, table.most(t)[0])]
    if not ahead:
        return said
    other = max(ahead, key=lambda tile: table.own_prices.gain(tile) - table.most(tile)[0])
    lead = say(
        "offer-leads", tile=name(other), n=table.own_prices.gain(other), most=table.most(other)[0]
    )
    return joined((said, lead), say("between-sentences"))
