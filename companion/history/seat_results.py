"""The results of a played game, by seat and by section of the score, and their stored form.

The types of its fields say what a file may hold in them (``transfer/untrusted_json.py``).
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from companion.history.transfer.untrusted_json import line, matching, truth, within
from companion.messages import say
from scoring.model.breakdown import TotalRange
from scoring.text.localised import EMPTY, Given, Text, Verbatim
from scoring.text.messages import player

MOST_NAME, MOST_LABEL = 60, 500
MOST_POINTS = 10**9
NUMBER = say("needs-number")

Flag = Annotated[bool, truth, say("import-true-or-false")]
SeatId = Annotated[str, matching("p[1-9][0-9]?"), say("no-such-seat")]
Rank = Annotated[int, within(1, MOST_POINTS), NUMBER]
Points = Annotated[int, within(-MOST_POINTS, MOST_POINTS), NUMBER]


@dataclass(frozen=True, slots=True)
class RecordSeat:
    """The result of one seat in a played game.

    - ``name``: the player's name as typed, or empty
    - ``place``, ``total``: rank and points, ``None`` if unknown
    - ``first``: it was the start player
    - ``best``, ``worst``: best and worst place still possible while blank cells leave it open
    - ``known``, ``least``, ``most``: points known so far, and the range of a total that blank cells
      leave open
    """

    seat: SeatId
    name: Annotated[str, line(MOST_NAME), say("import-name")]
    place: Rank | None
    total: Points | None
    first: Flag = False
    best: Rank | None = None
    worst: Rank | None = None
    known: Points | None = None
    least: Points | None = None
    most: Points | None = None

    @property
    def range(self) -> TotalRange | None:
        """The range of an open total; ``None`` for a known one, and if nothing is known."""
        open_ = self.total is None and self.known is not None
        return TotalRange(self.known or 0, self.least, self.most) if open_ else None

    @property
    def total_text(self) -> Text:
        """A seat's total in words: *31*, or the range of an open one; empty if unknown."""
        if self.range:
            return self.range.text
        return EMPTY if self.total is None else Verbatim(str(self.total))

    @property
    def rank(self) -> str:
        """A seat's place, or the places still possible, as text: *1*, *2–3*; empty if unknown."""
        if self.place is None and self.best and self.worst:
            return f"{self.best}–{self.worst}"
        return str(self.place or "")

    @property
    def points(self) -> str:
        """A seat's total as short text, such as *31*, or its range while open; "–" if unknown."""
        if self.range:
            return self.range.brief
        return "–" if self.total is None else str(self.total)

    @property
    def waits(self) -> bool:
        """True if a seat's place is still open, since cells of some sheet are blank."""
        return self.place is None and bool(self.best)

    @property
    def called(self) -> Text:
        """The name of a seat's player, or "Player 2" for a seat without one."""
        if self.name:
            return Verbatim(self.name)
        return player(int(self.seat[1:]))


def _label(value: object) -> Text | None:
    """Returns a text in several languages from a file; ``None`` if it is none."""
    fits = isinstance(value, dict) and "en" in value and all(map(line(MOST_LABEL), value.values()))
    return Given(value) if fits else None  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Row:
    """One section of a game's score: its name ``label``, and ``points``, seat id to points."""

    label: Annotated[Text, _label, say("import-name")]
    points: dict[SeatId, Points]


def seats_json(seats: Iterable[RecordSeat]) -> list[dict[str, Any]]:
    """Returns the results of seats (name, place, total ...) as JSON, to be stored."""
    return [asdict(seat) for seat in seats]


def seats_from_json(seats: Iterable[Mapping[str, Any]]) -> tuple[RecordSeat, ...]:
    # earlier versions stored a range's short text, too
    stored = ({key: each[key] for key in each if key != "brief"} for each in seats)
    return tuple(RecordSeat(**each) for each in stored)
