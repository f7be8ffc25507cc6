"""Possible values of what a seat left blank: its coins, and the columns of three movable cards.

The cards are the two doubles of the hero Olwyn and the animal Gullinbursti, which may be put in any
column.
"""

from collections.abc import Iterator
from itertools import chain, combinations

from .army import CLASSES, PlayerArea


def possible_columns(area: PlayerArea) -> Iterator[PlayerArea]:
    """Yields what a player owns, for each column where Olwyn's doubles and Gullinbursti may be.

    Columns that are entered stay. A double that is not entered is in a column or lost.
    """
    seat, (doubles, gullinbursti) = area.seat, area.wild_missing
    own = seat.picked("doubles")
    free = [kind for kind in CLASSES if kind not in own]
    for more in chain.from_iterable(combinations(free, n) for n in range(doubles + 1)):
        there = seat.put(doubles=dict.fromkeys((*own, *more), True))
        for kind in CLASSES if gullinbursti else (seat.choice("gullinbursti"),):
            yield area.having(there.put(gullinbursti=kind))


def _starting(area: PlayerArea) -> list[int]:
    coins = area.catalogue.of_kind("coin")
    return [int(coin.facts["value"]) for coin in coins if "starting" in coin.facts]


def best_coins(area: PlayerArea) -> list[int]:
    """Returns the four best coin values of the game; the fifth coin of a player only exchanges."""
    values = sorted(int(coin.facts["value"]) for coin in area.catalogue.of_kind("coin"))
    return values[1 - len(_starting(area)) :]


def largest_coin(area: PlayerArea) -> tuple[int, int]:
    """Returns the least and the most that a player's largest coin can be, with no coin entered.

    The least assumes that the largest starting coin was not exchanged for a smaller one, which
    seldom happens.
    """
    return max(_starting(area)), max(best_coins(area))


def all_coins(area: PlayerArea) -> tuple[int, int]:
    """Returns the least and the most that a player's coins can add up to while none is entered.

    The least is the sum of the starting coins. Both include the Hunting Master's coin, if owned.
    """
    special = 0
    if area.has("hunting_master") and not area.has("jarnglofi"):
        special = int(area.catalogue["hunting_master_coin"].facts["value"])
    return sum(_starting(area)) + special, sum(best_coins(area)) + special
