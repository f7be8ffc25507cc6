"""Lists the games that load and the game folders that do not."""

from __future__ import annotations

from dataclasses import dataclass

from scoring import BrokenGame, broken, games
from scoring import game as find_game
from scoring.game import Game


@dataclass(frozen=True, slots=True)
class LoadedGames:
    """The ``games`` that load, and errors of the ``broken`` ones with file, line and remedy."""

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
