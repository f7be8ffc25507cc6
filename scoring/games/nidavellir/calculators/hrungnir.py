"""Calculator for the giant Hrungnir, who raises all of a player's coins by 2, one after the other.

With the hero Uline the player orders the coins in hand freely: all orders are tried.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

from scoring.model.calculator import Answer, Block, FormCells
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.solving import deadline
from scoring.text.localised import Text

from ..messages import say
from ..solvers import treasure
from ..solvers.coin_rules import STARTING, Change, raise_in_order
from .coin_form import Money, gone_at, purse_of

BY = 2
MOST_COINS = len(STARTING)


def fill(position: Position, seat: str) -> FormCells:
    player = position.seats[seat]
    coins = treasure.changeable(position.catalogue, player.tally("coins"))[:12]
    bids, ordered = player.tally("bids"), []
    for tavern in position.catalogue.of_kind("tavern"):
        bid = bids.get(tavern.id)
        if bid in coins:
            coins.remove(bid)
            ordered.append(bid)
    order = " ".join(map(str, [*ordered, *coins]))
    uline = player.has("heroes", "uline")
    return {seat: purse_of(player) | gone_at(position) | {"order": order, "uline": uline}}


def answer(form: Position) -> Answer:
    money = Money(form)
    coins, problem = _read(money)
    if problem:
        return Answer(problem)
    best, *others = money.best_first(_ways(money, coins))
    summary = say("points-in-all", n=money.worth(best))
    rows = tuple(money.row([change]) for change in best)
    blocks = [Block(say("one-after-the-other"), rows)]
    if others:
        summary = say("best-order", said=summary)
        rows = tuple(money.row(way, best) for way in others)
        blocks.append(Block(say("other-orders"), rows, folded=True, others=True))
    apply = money.apply(best)
    applies = (apply,) if apply and len(coins) == len(money.changeable) else ()
    return Answer(money.so_far(summary), tuple(blocks), applies)


def _read(money: Money) -> tuple[list[int], Text | None]:
    """Returns the coin values typed into the form, and an error message or ``None``."""
    typed = money.seat.script("order").replace(",", " ").replace("、", " ").split()
    if not all(word.isdecimal() and len(word) <= 3 for word in typed):
        return [], say("numbers-please")
    coins = [coin for word in typed if (coin := int(word))]
    there = {money.value(coin.id) for coin in money.form.catalogue.of_kind("coin")}
    if strange := [coin for coin in coins if coin not in there]:
        return [], say("no-such-coin", n=strange[0])
    if len(coins) > MOST_COINS:
        return [], say("too-many-coins", n=MOST_COINS)
    return coins, None if coins else say("enter-coins")


def _ways(money: Money, coins: Sequence[int]) -> Iterator[tuple[Change, ...]]:
    """Yields for each allowed order of ``coins`` the raises of all of them, in that order.

    ``coins``: values in the order typed. Only the given order is allowed, but with the hero Uline
    coins in hand may come in any. ``money``: the seat's coins and the treasure, by the form.
    """
    fixed = _on_taverns(money.seat, money.form, coins) if money.seat.flag("uline") else len(coins)
    stock = money.beside(coins)
    for rest in dict.fromkeys(permutations(coins[fixed:])):
        deadline.check()
        order = [*coins[:fixed], *rest]
        yield tuple(raise_in_order(order, BY, stock, jarika=money.jarika))


def _on_taverns(seat: Seat, form: Position, coins: Sequence[int]) -> int:
    """Returns how many of the first ``coins`` lie at taverns as bids, so keep their order.

    ``coins``: values in the order typed. The form's bids tell which lie at taverns.
    """
    bids, laid = seat.tally("bids"), 0
    for tavern in form.catalogue.of_kind("tavern"):
        if laid < len(coins) and bids.get(tavern.id) == coins[laid]:
            laid += 1
    return laid
