"""The form of the tavern calculator: reads the cards, coins, gems and worths entered in it.

What the form leaves blank comes from the table's sheets. Also puts bids and worths into words.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from scoring.model.calculator import Block, Row
from scoring.model.catalogue import Entry
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import EMPTY, Text, Verbatim, joined, number

from ..messages import say
from ..solvers import treasure
from ..solvers.army import areas
from ..solvers.coin_rules import STARTING, Change, treasure_left
from ..solvers.taverns import TAVERNS, Bidder, Bids, Coin, Worths, keeping
from ..solvers.turn_order_and_gems import gem_number
from .options import exchange_text
from .worth_of_a_card import Sheets, Worth

EXACT = 12
"""Largest denominator shown as a fraction ("2 times in 5"); others are rounded to hundredths."""


def coin_text(coin: Coin) -> Text:
    """Returns a coin's value as text, marked if it is an exchange coin other than the 0."""
    return (
        say("exchange-coin", n=coin.value) if coin.exchange and coin.value else number(coin.value)
    )


def points(value: Fraction) -> Text:
    """Returns a number of points as text with + or −; fractions are rounded to tenths."""
    if value.denominator == 1:
        return say("signed", n=int(value))
    tenths = round(abs(value) * 10)
    sign = "" if not tenths else "+" if value > 0 else "−"
    return say("about", n=Verbatim(f"{sign}{tenths // 10}.{tenths % 10}"))


def plain(value: Fraction) -> Text:
    """Returns a number of points as text without a sign; fractions are rounded to tenths."""
    return number(value) if value.denominator == 1 else Verbatim(f"{float(value):.1f}")


def often(share: Fraction) -> Text:
    if share == 1:
        return say("every-time")
    if share.denominator <= EXACT:
        return say("times-in", n=share.numerator, of=share.denominator)
    return say("about-in-a-hundred", n=max(1, round(share * 100)))


PAIR = 2
TWO_PLAYERS_CARDS = 3
"""Cards at each tavern with two players; with more, one for each player."""
OTHER = {4: 5, 5: 4}
"""The gem of the other player by the gem of one: two players have gems 4 and 5."""
ARMY = ("blacksmiths", "hunters", "explorers", "miners", "warriors", "heroes")
"""Fields of a seat for its cards; the answer names players with no entry in any of them."""


def laid_out(form: Position) -> dict[str, list[str]]:
    """Returns the cards at each tavern, tavern id to card ids; of two equal cards, the id twice."""
    return {
        tavern.id: [c for c, n in form.table.tally(f"at_{tavern.id}").items() for _ in range(n)]
        for tavern in form.catalogue.of_kind("tavern")
    }


