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
        result = _two_players(request) if len(request.seats) == PAIR else _multiplayer(request)
        if lacking := tuple(request.lacking()):
            summary = say("not-all-entered", said=result.summary, what=say.listed(lacking))
            proof = result.proof and result.proof.provisional()
            result = replace(result, summary=summary, proof=proof)
        return replace(result, blocks=(*result.blocks, *request.worths()))
    return Answer(summary, tuple(request.worths()))


# ── two players ────────────────────────────────────────────────────────────────────────


def _two_players(request: BidForm) -> Answer:
    one, two = request.bidders
    bids = TwoPlayerBids((one, two), request.table(), request.treasure(), request.traded)
    payoffs = bids.payoffs()
    solution = zero_sum.solve(payoffs)
    checked: tuple[Check, ...] = ("replies",) if solution.proven else ()
    proof = Proof.of("lp", solution.least, solution.most, checked=checked)
    rival = request.name(request.seats[1])
    own_bids = _possible_bids(bids.ways[0], solution.rows)
    worth = points(solution.least)
    if len(own_bids) == 1:
        summary = say("bid-surely", bids=request.bids(own_bids[0][0]), worth=worth, rival=rival)
    else:
        summary = say("bid-by-lot", n=len(own_bids), worth=worth, rival=rival)
    stock = request.treasure()
    blocks = [
        Block(say("your-bids"), tuple(_bid_rows(request, 0, own_bids, stock))),
        Block(say("at-each-tavern"), tuple(_tavern_rows(request, own_bids))),
    ]
    if len(own_bids) > 1:
        blocks.append(_fixed_bid(request, bids, payoffs, solution))
    if habit := request.habit(request.seats[1]):
        blocks.append(_reply(request, bids, payoffs, solution, habit))
    theirs = _possible_bids(bids.ways[1], solution.columns)
    rows = tuple(_bid_rows(request, 1, theirs, stock))
    blocks.append(Block(say("bids-of", name=rival), rows, folded=True))
    return Answer(summary, tuple(blocks), proof=proof)


type MixedBids = list[tuple[Bids, Fraction]]


def _possible_bids(ways: Sequence[Bids], probabilities: Sequence[Fraction]) -> MixedBids:
    """Returns the ways to bid with their probabilities, likeliest first, without those of 0.

    ``ways``: all ways to bid, each with its entry in ``probabilities``.
    """
    played = [(way, share) for way, share in zip(ways, probabilities, strict=True) if share]
    return sorted(played, key=lambda pair: -pair[1])


def _bid_rows(
    request: BidForm, player: int, mixed: MixedBids, stock: Mapping[int, int]
) -> Iterator[Row]:
    for way, share in mixed:
        how = request.pouch(player, way, stock)
        yield Row(request.bids(way), often(share), how, share=share)


def _tavern_rows(request: BidForm, mixed: MixedBids) -> Iterator[Row]:
    """Yields the answer's row for each tavern: the coins to bid there, with probabilities.

    ``request``: the form about bids. ``mixed``: ways to bid with their probabilities.
    """
    for n, tavern in enumerate(request.taverns):
        shares: dict[Coin, Fraction] = {}
        for way, share in mixed:
            shares[way.laid[n]] = shares.get(way.laid[n], Fraction(0)) + share
        best = sorted(shares.items(), key=lambda pair: -pair[1])
        how = say.listed(
            say("coin-often", coin=coin_text(coin), often=often(s)) for coin, s in best
        )
        yield Row(tavern.name, how=how, entry=tavern.id)


def _fixed_bid(
    request: BidForm, bids: TwoPlayerBids, payoffs: zero_sum.Payoffs, solution: zero_sum.Mixed
) -> Block:
    """Returns a block of the answer: the best bid for who does not want to draw it by chance.

    That is the bid whose worst margin is highest. ``payoffs``: margins by both players' bids.
    ``solution``: the best mixed strategy (bids drawn by chance), to compare with.
    ``request``: the form about bids.
    """
    n = max(range(len(payoffs)), key=lambda each: min(payoffs[each]))
    least = Fraction(min(payoffs[n]))
    how = say("costs-points", n=plain(solution.least - least))
    row = Row(request.bids(bids.ways[0][n]), say("no-less-than", n=points(least)), how)
    return Block(say("without-lots"), (row,), others=True)


def _reply(
    request: BidForm,
    bids: TwoPlayerBids,
    payoffs: zero_sum.Payoffs,
    solution: zero_sum.Mixed,
    habit: Mapping[int, int],
) -> Block:
    """Returns a block of the answer: the best reply to a rival who always bids certain coins.

    ``habit``: these coins, tavern index to coin value. ``solution``: the best mixed strategy, to
    compare with. ``payoffs``: margins by both players' bids. ``request``: the form about bids.
    """
    rival = request.name(request.seats[1])
    likely = keeping(bids.ways[1], habit)
    there = [n for n, way in enumerate(bids.ways[1]) if way in likely]
    gains = [Fraction(sum(row[n] for n in there), len(there)) for row in payoffs]
    best = max(range(len(gains)), key=gains.__getitem__)
    mean = zero_sum.against(payoffs, solution.rows)
    drawn = sum((mean[n] for n in there), Fraction(0)) / len(there)
    how = say(
        "habit-else", drawn=points(drawn), rival=rival, least=points(Fraction(min(payoffs[best])))
    )
    row = Row(request.bids(bids.ways[0][best]), points(gains[best]), how)
    return Block(say("against-habit", rival=rival), (row,))


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
