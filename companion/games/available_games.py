"""Finds the games that load, the game folders that do not, and the games with a score sheet."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from scoring import BrokenGame, NoSuchGame, broken, games
from scoring import game as find_game
from scoring.game import Game


@dataclass(frozen=True, slots=True)
class LoadedGames:
    """The ``games`` that load, and for each ``broken`` one the error: file, line and remedy."""

    games: tuple[Game, ...]
    broken: tuple[BrokenGame, ...]


def loaded_games() -> LoadedGames:
    """Loads all games and collects the errors of the broken ones."""
    good, bad = [], []
    for slug in games():
        try:
            good.append(find_game(slug))
        except BrokenGame as error:
            bad.append(error)
    listed = {error.slug for error in bad} | {game.slug for game in good}
    bad += [error for slug, error in broken().items() if slug not in listed]
    return LoadedGames(tuple(good), tuple(bad))


def can_score(game: Game) -> bool:
    """True if a score can be computed: the game is no draft and its sheet has sections."""
    return game.scorable


def scoring_game(slug: str) -> Game:
    """Returns the game of that slug. Raises ``Http404`` if it is unknown or cannot be scored."""
    try:
        game = find_game(slug)
    except NoSuchGame:
        raise Http404 from None
    if not game.scorable:
        raise Http404
    return game
