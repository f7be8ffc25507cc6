"""Which games there are: the folders under ``scoring/games``. Nobody keeps a list."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path

from .catalogue import Box, read_box
from .examples import Example, load
from .game import Game
from .reading import DataError
from .words import at

# Imported before ``scoring`` binds its function of the same name: importing it later would put
# the package in that function's place.
_SHELF = import_module("scoring.games")


class NoSuchGame(KeyError):
    """No folder of that name holds a game."""


class BrokenGame(RuntimeError):
    """The folder is there, but cannot be used as it stands; the message says where and why."""

    def __init__(self, slug: str, reason: str) -> None:
        super().__init__(f"{slug}: {reason}")
        self.slug, self.reason = slug, reason


def games() -> dict[str, Box]:
    """Every game's box by slug, in the order of their English names. Imports no scorer.

    A box that cannot be read is left out; ``broken`` says why.
    """
    found = {slug: box for slug, box in _boxes().items() if isinstance(box, Box)}
    return dict(sorted(found.items(), key=lambda pair: pair[1].name.en))


def folders() -> dict[str, Path]:
    """Slug to folder, of every folder that holds a game, usable or not."""
    return {
        folder.name: folder
        for root in _SHELF.__path__
        for folder in sorted(Path(root).iterdir())
        if (folder / "data" / "game.toml").is_file()
    }


def broken() -> dict[str, str]:
    """Slug to what is wrong, of every folder that is known to be unusable.

    Knows of boxes, and of games that somebody has asked for; ``check`` asks for all.
    """
    lids = {slug: str(box) for slug, box in _boxes().items() if isinstance(box, DataError)}
    return lids | {slug: error.reason for slug, error in _failed.items()}


def check() -> dict[str, str]:
    """As ``broken``, after loading every game and its worked games."""
    for slug in games():
        try:
            game(slug)
            examples(slug)
        except BrokenGame:
            continue
    return broken()


def game(slug: str) -> Game:
    """The game of that slug, imported on first use. Raises ``NoSuchGame`` or ``BrokenGame``."""
    if (found := _loaded.get(slug)) is not None:
        return found
    if slug in _failed:
        raise _failed[slug]
    box = _boxes().get(slug)
    if box is None:
        raise NoSuchGame(slug)
    if isinstance(box, DataError):
        raise BrokenGame(slug, str(box))
    try:
        made = import_module(f"scoring.games.{slug}").GAME
        assert isinstance(made, Game)
    except Exception as error:  # whatever is wrong with one game, the others play on
        raise _fail(slug, error) from error
    return _loaded.setdefault(slug, made)


def examples(slug: str) -> dict[str, Example]:
    """The worked games of a game, by id. Raises ``NoSuchGame`` or ``BrokenGame``."""
    folder = folders().get(slug)
    if folder is None or slug not in games():
        raise NoSuchGame(slug)
    try:
        return _examples(folder / "examples")
    except DataError as error:
        raise _fail(slug, error) from error


def forget(slug: str) -> None:
    """Read this folder anew on its next use: for tests, and while somebody writes a game."""
    for name in [n for n in sys.modules if f"{n}.".startswith(f"scoring.games.{slug}.")]:
        del sys.modules[name]
    _loaded.pop(slug, None)
    _failed.pop(slug, None)
    _box.cache_clear()
    _examples.cache_clear()
    at.cache_clear()


_loaded: dict[str, Game] = {}
_failed: dict[str, BrokenGame] = {}


def _fail(slug: str, error: Exception) -> BrokenGame:
    reason = str(error) if isinstance(error, DataError) else f"{type(error).__name__}: {error}"
    return _failed.setdefault(slug, BrokenGame(slug, reason))


def _boxes() -> dict[str, Box | DataError]:
    return {slug: _box(folder) for slug, folder in folders().items()}


@cache
def _examples(folder: Path) -> dict[str, Example]:
    return load(folder)


@cache
def _box(folder: Path) -> Box | DataError:
    try:
        return read_box(folder / "data")
    except DataError as error:
        return error
