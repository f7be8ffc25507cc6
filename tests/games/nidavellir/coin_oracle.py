"""Coins that change in Nidavellir, counted from the box and the rules for every search of a test.

The box is read from the data files; nothing is shared with the engines.
"""

import tomllib
from pathlib import Path

DATA = Path(__file__).parents[3] / "scoring" / "games" / "nidavellir" / "data"
COINS = {
    entry["id"]: entry["facts"]
    for entry in tomllib.loads((DATA / "coins.toml").read_text("utf-8"))["entry"]
    if entry["kind"] == "coin"
}


def printed(few, *, two=False):
    """The treasure of a new game, by value; ``two`` of the coins that few players may double."""
    found = {}
    for facts in COINS.values():
        if "many_players" in facts:
            found[facts["value"]] = facts["few_players" if few else "many_players"]
    return found | (dict.fromkeys((7, 9, 11), 2) if few and two else {})


def treasure(seats):
    """The treasure that is left beside these purses, where the first 5 is from the start.

    Purses drawn at random may hold more of a coin than there is: then none is left.
    """
    left = printed(few=len(seats) in (2, 3))
    for held in seats.values():
        values = [COINS[coin]["value"] for coin, n in held["coins"].items() for _ in range(n)]
        if 5 in values:
            values.remove(5)
        for value in values:
            if left.get(value):
                left[value] -= 1
    return left


def comes(stock, target):
    """The coin that the treasure gives for a target: the next above it, or else its highest."""
    there = [value for value, number in stock.items() if number > 0]
    return min((v for v in there if v >= target), default=max(there, default=None))


def raised(stock, coin, target):
    """The coin that comes, what it exceeds the target by, and the treasure afterwards."""
    taken = comes(stock, target)
    if taken is None:
        return None, 0, stock
    left = dict(stock)
    left[taken] -= 1
    if coin > 5:
        left[coin] = left.get(coin, 0) + 1
    return taken, max(0, taken - target), left
