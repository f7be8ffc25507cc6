"""Calculator for the market of a round: its first player, and the order of those still buying."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.cells import MOST, CellPath
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import joined

from ..messages import say
from ..solvers import market
from ..solvers.score_pad import Pad, round_now


def fill(position: Position, seat: str) -> FormCells:
    number, pad = round_now(position, position), Pad(position)
    seats: dict[str, Mapping[str, Any]] = {
        each.id: {
            "coins": each.number("coins"),
            "earned": _earned(pad, each, number),
            "passed": each.flag("passed"),
        }
        for each in position
    }
    return seats | {"table": {"round": str(number)}}


def answer(form: Position) -> Answer:
    cites = ("market", "market_tie", "market_tie_again")
    everyone, table = tuple(form.seats), form.table
    if table.choice("round") == "1":
        return Answer(say("youngest-begins"), cites=cites[:1])
    coins = {seat.id: n for seat in form if (n := seat.number("coins")) is not None}
    if lacking := [seat for seat in everyone if seat not in coins]:
        who = say.listed(map(form.name, lacking))
        return Answer(say("enter-coins", who=who), cites=cites)
    earned = {seat.id: n for seat in form if (n := seat.number("earned")) is not None}
    passed = frozenset(seat.id for seat in form if seat.flag("passed"))
    poorest = [seat for seat in everyone if coins[seat] == min(coins.values())]
    if len(poorest) > 1 and (lacking := [seat for seat in poorest if seat not in earned]):
        summary = say("enter-last-round", who=say.listed(map(form.name, lacking)))
        return Answer(summary, (_standing(form, coins, earned, everyone, passed),), cites=cites)
    keys = {seat: (coins[seat], earned.get(seat, 0)) for seat in everyone}
    level = [seat for seat in everyone if keys[seat] == min(keys.values())]
    last_first = table.choice("last_first")
    first = level[0] if len(level) == 1 else None
    if first is None and last_first in everyone:
        # ruling market_tie_again: the next of them clockwise after the last first player
        _, *following = form.clockwise(last_first)
        first = next(seat for seat in (*following, last_first) if seat in level)
    if first is None:
        summary = say("level-who-was-first", who=say.listed(map(form.name, level)))
        return Answer(summary, (_standing(form, coins, earned, everyone, passed),), cites=cites)
    clockwise = form.clockwise(first)
    if buyers := [seat for seat in clockwise if seat not in passed]:
        order = joined(map(form.name, buyers), say("then"))
        summary = say("buying-order", who=form.name(first), order=order)
    else:
        summary = say("all-have-passed")
    standing = _standing(form, coins, earned, clockwise, passed)
    applies = [Apply(say("is-first-player", who=form.name(first)), {"play/first": first})]
    if passed:
        nobody: Changes = {CellPath.to(seat, "passed"): None for seat in passed}
        applies.append(Apply(say("clear-passes"), nobody))
    return Answer(summary, (standing,), tuple(applies), cites=cites)


def _earned(pad: Pad, seat: Seat, number: int) -> int | None:
    """Returns a seat's points that decide a tie at the market of round ``number``.

    ``None`` if it has recorded no points of the round before, or if there is none.
    """
    parts = ("primary", "secondary")
    if number < 2 or not any(pad.scored(seat, part, number - 1) for part in parts):
        return None
    return min(market.earned(pad, seat, number), MOST)


def _standing(
    form: Position,
    coins: Mapping[str, int],
    earned: Mapping[str, int],
    order: Sequence[str],
    passed: frozenset[str],
) -> Block:
    rows = []
    for seat in order:
        how = [say("points-last-round", n=earned[seat])] if seat in earned else []
        if seat in passed:
            how.append(say("has-passed"))
        rows.append(
            Row(form.name(seat), say("count-coin", n=coins[seat]), say.listed(how), "market")
        )
    return Block(say("clockwise"), tuple(rows))
