"""The reveal: from the end of a game on, all phones count up together, part by part.

Each phone is told how long ago the end was and goes on from there, so that one that hears of it
later, or loads the page again, is no further behind. After that the podium stands there.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from companion.sheets.outcome import Outcome
from companion.web.owners import Owner
from scoring.core.text import Text

HUSH = 2600
"""Milliseconds until the first part: every phone has asked for news by then."""
MOST_PARTS = 8000
"""Milliseconds for all parts together, however many there are."""
PART = 1400


@dataclass(frozen=True, slots=True)
class Counter:
    """What one player's figure goes up by with each part."""

    owner: Owner
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """``since`` the end in milliseconds; each part takes ``each``, the first after ``hush``.

    The parts come in the order in which they are counted, the most important last.
    """

    since: int
    hush: int
    each: int
    parts: tuple[Text, ...]
    counters: tuple[Counter, ...]
    most: int


def of(outcome: Outcome, finished: datetime) -> Reveal | None:
    """The reveal of a game that ended just now; none once it is over, or for nothing to count."""
    counted = tuple(reversed(outcome.parts))
    if not counted:
        return None
    each = min(PART, MOST_PARTS // len(counted))
    since = round((timezone.now() - finished).total_seconds() * 1000)
    if since > HUSH + each * len(counted):
        return None
    counters = tuple(
        Counter(outcome.owners[seat], tuple(part.points(seat) for part in counted))
        for seat in outcome.seats
    )
    most = max((sum(max(0, n) for n in each.points) for each in counters), default=0)
    names = tuple(part.name for part in counted)
    return Reveal(since, HUSH, each, names, counters, max(1, most))
