"""End of a game at a table: the votes for it, the end itself, and reopening.

A host ends a game alone, or all seats with a phone agree. At the end all sheets become visible.
"""

from django.utils import timezone

from companion.http import server_clock
from companion.tables import ledger, questions_before_end, score_reveal
from companion.tables.models import Device, Table
from companion.tables.saved_results import keep_result
from companion.tables.turn_clock import TurnClock
from scoring.game import Game


def call(table: Table, who: Device, *, over: bool, ask_first: bool = False) -> None:
    """Records this phone's vote to end the game, or takes the vote back.

    Ends the game if this phone is a host's, or if all seats with a phone have voted.

    ``table`` is the table, locked by the caller; ``who`` the phone that votes. ``over``: vote for
    the end; if false, the vote is taken back. ``ask_first``: needed cells are still empty, so the
    game does not end yet: all phones first ask for the values of these cells.
    """
    votes = [seat for seat in table.end_votes if seat != who.seat]
    if over and who.seat:
        votes.append(who.seat)
    table.end_votes = votes
    sitting = set(table.devices.exclude(seat="").values_list("seat", flat=True))
    agreed = bool(sitting) and sitting <= set(votes)
    over = over and (who.role == "host" or agreed)
    if over and not ask_first:
        _end(table, who)
        return
    table.asking = over or (table.asking and who.seat in votes)
    table.save(update_fields=["end_votes", "asking"])
    ledger.increment_side_revision(table.key)


def _end(table: Table, who: Device) -> None:
    table.end_votes, table.asking = [], False
    table.finished, table.hurried = timezone.now(), None
    table.revealed = list(table.state["seats"])
    table.turns = TurnClock.read(table.turns).paused(server_clock.now_ms()).stored()
    table.save(update_fields=["end_votes", "asking", "finished", "hurried", "revealed", "turns"])
    ledger.note(table, "finished", who.seat if who.role == "host" else "")


def answered(table: Table, who: Device, game: Game) -> None:
    """Ends a game that waited for values of empty cells, if no cell needed for the scores is empty.

    ``table`` is the table, locked by the caller. ``who``: the phone that gave the last value.
    """
    if not table.asking or table.finished:
        return
    if not questions_before_end.open_questions(game, table.state):
        _end(table, who)
        keep_result(game, table.state)


def hurry(table: Table) -> None:
    """Speeds up the counting of the scores that all phones show together after the end of a game.

    All phones switch at the same moment, ``score_reveal.NOTICE`` after this call. ``table`` is the
    table, locked by the caller.
    """
    if score_reveal.going(table.finished) and table.hurried is None:
        table.hurried = timezone.now() + score_reveal.NOTICE
        table.save(update_fields=["hurried"])
        ledger.increment_side_revision(table.key)


def reopen(table: Table, who: Device) -> None:
    """Makes a finished game continue; sheets that became visible at its end stay visible.

    ``table`` is the table, locked by the caller. ``who``: the phone that reopens it.
    """
    table.finished, table.end_votes = None, []
    table.save(update_fields=["finished", "end_votes"])
    ledger.note(table, "reopened", who.seat)
    if table.state.get("play", {}).get("corrected"):
        key = f"reopened-{table.revision}"
        ledger.write(table.key, who, who.seat, {ledger.CORRECTED: None}, table.revision, key)
