"""Planner for the best two coins to leave in the pouch for a trade."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from scoring.games.nidavellir.solvers import coins
from scoring.model.plan import Plan
from scoring.model.position import Position
from scoring.text import messages

from .options import Option, PlanRequest, best_of, missed

say = messages.of(__name__)


def plan(position: Position, seat: str, seconds: float) -> Plan:
    request = PlanRequest(position, seat, seconds)
    held = map(request.catalogue.__getitem__, request.seat.tally("coins"))
    exchange = any("exchange" in coin.facts for coin in held)
    return best_of(request, _traded(request) if exchange else ())


def _traded(request: PlanRequest) -> Iterator[Option]:
    """Yields an option for the trade of each pair of the seat's coins."""
    zolkur = request.seat.flag("zolkur_waits")
    for pair in dict.fromkeys(combinations(request.changeable_coins, 2)):
        change = coins.trade(pair, request.treasure, jarika=request.jarika, zolkur=zolkur)
        low, high = pair
        name, seat = say("option-trade-nothing", a=low, b=high), request.seat
        if change.taken is not None:
            name = say("option-trade", a=low, b=high, given=change.given, taken=change.taken)
            seat = request.changed(change, seat).without("zolkur_waits")
        yield Option(name, seat, missed(change))
