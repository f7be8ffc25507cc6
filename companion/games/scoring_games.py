"""Selects the games that can be scored; the others can only be looked up."""

from __future__ import annotations

from django.http import Http404

from scoring import NoSuchGame
from scoring import game as find_game
from scoring.game import Game


def can_score(game: Game) -> bool:
    """True if the game is no draft and its sheet has sections."""
    return game.stage != "draft" and bool(game.sheet.sections)


def scoring_game(slug: str) -> Game:
    """Returns the game of that slug. Raises ``Http404`` if it is unknown or cannot be scored."""
    try:
        game = find_game(slug)
    except NoSuchGame:
        raise Http404 from None
    if not can_score(game):
        raise Http404
    return game
