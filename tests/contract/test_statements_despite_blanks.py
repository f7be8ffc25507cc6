"""Statements about a table with blanks hold for every way to fill them in, tried one by one.

Independent of how a sheet decides what it asks for: cells that were entered are left out, all that
the box may put there is entered instead, and the plain rows are added up.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from os import environ

import pytest

from scoring import game as find
from scoring import games
from scoring.game import Game
from scoring.model import completeness
from scoring.model.breakdown import Breakdown, Placing
from scoring.model.cells import Cell, CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.fields import Section
from scoring.model.plan import NoAnswer, State
from scoring.model.sheet import Sheet
from scoring.model.sheet_fields import NONE
from scoring.solving import deadline
from tests.contract.test_blank_is_not_zero import finished, within

TABLES = int(environ.get("COMPANION_COMPLETIONS", "30"))
"""Tables of each game with cells left out."""

WAYS = 12
"""So many ways to fill them in are tried; where there are more, some of them."""

PURSE = 5
"""So many cells of a row of numbers that is needed."""

ROUNDS = 8
"""So often what is in doubt is taken off."""

PLANNED = 10
"""Of every so many tables, one is settled in all these ways, too."""


def values(cell: Cell, now: Value, draw: random.Random) -> list[Value]:
    """Returns values of a cell: every option, and numbers as they are met and at the limit."""
    match cell.kind:
        case "flag":
            return [True]
        case "choice":
            return [option.id for option in cell.options]
        case "number":
            low = max(cell.least, 0 if cell.open else 1)
            return sorted({*range(low, min(cell.most, low + 5) + 1), cell.most})
    return [now]


def plausible(game: Game, draw: random.Random) -> State:
    """A finished table that the box can hold, as far as its doubts tell."""
    sheet, state = game.sheet, finished(game, draw)
    values: dict[str, Value | None] = {}
    for seat in state["seats"]:
        for field in sheet.declared.values():
            if field.needed and field.kind == "tally":  # five coins, and not one of each kind
                paths = list(field.paths())
                few = draw.sample(paths, min(len(paths), PURSE))
                values |= {CellPath.to(seat, *p): 1 if p in few else None for p in paths}
    state = sheet.put(state, values)
    for _ in range(ROUNDS):
        cells = sheet.cells(state)
        gone: list[str] = []
        for each in map(CellPath, (doubt.path for doubt in sheet.doubts(state))):
            beside = [p for p in cells if p.startswith(f"{each.holder}/{each.field}/")]
            gone += [each] if each in cells else beside[:1]
        if not gone:
            break
        state = sheet.put(state, dict.fromkeys(gone))
    return state


def asked(sheet: Sheet) -> dict[str, Section]:
    """Fields that somebody is asked for, and their sections: their blanks are no answers."""
    return {
        field.id: section
        for section in (*sheet.sections, *sheet.table)
        for field in section.fields
        if (field.needed or field in section.rest) and not field.default
    }


def left_out(
    game: Game, whole: State, draw: random.Random
) -> tuple[State, dict[CellPath, list[Value | None]], list[CellPath]]:
    """A table without some of its cells, what each may hold, and where none has to be said."""
    sheet = game.sheet
    of, cells = asked(sheet), sheet.cells(whole)
    position = sheet.position(whole)
    entered = [
        at
        for path in cells
        if (at := CellPath(path)).field in of and completeness.matters(position, of[at.field])
    ]
    gone: dict[CellPath, list[Value | None]] = {}
    said: dict[CellPath, None] = {}
    for at in draw.sample(entered, min(len(entered), draw.choice((1, 1, 2, 3)))):
        section, cell = of[at.field], sheet.cell(at)
        assert cell is not None
        field = next(each for each in section.fields if each.id == at.field)
        may: list[Value | None] = [*values(cell, cells[at], draw)]
        if field in section.rest:
            said[CellPath.to(at.holder, NONE, section.id)] = None
            may.append(None)
            others = [p for p in field.paths() if CellPath.to(at.holder, *p) not in cells]
            for path in draw.sample(others, min(1, len(others))):  # what nobody thought of
                gone[CellPath.to(at.holder, *path)] = [None, *values(cell, cells[at], draw)[:2]]
        gone[at] = may
    blank: dict[str, Value | None] = dict.fromkeys([*gone, *said])
    part = sheet.put(whole, blank)
    return part, gone, list(said)


def ways(
    game: Game,
    part: State,
    gone: Mapping[CellPath, Sequence[Value | None]],
    said: Sequence[CellPath],
    draw: random.Random,
) -> Iterator[State]:
    """Tables with all of it filled in."""
    number = 1
    for each in gone.values():
        number *= len(each)
    every: Iterator[Sequence[Value | None]] = product(*gone.values())
    if number > WAYS:
        every = iter([[*map(draw.choice, gone.values())] for _ in range(WAYS)])
    for held in islice(every, WAYS):
        cells: dict[str, Value | None] = dict.fromkeys(said, True)
        cells |= dict(zip(gone, held, strict=True))
        yield game.sheet.put(part, cells)


def possible(game: Game, whole: State, state: State) -> bool:
    """Can the box hold it, as far as it could before?"""
    before = {(each.path, each.kind) for each in game.sheet.doubts(whole)}
    return all((each.path, each.kind) in before for each in game.sheet.doubts(state))


def added(game: Game, state: State) -> dict[str, int]:
    """Totals of finished seats, from the plain rows alone."""
    rows = game.scorer(game.sheet.position(state))
    return {
        seat: sum(line.points or 0 for line in each.lines)
        for seat, each in rows.items()
        if all(line.points is not None for line in each.lines)
    }


def holds(before: Mapping[str, Breakdown], totals: Mapping[str, int]) -> bool:
    return all(
        within(before[seat], total) and before[seat].total in (None, total)
        for seat, total in totals.items()
    )


def placed(before: Sequence[Placing], after: Sequence[Placing]) -> bool:
    """Is each place one of those that were said to be open, and the one that was told?

    A seat with nothing entered is not ranked, as if nobody sat there.
    """
    if not all(each.best for each in before):
        return True
    now = {each.seat: each for each in after}
    return all(
        not (found := now[each.seat]).place
        or not each.worst
        or (each.best <= found.place <= each.worst and each.place in (0, found.place))
        for each in before
    )


def settled(game: Game, state: State) -> dict[str, int]:
    """Returns the proven worth once all is decided, by seat."""
    with deadline.within():
        _, plans = game.solve_open_decisions(state)
    return {s: int(p.worth) for s, p in plans.items() if p.proof.verdict == "optimal"}


@pytest.mark.parametrize("slug", sorted(games()))
@pytest.mark.slow
def test_what_is_told_holds_for_every_completion(slug):
    game, draw = find(slug), random.Random(f"completions of {slug}")
    tried = open_ = 0
    for n in range(TABLES):
        whole = plausible(game, draw)
        part, gone, said = left_out(game, whole, draw)
        before = game.score(part)
        ranked = game.rank(before, part)
        open_ += any(each.total is None for each in before.values())
        sealed = settled(game, part) if n % PLANNED == 0 else {}
        for state in ways(game, part, gone, said, draw):
            totals = added(game, state)
            scored = game.score(state)
            done = {s: t for s, t in totals.items() if not scored[s].missing}
            right = holds(before, done) and placed(ranked, game.rank(scored, state))
            assert right or not possible(game, whole, state), (before, done, part, state)
            if sealed and n % PLANNED == 0:
                try:
                    again = settled(game, state)
                except NoAnswer:
                    continue
                differs = any(again.get(seat, worth) != worth for seat, worth in sealed.items())
                assert not differs or not possible(game, whole, state), (sealed, again, part, state)
            tried += 1
    assert tried
    assert open_ or not asked(game.sheet), "cells were left out, and the sheets said so"
