"""What each distinction is worth to a seat at the end of Age 1, and what it takes to win it."""

from __future__ import annotations

from fractions import Fraction

from scoring.core import words
from scoring.core.catalogue import Entry
from scoring.core.plan import Plan
from scoring.core.seat import Position
from scoring.core.text import Text

from ..engines.army import holds
from ..engines.lines import needed_to_lead
from .options import Asking

say = words.of(__name__)


def plan(position: Position, seat: str, seconds: float) -> Plan:
    asking = Asking(position, seat, seconds)
    plan = asking.solved(asking.seat)
    table = holds(position)
    steps = []
    for distinction in position.catalogue.of_kind("distinction"):
        held = [each for each in position if each.has("distinctions", distinction.id)]
        if held:
            who = say.listed(position.name(each.id) for each in held)
            steps.append(say("distinction-held", what=distinction.name, who=who))
            continue
        (kind,) = distinction.facts["class"]
        ranks = {name: hold.ranks_in_play(kind) for name, hold in table.items()}
        needed = needed_to_lead(ranks, seat)
        own = ranks.pop(seat)
        most = max(ranks.values(), default=0)
        if needed:
            takes = say("takes-more", more=say("more-ranks", n=needed), n=own, most=most)
        else:
            takes = say("takes-nothing", n=own, most=most)
        worth = _worth(asking, distinction, plan.worth)
        steps.append(say("evaluated", what=distinction.name, takes=takes, worth=worth))
    return Plan(tuple(steps), plan.after, plan.worth, plan.proof)


def _worth(asking: Asking, distinction: Entry, now: Fraction) -> Text:
    seat = asking.seat
    if distinction.id == "pioneer_of_the_kingdom":
        return say("worth-unknown")
    won = seat.put(distinctions=dict.fromkeys((*seat.picked("distinctions"), distinction.id), True))
    won = asking.moved(won, "hildr", 1)
    coins = dict(seat.tally("coins"))
    if distinction.id == "hunting_master" and coins.pop("coin_0", 0):
        won = won.put(coins=coins | {"hunting_master_coin": 1})
    # the raise of the King's Hand is no choice: only an army without coins goes without
    by = int(distinction.facts.get("raises", 0))
    raised = [asking.raised(coin, by, won).seat for coin in dict.fromkeys(asking.own) if by]
    gain = max(asking.solved(option).worth for option in raised or [won]) - now
    return say("worth-now", n=int(gain))
