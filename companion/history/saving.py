"""A sheet without a table goes into a history: whose game it was, and when.

One phone for all is how many groups play. What is saved keeps the link to its result; names and
date can be changed later, totals and places are the result's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

from django.utils import timezone

from companion.history import records
from companion.history.models import Play
from companion.history.records import RecordSeat
from companion.sheets.models import Result
from companion.web.words import say
from scoring.core.problem import CellError

MOST_NAME = 24
NOON = time(12)


def keep(result: Result, owner: str, seats: Sequence[RecordSeat], played: datetime) -> Play:
    """The result in the history of ``owner``; saved again, it is the same game."""
    record = records.of_result(result)
    values = {
        "game": result.game,
        "sheet": result,
        "played": played,
        "seats": records.seats_json(seats),
        "removed": None,
    }
    return Play.everywhere.update_or_create(uid=UUID(record.key), owner=owner, defaults=values)[0]


def typed(
    seats: Sequence[RecordSeat], played: datetime, form: Mapping[str, str]
) -> tuple[list[RecordSeat], datetime, list[CellError]]:
    """Seats and date as a form has them; what cannot be read stays as it was and is a fault."""
    named = [replace(seat, name=_name(form.get(f"{seat.seat}/name", seat.name))) for seat in seats]
    text = form.get("date", "")
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return named, played, [CellError("date", say("import-no-date"))]
    if not date(1900, 1, 1) <= day <= timezone.now().date() + timedelta(days=1):
        return named, played, [CellError("date", say("import-no-date"))]
    if day != played.date():
        played = datetime.combine(day, NOON, UTC)
    return named, played, []


def _name(text: str) -> str:
    return "".join(c for c in text if c.isprintable()).strip()[:MOST_NAME]
