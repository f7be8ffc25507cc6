"""Planner for the best two coins to leave in the pouch for a trade."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from ..solvers import coins, treasure
from ..solvers.last_placements import PlanRequest
from .plan_of_placements import Option, best_of, exchanged


@best_of
def plan(request: PlanRequest) -> Iterator[Option]:
    """Yields an option for the trade of each pair of the seat's coins, if it has exchange coins."""
    area, catalogue, left = request.area, request.catalogue, treasure.left(request.position)
    heroes = {"jarika": area.has("jarika"), "zolkur": request.seat.flag("zolkur_waits")}
    if not any("exchange" in catalogue[coin].facts for coin in request.seat.tally("coins")):
        return
    for pair in dict.fromkeys(combinations(request.changeable_coins, 2)):
        change = coins.trade(pair, left, **heroes)
        option = exchanged(change, request.seat, catalogue)
        if change.taken is not None:
            option = replace(option, seat=option.seat.without("zolkur_waits"))
        yield option
