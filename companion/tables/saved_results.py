"""Results: finished sheets, kept unchanged under a link that is made from their content."""

import hashlib
import json

from django.http import Http404
from django.shortcuts import get_object_or_404

from companion.http.random_keys import letters_of
from companion.tables import access
from companion.tables.models import Result
from scoring import examples
from scoring.game import Game
from scoring.model.plan import State
from scoring.worked_games import Example


def keep_result(game: Game, state: State) -> Result:
    """Stores a finished sheet as a result and returns its row; the same sheet is stored only once.

    ``state``: the sheet of all seats. It is normalised first, unless it has cells that the game
    does not know.
    """
    state = _as_read(game, state)
    stored = {"game": game.slug, "state": state}
    return Result.objects.get_or_create(key=_key(game, state), defaults=stored)[0]


def result_key(game: Game, state: State) -> str:
    """Returns the key in the link of a sheet's result, even if the result is not stored yet."""
    return _key(game, _as_read(game, state))


def result_and_game(key: str) -> tuple[Result, Game]:
    """Returns the result (finished sheet) stored with this key, and its game; else ``Http404``."""
    result = get_object_or_404(Result, key=key)
    return result, access.scoring_game(result.game)


def example_and_game(slug: str, name: str) -> tuple[Example, Game]:
    """Returns a worked example of the game ``slug``, and the game; raises ``Http404`` for none."""
    game = access.scoring_game(slug)
    if found := examples(slug).get(name):
        return found, game
    raise Http404


def _as_read(game: Game, state: State) -> State:
    reading = game.sheet.take(state, stored=True)
    return state if reading.errors else reading.state


def _key(game: Game, state: State) -> str:
    """Returns a result's key: 16 letters and digits made from the SHA-256 of game and state."""
    plain = json.dumps(state, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(f"{game.slug}\n{plain}".encode()).digest()
    return letters_of(int.from_bytes(digest), 16)
