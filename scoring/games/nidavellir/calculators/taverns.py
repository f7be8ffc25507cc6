"""Calculator for the bids at the taverns, by the worth of each card there to each player.

Two players: the mixed strategy that cannot be exploited, proven. More: the best reply to the bids
that the others may make, no equilibrium. Worths come from the sheets unless entered in the form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scoring.games.nidavellir.solvers import treasure
from scoring.games.nidavellir.solvers.coins import STARTING, Change, treasure_left
from scoring.games.nidavellir.solvers.taverns import (
    TAVERNS,
    Bidder,
    Bids,
    Coin,
    MultiplayerBids,
    Outlook,
    TwoPlayerBids,
    Worths,
    keeping,
    sure,
)
from scoring.model.calculator import Answer, Block, Row
from scoring.model.catalogue import Entry
from scoring.model.fields import Field
from scoring.model.plan import Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.model.sheet import Sheet
from scoring.solving import zero_sum
from scoring.text import messages
from scoring.text.localised import EMPTY, Text, Verbatim, joined

from .amounts import coin_text, often, plain, points
from .ranks import gem_held, gem_number
from .worth import Sheets, Worth

say = messages.of(__name__)

CITES = ("bids", "gem_ties", "trade")
SHOWN = 6
"""Number of other bids listed after the best one."""
PAIR = 2
TWO_PLAYERS_CARDS = 3
"""Cards at each tavern with two players; with more, one for each player."""
PLAIN_CARDS = ("blacksmith_card", "hunter_card")
"""The two most common cards, offered for a worth while no card is entered."""


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, Any]]:
    cells: dict[str, Mapping[str, Any]] = {
        each.id: {
            "coins": each.tally("coins"),
            "gem": gem_held(each),
            "uline": each.has("heroes", "uline"),
            "jarika": each.has("heroes", "jarika"),
            "zolkur": each.flag("zolkur_waits"),
        }
        for each in position
    }
    return cells | {"table": {"who": seat}}


def shape(form: Position) -> Sheet:
    """Returns the form's sheet, with rows for a worth only for the cards at the taverns.

    While no card is entered, the two most common cards are listed.
    """
    there = {card for tavern in _laid_out(form).values() for card in tavern} or set(PLAIN_CARDS)

    def shaped(field: Field) -> Field:
        if field.id != "worth":
            return field
        groups = (
            replace(group, rows=tuple(row for row in group.rows if row.id in there))
            for group in field.groups
        )
        return replace(field, groups=tuple(group for group in groups if group.rows))

    sections = [replace(s, fields=tuple(map(shaped, s.fields))) for s in form.sheet.sections]
    return Sheet(form.catalogue, sections, form.sheet.table)


def answer(form: Position) -> Answer:
    if not any(_laid_out(form).values()):
        return Answer(say("enter-cards"), cites=CITES)
    if len(form.seats) < PAIR:
        return Answer(say("nobody-to-bid-against"), cites=CITES)
    asking = BidForm(form)
    said = asking.obstacle()
    if said is None:
        found = _duel(asking) if len(asking.seats) == PAIR else _crowd(asking)
        if lacking := tuple(asking.lacking()):
            proof = found.proof and replace(found.proof, verdict="provisional", bound=None)
            found = replace(
                found,
                summary=say("not-all-entered", said=found.summary, what=say.listed(lacking)),
                proof=proof,
            )
        return replace(found, blocks=(*found.blocks, *asking.worths()), cites=CITES)
    return Answer(said, tuple(asking.worths()), cites=CITES)


# ── what the form says ─────────────────────────────────────────────────────────────────


def _laid_out(form: Position) -> dict[str, list[str]]:
    """Returns the cards at each tavern, tavern id to card ids; a card is repeated by its number."""
    return {
        tavern.id: [c for c, n in form.table.tally(f"at_{tavern.id}").items() for _ in range(n)]
        for tavern in form.catalogue.of_kind("tavern")
    }


class BidForm:
    """The form as read: the players' coins, the cards at the taverns, each card's worth to each.

    ``seats`` starts with the seat that asks.
    """

    def __init__(self, form: Position) -> None:
        self.form, self.catalogue = form, form.catalogue
        who = form.table.choice("who") or ""
        first = who if who in form.seats else next(iter(form.seats))
        self.seats = [first, *(seat for seat in form.seats if seat != first)]
        self.later = form.table.count("later")
        self.cards = _laid_out(form)
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

    @property
    def rivals(self) -> Text:
        return say.listed(map(self.name, self.seats[1:]))

    def _sheets(self) -> Sheets | None:
        """Returns the table's sheets with the coins of the form; ``None`` without a table."""
        around = self.form.table_position
        if around is None or any(seat not in around.seats for seat in self.seats):
            return None
        held = (around.seats[seat].put(coins=_coins(self.form.seats[seat])) for seat in self.seats)
        return Sheets(around.having(*held), self.later, rival=len(self.seats) == PAIR)

    def _worth(self, seat: str, card: str) -> Worth | None:
        held = self.form.seats[seat]
        if held.filled("worth", card):
            return Worth(held.tally("worth").get(card, 0), say("as-entered"))
        return self.sheets.card(seat, self.catalogue[card]) if self.sheets else None

    def _bidder(self, seat: Seat) -> Bidder:
        facts = self.catalogue
        coins = tuple(
            Coin(int(facts[coin].facts["value"]), "exchange" in facts[coin].facts)
            for coin, n in _coins(seat).items()
            for _ in range(n)
        )
        return Bidder(coins, gem_number(seat), seat.flag("jarika"), seat.flag("zolkur"))

    def obstacle(self) -> Text | None:
        """Returns the message that explains why no bid can be planned, or ``None`` if one can."""
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
        """Yields what the form lacks for a proof, as texts: cards at a tavern, coins of a player.

        Each tavern has as many cards as players, three with two players.
        """
        most = max(len(self.seats), TWO_PLAYERS_CARDS)
        for tavern in self.taverns:
            if (n := len(self.cards[tavern.id])) != most:
                yield say("cards-lacking", tavern=tavern.name, n=n, most=most)
        for seat in self.seats:
            n, most = sum(self.form.seats[seat].tally("coins").values()), self._purse(seat)
            if not n:
                yield say("coins-of-the-start", name=self.name(seat))
            elif n < most:
                yield say("coins-of-lacking", name=self.name(seat), n=n, most=most)

    def _purse(self, seat: str) -> int:
        """Returns the number of coins that a player has: five, one less with Jarnglofi."""
        gone = self.sheets is not None and self.sheets.position.seats[seat].has(
            "artifacts", "jarnglofi"
        )
        return len(STARTING) - gone

    # inputs of the solvers

    def worth(self, seat: str, card: str) -> int:
        found = self._worths[seat, card]
        return found.points if found else 0

    def table(self) -> list[list[Worths]]:
        """Returns the cards at each tavern, each as its worths to the players in seat order."""
        return [
            [tuple(self.worth(seat, card) for seat in self.seats) for card in there]
            for there in self.cards.values()
        ]

    def treasure(self) -> dict[int, int]:
        if self.form.table_position and self.sheets:
            return treasure.left(self.sheets.position)
        form = self.form
        stock = treasure.stocked(form.catalogue, len(self.seats), form.rulings)
        held = [[coin.value for coin in bidder.coins] for bidder in self.bidders]
        return treasure_left(stock, held)

    def traded(self, player: int, change: Change) -> int:
        if self.sheets:
            return self.sheets.trade(self.seats[player], change)
        return change.gain + (self.later if change.gain > 0 else 0)

    def habit(self, seat: str) -> dict[int, int]:
        """Returns the coins that a player always bids: tavern index to coin value."""
        held = self.form.seats[seat].tally("habit")
        return {n: held[t.id] for n, t in enumerate(self.taverns) if t.id in held}

    # texts

    def bids(self, way: Bids) -> Text:
        laid = zip(self.taverns, way.laid, strict=True)
        return say.listed(say("coin-at", tavern=t.name, coin=coin_text(coin)) for t, coin in laid)

    def pouch(self, player: int, way: Bids, stock: Mapping[int, int]) -> Text:
        """Returns the text on the coins left in the pouch, and on their trade if there is one."""
        if way.pair is None:
            coins = joined(map(coin_text, way.pouch), Verbatim(" + "))
            return say("in-the-pouch", coins=coins) if way.pouch else EMPTY
        change = self.bidders[player].traded(way.pair, stock)
        low, high = way.pair
        if change.taken is None:
            return say("option-trade-nothing", a=low, b=high)
        return say("option-trade", a=low, b=high, given=change.given, taken=change.taken)

    def worths(self) -> Iterator[Block]:
        """Yields a block of card worths for each tavern, then one on effects not counted."""
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


