"""Calculator for tiles on offer: their worth to every seat, and how far the asker may bid."""

from dataclasses import replace

from scoring.model.calculator import Answer, Block, FormCells
from scoring.model.position import Position
from scoring.model.sheet import Sheet, with_fields
from scoring.text.localised import Text

from ..messages import say
from ..solvers.village import Village
from ..solvers.worth_of_one_tile import LaidVillage
from .compare_tile_worth import Table

OPEN = "open"


def fill(position: Position, seat: str) -> FormCells:
    mine, taken = position.seats[seat], {b for each in position for b in each.picked("boats")}
    in_play = (
        boat.id
        for boat in position.catalogue.of_kind("boat")
        if boat.facts["min_players"] <= len(position.seats)
    )
    boats = {"boats": {boat: True for boat in in_play if boat not in taken}}
    if LaidVillage.of(Village(position, mine)):
        return {"table": {"mapped": True}, seat: boats}
    typed = {
        "touches": mine.tally("turn_order"),
        "loop": mine.number("loop"),
        "chain": mine.number("chain"),
    }
    return {seat: boats | typed}


def shape(form: Position) -> Sheet | None:
    """Returns the calculator's form without fields for numbers that the player's map gives.

    Such as the number of tiles on the closed road. ``None`` leaves the form as it is.
    """
    if not form.table.flag("mapped"):
        return None
    counted = (form.sheet.fields[field] for field in ("touches", "loop", "chain"))
    return with_fields(form.sheet, *(replace(field, standalone_only=True) for field in counted))


def answer(form: Position) -> Answer:
    (seat,) = form
    around = form.table_position
    if around is None or seat.id not in around.seats:
        return Answer(say("only-at-a-table"))
    colours = {tile: face.replace(OPEN, "") for tile, face in seat.faces("offered").items()}
    if not colours:
        return Answer(say("enter-offer"))
    table = Table(around, seat.id, seat.tally("touches"), seat.number("loop"), seat.number("chain"))
    mine = around.seats[seat.id]
    owned = {*mine.picked("winter"), *Village(around, mine).turn_order}
    tiles = table.ranked(tile for tile in colours if tile not in owned)
    boats = [] if mine.picked("boats") else table.ranked(seat.picked("boats"))
    if not tiles:
        return Answer(say("all-yours"))
    table.proven((*tiles, *boats))

    def bids(tile: str) -> list[Text]:
        return [table.bids(tile, colours[tile]), *table.beyond(tile, colours[tile])]

    rows = tuple(table.row(tile, bids(tile)) for tile in tiles)
    blocks = [Block(say("bids-and-worth"), rows)]
    if boats:
        blocks.append(Block(say("boats-and-worth"), tuple(map(table.row, boats))))
    blocks += filter(None, (table.together([*tiles, *boats]), table.basis()))
    mapped = all(prices.ground for prices in table.rival_prices.values())
    blocks.append(table.unknown(*([] if mapped else [say("not-known-map")])))
    return Answer(_summary(table, tiles, colours[tiles[0]]), tuple(blocks))


def _summary(table: Table, tiles: list[str], colour: str) -> Text:
    best = tiles[0]
    name, gain = table.position.catalogue.name(best), table.own_prices.gain(best)
    if not gain:
        unsaid = any(map(table.own_prices.unsaid, tiles))
        return say("nothing-known-worth-it" if unsaid else "nothing-worth-it")
    said = "fight-for" if table.late else "fight-for-estimate"
    return say(said, tile=name, n=gain, bids=table.bids(best, colour))
