"""The reveal: after the end of a game all phones count up together, part by part.

It depends only on the end and on the moment a host hurried it, both by the server's clock, which
``static/js/clock.js`` estimates. So a phone that learns of the end late, or reloads, is in step.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from companion.sheet_pages.outcome import Outcome
from companion.sheet_pages.players import Owner
from scoring.text.localised import Text

OPENING_MS = 3200
"""Milliseconds until the first part: by then every phone, polling every two seconds, has the board,
even with a latency of 400 ms."""
MOST_PARTS = 8000
"""Milliseconds for all parts together, however many there are."""
PART = 1400
SPEED = 6
"""Factor by which the reveal runs faster once the host has hurried it."""
NOTICE = timedelta(milliseconds=1500)
"""Delay from the host's tap until it speeds up. While counting, phones poll every half second
(``static/js/scoreboard.js``)."""


@dataclass(frozen=True, slots=True)
class Counter:
    """Points that each part adds to one player's figure."""

    owner: Owner
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Timing and contents of a reveal: ``opening_ms`` and ``each`` (per part) are milliseconds.

    The parts come in reverse order of importance, the most important last. ``ended`` and
    ``hurried`` are milliseconds since the epoch, ``hurried`` is 0 if nobody did; from then on it
    runs ``speed`` times faster.
    """

    ended: int
    hurried: int
    opening_ms: int
    each: int
    speed: int
    parts: tuple[Text, ...]
    counters: tuple[Counter, ...]
    most: int

    def is_over(self, now: int) -> bool:
        """True if it is over at ``now`` (milliseconds), even without being hurried."""
        return now - self.ended > self.opening_ms + self.each * len(self.parts)


def of(outcome: Outcome, finished: datetime, hurried: datetime | None = None) -> Reveal | None:
    """Returns the reveal of this outcome, or None if there is no part to count."""
    counted = tuple(reversed(outcome.parts))
    if not counted:
        return None
    each = min(PART, MOST_PARTS // len(counted))
    counters = tuple(
        Counter(outcome.owners[seat], tuple(part.points(seat) for part in counted))
        for seat in outcome.seats
    )
    most = max((sum(max(0, n) for n in each.points) for each in counters), default=0)
    names = tuple(part.name for part in counted)
    quick = _ms(hurried) if hurried else 0
    return Reveal(_ms(finished), quick, OPENING_MS, each, SPEED, names, counters, max(1, most))


def going(finished: datetime | None) -> bool:
    """True while phones may still be counting, so that it can be hurried."""
    return finished is not None and _ms(timezone.now()) - _ms(finished) < OPENING_MS + MOST_PARTS


def _ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
