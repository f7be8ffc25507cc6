"""Which games there are: the folders under ``scoring/games``. Nobody keeps a list."""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from traceback import extract_tb

from scoring.loading.catalogue import read_box
from scoring.model.catalogue import Box
from scoring.text.data_error import DataError
from scoring.text.messages import at
from scoring.worked_games import FOLDER as EXAMPLES
from scoring.worked_games import Example, load

from .game import Game

# Imported before ``scoring`` binds its function of the same name: importing it later would put
# the package in that function's place.
_SHELF = import_module("scoring.games")


class NoSuchGame(KeyError):
    """No folder of that name holds a game."""


class BrokenGame(RuntimeError):
    """The folder is there, but cannot be used as it stands; the message says where and why."""

    def __init__(self, slug: str, error: DataError) -> None:
        super().__init__(f"{slug}: {error}")
        self.slug, self.error, self.reason = slug, error, str(error)


def games() -> dict[str, Box]:
    """Every game's box by slug, in the order of their English names. Imports no scorer.

    A box that cannot be read is left out; ``broken`` says why.
    """
    found = {slug: box for slug, box in _boxes().items() if isinstance(box, Box)}
    return dict(sorted(found.items(), key=lambda pair: pair[1].name.en))


def folders() -> dict[str, Path]:
    """Slug to folder, of every folder that holds a game, usable or not.

    Looked through once; a folder that comes later is there after ``forget``, or a restart.
    """
    return _folders(tuple(_SHELF.__path__))


def broken() -> dict[str, BrokenGame]:
    """What is wrong with every folder that is known to have something wrong, by slug.

    Knows of boxes, and of games and worked games that somebody has asked for; the check of
    all folders asks for all.
    """
    lids = {
        slug: BrokenGame(slug, box) for slug, box in _boxes().items() if isinstance(box, DataError)
    }
    found = lids | _flawed | _failed
    return {slug: found[slug] for slug in folders() if slug in found}


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
        raise BrokenGame(slug, box)
    try:
        made = import_module(f"scoring.games.{slug}").GAME
        if not isinstance(made, Game):
            raise DataError("__init__.py", "GAME", "should be a game: GAME = build(...)")
    except Exception as error:  # whatever is wrong with one game, the others play on
        raise _failed.setdefault(slug, BrokenGame(slug, located(error, folder(slug)))) from error
    return _loaded.setdefault(slug, made)


def examples(slug: str) -> dict[str, Example]:
    """The worked games of a game, by id. Raises ``NoSuchGame`` or ``BrokenGame``."""
    game(slug)
    try:
        return _examples(slug)
    except Exception as error:  # a scorer may fail on what its own example says
        raise flaw(slug, error) from error


def folder(slug: str) -> Path:
    """Where a game lies. Raises ``NoSuchGame``."""
    try:
        return folders()[slug]
    except KeyError:
        raise NoSuchGame(slug) from None


def located(error: Exception, folder: Path) -> DataError:
    """Any error as one that names a file and a line of the game's folder, if it came by there."""
    if isinstance(error, DataError):
        return error
    problem = f"{type(error).__name__}: {_MACHINE.sub('', str(error))}"
    at = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        problem = f"{type(error).__name__}: {error.msg}"
        at.append((error.filename, error.lineno))
    for name, line in reversed(at):
        if Path(name).is_relative_to(folder):
            return DataError(Path(name).relative_to(folder).as_posix(), "", problem, line or 0)
    return DataError("__init__.py", "", problem)


def forget(slug: str) -> None:
    """Read this folder anew on its next use: for tests, and while somebody writes a game."""
    for name in [n for n in sys.modules if f"{n}.".startswith(f"scoring.games.{slug}.")]:
        del sys.modules[name]
    _loaded.pop(slug, None)
    _failed.pop(slug, None)
    _flawed.pop(slug, None)
    _folders.cache_clear()
    _box.cache_clear()
    _examples.cache_clear()
    at.cache_clear()


_MACHINE = re.compile(r" \([^()]*[/\\][^()]*\)\Z")
"""Where a module lies on this machine, as import errors tell it: of no use to a reader."""

_loaded: dict[str, Game] = {}
_failed: dict[str, BrokenGame] = {}
"""Games that do not load."""
_flawed: dict[str, BrokenGame] = {}
"""Games that load, with a mistake in their worked games or in what their code says."""


def flaw(slug: str, error: Exception) -> BrokenGame:
    """Records what is wrong with a game that loads all the same."""
    return _flawed.setdefault(slug, BrokenGame(slug, located(error, folder(slug))))


@cache
def _folders(shelves: tuple[str, ...]) -> dict[str, Path]:
    return {
        folder.name: folder
        for shelf in shelves
        for folder in sorted(Path(shelf).iterdir())
        if (folder / "data" / "game.toml").is_file()
    }


def _boxes() -> dict[str, Box | DataError]:
    return {slug: _box(folder) for slug, folder in folders().items()}


@cache
def _examples(slug: str) -> dict[str, Example]:
    return load(folder(slug) / EXAMPLES, game(slug))


@cache
def _box(folder: Path) -> Box | DataError:
    try:
        return read_box(folder / "data")
    except DataError as error:
        return error
