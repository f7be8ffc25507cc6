"""Sheets of finished games, as most rules are about them."""

from typing import Any

from scoring.game import Game
from scoring.model.plan import State


def whole(game: Game, raw: Any) -> State:
    """The sheet that ``raw`` describes: what it does not say is said to be none."""
    return game.sheet.with_rest_none(game.sheet.read(raw))