class BidForm:
    """A form about bids, as read: players' coins, cards at the taverns, their worth to each player.

    ``seats`` starts with the seat that asks for its best bids.
    """

    def __init__(self, form: Position) -> None:
        self.form, self.catalogue = form, form.catalogue
        who = form.table.choice("who") or ""
        first = who if who in form.seats else next(iter(form.seats))
        self.seats = [first, *(seat for seat in form.seats if seat != first)]
        self.later = form.table.count("later")
        self.cards = laid_out(form)
        self.taverns = [form.catalogue[tavern] for tavern in self.cards]
        self.sheets = self._sheets()
        self.bidders = [self._bidder(form.seats[seat]) for seat in self.seats]
        self._worths = {
            (seat, card): self._worth(seat, card)
            for card in dict.fromkeys(c for there in self.cards.values() for c in there)
            for seat in self.seats
        }

    def name(self, seat: str) -> Text:
        return self.form.name(seat)

    def _sheets(self) -> Sheets | None:
        """Returns the table's score sheets, but with the coins that are entered in the form.

        ``None`` if the form belongs to no table, or has a seat that the table lacks.
        """
        around = self.form.table_position
        if around is None or any(seat not in around.seats for seat in self.seats):
            return None
        with_coins = (
            around.seats[seat].put(coins=_coins(self.form.seats[seat])) for seat in self.seats
        )
        return Sheets(around.having(*with_coins), self.later, rival=len(self.seats) == PAIR)

    def _worth(self, seat: str, card: str) -> Worth | None:
        player = self.form.seats[seat]
        if player.filled("worth", card):
            return Worth(player.tally("worth")[card], say("as-entered"))
        return self.sheets.card(seat, self.catalogue[card]) if self.sheets else None

    def _bidder(self, seat: Seat) -> Bidder:
        facts = self.catalogue
        coins = tuple(
            Coin(int(facts[coin].facts["value"]), "exchange" in facts[coin].facts)
            for coin, n in _coins(seat).items()
            for _ in range(n)
        )
        gem = gem_number(seat.choice("gem"))
        return Bidder(coins, gem, seat.flag("jarika"), seat.flag("zolkur"))

    @property
    def most_cards(self) -> int:
        return max(len(self.seats), TWO_PLAYERS_CARDS)

    def obstacle(self) -> Text | None:
        """Returns the message that explains why no bid can be planned; ``None`` if one can.

        Of two players, one gem may be blank: it is filled in from the other.
        """
        if max(map(len, self.cards.values())) > self.most_cards:
            return say("too-many-cards", n=self.most_cards)
        for seat, bidder in zip(self.seats, self.bidders, strict=True):
            if self.form.seats[seat].flag("uline"):
                return say("uline-bids-last", name=self.name(seat))
            if len(bidder.coins) > len(STARTING):
                return say("too-many-coins", n=len(STARTING))
            if len(bidder.coins) < TAVERNS:
                return say("too-few-coins", name=self.name(seat))
        if None in self._worths.values():
            return say("enter-worths")
        for seat, bidder in zip(self.seats[1:], self.bidders[1:], strict=True):
            if not keeping(bidder.ways(), self.habit(seat)):
                return say("no-such-habit", rival=self.name(seat))
        gems = [bidder.gem for bidder in self.bidders]
        if len(self.seats) == PAIR and gems.count(0) == 1 and max(gems) in OTHER:
            # Two players have gems 4 and 5: one known gem determines the other.
            n = gems.index(0)
            self.bidders[n] = replace(self.bidders[n], gem=OTHER[max(gems)])
        elif 0 in gems or len(set(gems)) < len(gems):
            return say("who-has-which-gem")
        return None

    def lacking(self) -> Iterator[Text]:
        """Yields texts on what the form lacks for a proof: cards at taverns, players' coins."""
        most = self.most_cards
        for tavern in self.taverns:
            if n := most - len(self.cards[tavern.id]):
                yield say("cards-lacking", tavern=tavern.name, n=n, most=most)
        for seat in self.seats:
            n, most = sum(self.form.seats[seat].tally("coins").values()), len(STARTING)
            if self.sheets:
                most = areas(self.sheets.position)[seat].purse
            if not n:
                yield say("coins-of-the-start", name=self.name(seat))
            elif n < most:
                yield say("coins-of-lacking", name=self.name(seat), n=most - n, most=most)

    # inputs of the solvers

    def worth(self, seat: str, card: str) -> int:
        found = self._worths[seat, card]
        return found.points if found else 0

    def table(self) -> list[list[Worths]]:
        """Returns the cards at each tavern, each as a tuple of the points it brings each player."""
        return [
            [tuple(self.worth(seat, card) for seat in self.seats) for card in there]
            for there in self.cards.values()
        ]

    def treasure(self) -> dict[int, int]:
        if self.form.table_position and self.sheets:
            return treasure.left(self.sheets.position)
        form = self.form
        stock = treasure.stocked(form.catalogue, len(self.seats), form.rulings)
        purses = [[coin.value for coin in bidder.coins] for bidder in self.bidders]
        return treasure_left(stock, purses)

    def traded(self, player: int, change: Change) -> int:
        if self.sheets:
            return self.sheets.trade(self.seats[player], change)
        return change.gain + (self.later if change.gain > 0 else 0)

    def habit(self, seat: str) -> dict[int, int]:
        """Returns the coins that a seat is expected to bid always: tavern index to coin value."""
        coins = self.form.seats[seat].tally("habit")
        return {n: coins[t.id] for n, t in enumerate(self.taverns) if t.id in coins}

    # texts

    def bids(self, way: Bids) -> Text:
        laid = zip(self.taverns, way.laid, strict=True)
        return say.listed(say("coin-at", tavern=t.name, coin=coin_text(coin)) for t, coin in laid)

    def pouch(self, player: int, way: Bids, stock: Mapping[int, int]) -> Text:
        """Returns the text on the two coins that a bid leaves in a player's pouch, or their trade.

        ``player``: index in ``seats``. ``way``: the bid. ``stock``: the treasure, coin value to
        count.
        """
        if way.pair is None:
            coins = joined(map(coin_text, way.pouch), Verbatim(" + "))
            return say("in-the-pouch", coins=coins) if way.pouch else EMPTY
        return exchange_text(self.bidders[player].traded(way.pair, stock))

    def worths(self) -> Iterator[Block]:
        """Yields blocks of the answer: each card's points by tavern, and what these leave out."""
        for tavern, there in self.cards.items():
            if rows := tuple(self._row(self.catalogue[card]) for card in dict.fromkeys(there)):
                yield Block(say("worth-at", tavern=self.catalogue.name(tavern)), rows)
        yield Block(say("left-out"), tuple(map(Row, self._left_out())), folded=True)

    def _row(self, card: Entry) -> Row:
        told = []
        for seat in self.seats:
            if found := self._worths[seat, card.id]:
                args = {"name": self.name(seat), "n": found.points}
                told.append(
                    say("worth-to-by", how=found.how, **args)
                    if found.how
                    else say("worth-to", **args)
                )
        own = self._worths[self.seats[0], card.id]
        value = say("signed", n=own.points) if own else Verbatim("?")
        return Row(card.name, value, joined(told, say("semicolon")), card.id)

    def _left_out(self) -> Iterator[Text]:
        for tavern in self.taverns:
            if not self.cards[tavern.id]:
                yield say("no-cards-there", tavern=tavern.name)
        yield say("worths-add-up")
        every = [self.catalogue[card] for there in self.cards.values() for card in there]
        if any("raises" in card.facts for card in every):
            yield say("offering-at-once")
        if any(worth and worth.hero for worth in self._worths.values()):
            yield say("hero-once")
        yield say("only-this-round")
        if self.sheets:
            for seat in self.seats:
                if not any(self.sheets.position.seats[seat].filled(f) for f in ARMY):
                    yield say("empty-army", name=self.name(seat))


def _coins(seat: Seat) -> dict[str, int]:
    """Returns how many of each coin a player has in the form, by id of the coin."""
    coins = {coin: n for coin, n in seat.tally("coins").items() if n}
    return coins or {f"coin_{value}": 1 for value in STARTING}
