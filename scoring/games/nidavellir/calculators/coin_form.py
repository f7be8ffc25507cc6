"""Shared by the calculators on coins: reads the coins and the Royal Treasure from a form.

Also describes changes of coins and enters them in the sheet. A change is the exchange of one coin
for another from the treasure.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scoring.model.calculator import Apply, Changes, Row
from scoring.model.cells import MOST, CellPath
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import Text, joined

from ..messages import say
from ..solvers import treasure
from ..solvers.army import areas, moved_step, step_of, track
from ..solvers.coin_rules import STARTING, Change, treasure_left

FEW, MANY = "few", "many"

SEATS = {FEW: 3, MANY: 5}
"""The form's two options for the number of players, each with a number that it stands for.

The Royal Treasure has fewer coins for two and three players than for four and five.
"""


class Money:
    """The coins that a calculator's form has, and the Royal Treasure where coins are exchanged."""

    def __init__(self, form: Position) -> None:
        self.form = form
        (self.seat,) = form

    @property
    def coins(self) -> tuple[str, ...]:
        """Ids of the seat's coins, each repeated as often as the seat has that coin."""
        numbers = self.seat.tally("coins").items()
        return tuple(c for c, n in numbers for _ in range(min(n, treasure.MOST_ALIKE)))

    @property
    def changeable(self) -> list[int]:
        """Values of the coins that may be traded or raised, smallest first."""
        return treasure.changeable(self.form.catalogue, self.seat.tally("coins"))

    @property
    def stocked(self) -> dict[int, int]:
        """The treasure's coins at the start, by the form's number of players: value to count."""
        players = SEATS[self.seat.choice("players") or MANY]
        return treasure.stocked(self.form.catalogue, players, self.form.rulings)

    @property
    def stock(self) -> dict[int, int]:
        """The treasure's coins without those that the form lists as gone: value to count."""
        gone = self.seat.tally("gone")
        left = {value: n - gone.get(f"coin_{value}", 0) for value, n in self.stocked.items()}
        return {value: n for value, n in left.items() if n > 0}

    def beside(self, named: Iterable[int]) -> dict[int, int]:
        """Returns the treasure's coins, less those that the seat holds and those ``named``.

        Coin value to count; ``named`` are values, too. Coins held are not in the treasure, whether
        or not the form lists them as gone.
        """
        held = Counter(map(self.value, self.coins)) | Counter(named)
        own = treasure_left(self.stocked, [tuple(held.elements())])
        return {v: n for v, left in self.stock.items() if (n := min(left, own.get(v, 0)))}

    @property
    def jarika(self) -> bool:
        return self.seat.flag("jarika")

    # properties of one coin id

    def value(self, coin: str) -> int:
        return int(self.form.catalogue[coin].facts["value"])

    def exchanges(self, coin: str) -> bool:
        """True if a coin (an id) is an exchange coin, which is neither traded away nor raised."""
        return "exchange" in self.form.catalogue[coin].facts

    def values(self, coins: Iterable[str]) -> list[int]:
        """Returns the values of these coins (ids), each once and without exchange coins."""
        return list(dict.fromkeys(self.value(c) for c in coins if not self.exchanges(c)))

    def so_far(self, summary: Text) -> Text:
        """Returns the answer's text ``summary``, with a remark on how many coins are not entered.

        Without the remark if all the seat's coins are entered, or none.
        """
        table, seat = self.form.table_position, self.seat.id
        most = areas(table)[seat].purse if table and seat in table.seats else len(STARTING)
        if not 0 < len(self.coins) < most:
            return summary
        lacking = say("coins-not-entered", n=most - len(self.coins), most=most)
        return say("not-all-entered", said=summary, what=lacking)

    # chosen and bid coins

    @property
    def chosen(self) -> tuple[str, ...]:
        """Ids of the coins chosen in the form's two coin fields."""
        return tuple(coin for key in ("coin_1", "coin_2") if (coin := self.seat.choice(key)))

    @property
    def all_bid(self) -> bool:
        """True if every tavern has a bid and all coins bid are among those entered."""
        taverns = sum(1 for _ in self.form.catalogue.of_kind("tavern"))
        everywhere = len(self.seat.tally("bids")) == taverns
        return everywhere and any(len(h) == len(self.coins) - taverns for h in self.hands())

    @property
    def no_exchange(self) -> bool:
        """True if four coins or more are entered, none an exchange coin: trading is impossible."""
        whole = len(self.coins) >= len(STARTING) - 1
        return whole and not any(map(self.exchanges, self.coins))

    def hands(self) -> list[tuple[str, ...]]:
        """Returns the coins left after the bids: a tuple of coin ids for each possibility.

        There are several if a bid's value fits coins of different ids. If a bid fits none of the
        coins entered, the bids are ignored and all coins are returned.
        """
        found = {tuple(sorted(self.coins))}
        for bid in self.seat.tally("bids").values():
            found = {
                tuple(sorted((Counter(hand) - Counter([coin])).elements()))
                for hand in found
                for coin in hand
                if self.value(coin) == bid
            }
        return sorted(found) or [self.coins]

    # worth of a change

    def steps(self, changes: Sequence[Change]) -> int:
        """Returns the steps that changes of coins move the valkyrie Svafa; 0 without her.

        At most to the end of her track.
        """
        svafa = self.seat.choice("svafa")
        if svafa is None:
            return 0
        over = sum(change.excess for change in changes)
        return moved_step(self.form.catalogue["svafa"], svafa, over) - step_of(svafa)

    def worth(self, changes: Sequence[Change]) -> int:
        """Returns the points that changes of coins bring: in coin values and on Svafa's track."""
        gain, svafa = sum(change.gain for change in changes), self.seat.choice("svafa")
        if svafa is None:
            return gain
        pays, step = track(self.form.catalogue["svafa"]), step_of(svafa)
        return gain + pays[step + self.steps(changes)] - pays[step]

    # ways to change coins: one change each, or several in order

    def best_first(self, ways: Iterable[tuple[Change, ...]]) -> list[tuple[Change, ...]]:
        """Returns the ways to change coins, best first; of those with equal results only the first.

        A result is the coins given, taken and kept, and the steps that the valkyrie Svafa moves.
        """
        found: dict[object, tuple[Change, ...]] = {}
        for way in ways:
            coins = sorted((change.given, change.taken or 0, change.kept or 0) for change in way)
            found.setdefault((*coins, self.steps(way)), way)
        return sorted(found.values(), key=lambda way: -self.worth(way))

    def row(self, changes: Sequence[Change], best: Sequence[Change] | None = None) -> Row:
        """Returns the answer's row for one way to change coins.

        Compared with ``best``, the best way, its explanation ends with how many points fewer this
        way brings, or that it is as good.
        """
        parts = [said for each in changes for said in _how(each)]
        if steps := self.steps(changes):
            parts.append(say("svafa-moves", n=steps))
        if best is not None:
            less = self.worth(best) - self.worth(changes)
            parts.append(say("costs", n=less) if less else say("as-good"))
        how = joined(parts, say("semicolon"))
        return Row(_label(changes), say("signed", n=self.worth(changes)), how, "royal_treasure")

    def apply(self, changes: Sequence[Change], *, trades: bool = False) -> Apply | None:
        """Returns the button that writes the coins after ``changes``; ``None`` if impossible.

        That is if the treasure had no coin, or the seat lacks a coin that is given. ``trades``: the
        change is a trade, which ends the wait of the hero Zolkur.
        """
        given = Counter(change.given for change in changes)
        if any(change.taken is None for change in changes) or given - Counter(self.changeable):
            return None
        seat = self.seat
        coins = dict(seat.tally("coins"))
        touched = {}
        for change in changes:
            for value, step in ((change.given, -1), (change.taken, 1)):
                coin = f"coin_{value}"
                coins[coin] = touched[coin] = coins.get(coin, 0) + step
        cells: Changes = {
            seat.path("coins", coin): min(number, MOST) or None for coin, number in touched.items()
        }
        svafa, steps = seat.choice("svafa"), self.steps(changes)
        if steps and svafa:
            step = step_of(svafa) + steps
            cells[CellPath.to(seat.id, "valkyries", "svafa")] = f"step_{step}"
        if trades and seat.flag("zolkur"):
            cells[CellPath.to(seat.id, "zolkur_waits")] = None
        return Apply(say("write-change", change=_label(changes)), cells)


