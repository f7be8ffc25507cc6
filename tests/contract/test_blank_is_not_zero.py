"""A blank is not zero: what a begun sheet says holds for every way to finish it."""

import random
from os import environ

import pytest

from scoring import game as find
from scoring import games
from scoring.game import Game
from scoring.model import completeness
from scoring.model.breakdown import Breakdown
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.plan import State
from scoring.model.sheet_fields import NONE

STATES = int(environ.get("COMPANION_BLANKS", "150"))
"""Finished sheets of each game, each begun anew from a part of its cells."""


def finished(game: Game, draw: random.Random, seats: int = 0) -> State:
    """A table in which every section of its seats is whole, entered within what the box has."""
    sheet = game.sheet
    state = sheet.with_rest_none(sheet.blank(seats or draw.choice((1, 2))))
    values: dict[str, Value | None] = {}
    for section in sheet.sections:
        if section.when and all(section.when != other.unless for other in sheet.sections):
            values[section.when] = True
    for seat in state["seats"]:
        for field in sheet.declared.values():
            paths = list(field.paths())
            few = paths if field.needed else draw.sample(paths, min(len(paths), 4))
            for path in few:
                if field.decided or (not field.needed and draw.random() < 0.4):
                    continue
                cell = field.cell
                value: Value
                if cell.kind == "flag":
                    value = True
                elif cell.kind == "choice":
                    value = draw.choice(cell.options).id
                elif cell.kind == "number":
                    value = draw.randint(max(cell.least, 0), min(cell.most, 3))
                else:
                    continue
                values[CellPath.to(seat, *path)] = value
    return sheet.put(state, values)


def begun(state: State, game: Game, draw: random.Random) -> State:
    """The same before some of its cells were entered, and their sections said to be whole."""
    sheet = game.sheet
    gone: dict[str, Value | None] = {}
    # what the box cannot hold is no way to finish a sheet
    doubted = {CellPath(each.path).field for each in sheet.doubts(state)}
    position = sheet.position(state)
    sections = {field.id: section for section in sheet.sections for field in section.fields}
    for path in sheet.cells(state):
        at = CellPath(path)
        section = sections.get(at.field)
        if section is None or section.tracked or section.settings or section.optional:
            continue
        if not completeness.matters(position, section):
            continue
        if at.field not in doubted and draw.random() < 0.15:
            gone[path] = None
            if section.rest:
                gone[CellPath.to(at.holder, NONE, section.id)] = None
    return sheet.put(state, gone)


def within(found: Breakdown, total: int) -> bool:
    said = found.range
    least = said.least is None or said.least <= total
    return least and (said.most is None or said.most >= total)


@pytest.mark.parametrize("slug", sorted(games()))
def test_a_total_of_a_begun_sheet_holds_however_it_is_finished(slug):
    game, draw, sealed = find(slug), random.Random(f"blanks of {slug}"), 0
    for _ in range(STATES):
        whole = finished(game, draw)
        part = begun(whole, game, draw)
        after, before = game.score(whole), game.score(part)
        for seat, found in before.items():
            if (total := after[seat].so_far) is None or after[seat].missing:
                continue
            assert within(found, total), (seat, found.range, total, part, whole)
            if found.total is not None:
                assert found.total == total
                sealed += 1
    assert sealed or slug not in ("keyflower", "dice_forge")


@pytest.mark.parametrize("slug", sorted(games()))
def test_each_cell_that_a_finished_sheet_has_opens_its_total_when_it_is_blank(slug):
    """Section by section, cell by cell: nothing that could be forgotten counts as none."""
    game, draw = find(slug), random.Random(f"each of {slug}")
    sheet = game.sheet
    whole = finished(game, draw)
    for section in sheet.sections:
        if not section.rest or not completeness.matters(sheet.position(whole), section):
            continue
        for seat in whole["seats"]:
            part = sheet.put(whole, {CellPath.to(seat, NONE, section.id): None})
            cells = [path for field in section.rest for path in field.paths()]
            if all(sheet.position(part).seats[seat].filled(*path) for path in cells):
                continue
            found = game.score(part)[seat]
            assert found.total is None, (section.id, seat)
            assert f"{seat}/{NONE}/{section.id}" in [each.path for each in found.missing]


@pytest.mark.parametrize("slug", sorted(games()))
def test_what_nobody_is_asked_for_changes_no_total(slug):
    """Cells of sections that are tracked, and of those of the map: no finished sheet needs them."""
    game, draw = find(slug), random.Random(f"optional of {slug}")
    sheet = game.sheet
    for _ in range(STATES // 10):
        whole = finished(game, draw)
        tracked = {
            path: None
            for path in sheet.cells(whole)
            for section in sheet.sections
            if section.tracked and CellPath(path).field in {f.id for f in section.fields}
        }
        after = game.score(sheet.put(whole, tracked))
        for seat, found in game.score(whole).items():
            assert found.so_far == after[seat].so_far, (seat, tracked)
