"""Results: finished sheets, kept unchanged under a link that is made from their content."""

from __future__ import annotations

from companion.tables.models import Result
from scoring.game import Game
from scoring.model.plan import State


def keep_result(game: Game, state: State) -> Result:
    """Stores the result of a finished sheet, or returns the one stored before.

    The state is normalised first, unless it has cells that the game does not know.
    """
    return Result.keep(game.slug, _as_read(game, state))


def result_key(game: Game, state: State) -> str:
    """Returns the key in the link of a sheet's result, even if the result is not stored yet."""
    return Result.key_of(game.slug, _as_read(game, state))


def _as_read(game: Game, state: State) -> State:
    reading = game.sheet.take(state, stored=True)
    return state if reading.errors else reading.state
