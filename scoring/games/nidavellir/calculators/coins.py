"""Calculator for trading two coins, raising one coin and raising the two coins in the pouch."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from scoring.model.calculator import Answer, Block, FormCells
from scoring.model.position import Position
from scoring.solving import deadline
from scoring.text.localised import Text, joined

from ..messages import say
from ..solvers.coin_rules import Change, raise_coin, raise_pouch, trade
from .coin_form import Money, gone_at, purse_of

TRADE, POUCH = "trade", "pouch"

RAISES = {"raise_2": 2, "raise_3": 3, "raise_5": 5, "raise_7": 7, "raise_10": 10}
"""Options of the form's field ``what`` that raise one coin, each with the amount of the raise."""

KHRAD = "raise_10"
"""Option for the hero Khrad, who always raises the player's lowest coin: there is no choice."""

BESIDE_EXCHANGE = 5
"""Amount by which the animal Vidofnir & Vedrfölnir raises a pouch coin beside an exchange coin."""


def fill(position: Position, seat: str) -> FormCells:
    player = position.seats[seat]
    zolkur = player.has("heroes", "zolkur") and player.flag("zolkur_waits")
    return {seat: purse_of(player) | {"zolkur": zolkur} | gone_at(position)}


def answer(form: Position) -> Answer:
    money = Money(form)
    what = money.seat.choice("what") or TRADE
    cites = ("trade" if what == TRADE else "raising_a_coin", "royal_treasure")
    ways = money.best_first(_changes(money, what))
    if not ways:
        return Answer(_lacking(money, what), cites=cites)
    best, *others = ways
    summary = joined(map(_comes, best), say("space"))
    blocks = [Block(say("what-comes"), (money.row(best),))]
    if others:
        summary = say("best-change", said=summary)
        rows = tuple(money.row(changes, best) for changes in others)
        blocks.append(Block(say("other-choices"), rows, others=True))
    if what == KHRAD or len(money.chosen) < (1 if what in RAISES else 2):
        summary = money.so_far(summary)
    applies = (money.apply(changes, trades=what == TRADE) for changes in ways)
    return Answer(summary, tuple(blocks), tuple(filter(None, applies)), cites=cites)


def _changes(money: Money, what: str) -> Iterator[tuple[Change, ...]]:
    """Yields every way to change coins, each as one change or two in order.

    ``what``: ``TRADE``, ``POUCH`` (raise both coins in the pouch) or a raise, a key of ``RAISES``.
    ``money``: the seat's coins and the treasure, by the form.
    """
    stock = money.beside(map(money.value, money.chosen))
    if what in RAISES:
        coins = money.values(_raised(money, what))
        for coin in sorted(coins)[:1] if what == KHRAD else coins:
            yield (raise_coin(coin, RAISES[what], stock, jarika=money.jarika),)
        return
    if what == TRADE and money.no_exchange:
        return
    for pair in dict.fromkeys(_pairs(money, what)):
        deadline.check()
        exchange = [coin for coin in pair if money.exchanges(coin)]
        first, second = map(money.value, pair)
        if not exchange and what == TRADE:
            zolkur = money.seat.flag("zolkur")
            yield (trade((first, second), stock, jarika=money.jarika, zolkur=zolkur),)
        elif not exchange:
            yield from raise_pouch((first, second), stock, jarika=money.jarika)
        elif what == POUCH and len(exchange) == 1:
            other = second if pair[0] in exchange else first
            yield (raise_coin(other, BESIDE_EXCHANGE, stock, jarika=money.jarika),)


def _raised(money: Money, what: str) -> Sequence[str]:
    """Returns the ids of the coins to try to raise: those chosen in the form, else all of them.

    ``what``: the raise, a key of ``RAISES``. The hero Khrad raises the lowest coin, so for that
    raise the chosen coins do not matter, unless no other coins are entered. ``money``: the seat's
    coins and the treasure, by the form.
    """
    if what == KHRAD:
        return money.coins or money.chosen
    return money.chosen or money.coins


def _pairs(money: Money, what: str) -> Iterator[tuple[str, str]]:
    """Yields pairs of coin ids that may lie in the pouch (or be in hand, with the hero Uline).

    They are the coins chosen in the form, else pairs of those not bid. ``what``: ``TRADE`` or
    ``POUCH`` (raise both).
    ``money``: the seat's coins and the treasure, by the form.
    """
    if len(money.chosen) == 2:
        yield money.chosen[0], money.chosen[1]
        return
    for hand in money.hands():
        coins = list(hand)
        # to trade, the exchange coin must be bid: hands that still hold one are impossible
        if what == TRADE and money.all_bid and any(map(money.exchanges, coins)):
            continue
        if not money.chosen:
            yield from combinations(coins, 2)
            continue
        (chosen,) = money.chosen
        if chosen in coins:
            coins.remove(chosen)
        yield from ((chosen, other) for other in coins)


def _lacking(money: Money, what: str) -> Text:
    """Returns the message that explains why no change of coins is possible.

    ``what``: ``TRADE``, ``POUCH`` (raise both coins in the pouch) or a raise, a key of ``RAISES``.
    ``money``: the seat's coins and the treasure, by the form.
    """
    if what in RAISES:
        return say("enter-coin")
    if what == TRADE and any(map(money.exchanges, money.chosen)):
        return say("exchange-stays")
    if what == TRADE and money.coins:
        if money.no_exchange:
            return say("no-exchange-coin")
        if money.all_bid:
            return say("exchange-in-pouch")
    return say("enter-pouch")


def _comes(change: Change) -> Text:
    if change.taken is None:
        return say("nothing-comes")
    here = {"given": change.given, "taken": change.taken, "gain": change.gain}
    if change.taken == change.target:
        return say("coin-becomes", **here)
    return say("coin-becomes-other", **here, target=change.target)
