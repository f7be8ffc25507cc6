"""The market phase: order of buyers, prices and limits, and the best purchase."""

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
"""Cards in a hand, and spellbooks that may be owned at once."""


def order(position: Position, number: int) -> list[list[str]]:
    """Returns seats for the market of round ``number`` (2 to 6), fewest coins first, in groups.

    Seats in one group are level in coins and points; the rules then leave it to the table. Only the
    first of all begins, the others follow clockwise. In round 1 it is the youngest.
    """
    pad = Pad(position)
    keys = {seat.id: (seat.number("coins") or 0, earned(pad, seat, number)) for seat in position}
    return [[s for s in keys if keys[s] == key] for key in sorted(set(keys.values()))]


def buying(first: str, seats: Sequence[str], passed: frozenset[str]) -> list[str]:
    """Returns the seats that still buy, clockwise from the first player.

    >>> buying("p2", ["p1", "p2", "p3"], frozenset({"p3"}))
    ['p2', 'p1']
    """
    begin = list(seats).index(first)
    return [seat for seat in (*seats[begin:], *seats[:begin]) if seat not in passed]


def after(last_first: str, level: Sequence[str], seats: Sequence[str]) -> str:
    """Returns the first of the level seats clockwise after the last first player.

    >>> after("p2", ["p1", "p2"], ["p1", "p2", "p3"]), after("p1", ["p1"], ["p1", "p2"])
    ('p1', 'p1')

    Source: ruling ``market_tie_again``.
    """
    begin = list(seats).index(last_first) + 1
    return next(seat for seat in (*seats[begin:], *seats[:begin]) if seat in level)


def earned(pad: Pad, seat: Seat, number: int) -> int:
    """Returns the points that break a tie in coins, by the ruling ``market_tie``."""
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
    """Returns the coins for fairies by id, spellbooks, and dungeon cards by their prices."""
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
    """Returns entries that forbid these purchases of one phase; empty if all are allowed.

    ``in_hand`` is the number of recycled cards in the building area, ``sold`` the fairies already
    sold. A third book replaces one of two, so books are never refused.
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


def coin_cost(held: int, spent: int, income: int = 0) -> int:
    """Returns the final points lost by spending coins, with ``income`` still to come.

    >>> coin_cost(8, 2), coin_cost(8, 3), coin_cost(8, 2, income=1)
    (0, 1, 1)
    """
    return points.share(held + income, 3) - points.share(held - spent + income, 3)


@dataclass(frozen=True, slots=True)
class Offer:
    """Something on sale; ``worth`` is its expected value in twenty-fourths of a point.

    For a dungeon card, ``cards.values`` gives the worth of each icon on it.
    """

    name: str
    kind: Literal["fairy", "book", "card"]
    cost: int
    worth: int


@dataclass(frozen=True, slots=True)
class Purchase:
    """Names of offers to buy, coins spent, and expected gain after the points that coins cost."""

    names: tuple[str, ...]
    spent: int
    gain: int


def best(
    coins: int, offers: Sequence[Offer], in_hand: int = 0, income: int = 0, off_card: int = 0
) -> Purchase:
    """Returns the purchases of one market phase with the highest expected gain, then least coins.

    At most five cards with those in hand, at most two books; spent coins cost thirds of a point
    only where a full three is lost, with ``income`` still to come. One card costs ``off_card``
    less.
    """
    # (spent, cards, books) -> most worth and what was bought for it
    known: dict[tuple[int, int, int], tuple[int, tuple[str, ...]]] = {(0, in_hand, 0): (0, ())}
    for offer in offers:
        for (spent, cards, books), (worth, names) in list(known.items()):
            off = off_card if offer.kind == "card" and cards == in_hand else 0
            at = (
                spent + offer.cost - off,
                cards + (offer.kind == "card"),
                books + (offer.kind == "book"),
            )
            if at[0] > coins or at[1] > HAND or at[2] > BOOKS:
                continue
            if at not in known or known[at][0] < worth + offer.worth:
                known[at] = (worth + offer.worth, (*names, offer.name))
    found = [
        Purchase(names, spent, worth - 24 * coin_cost(coins, spent, income))
        for (spent, _, _), (worth, names) in known.items()
    ]
    return max(found, key=lambda purchase: (purchase.gain, -purchase.spent))
