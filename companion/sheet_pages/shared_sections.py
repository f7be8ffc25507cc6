"""Points shown beside the cells of sections that show all players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.sheet_pages.sheet_sections import SHEET, visible_sections
from scoring.game import Game
from scoring.model.breakdown import Breakdown
from scoring.model.cells import CellPath
from scoring.model.fields import Section
from scoring.model.plan import State
from scoring.model.sheet import Sheet


def boards(sheet: Sheet, tracked: bool, cell: str = "") -> Sequence[Section]:
    """Returns the sections that show all players; with ``cell``, those it may change."""
    at = CellPath(cell)
    name = "head" if at.holder == "table" else "id"
    return [
        section
        for section in visible_sections(sheet, "", tracked, SHEET)
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
    """Returns the texts beside cells, in read-only cells and at the ends of rows, by HTML id."""
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
    """Returns the breakdown's text for ``id_`` in ``beside``, else the points of that line."""
    if id_ in breakdown.beside:
        return breakdown.beside[id_]
    line = breakdown.line(id_)
    if line is None:
        return ""
    return "?" if line.points is None else str(line.points)


def total(breakdown: Breakdown) -> str:
    """Returns the total in its short form; a dash before anything is known."""
    return breakdown.range.brief if breakdown.known or not breakdown.partial else "–"
