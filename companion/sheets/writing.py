"""How a pad is opened and changed. Each change reads and writes it under a lock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from companion.sheets.models import Pad, Result
from scoring.core.game import Game
from scoring.core.plan import State
from scoring.core.problem import CellError


def open_pad(game: Game, state: State) -> Pad:
    return Pad.objects.create(game=game.slug, state=state)


def keep_result(game: Game, state: State) -> Result:
    """The result of a sheet, as it is read; as it is stored where not all of it is understood."""
    reading = game.sheet.take(state)
    return Result.keep(game.slug, state if reading.errors else reading.state)


def write(key: str, game: Game, typed: Mapping[str, str]) -> tuple[Pad, list[CellError]]:
    """The pad with these cells written; what cannot be read is an error and changes nothing."""
    with transaction.atomic():
        kept = Pad.objects.select_for_update().get(key=key)
        reading = game.sheet.enter(kept.state, typed)
        if reading.state != kept.state:
            kept.state = reading.state
            kept.save(update_fields=["state", "changed"])
    return kept, reading.errors


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
