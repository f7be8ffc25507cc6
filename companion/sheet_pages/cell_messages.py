"""Messages about single cells: their names and values in words, undone changes, conflicts.

A clash is a cell that another phone has changed since: nothing is written until a player chooses a
value. A merge conflict is stored with its table; the cell keeps one value, and is marked until it
changes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.messages import say
from companion.sheet_pages import map_view
from scoring.game import Game
from scoring.model import lots
from scoring.model.cells import CellPath
from scoring.model.drawn_cells import lot_options
from scoring.model.lots import LOTS, Draw
from scoring.model.plan import State
from scoring.model.sheet_fields import SEATS
from scoring.model.validation import CellError, Value
from scoring.text.localised import EMPTY, Text, Verbatim, joined
from scoring.text.messages import player


def cell_name(game: Game, state: State, path: CellPath, author: str) -> Text:
    """Names a cell by field and row labels, and by its owner unless that is ``author``.

    ``author``: id of the seat that the page names anyway; "" if it names none.
    """
    fields = game.sheet.fields_of(path.holder)
    name: Text = say("unknown-cell", what="/".join(path.split("/")[1:]) or path)
    if game.sheet.cell(path) and (field := fields.get(path.field)):
        options = {option.id: option.name for option in (*field.rows, *field.columns)}
        rows = [options[row] for row in path.rows if row in options]
        name = joined((field.label, *rows), say("between-rows"))
    if path.holder == SEATS:
        return player(int(path.field[1:]))
    if path.holder in state["seats"] and path.holder != author:
        return say("owner", who=game.sheet.name(state, path.holder), what=name)
    return name


@dataclass(frozen=True, slots=True)
class UndoMessage:
    """The message after an undo, with the HTML id of the first cell that it changed."""

    message: Text
    cell: str

    @classmethod
    def between(cls, game: Game, before: State, after: State, seat: str) -> UndoMessage | None:
        """Returns the message from the states before and after an undo; ``None`` if they are equal.

        ``seat``: whose sheet shows the message; cells of others are named with their owner.
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
    """Returns the URL fragment of the changed cell, such as *#p1-resources-wood*; "" for none."""
    return f"#{undone.cell}" if undone else ""


def value_name(game: Game, path: CellPath, value: Any, cells: Mapping[str, Any]) -> Text:
    """Names the ``value`` of the cell at ``path`` in words; a dash for a blank.

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
    cell = game.sheet.cell(path)
    if cell and cell.kind == "spot":
        return map_view.placement_text(
            game.sheet.fields[path.field], path.holder, cells, path.rows[0], value
        )
    for option in cell.options if cell else ():
        if option.id == value:
            return option.name
    return Verbatim(str(value))


def place_label(game: Game, draw: Draw, owner: str) -> Text:
    """Names the place on which a drawn lot lies, if the draw has several of them; else EMPTY.

    ``owner``: path of the place's cell.
    """
    field = game.sheet.table_fields.get(CellPath(owner).field)
    return field.label if field and len(draw.fields) > 1 else EMPTY


def _drawn_name(game: Game, path: CellPath, text: str, cells: Mapping[str, Any]) -> Text:
    """Names what was drawn in words, such as *Aki Home 3, Ben Home 1*.

    ``path``: of the cell with the draw; ``text``: its value; ``cells``: as for ``value_name``.
    """

    def named(id_: str) -> Text:
        if game.sheet.is_seat(id_):
            typed = cells.get(f"{id_}/name")
            return Verbatim(str(typed)) if typed else player(int(id_[1:]))
        return options[id_].name if id_ in options else Verbatim(id_)

    draw = next(each for each in game.sheet.phases.draws if each.id == path.rows[0])
    options = lot_options(draw, game.sheet)
    parts = []
    for owner, drawn in (share for urn in lots.read(text) for share in urn.shares()):
        label = named(owner) if game.sheet.is_seat(owner) else place_label(game, draw, owner)
        listed = say.listed(named(lot) for lot in drawn)
        parts.append(say("owner", who=label, what=listed) if label else listed)
    return say.listed(parts)


type Differing = Mapping[str, Sequence[Value | None]]
"""Paths of the cells in conflict, each with all its values; the first is the one kept here."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A cell that another phone has written meanwhile: both values, as posted and in words.

    ``now``: the stored value. ``typed``: the one that was refused.
    """

    path: str
    now: str
    typed: str
    now_said: Text
    typed_said: Text

    @classmethod
    def of(cls, game: Game, state: State, path: str, typed: Value | None) -> Clash:
        cells = game.sheet.cells(state)
        now = cells.get(path)
        return cls(
            path,
            as_posted(now),
            as_posted(typed),
            value_name(game, CellPath(path), now, cells),
            value_name(game, CellPath(path), typed, cells),
        )

    @property
    def error(self) -> CellError:
        return CellError(self.path, say("conflict", now=self.now_said, typed=self.typed_said))


def as_posted(value: Value | None) -> str:
    """Formats a cell's value as a form posts it: "1" for a tick, "" for a blank, else as text."""
    return "" if value in (None, False) else "1" if value is True else str(value)


def unresolved(game: Game, state: State, differing: Differing) -> dict[str, Sequence[Value | None]]:
    """Returns the merge conflicts that are still open: cell path to all values, the kept one first.

    A conflict is open while its cell has the value that it got at the merge; any change settles it.
    ``differing``: all conflicts of the table, in the same form.
    """
    if not differing:
        return {}
    now = game.sheet.cells(state) | {f"seats/{seat}": True for seat in state["seats"]}
    return {path: said for path, said in differing.items() if now.get(path) == said[0]}


def conflict_messages(
    game: Game, state: State, differing: Differing, holders: Collection[str]
) -> list[CellError]:
    """Returns a message for each open merge conflict in the cells of these ``holders``.

    A holder is a seat, or the table as a whole. ``differing``: all merge conflicts of the table,
    cell path to values.
    """
    found, cells = [], game.sheet.cells(state)
    for path, said in unresolved(game, state, differing).items():
        at = CellPath(path)
        if at.holder in holders:
            now, *others = (value_name(game, at, value, cells) for value in said)
            other = say.listed([say("differs-value", value=each) for each in others])
            found.append(CellError(path, say("differs", now=now, other=other)))
    return found