OTHER = {4: 5, 5: 4}
ARMY = ("blacksmiths", "hunters", "explorers", "miners", "warriors", "heroes")


def _coins(seat: Seat) -> dict[str, int]:
    """Returns a player's coins, id to number; the starting coins if none is entered."""
    held = {coin: n for coin, n in seat.tally("coins").items() if n}
    return held or {f"coin_{value}": 1 for value in STARTING}


# ── two players ────────────────────────────────────────────────────────────────────────


def _duel(asking: BidForm) -> Answer:
    one, two = asking.bidders
    duel = TwoPlayerBids((one, two), asking.table(), asking.treasure(), asking.traded)
    payoffs = duel.payoffs()
    found = zero_sum.solve(payoffs)
    proof = Proof(
        "optimal" if found.proven else "best found",
        "lp",
        found.most,
        found.seconds,
        ("replies",) if found.proven else (),
    )
    rival = asking.name(asking.seats[1])
    own = _possible_bids(duel.ways[0], found.rows)
    worth = points(found.least)
    if len(own) == 1:
        said = say("bid-surely", bids=asking.bids(own[0][0]), worth=worth, rival=rival)
    else:
        said = say("bid-by-lot", n=len(own), worth=worth, rival=rival)
    stock = asking.treasure()
    blocks = [
        Block(say("your-bids"), tuple(_lots(asking, 0, own, stock))),
        Block(say("at-each-tavern"), tuple(_each(asking, own))),
    ]
    if len(own) > 1:
        blocks.append(_unmixed(asking, duel, payoffs, found))
    if habit := asking.habit(asking.seats[1]):
        blocks.append(_reply(asking, duel, payoffs, found, habit))
    theirs = _possible_bids(duel.ways[1], found.columns)
    rows = tuple(_lots(asking, 1, theirs, stock))
    blocks.append(Block(say("bids-of", name=rival), rows, folded=True))
    return Answer(said, tuple(blocks), proof=proof)


