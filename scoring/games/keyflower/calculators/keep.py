"""What the winter tiles that were dealt to a player are worth to the villages as they stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.core import words
from scoring.core.calculator import Answer, Block
from scoring.core.seat import Position
from scoring.core.text import Text

from .comparing import Table

say = words.of(__name__)

CITES = ("winter_season",)


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, Any]]:
    return {seat: {}}


def answer(form: Position) -> Answer:
    (seat,) = form
    around = form.around
    if around is None or seat.id not in around.seats:
        return Answer(say("only-at-a-table"), cites=CITES)
    dealt = list(seat.picked("dealt"))
    if not dealt:
        return Answer(say("enter-dealt"), cites=CITES)
    table = Table(around, seat.id, {})
    tiles = table.ranked(dealt)
    table.proven(tiles)
    blocks = [Block(say("dealt-and-worth"), tuple(map(table.row, tiles)))]
    if pairs := table.together(tiles):
        blocks.append(pairs)
    blocks.append(table.unknown(say("not-known-offer")))
    return Answer(_said(table, tiles[0]), tuple(blocks), cites=CITES)


def _said(table: Table, best: str) -> Text:
    name, gain = table.position.catalogue.name(best), table.own.gain(best)
    if not gain:
        return say("none-of-use")
    ahead = [seat for seat, prices in table.shown.items() if prices.gain(best) >= gain]
    if ahead:
        who = say.listed(map(table.position.name, ahead))
        return say("offer-but", tile=name, n=gain, who=who)
    return say("offer-this", tile=name, n=gain)
