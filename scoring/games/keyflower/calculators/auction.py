"""Calculator for one tile of the auction: every legal bid and use, and all that follows from them.

The rules are in ``solvers/auction_rules.py``; here its moves are put into a player's sentences.
"""

from collections.abc import Iterable, Iterator, Mapping

from scoring.model.calculator import Answer, Block, FormCells, Row
from scoring.model.position import Position
from scoring.text.localised import EMPTY, Text, joined, number

from ..messages import say
from ..sheet_functions import INSIDE
from ..solvers import auction_rules as rules
from ..solvers.village import WORKERS

BOATS = ("boat_4a", "boat_4b")
OFFERED = ("offer", "bids_only", "order_tile")
USABLE = ("offer", "mine", "other")
THREE = 3
"""Workers on a tile of which it cannot be seen whether the last use was with 2 or with 3."""


def fill(position: Position, seat: str) -> FormCells:
    own = position.seats[seat]
    boat = next((each for each in BOATS if own.has("summer_boats", each)), None)
    return {seat: {"workers": own.tally("workers"), "boat": boat}}


def answer(form: Position) -> Answer:
    tile = _Tile(form)
    if tile.problem:
        return Answer(tile.problem)
    bids, uses = tile.of_kind("bid"), tile.of_kind("use")
    blocks = (
        Block(say("bids"), tuple(_bids(tile, bids))),
        Block(say("uses"), tuple(_uses(tile, uses))),
        Block(say("colour-of-the-tile"), tuple(_colours(tile, bids, uses))),
        Block(say("workers-and-passing"), tuple(_workers(tile))),
    )
    summary = tile.sentence("bid", bids), tile.sentence("use", uses)
    return Answer(joined(summary, say("between-sentences")), blocks)


type Moves = Mapping[str, list[rules.Move]]
"""Legal bids or uses by their one colour; under *any_worker* if they may be any mix."""


class _Tile:
    """The auction form as read: one tile and its workers, every legal move at it, texts on both.

    ``problem``: a sentence on what is impossible or unknown, so that there is no answer.
    ``unsure``: true if three workers stand on the tile, and nobody said whether they came at once.
    """

    def __init__(self, form: Position) -> None:
        (self.seat,) = form
        self.catalogue, self.place = form.catalogue, self.seat.choice("place") or OFFERED[0]
        laid = {row: _groups(cells) for row, cells in self.seat.grid("around").items()}
        inside = sum(each.number for each in laid.get(INSIDE, ()))
        seen = {each.colour for groups in laid.values() for each in groups}
        colour = rules.tile_colour(seen, self.seat.choice("standing"))
        bids = {row: groups for row, groups in laid.items() if groups and row != INSIDE}
        elsewhere = [*filter(None, map(_groups, self.seat.grid("elsewhere").values()))]
        totals = [groups[0].number for groups in bids.values()]
        alike = max((n for n in totals if totals.count(n) > 1), default=0)
        several = any(len(groups) > 1 for groups in (*bids.values(), *elsewhere))
        problems = (
            (several, say("two-colours-in-a-bid")),
            (alike, say("two-bids-alike", n=alike)),
            (bids and self.place not in OFFERED, say("no-bids-in-a-village")),
            (inside and self.place not in USABLE, say("nobody-uses-it")),
            (inside > rules.ROOM, say("too-many-inside", n=inside, most=rules.ROOM)),
            (colour is None, say("which-stands")),
        )
        self.problem = next((text for wrong, text in problems if wrong), None)
        three = self.seat.choice("three")
        self.unsure = inside == THREE and three is None
        own = bids.pop(self.seat.id, None)
        self.auction = rules.Auction(
            colour or "",
            max((groups[0].number for groups in bids.values()), default=0),
            own[0] if own else None,
            inside,
            2 if inside == THREE and three != "at_once" else inside,
            self.seat.tally("workers"),
            [groups[0] for groups in elsewhere],
            self.seat.choice("boat") or "",
            self.place in OFFERED,
            self.place in USABLE,
            self.place != "order_tile",
        )
        self.moves = rules.legal_moves(self.auction)

    def of_kind(self, kind: rules.Kind) -> Moves:
        moves = [move for move in self.moves if move.kind == kind]
        if kind == "use" and self.auction.mixing:
            return {"any_worker": moves} if moves else {}
        found = {key: [move for move in moves if key in move.colours] for key in WORKERS}
        return {key: each for key, each in found.items() if each}

    def colour(self, colour: str) -> Text:
        if colour == "any_worker":
            return say("any-mix")
        named: Text = self.catalogue[colour].facts["colour"]
        return named

    def workers(self, group: rules.Group) -> Text:
        return say("of-colour", n=number(group.number), colour=self.colour(group.colour))

    def group(self, index: int) -> Text:
        """Returns a text on one beaten bid of the player: its workers, and if it is at this tile.

        ``index``: that of the bid among the player's beaten bids; ``HERE`` for the one at this
        tile.
        """
        workers = self.workers(self.auction.movable("use")[index])
        return say("group-here" if index == rules.HERE else "group-elsewhere", workers=workers)

    def sentence(self, kind: rules.Kind, moves: Moves) -> Text:
        """Returns a sentence: the workers that may bid, or use the tile; else why none may.

        ``kind``: *bid* or *use*. ``moves``: colour to the legal moves of this kind.
        """
        spans: dict[tuple[int, int], list[Text]] = {}
        for key, each in moves.items():
            spans.setdefault(_ends(move.total for move in each), []).append(self.colour(key))
        parts = (
            say("of-colour", n=_span(*ends), colour=say.listed(names, "or"))
            for ends, names in spans.items()
        )
        if spans:
            return say(f"may-{kind}", what=say.listed(parts, "or"))
        auction = self.auction
        least = auction.least_bid if kind == "bid" else auction.least_use
        if not (auction.may_bid if kind == "bid" else auction.may_use):
            return say(f"no-{kind}-there")
        if least is None:
            return say("no-use-closed")
        colours = auction.bid_colours if kind == "bid" else auction.use_colours
        any_ = "any-mix" if kind == "use" and auction.mixing else "one-colour"
        named = say(any_) if len(colours) > 1 else self.colour(colours[0])
        known = "lacks" if self.seat.entered("workers") else "takes"
        return say(f"{kind}-{known}", n=least, colour=named)