type Lots = list[tuple[Bids, Fraction]]


def _possible_bids(ways: Sequence[Bids], shares: Sequence[Fraction]) -> Lots:
    """Returns the bids that the mixed strategy makes with a share above 0, most frequent first."""
    found = [(way, share) for way, share in zip(ways, shares, strict=True) if share]
    return sorted(found, key=lambda pair: -pair[1])


def _lots(asking: BidForm, player: int, lots: Lots, stock: Mapping[int, int]) -> Iterator[Row]:
    for way, share in lots:
        how = asking.pouch(player, way, stock)
        yield Row(asking.bids(way), often(share), how, share=share)


def _each(asking: BidForm, lots: Lots) -> Iterator[Row]:
    """Yields a row for each tavern: the coins bid there, each with its share of the mixed strategy.

    Easier to remember than whole bids, but the three coins have to be drawn together.
    """
    for n, tavern in enumerate(asking.taverns):
        shares: dict[Coin, Fraction] = {}
        for way, share in lots:
            shares[way.laid[n]] = shares.get(way.laid[n], Fraction(0)) + share
        best = sorted(shares.items(), key=lambda pair: -pair[1])
        how = say.listed(
            say("coin-often", coin=coin_text(coin), often=often(s)) for coin, s in best
        )
        yield Row(tavern.name, how=how, entry=tavern.id)


