"""Which games there are: the folders under ``scoring/games``. Nobody keeps a list."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path

from .catalogue import Box, read_box
from .examples import Example, load
from .game import Game

# Imported before ``scoring`` binds its function of the same name: importing it later would put
# the package in that function's place.
_SHELF = import_module("scoring.games")


class NoSuchGame(KeyError):
    """No folder of that name holds a game."""


def games() -> dict[str, Box]:
    """Every game's box by slug, in the order of their English names. Imports no scorer."""
    found = {
        folder.name: _box(folder)
        for root in _SHELF.__path__
        for folder in sorted(Path(root).iterdir())
        if (folder / "data" / "game.toml").is_file()
    }
    return dict(sorted(found.items(), key=lambda pair: pair[1].name.en))


def game(slug: str) -> Game:
    """The game of that slug, imported on first use. Raises ``NoSuchGame``."""
    name = f"scoring.games.{slug}"
    # asked by every request, so the shelf is looked through only for a game not yet imported
    if name not in sys.modules and slug not in games():
        raise NoSuchGame(slug)
    found = import_module(name).GAME
    assert isinstance(found, Game)
    return found


def examples(slug: str) -> dict[str, Example]:
    """The worked games of a game, by id. Raises ``NoSuchGame``."""
    for root in import_module("scoring.games").__path__:
        if (Path(root) / slug / "data" / "game.toml").is_file() and slug in games():
            return _examples(Path(root) / slug / "examples")
    raise NoSuchGame(slug)


@cache
def _examples(folder: Path) -> dict[str, Example]:
    return load(folder)


@cache
def _box(folder: Path) -> Box:
    return read_box(folder / "data")
