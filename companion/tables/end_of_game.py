"""End of a game, called by a host or by every seat that has a phone. It reveals all sheets."""

from __future__ import annotations

from django.utils import timezone

from companion.pads.writing import keep_result
from companion.tables import ledger, open_questions, reveal
from companion.tables.models import Device, Table
from companion.tables.timers import now_ms
from companion.tables.turn_clock import TurnClock
from scoring.game import Game


def call(found: Table, who: Device, *, over: bool, asks: bool = False) -> None:
    """Records that this phone calls the game over or takes that back; ``found`` is locked.

    ``asks``: cells are still open, so the game does not end yet; every phone asks for them first.
    """
    said = [seat for seat in found.end_votes if seat != who.seat]
    if over and who.seat:
        said.append(who.seat)
    found.end_votes = said
    sitting = set(found.devices.exclude(seat="").values_list("seat", flat=True))
    agreed = bool(sitting) and sitting <= set(said)
    over = over and (who.role == "host" or agreed)
    if over and not asks:
        _end(found, who)
        return
    found.asking = over or (found.asking and who.seat in said)
    found.save(update_fields=["end_votes", "asking"])
    ledger.increment_side_revision(found.key)


def _end(found: Table, who: Device) -> None:
    found.end_votes, found.asking = [], False
    found.finished, found.hurried = timezone.now(), None
    found.revealed = list(found.state["seats"])
    found.turns = TurnClock.read(found.turns).paused(now_ms()).stored()
    found.save(update_fields=["end_votes", "asking", "finished", "hurried", "revealed", "turns"])
    ledger.note(found, "finished", who.seat if who.role == "host" else "")


def answered(found: Table, who: Device, game: Game) -> None:
    """Ends the game once no question is open, if it was waiting for that; ``found`` is locked."""
    if not found.asking or found.finished:
        return
    if not open_questions.open_questions(game, found.state):
        _end(found, who)
        keep_result(game, found.state)


def hurry(found: Table) -> None:
    """Speeds up the reveal on all phones from one common moment on; ``found`` is locked."""
    if reveal.going(found.finished) and found.hurried is None:
        found.hurried = timezone.now() + reveal.NOTICE
        found.save(update_fields=["hurried"])
        ledger.increment_side_revision(found.key)


def reopen(found: Table, who: Device) -> None:
    """Reopens a finished game; revealed sheets stay revealed. ``found`` is locked."""
    found.finished, found.end_votes = None, []
    found.save(update_fields=["finished", "end_votes"])
    ledger.note(found, "reopened", who.seat)
    if found.state.get("play", {}).get("corrected"):
        key = f"reopened-{found.revision}"
        ledger.write(found.key, who, who.seat, {ledger.CORRECTED: None}, found.revision, key)
