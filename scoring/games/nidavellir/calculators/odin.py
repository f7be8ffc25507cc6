"""Planner for the power of the god Odin, if unused: the best exchange of two neutral heroes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.model.plan import Plan
from scoring.model.position import Position
from scoring.text import messages

from .options import Option, PlanRequest, best_of, display, recruited

say = messages.of(__name__)

LEAVES = {
    "ylud": ("ylud_at", "ylud_done", "ylud"),
    "thrud": ("thrud_at",),
    "zolkur": ("zolkur_waits",),
}
"""Heroes with cells of their own on the sheet; giving the hero back clears these fields."""


def plan(position: Position, seat: str, seconds: float) -> Plan:
    request = PlanRequest(position, seat, seconds)
    options: list[Option] = []
    if request.seat.face("gods", "odin") == "ready":
        for given in request.seat.picked("heroes"):
            if "class" not in request.catalogue[given].facts:
                options += _exchanged(request, given)
    return best_of(request, options)


def _exchanged(request: PlanRequest, given: str) -> Iterator[Option]:
    """Yields the options of giving back the hero ``given`` for each neutral hero on display."""
    seat = request.seat.put(
        heroes={hero: True for hero in request.seat.picked("heroes") if hero != given},
        gods={**request.seat.faces("gods"), "odin": "used"},
    )
    if given in LEAVES:
        seat = seat.without(*LEAVES[given])
    without, name = request.having(seat), request.catalogue.name(given)
    for hero in display(request):
        if "class" not in hero.facts:
            for option in recruited(without, hero, counts=False):
                said = say("option-exchange", given=name, hero=option.name)
                yield replace(option, name=said)
