"""Calculator for a purchase at the market: price, rules that forbid it, final points that it costs.

It also finds the cards on offer that are worth most for the coins left.
"""

from collections import Counter
from collections.abc import Iterator

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.catalogue import Catalogue
from scoring.model.cells import CellPath
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import EMPTY, Verbatim, number

from ..messages import say
from ..solvers import average_icon_worth, market
from ..solvers.market import MOST_FAIRIES
from ..solvers.score_pad import of_round, round_now
from .form_rows import tenths

BOOKS = ("book_cheaper_card", "book_second_fairy")
"""IDs of the spellbooks that change prices."""

OFF_CARD = 1
"""Coins that ``book_cheaper_card`` takes off the price of one dungeon card."""

PRICES = {"cost_3": 3, "cost_4": 4, "cost_5": 5, "cost_6": 6}


def fill(position: Position, seat: str) -> FormCells:
    player = position.seats[seat]
    number = round_now(position, [player])
    sold: Counter[str] = Counter()
    for other in position:
        if other.id != seat:
            sold.update(other.tally("fairies"))
    cells = {
        "coins": player.number("coins"),
        "primary": position.table.choice(of_round("primary_objective", number)),
        "books": {book: True for book in BOOKS if player.has("books", book)},
    }
    others = {fairy: min(n, MOST_FAIRIES) for fairy, n in sold.items()}
    return {seat: cells, "table": {"sold": others, "held": player.tally("fairies")}}


def answer(form: Position) -> Answer:
    (seat,) = form
    coins = seat.number("coins")
    if coins is None:
        return Answer(say("how-many-coins"))
    wanted = _Wanted(form.catalogue, seat, form.table, coins)
    blocks = [Block(say("purchase"), tuple(wanted.rows()))]
    if offers := seat.script("on_offer"):
        blocks.append(_best_buy(form.catalogue, wanted, offers, seat.choice("primary") or ""))
    price = say("count-coin", n=wanted.price)
    if forbidden := wanted.refused():
        why = say.listed(say("quoted", name=form.catalogue.name(entry)) for entry in forbidden)
        coins_held = say("count-coin", n=coins)
        summary = say("not-allowed", price=wanted.price, coins=coins_held, why=why)
        return Answer(summary, tuple(blocks), cites=tuple(forbidden))
    if not wanted.anything:
        summary = say("free-in-all", coins=say("count-coin", n=wanted.free()))
        return Answer(summary, tuple(blocks), cites=("coins",))
    left = coins - wanted.price
    summary = say("bought", price=price, left=left)
    if lost := market.coin_cost(coins, wanted.price, wanted.income):
        summary = say("bought-for-points", price=price, left=left, n=lost)
    return Answer(summary, tuple(blocks), (_bought(wanted, left),), cites=("coins",))


class _Wanted:
    """The purchase that a player entered in the form, and its price with their spellbooks.

    ``fairies``: fairy id to number. ``books``: number of spellbooks. ``cards``: prices of the
    dungeon cards. ``saved``: coins that the player's spellbooks save.
    """

    def __init__(self, catalogue: Catalogue, seat: Seat, table: Seat, coins: int) -> None:
        self.catalogue, self.seat, self.coins = catalogue, seat, coins
        self.fairies_held = table.tally("held")
        self.sold = Counter(self.fairies_held) + Counter(table.tally("sold"))
        self.fairies, self.books = seat.tally("buy_fairies"), seat.count("buy_books")
        bought = seat.tally("buy_cards")
        self.cards = [PRICES[row] for row, n in bought.items() for _ in range(n)]
        # spellbooks save one coin on a card, and the price of a second fairy of another kind
        off = OFF_CARD if seat.has("books", "book_cheaper_card") else 0
        second = len(self.fairies) > 1 and seat.has("books", "book_second_fairy")
        self.saved = int(catalogue.of_kind("fairy")[0].facts["cost"]) if second else 0
        self.saved += off if self.cards else 0
        self.off_next_card = 0 if self.cards else off
        self.in_hand = seat.count("in_hand")
        self.income = seat.count("income")
        self.price_of_books = int(catalogue.of_kind("spellbook")[0].facts["cost"]) * self.books
        fairies = sum(int(catalogue[f].facts["cost"]) * n for f, n in self.fairies.items())
        self.price = fairies + self.price_of_books + sum(self.cards) - self.saved

    @property
    def anything(self) -> bool:
        return bool(self.cards or self.books or self.fairies)

    def refused(self) -> list[str]:
        """Returns the ids of the rule entries that forbid the purchase; empty if it is allowed.

        The number of spellbooks forbids nothing, as a third one may replace one of two.
        """
        rules = []
        if self.price > self.coins:
            rules.append("market")
        if len(self.cards) + self.in_hand > market.HAND:
            rules.append("hand_over_five")
        in_box = {fairy: int(self.catalogue[fairy].facts["in_box"]) for fairy in self.fairies}
        if any(n + self.sold.get(fairy, 0) > in_box[fairy] for fairy, n in self.fairies.items()):
            rules.append("sold_out_fairy")
        return rules

    def free(self) -> int:
        """Returns the most coins that the player can spend without losing a point at the end."""
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
            how = say("so-many", n=self.books)
            yield Row(say("spellbooks"), number(self.price_of_books), how)
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


def _best_buy(catalogue: Catalogue, wanted: _Wanted, offers: str, primary: str) -> Block:
    """Returns a block of the answer: the cards on offer worth most for the coins then left.

    ``wanted``: the purchase, which is paid first. ``offers``: the cards as typed. ``primary``: id
    of the round's primary objective, or empty.
    """
    title, listed = say("best-buy"), average_icon_worth.on_offer(offers)
    if listed is None:
        return Block(title, (Row(say("unreadable"), EMPTY, say("write-offers")),))
    values = average_icon_worth.values(catalogue, primary)
    purchase = market.best(
        max(0, wanted.coins - wanted.price),
        [(cost, average_icon_worth.worth(values, signs)) for cost, signs in listed],
        wanted.in_hand + len(wanted.cards),
        wanted.income,
        wanted.off_next_card,
    )
    rows = []
    for n, (cost, signs) in enumerate(listed):
        how = say("buy") if n in purchase.cards else EMPTY
        value = tenths(average_icon_worth.worth(values, signs))
        rows.append(Row(Verbatim(f"{cost} {signs}".strip()), value, how, "dungeon_card"))
    gain = tenths(purchase.gain)
    spent = say("count-coin", n=purchase.spent)
    rows.append(Row(say("together-gain"), gain, say("gained-for", coins=spent, points=gain)))
    rows.append(Row(say("how-cards-count"), EMPTY, say("how-cards-count-how")))
    return Block(title, tuple(rows))


def _bought(wanted: _Wanted, left: int) -> Apply:
    seat = wanted.seat.id
    cells: Changes = {CellPath.to(seat, "coins"): left}
    for fairy, n in wanted.fairies.items():
        total = min(wanted.fairies_held.get(fairy, 0) + n, MOST_FAIRIES)
        cells[CellPath.to(seat, "fairies", fairy)] = total
    return Apply(say("write-coins-left", n=left), cells)
