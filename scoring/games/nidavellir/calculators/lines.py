"""Calculator for complete lines (a rank of each class): heroes due, ranks the next one needs.

Also reads the ranks of all seats from the sheets or from a form.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scoring.model.calculator import Answer, Block, FormCells, Row
from scoring.model.cells import MOST
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import Text, number

from ..messages import say
from ..solvers.army import CLASSES, PlayerArea, areas
from ..solvers.lines_and_leads import Lines, hero_lines


def ranks_at(area: PlayerArea) -> dict[str, int]:
    """Returns a form's cells for a player's ranks: field id of each class to number."""
    return {f"{kind}_ranks": min(area.ranks_in_play(kind), MOST) for kind in CLASSES}


def ranks_of(seat: Seat) -> Mapping[str, int]:
    """Returns the ranks entered in a form for one seat: class to number."""
    return {kind: seat.count(f"{kind}_ranks") for kind in CLASSES}


def without_ranks(form: Position) -> Sequence[str]:
    """Returns the ids of the seats without any rank entered; their ranks are unknown, not 0."""
    return tuple(seat.id for seat in form if not any(ranks_of(seat).values()))


def without_the_missing(form: Position, missing: Iterable[str], summary: Text) -> Text:
    """Returns ``summary``, an answer's text, with the names of the seats whose ranks are missing.

    ``missing``: their ids.
    """
    who = tuple(form.name(seat) for seat in missing)
    return say("ranks-lacking", said=summary, who=say.listed(who)) if who else summary


def fill(position: Position, seat: str) -> FormCells:
    return {
        each: ranks_at(area)
        | {"heroes": max(0, area.heroes_counted), "megingjord": area.has("megingjord")}
        for each, area in areas(position).items()
    }


def answer(form: Position) -> Answer:
    missing = without_ranks(form)
    if len(missing) == len(form.seats):
        return Answer(say("enter-ranks"))
    ranks = {seat.id: ranks_of(seat) for seat in form if seat.id not in missing}
    stopped = {seat.id for seat in form if seat.flag("megingjord")}
    lines_by_seat = {
        seat.id: hero_lines(ranks[seat.id], seat.count("heroes"), megingjord=seat.id in stopped)
        for seat in form
        if seat.id in ranks
    }
    blocks = tuple(
        Block(form.name(seat), tuple(_rows(form, lines, seat in stopped)))
        for seat, lines in lines_by_seat.items()
    )
    recruiting = {seat: lines for seat, lines in lines_by_seat.items() if seat not in stopped}
    summary = _summary(form, recruiting)
    return Answer(without_the_missing(form, missing, summary), blocks)


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


def _summary(form: Position, lines_by_seat: Mapping[str, Lines]) -> Text:
    due = {seat: lines.due for seat, lines in lines_by_seat.items() if lines.due}
    if due:
        who = (say("hero-due", name=form.name(seat), n=n) for seat, n in due.items())
        return say("heroes-due-now", who=say.listed(who))
    if not lines_by_seat:
        return say("nobody-recruits")
    near = min(lines_by_seat, key=lambda seat: sum(lines_by_seat[seat].missing.values()))
    return say("nearest", name=form.name(near), what=_missing(form, lines_by_seat[near]))