def _unmixed(
    asking: BidForm, duel: TwoPlayerBids, payoffs: zero_sum.Payoffs, found: zero_sum.Mixed
) -> Block:
    """Returns the block of the best fixed bid: the points it guarantees and its loss to mixing."""
    n = max(range(len(payoffs)), key=lambda each: min(payoffs[each]))
    least = Fraction(min(payoffs[n]))
    how = say("costs-points", n=plain(found.least - least))
    row = Row(asking.bids(duel.ways[0][n]), say("no-less-than", n=points(least)), how)
    return Block(say("without-lots"), (row,), others=True)


def _reply(
    asking: BidForm,
    duel: TwoPlayerBids,
    payoffs: zero_sum.Payoffs,
    found: zero_sum.Mixed,
    habit: Mapping[int, int],
) -> Block:
    """Returns the block of the best reply to the rival's habit.

    It names the mixed strategy's average against that habit, and the least if the rival does
    otherwise.
    """
    rival = asking.name(asking.seats[1])
    kept = keeping(duel.ways[1], habit)
    there = [n for n, way in enumerate(duel.ways[1]) if way in kept]
    gains = [Fraction(sum(row[n] for n in there), len(there)) for row in payoffs]
    best = max(range(len(gains)), key=gains.__getitem__)
    mean = zero_sum.against(payoffs, found.rows)
    drawn = sum((mean[n] for n in there), Fraction(0)) / len(there)
    how = say(
        "habit-else", drawn=points(drawn), rival=rival, least=points(Fraction(min(payoffs[best])))
    )
    row = Row(asking.bids(duel.ways[0][best]), points(gains[best]), how)
    return Block(say("against-habit", rival=rival), (row,))


# ── three to five players ──────────────────────────────────────────────────────────────


def _crowd(asking: BidForm) -> Answer:
    likely = [
        keeping(bidder.ways(), asking.habit(seat))
        for seat, bidder in zip(asking.seats[1:], asking.bidders[1:], strict=True)
    ]
    crowd, stock = MultiplayerBids(asking.bidders, likely, asking.table()), asking.treasure()
    ranked = sorted(
        ((way, _outlook(asking, crowd, way, stock)) for way in asking.bidders[0].ways()),
        key=lambda pair: (-pair[1].mean, -pair[1].least),
    )
    best, bound = ranked[0], max(outlook.high for _, outlook in ranked)
    said = say(
        "best-reply",
        bids=asking.bids(best[0]),
        worth=points(best[1].mean),
        bound=points(bound),
    )
    rows = [_ranked(asking, pair, best[1], stock) for pair in ranked[: SHOWN + 1]]
    return Answer(
        said,
        (
            Block(say("your-bids"), (rows[0],)),
            Block(say("next-best-bids"), tuple(rows[1:]), others=True),
        ),
    )


def _outlook(
    asking: BidForm, crowd: MultiplayerBids, way: Bids, stock: Mapping[int, int]
) -> Outlook:
    found = crowd.outlook(way)
    if way.pair is None:
        return found
    return found + sure(asking.traded(0, asking.bidders[0].traded(way.pair, stock)))


def _ranked(
    asking: BidForm, pair: tuple[Bids, Outlook], best: Outlook, stock: Mapping[int, int]
) -> Row:
    way, outlook = pair
    parts = [
        asking.pouch(0, way, stock),
        say("from-to", least=outlook.least, most=outlook.most),
    ]
    if outlook.low != outlook.high:
        parts.append(say("if-gems-move", low=points(outlook.low), high=points(outlook.high)))
    if outlook is not best:
        less = best.mean - outlook.mean
        parts.append(say("costs-points", n=plain(less)) if less else say("as-good"))
    return Row(
        asking.bids(way), points(outlook.mean), joined(filter(bool, parts), say("semicolon"))
    )
