"""Calculator for a purchase at the market: price, rules that forbid it, final points that it costs.

It also finds the cards on offer that are worth most for the coins left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from scoring.games.map_masters.sheet_functions import SHEET_FUNCTIONS as SHEET_FUNCTIONS
from scoring.games.map_masters.solvers import icon_values, market
from scoring.games.map_masters.solvers.pad import of_round, round_now
from scoring.model.calculator import Answer, Apply, Block, Row
from scoring.model.catalogue import Catalogue
from scoring.model.cells import CellPath
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.model.validation import Value
from scoring.text import messages
from scoring.text.localised import EMPTY, Verbatim, number

from .rows import tenths

say = messages.of(__name__)

BOOKS = ("book_cheaper_card", "book_second_fairy")
"""IDs of the spellbooks that change prices."""

OFF_CARD = 1
"""Coins that ``book_cheaper_card`` takes off the price of one dungeon card."""

PRICES = {"cost_3": 3, "cost_4": 4, "cost_5": 5, "cost_6": 6}
MOST_FAIRIES = 5
"""Fairies of each kind in the box."""


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, Any]]:
    own = position.seats[seat]
    number = round_now(position, [own])
    sold: Counter[str] = Counter()
    for other in position:
        if other.id != seat:
            sold.update(other.tally("fairies"))
    cells = {
        "coins": own.number("coins"),
        "primary": position.table.choice(of_round("primary_objective", number)),
        "books": {book: True for book in BOOKS if own.has("books", book)},
    }
    others = {fairy: min(n, MOST_FAIRIES) for fairy, n in sold.items()}
    return {seat: cells, "table": {"sold": others, "held": own.tally("fairies")}}


def answer(form: Position) -> Answer:
    (seat,) = form
    coins = seat.number("coins")
    if coins is None:
        return Answer(say("how-many-coins"), cites=("market",))
    goal = _Wanted(form.catalogue, seat, form.table, coins)
    blocks = [Block(say("purchase"), tuple(goal.rows()))]
    if offers := seat.script("on_offer"):
        blocks.append(_best_buy(form.catalogue, goal, offers, seat.choice("primary") or ""))
    if forbidden := goal.refused():
        why = say.listed(say("quoted", name=form.catalogue.name(entry)) for entry in forbidden)
        summary = say("not-allowed", price=goal.price, coins=say("count-coin", n=coins), why=why)
        return Answer(summary, tuple(blocks), cites=("market", *forbidden))
    if not goal.anything:
        summary = say("free-in-all", coins=say("count-coin", n=goal.free()))
        return Answer(summary, tuple(blocks), cites=("market", "coins"))
    left = coins - goal.price
    price = say("count-coin", n=goal.price)
    summary = say("bought", price=price, left=left)
    if lost := market.coin_cost(coins, goal.price, goal.income):
        summary = say("bought-for-points", price=price, left=left, n=lost)
    return Answer(summary, tuple(blocks), (_bought(goal, left),), cites=("market", "coins"))


class _Wanted:
    """The purchase entered in the form, and its price with the player's spellbooks."""

    def __init__(self, catalogue: Catalogue, seat: Seat, table: Seat, coins: int) -> None:
        self.catalogue, self.seat, self.coins = catalogue, seat, coins
        self.held = table.tally("held")
        self.sold = Counter(self.held) + Counter(table.tally("sold"))
        self.fairies = seat.tally("buy_fairies")
        self.books = seat.count("buy_books")
        bought = seat.tally("buy_cards")
        self.cards = [PRICES[row] for row, n in bought.items() for _ in range(n)]
        self.in_hand = seat.count("in_hand")
        self.income = seat.count("income")

    @property
    def anything(self) -> bool:
        return bool(self.cards or self.books or self.fairies)

    @property
    def saved(self) -> int:
        """Coins saved by spellbooks: one on a card, the price of a second fairy of another kind."""
        cheaper = OFF_CARD if self.cards and self.seat.has("books", "book_cheaper_card") else 0
        second = len(self.fairies) > 1 and self.seat.has("books", "book_second_fairy")
        fairy = self.catalogue.of_kind("fairy")[0].facts["cost"] if second else 0
        return cheaper + int(fairy)

    @property
    def off_next_card(self) -> int:
        """Coins that a spellbook takes off a further card; 0 if the purchase entered uses it."""
        unused = not self.cards and self.seat.has("books", "book_cheaper_card")
        return OFF_CARD if unused else 0

    @property
    def price(self) -> int:
        return market.price(self.catalogue, self.fairies, self.books, self.cards) - self.saved

    def refused(self) -> list[str]:
        return market.refused(
            self.catalogue,
            self.coins + self.saved,
            self.fairies,
            self.books,
            self.cards,
            self.in_hand,
            self.sold,
        )

    def free(self) -> int:
        """Returns the most coins that can be spent without losing a point at the game's end."""
        return max(
            spent
            for spent in range(self.coins + 1)
            if not market.coin_cost(self.coins, spent, self.income)
        )

    def rows(self) -> Iterator[Row]:
        for fairy, n in self.fairies.items():
            cost = int(self.catalogue[fairy].facts["cost"]) * n
            yield Row(self.catalogue.name(fairy), number(cost), say("so-many", n=n), fairy)
        if self.books:
            cost = market.price(self.catalogue, {}, self.books, ())
            yield Row(say("spellbooks"), number(cost), say("so-many", n=self.books))
            if self.books > market.BOOKS:
                replaces = say("third-book-replaces")
                yield Row(say("more-than-two-books"), EMPTY, replaces, "spellbook_card")
        for cost, n in sorted(Counter(self.cards).items()):
            label, how = say("card-for", n=cost), say("so-many", n=n)
            yield Row(label, number(cost * n), how, "dungeon_card")
        if self.saved:
            yield Row(say("spellbook-saves"), say("minus", n=self.saved))
        for fairy, n in self.sold.items():
            if n > MOST_FAIRIES:
                name, how = self.catalogue.name(fairy), say("more-than-the-box", n=MOST_FAIRIES)
                yield Row(say("pays-as", part=name, how=say("held-in-all")), number(n), how, fairy)
        yield Row(say("free-to-spend"), number(self.free()), say("three-coins-a-point"), "coins")


