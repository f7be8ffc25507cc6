"""The giant who raises every coin, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.core import words
from scoring.core.calculator import Answer, Block
from scoring.core.seat import Position

from ..engines import treasure
from ..engines.coins import raise_in_order
from .purse import change_row, coins_apply, gone_at, money_of, purse_of

say = words.of(__name__)

BY = 2
MOST_COINS = 5
CITES = ("hrungnir", "raising_a_coin", "jarika_hrungnir")


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, Any]]:
    held = position.seats[seat]
    own = treasure.changeable(position.catalogue, held.tally("coins"))[:12]
    bids, ordered = held.tally("bids"), []
    for tavern in position.catalogue.of_kind("tavern"):
        bid = bids.get(tavern.id)
        if bid in own:
            own.remove(bid)
            ordered.append(bid)
    order = " ".join(map(str, [*ordered, *own]))
    return {seat: purse_of(held) | gone_at(position) | {"order": order}}


def answer(form: Position) -> Answer:
    money = money_of(form)
    typed = money.seat.script("order").replace(",", " ").replace("、", " ").split()
    read = [int(word) for word in typed if word.isdecimal() and len(word) <= 2]
    if len(read) < len(typed):
        return Answer(say("numbers-please"), cites=CITES)
    coins = [coin for coin in read if 0 < coin <= treasure.LARGEST_COIN][:MOST_COINS]
    if not coins:
        return Answer(say("enter-coins"), cites=CITES)
    changes = raise_in_order(coins, BY, money.stock, jarika=money.jarika)
    rows = tuple(change_row([change]) for change in changes)
    apply = coins_apply(money, changes)
    return Answer(
        say("points-in-all", n=sum(change.gain for change in changes)),
        (Block(say("one-after-the-other"), rows),),
        (apply,) if apply and len(coins) == len(money.own) else (),
        cites=CITES,
    )
