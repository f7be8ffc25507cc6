"""The sheet's sections as steps, each with its points and its missing cells; and columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.sheet_pages.shared_sections import total
from companion.sheet_pages.sheet_sections import SHEET, TABLE, has_own_panel, visible_sections
from scoring.evaluation import Scored
from scoring.game import Game
from scoring.model import completeness
from scoring.model.breakdown import Breakdown, Line
from scoring.model.cells import CellPath
from scoring.model.fields import Field, Section
from scoring.model.plan import State
from scoring.model.validation import Missing
from scoring.text.localised import Text, number_text


@dataclass(frozen=True, slots=True)
class Step:
    """One section in the row of steps; ``points`` as shown, empty if it has none.

    ``asks``: it has cells that a finished sheet must have. ``open``: some of them are missing now.
    ``done``: something is asked or entered, and nothing is missing. ``rest``: one tap can declare
    all its blank cells to be none.
    """

    id: str
    label: Text
    points: str
    done: bool
    open: bool
    asks: bool = False
    rest: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A field shown as a column, with its breakdown line and other pieces counted in that line.

    ``line`` and ``joined`` are as entered. ``ghosts``: pieces that the plan adds to the column,
    with the points gained. ``blank``: nothing is in the column, and its rest is not confirmed as
    none, so nothing is known of it.
    """

    field: Field
    line: Line
    joined: Mapping[str, int]
    ghosts: Mapping[str, int]
    blank: bool = False

    @property
    def points(self) -> str:
        return "–" if self.blank else _points([self.line])


def columns(game: Game, state: State, found: Scored, seat: str) -> Mapping[str, Column]:
    """Returns the columns of a seat's sheet, by the HTML id of their field."""
    lines = {line.id: line for line in game.score(state)[seat].lines}
    best = {line.id: line for line in found.breakdowns[seat].lines}
    cells, made = _cells(state, seat), {}
    asked = {each.section for each in found.breakdowns[seat].missing if each.rest}
    for section, field in ((s, f) for s in game.sheet.sections for f in s.fields):
        if line := lines.get(field.scores):
            joined = {
                id_: n
                for id_, n in line.pieces.items()
                if id_ not in field.row_ids and id_ != field.piece
            }
            more = best[field.scores].pieces.keys() - line.pieces.keys() if line.id in best else ()
            ghosts = {
                piece: gain
                for piece in sorted(more)
                if (gain := _gain(game, state, found, seat, field.scores, piece)) > 0
            }
            empty = field.id not in cells and not joined and not line.points
            blank = empty and section.id in asked
            made[f"{seat}-{field.id}"] = Column(field, line, joined, ghosts, blank)
    return made


def _gain(game: Game, state: State, found: Scored, seat: str, id_: str, piece: str) -> int:
    """Returns the points lost without the decision that adds ``piece`` to line ``id_``, else 0.

    All other decisions of the plan are kept.
    """
    entered = game.sheet.cells(state)
    for path, value in game.sheet.cells(found.solved).items():
        if CellPath(path).holder == seat and entered.get(path) != value:
            without = game.sheet.put(found.solved, {path: entered.get(path)})
            there = game.score(without)[seat]
            line = there.line(id_)
            if line is None or piece not in line.pieces:
                return found.breakdowns[seat].known - there.known
    return 0


def steps(
    game: Game,
    state: State,
    seat: str,
    breakdowns: Mapping[str, Breakdown],
    tracked: bool,
    together: Sequence[str] = (),
) -> Sequence[Step]:
    """Returns the steps of a seat's sheet: sections that matter at this table or have entries.

    ``together``: the seats entered here too, in sections that show all players.
    """
    position, breakdown = game.sheet.position(state), breakdowns[seat]
    missing: dict[tuple[str, str], list[Missing]] = {}
    lacked = [m for s in (seat, *together) for m in breakdowns[s].missing]
    for each in dict.fromkeys((*lacked, *completeness.unanswered(position, seat))):
        missing.setdefault((CellPath(each.path).holder, each.section), []).append(each)
    named = game.sheet.named_lines
    found = []
    for holder in (TABLE, seat):
        for section in visible_sections(game.sheet, holder, tracked, SHEET):
            if not has_own_panel(game.sheet, holder, section):
                continue
            asked = [field.id for field in section.fields]
            holders = together if section.control and holder != TABLE and together else (holder,)
            some = any(id_ in _cells(state, each) for each in holders for id_ in asked)
            if not some and not completeness.matters(position, section):
                continue
            cells = _cells(state, holder)
            lacks = [m for each in holders for m in missing.get((each, section.id), ())]
            asks = bool(section.rest) or any(field.needed for field in section.fields)
            lines = [
                each for each in breakdown.lines if belongs_to_section(section, each, named, cells)
            ]
            points = _points(lines) if lines or section.scores else ""
            if section.control:
                points = _of_board(section, breakdown, lines) if len(holders) == 1 else ""
            unknown = bool(lacks) or any(each.points is None for each in lines)
            if unknown and not some and not section.shows and not _known_points(lines):
                points = ""  # nothing is entered, so nothing is known
            found.append(
                Step(
                    f"{holder}-{section.id}",
                    section.label,
                    points,
                    (asks or some) and not lacks,
                    any(not each.later for each in lacks),
                    asks,
                    any(each.rest for each in lacks),
                )
            )
    return found


def _cells(state: State, holder: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = state.get(TABLE, {}) if holder == TABLE else state["seats"][holder]
    return found


def _of_board(section: Section, breakdown: Breakdown, lines: Sequence[Line]) -> str:
    """Returns the points to show on the step of a section of all players, for a single seat.

    A section with ``shows`` shows the total; a score pad its own lines; a board round nothing.
    """
    if section.shows:
        return total(breakdown)
    return _points(lines) if lines and section.control == "score_pad" else ""


def belongs_to_section(
    section: Section, line: Line, named: Collection[str], cells: Mapping[str, Any]
) -> bool:
    """True if the line's points belong to the section: by its name, or by a field or piece of it.

    ``named``: ids of lines that a section names; these belong to that section only. A line of a
    piece counts only if ``cells`` has an entry of its field.
    """
    if line.id in named:
        return line.id in section.lines
    if any(line.id == field.id for field in section.fields):
        return True
    return any(
        field.id in cells and (line.entry in field.row_ids or line.id in field.row_ids)
        for field in section.fields
        if not field.decided
    )


def _known_points(lines: Sequence[Line]) -> int:
    return sum(each.points or 0 for each in lines)


def _points(lines: Sequence[Line]) -> str:
    known = number_text(_known_points(lines))
    return f"≥ {known}" if any(each.points is None for each in lines) else known
