"""Places of tables with open rows: told if every completion agrees, and open only if some differ.

The latter where no seat has anything left to decide, or few choices are blank: else a seat that
decides may do otherwise once it knows, and a range takes the best of both, whatever the others do.

A completion answers each open cell with something that it may hold. Of a number with many values
the ends are among those tried: a place only ever rises with one's own points and falls with
others', so that no value between them makes another best or worst place.
"""

import random
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import product
from math import prod
from os import environ

import pytest

from scoring import game as find
from scoring import games
from scoring.evaluation import scored
from scoring.game import MOST_ANSWERS, Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.validation import Value
from tests.contract.test_blank_is_not_zero import finished

TABLES = int(environ.get("COMPANION_PLACES", "16"))
"""Random tables of each game with open rows."""
BLANKS = 8
"""Choices of blank cells that are tried on a table before another is drawn."""
VALUES = 9
"""A number with more values than this is tried at its ends and some between."""


def asks(game: Game) -> bool:
    """Some cell of a seat's can be open: a blank in it counts for nothing until it is entered."""
    return any(field.needed and field.kind != "tally" for field in game.sheet.fields.values())


def counted(game: Game, whole: State) -> bool:
    """Every total of the table is known: no row hangs on a rule that is not public."""
    return all(found.total is not None for found in game.score(whole).values())


def known(game: Game, draw: random.Random) -> State:
    """A whole table whose totals are known, put together from seats whose own are.

    Seats are drawn in pairs: some rows need a rival. On every other table all are alike, so that
    little decides.
    """
    while True:
        names, alike = ("p1", "p2", "p3", "p4")[: draw.choice((2, 3, 4))], draw.random() < 0.5
        seats: list[State] = []
        while len(seats) < (1 if alike else len(names)):
            pair = finished(game, draw, seats=2)
            found = game.score(pair)
            seats += [
                cells for seat, cells in pair["seats"].items() if found[seat].total is not None
            ]
        whole = finished(game, draw, seats=len(names))
        whole["seats"] = {
            name: deepcopy(seats[0 if alike else index]) for index, name in enumerate(names)
        }
        if counted(game, whole):
            return whole


def opened(game: Game, draw: random.Random) -> tuple[State, tuple[str, ...]]:
    """A table on which one to three cells are blank that only an entry can answer."""
    while True:
        whole = known(game, draw)
        asked = [
            path
            for path in game.sheet.cells(whole)
            if (at := CellPath(path)).holder in whole["seats"]
            and game.sheet.fields[at.field].needed
            and game.sheet.fields[at.field].kind != "tally"
        ]
        for _ in range(BLANKS):
            blank = draw.sample(asked, min(len(asked), draw.choice((1, 1, 2, 3))))
            state = game.sheet.put(whole, dict.fromkeys(blank))
            lacks = {each.path for found in game.score(state).values() for each in found.missing}
            if blank and lacks == set(blank):
                return state, tuple(blank)


def values(game: Game, state: State, path: str, draw: random.Random) -> Sequence[Value]:
    """Returns values of a cell without a doubt about it."""
    cell = game.sheet.cell(path)
    assert cell

    def doubted(value: Value) -> bool:
        return any(
            each.path == path for each in game.sheet.doubts(game.sheet.put(state, {path: value}))
        )

    if cell.kind == "choice":
        return [option.id for option in cell.options]
    at = CellPath(path)
    if at.field == "chain" and "summer_boats" not in state["seats"][at.holder]:
        return range(6)  # boats of summer are often on the table and not on the sheet
    least, most = cell.least, cell.most
    if doubted(most):
        most = bisect_left(range(least, most), True, key=doubted) + least - 1
    if most - least < VALUES:
        return range(least, most + 1)
    return [least, most, *(draw.randint(least, most) for _ in range(2))]


def completions(
    game: Game, state: State, blank: Sequence[str], draw: random.Random
) -> Iterator[State]:
    for answers in product(*(values(game, state, path, draw) for path in blank)):
        yield game.sheet.put(state, dict(zip(blank, answers, strict=True)))


def places(game: Game, state: State) -> dict[str, int]:
    """Counted, not sorted: how many are above, by points or by what breaks the tie."""
    found = scored(game, state)
    totals = {seat: each.total for seat, each in found.breakdowns.items()}
    if None in totals.values():
        return {}
    if game.slug == "map_masters":  # its own ties
        return {each.seat: each.place for each in found.ranking}
    return {
        seat: 1 + sum((other or 0) > (own or 0) for other in totals.values())
        for seat, own in totals.items()
    }


def tried_out(game: Game, blank: Sequence[str]) -> bool:
    """Few choices: each answer is scored with what the seats decide then, knowing it."""
    cells = [game.sheet.cell(path) for path in blank]
    options = [len(cell.options) for cell in cells if cell and cell.kind == "choice"]
    return len(options) == len(cells) and prod(options) <= MOST_ANSWERS


def tried(game: Game, number: int) -> tuple[int, int]:
    """Checks a random table, drawn by its number; returns how many places are told and open."""
    draw = random.Random(f"places of {game.slug}, {number}")
    state, blank = opened(game, draw)
    found = scored(game, state)
    met: dict[str, set[int]] = {seat: set() for seat in state["seats"]}
    for whole in completions(game, state, blank, draw):
        there = places(game, whole)
        if not there:
            return 0, 0  # some answer asks another question
        for seat, place in there.items():
            met[seat].add(place)
    for each in found.ranking:
        where = (number, each, met[each.seat], state, blank)
        assert each.best <= min(met[each.seat]) <= max(met[each.seat]) <= each.worst, where
        if found.solved["seats"] == state["seats"] or tried_out(game, blank):
            assert (each.best, each.worst) == (min(met[each.seat]), max(met[each.seat])), where
            assert bool(each.place) == (len(met[each.seat]) == 1), where
    told = sum(bool(each.place) for each in found.ranking)
    return told, len(found.ranking) - told


@pytest.mark.slow
@pytest.mark.parametrize("slug", [slug for slug in sorted(games()) if asks(find(slug))])
def test_a_place_is_told_only_if_every_completion_agrees(slug: str) -> None:
    """It may be open where two totals hang on one answer: ranges take them to be independent."""
    game = find(slug)
    assert sum(told + open_ for told, open_ in (tried(game, each) for each in range(TABLES)))
