"""Checks that a cell which the app never asks for cannot change a total that is displayed.

A total is displayed as soon as nothing is missing. A cell that may still be blank then must be
harmless: so a cell that changes a total must be marked in ``sheet.toml`` as needed or decided, or
its blank must be an answer (``optional``).
"""

from collections.abc import Iterable, Iterator

from scoring.game import Game
from scoring.model.cells import Cell, CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.fields import Field, Section
from scoring.model.plan import State
from scoring.model.sheet import Sheet
from scoring.text.data_error import DataError

SHEET = "data/sheet.toml"


def unasked(sheet: Sheet) -> Iterator[tuple[str, Field]]:
    """Yields (``p1`` or ``table``, field) for each field of a sheet that the app never asks for.

    ``p1`` stands for every seat. Fields that decide whether a section applies are left out: they
    change the sheet itself.
    """
    sections = (*sheet.sections, *sheet.table)
    gates = {gate for each in sections for gate in (each.when, each.unless)}
    for holder, held in (("p1", sheet.sections), ("table", sheet.table)):
        for section in held:
            for field in _free(section):
                if f"{holder}/{field.id}" not in gates:
                    yield holder, field


def changing(game: Game, states: Iterable[State]) -> Iterator[DataError]:
    """Yields an error for each field never asked for that changes a total in one of ``states``."""
    sheet, found = game.sheet, set[str]()
    fields = list(unasked(sheet))
    for state in states:
        whole = sheet.with_rest_none(state)
        for holder, field in fields:
            if field.id in found:
                continue
            paths = list(field.paths())
            for path in dict.fromkeys((paths[0], paths[-1])):  # a sample of its cells
                if said := _changes(game, whole, CellPath.to(holder, *path), field.cell):
                    found.add(field.id)
                    yield DataError(SHEET, field.id, said)
                    break


def _free(section: Section) -> Iterator[Field]:
    """Yields a section's fields that the app never asks for, and whose blank is no answer."""
    for field in section.fields:
        asked = field.needed or field.decided or field in section.rest
        answered = section.optional or field.optional or field.default
        if not asked and not answered:
            yield field


def _changes(game: Game, state: State, path: CellPath, cell: Cell) -> str:
    """Returns a text on a total that values of a cell change; empty if none does.

    ``state``: the sheet in which they are tried. ``path``: of the cell.
    """
    blank = game.score(game.sheet.put(state, {path: None}))
    before = {seat: each.total for seat, each in blank.items() if each.total is not None}
    if not before:
        return ""
    for value in values(cell):
        after = game.score(game.sheet.put(state, {path: value}))
        for seat, total in before.items():
            if after[seat].so_far != total:
                now = after[seat].range.brief
                return (
                    f"changes a total that was told without it, {seat}: {total}, and {now} with "
                    f"{path} = {value!r}; say needed, or optional if its blank is an answer"
                )
    return ""


def values(cell: Cell) -> list[Value]:
    """Returns a few values to try in a cell, such as the least and the greatest number there."""
    match cell.kind:
        case "flag":
            return [True]
        case "number":
            return list(dict.fromkeys((max(cell.least, 1), cell.most)))
        case "choice":
            return list(dict.fromkeys(o.id for o in (*cell.options[:1], *cell.options[-1:])))
        case "text":
            return ["a", "NESW"[: cell.length]]
        case "spot":
            return ["0,0/0", "1,0/1"]
