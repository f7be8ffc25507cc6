"""Builds one page of a seat's sheet, on a pad or at a table: all that its templates show.

``build`` walks the sheet once and returns a ``SheetPage``. What a pad or a table adds around it
(addresses, form keys, the way back) is its view's. Points are texts by the place that shows them:
section tabs, columns, places beside cells and pieces. Only ``columns`` scores anything itself:
states without a single decision.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from companion.sheet_pages import cell_messages, map_building, section_views
from companion.sheet_pages.cell_messages import Differing
from companion.sheet_pages.field_views import SectionView
from companion.sheet_pages.map_view import OpenItem
from companion.sheet_pages.page_names import MAP, SETTINGS, SHEET, TABLE
from companion.sheet_pages.sheet_page import (
    NOTHING_OPEN,
    Access,
    Column,
    PlayerView,
    SheetPage,
    SheetPoints,
    Step,
)
from scoring.evaluation import Scored
from scoring.game import Game
from scoring.model import completeness
from scoring.model.breakdown import Breakdown, Line
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import CellError, Missing
from scoring.model.fields import Section
from scoring.model.plan import State
from scoring.model.player_names_and_colours import players
from scoring.model.sheet import Sheet
from scoring.text.localised import number_text

SHOW_WORTH = ("rack", "chips", "palette", "cycle")
"""Names of input controls that show the points of each piece beside it."""


def build(
    game: Game,
    state: State,
    scores: Scored,
    access: Access,
    page: str = SHEET,
    *,
    typed: Mapping[str, str],
    faults: Sequence[CellError],
    cell: str = "",
    open_item: OpenItem = NOTHING_OPEN,
    merge_conflicts: Differing,
) -> SheetPage:
    """Returns a page of a seat's sheet, with all it shows; ``scores`` are those of ``state``.

    ``page``: *sheet*, *settings* or *map*. ``access``: the seat, and what the phone may see and
    edit. ``typed``: path to text that could not be read and is shown again; ``faults``: the errors.
    ``cell``: path of the cell just written, if only the parts that it may change are needed.
    ``open_item``: what is selected on the map. Cells with ``merge_conflicts`` are marked.
    """
    known, seat, tracked = scores.known, access.seat, access.tracked
    here = access.together if game.sheet.shared_sections(tracked) else ()
    apart: list[CellError] = []
    if merge_conflicts:
        holders = {seat, TABLE, *access.together}
        apart = cell_messages.conflict_messages(game, state, merge_conflicts, holders)
    everybody = player_views(game.sheet, known, scores, typed)
    points = None
    if page == SHEET:
        points = sheet_points(game, state, scores, seat, tracked, here, cell)
    warned = cell_messages.page_warnings(game, state, scores, seat, here, page, apart, bool(faults))
    sections: list[SectionView] = []
    if not cell:
        shown = (game, state, seat, typed, [*apart, *faults], tracked, page)
        sections = section_views.panels(*shown, access.together, scores.doubts)
    drawn = None
    if page == MAP and game.sheet.map_field:
        drawn = map_building.build_map(game, known, seat, game.sheet.map_field, open_item)
        if sections:
            sections = map_building.reduced_to_own_tiles(sections, drawn, game, known)
    return SheetPage(
        page=page,
        seat=seat,
        everybody=everybody,
        access=access,
        room=not tracked and len(everybody) < game.sheet.most_seats,
        plan=scores.plans.get(seat),
        here=here if len(here) > 1 else (),
        points=points,
        warnings=warned,
        sections=sections,
        faces=section_views.faces(sections) if sections else (),
        faults=faults,
        cell=cell,
        known_cell=(at := game.sheet.cell(cell)) is not None and at.kind != "spot",
        calculators=[each for each in game.calculators.values() if each.fits(known)],
        map=drawn,
        rulings=rulings(game, known) if page == SETTINGS else {},
    )


def rulings(game: Game, state: State) -> dict[str, Any]:
    """Returns template context: the game's rulings with their answers, and presets.

    A ruling answers a question that the rules leave open; a preset is a named set of answers.
    ``presets``: all of them; ``preset``: the chosen one's id. ``changed_rulings``: number of
    rulings that are answered unlike it. ``rulings``: for each its entry, the id of the answer now,
    and the answers by preset.
    """
    now = game.sheet.rulings(state)
    return {
        "presets": list(game.catalogue.presets.values()),
        "preset": game.sheet.preset(state),
        "changed_rulings": len(changed_rulings(game, state)),
        "rulings": [(each, now[each.id], each.presets) for each in game.catalogue.rulings()],
    }


def changed_rulings(game: Game, state: State) -> list[dict[str, Any]]:
    """Returns the rulings answered unlike the chosen preset, as dicts of ``entry`` and ``option``.

    A ruling (``entry``) answers a question that the rules leave open, here with ``option``; a
    preset is a named set of answers.
    """
    preset, now = game.sheet.preset(state), game.sheet.rulings(state)
    return [
        {"entry": each, "option": each.option(now[each.id])}
        for each in game.catalogue.rulings()
        if now[each.id] != each.presets[preset]
    ]


def player_views(
    sheet: Sheet, state: State, scores: Scored, typed: Mapping[str, str]
) -> dict[str, PlayerView]:
    """Returns each seat's player as the page shows it (name, colour, score), in the order of seats.

    ``typed``: cell path, such as ``p1/name``, to a name in the form that could not be stored.
    """
    return {
        seat: PlayerView(
            seat,
            owner.name,
            owner,
            typed.get(f"{seat}/name", state["seats"][seat].get("name", "")),
            scores.breakdowns[seat],
            seat not in scores.entered,
        )
        for seat, owner in players(sheet, state).items()
    }


# ── points ──────────────────────────────────────────────────────────────────────────────


def sheet_points(
    game: Game,
    stored: State,
    scores: Scored,
    seat: str,
    tracked: bool,
    here: Sequence[str],
    cell: str = "",
) -> SheetPoints:
    """Returns all points that a seat's sheet shows: on tabs of sections, in columns, beside cells.

    ``stored``: the state, also with cells that the sheet does not know; the tabs count these, too.
    ``here``: seats entered in sections that show all players. ``tracked``: with sections that are
    useful only during play. ``cell``: path of the cell just written; of the texts in sections that
    show all players, only those that it may change are returned, and every total.
    """
    shared, state = game.sheet.shared_sections(tracked), scores.known
    position = game.sheet.position(stored)
    used = [
        each
        for each in shared
        if _anything(stored, here, each) or completeness.matters(position, each)
    ]
    return SheetPoints(
        steps=steps(game, stored, seat, scores.breakdowns, tracked, here),
        figures=figures(game, state, scores.breakdowns, used, here, cell),
        pieces=piece_points(game, state, seat, scores.breakdowns[seat], cell),
        columns=columns(game, state, scores, seat),
    )


def columns(game: Game, state: State, found: Scored, seat: str) -> Mapping[str, Column]:
    """Returns the fields that a seat's sheet shows as columns with their points, by HTML id.

    ``found``: the scores of ``state``.
    """
    lines = {line.id: line for line in found.as_entered[seat].lines}
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
            points = "–" if blank else _points([line])
            made[f"{seat}-{field.id}"] = Column(field, line, joined, ghosts, points, blank)
    return made


def _gain(game: Game, state: State, found: Scored, seat: str, id_: str, piece: str) -> int:
    """Returns the points that a seat gains by one decision of its best plan.

    The decision is the one that adds the piece with the id ``piece`` to the score line ``id_``; 0
    if the plan has none. ``found``: the scores of ``state``.
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
    """Returns the tabs of a seat's sheet, one for each section used at this table or with entries.

    ``breakdowns``: every seat's score. ``together``: the seats entered here too, in sections that
    show all players. ``tracked``: with sections that are useful only during play.
    """
    position, breakdown = game.sheet.position(state), breakdowns[seat]
    missing: dict[tuple[str, str], list[Missing]] = {}
    lacked = [m for s in (seat, *together) for m in breakdowns[s].missing]
    for each in dict.fromkeys((*lacked, *completeness.unanswered(position, seat))):
        missing.setdefault((CellPath(each.path).holder, each.section), []).append(each)
    named = game.sheet.named_lines
    found = []
    for holder in (TABLE, seat):
        for section in game.sheet.visible_sections(holder, tracked, SHEET):
            if not game.sheet.has_own_panel(holder, section):
                continue
            holders = together if section.control and holder != TABLE and together else (holder,)
            some = _anything(state, holders, section)
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
            if points and unknown and not section.shows:
                points = _so_far(lines, breakdown.fall)
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


