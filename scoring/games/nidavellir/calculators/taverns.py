"""Calculator for one round's bids at the taverns, by the worth of each card there to each player.

Two players: the mixed strategy (bids drawn by chance) that cannot be exploited, proven. More
players: the best reply if the others' bids are equally likely, which is no equilibrium. Worths come
from the sheets unless entered in the form.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.model.calculator import Answer, Block, FormCells, Row
from scoring.model.plan import Check, Proof
from scoring.model.position import Position
from scoring.model.sheet import Sheet, with_fields
from scoring.solving import zero_sum
from scoring.text.localised import joined

from ..messages import say
from ..solvers.taverns import Bids, Coin, MultiplayerBids, Outlook, TwoPlayerBids, keeping
from ..solvers.turn_order_and_gems import gem_held
from .bid_form import PAIR, BidForm, coin_text, laid_out, often, plain, points

OTHER_BIDS_LISTED = 6
"""Number of other bids listed after the best one."""
PLAIN_CARDS = ("blacksmith_card", "hunter_card")
"""The two most common cards, offered for a worth while no card is entered."""


def fill(position: Position, seat: str) -> FormCells:
    cells = {
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
    """Returns the form's sheet with cells for worths only of the cards that lie at the taverns."""
    there = {card for tavern in laid_out(form).values() for card in tavern} or set(PLAIN_CARDS)
    worth = form.sheet.fields["worth"]
    groups = (replace(g, rows=tuple(r for r in g.rows if r.id in there)) for g in worth.groups)
    return with_fields(form.sheet, replace(worth, groups=tuple(g for g in groups if g.rows)))


def answer(form: Position) -> Answer:
    if not any(laid_out(form).values()):
        return Answer(say("enter-cards"))
    if len(form.seats) < PAIR:
        return Answer(say("nobody-to-bid-against"))
    request = BidForm(form)
    summary = request.obstacle()
    if summary is None:
        result = (
            _TwoPlayers(request).answer() if len(request.seats) == PAIR else _multiplayer(request)
        )
        if lacking := tuple(request.lacking()):
            summary = say("not-all-entered", said=result.summary, what=say.listed(lacking))
            proof = result.proof and result.proof.provisional()
            result = replace(result, summary=summary, proof=proof)
        return replace(result, blocks=(*result.blocks, *request.worths()))
    return Answer(summary, tuple(request.worths()))


# ── two players ────────────────────────────────────────────────────────────────────────


type MixedBids = list[tuple[Bids, Fraction]]


