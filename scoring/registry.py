"""Registry of games: every folder below ``scoring/games``. There is no list to maintain."""

import logging
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from traceback import extract_tb

from scoring.loading.catalogue_files import read_box
from scoring.model.catalogue import Box
from scoring.text.data_error import DataError
from scoring.text.messages import at
from scoring.worked_games import FOLDER as EXAMPLES
from scoring.worked_games import Example, load

from .game import Game

logger = logging.getLogger(__name__)

# Imported before ``scoring/__init__.py`` defines the function ``games``: importing the package
# ``scoring.games`` later would replace that function by the package.
_SHELF = import_module("scoring.games")


class NoSuchGame(KeyError):
    """Raised for the id (slug) of a game that does not exist."""


class BrokenGame(RuntimeError):
    """Raised for a game whose folder contains an error; the message names file and reason.

    ``error``: the error with file, line and id. ``reason``: the same as text.
    """

    def __init__(self, slug: str, error: DataError) -> None:
        super().__init__(f"{slug}: {error}")
        self.slug, self.error, self.reason = slug, error, str(error)


def games() -> dict[str, Box]:
    """Returns name, players and other data of every game, by its id (slug). Imports no scorer.

    Sorted by English name. A game whose ``game.toml`` cannot be read is left out; ``broken``
    returns its error.
    """
    found = {slug: box for slug, box in _boxes().items() if isinstance(box, Box)}
    return dict(sorted(found.items(), key=lambda pair: pair[1].name.en))


@cache
def games_by_slug() -> Mapping[str, Game]:
    """Returns every game that loads, by its id; a broken one is logged once and left out.

    Sorted by English name. Cached: another game is found only after ``forget`` or a restart.
    """
    found = {}
    for slug in games():
        try:
            found[slug] = game(slug)
        except BrokenGame:
            logger.exception("A game cannot be loaded and is left out")
    return found


def folders() -> dict[str, Path]:
    """Returns the folder of every game by its id, even of a broken one.

    Cached: a folder that is added later is found only after ``forget`` or a restart.
    """
    return {slug: folder for slug, (folder, _) in _shelved(tuple(_SHELF.__path__)).items()}


def broken() -> dict[str, BrokenGame]:
    """Returns the error of every game that is known to be broken, by its id.

    Covers every ``game.toml``. Other files of a game, and its worked games, are covered only once
    they have been loaded; ``check`` loads them all.
    """
    lids = {
        slug: BrokenGame(slug, box) for slug, box in _boxes().items() if isinstance(box, DataError)
    }
    found = lids | _flawed | _failed
    return {slug: found[slug] for slug in folders() if slug in found}


def check() -> dict[str, BrokenGame]:
    """Loads every game with its worked games; returns the errors of broken ones, by their ids."""
    for slug in games():
        with suppress(BrokenGame):
            examples(slug)
    return broken()


@cache
def game(slug: str) -> Game:
    """Returns the game with the id ``slug``. Raises ``NoSuchGame`` or ``BrokenGame``."""
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
    return made


def examples(slug: str) -> dict[str, Example]:
    """Returns the worked games of the game ``slug`` by id.

    Raises ``NoSuchGame`` or ``BrokenGame``.
    """
    game(slug)
    try:
        return _examples(slug)
    except Exception as error:  # a scorer may fail on its own example
        found = BrokenGame(slug, located(error, folder(slug)))
        raise _flawed.setdefault(slug, found) from error


def folder(slug: str) -> Path:
    """Returns the path of the folder of the game ``slug``. Raises ``NoSuchGame``."""
    try:
        return folders()[slug]
    except KeyError:
        raise NoSuchGame(slug) from None


def located(error: Exception, folder: Path) -> DataError:
    """Converts any exception to a ``DataError`` that names a file and line of the game.

    ``folder``: the game's. Without a line in it, it names ``__init__.py``.
    """
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
    """Clears all caches of the game ``slug``, which is then read anew.

    For tests, and for authors of games.
    """
    for name in [n for n in sys.modules if f"{n}.".startswith(f"scoring.games.{slug}.")]:
        del sys.modules[name]
    game.cache_clear()
    _failed.pop(slug, None)
    _flawed.pop(slug, None)
    _shelved.cache_clear()
    _examples.cache_clear()
    games_by_slug.cache_clear()
    at.cache_clear()


_MACHINE = re.compile(r" \([^()]*[/\\][^()]*\)\Z")
"""Matches the file path at the end of an import error's message; error messages leave it out."""

_failed: dict[str, BrokenGame] = {}
"""Games that cannot be loaded, with their errors."""
_flawed: dict[str, BrokenGame] = {}
"""Games that load, but whose worked games contain an error."""


@cache
def _shelved(shelves: tuple[str, ...]) -> dict[str, tuple[Path, Box | DataError]]:
    """Returns each game's folder, and its ``game.toml`` or the error in that, by its slug."""
    return {
        folder.name: (folder, _box(folder))
        for shelf in shelves
        for folder in sorted(Path(shelf).iterdir())
        if (folder / "data" / "game.toml").is_file()
    }


def _boxes() -> dict[str, Box | DataError]:
    return {slug: box for slug, (_, box) in _shelved(tuple(_SHELF.__path__)).items()}


@cache
def _examples(slug: str) -> dict[str, Example]:
    return load(folder(slug) / EXAMPLES, game(slug))


def _box(folder: Path) -> Box | DataError:
    try:
        return read_box(folder / "data")
    except DataError as error:
        return error
