"""What a cell and its value are called where they are told apart from their sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.messages import say
from companion.sheet_pages import map
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.sheet_fields import SEATS
from scoring.text.localised import Text, Verbatim, joined
from scoring.text.messages import player


def cell_name(game: Game, state: State, path: CellPath, author: str) -> Text:
    """Whose cell, unless its author's; which field, which row: the words that its sheet has."""
    fields = {
        "table": game.sheet.table_fields,
        "play": game.sheet.play_fields,
        "rulings": game.sheet.ruling_fields,
    }.get(path.holder, game.sheet.fields)
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
class Undone:
    """The message after an undo, and the HTML id of the first cell that it changed."""

    message: Text
    cell: str

    @classmethod
    def between(cls, game: Game, before: State, after: State, seat: str) -> Undone | None:
        """What an undo on the sheet of ``seat`` changed; nothing where it changed no cell."""
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


def anchor(undone: Undone | None) -> str:
    """The end of an address that leads to the cell."""
    return f"#{undone.cell}" if undone else ""


def value_name(game: Game, path: CellPath, value: Any, cells: Mapping[str, Any]) -> Text:
    """What a cell says; ``cells`` are all of that moment."""
    if path.holder == SEATS:
        return say("seat-added") if value else say("seat-gone")
    if value is None or value is False or value == "":
        return Verbatim("–")
    if not game.sheet.records(path, value):
        return say("unknown-value", value=str(value)[:60])
    if value is True:
        return say("yes")
    cell = game.sheet.cell(path)
    if cell and cell.kind == "spot":
        return map.lies(game.sheet.fields[path.field], path.holder, cells, path.rows[0], value)
    for option in cell.options if cell else ():
        if option.id == value:
            return option.name
    return Verbatim(str(value))
