"""Market phase of a round: points that decide ties, what coins are worth, the best purchase."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.model.seat import Seat

from .. import points
from .score_pad import ROUNDS, Pad

HAND, BOOKS = 5, 2
"""``HAND``: cards in a hand. ``BOOKS``: spellbooks that a player may own at once."""
MOST_FAIRIES = 5
"""Fairies of each kind in the box."""


def earned(pad: Pad, seat: Seat, number: int) -> int:
    """Returns a seat's points that decide a tie in coins at the market of round ``number``.

    The table's answer to the rules question ``market_tie`` decides: the points of the round before,
    with the secondary in full or halved, or those of all rounds before. Blanks count as 0.
    """
    reading = pad.position.rulings["market_tie"]
    earned = 0
    for n in ROUNDS[: number - 1]:
        if reading != "all" and n != number - 1:
            continue
        primary, secondary = pad.scored(seat, "primary", n), pad.scored(seat, "secondary", n)
        pink = (secondary.points or 0) if secondary else 0
        if reading == "round_halved":
            pink = pad.halved(pink)
        earned += ((primary.points or 0) if primary else 0) + pink
        earned += pad.race_value if pad.raced(seat, n) else 0
    return earned


def coin_cost(coins: int, spent: int, income: int = 0) -> int:
    """Returns the final points lost by spending ``spent`` coins.

    >>> coin_cost(8, 2), coin_cost(8, 3), coin_cost(8, 2, income=1)
    (0, 1, 1)

    Three coins held at the end score a point. ``coins``: coins at hand before spending.
    ``income``: coins still expected until the end.
    """
    return points.share(coins + income, 3) - points.share(coins - spent + income, 3)


class Purchase(NamedTuple):
    """Cards to buy by their index in the offers, coins spent, gain in twenty-fourths of a point.

    The gain is their worth less the final points that the coins would have scored.
    """

    cards: tuple[int, ...]
    spent: int
    gain: int


def best(
    coins: int,
    offers: Sequence[tuple[int, int]],
    in_hand: int = 0,
    income: int = 0,
    off_card: int = 0,
) -> Purchase:
    """Returns the purchase of one market phase with the highest gain; of equals the cheapest.

    ``offers``: price and worth of each dungeon card on offer; the worth in twenty-fourths of a
        point, as ``average_icon_worth.worth`` gives it.
    ``in_hand``: cards already in the building area; with bought ones at most five are allowed.
    ``income``: coins still expected until the end of the game.
    ``off_card``: coins that a spellbook takes off the price of one card.

    Spent coins count as lost points only where a full three is lost.
    """
    # coins spent and cards -> highest worth, and indices of the cards bought
    ways: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(0, in_hand): (0, ())}
    for n, (price, worth) in enumerate(offers):
        for (spent, cards), (before, bought) in list(ways.items()):
            now = spent + price - (off_card if cards == in_hand else 0), cards + 1
            if now[0] > coins or now[1] > HAND:
                continue
            if now not in ways or ways[now][0] < before + worth:
                ways[now] = (before + worth, (*bought, n))
    purchases = [
        Purchase(cards, spent, worth - 24 * coin_cost(coins, spent, income))
        for (spent, _), (worth, cards) in ways.items()
    ]
    return max(purchases, key=lambda purchase: (purchase.gain, -purchase.spent))
