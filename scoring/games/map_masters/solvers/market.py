"""Market phase of a round: order of buyers, prices and limits, and the best purchase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.games.map_masters import points
from scoring.model.catalogue import Catalogue
from scoring.model.position import Position
from scoring.model.seat import Seat

from .pad import ROUNDS, Pad

HAND, BOOKS = 5, 2
"""``HAND``: cards in a hand. ``BOOKS``: spellbooks that a player may own at once."""


def order(position: Position, number: int) -> list[list[str]]:
    """Returns the seats for the market of round ``number`` (2 to 6), fewest coins first, in groups.

    Seats in one group have equal coins and equal points of the round before; the rules leave their
    order to the table. Only the first seat matters: it begins, the others follow clockwise. Round 1
    begins with the youngest player and is not covered.
    """
    pad = Pad(position)
    keys = {seat.id: (seat.number("coins") or 0, earned(pad, seat, number)) for seat in position}
    return [[s for s in keys if keys[s] == key] for key in sorted(set(keys.values()))]


def buying(first: str, seats: Sequence[str], passed: frozenset[str]) -> list[str]:
    """Returns the seats that have not passed, clockwise from the first player.

    >>> buying("p2", ["p1", "p2", "p3"], frozenset({"p3"}))
    ['p2', 'p1']
    """
    begin = list(seats).index(first)
    return [seat for seat in (*seats[begin:], *seats[:begin]) if seat not in passed]


def after(last_first: str, level: Sequence[str], seats: Sequence[str]) -> str:
    """Returns the first player of a market at which several seats have the fewest coins.

    >>> after("p2", ["p1", "p2"], ["p1", "p2", "p3"]), after("p1", ["p1"], ["p1", "p2"])
    ('p1', 'p1')

    That is the first of these seats (``level``), clockwise after the previous first player
    (``last_first``). ``seats``: all seats, clockwise. Source: ruling ``market_tie_again``.
    """
    begin = list(seats).index(last_first) + 1
    return next(seat for seat in (*seats[begin:], *seats[:begin]) if seat in level)


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


def price(
    catalogue: Catalogue, fairies: Mapping[str, int], books: int, cards: Sequence[int]
) -> int:
    """Returns the coins that a purchase costs, without savings by spellbooks.

    ``fairies``: fairy id to number.
    ``books``: number of spellbooks.
    ``cards``: prices of the dungeon cards.
    """
    each = sum(int(catalogue[f].facts["cost"]) * n for f, n in fairies.items())
    a_book = int(catalogue.of_kind("spellbook")[0].facts["cost"])
    return each + a_book * books + sum(cards)


def refused(
    catalogue: Catalogue,
    coins: int,
    fairies: Mapping[str, int],
    books: int,
    cards: Sequence[int],
    in_hand: int = 0,
    sold: Mapping[str, int] | None = None,
) -> list[str]:
    """Returns the ids of the rule entries that forbid a purchase; empty if it is allowed.

    ``coins``: coins at hand.
    ``fairies``, ``books``, ``cards``: the purchase of one market phase, as for ``price``.
    ``in_hand``: cards already in the building area for this round.
    ``sold``: fairies that players have bought already, by id.

    The number of spellbooks forbids nothing, as a third one may replace one of two.
    """
    found = []
    if price(catalogue, fairies, books, cards) > coins:
        found.append("market")
    if len(cards) + in_hand > HAND:
        found.append("hand_over_five")
    for fairy, n in fairies.items():
        if n + (sold or {}).get(fairy, 0) > int(catalogue[fairy].facts["in_box"]):
            found.append("sold_out_fairy")
            break
    return found


def coin_cost(coins: int, spent: int, income: int = 0) -> int:
    """Returns the final points lost by spending coins.

    >>> coin_cost(8, 2), coin_cost(8, 3), coin_cost(8, 2, income=1)
    (0, 1, 1)

    Three coins held at the end score a point. ``income``: coins still expected until then.
    """
    return points.share(coins + income, 3) - points.share(coins - spent + income, 3)


@dataclass(frozen=True, slots=True)
class Offer:
    """Something on sale; ``worth`` is its average worth in twenty-fourths of a point.

    The worth of a dungeon card is that of its icons; see ``icon_values.worth``.
    """

    name: str
    kind: Literal["fairy", "book", "card"]
    cost: int
    worth: int


@dataclass(frozen=True, slots=True)
class Purchase:
    """Offers to buy: their names, the coins spent, and the gain in twenty-fourths of a point.

    The gain is their worth less the final points that the coins would have scored.
    """

    names: tuple[str, ...]
    spent: int
    gain: int


def best(
    coins: int, offers: Sequence[Offer], in_hand: int = 0, income: int = 0, off_card: int = 0
) -> Purchase:
    """Returns the purchase of one market phase with the highest gain; of equals the cheapest.

    ``in_hand``: cards already in the building area; with bought ones at most five are allowed.
    ``income``: coins still expected until the end of the game.
    ``off_card``: coins that a spellbook takes off the price of one card.

    It buys at most two spellbooks. Spent coins count as lost points only where a full three is
    lost.
    """
    # (coins spent, cards, books) -> highest worth, and names of the offers bought
    cache: dict[tuple[int, int, int], tuple[int, tuple[str, ...]]] = {(0, in_hand, 0): (0, ())}
    for offer in offers:
        for (spent, cards, books), (worth, names) in list(cache.items()):
            off = off_card if offer.kind == "card" and cards == in_hand else 0
            at = (
                spent + offer.cost - off,
                cards + (offer.kind == "card"),
                books + (offer.kind == "book"),
            )
            if at[0] > coins or at[1] > HAND or at[2] > BOOKS:
                continue
            if at not in cache or cache[at][0] < worth + offer.worth:
                cache[at] = (worth + offer.worth, (*names, offer.name))
    found = [
        Purchase(names, spent, worth - 24 * coin_cost(coins, spent, income))
        for (spent, _, _), (worth, names) in cache.items()
    ]
    return max(found, key=lambda purchase: (purchase.gain, -purchase.spent))
