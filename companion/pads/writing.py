"""Opens and changes pads. Each change reads and writes the pad under a row lock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from companion.pads.models import Pad, Result
from companion.sheet_pages.posted_cells import Changed
from scoring.game import Game
from scoring.model.plan import State
from scoring.model.sheet_fields import SHARED
from scoring.model.validation import CellError, Value

UNDONE = 30
"""Number of changes of a pad that can be undone."""

FORMS = 40
"""Number of keys of posted forms that a pad stores, to recognise a change that arrives again."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a change to a pad.

    - ``errors``: for texts that could not be parsed.
    - ``before``: the pad's version before the change.
    """

    pad: Pad
    errors: list[CellError]
    before: str


def open_pad(game: Game, state: State) -> Pad:
    return Pad.objects.create(game=game.slug, state=state)


def keep_result(game: Game, state: State) -> Result:
    """Stores the result of a finished sheet, or returns the one stored before.

    The state is normalised first, unless it has cells that the game does not know.
    """
    return Result.keep(game.slug, _as_read(game, state))


def result_key(game: Game, state: State) -> str:
    """Returns the key in the link of a sheet's result, even if the result is not stored yet."""
    return Result.key_of(game.slug, _as_read(game, state))


def _as_read(game: Game, state: State) -> State:
    reading = game.sheet.take(state, stored=True)
    return state if reading.errors else reading.state


def write(
    key: str,
    game: Game,
    typed: Mapping[str, str],
    form: str = "",
    still: Callable[[State], bool] | None = None,
) -> Outcome:
    """Writes ``typed``, texts by cell path, on a pad; a text that cannot be parsed changes nothing.

    ``key`` is the pad's key, ``form`` that of the posted form: a form applied before is not applied
    again. Raises ``Changed`` if ``still`` is given and returns false for the pad's state.
    """
    with transaction.atomic():
        pad = Pad.objects.select_for_update().get(key=key)
        before = pad.version
        reading = game.sheet.enter(pad.state, typed)
        if form and form in pad.forms:
            return Outcome(pad, reading.errors, before)
        if still and not still(pad.state):
            raise Changed
        if form or reading.state != pad.state:
            _changed(pad, game, reading.state)
            pad.forms = [*pad.forms, form][-FORMS:] if form else pad.forms
            pad.save(update_fields=["state", "before", "forms", "changed"])
    return Outcome(pad, reading.errors, before)


def put(pad: Pad, game: Game, cells: Mapping[str, Value | None]) -> None:
    """Writes cells as one change on a pad that the caller has locked.

    Undoing it does not add or remove seats.
    """
    _changed(pad, game, game.sheet.put(pad.state, cells))
    pad.save(update_fields=["state", "before", "changed"])


def _changed(pad: Pad, game: Game, state: State) -> None:
    if state == pad.state:
        return
    was, now = game.sheet.cells(pad.state), game.sheet.cells(state)
    changed = {path: was.get(path) for path in was | now if was.get(path) != now.get(path)}
    pad.before = [*pad.before, changed][-UNDONE:]
    pad.state = state


def undo(key: str, game: Game) -> tuple[State, Pad]:
    """Undoes the last change, if any; returns the state before the undo, and the pad.

    Cells of removed seats are not restored.
    """
    with transaction.atomic():
        pad = Pad.objects.select_for_update().get(key=key)
        before = pad.state
        if pad.before:
            *pad.before, last = pad.before
            seats = pad.state["seats"]
            cells = {p: v for p, v in last.items() if p.partition("/")[0] in (*seats, *SHARED)}
            pad.state = game.sheet.put(pad.state, cells)
            pad.save(update_fields=["state", "before", "changed"])
    return before, pad


def reseat(key: str, game: Game, seat: str, go: str) -> str:
    """Adds a seat (``go="add"``) or removes ``seat`` (``go="remove"``) on the pad with this key.

    Returns the seat to show next. Changes nothing at the greatest or least number of seats.
    """
    with transaction.atomic():
        pad = Pad.objects.select_for_update().get(key=key)
        seats: dict[str, Any] = pad.state["seats"]
        free = [f"p{n}" for n in range(1, game.sheet.most_seats + 1) if f"p{n}" not in seats]
        if go == "add" and free:
            seats[free[0]] = {}
            seat = free[0]
        elif go == "remove" and len(seats) > 1:
            seats.pop(seat, None)
            seat = sorted(seats)[0]
        pad.save(update_fields=["state", "changed"])
    return seat
