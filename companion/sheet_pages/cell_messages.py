"""Messages about cells: warnings, their names and values in words, undone changes, conflicts.

Warnings say what is missing, what is doubtful, what the sheet does not know. They are only shown:
everything counts as entered. Each names the cell to go to.

A clash is a cell that another phone has changed since: nothing is written until a player chooses a
value. A merge conflict is stored with its table; the cell keeps one value, and is marked until it
changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.messages import say
from companion.sheet_pages.page_names import MAP, TABLE
from companion.sheet_pages.sheet_page import SheetWarning, SheetWarnings
from scoring.evaluation import Scored
from scoring.game import Game
from scoring.model import completeness, drawing_by_lot
from scoring.model.cells import CellPath
from scoring.model.cells_filled_by_lot import lot_options
from scoring.model.drawing_by_lot import LOTS, SEALS, WORDS, Draw
from scoring.model.errors_and_warnings import CellError, Doubt, Missing, Value, alike
from scoring.model.fields import Field
from scoring.model.hex_grid import Place, Spot, neighbours, opposite
from scoring.model.plan import State
from scoring.model.position import Position
from scoring.model.sheet_fields import SEATS, SHARED
from scoring.text.localised import EMPTY, Text, Verbatim, joined
from scoring.text.messages import player


def cell_name(game: Game, state: State, path: CellPath, author: str) -> Text:
    """Returns a cell's name in words, from its field and row, such as *Aki: Resources · Wood*.

    If another section has a field of the same name, the section is named too: *Round 1 · Primary*.
    ``author``: id of the seat whose name is left out, since the page names it anyway; "" for none.
    """
    fields = game.sheet.fields_of(path.holder)
    name: Text = say("unknown-cell", what="/".join(path.split("/")[1:]) or path)
    if game.sheet.cell(path) and (field := fields.get(path.field)):
        options = {option.id: option.name for option in (*field.rows, *field.columns)}
        rows = [options[row] for row in path.rows if row in options]
        sections = game.sheet.table if path.holder == TABLE else game.sheet.sections
        having = [s for s in sections if any(each.label == field.label for each in s.fields)]
        within = [s.label for s in having if len(having) > 1 and field in s.fields]
        name = joined((*within, field.label, *rows), say("between-rows"))
    if path.holder == SEATS:
        return player(int(path.field[1:]))
    if path.holder in state["seats"] and path.holder != author:
        return say("owner", who=game.sheet.name(state, path.holder), what=name)
    return name


@dataclass(frozen=True, slots=True)
class UndoMessage:
    """The message after an undo on a sheet, with the HTML id of the first cell that it changed."""

    message: Text
    cell: str

    @classmethod
    def between(cls, game: Game, before: State, after: State, seat: str) -> UndoMessage | None:
        """Returns the message after an undo, from the states before and after; None if equal.

        ``seat``: whose sheet shows the message; cells of other seats are named with their player.
        """
        was, now = game.sheet.cells(before), game.sheet.cells(after)
        changed = [CellPath(path) for path in was | now if was.get(path) != now.get(path)]
        if not changed:
            return None
        path = changed[0]
        message = say(
            "undone",
            what=cell_name(game, after, path, seat),
            was=value_name(game, path, was.get(path), was),
            now=value_name(game, path, now.get(path), now),
            more=len(changed) - 1,
        )
        return cls(message, path.replace("/", "-"))


def anchor(undone: UndoMessage | None) -> str:
    """Returns the URL fragment of the cell that an undo changed (*#p1-resources-wood*), or ""."""
    return f"#{undone.cell}" if undone else ""


def value_name(game: Game, path: CellPath, value: Any, cells: Mapping[str, Any]) -> Text:
    """Returns the ``value`` of the cell at ``path`` in words; a dash for a blank.

    ``cells``: path to value for all cells of the same state.
    """
    if path.holder == SEATS:
        return say("seat-added") if value else say("seat-gone")
    if value is None or value is False or value == "":
        return Verbatim("–")
    if not game.sheet.records(path, value):
        return say("unknown-value", value=str(value)[:60])
    if value is True:
        return say("yes")
    if path.holder == "play" and path.field == LOTS:
        return _drawn_name(game, path, str(value), cells)
    if path.holder == "play" and path.field in (SEALS, WORDS):
        return Verbatim(f"{str(value)[:8]}…")
    cell = game.sheet.cell(path)
    if cell and cell.kind == "spot":
        return placement_text(
            game.sheet.fields[path.field], path.holder, cells, path.rows[0], value
        )
    for option in cell.options if cell else ():
        if option.id == value:
            return option.name
    return Verbatim(str(value))


SIDE_WORDS = ("below", "below-left", "above-left", "above", "above-right", "below-right")
"""Direction of a neighbour of a hexagon for each of its sides, clockwise from the bottom."""


def placement_text(
    field: Field, holder: str, cells: Mapping[str, Any], tile: str, value: object
) -> Text:
    """Describes in words a tile's place and rotation, relative to the first tile beside it.

    ``tile``: the tile's id; ``value``: its place, as its cell has it; a value that is no place is
    described as *not laid*. ``field``, ``holder``: the field and seat of that cell. ``cells``: path
    to value for all cells of the same state.
    """
    if (spot := _spot(value)) is None:
        return say("spot-none")
    at: dict[Place, Text] = {}
    for row in field.rows:
        other = _spot(cells.get(CellPath.to(holder, field.id, row.id)))
        if other and row.id != tile:
            at.setdefault(other.place, row.name)
    for side, near in enumerate(neighbours(spot.place)):
        if near in at:
            word = SIDE_WORDS[opposite(side)]
            return say("spot-beside", side=word, tile=at[near], turn=spot.turn)
    return say("spot-alone", middle=str(spot.place == (0, 0)).lower(), turn=spot.turn)


def _spot(value: object) -> Spot | None:
    try:
        return Spot.read(str(value))
    except ValueError:
        return None


def place_label(game: Game, draw: Draw, owner: str) -> Text:
    """Returns the name of the place where a drawn lot lies; empty if the draw has only one place.

    ``owner``: path of the place's cell.
    """
    field = game.sheet.table_fields.get(CellPath(owner).field)
    return field.label if field and len(draw.fields) > 1 else EMPTY


def _drawn_name(game: Game, path: CellPath, text: str, cells: Mapping[str, Any]) -> Text:
    """Returns in words what was drawn by lot, such as *Aki Home 3, Ben Home 1*.

    ``path``: of the cell with the draw; ``text``: its value; ``cells``: path to value for all cells
    of the same state.
    """

    def named(id_: str) -> Text:
        if game.sheet.is_seat(id_):
            typed = cells.get(f"{id_}/name")
            return Verbatim(str(typed)) if typed else player(int(id_[1:]))
        return options[id_].name if id_ in options else Verbatim(id_)

    draw = next(each for each in game.sheet.phases.draws if each.id == path.rows[0])
    options = lot_options(draw, game.sheet)
    parts = []
    for owner, drawn in (share for urn in drawing_by_lot.read(text) for share in urn.shares()):
        label = named(owner) if game.sheet.is_seat(owner) else place_label(game, draw, owner)
        listed = say.listed(named(lot) for lot in drawn)
        parts.append(say("owner", who=label, what=listed) if label else listed)
    return say.listed(parts)


type Differing = Mapping[str, Sequence[Value | None]]
"""Paths of the cells in conflict, each with all its values; the first is the one kept here."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two phones wrote one cell: the stored value (``now``) and the refused one (``typed``).

    ``now_said``, ``typed_said``: both values in words. ``path``, ``name``: the cell's.
    """

    path: str
    name: Text
    now: Value | None
    typed: Value | None
    now_said: Text
    typed_said: Text

    @classmethod
    def of(cls, game: Game, state: State, path: str, typed: Value | None) -> Clash:
        cells = game.sheet.cells(state)
        now = cells.get(path)
        return cls(
            path,
            cell_name(game, state, CellPath(path), ""),
            now,
            typed,
            value_name(game, CellPath(path), now, cells),
            value_name(game, CellPath(path), typed, cells),
        )

    @property
    def id(self) -> str:
        """HTML id of the cell."""
        return self.path.replace("/", "-")

    @property
    def error(self) -> CellError:
        return CellError(self.path, say("conflict", now=self.now_said, typed=self.typed_said))


def unresolved(game: Game, state: State, differing: Differing) -> dict[str, Sequence[Value | None]]:
    """Returns the merge conflicts still open: cell path to all its values, the stored one first.

    A conflict arises when copies of a table from two phones are merged; any change of the cell
    settles it. ``differing``: all conflicts of the table, in the same form.
    """
    if not differing:
        return {}
    now = game.sheet.cells(state) | {f"seats/{seat}": True for seat in state["seats"]}
    return {path: said for path, said in differing.items() if now.get(path) == said[0]}


def conflict_messages(
    game: Game, state: State, differing: Differing, holders: Collection[str]
) -> list[CellError]:
    """Returns a message for each cell that has different values in merged copies of a table.

    ``holders``: the seats, or *table*, whose cells are asked for. ``differing``: the table's merge
    conflicts, cell path to values; those settled since are left out.
    """
    found, cells = [], game.sheet.cells(state)
    for path, said in unresolved(game, state, differing).items():
        at = CellPath(path)
        if at.holder in holders:
            now, *others = (value_name(game, at, value, cells) for value in said)
            other = say.listed([say("differs-value", value=each) for each in others])
            found.append(CellError(path, say("differs", now=now, other=other)))
    return found


# ── warnings ────────────────────────────────────────────────────────────────────────────


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
    """Returns the warnings that a page of a seat's sheet shows.

    ``seat``: whose sheet it is. ``together``: all seats entered on it, in sections that show all
    players. ``apart``: messages at cells that differ between merged copies of the table.
    ``refused``: a cell was refused just now; then the page keeps the messages beside decisions that
    it has. The map's page has only warnings about the map, and those with a button that mends them.
    ``page``: *sheet*, *settings* or *map*. ``scores``: those of ``state``.
    """
    listed = sheet_warnings(game, scores, seat, together)
    listed += [SheetWarning(game.sheet, each) for each in apart]
    missing = [each for each in listed if isinstance(each.about, Missing)]
    doubtful = [each for each in listed if not isinstance(each.about, Missing)]
    if page == MAP:
        missing, doubtful = [], [each for each in listed if each.page == MAP or each.offer]
    decisions: list[tuple[str, Text | None]] = []
    if not refused:  # all of them, since any cell may change them
        said = {each.path: each.message for each in scores.doubts}
        decided = game.sheet.decided(scores.known, seat)
        decisions = [(path.replace("/", "-"), said.get(path)) for path in decided]
    cells, own = game.sheet.cells(state), (seat, *SHARED)
    unknown = [(p, str(cells.get(p, "…"))[:60]) for p in scores.unknown if p.holder in own]
    return SheetWarnings(missing, doubtful, decisions, unknown)


def sheet_warnings(
    game: Game, found: Scored, seat: str, together: Sequence[str] = ()
) -> list[SheetWarning]:
    """Returns warnings of a seat's sheet: its and the table's missing cells, then doubtful cells.

    Nothing is missing before something is entered. ``found``: the scores. ``together``: all seats
    entered on this sheet, in sections that show all players.
    """
    seats = tuple(together) or (seat,)
    return warnings_of(game, game.sheet.position(found.known), found, seats, found.doubts)


def warnings_of(
    game: Game,
    position: Position,
    found: Scored,
    seats: Sequence[str],
    doubted: Iterable[Doubt],
    table: bool = True,
) -> list[SheetWarning]:
    """Returns warnings for some seats: first missing cells, then doubtful ones.

    ``position``: the cells as entered. ``doubted``: the warnings about them. ``found``: the scores.
    ``table``: with the warnings of the whole table.
    """
    missing: dict[Missing, None] = {}
    if found.entered.intersection(seats):
        lacks = (each for s in seats for each in found.breakdowns[s].missing if not each.later)
        unanswered = (each for s in seats for each in completeness.unanswered(position, s))
        missing = dict.fromkeys((*lacks, *unanswered))
    holders = (*seats, TABLE) if table else seats
    listed = [SheetWarning(game.sheet, m) for m in missing if CellPath(m.path).holder in holders]
    listed += [SheetWarning(game.sheet, *each) for each in alike(doubted, holders)]
    if len(seats) == 1:
        return listed
    names = {s: game.sheet.name(position.state, s) for s in seats}
    return [replace(each, who=names.get(CellPath(each.cell).holder, EMPTY)) for each in listed]
