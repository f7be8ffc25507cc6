"""The boxes that can be played, and beside them the folders that cannot be used as they stand."""

from __future__ import annotations

from dataclasses import dataclass

from scoring import BrokenGame, broken, games
from scoring import game as find_game
from scoring.game import Game


@dataclass(frozen=True, slots=True)
class Shelf:
    """``games`` in the order of their names; ``broken`` say file, line and remedy."""

    games: tuple[Game, ...]
    broken: tuple[BrokenGame, ...]


def shelf() -> Shelf:
    """Every game that loads and every one that does not."""
    good, bad = [], []
    for slug in games():
        try:
            good.append(find_game(slug))
        except BrokenGame as error:
            bad.append(error)
    listed = {error.slug for error in bad} | {game.slug for game in good}
    bad += [error for slug, error in broken().items() if slug not in listed]
    return Shelf(tuple(good), tuple(bad))
