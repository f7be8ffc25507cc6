"""The reveal: from the end of a game on, all phones count up together, part by part.

Everything follows from the end and the moment that the host hurried it, both by the server's clock,
which each phone reckons from what it asks anyway (``static/js/clock.js``). So one that hears of the
end later, or loads the page again, is no further behind. After that the podium stands there.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from companion.sheet_pages.outcome import Outcome
from companion.sheet_pages.players import Owner
from scoring.text.localised import Text

HUSH = 3200
"""Milliseconds until the first part: every phone that asks every two seconds has the board by then,
over a network of 400 ms too."""
MOST_PARTS = 8000
"""Milliseconds for all parts together, however many there are."""
PART = 1400
HASTE = 6
"""So many times quicker than before does it go once the host has hurried it."""
NOTICE = timedelta(milliseconds=1500)
"""From the host's tap until it goes quicker. Phones ask every half second while they count:
``static/js/board.js``."""


@dataclass(frozen=True, slots=True)
class Counter:
    """What one player's figure goes up by with each part."""

    owner: Owner
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Each part takes ``each`` milliseconds, the first comes ``hush`` after the end.

    The parts come in the order in which they are counted, the most important last. ``ended`` and
    ``hurried`` are moments in milliseconds, the latter 0 if nobody did; from then on all goes
    ``haste`` times quicker.
    """

    ended: int
    hurried: int
    hush: int
    each: int
    haste: int
    parts: tuple[Text, ...]
    counters: tuple[Counter, ...]
    most: int

    def over(self, now: int) -> bool:
        """Has it come to its end by then, even if nobody hurried it?"""
        return now - self.ended > self.hush + self.each * len(self.parts)


def of(outcome: Outcome, finished: datetime, hurried: datetime | None = None) -> Reveal | None:
    """The reveal of a game that ended like that; none where there is nothing to count."""
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
    return Reveal(_ms(finished), quick, HUSH, each, HASTE, names, counters, max(1, most))


def going(finished: datetime | None) -> bool:
    """True while phones may still be counting, so that there is something to hurry."""
    return finished is not None and _ms(timezone.now()) - _ms(finished) < HUSH + MOST_PARTS


def _ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