def _groups(cells: Mapping[str, int]) -> list[rules.Group]:
    return [rules.Group(colour, n) for colour, n in cells.items() if n]


def _ends(numbers: Iterable[int]) -> tuple[int, int]:
    every = sorted(numbers)
    return every[0], every[-1]


def _span(least: int, most: int) -> Text:
    if not least:
        return say("up-to", n=most)
    return number(least) if least == most else say("from-to", n=least, most=most)


def _rows(tile: _Tile, kind: rules.Kind, moves: Moves) -> Iterator[Row]:
    """Yields a row for each colour: how many workers of it may *bid* or *use* (``kind``) a tile.

    It also tells where these workers come from: behind the screen, or beaten bids. ``moves``:
    colour to the legal moves of this kind.
    """
    for colour, each in moves.items():
        ways = []
        every = {move.moved for move in each}
        for moved in sorted(every, key=lambda indexes: (len(indexes), sorted(indexes))):
            least, most = _ends(sum(n for _, n in m.hand) for m in each if m.moved == moved)
            along = say.listed(map(tile.group, sorted(moved)), "and")
            if not moved:
                way = "more-from-hand" if tile.auction.own and kind == "bid" else "from-hand"
                ways.append(say(way, n=_span(least, most)))
            elif most:
                ways.append(say("along-with-hand", groups=along, n=_span(least, most)))
            else:
                ways.append(say("along-alone", groups=along))
        span = _span(*_ends(move.total for move in each))
        yield Row(tile.catalogue.name(colour), span, joined(ways, say("between-ways")), colour)
    if not moves:
        yield Row(say("none"), how=tile.sentence(kind, moves), entry=kind)