def _label(changes: Sequence[Change]) -> Text:
    return joined(map(_arrow, changes), say("and-then"))


def _arrow(change: Change) -> Text:
    pair = sorted((change.given, change.kept)) if change.kept is not None else [change.given]
    taken = "–" if change.taken is None else str(change.taken)
    return say("coin-change", coins="+".join(map(str, pair)), taken=taken)


def _how(change: Change) -> Iterator[Text]:
    yield say("coin-target", n=change.target)
    if change.taken is None:
        return
    if change.given == max(STARTING):
        # a 5 may be a starting coin or one of the treasure; its value does not tell which
        yield say("coin-may-leave", n=change.given)
    elif change.given in STARTING:
        yield say("coin-leaves", n=change.given)
    else:
        yield say("coin-goes-back", n=change.given)
    if change.kept is not None:
        yield say("coin-stays", n=change.kept)
    if change.excess:
        yield say("coin-over", n=change.excess)


# ── filling ────────────────────────────────────────────────────────────────────────────


def gone_at(position: Position) -> dict[str, Any]:
    """Returns a form's cells on players and on coins gone from the treasure to the sheets.

    Keys: ``players`` (``FEW`` or ``MANY``), and ``gone`` (coin id to number).
    """
    seats = len(position.seats)
    start = treasure.stocked(position.catalogue, seats, position.rulings)
    left = treasure.left(position)
    gone = {f"coin_{value}": min(n - left.get(value, 0), MOST) for value, n in start.items()}
    return {
        "players": FEW if seats <= SEATS[FEW] else MANY,
        "gone": {coin: n for coin, n in gone.items() if n},
    }


def purse_of(seat: Seat) -> dict[str, Any]:
    """Returns cells to fill a form about coins with, by field id.

    Keys: ``coins`` (id to number), ``bids`` (tavern id to coin value), ``svafa`` (that valkyrie's
    step), ``jarika`` (true if the seat has that hero).
    """
    step = seat.face("valkyries", "svafa")
    return {
        "coins": seat.tally("coins"),
        # the sheet allows a step past the end of her track
        "svafa": "step_3" if step == "step_4" else step,
        "jarika": seat.has("heroes", "jarika"),
        "bids": seat.tally("bids"),
    }
