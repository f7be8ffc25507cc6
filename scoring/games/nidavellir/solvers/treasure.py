"""The Royal Treasure at the start of a game and now, and a seat's coins that may be exchanged."""

from collections.abc import Mapping

from scoring.model.catalogue import Catalogue
from scoring.model.plan import Rulings
from scoring.model.position import Position
from scoring.model.seat import Seat

from .army import areas, moved
from .coin_rules import Change, treasure_left

MOST_ALIKE = 9
"""Limit on equal coins of a seat: more than the box has, and few enough to try fast."""


def stocked(catalogue: Catalogue, seats: int, rulings: Rulings) -> dict[int, int]:
    """Returns the treasure at the start of a game with ``seats`` players: coin value to count.

    ``rulings``: the table's. With two or three players it holds fewer; the table's answer to the
    rules question ``treasure_for_few`` decides how many of some coins.
    """
    few = seats in (2, 3)
    stock = {}
    for coin in catalogue.of_kind("coin"):
        if "many_players" in coin.facts:
            number = int(coin.facts["few_players" if few else "many_players"])
            if few and coin.facts["many_players"] == 3 and rulings["treasure_for_few"] == "two":
                number = 2
            stock[int(coin.facts["value"])] = number
    return stock


def left(position: Position) -> dict[int, int]:
    """Returns the coins left in the treasure, without those on the sheets: value to count."""
    stock = stocked(position.catalogue, len(position.seats), position.rulings)
    return treasure_left(stock, [area.coins for area in areas(position).values()])


def changeable(catalogue: Catalogue, coins: Mapping[str, int]) -> list[int]:
    """Returns the values of coins that may be traded or raised, smallest first.

    ``coins``: a seat's coins, coin id to number. Exchange coins are left out.
    """
    return sorted(
        int(catalogue[coin].facts["value"])
        for coin, number in coins.items()
        if "exchange" not in catalogue[coin].facts
        for _ in range(min(number, MOST_ALIKE))
    )


def exchanged(change: Change, seat: Seat, catalogue: Catalogue) -> Seat:
    """Returns the seat's cells after the exchange of one coin for another.

    The valkyrie Svafa, if owned, moves a step for each point above the target of the exchange.
    """
    if change.taken is None:
        return seat
    purse = dict(seat.tally("coins"))
    given, taken = f"coin_{change.given}", f"coin_{change.taken}"
    purse[given] -= 1
    purse[taken] = purse.get(taken, 0) + 1
    seat = seat.put(coins={coin: n for coin, n in purse.items() if n})
    return moved(seat, catalogue["svafa"], change.excess)
