"""Warnings of a seat's sheet: what is missing, what is doubtful, what the sheet does not know.

Warnings are only shown: everything counts as entered. Each names the cell to go to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.sheet_pages.page_names import MAP, SETTINGS, SHEET
from scoring.evaluation import Scored
from scoring.game import Game
from scoring.model import completeness
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.position import Position
from scoring.model.sheet import Sheet
from scoring.model.sheet_fields import SHARED
from scoring.model.validation import CellError, Doubt, Missing
from scoring.text.localised import EMPTY, Text, Verbatim


@dataclass(frozen=True, slots=True)
class SheetWarning:
    """A missing cell or a doubtful one to look at before the result; ``cell`` is its path."""

    cell: str
    message: Text
    short: Text = EMPTY
    """Name of the missing row or field; empty for a doubtful cell."""
    who: Text = EMPTY
    """Name of its seat if several seats are entered together, else empty."""
    page: str = SHEET
    """The page that the cell is on."""
    count: int = 1
    """Number of cells with the same warning; ``cell`` is the first."""
    offer: Text = EMPTY
    """Label of a button that enters ``instead`` in the cell; empty if there is none."""
    instead: str = ""

    @property
    def id(self) -> str:
        """The cell's HTML id on the sheet's page."""
        return self.cell.replace("/", "-")


@dataclass(frozen=True, slots=True)
class SheetWarnings:
    """All warnings of a page of a seat's sheet.

    ``missing`` and ``doubtful`` name the cell to go to. ``decisions``: for each cell that a planner
    decides, its HTML id and its warning or ``None``. ``unknown``: path and value as text of stored
    cells that the sheet does not understand.
    """

    missing: Sequence[SheetWarning]
    doubtful: Sequence[SheetWarning]
    decisions: Sequence[tuple[str, Text | None]]
    unknown: Sequence[tuple[CellPath, str]]


def page_warnings(
    game: Game,
    state: State,
    scores: Scored,
    seat: str,
    together: Sequence[str],
    page: str,
    apart: Sequence[CellError],
    refused: bool,
) -> SheetWarnings:
    """Returns the warnings of a page: on a map only those about it, or with a button to mend.

    ``together``: the seats entered here too, in sections that show all players. ``apart``: messages
    at cells with open merge conflicts. ``refused``: a cell was refused just now, so the page keeps
    the messages beside decisions.
    """
    listed = sheet_warnings(game, scores, seat, together)
    listed += [
        SheetWarning(each.path, each.message, page=_page(game.sheet, CellPath(each.path)))
        for each in apart
    ]
    missing = [each for each in listed if each.short is not EMPTY]
    doubtful_ = [each for each in listed if each.short is EMPTY]
    if page == MAP:
        missing, doubtful_ = [], [each for each in listed if each.page == MAP or each.offer]
    decisions: list[tuple[str, Text | None]] = []
    if not refused:  # all of them, since any cell may change them
        said = {each.path: each.message for each in scores.doubts}
        decided = game.sheet.decided(scores.known, seat)
        decisions = [(path.replace("/", "-"), said.get(path)) for path in decided]
    cells, own = game.sheet.cells(state), (seat, *SHARED)
    unknown = [(p, str(cells.get(p, "…"))[:60]) for p in scores.unknown if p.holder in own]
    return SheetWarnings(missing, doubtful_, decisions, unknown)


def sheet_warnings(
    game: Game, found: Scored, seat: str, together: Sequence[str] = ()
) -> list[SheetWarning]:
    """Returns what is missing for a seat and the table, then the warnings there.

    Nothing counts as missing before something was entered. ``together``: the seats entered here
    too, in sections that show all players.
    """
    seats = tuple(together) or (seat,)
    return warnings_of(game, game.sheet.position(found.known), found, seats, found.doubts)


def warnings_of(
    game: Game, position: Position, found: Scored, seats: Sequence[str], doubted: Iterable[Doubt]
) -> list[SheetWarning]:
    """Returns what is missing for seats that are entered together, then the warnings there.

    ``position``: the cells as entered, with the warnings ``doubted`` about them.
    """
    missing: dict[Missing, None] = {}
    if found.entered.intersection(seats):
        lacks = (each for s in seats for each in found.breakdowns[s].missing if not each.later)
        unanswered = (each for s in seats for each in completeness.unanswered(position, s))
        missing = dict.fromkeys((*lacks, *unanswered))
    listed = [missing_cell(game.sheet, each) for each in missing]
    listed += doubtful(game.sheet, doubted, seats)
    if len(seats) == 1:
        return listed
    names = {s: game.sheet.name(position.state, s) for s in seats}
    return [replace(each, who=names.get(CellPath(each.cell).holder, EMPTY)) for each in listed]


def doubtful(sheet: Sheet, doubts: Iterable[Doubt], seats: Sequence[str]) -> list[SheetWarning]:
    """Returns the warnings about cells of these seats and of the whole table.

    Several of one kind at one seat become one warning with their number, which leads to the first
    of its cells. ``doubts``: the warnings about all cells.
    """
    alike: dict[tuple[str, str], list[Doubt]] = {}
    for each in doubts:
        if (holder := CellPath(each.path).holder) in (*seats, "table"):
            alike.setdefault((holder, each.kind), []).append(each)
    return [
        SheetWarning(
            _cell(sheet, first.path),
            first.message + Verbatim(f" ×{1 + len(rest)}") if rest else first.message,
            page=_page(sheet, CellPath(first.path)),
            count=1 + len(rest),
            offer=first.offer or EMPTY,
            instead="" if first.instead is None else str(first.instead),
        )
        for first, *rest in alike.values()
    ]


def missing_cell(sheet: Sheet, missing: Missing) -> SheetWarning:
    """Returns the warning that something is missing, with the first cell in which to enter it."""
    at = CellPath(missing.path)
    return SheetWarning(
        _cell(sheet, missing.path),
        missing.message,
        _short(sheet, missing.path),
        page=_page(sheet, at),
    )


def _page(sheet: Sheet, at: CellPath) -> str:
    if (section := sheet.section_of(at)) is None:
        return SHEET
    field = sheet.fields_of(at.holder).get(at.field)
    return SETTINGS if field and field.decided else section.page


def _short(sheet: Sheet, path: str) -> Text:
    """Returns the name of the path's row, or of its field if it has none."""
    at = CellPath(path)
    field = sheet.fields_of(at.holder)[at.field]
    return next((row.name for row in field.rows if row.id in at.rows), field.label)


def _cell(sheet: Sheet, path: str) -> str:
    """Returns the path of an input to go to: the first cell at or below ``path``."""
    at = CellPath(path)
    field = sheet.fields_of(at.holder).get(at.field)
    below = (CellPath.to(at.holder, *ids) for ids in (field.paths() if field else ()))
    if sheet.cell(path):
        return path
    return next((cell for cell in below if cell.startswith(f"{path}/")), path)