def _bids(tile: _Tile, bids: Moves) -> Iterator[Row]:
    auction = tile.auction
    yield from _rows(tile, "bid", bids)
    if bids and (auction.highest or auction.own):
        how = say("tie-is-no-bid", n=auction.least_bid - 1, least=auction.least_bid)
        yield Row(say("equal-bid"), say("no"), how, "faq_equal_bid")
    if bids:
        least = min(move.total for moves in bids.values() for move in moves)
        yield Row(say("others-then"), number(least + 1), say("after-a-bid", n=least), "bid")
    answers = auction.boat == "boat_4a" and auction.highest and not auction.is_village_tile
    if answers and auction.colour != "green":
        yield Row(tile.catalogue.name("boat_4a"), say("no"), say("only-village-tiles"), "boat_4a")


def _uses(tile: _Tile, uses: Moves) -> Iterator[Row]:
    """Yields rows on the legal uses of a tile, then rows on how many workers a use after it takes.

    The latter have one row for each number of workers of a legal use; all numbers after which the
    tile is closed share one. ``uses``: colour to the legal moves.
    """
    if tile.unsure:
        yield Row(say("three-inside"), how=say("three-at-once-or-not"), entry="faq_how_often")
    yield from _rows(tile, "use", uses)
    for n in sorted({move.total for moves in uses.values() for move in moves}):
        inside = tile.auction.inside + n
        if inside + n + 1 > rules.ROOM:
            sums = say("closing-sum", inside=inside, n=n + 1, sum=inside + n + 1)
            label = say("used-with-or-more", n=n)
            yield Row(label, say("closed"), sums, "case_two_three_closed")
            return
        yield Row(say("used-with", n=n), say("next-use", n=n + 1), EMPTY, "use")


def _colours(tile: _Tile, bids: Moves, uses: Moves) -> Iterator[Row]:
    """Yields rows: the tile's colour now, and after each move that only boat 4a or 4b allows.

    ``bids``, ``uses``: colour to the legal moves.
    """
    auction = tile.auction
    if not auction.colour:
        free = "first-colour-4b" if auction.boat == "boat_4b" else "first-colour"
        entry = f"{auction.boat}_colour" if auction.boat else "colour_lock"
        yield Row(say("now"), say("open"), say(free), entry)
        return
    alone = auction.boat == "boat_4a" and auction.own and not auction.highest
    now, entry = ("alone", "boat_4a_colour") if alone else ("all-follow", "colour_lock")
    yield Row(say("now"), tile.colour(auction.colour), say(now), entry)
    for colour in filter(auction.colour.__ne__, bids):
        named, stays = map(tile.colour, (colour, rules.colour_after(auction, bids[colour][0])))
        bid = say("after-bid-in", colour=named)
        yield Row(bid, stays, say("lies-flat", colour=named), "boat_4a_colour")
        if any(move.moved for move in bids[colour]):
            moved = say("moved-in", colour=named)
            yield Row(say("moved-here"), say("disputed"), moved, "boat_4a_colour")
    for moves in uses.values() if auction.mixing else ():
        stays = tile.colour(rules.colour_after(auction, moves[0]))
        yield Row(say("after-mixed-use"), stays, say("mixed-lies-flat"), "boat_4b_colour")


def _workers(tile: _Tile) -> Iterator[Row]:
    """Yields rows on what the player's own and beaten bids at a tile may do.

    Then on who gets the workers beside and on the tile at the end of the season, and on passing.
    """
    auction = tile.auction
    if auction.own:
        beaten = say("own-beaten", n=auction.least_bid - auction.own.number)
        how, entry = (say("own-leads"), "faq_take_back") if auction.leads else (beaten, "outbid")
        yield Row(say("my-bid"), tile.workers(auction.own), how, entry)
    for index in range(len(auction.beaten)):
        kinds = {move.kind for move in tile.moves if index in move.moved}
        to = [say(f"may-go-{kind}") for kind in ("bid", "use") if kind in kinds]
        where = say.listed(to, "or") if to else say("may-not-go")
        yield Row(tile.group(index), where, say("moves-whole"), "outbid")
    if auction.may_bid:
        yield Row(say("bids-in-the-end"), EMPTY, say("bids-end"), "winning_bid")
    if auction.may_use:
        entry = {"offer": "faq_auction_tile", "other": "faq_other_village"}.get(tile.place, "use")
        yield Row(say("used-in-the-end"), EMPTY, say(f"used-end-{tile.place}"), entry)
    yield Row(say("passing"), say("always"), say("passing-how"), "faq_pass_again")
