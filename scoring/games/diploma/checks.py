"""Warnings about the cells of a player's sheet; the score counts everything as entered anyway."""

from collections.abc import Iterator

from scoring.model.errors_and_warnings import Doubt
from scoring.model.position import Position
from scoring.model.seat import Seat

from .messages import say
from .solvers import rules_of_play
from .solvers.student_sheet import OWN_ROWS, Student


def doubts(position: Position) -> Iterator[Doubt]:
    now = position.table.count("round")
    for seat in position:
        title = seat.choice("title")
        limit = rules_of_play.mana_limit(position.catalogue, title)
        if seat.count("mana") > limit:
            yield Doubt(seat.path("mana"), say("doubt-mana", most=limit))
        if seat.choice("magic_2") and title != "proof_of_genius":
            yield Doubt(seat.path("magic_2"), say("doubt-second-slot"))
        if title and not seat.choice("title_stone"):
            yield Doubt(seat.path("title_stone"), say("doubt-title-stone"))
        if seat.count("barrier_laid") > now > 0:
            yield Doubt(seat.path("barrier_laid"), say("doubt-round", n=now))
        for slot in seat.tally("tool_uses"):
            if not seat.has("tools", slot):
                yield Doubt(seat.path("tool_uses", slot), say("doubt-no-tool"))
        if seat.number("circle_bonus") and not seat.number("circles"):
            yield Doubt(seat.path("circle_bonus"), say("doubt-no-circle"))
        if title and Student(position, seat).stray_points:
            yield Doubt(seat.path("title_points"), say("doubt-named-title"))
        for n in OWN_ROWS:
            named = seat.script(f"own_{n}_name") or position.table.script(f"own_{n}")
            if seat.number(f"own_{n}_points") and not named:
                yield Doubt(seat.path(f"own_{n}_points"), say("doubt-nameless"))
        yield from _unpayable(seat)


def _unpayable(seat: Seat) -> Iterator[Doubt]:
    stones, owed = seat.tally("stones"), seat.tally("pay_colour")
    for stone, number in owed.items():
        if number > stones.get(stone, 0):
            yield Doubt(seat.path("pay_colour", stone), say("doubt-unpayable"))
    if sum(owed.values()) + seat.count("pay_any") > sum(stones.values()):
        yield Doubt(seat.path("pay_any"), say("doubt-unpayable"))