class _TwoPlayers:
    """The best mixed strategy of two players' bids (drawn by chance), and how other bids compare.

    ``payoffs``: margins by both players' bids. ``solution``: the best mixed strategy of each.
    """

    def __init__(self, request: BidForm) -> None:
        self.request, self.stock = request, request.treasure()
        one, two = request.bidders
        bids = TwoPlayerBids((one, two), request.table(), self.stock, request.traded)
        self.ways, self.payoffs = bids.ways, bids.payoffs()
        self.solution = zero_sum.solve(self.payoffs)
        self.rival = request.name(request.seats[1])

    def answer(self) -> Answer:
        request, solution = self.request, self.solution
        checked: tuple[Check, ...] = ("replies",) if solution.proven else ()
        proof = Proof.of("lp", solution.least, solution.most, checked=checked)
        own = _possible_bids(self.ways[0], solution.rows)
        theirs = _possible_bids(self.ways[1], solution.columns)
        said = {"worth": points(solution.least), "rival": self.rival}
        if len(own) == 1:
            summary = say("bid-surely", bids=request.bids(own[0][0]), **said)
        else:
            summary = say("bid-by-lot", n=len(own), **said)
        blocks = [
            Block(say("your-bids"), tuple(self._bid_rows(0, own))),
            Block(say("at-each-tavern"), tuple(self._tavern_rows(own))),
        ]
        if len(own) > 1:
            blocks.append(self._fixed_bid())
        if habit := request.habit(request.seats[1]):
            blocks.append(self._reply(habit))
        rows = tuple(self._bid_rows(1, theirs))
        blocks.append(Block(say("bids-of", name=self.rival), rows, folded=True))
        return Answer(summary, tuple(blocks), proof=proof)

    def _bid_rows(self, player: int, mixed: MixedBids) -> Iterator[Row]:
        for way, share in mixed:
            how = self.request.pouch(player, way, self.stock)
            yield Row(self.request.bids(way), often(share), how, share=share)

    def _tavern_rows(self, mixed: MixedBids) -> Iterator[Row]:
        """Yields the answer's row for each tavern: the coins to bid there, with probabilities."""
        for n, tavern in enumerate(self.request.taverns):
            shares: dict[Coin, Fraction] = {}
            for way, share in mixed:
                shares[way.laid[n]] = shares.get(way.laid[n], Fraction(0)) + share
            best = sorted(shares.items(), key=lambda pair: -pair[1])
            how = say.listed(
                say("coin-often", coin=coin_text(coin), often=often(s)) for coin, s in best
            )
            yield Row(tavern.name, how=how, entry=tavern.id)

    def _fixed_bid(self) -> Block:
        """Returns a block of the answer: the best bid for who does not want to draw it by chance.

        That is the bid whose worst margin is highest.
        """
        n = max(range(len(self.payoffs)), key=lambda each: min(self.payoffs[each]))
        least = Fraction(min(self.payoffs[n]))
        how = say("costs-points", n=plain(self.solution.least - least))
        row = Row(self.request.bids(self.ways[0][n]), say("no-less-than", n=points(least)), how)
        return Block(say("without-lots"), (row,), others=True)

    def _reply(self, habit: Mapping[int, int]) -> Block:
        """Returns a block of the answer: the best reply to a rival who always bids certain coins.

        ``habit``: these coins, tavern index to coin value.
        """
        likely = keeping(self.ways[1], habit)
        there = [n for n, way in enumerate(self.ways[1]) if way in likely]
        gains = [Fraction(sum(row[n] for n in there), len(there)) for row in self.payoffs]
        best = max(range(len(gains)), key=gains.__getitem__)
        mean = zero_sum.against(self.payoffs, self.solution.rows)
        drawn = points(sum((mean[n] for n in there), Fraction(0)) / len(there))
        least = points(Fraction(min(self.payoffs[best])))
        how = say("habit-else", drawn=drawn, rival=self.rival, least=least)
        row = Row(self.request.bids(self.ways[0][best]), points(gains[best]), how)
        return Block(say("against-habit", rival=self.rival), (row,))


def _possible_bids(ways: Sequence[Bids], probabilities: Sequence[Fraction]) -> MixedBids:
    """Returns the ways to bid with their probabilities, likeliest first, without those of 0.

    ``ways``: all ways to bid, each with its entry in ``probabilities``.
    """
    played = [(way, share) for way, share in zip(ways, probabilities, strict=True) if share]
    return sorted(played, key=lambda pair: -pair[1])


# ── three to five players ──────────────────────────────────────────────────────────────


def _multiplayer(request: BidForm) -> Answer:
    likely = [
        keeping(bidder.ways(), request.habit(seat))
        for seat, bidder in zip(request.seats[1:], request.bidders[1:], strict=True)
    ]
    bids, stock = MultiplayerBids(request.bidders, likely, request.table()), request.treasure()

    def traded(way: Bids) -> int:
        pair = way.pair
        return request.traded(0, request.bidders[0].traded(pair, stock)) if pair else 0

    ranked = sorted(
        ((way, bids.outlook(way, traded(way))) for way in request.bidders[0].ways()),
        key=lambda pair: (-pair[1].mean, -pair[1].least),
    )
    best, bound = ranked[0], max(outlook.high for _, outlook in ranked)
    worth, most = points(best[1].mean), points(bound)
    summary = say("best-reply", bids=request.bids(best[0]), worth=worth, bound=most)
    rows = [_ranked(request, pair, best[1], stock) for pair in ranked[: OTHER_BIDS_LISTED + 1]]
    others = Block(say("next-best-bids"), tuple(rows[1:]), others=True)
    return Answer(summary, (Block(say("your-bids"), (rows[0],)), others))


def _ranked(
    request: BidForm, pair: tuple[Bids, Outlook], best: Outlook, stock: Mapping[int, int]
) -> Row:
    way, outlook = pair
    parts = [request.pouch(0, way, stock), say("from-to", least=outlook.least, most=outlook.most)]
    if outlook.low != outlook.high:
        parts.append(say("if-gems-move", low=points(outlook.low), high=points(outlook.high)))
    if outlook is not best:
        less = best.mean - outlook.mean
        parts.append(say("costs-points", n=plain(less)) if less else say("as-good"))
    how = joined(filter(bool, parts), say("semicolon"))
    return Row(request.bids(way), points(outlook.mean), how)
