"""Finds the games that load, and the game folders that do not."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache

from django.http import Http404

from scoring import BrokenGame, NoSuchGame, broken, games
from scoring import game as find_game
from scoring.game import Game

logger = logging.getLogger(__name__)


def games_by_slug() -> Mapping[str, Game]:
    """Returns every game that loads, by slug. A broken game is logged once and left out."""
    return _loaded(tuple(games()))[0]


def broken_games() -> list[BrokenGame]:
    """Returns the error of every game that does not load; it names file, line and remedy."""
    readable = games()
    unreadable = [error for slug, error in broken().items() if slug not in readable]
    return [*_loaded(tuple(readable))[1], *unreadable]


@cache
def _loaded(slugs: tuple[str, ...]) -> tuple[Mapping[str, Game], list[BrokenGame]]:
    found, errors = {}, []
    for slug in slugs:
        try:
            found[slug] = find_game(slug)
        except BrokenGame as error:
            logger.exception("A game cannot be loaded and is left out")
            errors.append(error)
    return found, errors


def scoring_game(slug: str) -> Game:
    """Returns the game of that slug. Raises ``Http404`` if it is unknown or cannot be scored."""
    try:
        game = find_game(slug)
    except NoSuchGame:
        raise Http404 from None
    if not game.scorable:
        raise Http404
    return game