def _best_buy(catalogue: Catalogue, goal: _Wanted, offers: str, primary: str) -> Block:
    """Returns the block on the cards on offer worth most for the coins left after the purchase.

    The gain is compared with keeping the coins, which score at the end. ``offers``: prices and
    icons of the cards as typed. ``primary``: id of the round's objective, or empty.
    """
    title, listed = say("best-buy"), icon_values.on_offer(offers)
    if listed is None:
        return Block(title, (Row(say("unreadable"), EMPTY, say("write-offers")),))
    values = icon_values.values(catalogue, primary)
    purchase = market.best(
        max(0, goal.coins - goal.price),
        [
            market.Offer(str(n), "card", cost, icon_values.worth(values, signs))
            for n, (cost, signs) in enumerate(listed)
        ],
        goal.in_hand + len(goal.cards),
        goal.income,
        goal.off_next_card,
    )
    rows = []
    for n, (cost, signs) in enumerate(listed):
        how = say("buy") if str(n) in purchase.names else EMPTY
        value = tenths(icon_values.worth(values, signs))
        rows.append(Row(Verbatim(f"{cost} {signs}".strip()), value, how, "dungeon_card"))
    gain = tenths(purchase.gain)
    spent = say("count-coin", n=purchase.spent)
    rows.append(Row(say("together-gain"), gain, say("gained-for", coins=spent, points=gain)))
    rows.append(Row(say("how-cards-count"), EMPTY, say("how-cards-count-how")))
    return Block(title, tuple(rows))


def _bought(goal: _Wanted, left: int) -> Apply:
    seat = goal.seat.id
    cells: dict[str, Value | None] = {CellPath.to(seat, "coins"): left}
    for fairy, n in goal.fairies.items():
        held = min(goal.held.get(fairy, 0) + n, MOST_FAIRIES)
        cells[CellPath.to(seat, "fairies", fairy)] = held
    return Apply(say("write-coins-left", n=left), cells)
