"""End of a game at a table: the votes for it, the end itself, and reopening.

A host ends a game alone, or all seats with a phone agree. At the end all sheets become visible.
"""

from __future__ import annotations

from django.utils import timezone

from companion.http import server_time
from companion.pads.writing import keep_result
from companion.tables import ledger, open_questions, reveal
from companion.tables.models import Device, Table
from companion.tables.turn_clock import TurnClock
from scoring.game import Game


def call(found: Table, who: Device, *, over: bool, asks: bool = False) -> None:
    """Records this phone's vote to end the game, or takes the vote back.

    Ends the game if this phone is a host's, or if all seats with a phone have voted.

    ``found`` is the table, locked by the caller. ``over``: vote for the end; if false, the vote is
    taken back. ``asks``: needed cells are still empty, so the game does not end yet: all phones
    first ask for the values of these cells.
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
    found.turns = TurnClock.read(found.turns).paused(server_time.now_ms()).stored()
    found.save(update_fields=["end_votes", "asking", "finished", "hurried", "revealed", "turns"])
    ledger.note(found, "finished", who.seat if who.role == "host" else "")


def answered(found: Table, who: Device, game: Game) -> None:
    """Ends a game whose end waits for values of empty cells, once no needed cell is empty.

    ``found`` is the table, locked by the caller.
    """
    if not found.asking or found.finished:
        return
    if not open_questions.open_questions(game, found.state):
        _end(found, who)
        keep_result(game, found.state)


def hurry(found: Table) -> None:
    """Speeds up the reveal, the common counting of the scores after the end, on all phones.

    They switch at the same moment, ``reveal.NOTICE`` after this call.
    ``found`` is the table, locked by the caller.
    """
    if reveal.going(found.finished) and found.hurried is None:
        found.hurried = timezone.now() + reveal.NOTICE
        found.save(update_fields=["hurried"])
        ledger.increment_side_revision(found.key)


def reopen(found: Table, who: Device) -> None:
    """Reopens a finished game; the sheets that its end made visible stay so.

    ``found`` is the table, locked by the caller.
    """
    found.finished, found.end_votes = None, []
    found.save(update_fields=["finished", "end_votes"])
    ledger.note(found, "reopened", who.seat)
    if found.state.get("play", {}).get("corrected"):
        key = f"reopened-{found.revision}"
        ledger.write(found.key, who, who.seat, {ledger.CORRECTED: None}, found.revision, key)
