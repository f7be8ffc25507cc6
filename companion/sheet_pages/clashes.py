"""Cells that two phones write at once, with both values to choose from."""

from __future__ import annotations

from dataclasses import dataclass

from companion.messages import say
from companion.sheet_pages.value_names import value_name
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.validation import CellError, Value
from scoring.text.localised import Text


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
    """Returns a value as its form control has it."""
    return "" if value in (None, False) else "1" if value is True else str(value)
