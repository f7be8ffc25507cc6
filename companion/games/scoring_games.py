"""Which games a page may be about: all can be looked up, some can be scored."""

from __future__ import annotations

from django.http import Http404

from scoring import NoSuchGame
from scoring import game as find_game
from scoring.game import Game


def can_score(game: Game) -> bool:
    """Whether the game has a sheet that adds up."""
    return game.stage != "draft" and bool(game.sheet.sections)


def scoring_game(slug: str) -> Game:
    """The game of that slug if it can score. Raises ``Http404``."""
    try:
        game = find_game(slug)
    except NoSuchGame:
        raise Http404 from None
    if not can_score(game):
        raise Http404
    return game
