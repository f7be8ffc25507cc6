"""Calculator for complete lines (a rank of each class): heroes due, ranks the next one needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.games.nidavellir.solvers.army import holds
from scoring.games.nidavellir.solvers.lines import Lines, hero_lines
from scoring.model.calculator import Answer, Block, Row
from scoring.model.position import Position
from scoring.text import messages
from scoring.text.localised import Text, number

from .ranks import ranks_at, ranks_of, without_ranks, without_the_missing

say = messages.of(__name__)


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, Any]]:
    return {
        each: ranks_at(hold)
        | {"heroes": max(0, hold.heroes_counted), "megingjord": hold.has("megingjord")}
        for each, hold in holds(position).items()
    }


def answer(form: Position) -> Answer:
    missing = without_ranks(form)
    if len(missing) == len(form.seats):
        return Answer(say("enter-ranks"), cites=("hero_lines",))
    ranks = {seat.id: ranks_of(seat) for seat in form if seat.id not in missing}
    stopped = {seat.id for seat in form if seat.flag("megingjord")}
    found = {
        seat.id: hero_lines(ranks[seat.id], seat.count("heroes"), megingjord=seat.id in stopped)
        for seat in form
        if seat.id in ranks
    }
    blocks = tuple(
        Block(form.name(seat), tuple(_rows(form, lines, seat in stopped)))
        for seat, lines in found.items()
    )
    said = _summary(form, {seat: lines for seat, lines in found.items() if seat not in stopped})
    return Answer(without_the_missing(form, missing, said), blocks, cites=("hero_lines",))


def _rows(form: Position, lines: Lines, stopped: bool) -> Iterator[Row]:
    yield Row(say("lines-complete"), number(lines.lines))
    if stopped:
        yield Row(say("heroes-due"), number(0), form.catalogue.name("megingjord"))
    else:
        yield Row(say("heroes-due"), number(lines.due))
        yield Row(say("until-next-hero"), how=_missing(form, lines))


def _missing(form: Position, lines: Lines) -> Text:
    name = form.catalogue.name
    return say.listed(say("lacks", kind=name(kind), n=n) for kind, n in lines.missing.items())


def _summary(form: Position, found: Mapping[str, Lines]) -> Text:
    due = {seat: lines.due for seat, lines in found.items() if lines.due}
    if due:
        who = (say("hero-due", name=form.name(seat), n=n) for seat, n in due.items())
        return say("heroes-due-now", who=say.listed(who))
    if not found:
        return say("nobody-recruits")
    near = min(found, key=lambda seat: sum(found[seat].missing.values()))
    return say("nearest", name=form.name(near), what=_missing(form, found[near]))
