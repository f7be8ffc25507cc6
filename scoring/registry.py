"""Registry of games: the folders under ``scoring/games``. There is no list to maintain."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
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
    """The folder is there, but cannot be used as it stands; the message gives place and reason."""

    def __init__(self, slug: str, error: DataError) -> None:
        super().__init__(f"{slug}: {error}")
        self.slug, self.error, self.reason = slug, error, str(error)


def games() -> dict[str, Box]:
    """Returns every game's box by slug, ordered by English name. Imports no scorer.

    A box that cannot be read is left out; ``broken`` gives the reason.
    """
    found = {slug: box for slug, box in _boxes().items() if isinstance(box, Box)}
    return dict(sorted(found.items(), key=lambda pair: pair[1].name.en))


def folders() -> dict[str, Path]:
    """Returns slug to folder, for every folder that holds a game, usable or not.

    Cached: a folder added later is found after ``forget``, or a restart.
    """
    return _folders(tuple(_SHELF.__path__))


def broken() -> dict[str, BrokenGame]:
    """Returns the error of every folder that is known to have one, by slug.

    Covers all boxes, but games and worked games only once they were requested; ``check``
    requests all.
    """
    lids = {
        slug: BrokenGame(slug, box) for slug, box in _boxes().items() if isinstance(box, DataError)
    }
    found = lids | _flawed | _failed
    return {slug: found[slug] for slug in folders() if slug in found}


def check() -> dict[str, BrokenGame]:
    """Returns the broken games, after loading each with its worked games."""
    for slug in games():
        with suppress(BrokenGame):
            examples(slug)
    return broken()


def game(slug: str) -> Game:
    """Returns the game of that slug, imported on first use.

    Raises ``NoSuchGame`` or ``BrokenGame``.
    """
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
    except Exception as error:  # an error in one game must not stop the others
        raise _failed.setdefault(slug, BrokenGame(slug, located(error, folder(slug)))) from error
    return _loaded.setdefault(slug, made)


def examples(slug: str) -> dict[str, Example]:
    """Returns the worked games of a game, by id. Raises ``NoSuchGame`` or ``BrokenGame``."""
    game(slug)
    try:
        return _examples(slug)
    except Exception as error:  # a scorer may fail on its own example
        raise flaw(slug, error) from error


def folder(slug: str) -> Path:
    """Returns the folder of a game. Raises ``NoSuchGame``."""
    try:
        return folders()[slug]
    except KeyError:
        raise NoSuchGame(slug) from None


def located(error: Exception, folder: Path) -> DataError:
    """Converts any error to one that names a file and line of the game's folder, if possible."""
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
    """Clears caches, so that a folder is read anew: for tests, and while a game is written."""
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
"""Path of a module on this machine, as import errors end with it: of no use to a reader."""

_loaded: dict[str, Game] = {}
_failed: dict[str, BrokenGame] = {}
"""Games that do not load, with their errors."""
_flawed: dict[str, BrokenGame] = {}
"""Games that load, but have an error in their worked games."""


def flaw(slug: str, error: Exception) -> BrokenGame:
    """Records and returns the error of a game that loads all the same."""
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