def _anything(state: State, holders: Sequence[str], section: Section) -> bool:
    return any(field.id in _cells(state, each) for each in holders for field in section.fields)


def _cells(state: State, holder: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = state.get(TABLE, {}) if holder == TABLE else state["seats"][holder]
    return found


def _of_board(section: Section, breakdown: Breakdown, lines: Sequence[Line]) -> str:
    """Returns the points on the tab of a section that shows all players, for one seat, as text.

    The seat's total if the section shows totals, else the sum of its score ``lines``, or "".
    """
    if section.shows:
        return total(breakdown)
    return _points(lines) if lines and section.control == "score_pad" else ""


def belongs_to_section(
    section: Section, line: Line, named: Collection[str], cells: Mapping[str, Any]
) -> bool:
    """True if a score line counts what a section of the sheet holds.

    It does if the section names it (``named``: ids of the lines that any section names), has its
    field, or has its piece in a field that ``cells`` (a seat's) has an entry of.
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


def _so_far(lines: Sequence[Line], fall: int | None) -> str:
    """Returns the points on the tab of an unfinished section as text: *≥ 12*; "" while they are 0.

    Just *12* if the points may still fall. ``lines``: the section's score lines. ``fall``: points
    by which the seat's total may still decrease, None if unknown.
    """
    known = _known_points(lines)
    if not known:
        return ""
    return f"≥ {number_text(known)}" if fall == 0 else number_text(known)


def _changes(section: Section, cell: str) -> bool:
    """True if a text in ``section``, which shows all players, may change with a cell.

    ``cell``: the path of the cell that was written.
    """
    at = CellPath(cell)
    name = "head" if at.holder == TABLE else "id"
    return (
        bool(section.shows)
        or section.control == "score_pad"
        or any(getattr(field, name) == at.field for field in section.fields)
    )


def figures(
    game: Game,
    state: State,
    breakdowns: Mapping[str, Breakdown],
    sections: Sequence[Section],
    seats: Sequence[str],
    cell: str = "",
) -> Mapping[str, str]:
    """Returns texts beside cells and at row ends in sections that show all players, by HTML id.

    ``breakdowns``: every seat's score. ``seats``: those with a row there. ``cell``: path of the
    cell just written; of sections that it does not change, only the totals are returned.
    """
    cells = game.sheet.cells(state)
    found: dict[str, str] = {}
    for seat in seats:
        for section in sections:
            if not cell or _changes(section, cell):
                found |= _row(seat, section, breakdowns[seat], cells)
            found[f"{seat}-{section.id}-sum"] = total(breakdowns[seat])
    return found


def _row(
    seat: str, section: Section, breakdown: Breakdown, cells: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    for field in section.fields:
        if field.kind == "count":
            value, path = _beside(breakdown, field.id), f"{seat}/{field.id}"
            said = value in ("", "?", str(cells.get(path, "")))
            shown = f"= {value}" if path in cells else value  # nothing to equal in a blank cell
            yield f"{seat}-{field.id}-figure", "" if said else shown
    for row in section.shows:
        yield f"{seat}-{section.id}-{row.id}", _beside(breakdown, row.id)


def _beside(breakdown: Breakdown, id_: str) -> str:
    """Returns the text to show beside the cell of the field ``id_``; "" if there is none.

    It is the text that the seat's score, ``breakdown``, has for the field, or else the points of
    the field's score line, *?* if unknown.
    """
    if id_ in breakdown.beside:
        return breakdown.beside[id_]
    line = breakdown.line(id_)
    if line is None:
        return ""
    return "?" if line.points is None else str(line.points)


def total(breakdown: Breakdown) -> str:
    """Returns a seat's total as text, such as *310*, or its range, such as *290–311* or *≥ 275*.

    A dash before any point.
    """
    return breakdown.range.brief if breakdown.known or not breakdown.partial else "–"


def piece_points(
    game: Game, state: State, seat: str, breakdown: Breakdown, cell: str
) -> Mapping[str, str]:
    """Returns the points of each piece of a seat in its best plan, as text by HTML id of its cell.

    ``cell``: path of the cell just written; "" is returned for it if its piece is gone.
    """
    lines = {line.entry: line for line in breakdown.lines if line.entry}
    found: dict[str, str] = {}
    for path in (*game.sheet.cells(state), cell):
        at = CellPath(path)
        field = game.sheet.declared.get(at.field)
        if at.holder != seat or not field or len(at.rows) != 1:
            continue
        if field.entered_by not in SHOW_WORTH:
            continue
        if field.cell.kind == "choice" and field.entered_by != "cycle":
            continue
        if field.entered_by == "rack" and field.kind == "tally":
            # its own number is shown there, unless the breakdown has another
            found[path.replace("/", "-")] = breakdown.beside.get(at.rows[0], "")
            continue
        line = lines.get(at.rows[0])
        if line is not None and line.id == line.entry:
            found[path.replace("/", "-")] = "?" if line.points is None else str(line.points)
        elif path == cell:
            found[path.replace("/", "-")] = ""
    return found
