"""Planner for the troop evaluation after age 1, when the leader of a class wins its distinction.

Names for each distinction the points it would add to the seat's score, and the ranks that the seat
still lacks to win it.
"""

from collections.abc import Mapping
from fractions import Fraction

from scoring.model.catalogue import Entry
from scoring.model.plan import Plan
from scoring.model.position import Position
from scoring.text.localised import Text

from ..messages import say
from ..solvers.army import CLASSES, areas, moved
from ..solvers.end_decisions import PlanRequest
from ..solvers.lines_and_leads import needed_to_lead


def plan(position: Position, seat: str, seconds: float) -> Plan:
    request = PlanRequest.of(position, seat, seconds)
    best = request.best()
    table, steps = areas(position), []
    missing = [s for s, area in table.items() if not any(map(area.ranks_in_play, CLASSES))]
    if missing:
        steps.append(say("evaluated-without", who=say.listed(map(position.name, missing))))
    for distinction in position.catalogue.of_kind("distinction"):
        owners = [each for each in position if each.has("distinctions", distinction.id)]
        if owners:
            who = say.listed(position.name(each.id) for each in owners)
            steps.append(say("distinction-held", what=distinction.name, who=who))
            continue
        (kind,) = distinction.facts["class"]
        cache = {name: h.ranks_in_play(kind) for name, h in table.items() if name not in missing}
        worth = _worth(request, distinction, best.worth)
        if seat in missing or len(cache) == 1:
            # no known ranks to compare with: a blank cell means unknown, not 0
            steps.append(say("evaluated-alone", what=distinction.name, worth=worth))
            continue
        takes = _takes(cache, seat)
        steps.append(say("evaluated", what=distinction.name, takes=takes, worth=worth))
    return request.plan(best, steps)


def _takes(ranks: Mapping[str, int], seat: str) -> Text:
    """Returns the text on how many ranks a seat lacks to win a class's distinction.

    ``ranks``: of that class, by seat id.
    """
    needed, own = needed_to_lead(ranks, seat), ranks[seat]
    most = max((n for other, n in ranks.items() if other != seat), default=0)
    if needed:
        return say("takes-more", more=say("more-ranks", n=needed), n=own, most=most)
    return say("takes-nothing", n=own, most=most)


def _worth(request: PlanRequest, distinction: Entry, now: Fraction) -> Text:
    seat = request.seat
    if distinction.id == "pioneer_of_the_kingdom":
        return say("worth-unknown")
    won = seat.put(distinctions=dict.fromkeys((*seat.picked("distinctions"), distinction.id), True))
    won = moved(won, request.catalogue["hildr"], 1)
    coins = dict(seat.tally("coins"))
    if distinction.id == "hunting_master" and coins.pop("coin_0", 0):
        won = won.put(coins=coins | {"hunting_master_coin": 1})
    seats = [won]
    if by := int(distinction.facts.get("raises", 0)):
        # the raise of the King's Hand is mandatory, unless there is no coin to raise
        seats = [raised for _, _, raised in request.having(won).raised(by)] or seats
    gain = max(request.having(each).best().worth for each in seats) - now
    return say("worth-now", n=int(gain))
