"""What trading, raising and the pouch make of one's coins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from scoring.core import words
from scoring.core.calculator import Answer, Block
from scoring.core.seat import Position
from scoring.core.text import Text, joined

from ..engines.coins import Change, raise_coin, raise_pouch, trade
from .purse import Money, change_row, coins_apply, gone_at, money_of, pouch_of, purse_of

say = words.of(__name__)

TRADE, POUCH = "trade", "pouch"

RAISES = {"raise_2": 2, "raise_3": 3, "raise_5": 5, "raise_7": 7, "raise_10": 10}
"""Choices of the form that raise one coin, and by how much."""

KHRAD = "raise_10"
"""Khrad alone does not leave the choice of the coin: it is the lowest."""


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, Any]]:
    held = position.seats[seat]
    zolkur = held.has("heroes", "zolkur") and held.flag("zolkur_waits")
    own = purse_of(held) | {"zolkur": zolkur} | gone_at(position)
    pair = pouch_of(position.catalogue, held)
    if pair and pair[0]:
        own |= {"coin_1": pair[0], "coin_2": pair[1]}
    return {seat: own}


def answer(form: Position) -> Answer:
    money = money_of(form)
    what = money.seat.choice("what") or TRADE
    cites = ("trade" if what == TRADE else "raising_a_coin", "royal_treasure")
    found = sorted(_changes(money, what), key=lambda each: -sum(change.gain for change in each))
    if not found:
        return Answer(say("enter-pouch" if what in (TRADE, POUCH) else "enter-coin"), cites=cites)
    said = _said(found[0])
    if len(found) > 1:
        said = say("best-change", said=said)
    applies = (coins_apply(money, changes, trades=what == TRADE) for changes in found)
    return Answer(
        said,
        (Block(say("what-comes"), tuple(map(change_row, found))),),
        tuple(apply for apply in applies if apply),
        cites=cites,
    )


def _changes(money: Money, what: str) -> Iterator[tuple[Change, ...]]:
    """What may be done: with the coins that were typed, else with every choice of the own ones."""
    typed = [n for name in ("coin_1", "coin_2") if (n := money.seat.count(name))]
    if what in RAISES:
        coins = typed[:1] or list(dict.fromkeys(money.own))
        for coin in coins[:1] if what == KHRAD else coins:
            yield (raise_coin(coin, RAISES[what], money.stock, jarika=money.jarika),)
        return
    for pair in _pairs(typed, list(money.own)):
        if what == POUCH:
            yield from _distinct(raise_pouch(pair, money.stock, jarika=money.jarika))
        else:
            zolkur = money.seat.flag("zolkur")
            yield (trade(pair, money.stock, jarika=money.jarika, zolkur=zolkur),)


def _distinct(ways: Iterable[tuple[Change, ...]]) -> Iterator[tuple[Change, ...]]:
    """Of several ways to the same coins the first."""
    seen = set()
    for way in ways:
        result = tuple(sorted((change.given, change.taken or 0) for change in way))
        if result not in seen:
            seen.add(result)
            yield way


def _pairs(typed: list[int], own: list[int]) -> Iterable[tuple[int, int]]:
    if len(typed) == 2:
        return [(typed[0], typed[1])]
    if typed and typed[0] in own:
        own.remove(typed[0])
    if typed:
        return [(typed[0], other) for other in dict.fromkeys(own)]
    return list(dict.fromkeys(combinations(own, 2)))


def _said(changes: Sequence[Change]) -> Text:
    return joined(map(_comes, changes), say("space"))


def _comes(change: Change) -> Text:
    if change.taken is None:
        return say("nothing-comes")
    here = {"given": change.given, "taken": change.taken, "gain": change.gain}
    if change.taken == change.target:
        return say("coin-becomes", **here)
    return say("coin-becomes-other", **here, target=change.target)
