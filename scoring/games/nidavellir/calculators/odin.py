"""Planner for the power of the god Odin, if unused: the best exchange of two neutral heroes."""

from collections.abc import Iterator
from dataclasses import replace

from ..sheet_functions import CARD_OF
from ..solvers.last_placements import PlanRequest
from ..texts import say
from .plan_of_placements import Option, best_of, display, recruited


@best_of
def plan(request: PlanRequest) -> Iterator[Option]:
    """Yields the options of giving back a neutral hero (without a class) for another on display."""
    own = request.seat
    if own.face("gods", "odin") != "ready":
        return
    for given in own.picked("heroes"):
        if "class" in request.catalogue[given].facts:
            continue
        seat = own.put(
            heroes={hero: True for hero in own.picked("heroes") if hero != given},
            gods={**own.faces("gods"), "odin": "used"},
        )
        # Olwyn's doubles stay, and so does what is entered of them
        leave = [f for f, card in CARD_OF.items() if card == given != "olwyn"]
        without = request.having(seat.without(*leave))
        name = request.catalogue.name(given)
        for hero in display(request):
            if "class" not in hero.facts:
                for option in recruited(without, hero, counts=False):
                    said = say("option-exchange", given=name, hero=option.name)
                    yield replace(option, name=said)
