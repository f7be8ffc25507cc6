"""The result of one seat in a played game, with its texts for pages and its stored form."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from scoring.model.breakdown import TotalRange
from scoring.text.localised import Text, Verbatim
from scoring.text.messages import player


@dataclass(frozen=True, slots=True)
class RecordSeat:
    """The result of one seat in a played game.

    - ``name``: the player's name as typed, or empty
    - ``place``, ``total``: rank and points, ``None`` if unknown
    - ``first``: it was the start player
    - ``best``, ``worst``: best and worst place still possible while blank cells leave it open
    - ``known``, ``least``, ``most``: points known so far, and the range of a total that blank cells
      leave open
    - ``brief``: this range as short text
    """

    seat: str
    name: str
    place: int | None
    total: int | None
    first: bool = False
    best: int | None = None
    most: int | None = None
    brief: str = ""
    worst: int | None = None
    known: int | None = None
    least: int | None = None

    @property
    def total_text(self) -> Text:
        """A seat's total in words: *31*, or the range of an open one; empty if unknown."""
        if self.total is not None:
            return Verbatim(str(self.total))
        if self.known is None:  # stored by a version without the whole range
            return Verbatim(self.brief)
        return TotalRange(self.known, self.least, self.most).text

    @property
    def rank(self) -> str:
        """A seat's place, or the places still possible, as text: *1*, *2–3*; empty if unknown."""
        if self.place is None and self.best and self.worst:
            return f"{self.best}–{self.worst}"
        return str(self.place or "")

    @property
    def points(self) -> str:
        """A seat's total as short text, such as *31*, or its range while open; "–" if unknown."""
        return self.brief or ("–" if self.total is None else str(self.total))

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


def renamed(seats: Iterable[RecordSeat], names: Mapping[str, str]) -> tuple[RecordSeat, ...]:
    """Returns seats' results with other names of players. ``names``: seat id to new name."""
    return tuple(replace(seat, name=names.get(seat.seat, seat.name)) for seat in seats)


def seats_json(seats: Iterable[RecordSeat]) -> list[dict[str, Any]]:
    """Returns the results of seats (name, place, total ...) as JSON, to be stored."""
    return [asdict(seat) for seat in seats]
