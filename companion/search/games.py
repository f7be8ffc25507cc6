"""The games that can be loaded, for the search."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache

from scoring import BrokenGame, games
from scoring import game as find_game
from scoring.game import Game

logger = logging.getLogger(__name__)


def games_by_slug() -> Mapping[str, Game]:
    """Returns every game that loads, by slug. A broken game is logged once and left out."""
    return _games_by_slug(tuple(games()))


@cache
def _games_by_slug(slugs: tuple[str, ...]) -> Mapping[str, Game]:
    games = {}
    for slug in slugs:
        try:
            games[slug] = find_game(slug)
        except BrokenGame:
            logger.exception("A game cannot be loaded and is left out")
    return games
