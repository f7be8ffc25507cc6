"""Cells with more than one value: written by two phones at once, or different on merged phones.

A clash is found while a change is posted, and nothing is written until a player chooses. A merge
conflict is stored with its pad or table; the cell keeps one value, and is marked until it changes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.messages import say
from companion.sheet_pages.value_names import value_name
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.validation import CellError, Value
from scoring.text.localised import Text

type Differing = Mapping[str, Sequence[Value | None]]
"""Paths of the cells in conflict, each with all its values; the first is the one kept here."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A cell that another phone has written meanwhile: both values, as posted and in words."""

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
            _posted(now),
            _posted(typed),
            value_name(game, CellPath(path), now, cells),
            value_name(game, CellPath(path), typed, cells),
        )

    @property
    def error(self) -> CellError:
        return CellError(self.path, say("conflict", now=self.now_said, typed=self.typed_said))


def _posted(value: Value | None) -> str:
    """Returns a cell's value as the text that a form posts for it."""
    return "" if value in (None, False) else "1" if value is True else str(value)


def unresolved(game: Game, state: State, differing: Differing) -> dict[str, Sequence[Value | None]]:
    """Returns the merge conflicts that are still open, by cell path.

    A conflict is open while its cell has the value that it got at the merge; any change settles it.
    """
    if not differing:
        return {}
    now = game.sheet.cells(state) | {f"seats/{seat}": True for seat in state["seats"]}
    return {path: said for path, said in differing.items() if now.get(path) == said[0]}


def conflict_messages(
    game: Game, state: State, differing: Differing, holders: Collection[str]
) -> list[CellError]:
    """Returns a message for each open merge conflict in the cells of these seats or the table.

    ``holders``: seat ids, or the id of the table.
    """
    found, cells = [], game.sheet.cells(state)
    for path, said in unresolved(game, state, differing).items():
        at = CellPath(path)
        if at.holder in holders:
            now, *others = (value_name(game, at, value, cells) for value in said)
            other = say.listed([say("differs-value", value=each) for each in others])
            found.append(CellError(path, say("differs", now=now, other=other)))
    return found
