"""The figures of sections that all players are entered in together: what stands beside cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.sheet_pages.fields import SHEET, shown
from scoring.game import Game
from scoring.model.breakdown import Breakdown
from scoring.model.cells import CellPath
from scoring.model.fields import Section
from scoring.model.plan import State
from scoring.model.sheet import Sheet


def boards(sheet: Sheet, tracked: bool, cell: str = "") -> Sequence[Section]:
    """The sections of that kind; after a ``cell`` was written, those that it may change."""
    at = CellPath(cell)
    name = "head" if at.holder == "table" else "id"
    return [
        section
        for section in shown(sheet, "", tracked, SHEET)
        if section.control
        and (
            not cell
            or section.shows
            or section.control == "score_pad"
            or any(getattr(field, name) == at.field for field in section.fields)
        )
    ]


def figures(
    game: Game,
    state: State,
    breakdowns: Mapping[str, Breakdown],
    sections: Sequence[Section],
    seats: Sequence[str],
) -> Mapping[str, str]:
    """What stands beside cells, at the end of rows and where nothing is entered, by HTML id."""
    cells = game.sheet.cells(state)
    return {
        id_: figure
        for seat in seats
        for section in sections
        for id_, figure in _row(seat, section, breakdowns[seat], cells)
    }


def _row(
    seat: str, section: Section, breakdown: Breakdown, cells: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    for field in section.fields:
        if field.kind == "count":
            value, path = _points(breakdown, field.id), f"{seat}/{field.id}"
            said = value in ("", "?", str(cells.get(path, "")))
            yield f"{seat}-{field.id}-figure", "" if said else f"= {value}"
    for row in section.shows:
        yield f"{seat}-{section.id}-{row.id}", _points(breakdown, row.id)
    yield f"{seat}-{section.id}-sum", total(breakdown)


def _points(breakdown: Breakdown, id_: str) -> str:
    """What the game says beside it, or the points of the line of that name."""
    if id_ in breakdown.beside:
        return breakdown.beside[id_]
    line = breakdown.line(id_)
    if line is None:
        return ""
    return "?" if line.points is None else str(line.points)


def total(breakdown: Breakdown) -> str:
    """The total where there is room for signs only; a dash before anything is known."""
    return breakdown.range.brief if breakdown.known or not breakdown.partial else "–"
