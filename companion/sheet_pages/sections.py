"""The sheet's sections as steps: what each is worth, and whether anything is missing there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.sheet_pages.fields import SHEET, TABLE, alone, shown
from companion.sheet_pages.scores import Scored
from companion.sheet_pages.shared_sections import total
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
    """One section in the row of steps; ``points`` as they are shown, empty where it has none.

    ``asks``: it has cells that a finished sheet must have. ``open``: some of them are missing now.
    ``rest``: what is blank there can be said to be none, in one tap.
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
    """What stands above and below a field that is a column: its line, what else counts there.

    Both are as entered. ``ghosts``: pieces that would best stand there, and what that would gain.
    """

    field: Field
    line: Line
    joined: Mapping[str, int]
    ghosts: Mapping[str, int]

    @property
    def points(self) -> str:
        return _points([self.line])


def columns(game: Game, state: State, found: Scored, seat: str) -> Mapping[str, Column]:
    """The columns of a seat's sheet, by the HTML id of their field."""
    lines = {line.id: line for line in game.score(state)[seat].lines}
    best = {line.id: line for line in found.breakdowns[seat].lines}
    made = {}
    for field in game.sheet.asked.values():
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
            made[f"{seat}-{field.id}"] = Column(field, line, joined, ghosts)
    return made


def _gain(game: Game, state: State, found: Scored, seat: str, id_: str, piece: str) -> int:
    """What the decision adds that brings a piece to a line, beside all others of the plan."""
    entered = game.sheet.cells(state)
    for path, value in game.sheet.cells(found.settled).items():
        if CellPath(path).holder == seat and entered.get(path) != value:
            without = game.sheet.put(found.settled, {path: entered.get(path)})
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
    """The steps of a seat's sheet, those that matter at this table only.

    ``together``: the seats that are entered here where all are entered in one place.
    """
    position, breakdown = game.sheet.position(state), breakdowns[seat]
    missing: dict[tuple[str, str], list[Missing]] = {}
    lacked = [m for s in (seat, *together) for m in breakdowns[s].missing]
    for each in dict.fromkeys((*lacked, *completeness.unanswered(position, seat))):
        missing.setdefault((CellPath(each.path).holder, each.section), []).append(each)
    named = game.sheet.named_lines
    found = []
    for holder in (TABLE, seat):
        for section in shown(game.sheet, holder, tracked, SHEET):
            if not alone(game.sheet, holder, section):
                continue
            asked = [field.id for field in section.fields]
            holders = together if section.control and holder != TABLE and together else (holder,)
            some = any(id_ in _cells(state, each) for each in holders for id_ in asked)
            if not some and not completeness.matters(position, section):
                continue
            cells = _cells(state, holder)
            lacks = [m for each in holders for m in missing.get((each, section.id), ())]
            asks = bool(section.rest) or any(field.needed for field in section.fields)
            lines = [each for each in breakdown.lines if pays(section, each, named, cells)]
            points = _points(lines) if lines or section.scores else ""
            if not some and not _known(lines) and any(each.points is None for each in lines):
                points = ""  # nothing is entered, and so nothing known
            if section.control:
                points = _of_board(section, breakdown, lines) if len(holders) == 1 else ""
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
    """What a section of all players comes to for the one who is entered here alone.

    One that shows the columns ends in the total; a round of a board is no sum of its own.
    """
    if section.shows:
        return total(breakdown)
    return _points(lines) if lines and section.control == "score_pad" else ""


def pays(section: Section, line: Line, named: Collection[str], cells: Mapping[str, Any]) -> bool:
    """Are this line's points the section's: one that it names, or of one of its fields or pieces?

    ``named``: lines that some section names; their points are nobody else's. Pieces count once
    ``cells`` has something of their field.
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


def _known(lines: Sequence[Line]) -> int:
    return sum(each.points or 0 for each in lines)


def _points(lines: Sequence[Line]) -> str:
    known = number_text(_known(lines))
    return f"≥ {known}" if any(each.points is None for each in lines) else known
