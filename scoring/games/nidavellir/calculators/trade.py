"""Planner for the best two coins to leave in the pouch for a trade."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from scoring.games.nidavellir.solvers import coins, treasure
from scoring.text import messages

from .options import Option, best_of, changeable_coins, changed, missed
from .placing import PlanRequest

say = messages.of(__name__)


@best_of
def plan(request: PlanRequest) -> Iterator[Option]:
    """Yields an option for the trade of each pair of the seat's coins, if it has exchange coins."""
    area, catalogue, left = request.area, request.catalogue, treasure.left(request.position)
    heroes = {"jarika": area.has("jarika"), "zolkur": request.seat.flag("zolkur_waits")}
    if not any("exchange" in catalogue[coin].facts for coin in request.seat.tally("coins")):
        return
    for low, high in dict.fromkeys(combinations(changeable_coins(request), 2)):
        change = coins.trade((low, high), left, **heroes)
        name, seat = say("option-trade-nothing", a=low, b=high), request.seat
        if change.taken is not None:
            name = say("option-trade", a=low, b=high, given=change.given, taken=change.taken)
            seat = changed(change, seat, catalogue).without("zolkur_waits")
        yield Option(name, seat, missed(change))
