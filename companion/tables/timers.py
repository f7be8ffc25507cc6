"""Timers (countdowns) and turn clock of a table: changes by a tap, and their template contexts."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.utils import timezone

from companion.http import server_clock
from companion.tables.models import Table
from companion.tables.turn_clock import TurnClock
from scoring.game import Game
from scoring.model.plan import State
from scoring.model.player_names_and_colours import players
from scoring.text.localised import Text

MOST_TIMERS = 8
LONGEST = 24 * 60 * 60
MINUTES = (1, 2, 3, 5, 10, 15)
"""Minutes offered for a new timer."""


def tapped(
    timers: list[dict[str, Any]], posted: Mapping[str, str], now: datetime
) -> list[dict[str, Any]]:
    """Returns a table's timers (countdowns) after a tap on a timer's button.

    ``posted``: the button's form. Each timer has an ``id``, a ``name`` and its ``seconds``;
    ``ends`` is the moment at which a running one ends, as ISO text, ``left`` the seconds left when
    it was last started or stopped. A new timer drops the oldest beyond ``MOST_TIMERS``.
    """
    if seconds := _seconds(posted):
        name = "".join(c for c in posted.get("name", "") if c.isprintable())[:24].strip()
        new = {"id": secrets.token_hex(4), "name": name, "seconds": seconds}
        return [*timers, new | _running(seconds, now)][-MOST_TIMERS:]
    found = []
    for each in timers:
        if each["id"] == posted.get("stop") and each.get("ends"):
            left = (datetime.fromisoformat(each["ends"]) - now).total_seconds()
            each = each | {"ends": None, "left": max(0, round(left))}
        elif each["id"] == posted.get("go") and not each.get("ends"):
            each = each | _running(each["left"] or each["seconds"], now)
        elif each["id"] == posted.get("reset"):
            each = each | {"ends": None, "left": each["seconds"]}
        elif each["id"] == posted.get("remove"):
            continue
        found.append(each)
    return found


def _running(seconds: int, now: datetime) -> dict[str, Any]:
    return {"ends": (now + timedelta(seconds=seconds)).isoformat(), "left": seconds}


def _seconds(posted: Mapping[str, str]) -> int:
    """Returns the seconds for a new timer, from the minutes in a posted form; 0 if out of range."""
    typed = posted.get("minutes", "").strip().replace(",", ".")
    try:
        seconds = round(float(typed) * 60) if typed else 0
    except (ValueError, OverflowError):
        return 0
    return seconds if 0 < seconds <= LONGEST else 0


def turned(
    turns: TurnClock, posted: Mapping[str, str], seats: Sequence[str], phase: str, now: int
) -> TurnClock:
    """Returns the turn clock ``turns`` after a tap on one of its buttons, whose form is ``posted``.

    A second tap, or one on a page that shows an earlier turn, changes nothing. ``phase`` is the id
    of the game's current phase (round, season...), "" without one; ``now`` the time in
    milliseconds. ``seats``: ids of the table's seats, in order.
    """
    go, seat = posted.get("go", ""), posted.get("pass", "")
    turns = turns.without(seats, now)
    if posted.get("turn", "") != str(turns.turn):
        return turns
    if seat in seats:
        return turns.begun(seat, phase, now)
    buttons = {"back": turns.taken_back, "pause": turns.paused}
    buttons |= {"resume": turns.resumed, "away": turns.put_away}
    return buttons[go](now) if go in buttons else turns


def turns(game: Game, table: Table) -> dict[str, Any] | None:
    """Returns the turn clock's template context, in milliseconds; None while it is hidden."""
    kept = TurnClock.read(table.turns)
    if not (kept.shown or (table.finished and kept.times)):
        return None
    state = game.sheet.known_part(table.state)
    seats, owners = game.sheet.seats(state), players(game.sheet, state)
    now = server_clock.now_ms()
    kept = kept.without(seats, now)
    return {
        "seats": [
            {
                "seat": seat,
                "name": game.sheet.name(state, seat),
                "owner": owners[seat],
                "ran": kept.of_seat(seat, now),
                "on": seat == kept.seat and kept.running,
                "turns": kept.turns.get(seat, 0),
            }
            for seat in seats
        ],
        "now": game.sheet.name(state, kept.seat) if kept.seat else None,
        "owner": owners[kept.seat] if kept.seat else None,
        "seat": kept.seat,
        "turn": kept.turn,
        "ran": kept.of_turn(now),
        "on": kept.running,
        "next": kept.next_of(seats),
        "next_name": game.sheet.name(state, kept.next_of(seats)),
        "back": kept.before is not None,
        "phases": by_phase(game, table.turns, state, now),
        "shown": kept.shown,
    }


def by_phase(
    game: Game, turns: Mapping[str, Any], state: State, now: int = 0
) -> list[tuple[Text, int]]:
    """Returns pairs of a phase's name and the milliseconds that all turns in it took together.

    In the game's order, without phases in which nobody had a turn. ``turns`` is the stored turn
    clock; empty if it was never used. ``now``: current time, which matters while the clock runs.
    """
    spent = TurnClock.read(turns).of_phases(now)
    listed = game.sheet.phases.listed(game.sheet.known_part(state))
    return [(phase.name, spent[phase.id]) for phase in listed if spent.get(phase.id)]


def timers_context(table: Table) -> dict[str, Any]:
    """Returns the template context of a table's timers (countdowns).

    ``timers``: a dict each: ``id``, ``name``, ``minutes`` as set, its end ``until``, the time left
    as ``clock``, such as *4:59*, and ``over``: none is left. The outer ``clock`` is the time now;
    it and ``until`` are milliseconds since the epoch.
    """
    now = timezone.now()
    listed = []
    for each in table.timers:
        ends = datetime.fromisoformat(each["ends"]) if each.get("ends") else None
        left = max(0, ceil((ends - now).total_seconds())) if ends else each["left"]
        listed.append(
            {
                "id": each["id"],
                "name": each["name"],
                "minutes": f"{each['seconds'] / 60:g}",
                "until": round(ends.timestamp() * 1000) if ends else None,
                "clock": f"{left // 60}:{left % 60:02}",
                "over": left == 0,
            }
        )
    return {"timers": listed, "clock": server_clock.now_ms()}
