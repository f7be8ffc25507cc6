"""A contradiction is told, not failed: each thing that there is once is there twice, and asked."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from scoring import game as find
from scoring import games
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.fields import Field
from scoring.model.plan import State
from tests.contract.test_planned_totals import worked

pytestmark = pytest.mark.slow

PLANNERS = [
    pytest.param(slug, id_, id=f"{slug}-{id_}")
    for slug in sorted(games())
    for id_ in find(slug).planners
]


def taken(field: Field, row: str) -> dict[tuple[str, ...], Value]:
    """That somebody has this row, whichever of its faces."""
    cell = field.cell
    return {(field.id, row): cell.options[0].id if cell.options else True}


SPOTS = (("0,0/0", "1,0/0"), ("0,0/0", "0,0/0"), ("0,0/0",), ("0,0/0", "3,3/1"))
"""Places of a pair on a map: side by side, in one place, one of them beside it, far apart."""


def laid(game: Game, rows: tuple[str, ...], spots: tuple[str, ...]) -> dict[tuple[str, ...], Value]:
    """The same rows on the sheet's map, where it knows them."""
    return {
        (field.id, row): spot
        for field in game.sheet.declared.values()
        if field.kind == "map"
        for row, spot in zip(rows, spots, strict=False)
        if row in field.row_ids
    }


def put(game: Game, state: State, cells: dict[str, dict[tuple[str, ...], Value]]) -> State:
    values: dict[str, Value | None] = {
        CellPath.to(seat, *path): value
        for seat, own in cells.items()
        for path, value in own.items()
    }
    return game.sheet.put(state, values)


def doubled(game: Game) -> Iterator[State]:
    """Tables on which a thing is there twice: with one player, with two, and all at once."""
    sheet = game.sheet
    alone, two = sheet.blank(1), sheet.blank(2)
    table = {
        s.when: True
        for s in sheet.sections
        if s.when and not any(s.when == other.unless for other in sheet.sections)
    }
    alone, two = (sheet.with_rest_none(sheet.put(each, table)) for each in (alone, two))
    every: dict[str, dict[tuple[str, ...], Value]] = {"p1": {}, "p2": {}}
    for field in sheet.declared.values():
        for rows in field.one_of:
            for pair in combinations(rows, 2):
                both = {**taken(field, pair[0]), **taken(field, pair[1])}
                yield put(game, alone, {"p1": both})
                for spots in SPOTS if laid(game, pair, SPOTS[0]) else ():
                    yield put(game, alone, {"p1": both | laid(game, pair, spots)})
            whole = {k: v for row in rows for k, v in taken(field, row).items()}
            yield put(game, alone, {"p1": whole})
            row_of_spots = tuple(f"{n},0/0" for n in range(len(rows)))
            yield put(game, alone, {"p1": whole | laid(game, rows, row_of_spots)})
        if field.unique and field.groups:
            own = {k: v for row in field.rows for k, v in taken(field, row.id).items()}
            yield put(game, two, {"p1": own, "p2": own})
            every = {seat: held | own for seat, held in every.items()}
            for option in field.rows:
                one = taken(field, option.id)
                yield put(game, two, {"p1": one, "p2": one})
        elif field.unique:
            every = {seat: held | {(field.id,): True} for seat, held in every.items()}
            yield put(game, two, {seat: {(field.id,): True} for seat in every})
        for row, most in (field.most_in_box or {}).items():
            every = {seat: held | {(field.id, row): most} for seat, held in every.items()}
    yield put(game, two, every)
    for state in worked(game):
        own = state["seats"]["p1"]
        yield game.sheet.read(state | {"seats": {"p1": own, "p2": own}})


@pytest.mark.parametrize(("slug", "planner"), PLANNERS)
def test_a_planner_says_what_contradicts_or_plans(slug, planner):
    game, asked = find(slug), 0
    for state in doubled(game):
        plan = game.advise(planner, "p1", state)  # a NoAnswer is what nobody should get
        assert plan.steps or plan.conflicts or plan.proof.verdict != "impossible", state
        doubts = game.sheet.doubts(state)
        for each in plan.conflicts:
            assert each in doubts
            assert each.conflict
        asked += 1
    assert asked
