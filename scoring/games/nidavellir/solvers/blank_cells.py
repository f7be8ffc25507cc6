"""Possible contents of cells that a seat left blank: columns of some cards, and its coins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from .army import CLASSES, PlayerArea


def possible_columns(hold: PlayerArea) -> Iterator[PlayerArea]:
    """Yields the player's area with every possible choice of the columns that are not entered.

    A double that is not entered is in some column, or lost.
    """
    seat, (doubles, gullinbursti) = hold.seat, hold.wild_missing
    own = seat.picked("doubles")
    free = [kind for kind in CLASSES if kind not in own]
    for more in chain.from_iterable(combinations(free, n) for n in range(doubles + 1)):
        there = seat.put(doubles=dict.fromkeys((*own, *more), True))
        for kind in CLASSES if gullinbursti else (seat.choice("gullinbursti"),):
            yield hold.having(there.put(gullinbursti=kind))


def _starting(hold: PlayerArea) -> list[int]:
    coins = hold.catalogue.of_kind("coin")
    return [int(coin.facts["value"]) for coin in coins if "starting" in coin.facts]


def best_coins(hold: PlayerArea) -> list[int]:
    """Returns the values of the largest coins that a player could have besides an exchange coin."""
    values = sorted(int(coin.facts["value"]) for coin in hold.catalogue.of_kind("coin"))
    return values[1 - len(_starting(hold)) :]


def largest_coin(hold: PlayerArea) -> tuple[int, int]:
    """Returns the least and the most that a player's largest coin can be, with no coin entered.

    The least is the largest starting coin: coins seldom shrink.
    """
    return max(_starting(hold)), max(best_coins(hold))


def all_coins(hold: PlayerArea) -> tuple[int, int]:
    """Returns the least and the most that a player's coins can add up to while none is entered."""
    special = 0
    if hold.has("hunting_master") and not hold.has("jarnglofi"):
        special = int(hold.catalogue["hunting_master_coin"].facts["value"])
    return sum(_starting(hold)) + special, sum(best_coins(hold)) + special
