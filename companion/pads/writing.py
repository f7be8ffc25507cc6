"""How a pad is opened and changed. Each change reads and writes it under a lock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction

from companion.pads.models import Pad, Result
from companion.sheet_pages.posted_cells import Changed
from scoring.game import Game
from scoring.model.plan import State
from scoring.model.sheet_fields import SHARED
from scoring.model.validation import CellError, Value

UNDONE = 30
"""So many changes of a pad can be taken back."""

FORMS = 40
"""Changes that a pad remembers to know one which arrives again, late."""


def open_pad(game: Game, state: State) -> Pad:
    return Pad.objects.create(game=game.slug, state=state)


def keep_result(game: Game, state: State) -> Result:
    """The result of a sheet, as it is read; as it is stored where not all of it is understood."""
    return Result.keep(game.slug, _as_read(game, state))


def result_key(game: Game, state: State) -> str:
    """What the link of a sheet's result says, whether it was kept or not."""
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
) -> tuple[Pad, list[CellError]]:
    """The pad with these cells written; what cannot be read is an error and changes nothing.

    A change whose ``form`` key was written before is not written again. Raises ``Changed`` if it
    is written only while something is ``still`` so, and it is not.
    """
    with transaction.atomic():
        kept = Pad.objects.select_for_update().get(key=key)
        reading = game.sheet.enter(kept.state, typed)
        if form and form in kept.forms:
            return kept, reading.errors
        if still and not still(kept.state):
            raise Changed
        if form or reading.state != kept.state:
            _changed(kept, game, reading.state)
            kept.forms = [*kept.forms, form][-FORMS:] if form else kept.forms
            kept.save(update_fields=["state", "before", "forms", "changed"])
    return kept, reading.errors


def put(kept: Pad, game: Game, cells: Mapping[str, Value | None]) -> None:
    """These cells on a pad that is locked, as one change; who plays does not go by an undo."""
    _changed(kept, game, game.sheet.put(kept.state, cells))
    kept.save(update_fields=["state", "before", "changed"])


def _changed(kept: Pad, game: Game, state: State) -> None:
    if state == kept.state:
        return
    was, now = game.sheet.cells(kept.state), game.sheet.cells(state)
    changed = {path: was.get(path) for path in was | now if was.get(path) != now.get(path)}
    kept.before = [*kept.before, changed][-UNDONE:]
    kept.state = state


def undo(key: str, game: Game) -> tuple[State, Pad]:
    """The state before, and the pad without its last change, if there is one to take back."""
    with transaction.atomic():
        kept = Pad.objects.select_for_update().get(key=key)
        before = kept.state
        if kept.before:
            *kept.before, last = kept.before
            seats = kept.state["seats"]
            cells = {p: v for p, v in last.items() if p.partition("/")[0] in (*seats, *SHARED)}
            kept.state = game.sheet.put(kept.state, cells)
            kept.save(update_fields=["state", "before", "changed"])
    return before, kept


def reseat(key: str, game: Game, seat: str, go: str) -> str:
    """One more player, or this one gone; the seat to show next."""
    with transaction.atomic():
        kept = Pad.objects.select_for_update().get(key=key)
        seats: dict[str, Any] = kept.state["seats"]
        free = [f"p{n}" for n in range(1, game.sheet.most_seats + 1) if f"p{n}" not in seats]
        if go == "add" and free:
            seats[free[0]] = {}
            seat = free[0]
        elif go == "remove" and len(seats) > 1:
            seats.pop(seat, None)
            seat = sorted(seats)[0]
        kept.save(update_fields=["state", "changed"])
    return seat
