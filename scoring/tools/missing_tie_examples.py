"""Finds rows that compare seats, such as a majority, and of which no worked game has a tie."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.plan import State


def untied(game: Game, states: Iterable[State]) -> list[str]:
    """Returns the ids of score rows that compare seats but are tied in none of these states.

    A row compares seats if an entry of one seat in a shared section changes it for another, or if
    its line has ``rivals``. Two seats are tied in a row if, for each of them, one more of something
    would change the other's row, or for each of them one less; a tick is reversed for either.
    """
    compared: set[str] = set()
    level: set[str] = set()
    with suppress(Exception):  # an error of the scorer is reported by ``check_game._tried``
        blank = game.score(game.sheet.blank(min(2, game.sheet.most_seats)))
        compared |= {line.id for each in blank.values() for line in each.lines if line.rivals}
    for state in states:
        for by in (1, -1, None):
            changed = set(_changed(game, state, by))
            compared |= {line for _, _, line in changed}
            if by:
                level |= {line for seat, other, line in changed if (other, seat, line) in changed}
    return sorted(compared - level)


def _changed(game: Game, state: State, by: int | None) -> Iterator[tuple[str, str, str]]:
    """Yields (seat, other seat, row id) if changing a cell of the seat changes the other's row.

    A change is a number plus ``by``, or a tick reversed; with ``None`` the highest number that a
    cell allows.
    """
    before = _points(game, state)
    for seat in before if len(before) > 1 else ():
        for path, value in _others(game, state, seat, by):
            for other, rows in _points(game, game.sheet.put(state, {path: value})).items():
                for line in rows.keys() | before[other].keys():
                    if other != seat and rows.get(line, 0) != before[other].get(line, 0):
                        yield seat, other, line


def _points(game: Game, state: State) -> dict[str, dict[str, int]]:
    return {
        seat: {line.id: line.points for line in each.lines if line.points is not None}
        for seat, each in game.score(state).items()
    }


def _others(
    game: Game, state: State, seat: str, by: int | None
) -> Iterator[tuple[CellPath, Value]]:
    """Yields changes to a seat's cells, each as (path, new value): number plus ``by``, or a tick.

    Only cells of sections that are ``shared``, in which one seat's entry counts for others.
    ``by``: ``None`` for numbers as high as the cell allows, and no ticks.
    """
    cells = game.sheet.cells(state)
    for field in (f for section in game.sheet.sections if section.shared for f in section.fields):
        for path in (CellPath.to(seat, *each) for each in field.paths()):
            value = cells.get(path)
            if type(value) is int:
                yield path, field.cell.most if by is None else max(0, value + by)
            elif field.kind == "flag" and by:
                yield path, not value
