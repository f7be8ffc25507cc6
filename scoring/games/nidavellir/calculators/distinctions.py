"""Calculator for the distinctions after age 1: who leads each class, and the ranks others lack."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.catalogue import Entry
from scoring.model.cells import CellPath
from scoring.model.position import Position
from scoring.text.localised import joined, number

from ..messages import say
from ..solvers.army import areas
from ..solvers.lines_and_leads import leader, needed_to_lead
from .lines import ranks_at, ranks_of, without_ranks, without_the_missing


def fill(position: Position, seat: str) -> FormCells:
    return {each: ranks_at(area) for each, area in areas(position).items()}


def answer(form: Position) -> Answer:
    missing = without_ranks(form)
    ranks = {seat.id: ranks_of(seat) for seat in form if seat.id not in missing}
    if not ranks:
        return Answer(say("enter-ranks"))
    name = form.catalogue.name
    blocks, won = [], {}
    for distinction in form.catalogue.of_kind("distinction"):
        (kind,) = distinction.facts["class"]
        column = {seat: own[kind] for seat, own in ranks.items()}
        best = leader(column) if any(column.values()) else None
        if best:
            won[distinction.id] = best
        title = say("class-and-distinction", kind=name(kind), distinction=distinction.name)
        unknown = (Row(form.name(seat), how=say("no-ranks-yet")) for seat in missing)
        blocks.append(Block(title, (*_rows(form, distinction, column), *unknown)))
    who = [
        say(
            "wins",
            name=form.name(seat),
            won=say.listed(name(d) for d, winner in won.items() if winner == seat),
        )
        for seat in ranks
        if seat in won.values()
    ]
    summary = joined(who, say("semicolon")) if who else say("nobody-leads")
    summary = without_the_missing(form, missing, summary)
    cells: Changes = {CellPath.to(seat, "distinctions", d): True for d, seat in won.items()}
    applies = (Apply(say("write-distinctions"), cells),) if cells and not missing else ()
    return Answer(summary, tuple(blocks), applies)


def _rows(form: Position, distinction: Entry, column: Mapping[str, int]) -> Iterator[Row]:
    most = max(column.values())
    second = sorted(column.values())[-2] if len(column) > 1 else 0
    for seat in sorted(column, key=lambda seat: (-column[seat], seat)):
        needed = needed_to_lead(column, seat)
        if not needed:
            how = say("leads-by", n=most - second)
        elif column[seat] == most and most:
            how = say("tied-needs", more=say("more-ranks", n=needed))
        else:
            how = say("needs-to-lead", more=say("more-ranks", n=needed))
        share = Fraction(column[seat], most) if most else None
        yield Row(form.name(seat), number(column[seat]), how, distinction.id, share=share)
