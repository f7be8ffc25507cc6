"""The reveal: after the end of a game, all phones count up the scores together, part by part.

Its timing depends only on the end of the game and on the moment a host speeds it up, both by the
server's clock (``static/js/server_clock.js``). A phone that learns of the end late, or reloads the
page, is therefore in step.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from companion.sheet_pages.outcome import Outcome
from scoring.model.player_names_and_colours import Owner
from scoring.text.localised import Text

OPENING_MS = 3200
"""Milliseconds from the end of the game until the first part of the scores is counted.

By then every phone, polling every two seconds, has the board, even with a latency of 400 ms.
"""
MOST_PARTS = 8000
"""Most milliseconds for counting all parts of the scores, however many there are."""
PART = 1400
SPEED = 6
"""Factor by which the reveal runs faster once a host has sped it up."""
NOTICE = timedelta(milliseconds=1500)
"""Delay between a host's tap and the moment from which the reveal runs faster.

While counting, phones poll every half second (``static/js/scoreboard.js``).
"""


@dataclass(frozen=True, slots=True)
class Counter:
    """One player (``owner``) and the player's points, while all phones count up the scores.

    ``points`` has one number for each part of the score (gold, tiles...), in the order of counting.
    """

    owner: Owner
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Data for phones to count up the scores together after the end of a game, in milliseconds.

    - ``ended``: end of the game, since the epoch.
    - ``hurried``: moment from which the counting runs ``speed`` times faster, since the epoch; 0 if
      a host has not sped it up.
    - ``opening_ms``, ``each``: time before the first part of the score, and time for each part.
    - ``parts``: names of the parts of the score; the most important comes last.
    - ``counters``: each player's points per part.
    - ``most``: greatest sum of a player's positive points, at least 1.
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
        """True if the phones' counting up of the scores ended before ``now`` (ms since the epoch).

        It assumes the usual speed; if a host sped it up, it ended sooner.
        """
        return now - self.ended > self.opening_ms + self.each * len(self.parts)


def of(outcome: Outcome, finished: datetime, hurried: datetime | None = None) -> Reveal | None:
    """Returns data for phones to count up the scores together; None if there is nothing to count.

    ``outcome``: the game's scores and ranking. ``finished``: the end of the game. ``hurried``:
    moment from which the counting runs faster; None unless a host has sped it up.
    """
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
    """True while phones may still count up the scores of a game that ended at ``finished``."""
    return finished is not None and _ms(timezone.now()) - _ms(finished) < OPENING_MS + MOST_PARTS


def _ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
